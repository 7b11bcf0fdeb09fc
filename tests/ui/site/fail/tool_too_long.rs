#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product_with_all_of_its_variants_and_pictures {
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

    /// Does something.
    #[action(expose = "session", effects = [])]
    pub async fn add_every_variant_to_the_cart() {}
}

site! {
    pub static SITE: Shop = {
        name: "Shop",
        auth: [cookie],
        pages: [product_with_all_of_its_variants_and_pictures],
    }
}

fn main() {
    let _ = &SITE;
}
