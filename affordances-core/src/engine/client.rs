//! Strangers, told apart by their address.

use std::sync::Once;
use std::time::Duration;

use http::request::Parts;

use super::Settings;
use crate::call::Failure;
use crate::http::client_addr::client_addr;
use crate::protocol::ErrorCode;

/// The key of a caller whom nobody recognises.
pub(crate) fn key(settings: &Settings, parts: &Parts) -> String {
    static WARNED: Once = Once::new();
    let peer = (settings.peer)(parts);
    match client_addr(peer, &parts.headers, &settings.trusted_proxies) {
        Some(client) => format!("client/{client}"),
        None => {
            WARNED.call_once(|| {
                tracing::warn!(
                    "no client address: all strangers share one rate limit. Serve the app with \
                     `into_make_service_with_connect_info::<SocketAddr>()`, and behind a proxy \
                     call `.trusted_proxies(..)`"
                );
            });
            "client/unknown".to_owned()
        }
    }
}

/// The failure of step 3.
pub(crate) fn too_many(wait: Duration) -> Failure {
    let seconds = whole_seconds(wait);
    let unit = if seconds == 1 { "second" } else { "seconds" };
    Failure::new(
        ErrorCode::RateLimited,
        format!("Too many calls: try again in {seconds} {unit}."),
    )
    .retry_after(wait)
}

/// Rounded up and at least 1: waiting exactly that long must be enough.
pub(crate) fn whole_seconds(wait: Duration) -> u64 {
    (wait.as_secs() + u64::from(wait.subsec_nanos() > 0)).max(1)
}
