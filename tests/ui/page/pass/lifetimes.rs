//! Handlers may name lifetimes, give futures and stay synchronous.
#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// A product.
#[page(route = "/product", state = Shop)]
pub mod product {
    use super::shop::*;
    use std::future::Future;

    #[entities]
    pub struct Entities {
        pub product: Product,
        pub cart: Cart,
    }

    #[load]
    pub fn load(State(shop): State<Shop>) -> impl Future<Output = Result<Entities>> + Send {
        async move {
            Ok(Entities {
                product: shop.product(),
                cart: shop.cart(),
            })
        }
    }

    #[view]
    pub fn view<'a>(
        entities: &'a Entities,
        page: &'a PageView,
    ) -> impl axum::response::IntoResponse + use<> {
        Html(format!("{}{}", entities.product.name, page.path()))
    }

    /// Adds.
    #[action(expose = "session", effects = [cart, product])]
    pub async fn add<'a, 'b: 'a>(
        product: &'a Write<Product>,
        cart: &'b Write<Cart>,
        entities: &'a Entities,
    ) -> Result<String>
    where
        'b: 'a,
    {
        let _ = (product, cart);
        Ok(entities.product.name.clone())
    }

    /// Adds at once.
    #[action(expose = "session", effects = [cart])]
    pub fn add_now(_: &Write<Cart>) -> Result<()> {
        Ok(())
    }

    /// Adds later.
    #[action(expose = "session", effects = [cart])]
    pub fn add_later(_: &Write<Cart>) -> impl Future<Output = Result<Added>> + Send + use<> {
        async { Ok(Added { quantity: 1 }) }
    }
}

fn main() {}
