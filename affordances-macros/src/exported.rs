//! What a build script has exported: `include_site!` and `include_onboarding!` lead here.
//!
//! Both include a file of `OUT_DIR`, which only a package with a build script has. `env!` could say so
//! too, but its second argument, the message, is not understood by every tool that reads macros; and
//! what it says without one advises against `env!`.
use std::env;

use affordances_macro_support::sink::ErrorStore;
use proc_macro2::{Span, TokenStream, TokenTree};

use crate::entry::MISSING_BUILD_SCRIPT;

/// `include_site site EXPRESSION`: the expression, or words for who has no build script.
pub(crate) fn expand_exported(input: TokenStream) -> TokenStream {
    exported(input, env::var_os("OUT_DIR").is_some())
}

fn exported(input: TokenStream, has_build_script: bool) -> TokenStream {
    let mut tokens = input.into_iter();
    let (name, what) = (word(tokens.next()), word(tokens.next()));
    if has_build_script {
        return tokens.collect();
    }
    let store = ErrorStore::new();
    store.sink().at(
        MISSING_BUILD_SCRIPT,
        Span::call_site(),
        format!(
            "`{name}!` includes what a build script has exported, and this package has none: write a \
             build.rs that calls `export_to_out_dir()` on the {what}"
        ),
    );
    store.into_compile_errors()
}

/// As the macros in the facade write them.
fn word(token: Option<TokenTree>) -> String {
    token.map(|token| token.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[test]
    fn with_a_build_script_the_rest_stands_alone() {
        let input = quote!(include_site site include!("site.rs"));
        let expression = quote!(include!("site.rs"));
        assert_eq!(exported(input, true).to_string(), expression.to_string());
    }
}
