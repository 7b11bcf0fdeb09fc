//! Inner attributes: an outer macro finds them on the items of its module, takes them off, and names
//! them once more without effect.
use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Attribute, Ident, Path};

use crate::attrs;
use crate::entry::{ATTRIBUTE_IN_CFG_ATTR, Entry, MARKED_TWICE, NOTHING_IMPORTED};
use crate::items::{Item, ItemKind, Module};
use crate::krate::CratePath;
use crate::sink::{ErrorSink, ErrorStore};

/// The argument with which a macro names each attribute that it has read. Then the name is used like any
/// other: an import of it is not unused, and an editor finds what it means.
const READ: &str = "__read";

/// An attribute of ours, as the user named it.
pub struct Named {
    path: Path,
    /// The conditions under which it is there.
    cfgs: Vec<Attribute>,
}

impl Named {
    /// Notes attributes that stand below those of `around`.
    pub fn all<'a>(
        markers: &'a [Attribute],
        around: &[&[Attribute]],
    ) -> impl Iterator<Item = Self> + use<'a> {
        let cfgs = around.iter().flat_map(|attrs| attrs::cfgs(attrs));
        let cfgs = cfgs.collect::<Vec<_>>();
        markers.iter().map(move |marker| Self {
            path: marker.path().clone(),
            cfgs: cfgs.clone(),
        })
    }

    /// Whether it stands by its name alone, which something must have brought into scope.
    fn is_bare(&self) -> bool {
        self.path.get_ident().is_some()
    }

    /// The attribute, once more and without effect: its name is used, wherever it comes from.
    fn attribute(&self) -> TokenStream {
        let Self { path, cfgs } = self;
        let read = Ident::new(READ, Span::call_site());
        let conditions = cfgs
            .iter()
            .filter_map(|cfg| cfg.meta.require_list().ok())
            .map(|list| &list.tokens)
            .collect::<Vec<_>>();
        if conditions.is_empty() {
            quote!(#[#path(#read)])
        } else {
            quote!(#[cfg_attr(all(#(#conditions),*), #path(#read))])
        }
    }
}

/// What [`take`] has found on an item.
pub struct Taken {
    /// All, in the order in which they stand. The first is meant; more are reported.
    pub markers: Vec<Attribute>,
    /// One stood in `cfg_attr`, where it can be neither seen nor obeyed; it is reported.
    pub is_hidden: bool,
}

/// Takes the attributes that bear one of `names` off an item. `whole` is what is read, in messages: "the
/// page".
pub fn take(item: &mut Item, names: &[&str], whole: &str, errors: &ErrorSink<'_>) -> Taken {
    let mut is_hidden = false;
    item.attrs.retain(|attr| {
        let hidden = check_hidden(attr, names, whole, "item", errors);
        is_hidden |= hidden;
        !hidden
    });
    let markers = attrs::take(&mut item.attrs, names);
    if let Some((first, more)) = markers.split_first() {
        for second in more {
            errors.on(
                MARKED_TWICE,
                second.path(),
                twice(item, &name_of(first), &name_of(second)),
            );
        }
    }
    Taken { markers, is_hidden }
}

/// Reports one of `names` that stands in a `cfg_attr`, on an `item` or a `field`.
pub fn check_hidden(
    attr: &Attribute,
    names: &[&str],
    whole: &str,
    place: &str,
    errors: &ErrorSink<'_>,
) -> bool {
    let Some(name) = attrs::hidden_in_cfg_attr(attr, names) else {
        return false;
    };
    errors.on(
        ATTRIBUTE_IN_CFG_ATTR,
        &name,
        format!(
            "`#[{name}]` must not stand in `cfg_attr`: {whole} is read before `cfg_attr` is\n\
             put `#[cfg(..)]` on the whole {place} instead"
        ),
    );
    true
}

/// What is said of an item under two attributes, which may be the same one.
fn twice(item: &Item, first: &str, second: &str) -> String {
    let name = item
        .name()
        .map_or_else(|| "this item".to_owned(), |name| format!("`{name}`"));
    if first == second {
        return format!("{name} is under `#[{first}]` twice\ndrop one of the two");
    }
    format!(
        "{name} is under `#[{first}]` and `#[{second}]`, and each makes something else of it\n\
         drop one of the two, or write an item for each"
    )
}

/// Whether a module knows no name from outside, and yet uses those of attributes: an import has been
/// forgotten, and rustc would say so of every word. Reports it, with `whole` as in "page `product`", and
/// gives the import, with which the module's own mistakes alone are left.
#[must_use]
pub fn import(
    module: &Module,
    named: &[Named],
    whole: impl Display,
    errors: &ErrorSink<'_>,
) -> Option<TokenStream> {
    // An import, a macro that may expand to one, or what cannot be read.
    let may_import = |item: &Item| match &item.kind {
        ItemKind::Fn(_) | ItemKind::Data(_) => false,
        ItemKind::Other(keyword) => {
            !["const", "static", "type", "trait", "impl", "mod"].contains(&keyword.as_str())
        }
        ItemKind::Unreadable => true,
    };
    let is_foreign = named.is_empty() || !named.iter().all(Named::is_bare);
    if is_foreign || module.items.iter().any(may_import) {
        return None;
    }
    errors.on(
        NOTHING_IMPORTED,
        &module.ident,
        format!("{whole} imports nothing, so no name from outside means anything in it\nbegin it with `use super::*;`"),
    );
    Some(quote! {
        use super::*;
    })
}

/// The name of an attribute, as text.
#[must_use]
pub fn name_of(marker: &Attribute) -> String {
    attrs::name(marker).map_or_else(String::new, Ident::to_string)
}

/// The item under an inner attribute that is expanded by itself: with one error at the attribute, unless
/// it is an outer macro that names it.
#[must_use]
pub fn outside(entry: Entry, message: &str, args: &TokenStream, item: TokenStream) -> TokenStream {
    if args.to_string() == READ {
        return item;
    }
    let store = ErrorStore::new();
    store.sink().at(entry, Span::call_site(), message);
    let mut tokens = store.into_compile_errors();
    tokens.extend(item);
    tokens
}

/// The attributes that stand by their names alone, named once more where both the module's names are in
/// scope and, behind them, ours: one that nobody has imported is found all the same. rustc would say no
/// more of it than that there is none, since attributes are not among what it proposes to import.
fn names(named: &[Named], krate: &CratePath) -> Option<TokenStream> {
    let bare = || named.iter().filter(|one| one.is_bare());
    let mut ours: Vec<Ident> = Vec::new();
    for name in bare().filter_map(|one| one.path.get_ident()) {
        if !ours.contains(name) {
            ours.push(Ident::new(&name.to_string(), Span::call_site()));
        }
    }
    let attributes = bare().map(Named::attribute);
    (!ours.is_empty()).then(|| {
        quote! {
            mod __affordances_names {
                use #krate::__private::attributes::{#(#ours),*};
                const _: () = {
                    use super::*;
                    #(#attributes)*
                    const _: () = ();
                };
            }
        }
    })
}

/// The user's module with more items at its end.
#[must_use]
pub fn with_items(
    module: Module,
    named: &[Named],
    krate: &CratePath,
    items: TokenStream,
) -> TokenStream {
    let names = names(named, krate);
    let elsewhere = named.iter().filter(|one| !one.is_bare());
    let elsewhere = elsewhere.map(Named::attribute).collect::<Vec<_>>();
    let elsewhere = (!elsewhere.is_empty()).then(|| quote!(#(#elsewhere)* const _: () = ();));
    let Module {
        attrs,
        vis,
        keyword,
        ident,
        brace,
        inner_attrs,
        items: own,
    } = module;
    let mut tokens = quote!(#(#attrs)* #vis #keyword #ident);
    brace.surround(&mut tokens, |body| {
        body.extend(quote! {
            #(#inner_attrs)*
            #(#own)*
            #names
            #elsewhere
            #items
        });
    });
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry::new("attribute_outside_page");

    fn alone(args: TokenStream) -> String {
        outside(
            ENTRY,
            "belongs elsewhere",
            &args,
            quote!(
                fn load() {}
            ),
        )
        .to_string()
    }

    #[test]
    fn the_item_survives() {
        let tokens = alone(quote!());
        assert!(tokens.contains("compile_error"), "{tokens}");
        assert!(tokens.ends_with("fn load () { }"), "{tokens}");
    }

    #[test]
    fn an_attribute_that_was_read_is_silent() {
        assert_eq!(alone(quote!(__read)), "fn load () { }");
    }
}
