//! What the pages show: loaded from the store, drawn as HTML and sent to agents
//! from the same values. A doc comment here is a description in the schema.

use schemars::JsonSchema;
use serde::Serialize;

/// An amount of money in cents; signed like the integers of SQL.
pub type Cents = i64;

/// The goods, in the order of the shelves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Catalogue {
    /// How many products there are in all.
    pub count: usize,
    /// The first ten of them.
    pub products: Vec<ProductCard>,
}

/// A product in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductCard {
    /// The last segment of the product's page, `/products/{slug}`.
    pub slug: String,
    /// What it is called.
    pub name: String,
    /// The price of one piece.
    pub price_cents: Cents,
    /// Whether some variant can be bought now.
    pub in_stock: bool,
}

/// Who looks at the page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Visitor {
    /// Whether the shop recognises them.
    pub signed_in: bool,
    /// The name they go by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Visitor {
    /// The visitor of this name, or a stranger.
    #[must_use]
    pub fn named(name: Option<&str>) -> Self {
        Self {
            signed_in: name.is_some(),
            name: name.map(str::to_owned),
        }
    }
}

/// One product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    /// The last segment of the product's page, `/products/{slug}`.
    pub slug: String,
    /// What it is called.
    pub name: String,
    /// One sentence about it.
    pub description: String,
    /// The price of one piece of any variant.
    pub price_cents: Cents,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// What can be bought, each with its own stock.
    pub variants: Vec<Variant>,
}

/// One way to buy a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Variant {
    /// The stock keeping unit that carts and orders name.
    pub sku: String,
    /// How many pieces are left.
    pub stock: u32,
}

/// The resource behind [`Variant::stock`]: `Write<Stock>` lets pieces in and out.
#[derive(Clone, Copy, Debug)]
pub enum Stock {}

/// What the visitor is about to order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cart {
    /// The lines, in the order in which they were added.
    pub items: Vec<CartLine>,
    /// What a coupon and a gift card take off.
    pub discount_cents: Cents,
    /// What is left to pay.
    pub total_cents: Cents,
}

/// One line of a cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartLine {
    /// The variant.
    pub sku: String,
    /// What the product is called.
    pub name: String,
    /// How many pieces, the reserved ones included.
    pub quantity: u32,
    /// How many of them are set aside already.
    pub reserved: u32,
    /// The price of one piece.
    pub price_cents: Cents,
}

/// The visitor's orders.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Orders {
    /// How many there are in all.
    pub count: u32,
    /// The newest five, newest first.
    pub recent: Vec<OrderSummary>,
}

/// An order in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderSummary {
    /// The last segment of the order's page, `/orders/{id}`.
    pub id: String,
    /// Where it stands.
    pub status: OrderStatus,
    /// What was paid.
    pub total_cents: Cents,
}

/// One order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// The last segment of the order's page, `/orders/{id}`.
    pub id: String,
    /// Where it stands.
    pub status: OrderStatus,
    /// What was paid.
    pub total_cents: Cents,
    /// The lines, as they were when the order was placed.
    pub items: Vec<OrderLine>,
}

/// Where an order stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum OrderStatus {
    /// Paid, and on its way.
    Placed,
    /// Taken back: the pieces are in stock again.
    Cancelled,
}

/// One line of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLine {
    /// The variant.
    pub sku: String,
    /// What the product was called.
    pub name: String,
    /// How many pieces.
    pub quantity: u32,
    /// The price of one piece.
    pub price_cents: Cents,
}

/// A page of the handbook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Article {
    /// Where it is found, below `/help/`.
    pub path: String,
    /// What it is about.
    pub title: String,
    /// The text, without markup.
    pub body: String,
}
