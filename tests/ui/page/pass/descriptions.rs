//! Doc comments are descriptions, whatever is in them.
#[path = "../../shop.rs"]
mod shop;
use shop::*;

/// Shows "quotes", \\ and {braces}.
///
///     code, indented
///
#[doc = concat!("Computed ", "too.")]
#[page(route = "/product", state = Shop)]
pub mod product {
    //! And what stands inside.
    use super::shop::*;

    #[entities]
    pub struct Entities {}

    #[load]
    pub async fn load() -> Entities {
        Entities {}
    }

    /** Adds.
     *
     * Block comments too.
     */
    #[action(expose = "session", effects = [])]
    pub async fn add() {}
}

fn main() {
    assert_eq!(
        product::PAGE.meta.description,
        "Shows \"quotes\", \\\\ and {braces}.\n\n    code, indented\n\nComputed too.\nAnd what stands inside."
    );
    assert_eq!(
        product::PAGE.actions[0].meta.description,
        "Adds.\n\nBlock comments too."
    );
}
