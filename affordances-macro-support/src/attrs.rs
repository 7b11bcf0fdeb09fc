//! Attributes of items: which are ours, which are `cfg`, and how ours are taken off.
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, Meta, Token, parse_quote_spanned};

use crate::spans::first;

/// The name of an attribute: the last segment of its path, so that `#[affordances::action]` is
/// `action` too.
#[must_use]
pub fn name(attr: &Attribute) -> Option<&Ident> {
    attr.path().segments.last().map(|segment| &segment.ident)
}

/// Takes the attributes that bear one of `names` off `attrs`, in the order in which they stand.
pub fn take(attrs: &mut Vec<Attribute>, names: &[&str]) -> Vec<Attribute> {
    let ours =
        |attr: &Attribute| name(attr).is_some_and(|name| names.iter().any(|ours| name == ours));
    attrs.extract_if(.., |attr| ours(attr)).collect()
}

/// The `#[cfg(..)]` attributes, those inside a `#[cfg_attr(..)]` among them. Whatever is generated for an
/// item carries copies of them, since an outer attribute macro sees the item before `cfg` is decided.
#[must_use]
pub fn cfgs(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs
        .iter()
        .flat_map(|attr| {
            if attr.path().is_ident("cfg") {
                vec![attr.clone()]
            } else {
                conditions(&attr.meta)
            }
        })
        .collect()
}

/// The conditions inside a `cfg_attr(a, cfg(b))`: the item is there where `a` is not, or where `b` is too.
fn conditions(meta: &Meta) -> Vec<Attribute> {
    let Some((predicate, metas)) = cfg_attr(meta) else {
        return Vec::new();
    };
    let place = first(&meta.to_token_stream());
    let inner = metas.iter().flat_map(|meta| {
        if meta.path().is_ident("cfg") {
            vec![parse_quote_spanned!(place=> #[#meta])]
        } else {
            conditions(meta)
        }
    });
    inner
        .filter_map(|cfg| cfg.meta.require_list().ok().map(|list| list.tokens.clone()))
        .map(|condition| parse_quote_spanned!(place=> #[cfg(any(not(#predicate), #condition))]))
        .collect()
}

/// What a `cfg_attr(..)` asks for, and the attributes that it then puts in its place.
fn cfg_attr(meta: &Meta) -> Option<(Meta, Vec<Meta>)> {
    let list = meta.require_list().ok()?;
    if !list.path.is_ident("cfg_attr") {
        return None;
    }
    let metas = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
    let mut metas = metas.ok()?.into_iter();
    Some((metas.next()?, metas.collect()))
}

/// One of `names` inside a `#[cfg_attr(..)]`. The compiler expands `cfg_attr` only after the outer
/// macro has run, which therefore can neither see nor obey what is in it.
#[must_use]
pub fn hidden_in_cfg_attr(attr: &Attribute, names: &[&str]) -> Option<Ident> {
    hidden(&attr.meta, names)
}

fn hidden(meta: &Meta, names: &[&str]) -> Option<Ident> {
    let (_, metas) = cfg_attr(meta)?;
    metas.iter().find_map(|meta| {
        let name = &meta.path().segments.last()?.ident;
        let is_ours = names.iter().any(|ours| name == ours);
        is_ours
            .then(|| name.clone())
            .or_else(|| hidden(meta, names))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    const OURS: &[&str] = &["action", "load"];

    #[test]
    fn ours_are_found_by_their_last_segment_and_taken_off() {
        let mut attrs: Vec<Attribute> = parse_quote! {
            #[must_use] #[affordances::action(expose = "session")] #[load] #[inline]
        };
        let ours = take(&mut attrs, OURS);
        let names = |attrs: &[Attribute]| {
            attrs
                .iter()
                .filter_map(name)
                .map(Ident::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&ours), ["action", "load"]);
        assert_eq!(names(&attrs), ["must_use", "inline"]);
    }

    #[test]
    fn cfgs_are_found_and_cfg_attrs_are_not_cfgs() {
        let attrs: Vec<Attribute> =
            parse_quote!(#[cfg(unix)] #[cfg_attr(unix, inline)] #[cfg(test)]);
        assert_eq!(cfgs(&attrs).len(), 2);
    }

    #[test]
    fn a_cfg_in_a_cfg_attr_is_a_condition_on_its_condition() {
        let attrs: Vec<Attribute> = parse_quote! {
            #[cfg_attr(unix, inline, cfg(test))]
            #[cfg_attr(a, cfg_attr(b, cfg(c)))]
        };
        let texts = cfgs(&attrs)
            .iter()
            .map(|cfg| crate::spell::spelled(&cfg.meta))
            .collect::<Vec<_>>();
        assert_eq!(
            texts,
            [
                "cfg(any(not(unix), test))",
                "cfg(any(not(a), any(not(b), c)))"
            ]
        );
    }

    #[test]
    fn ours_are_seen_inside_cfg_attr() {
        let hidden = |attr: Attribute| hidden_in_cfg_attr(&attr, OURS).map(|name| name.to_string());
        let found = hidden(
            parse_quote!(#[cfg_attr(feature = "x", inline, web::action(expose = "session"))]),
        );
        assert_eq!(found.as_deref(), Some("action"));
        let found = hidden(parse_quote!(#[cfg_attr(a, inline, cfg_attr(b, load))]));
        assert_eq!(found.as_deref(), Some("load"));
        assert_eq!(hidden(parse_quote!(#[cfg_attr(load, inline)])), None);
        assert_eq!(hidden(parse_quote!(#[action])), None);
    }
}
