//! The module as written, its items sorted by our attributes, and the attributes taken off.
use affordances_macro_support::attrs;
use affordances_macro_support::entry::MISPLACED_ATTRIBUTE;
use affordances_macro_support::items::{DataItem, Item, ItemKind, Module};
use affordances_macro_support::marks::{self, Named, Taken, name_of};
use affordances_macro_support::sink::ErrorSink;
use affordances_macro_support::spans::ungrouped;
use proc_macro2::TokenStream;
use syn::punctuated::Punctuated;
use syn::{Attribute, Path, Signature, Token, Type};

use crate::handler::{HandlerItem, HandlerKind};

const ENTITIES: &str = "entities";
const ENTITY: &str = "entity";

/// A page's module.
pub(crate) struct PageItem {
    /// What is written out again.
    pub(crate) module: Module,
    /// Every attribute of ours that was found.
    pub(crate) named: Vec<Named>,
    /// The structs under `#[entities]`.
    pub(crate) entities: Vec<EntitiesItem>,
    /// The functions under an attribute of ours.
    pub(crate) handlers: Vec<HandlerItem>,
    /// Every function of the module.
    pub(crate) functions: Vec<Signature>,
    /// Every struct, enum and union of the module.
    pub(crate) data: Vec<DataType>,
    /// Some item under an attribute of ours could not be used. Nothing is reported as missing then: that
    /// item may be what is missing.
    pub(crate) is_half_read: bool,
    /// The import that the module lacks.
    pub(crate) import: Option<TokenStream>,
}

/// A data type of the module, with what is written above it.
pub(crate) struct DataType {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) data: DataItem,
}

/// The data type that `ty` names, unless `cfg` gives it several forms.
pub(crate) fn data_of<'a>(data: &'a [DataType], ty: &Type) -> Option<&'a DataType> {
    let Type::Path(path) = ungrouped(ty) else {
        return None;
    };
    let name = path.path.get_ident()?;
    let mut found = data.iter().filter(|one| one.data.ident == *name);
    found.next().filter(|_| found.next().is_none())
}

/// The struct under `#[entities]`.
pub(crate) struct EntitiesItem {
    pub(crate) marker: Attribute,
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) data: DataItem,
}

impl PageItem {
    /// Sorts the items of `module`.
    pub(crate) fn sort(mut module: Module, errors: &ErrorSink<'_>) -> Self {
        let mut items = std::mem::take(&mut module.items);
        let mut page = Self {
            module,
            named: Vec::new(),
            entities: Vec::new(),
            handlers: Vec::new(),
            functions: Vec::new(),
            data: Vec::new(),
            is_half_read: false,
            import: None,
        };
        for item in &mut items {
            page.take_in(item, errors);
        }
        page.module.items = items;
        let whole = format_args!("page `{}`", page.module.ident);
        page.import = marks::import(&page.module, &page.named, whole, errors);
        page
    }

    fn take_in(&mut self, item: &mut Item, errors: &ErrorSink<'_>) {
        let names = marker_names();
        let Taken { markers, is_hidden } = marks::take(item, &names, "the page", errors);
        self.is_half_read |= is_hidden;
        self.named.extend(Named::all(&markers, &[&item.attrs]));
        let marker = markers.into_iter().next();
        match &item.kind {
            ItemKind::Fn(head) => {
                self.functions.push(head.sig.clone());
                let Some(marker) = marker else { return };
                let name = name_of(&marker);
                match HandlerKind::ALL
                    .into_iter()
                    .find(|kind| kind.name() == name)
                {
                    Some(kind) => {
                        self.handlers.push(HandlerItem {
                            kind,
                            marker,
                            attrs: item.attrs.clone(),
                            sig: head.sig.clone(),
                        });
                        item.drop_receiver();
                    }
                    None => self.misplaced(&marker, &item.kind, errors),
                }
            }
            ItemKind::Data(data) => {
                self.data.push(DataType {
                    attrs: item.attrs.clone(),
                    data: (**data).clone(),
                });
                let Some(marker) = marker else {
                    if misplaced_on_fields(data, &item.attrs, errors) {
                        item.strip_field_attrs(&[ENTITY]);
                    }
                    return;
                };
                if name_of(&marker) == ENTITIES {
                    self.entities.push(EntitiesItem {
                        marker,
                        attrs: item.attrs.clone(),
                        data: (**data).clone(),
                    });
                    for field in &data.fields {
                        let mut rest = field.attrs.clone();
                        let markers = attrs::take(&mut rest, &[ENTITY]);
                        for attr in &rest {
                            marks::check_hidden(attr, &[ENTITY], "the page", "field", errors);
                        }
                        self.named
                            .extend(Named::all(&markers, &[&item.attrs, &rest]));
                    }
                    item.strip_field_attrs(&[ENTITY]);
                } else {
                    self.misplaced(&marker, &item.kind, errors);
                }
            }
            ItemKind::Other(_) => {
                if let Some(marker) = marker {
                    self.misplaced(&marker, &item.kind, errors);
                }
            }
            ItemKind::Unreadable => self.is_half_read |= marker.is_some(),
        }
    }

    fn misplaced(&mut self, marker: &Attribute, found: &ItemKind, errors: &ErrorSink<'_>) {
        self.is_half_read = true;
        let name = name_of(marker);
        let place = match name.as_str() {
            ENTITIES => "a struct",
            ENTITY => "a field of the `#[entities]` struct",
            _ => "a function",
        };
        errors.on(
            MISPLACED_ATTRIBUTE,
            marker.path(),
            format!("`#[{name}]` belongs on {place}, not on {}", found.noun()),
        );
    }
}

/// Reports `#[entity(..)]` on fields of a type that is not under `#[entities]`. Where a derive that is not
/// known to take no such attribute stands above, it may be the derive's own.
fn misplaced_on_fields(data: &DataItem, attrs: &[Attribute], errors: &ErrorSink<'_>) -> bool {
    const WITHOUT_IT: [&str; 13] = [
        "Clone",
        "Copy",
        "Debug",
        "Default",
        "Deserialize",
        "Eq",
        "Hash",
        "JsonSchema",
        "Ord",
        "PartialEq",
        "PartialOrd",
        "PathParams",
        "Serialize",
    ];
    let derived = attrs.iter().filter(|attr| attr.path().is_ident("derive"));
    let is_known = derived.into_iter().all(|derive| {
        let paths = derive.parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated);
        paths.is_ok_and(|paths| {
            paths.iter().all(|path| {
                let name = path.segments.last().map(|last| last.ident.to_string());
                name.is_some_and(|name| WITHOUT_IT.contains(&name.as_str()))
            })
        })
    });
    if !is_known {
        return false;
    }
    let mut found = false;
    for field in &data.fields {
        let markers = attrs::take(&mut field.attrs.clone(), &[ENTITY]);
        for marker in &markers {
            found = true;
            errors.on(
                MISPLACED_ATTRIBUTE,
                marker.path(),
                format!(
                    "`#[entity(..)]` belongs on a field of the `#[entities]` struct, and `{}` is not it\n\
                     move the field there, or drop the attribute",
                    data.ident
                ),
            );
        }
    }
    found
}

/// Every attribute that a page reads on an item.
fn marker_names() -> Vec<&'static str> {
    let kinds = HandlerKind::ALL.map(HandlerKind::name);
    kinds.into_iter().chain([ENTITIES, ENTITY]).collect()
}
