//! The pages as people use them, with forms alone.

use axum::Router;

use crate::http::{HERE, get, post, post_as, shop};

const TEE: &str = "/products/heavyweight-tee";

async fn ada(app: &Router) -> String {
    post(app, "/login", "name=Ada", HERE).await.cookie()
}

#[tokio::test]
async fn every_page_is_html_and_leads_to_its_graph() {
    let app = shop().await;
    for path in ["/", TEE, "/cart", "/help/shipping"] {
        let page = get(&app, path, "").await;
        assert_eq!(page.status, 200);
        assert!(page.header("content-type").starts_with("text/html"));
        assert_eq!(page.header("cache-control"), "private, no-cache");
        assert!(page.body.contains("rel=\"affordances\""), "{path}");
        assert!(
            page.header("link").contains("rel=\"affordances\""),
            "{path}"
        );
    }
    let about = get(&app, "/about", "").await;
    assert!(!about.body.contains("rel=\"affordances\""));
    assert!(about.header("vary").contains("Accept"));
    for path in ["/products/nothing", "/nowhere", "/help"] {
        let page = get(&app, path, "").await;
        assert_eq!(page.status, 404);
        assert!(page.body.contains("Back to the shop"), "{path}");
    }
}

#[tokio::test]
async fn the_home_page_narrows_its_list() {
    let page = get(&shop().await, "/?query=mug", "").await;
    assert!(page.body.contains("Enamel Mug") && !page.body.contains("Canvas Tote"));
    assert!(page.body.contains("value=\"mug\""));
}

#[tokio::test]
async fn a_form_that_worked_leads_back_to_its_page() {
    let app = shop().await;
    let cookie = ada(&app).await;
    let form = "sku=TEE-BLK-M&quantity=2";
    let url = format!("{TEE}?action=addToCart");
    let added = post_as(&app, &url, form, HERE, &cookie).await;
    assert_eq!(
        (added.status.as_u16(), added.header("location")),
        (303, TEE)
    );
    let cart = get(&app, "/cart", &cookie).await.body;
    assert!(cart.contains("<data value=\"6400\">$64.00</data>"));
}

#[tokio::test]
async fn faults_stand_beside_their_fields_and_what_was_typed_is_kept() {
    let app = shop().await;
    let cookie = ada(&app).await;
    let form = "kind=percent&code=N%3Cope";
    let page = post_as(&app, "/cart?action=applyCoupon", form, HERE, &cookie).await;
    assert_eq!(page.status, 422);
    assert!(
        page.body
            .contains("value=\"N&lt;ope\" aria-invalid=\"true\"")
    );
    let faults = page.body.matches("class=\"fault\"").count();
    assert_eq!(faults, 1, "the other form of this action is not at fault");
}

#[tokio::test]
async fn what_cannot_be_done_now_says_why() {
    let app = shop().await;
    let cookie = ada(&app).await;
    let page = post_as(&app, "/cart?action=placeOrder", "note=", HERE, &cookie).await;
    assert_eq!(page.status, 409);
    assert!(page.body.contains("The cart is empty"));
    let stranger = post(&app, "/cart?action=placeOrder", "note=", HERE).await;
    assert_eq!(stranger.status, 401);
    assert!(stranger.body.contains("href=\"/login\""));
}

#[tokio::test]
async fn an_order_is_confirmed_on_a_page_of_its_own() {
    let app = shop().await;
    let cookie = ada(&app).await;
    let form = "sku=TEE-BLK-M&quantity=1";
    post_as(
        &app,
        &format!("{TEE}?action=addToCart"),
        form,
        HERE,
        &cookie,
    )
    .await;
    let note = "note=%22quick%22";
    let asked = post_as(&app, "/cart?action=placeOrder", note, HERE, &cookie).await;
    assert_eq!(asked.status, 428);
    assert!(asked.body.contains("Order 1 item for $32.00"));
    assert!(
        asked
            .body
            .contains("name=\"note\" value=\"&quot;quick&quot;\"")
    );

    let url = "/cart?action=placeOrder&confirm=true";
    let placed = post_as(&app, url, note, HERE, &cookie).await;
    assert_eq!(placed.status, 303);
    let order = get(&app, placed.header("location"), &cookie).await.body;
    assert!(order.contains("This order is placed"));
}
