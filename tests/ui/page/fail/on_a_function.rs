#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub fn product() {}

fn main() {}
