//! The path to our own crate inside generated code.
//!
//! A user may have renamed the dependency or reach it through a facade, so the path is an argument,
//! `crate = ::facade::affordances`, with `::affordances` as its default. It must be absolute: the
//! same path is written at places of different depth, where `self` and `super` would mean different
//! modules and a bare name could be shadowed.
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Error, Path};

use crate::spans::respan;

/// An absolute path to the `affordances` crate.
#[derive(Clone, Debug)]
pub struct CratePath {
    path: TokenStream,
}

impl CratePath {
    /// The path with every token at `span`, so that a failed check underlines the user's own code.
    #[must_use]
    pub fn at(&self, span: Span) -> TokenStream {
        respan(self.path.clone(), span)
    }
}

impl Default for CratePath {
    fn default() -> Self {
        Self {
            path: quote!(::affordances),
        }
    }
}

impl ToTokens for CratePath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.path.to_tokens(tokens);
    }
}

impl Parse for CratePath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        // `$crate` of a surrounding `macro_rules!` arrives as one identifier of that name.
        let path = input.call(Path::parse_mod_style)?;
        let spelled = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect::<Vec<_>>();
        let first = spelled.first().map_or("", String::as_str);
        if path.leading_colon.is_some() || matches!(first, "crate" | "$crate") {
            return Ok(Self {
                path: path.into_token_stream(),
            });
        }
        let rest = spelled
            .iter()
            .map(String::as_str)
            .skip_while(|segment| matches!(*segment, "self" | "super"))
            .collect::<Vec<_>>()
            .join("::");
        let advice = match (first, rest.as_str()) {
            ("self" | "super", "") => "write it from the root: `crate::..`".to_owned(),
            ("self" | "super", rest) => format!("write it from the root: `crate::..::{rest}`"),
            (_, rest) => format!(
                "write `::{rest}` for a dependency, or `crate::{rest}` for something in this crate"
            ),
        };
        Err(Error::new_spanned(
            path,
            format!("the path to affordances must be absolute\n{advice}"),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        syn::parse_str::<CratePath>(text)
            .err()
            .map_or_else(String::new, |error| error.to_string())
    }

    #[test]
    fn the_default_is_our_own_name() {
        let path = CratePath::default();
        assert_eq!(path.to_token_stream().to_string(), ":: affordances");
    }

    #[test]
    fn absolute_paths_are_taken() {
        for text in ["::web", "::facade::web", "crate::web", "crate"] {
            assert_eq!(refusal(text), "", "{text}");
        }
    }

    #[test]
    fn a_relative_path_is_told_both_absolute_ones() {
        let text = refusal("facade::web");
        assert!(text.contains("`::facade::web`"), "{text}");
        assert!(text.contains("`crate::facade::web`"), "{text}");
    }

    #[test]
    fn self_and_super_are_pointed_to_the_root() {
        assert!(refusal("super::super::web").contains("`crate::..::web`"));
        assert!(refusal("self::web").contains("`crate::..::web`"));
        assert!(refusal("self").contains("`crate::..`"));
    }

    #[test]
    fn a_respanned_path_keeps_its_text() {
        let path = CratePath::default().at(Span::mixed_site());
        assert_eq!(path.to_string(), ":: affordances");
    }
}
