//! Holds `matches`, `conflict` and the literals of `Route` against axum, which has the last word.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests, which the lints' own exception does not reach"
)]

use std::convert::Infallible;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use affordances_grammar::Route;
use affordances_grammar::route::{conflict, matches};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use axum::routing::get;
use tower::ServiceExt;

/// Every route of up to `depth` segments out of `parts`, with and without a catch-all behind it.
fn routes(parts: &[&str], depth: usize) -> Vec<Route> {
    let mut stems = vec![String::new()];
    let mut grown = stems.clone();
    for level in 0..depth {
        grown = grown
            .iter()
            .flat_map(|stem| parts.iter().map(move |part| format!("{stem}/{part}")))
            // Repeated names would not parse.
            .map(|stem| stem.replacen("[x]", &format!("[x{level}]"), 1))
            .collect();
        stems.extend(grown.iter().cloned());
    }
    stems
        .iter()
        .flat_map(|stem| {
            let plain = if stem.is_empty() { "/" } else { stem };
            [
                plain.to_owned(),
                format!("{stem}/[...rest]"),
                format!("{stem}/[[...rest]]"),
            ]
        })
        .map(|text| Route::parse(&text).unwrap())
        .collect()
}

fn mount(router: Router, route: &Route) -> Router {
    route
        .axum_paths()
        .iter()
        .fold(router, |router, path| router.route(path, get(|| async {})))
}

/// Whether axum answers `path`; the handlers never wait, so one poll is enough.
fn answers(router: &Router, path: &str) -> bool {
    let request = Request::get(path).body(Body::empty()).unwrap();
    let mut call = pin!(router.clone().oneshot(request));
    let answer: Poll<Result<Response<Body>, Infallible>> =
        call.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    match answer {
        Poll::Ready(Ok(response)) => response.status() != StatusCode::NOT_FOUND,
        Poll::Ready(Err(never)) => match never {},
        Poll::Pending => panic!("{path} was not answered at once"),
    }
}

#[test]
fn matches_agrees_with_axum() {
    let routes = routes(&["a", "b", "[x]"], 3);
    let mut paths = vec![String::new()];
    let mut grown = paths.clone();
    for _ in 0..4 {
        grown = grown
            .iter()
            .flat_map(|path| {
                ["", "a", "b", "a%2Fb"]
                    .iter()
                    .map(move |part| format!("{path}/{part}"))
            })
            .collect();
        paths.extend(grown.iter().cloned());
    }
    paths.retain(|path| !path.is_empty());

    let mut compared = 0;
    for route in &routes {
        let router = mount(Router::new(), route);
        for path in &paths {
            assert_eq!(
                matches(route.as_str(), path),
                answers(&router, path),
                "route {route}, path {path}",
            );
            compared += 1;
        }
    }
    assert!(compared > 10_000, "{compared} is too few to prove anything");
}

/// Whether axum refuses to hold all the routes together.
fn refused(routes: &[&Route]) -> bool {
    catch_unwind(AssertUnwindSafe(|| {
        routes
            .iter()
            .fold(Router::new(), |router, route| mount(router, route))
    }))
    .is_err()
}

#[test]
fn conflict_agrees_with_axum() {
    // axum refuses by panicking, a few thousand times on this thread.
    let here = std::thread::current().id();
    let hook = take_hook();
    set_hook(Box::new(move |info| {
        if std::thread::current().id() != here {
            hook(info);
        }
    }));
    let mut wrong = Vec::new();
    let mut refusals = 0;

    let pool = routes(&["a", "ab", "[x]"], 3);
    for a in &pool {
        for b in &pool {
            let axum = refused(&[a, b]);
            refusals += usize::from(axum);
            if conflict(a.as_str(), b.as_str()) != axum {
                wrong.push(format!("{a} and {b}: axum says {axum}"));
            }
        }
    }

    // A site checks its routes two by two: three must not fail where no two do.
    let pool = routes(&["a", "[x]"], 2);
    for a in &pool {
        for b in &pool {
            for c in &pool {
                let pairs = [(a, b), (a, c), (b, c)];
                let ours = pairs.iter().any(|(x, y)| conflict(x.as_str(), y.as_str()));
                let axum = refused(&[a, b, c]);
                if ours != axum {
                    wrong.push(format!("{a}, {b} and {c}: axum says {axum}"));
                }
            }
        }
    }

    let _ = take_hook();
    assert_eq!(wrong, Vec::<String>::new());
    assert!(refusals > 500, "{refusals} refusals prove too little");
}

#[test]
fn every_literal_is_taken_literally() {
    for c in (0..=127).map(char::from) {
        let text = format!("/{c}x{c}");
        let Ok(route) = Route::parse(&text) else {
            continue;
        };
        if route.parameters().next().is_some() || c == '/' {
            continue;
        }
        let router = mount(Router::new(), &route);
        assert!(answers(&router, &text), "{text}");
        assert!(matches(&text, &text), "{text}");
        assert!(!answers(&router, "/x-x/x"), "{text}");
    }
}

#[test]
fn the_longest_route_mounts() {
    let text: String = (0..25).map(|i| format!("/[p{i}]")).collect();
    for text in [format!("{text}/[...rest]"), text] {
        let router = mount(Router::new(), &Route::parse(&text).unwrap());
        assert!(answers(&router, &text.replace(['[', ']'], "")), "{text}");
    }
}
