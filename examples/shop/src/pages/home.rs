//! `/`: the goods, finding them, and signing in.

use affordances::prelude::*;
use axum::extract::Query;
use maud::Markup;

use crate::calls::{Found, Search, SignIn};
use crate::entities::{Catalogue, Visitor};
use crate::name::Name;
use crate::store::Store;
use crate::{Shop, callers, html};

/// What there is to buy, and who is looking.
#[page(route = "/", state = Shop)]
pub mod page {
    use super::*;

    /// The home page narrows its list when the URL says so.
    #[derive(Debug, Deserialize)]
    pub struct Looking {
        #[serde(default)]
        query: String,
    }

    #[derive(Debug)]
    #[entities]
    pub struct Entities {
        pub catalogue: Catalogue,
        pub visitor: Visitor,
    }

    #[load]
    pub async fn load(
        State(store): State<Store>,
        Query(looking): Query<Looking>,
        caller: Option<Caller>,
    ) -> Result<Entities> {
        Ok(Entities {
            catalogue: store.catalogue(&looking.query).await?,
            visitor: Visitor::named(callers::name_of(caller.as_ref())),
        })
    }

    #[view]
    pub fn view(entities: &Entities, Query(looking): Query<Looking>, page: &PageView) -> Markup {
        html::home(&entities.catalogue, &entities.visitor, &looking.query, page)
    }

    /// Find products by name, price and tags.
    #[action(expose = "public", read_only)]
    pub async fn search(State(store): State<Store>, Input(search): Input<Search>) -> Result<Found> {
        Ok(store.search(&search).await?)
    }

    /// Sign in by a name, without a password: this shop is a demonstration.
    #[action(expose = "public", effects = [visitor])]
    pub async fn sign_in(
        State(shop): State<Shop>,
        Input(SignIn { name }): Input<SignIn>,
        visitor: &Write<Visitor>,
    ) -> Result<Outcome<()>> {
        let name = Name::parse(&name)
            .map_err(|bad| ActionError::invalid_input("/name", bad.to_string()))?;
        let session = shop.sessions.begin(visitor, &name);
        Ok(Outcome::new(())
            .message(format!("Signed in as {name}"))
            .with(session)
            .acting_as(callers::person(name)))
    }

    #[nav]
    pub fn nav(entities: &Entities) -> Vec<Nav> {
        let products = entities.catalogue.products.iter().map(|product| {
            Nav::to(format!("/products/{}", product.slug)).label(product.name.clone())
        });
        let others = [
            Nav::to("/cart").label("Cart"),
            Nav::to("/help/shipping").label("Shipping"),
            Nav::to("/help/agents/calling").label("Calling actions as an agent"),
        ];
        products.chain(others).collect()
    }
}
