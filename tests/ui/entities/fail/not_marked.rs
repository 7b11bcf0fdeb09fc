#[path = "../../shop.rs"]
mod shop;
use affordances::PageEntities;
use shop::*;

fn count_of<E: PageEntities>() -> usize {
    E::ENTITIES.len()
}

fn main() {
    count_of::<Cart>();
}
