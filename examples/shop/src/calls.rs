//! What a call brings and what it takes home. Every bound stands in the attributes, so that
//! the published schema says all of it and is what a call is checked against.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::entities::{Cents, ProductCard};

/// What to look for; all conditions must hold.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Search {
    /// A part of the product's name; upper and lower case are the same.
    #[schemars(length(min = 1, max = 100))]
    pub query: String,
    /// The highest price of one piece.
    // The maximum is the largest integer that every JSON reader keeps exactly.
    #[schemars(range(min = 0, max = 9_007_199_254_740_991_i64))]
    pub max_price_cents: Option<Cents>,
    /// Tags that the product must carry, all of them.
    #[serde(default)]
    #[schemars(length(max = 16), inner(length(max = 40)))]
    pub tags: Vec<String>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// The products, in the order of the catalogue.
    pub hits: Vec<ProductCard>,
}

/// The name to go by. There is no password: this shop is a demonstration.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignIn {
    /// Any name, without control characters.
    #[schemars(length(min = 1, max = 40), pattern(r"^[^\x00-\x1f\x7f-\x9f]*$"))]
    pub name: String,
}

/// Pieces to put into the cart.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddToCart {
    /// A variant of this product.
    #[schemars(length(min = 1, max = 40))]
    pub sku: String,
    /// How many pieces.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 10))]
    pub quantity: u32,
}

fn one() -> u32 {
    1
}

/// Pieces to set aside.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reserve {
    /// A variant of this product.
    #[schemars(length(min = 1, max = 40))]
    pub sku: String,
    /// How many pieces.
    #[schemars(range(min = 1, max = 10))]
    pub quantity: u32,
}

/// The line of the cart after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InCart {
    /// How many pieces of the variant are in the cart now.
    pub quantity: u32,
}

/// A new quantity for a line of the cart.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetQuantity {
    /// A variant that is in the cart.
    #[schemars(length(min = 1, max = 40))]
    pub sku: String,
    /// How many pieces; 0 removes the line.
    #[schemars(range(min = 0, max = 10))]
    pub quantity: u32,
}

/// Something that makes the cart cheaper. A second one replaces the first of its kind.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum ApplyCoupon {
    /// A part of the sum.
    Percent {
        /// The word on the coupon.
        #[schemars(length(min = 1, max = 40))]
        code: String,
    },
    /// Money paid in advance.
    GiftCard {
        /// The number on the card.
        #[schemars(pattern(r"^[0-9]{16}$"))]
        number: String,
        /// The secret on its back.
        #[schemars(pattern(r"^[0-9]{4}$"))]
        pin: String,
    },
}

/// An order of everything in the cart.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PlaceOrder {
    /// A word to those who pack it.
    #[schemars(length(max = 200))]
    pub note: Option<String>,
}

/// The order that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Placed {
    /// The last segment of its page, `/orders/{orderId}`.
    pub order_id: String,
}

/// Pieces that have arrived. Staff code only, so no schema is published.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Restock {
    /// A variant of this product.
    #[schemars(length(min = 1, max = 40))]
    pub sku: String,
    /// How many pieces.
    #[schemars(range(min = 1, max = 1000))]
    pub quantity: u32,
}
