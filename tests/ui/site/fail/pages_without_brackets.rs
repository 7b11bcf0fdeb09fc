#[path = "../../shop.rs"]
mod shop;
use shop::*;

site! {
    pub static SITE: Shop = { name: "Shop", auth: [cookie], pages: product }
}

fn main() {
    let _ = &SITE;
}
