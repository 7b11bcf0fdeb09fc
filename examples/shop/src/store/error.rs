//! Why a store function did not do it; the pages turn it into the protocol's codes.

use std::fmt;

use affordances::BoxError;

/// What the store functions return.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why not.
///
/// Deliberately not a [`std::error::Error`]: in an action each of those becomes
/// an `internal` failure at `?`, while these say which answer they deserve.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// There is no such product or order, or it is someone else's.
    NotFound,
    /// The product has no variant of this name.
    NotOfProduct,
    /// Fewer pieces are in stock than asked for.
    OutOfStock {
        /// The variant.
        sku: String,
        /// The pieces that are there.
        left: u32,
    },
    /// The cart has no line of this name.
    NotInCart,
    /// The cart has no line at all.
    EmptyCart,
    /// No coupon has this code.
    UnknownCoupon,
    /// No gift card has this number and pin.
    UnknownCard,
    /// The order is cancelled already.
    NotPlaced,
    /// The database failed.
    Db(BoxError),
}

#[cfg(feature = "store")]
impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        Self::Db(error.into())
    }
}

/// Sentences for the caller, but for that of [`Error::Db`], which is for the log.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => f.write_str("There is nothing here"),
            Self::NotOfProduct => f.write_str("This product has no such variant"),
            Self::OutOfStock { sku, left: 0 } => write!(f, "{sku} is out of stock"),
            Self::OutOfStock { sku, left } => write!(f, "Only {left} of {sku} in stock"),
            Self::NotInCart => f.write_str("This is not in the cart"),
            Self::EmptyCart => f.write_str("The cart is empty"),
            Self::UnknownCoupon => f.write_str("No coupon has this code"),
            Self::UnknownCard => f.write_str("No gift card has this number and pin"),
            Self::NotPlaced => f.write_str("This order is cancelled already"),
            Self::Db(error) => write!(f, "database: {error}"),
        }
    }
}
