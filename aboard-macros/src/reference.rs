//! The reference docs have every key: the pages of `#[onboarding]` and `#[step]` in `src/docs` are
//! compared with the keys that the attributes read.
use std::collections::BTreeSet;

use affordances_macro_support::reference::{assert_documented, documented, keys};
use proc_macro2::TokenStream;
use quote::quote;

use crate::onboarding::expand_onboarding;

/// A sound flow of one step with these arguments.
fn step(args: TokenStream) -> TokenStream {
    let module = quote! {
        /// A flow.
        mod flow {
            /// Do.
            #[step(#args)]
            async fn act() {}
        }
    };
    expand_onboarding(quote!(name = "Acme", state = App), module)
}

#[test]
fn every_key_of_onboarding_is_documented() {
    let unknown = quote!(colour = 1);
    assert_documented("onboarding", "#[onboarding(..)]", unknown, |args| {
        expand_onboarding(
            args,
            quote! {
                /// A flow.
                mod flow {
                    /// Do.
                    #[step]
                    async fn act() {}
                }
            },
        )
    });
}

#[test]
fn every_key_of_step_is_documented() {
    assert_documented("step", "#[step(..)]", quote!(colour = 1), step);
}

/// They stand in the artifact's own cell, `artifact(name = "..", path = "..")`.
#[test]
fn every_key_of_artifact_is_documented() {
    let rows = documented("step");
    let artifact = rows.iter().find(|row| row.key == "artifact");
    let (_, inner) = artifact
        .and_then(|row| row.value.split_once('('))
        .expect("the artifact's keys");
    let documented = inner
        .split(", ")
        .filter_map(|pair| pair.split_once(" = "))
        .map(|(key, _)| key.to_owned());
    assert_eq!(
        documented.collect::<BTreeSet<_>>(),
        keys("artifact(..)", step(quote!(artifact(colour = 1))))
    );
}
