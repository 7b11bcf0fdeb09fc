//! What refuses to start, and says why.

use affordances::aboard::{MemoryStore, Onboarding, StaticTokens};

use crate::support::fixture::{App, default, mini};
use crate::support::{BASE, SECRET};

fn sound() -> Onboarding<App> {
    Onboarding::new(&default::FLOW)
        .base(BASE)
        .store(MemoryStore::new())
        .secret(SECRET)
        .verifier(StaticTokens::new())
}

fn fault(onboarding: &Onboarding<App>) -> String {
    onboarding.router().unwrap_err().to_string()
}

#[test]
fn a_sound_one_starts() {
    let _ = sound().flow(&mini::FLOW).router().unwrap();
}

#[test]
fn identity_required_without_a_verifier_refuses_to_start() {
    let unverified = || {
        Onboarding::new(&mini::FLOW)
            .base(BASE)
            .store(MemoryStore::new())
            .secret(SECRET)
    };
    let _ = unverified().router().unwrap();
    let text = fault(&unverified().flow(&default::FLOW));
    assert!(
        text.contains("flow `default`") && text.contains("give a verifier"),
        "{text}"
    );
}

#[test]
fn what_is_missing_is_named() {
    let text = fault(&Onboarding::new(&default::FLOW));
    assert!(
        text.contains(".base(") && text.contains("need a store"),
        "{text}"
    );
    let text = fault(
        &Onboarding::new(&default::FLOW)
            .base(BASE)
            .store(MemoryStore::new()),
    );
    assert!(text.contains("need a secret"), "{text}");
}

#[test]
fn weak_secrets_are_refused_and_not_repeated() {
    for onboarding in [
        sound().secret("short-and-secret"),
        sound().previous_secret("short-and-secret"),
        sound().admin_token("short-secret"),
    ] {
        let text = fault(&onboarding);
        assert!(
            text.contains("openssl rand") && !text.contains("short-"),
            "{text}"
        );
    }
}

#[test]
fn flows_do_not_share_a_slug() {
    let text = fault(&sound().flow(&default::FLOW));
    assert!(text.contains("two flows have the slug `default`"), "{text}");
}

#[test]
fn the_base_is_scheme_and_host() {
    for base in [
        "acme.example",
        "https://",
        "https:///x",
        "https://a b",
        "https://x?y",
        "ftp://x",
    ] {
        let text = fault(&sound().base(base));
        assert!(text.contains("the base must not be"), "{base}: {text}");
    }
    let _ = sound().base("http://localhost:4319/").router().unwrap();
}
