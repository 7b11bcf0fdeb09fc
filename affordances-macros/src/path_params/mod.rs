//! What a struct reads from the path: told by the page that declares it, or published by
//! `#[derive(PathParams)]` for pages elsewhere.
mod expand;
mod serde_names;

use affordances_grammar::route::Others;
use affordances_macro_support::attrs::cfgs;
use affordances_macro_support::items::{DataItem, FieldStyle};
use syn::{Attribute, Ident, Type};

pub(crate) use expand::expand_path_params;
pub(crate) use serde_names::{Names, Presence};

use serde_names::{container, is_conditional, names};

/// The fields of a struct by the names that serde gives them.
pub(crate) struct PathFields<'a> {
    pub(crate) fields: Vec<PathField<'a>>,
    pub(crate) others: Others,
}

/// A field that serde reads.
pub(crate) struct PathField<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    /// Presence is neither `Never` nor `Flattened`.
    pub(crate) names: Names,
}

impl<'a> PathFields<'a> {
    /// The fields of a struct, unless serde reads it in another way, or in one that a `cfg` decides.
    pub(crate) fn of(data: &'a DataItem, attrs: &[Attribute]) -> Option<Self> {
        let container = container(attrs);
        let is_known = data.style == FieldStyle::Named
            && container.is_plain
            && data.generics.params.is_empty();
        if !is_known {
            return None;
        }
        let mut read = Self {
            fields: Vec::new(),
            others: if container.refuses_others {
                Others::Refused
            } else {
                Others::Ignored
            },
        };
        for field in &data.fields {
            let ident = field.ident.as_ref()?;
            if is_conditional(&field.attrs) {
                return None;
            }
            let mut names = names(ident, &field.attrs, &container);
            if !cfgs(&field.attrs).is_empty() {
                names.presence = Presence::Optional; // or not there at all
            }
            match names.presence {
                Presence::Never => continue,
                Presence::Flattened => {
                    read.others = Others::Kept;
                    continue;
                }
                Presence::Required | Presence::Always | Presence::Optional => {}
            }
            read.fields.push(PathField {
                ident,
                ty: &field.ty,
                names,
            });
        }
        Some(read)
    }
}
