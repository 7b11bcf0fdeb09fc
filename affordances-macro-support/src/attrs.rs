//! Attributes of items: which are ours, which are `cfg`, and how ours are taken off.
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, Meta, Token};

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

/// The `#[cfg(..)]` attributes. Whatever is generated for an item carries copies of them, since an
/// outer attribute macro sees the item before `cfg` is decided.
#[must_use]
pub fn cfgs(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs
        .iter()
        .filter(|attr| attr.path().is_ident("cfg"))
        .cloned()
        .collect()
}

/// One of `names` inside a `#[cfg_attr(..)]`. The compiler expands `cfg_attr` only after the outer
/// macro has run, which therefore can neither see nor obey what is in it.
#[must_use]
pub fn hidden_in_cfg_attr(attr: &Attribute, names: &[&str]) -> Option<Ident> {
    if !attr.path().is_ident("cfg_attr") {
        return None;
    }
    let metas = attr
        .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
        .ok()?;
    metas
        .iter()
        .skip(1)
        .filter_map(|meta| meta.path().segments.last())
        .map(|segment| &segment.ident)
        .find(|name| names.iter().any(|ours| name == ours))
        .cloned()
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
    fn ours_are_seen_inside_cfg_attr() {
        let hidden = |attr: Attribute| hidden_in_cfg_attr(&attr, OURS).map(|name| name.to_string());
        let found = hidden(
            parse_quote!(#[cfg_attr(feature = "x", inline, web::action(expose = "session"))]),
        );
        assert_eq!(found.as_deref(), Some("action"));
        assert_eq!(hidden(parse_quote!(#[cfg_attr(load, inline)])), None);
        assert_eq!(hidden(parse_quote!(#[action])), None);
    }
}
