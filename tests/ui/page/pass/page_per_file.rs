//! In a file of its own a page's module is called `page`, and the file's module stands for it.
#[path = "../../shop.rs"]
mod shop;
use shop::*;

pub mod pages {
    pub mod product {
        /// A product.
        #[affordances::page(route = "/product", state = Shop)]
        mod page {
            use crate::shop::*;

            #[entities]
            pub struct Entities {}

            #[load]
            pub async fn load() -> Entities {
                Entities {}
            }
        }
    }
}

site! { pub static SITE: Shop = { name: "Shop", auth: [cookie], pages: [pages::product] } }

fn main() {
    assert_eq!(pages::product::PAGE.meta.name, "product");
    assert_eq!(SITE.pages.len(), 1);
}
