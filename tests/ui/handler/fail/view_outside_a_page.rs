#[path = "../../shop.rs"]
mod shop;
use shop::*;

#[view]
pub fn view() {}

fn main() {}
