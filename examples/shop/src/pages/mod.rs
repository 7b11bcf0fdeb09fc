//! The pages: each says what it shows and what can be done on it, and leaves the
//! doing to the store and the drawing to the templates.

#![allow(
    missing_docs,
    reason = "the words are for agents, and stand on pages, actions and the types of entities"
)]

pub mod cart;
pub mod docs;
pub mod home;
pub mod order;
pub mod product;

use affordances::prelude::*;

use crate::store::Error;

/// What a refusal of the store is called in the protocol. A field that is wrong
/// is named by its pointer; a state that does not allow it says why.
impl From<Error> for ActionError {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::NotFound => Self::not_found(),
            Error::NotOfProduct | Error::NotInCart => Self::invalid_input("/sku", message),
            Error::UnknownCoupon => Self::invalid_input("/code", message),
            Error::UnknownCard => Self::invalid_input("/number", message),
            Error::OutOfStock { .. } | Error::EmptyCart | Error::NotPlaced => {
                Self::unavailable(message)
            }
            Error::Db(cause) => Self::internal(cause),
        }
    }
}
