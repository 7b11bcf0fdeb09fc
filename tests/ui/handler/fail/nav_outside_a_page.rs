#[path = "../../shop.rs"]
mod shop;
use shop::*;

#[nav]
pub fn nav() {}

fn main() {}
