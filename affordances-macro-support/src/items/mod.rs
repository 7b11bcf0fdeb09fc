//! A module and its items, read as far as the macros need and no further.
//!
//! `syn::ItemMod` would parse every function body. While somebody types, one half-written expression
//! then costs the whole page: its syntax error is reported a second time by us, and every item of the
//! module vanishes from the editor. Here a module is cut into items by a scan over token trees that
//! cannot fail (`split.rs`); what an item's head says is read where it can be (`function.rs`,
//! `data.rs`), and its own tokens are kept to be written out again untouched. A head that does not
//! parse makes the item [`ItemKind::Unreadable`]: rustc has the better error for it.
mod data;
mod function;
mod module;
mod split;

use proc_macro2::TokenStream;
use quote::{ToTokens, TokenStreamExt as _};
use syn::{Attribute, Ident};

pub use data::{DataItem, DataKind, FieldItem, FieldStyle};
pub use function::FnItem;
pub use module::Module;
pub(crate) use module::mentions;

/// One item of a module.
#[derive(Clone)]
pub struct Item {
    /// Its outer attributes, doc comments among them. A macro takes its own off.
    pub attrs: Vec<Attribute>,
    /// What could be read of it.
    pub kind: ItemKind,
    /// Everything after the attributes, as written.
    tokens: TokenStream,
}

/// What an item is.
#[derive(Clone)]
pub enum ItemKind {
    /// `fn`
    Fn(Box<FnItem>),
    /// `struct`, `enum` or `union`
    Data(Box<DataItem>),
    /// Anything else, by the keyword or the macro that begins it: `use`, `thread_local!`.
    Other(String),
    /// Its head does not parse. It is written out as it stands, and rustc says what is wrong.
    Unreadable,
}

impl Item {
    /// The name of a function or a data type; others have none, or it is not read.
    #[must_use]
    pub fn name(&self) -> Option<&Ident> {
        match &self.kind {
            ItemKind::Fn(head) => Some(&head.sig.ident),
            ItemKind::Data(data) => Some(&data.ident),
            ItemKind::Other(_) | ItemKind::Unreadable => None,
        }
    }

    /// The item's tokens after its attributes.
    #[must_use]
    pub fn tokens(&self) -> &TokenStream {
        &self.tokens
    }

    /// Takes `self` off a function that has it. Whoever reports it does so: rustc would report it once
    /// more.
    pub fn drop_receiver(&mut self) {
        if let ItemKind::Fn(head) = &self.kind
            && head.sig.receiver().is_some()
        {
            let tokens = std::mem::take(&mut self.tokens);
            self.tokens = function::without_receiver(tokens);
        }
    }

    /// Takes the attributes that bear one of `names` off the fields of a `struct` or an `enum`.
    pub fn strip_field_attrs(&mut self, names: &[&str]) {
        let tokens = std::mem::take(&mut self.tokens);
        self.tokens = data::without_field_attrs(tokens, names);
    }
}

impl ToTokens for Item {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(&self.attrs);
        self.tokens.to_tokens(tokens);
    }
}

impl ItemKind {
    /// The item in words, for messages: "a function", "a `use`".
    #[must_use]
    pub fn noun(&self) -> String {
        match self {
            Self::Fn(_) => "a function".to_owned(),
            Self::Data(data) => data.kind.noun().to_owned(),
            Self::Other(keyword) => format!("a `{keyword}`"),
            Self::Unreadable => "this item".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests;
