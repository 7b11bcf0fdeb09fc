//! What `#[onboarding]` says about whole modules; single mistakes are cases in `tests/ui` of the
//! workspace.
use super::*;
use quote::quote;

/// The messages of a flow's errors, without the lines that name their entries.
fn errors(args: TokenStream, item: TokenStream) -> Vec<String> {
    let tokens = expand_onboarding(args, item);
    let file = syn::parse2::<syn::File>(tokens).expect("the expansion is Rust");
    let message = |item: syn::Item| match item {
        syn::Item::Macro(call) => {
            let text = call.mac.parse_body::<syn::LitStr>().ok()?.value();
            let (message, entry) = text.rsplit_once('\n')?;
            assert!(entry.starts_with("see `"), "{text}");
            Some(message.to_owned())
        }
        _ => None,
    };
    file.items.into_iter().filter_map(message).collect()
}

#[test]
fn every_error_of_a_flow_is_reported_at_once() {
    let errors = errors(
        quote!(
            slug = "a/b",
            identity = "maybe",
            at = "/[id]",
            discovery = "auth.md"
        ),
        quote! {
            mod broken {
                use super::*;
                #[step(depends_on = [b])]
                async fn a() {}
                /// B.
                #[step(depends_on = [aa, b, a, a])]
                async fn b() {}
                /// B again.
                #[step(id = "b")]
                async fn c() {}
                /// D.
                #[step(stuck_after = 0, artifact(name = "", path = "kit"))]
                async fn d() {}
            }
        },
    );
    // Without `d`, whose settings are wrong, nothing is said about the order.
    let told = [
        "needs `name`",
        "needs `state`",
        "needs a description",
        "flow slug `a/b`",
        "stands for many",
        "`identity` must not be `maybe`",
        "`discovery` must be a path",
        "step `a` needs a description",
        "must not be empty",
        "`path` must be a path",
        "`stuck_after` must be from 1",
    ];
    for (error, told) in errors.iter().zip(told) {
        assert!(error.contains(told), "{told}: {error}");
    }
    assert_eq!(errors.len(), told.len(), "{errors:#?}");
}

#[test]
fn every_fault_of_the_order_is_reported_at_once() {
    let errors = errors(
        quote!(name = "Acme", state = App),
        quote! {
            /// A flow.
            mod broken {
                use super::*;
                /// A.
                #[step(depends_on = [bb])]
                async fn a() {}
                /// B.
                #[step(depends_on = [b, a, a])]
                async fn b() {}
                /// B again.
                #[step(id = "b")]
                async fn c() {}
            }
        },
    );
    let told = [
        "did you mean `b`?",
        "`b` must not depend on itself",
        "must not name `a` twice",
        "`b` must not be used twice",
    ];
    for (error, told) in errors.iter().zip(told) {
        assert!(error.contains(told), "{told}: {error}");
    }
    assert_eq!(errors.len(), told.len(), "{errors:#?}");
}

#[test]
fn steps_that_cfg_chooses_between_are_one() {
    let errors = errors(
        quote!(name = "Acme", state = App),
        quote! {
            /// A flow.
            mod sound {
                use super::*;
                /// A.
                #[step]
                #[cfg(unix)]
                async fn a() {}
                /// A.
                #[step]
                #[cfg(not(unix))]
                async fn a() {}
                /// B.
                #[step(depends_on = [a])]
                async fn b() {}
            }
        },
    );
    assert!(errors.is_empty(), "{errors:#?}");
}
