#[path = "../../shop.rs"]
mod shop;
use shop::*;

#[entities]
pub struct Entities {
    pub cart: Cart,
}

fn main() {}
