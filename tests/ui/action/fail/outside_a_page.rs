#[path = "../../shop.rs"]
mod shop;
use shop::*;

#[action(expose = "session")]
pub async fn add() {}

fn main() {
    let _the_item_is_still_there = add();
}
