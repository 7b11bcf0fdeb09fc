#[path = "../../shop.rs"]
mod shop;
use shop::*;

#[guard("it is open")]
pub fn open() {}

fn main() {}
