//! Where this shop is deployed, and which pages may post forms to it.

use affordances::origin::{Origin, OriginCheck, OriginError, check};
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use maud::Markup;

use crate::Shop;
use crate::html::{self, Chrome};

/// The two names of this machine.
///
/// # Errors
///
/// None that a port number could cause.
pub fn local(port: u16) -> Result<[Origin; 2], OriginError> {
    let at = |host| Origin::parse(&format!("http://{host}:{port}"));
    Ok([at("127.0.0.1")?, at("localhost")?])
}

/// Admits a form of this site only, so that no other one signs people in or out.
///
/// Browsers name the origin of every POST. Who sends none is no browser, and has
/// no cookie that a foreign page could make use of.
#[derive(Clone, Copy, Debug)]
pub struct OwnForm;

impl FromRequestParts<Shop> for OwnForm {
    type Rejection = (StatusCode, Markup);

    async fn from_request_parts(parts: &mut Parts, shop: &Shop) -> Result<Self, Self::Rejection> {
        if check(&parts.headers, &shop.origins) != OriginCheck::Foreign {
            return Ok(Self);
        }
        let message = "This form was sent from another site; see PUBLIC_URL.";
        let page = html::failure(StatusCode::FORBIDDEN, message, &Chrome::plain(None));
        Err((StatusCode::FORBIDDEN, page))
    }
}
