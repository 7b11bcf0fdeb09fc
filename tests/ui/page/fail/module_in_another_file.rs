// rustc reports the feature first; the second error says what to do.
#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
#[path = "../../shop.rs"]
pub mod elsewhere;

fn main() {}
