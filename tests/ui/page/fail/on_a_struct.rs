#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub struct Page;

fn main() {
    let _the_item_is_still_there = Page;
}
