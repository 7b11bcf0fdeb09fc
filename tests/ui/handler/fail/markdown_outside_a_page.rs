#[path = "../../shop.rs"]
mod shop;
use shop::*;

#[markdown]
pub fn markdown() {}

fn main() {}
