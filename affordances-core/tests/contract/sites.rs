//! Pairs of sites: pages, actions, and what their annotations say.

use serde_json::{Value, json};

use crate::{lines, site};

type Change = fn(&mut Value);

/// What each change of the site makes, and, where it has one, what the way back
/// makes.
fn judge(pairs: &[(&str, Change, Change, &[&str])]) {
    let mut wrong = Vec::new();
    for (name, old, new, expected) in pairs {
        let found = lines(&site(old), &site(new));
        if found != *expected {
            wrong.push(format!(
                "{name}:\n  expected {expected:#?}\n  found {found:#?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn add(site: &mut Value) -> &mut Value {
    &mut site["pages"]["cart"]["actions"]["add"]
}

const fn same(_: &mut Value) {}

#[test]
fn a_site() {
    judge(&[
        ("nothing", same, same, &[]),
        ("another version", same, |s| s["version"] = json!(2), &[]),
        (
            "another protocol",
            same,
            |s| s["v"] = json!("1"),
            &["breaking the site: the protocol is version 1 and was 0"],
        ),
        (
            "another name",
            same,
            |s| s["name"] = json!("Store"),
            &["trivial the site: is called \"Store\" and was \"Shop\""],
        ),
        (
            "a way to authenticate less, and one more",
            |s| s["auth"] = json!(["cookie"]),
            |s| s["auth"] = json!(["bearer"]),
            &[
                "breaking the site: callers can no longer authenticate by `cookie`",
                "additive the site: callers can authenticate by `bearer`",
            ],
        ),
        (
            "an MCP endpoint",
            same,
            |s| {
                s["mcp"] = json!("/mcp");
                add(s)["tool"] = json!("cart_add");
            },
            &["additive the site: has an MCP endpoint"],
        ),
        (
            "an MCP endpoint elsewhere",
            |s| s["mcp"] = json!("/mcp"),
            |s| s["mcp"] = json!("/tools"),
            &["breaking the site: the MCP endpoint is at `/tools` and was at `/mcp`"],
        ),
        (
            "no MCP endpoint any more",
            |s| s["mcp"] = json!("/mcp"),
            same,
            &["breaking the site: has no MCP endpoint; it was at `/mcp`"],
        ),
    ]);
}

#[test]
fn pages() {
    judge(&[
        (
            "gone",
            same,
            |s| s["pages"] = json!({}),
            &["breaking page `cart`: is gone, and its route `/cart`"],
        ),
        (
            "new",
            |s| s["pages"] = json!({}),
            same,
            &["additive page `cart`: is new, on the route `/cart`"],
        ),
        (
            "on another route",
            same,
            |s| s["pages"]["cart"]["route"] = json!("/basket"),
            &["breaking page `cart`: the route is `/basket` and was `/cart`"],
        ),
        (
            "a parameter under another name",
            |s| s["pages"]["cart"]["route"] = json!("/carts/[id]"),
            |s| s["pages"]["cart"]["route"] = json!("/carts/[cart]"),
            &[
                "breaking page `cart`: the route is `/carts/[cart]` and was `/carts/[id]`: its parameters have other names",
            ],
        ),
        (
            "a catch-all that becomes optional",
            |s| s["pages"]["cart"]["route"] = json!("/carts/[...path]"),
            |s| s["pages"]["cart"]["route"] = json!("/carts/[[...path]]"),
            &[
                "additive page `cart`: the route is `/carts/[[...path]]` and was `/carts/[...path]`: what it took, it takes",
            ],
        ),
        (
            "an optional catch-all that no longer is",
            |s| s["pages"]["cart"]["route"] = json!("/carts/[[...path]]"),
            |s| s["pages"]["cart"]["route"] = json!("/carts/[...path]"),
            &["breaking page `cart`: the route is `/carts/[...path]` and was `/carts/[[...path]]`"],
        ),
        (
            "a literal that becomes a parameter",
            |s| s["pages"]["cart"]["route"] = json!("/carts/mine"),
            |s| s["pages"]["cart"]["route"] = json!("/carts/[mine]"),
            &["breaking page `cart`: the route is `/carts/[mine]` and was `/carts/mine`"],
        ),
        (
            "under another name, and changed too",
            same,
            |s| {
                let mut page = s["pages"]["cart"].clone();
                page["entities"] = json!(["cart"]);
                s["pages"] = json!({ "basket": page });
            },
            &[
                "breaking page `cart`: no longer shows the entity `total`",
                "trivial page `cart`: is called `basket` now, on the same route",
            ],
        ),
        (
            "an entity more",
            same,
            |s| s["pages"]["cart"]["entities"] = json!(["cart", "coupons", "total"]),
            &["additive page `cart`: shows the entity `coupons`"],
        ),
        (
            "other words",
            same,
            |s| s["pages"]["cart"]["description"] = json!("Chosen things."),
            &["trivial page `cart`: is described in other words"],
        ),
    ]);
}

#[test]
fn actions() {
    judge(&[
        (
            "gone",
            same,
            |s| s["pages"]["cart"]["actions"] = json!({}),
            &["breaking page `cart`, action `add`: is gone"],
        ),
        (
            "new",
            |s| s["pages"]["cart"]["actions"] = json!({}),
            same,
            &["additive page `cart`, action `add`: is new, with `expose = \"session\"`"],
        ),
        (
            "under another name",
            same,
            |s| {
                let action = add(s).clone();
                s["pages"]["cart"]["actions"] = json!({ "put": action });
            },
            &[
                "breaking page `cart`, action `add`: is gone: `put`, which is new, may be its other name",
                "additive page `cart`, action `put`: is new, with `expose = \"session\"`",
            ],
        ),
        (
            "other words, for the guard too",
            |s| add(s)["guard"] = json!("it is open"),
            |s| {
                add(s)["guard"] = json!("the shop is open");
                add(s)["description"] = json!("Add.");
            },
            &[
                "trivial page `cart`, action `add`: is described in other words",
                "trivial page `cart`, action `add`: has a guard in other words",
            ],
        ),
        (
            "stricter",
            same,
            |s| add(s)["expose"] = json!("confirm"),
            &["breaking page `cart`, action `add`: `expose` is \"confirm\" and was \"session\""],
        ),
        (
            "less strict",
            same,
            |s| add(s)["expose"] = json!("public"),
            &["additive page `cart`, action `add`: `expose` is \"public\" and was \"session\""],
        ),
        (
            "a level that nobody knows",
            same,
            |s| add(s)["expose"] = json!("staff"),
            &[
                "breaking page `cart`, action `add`: `expose` is \"staff\" and was \"session\": which is the stricter is not known",
            ],
        ),
        (
            "a scope",
            same,
            |s| add(s)["requires"] = json!("cart:write"),
            &["breaking page `cart`, action `add`: asks for the scope `cart:write`"],
        ),
        (
            "no scope any more",
            |s| add(s)["requires"] = json!("cart:write"),
            same,
            &["additive page `cart`, action `add`: no longer asks for the scope `cart:write`"],
        ),
        (
            "hidden",
            same,
            |s| add(s)["hidden"] = json!(true),
            &[
                "breaking page `cart`, action `add`: has `visible_to`: some may no longer know about it",
            ],
        ),
        (
            "a guard",
            same,
            |s| add(s)["guard"] = json!("it is open"),
            &[
                "breaking page `cart`, action `add`: has a guard (\"it is open\"): calls may be refused that were not",
            ],
        ),
        (
            "no guard any more",
            |s| add(s)["guard"] = json!("it is open"),
            same,
            &["additive page `cart`, action `add`: has no guard"],
        ),
        (
            "its tool under another name",
            |s| add(s)["tool"] = json!("cart_add"),
            |s| add(s)["tool"] = json!("add"),
            &["breaking page `cart`, action `add`: its tool is called `add` and was `cart_add`"],
        ),
        (
            "an output",
            |s| drop(add(s).as_object_mut().unwrap().remove("output")),
            same,
            &["additive page `cart`, action `add`: has an output"],
        ),
        (
            "no output any more",
            same,
            |s| drop(add(s).as_object_mut().unwrap().remove("output")),
            &["breaking page `cart`, action `add`: has no output any more"],
        ),
    ]);
}

#[test]
fn effects_and_promises() {
    judge(&[
        (
            "an effect less, and one more",
            same,
            |s| add(s)["effects"] = json!(["total"]),
            &[
                "breaking page `cart`, action `add`: `cart` is no longer among its effects",
                "additive page `cart`, action `add`: `total` is among its effects",
            ],
        ),
        (
            "no longer declared",
            same,
            |s| drop(add(s).as_object_mut().unwrap().remove("effects")),
            &[
                "breaking page `cart`, action `add`: declares no effects any more: what was always told may be missing",
            ],
        ),
        (
            "declared, some",
            |s| drop(add(s).as_object_mut().unwrap().remove("effects")),
            same,
            &[
                "breaking page `cart`, action `add`: declares its effects, and `total` is not among them",
            ],
        ),
        (
            "declared, all",
            |s| drop(add(s).as_object_mut().unwrap().remove("effects")),
            |s| add(s)["effects"] = json!(["cart", "total"]),
            &[
                "additive page `cart`, action `add`: declares its effects, which are all that the page shows",
            ],
        ),
        (
            "what the page does not show",
            |s| add(s)["writes"] = json!(["Ledger"]),
            |s| add(s)["writes"] = json!(["Stock"]),
            &[
                "breaking page `cart`, action `add`: no longer writes `Ledger`",
                "additive page `cart`, action `add`: writes `Stock`",
            ],
        ),
        (
            "no longer read-only",
            |s| add(s)["readOnly"] = json!(true),
            same,
            &["breaking page `cart`, action `add`: no longer says that it is read-only"],
        ),
        (
            "idempotent",
            same,
            |s| add(s)["idempotent"] = json!(true),
            &["additive page `cart`, action `add`: says that it is idempotent"],
        ),
        (
            "destructive",
            same,
            |s| add(s)["destructive"] = json!(true),
            &["breaking page `cart`, action `add`: no longer says that it destroys nothing"],
        ),
    ]);
}
