//! The shop's data, below the pages: every action ends in one of these functions,
//! and every function that writes is one transaction.
//!
//! Mutators ask for the capability of what they change, so an action that does
//! not declare the effect cannot call them. What keeps the data is behind the
//! feature `store`: a build script needs the pages, and no database.

mod error;
#[cfg(feature = "store")]
mod sqlite;

use std::fmt;
use std::sync::Arc;

use affordances::Write;
use async_trait::async_trait;

pub use error::{Error, Result};
#[cfg(feature = "store")]
pub use sqlite::open;

use crate::calls::{ApplyCoupon, Found, InCart, Placed, Search};
use crate::entities::{Cart, Catalogue, Order, Orders, Product, Stock};

/// The open store. Cloning is cheap and shares it.
pub type Store = Arc<dyn Data>;

/// Everything that a store can do.
pub trait Data: Goods + Carts + OrderBook + fmt::Debug {}

impl<T: Goods + Carts + OrderBook + fmt::Debug> Data for T {}

/// The goods, and the pieces in stock.
#[async_trait]
pub trait Goods: Send + Sync {
    /// The goods whose name has `query` in it (all have `""`), as many as fit.
    ///
    /// # Errors
    ///
    /// When the database fails.
    async fn catalogue(&self, query: &str) -> Result<Catalogue>;

    /// The goods that match, as many as fit.
    ///
    /// # Errors
    ///
    /// When the database fails.
    async fn search(&self, search: &Search) -> Result<Found>;

    /// One product.
    ///
    /// # Errors
    ///
    /// `NotFound` when no product has this slug.
    async fn product(&self, slug: &str) -> Result<Product>;

    /// Puts new pieces into stock.
    ///
    /// # Errors
    ///
    /// `NotOfProduct` when the product has no such variant.
    async fn restock(
        &self,
        stock: &Write<Stock>,
        product: &str,
        sku: &str,
        quantity: u32,
    ) -> Result<()>;
}

/// The carts of callers: reading one, and every way to change it short of ordering.
#[async_trait]
pub trait Carts: Send + Sync {
    /// The caller's cart. Strangers have an empty one.
    ///
    /// # Errors
    ///
    /// When the database fails.
    async fn cart(&self, caller: Option<&str>) -> Result<Cart>;

    /// Puts pieces into the cart. They stay in stock until they are ordered.
    ///
    /// # Errors
    ///
    /// `NotOfProduct`; `OutOfStock` when the cart would wish for more than there is.
    async fn add_to_cart(
        &self,
        cart: &Write<Cart>,
        caller: &str,
        product: &str,
        sku: &str,
        quantity: u32,
    ) -> Result<InCart>;

    /// Takes pieces out of stock and into the cart.
    ///
    /// # Errors
    ///
    /// `NotOfProduct`; `OutOfStock` when there are fewer.
    async fn reserve(
        &self,
        cart: &Write<Cart>,
        stock: &Write<Stock>,
        caller: &str,
        product: &str,
        sku: &str,
        quantity: u32,
    ) -> Result<InCart>;

    /// Changes a line; 0 removes it. Reserved pieces above the new quantity go
    /// back to stock.
    ///
    /// # Errors
    ///
    /// `NotInCart`; `OutOfStock` when the line would wish for more than there is.
    async fn set_quantity(
        &self,
        cart: &Write<Cart>,
        stock: &Write<Stock>,
        caller: &str,
        sku: &str,
        quantity: u32,
    ) -> Result<()>;

    /// Notes a coupon or a gift card on the cart, in place of the last of its
    /// kind. The card is charged when the order is placed.
    ///
    /// # Errors
    ///
    /// `UnknownCoupon`, `UnknownCard`. A wrong pin is an unknown card, so that
    /// nobody learns which numbers exist.
    async fn apply_coupon(
        &self,
        cart: &Write<Cart>,
        caller: &str,
        coupon: &ApplyCoupon,
    ) -> Result<()>;
}

/// Orders: made from a cart, listed for their owner, taken back.
#[async_trait]
pub trait OrderBook: Send + Sync {
    /// Orders everything in the caller's cart, and empties it.
    ///
    /// # Errors
    ///
    /// `EmptyCart`; `OutOfStock` when the unreserved pieces of a line are gone.
    async fn place_order(
        &self,
        cart: &Write<Cart>,
        order: &Write<Order>,
        stock: &Write<Stock>,
        caller: &str,
        note: Option<&str>,
    ) -> Result<Placed>;

    /// The caller's orders, the newest first. Strangers have none.
    ///
    /// # Errors
    ///
    /// When the database fails.
    async fn orders(&self, caller: Option<&str>) -> Result<Orders>;

    /// One order of the caller's.
    ///
    /// # Errors
    ///
    /// `NotFound` when there is none, or it is someone else's.
    async fn order(&self, caller: &str, id: &str) -> Result<Order>;

    /// Takes an order back: its pieces return to stock, and to the gift card
    /// what it had paid.
    ///
    /// # Errors
    ///
    /// `NotFound` when there is none, or it is someone else's; `NotPlaced` the
    /// second time.
    async fn cancel_order(
        &self,
        order: &Write<Order>,
        stock: &Write<Stock>,
        caller: &str,
        id: &str,
    ) -> Result<()>;
}
