#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::shop::*;

    #[entities]
    pub struct Entities {
        pub product: Product,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>) -> Result<Entities> {
        Ok(Entities {
            product: shop.product(),
        })
    }
}

site! {
    pub static SITE: Shop = {
        name: "Shop",
        auth: [cookie],
        pages: [product],
    }
}

fn main() {
    let _ = affordances::include_site!(SITE);
}
