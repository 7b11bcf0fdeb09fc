//! The pages as people see them, drawn from the same entities that agents read.
//!
//! A page must show whatever its entities hold, so that agents never learn more
//! than people do; numbers that are written otherwise keep their plain form in a
//! `<data>` element.
//!
//! Templates are `maud`: they escape by default, and being functions they take
//! the entities as they are and share their parts without a language of includes.

mod cart;
mod form;
mod help;
mod home;
mod layout;
mod notice;
mod order;
mod product;
#[cfg(test)]
mod tests;

pub use cart::cart;
pub use help::{about, article};
pub use home::home;
pub use layout::{Chrome, dollars};
pub use notice::{error, failure, login};
pub use order::order;
pub use product::product;
