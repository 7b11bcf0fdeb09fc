//! Where an error about a type points: the spans that generated code takes over from the user's
//! tokens.
//!
//! rustc underlines a failed bound at the tokens that spelled it. Generated tokens keep the span of
//! the attribute unless told otherwise, and a single such token moves the whole error to
//! `#[page(..)]`; two different spans for one obligation print it twice. So every token of a check is
//! given one of these three.
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Ident, Type};

/// The places within a type that generated tokens borrow.
#[derive(Clone, Copy, Debug)]
pub struct TypeSpans {
    /// The first token: `&` of `&Write<Cart>`.
    pub first: Span,
    /// The last segment of the type's own path: `Write` of `&Write<Cart>`.
    pub name: Span,
    /// The last token: `>` of `&Write<Cart>`.
    pub last: Span,
}

impl TypeSpans {
    /// Reads the spans of `ty`.
    #[must_use]
    pub fn of(ty: &Type) -> Self {
        let tokens = ty.to_token_stream();
        let first = first(&tokens);
        Self {
            first,
            name: last_segment(ty).map_or(first, Ident::span),
            last: last(&tokens),
        }
    }
}

/// The last path segment of a type, looked for behind references: `Write` of `&web::Write<Cart>`.
#[must_use]
pub fn last_segment(ty: &Type) -> Option<&Ident> {
    match ungrouped(ty) {
        Type::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
        Type::Reference(reference) => last_segment(&reference.elem),
        _ => None,
    }
}

/// The type behind the group without delimiters in which a `$ty:ty` of a surrounding `macro_rules!`
/// arrives, and behind parentheses. Whoever looks at the form of a type looks at this.
#[must_use]
pub fn ungrouped(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungrouped(&group.elem),
        Type::Paren(paren) => ungrouped(&paren.elem),
        other => other,
    }
}

/// The span of the first token, or of the call site when there is none.
#[must_use]
pub fn first(tokens: &TokenStream) -> Span {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => {
            first(&group.stream())
        }
        Some(TokenTree::Group(group)) => group.span_open(),
        Some(token) => token.span(),
        None => Span::call_site(),
    }
}

/// The span of the last token, or of the call site when there is none.
#[must_use]
pub fn last(tokens: &TokenStream) -> Span {
    match tokens.clone().into_iter().last() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => {
            last(&group.stream())
        }
        Some(TokenTree::Group(group)) => group.span_close(),
        Some(token) => token.span(),
        None => Span::call_site(),
    }
}

/// The same tokens, all of them at `span`. `$crate` keeps its own hygiene, which
/// says whose crate it is.
#[must_use]
pub fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => {
                let mut copy = Group::new(group.delimiter(), respan(group.stream(), span));
                copy.set_span(span);
                TokenTree::Group(copy)
            }
            TokenTree::Ident(mut ident) if ident == "$crate" => {
                ident.set_span(ident.span().located_at(span));
                TokenTree::Ident(ident)
            }
            mut token => {
                token.set_span(span);
                token
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn name(ty: &Type) -> Option<String> {
        last_segment(ty).map(Ident::to_string)
    }

    #[test]
    fn the_name_of_a_type_is_its_last_segment_behind_references() {
        assert_eq!(name(&parse_quote!(Input<Foo>)).as_deref(), Some("Input"));
        assert_eq!(
            name(&parse_quote!(&'a ::web::Write<m::Cart>)).as_deref(),
            Some("Write")
        );
        assert_eq!(
            name(&parse_quote!((&Entities))).as_deref(),
            Some("Entities")
        );
        let variable = quote::quote!(Input<Foo>);
        let group = proc_macro2::Group::new(Delimiter::None, variable);
        assert_eq!(name(&parse_quote!(&#group)).as_deref(), Some("Input"));
    }

    #[test]
    fn a_type_without_a_path_has_no_name() {
        assert_eq!(name(&parse_quote!((A, B))), None);
        assert_eq!(name(&parse_quote!([u8; 3])), None);
    }

    #[test]
    fn respanning_keeps_the_text() {
        let tokens = quote::quote!(::a::b::<C>::d(&mut e)[0]);
        let text = tokens.to_string();
        assert_eq!(respan(tokens, Span::mixed_site()).to_string(), text);
    }
}
