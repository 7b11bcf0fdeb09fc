//! That a page shows what its entities hold, whatever stands in them.

use affordances::PageView;
use maud::Markup;
use serde::Serialize;
use serde_json::Value;

use super::*;
use crate::entities::*;

/// A text that is lost or doubled wherever a template forgets to escape it.
fn canary(what: &str) -> String {
    format!("{what} <b>&amp; \"{what}\"</b>'")
}

fn money() -> Cents {
    987_654_321
}

fn a_cart() -> Cart {
    Cart {
        items: vec![CartLine {
            sku: canary("sku"),
            name: canary("name"),
            quantity: 13,
            reserved: 11,
            price_cents: money(),
        }],
        discount_cents: 1005,
        total_cents: 70_000,
    }
}

fn text_of(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<') {
        let (_tag, after) = piece.split_once('>').unwrap_or(("", piece));
        text.push_str(after);
    }
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}

fn shows_all(page: &Markup, entities: impl Serialize) {
    let html = page.0.as_str();
    let text = text_of(html);
    let mut left = vec![serde_json::to_value(entities).unwrap()];
    while let Some(value) = left.pop() {
        match value {
            Value::String(leaf) => assert!(text.contains(&leaf), "{leaf:?} is not in {text}"),
            Value::Number(leaf) => assert!(
                html.contains(&format!("<data value=\"{leaf}\">")),
                "{leaf} is not in {html}"
            ),
            Value::Array(values) => left.extend(values),
            Value::Object(members) => left.extend(members.into_iter().map(|(_, value)| value)),
            Value::Bool(_) | Value::Null => {}
        }
    }
}

#[test]
fn a57_the_home_page_shows_its_entities() {
    let catalogue = Catalogue {
        count: 4711,
        products: vec![ProductCard {
            slug: canary("slug"),
            name: canary("name"),
            price_cents: money(),
            in_stock: false,
        }],
    };
    let visitor = Visitor::named(Some(&canary("visitor")));
    let page = home(&catalogue, &visitor, "", &PageView::default());
    shows_all(&page, (catalogue, visitor));
}

#[test]
fn a57_the_product_page_shows_its_entities() {
    let entity = Product {
        slug: canary("slug"),
        name: canary("product"),
        description: canary("description"),
        price_cents: 50,
        tags: vec![canary("tag"), canary("other")],
        variants: vec![Variant {
            sku: canary("variant"),
            stock: 4711,
        }],
    };
    let page = product(&entity, &a_cart(), &PageView::default());
    shows_all(&page, (entity, a_cart()));
}

#[test]
fn a57_the_cart_page_shows_its_entities() {
    let orders = Orders {
        count: 4711,
        recent: vec![OrderSummary {
            id: canary("id"),
            status: OrderStatus::Placed,
            total_cents: 5,
        }],
    };
    let page = cart(&a_cart(), &orders, &PageView::default());
    shows_all(&page, (a_cart(), orders));
    let nothing = (Cart::default(), Orders::default());
    let page = cart(&nothing.0, &nothing.1, &PageView::default());
    shows_all(&page, nothing);
}

#[test]
fn a57_the_order_page_shows_its_entity() {
    let entity = Order {
        id: canary("id"),
        status: OrderStatus::Cancelled,
        total_cents: money(),
        items: vec![OrderLine {
            sku: canary("sku"),
            name: canary("name"),
            quantity: 4711,
            price_cents: 0,
        }],
    };
    shows_all(&order(&entity, &PageView::default()), entity);
}

#[test]
fn a57_an_article_shows_itself() {
    let entity = Article {
        path: canary("path"),
        title: canary("title"),
        body: format!("{}\n\n{}", canary("first"), canary("second")),
    };
    shows_all(&article(&entity, &PageView::default()), entity);
}

#[test]
fn money_is_read_as_dollars_and_kept_as_cents() {
    assert_eq!(layout::money(3200).0, "<data value=\"3200\">$32.00</data>");
    assert_eq!(layout::money(5).0, "<data value=\"5\">$0.05</data>");
}

#[test]
fn what_was_typed_cannot_leave_its_field() {
    let page = login(&Chrome::plain(None), "\"><script>", Some("no"));
    assert!(page.0.contains("value=\"&quot;&gt;&lt;script&gt;\""));
}
