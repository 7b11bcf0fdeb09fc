//! What fits a route, wherever it is declared and however it is spelled.
#[path = "../../shop.rs"]
mod shop;
use std::collections::HashMap;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use shop::*;

type Language = Option<String>;

#[derive(Deserialize, PathParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Published {
    product_slug: String,
    #[serde(alias = "rest")]
    all_the_rest: Language,
    #[serde(default)]
    page: u32,
    #[serde(skip)]
    _never: u32,
}

#[derive(Deserialize)]
pub struct Unpublished {
    #[serde(rename = "productSlug")]
    slug: String,
    rest: Option<String>,
}

#[derive(Deserialize)]
pub struct Generic<T> {
    rest: T,
}

/// Reads the parameters in its own way.
mod own {
    use super::*;

    pub struct Path<T>(pub T);

    impl<S: Sync, T: Default> FromRequestParts<S> for Path<T> {
        type Rejection = std::convert::Infallible;

        async fn from_request_parts(_: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
            Ok(Self(T::default()))
        }
    }

    #[derive(Default, Deserialize)]
    pub struct Params {
        pub nothing_of_the_route: String,
    }
}

/// A product.
#[page(route = "/products/[productSlug]/[[...rest]]", state = Shop)]
pub mod product {
    use super::*;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    pub struct Params {
        product_slug: String,
        rest: Language,
        language: Language,
    }

    #[derive(Deserialize)]
    pub struct Conditional {
        #[cfg(not(any()))]
        rest: Option<String>,
        #[cfg(any())]
        nowhere: String,
    }

    #[entities]
    pub struct Entities {
        pub product: Product,
    }

    #[load]
    pub async fn load(State(shop): State<Shop>, Path(_): Path<Params>) -> Result<Entities> {
        Ok(Entities {
            product: shop.product(),
        })
    }

    #[view]
    pub fn view(
        Path(_): Path<Published>,
        Path(_): Path<Unpublished>,
        Path(_): axum::extract::Path<Generic<Option<String>>>,
        Path(_): Path<HashMap<String, String>>,
        Path(_): Path<Vec<String>>,
        Path(()): Path<()>,
        own::Path(_): own::Path<own::Params>,
        Path(_): Path<Conditional>,
    ) -> Html<String> {
        Html(String::new())
    }
}

site! {
    pub static SITE: Shop = {
        name: "Shop",
        auth: [],
        pages: [product],
    }
}

fn main() {
    let site = Affordances::new(&SITE);
    let app = site.pages().with_state(Shop);
    let _ = site.finish(app).unwrap();
}
