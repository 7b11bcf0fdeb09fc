//! A page may be written by a macro of the app's own, with `$crate` as the way to ours.
#[path = "../../shop.rs"]
pub mod shop;
pub use affordances as web;

macro_rules! simple_page {
    ($(#[$docs:meta])* $vis:vis $name:ident, $route:literal, $state:ty, $entity:ident: $ty:ty, $more:item) => {
        $(#[$docs])*
        #[$crate::web::page(route = $route, state = $state, crate = $crate::web)]
        $vis mod $name {
            use $crate::shop::*;

            #[entities]
            pub struct Entities {
                pub $entity: $ty,
            }

            #[load]
            pub async fn load(State(shop): State<$state>) -> Entities {
                Entities { $entity: shop.$entity() }
            }

            /// Adds.
            #[action(expose = "session", effects = [$entity])]
            pub async fn add(_: &Write<$ty>) {}

            $more
        }
    };
}

simple_page! {
    /// The cart.
    pub cart, "/cart", crate::shop::Shop, cart: crate::shop::Cart,
    /// Clears.
    #[action(expose = "session", effects = [])]
    pub async fn clear() {}
}

simple_page! {
    /// A product.
    product, "/product", crate::shop::Shop, product: crate::shop::Product,
    #[nav]
    pub fn nav(_: &Entities) -> Vec<Nav> { Vec::new() }
}

web::site! { pub static SITE: shop::Shop = { name: "Shop", auth: [cookie], pages: [cart, product] } }

fn main() {
    assert_eq!(cart::PAGE.actions.len(), 2);
    assert_eq!(SITE.pages.len(), 2);
}
