//! Generated code gives no lint anything to say, however strict the crate is.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unreachable_pub,
    unused_qualifications,
    unused_results,
    unused_lifetimes,
    single_use_lifetimes,
    non_local_definitions,
    redundant_lifetimes,
    unit_bindings,
    unnameable_types,
    variant_size_differences,
    let_underscore_drop,
    trivial_casts,
    trivial_numeric_casts,
    unused_import_braces,
    unused_macro_rules,
    explicit_outlives_requirements,
    elided_lifetimes_in_paths,
    rust_2018_idioms,
    nonstandard_style,
    future_incompatible
)]
#![forbid(unsafe_code)]

use affordances::prelude::*;
use affordances::{action, entities, guard, load, markdown, nav, page, site, view};

/// The state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shop;

/// The cart.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Cart {
    count: u32,
}

/// A product.
#[page(route = "/product/[slug]", state = Shop)]
pub(crate) mod product {
    use super::{
        Caller, Cart, Deserialize, Html, Input, JsonSchema, Nav, PageView, Path, Shop, State,
        Verdict, Write, action, entities, guard, load, markdown, nav, view,
    };

    /// From the path.
    #[derive(Debug, Deserialize)]
    pub(crate) struct Params {
        slug: String,
    }

    /// What to add.
    #[derive(Debug, Deserialize, JsonSchema)]
    pub(crate) struct Add {
        quantity: u32,
    }

    /// What is shown.
    #[entities]
    #[derive(Debug)]
    pub(crate) struct Entities {
        cart: Cart,
    }

    #[load]
    pub(crate) async fn load(
        State(_): State<Shop>,
        Path(params): Path<Params>,
    ) -> affordances::Result<Entities> {
        let count = u32::try_from(params.slug.len()).unwrap_or_default();
        Ok(Entities {
            cart: Cart { count },
        })
    }

    #[view]
    pub(crate) fn view(entities: &Entities, page: &PageView) -> Html<String> {
        Html(format!("{}{}", entities.cart.count, page.path()))
    }

    #[guard("always")]
    pub(crate) fn always(_: &Entities) -> Verdict {
        Verdict::available()
    }

    /// Adds.
    #[action(expose = "confirm", effects = [cart], guard = always, summary = "Add {quantity}")]
    #[expect(
        clippy::too_many_arguments,
        reason = "the attribute reaches the function"
    )]
    pub(crate) async fn add(
        _a: State<Shop>,
        _b: Caller,
        Input(input): Input<Add>,
        _d: &Write<Cart>,
        _e: Option<Caller>,
        _f: &Entities,
        _g: State<Shop>,
        _h: State<Shop>,
    ) -> u32 {
        input.quantity
    }

    #[nav]
    pub(crate) fn nav(_: &Entities) -> Vec<Nav> {
        Vec::new()
    }

    #[markdown]
    pub(crate) fn markdown(_: &Entities) -> String {
        String::new()
    }
}

site! {
    /// The site.
    pub(crate) static SITE: Shop = { name: "Shop", auth: [cookie], pages: [product] }
}

fn main() {
    assert_eq!(SITE.pages.len(), 1);
}
