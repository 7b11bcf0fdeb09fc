//! Signing in and out with plain forms.

use crate::http::{HERE, get, post, shop};

#[tokio::test]
async fn a_name_signs_in_and_is_shown_until_signing_out() {
    let app = shop().await;
    let answer = post(&app, "/login", "name=Ada+%3Cb%3E+%F0%9F%A6%80", HERE).await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("location")),
        (303, "/")
    );
    let set = answer.header("set-cookie");
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/", "Secure"] {
        assert!(set.contains(attribute), "{set}");
    }
    let about = get(&app, "/about", &answer.cookie()).await;
    assert!(about.body.contains("Ada &lt;b&gt; 🦀"));
    assert_eq!(about.header("cache-control"), "private, no-cache");

    let answer = post(&app, "/logout", "", HERE).await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("location")),
        (303, "/")
    );
    assert_eq!(answer.cookie(), "shop_session=");
    assert!(answer.header("set-cookie").contains("Max-Age=0"));
}

#[tokio::test]
async fn a_bad_name_comes_back_with_the_reason() {
    let app = shop().await;
    let long = format!("name={}", "x".repeat(41));
    for form in ["", "name=", "name=+%09", "name=a%0Ab", &long] {
        let answer = post(&app, "/login", form, HERE).await;
        assert_eq!(answer.status, 422, "{form}");
        assert!(answer.body.contains("aria-invalid"));
        assert!(!answer.headers.contains_key("set-cookie"));
    }
    let answer = post(&app, "/login", &long, HERE).await;
    assert!(
        answer.body.contains(&"x".repeat(41)),
        "what was typed is kept"
    );
}

#[tokio::test]
async fn no_other_site_signs_anybody_in_or_out() {
    let app = shop().await;
    for foreign in [
        "https://evil.example",
        "https://shop.example.evil.example",
        "http://shop.example",
        "https://shop.example:8443",
        "null",
    ] {
        for path in ["/login", "/logout"] {
            let answer = post(&app, path, "name=Ada", foreign).await;
            assert_eq!(answer.status, 403, "{path} from {foreign}");
            assert!(!answer.headers.contains_key("set-cookie"));
        }
    }
    for own in ["https://shop.example:443", ""] {
        assert_eq!(post(&app, "/login", "name=Ada", own).await.status, 303);
    }
}

#[tokio::test]
async fn a_form_has_its_limit() {
    let app = shop().await;
    let form = format!("name={}", "x".repeat(256 * 1024));
    assert_eq!(post(&app, "/login", &form, HERE).await.status, 413);
}

#[tokio::test]
async fn the_page_says_that_there_are_no_passwords() {
    let answer = get(&shop().await, "/login", "").await;
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains("there are no passwords"));
}
