//! What the tests stand on: a server with two flows on either store, and a client.

pub(crate) mod client;
pub(crate) mod fixture;
pub(crate) mod spec;

pub(crate) use client::{Client, Reply};
pub(crate) use fixture::{ACCESS, ADMIN, BASE, SECRET, Server};

/// A test over real HTTP, once on each store.
macro_rules! on_both_stores {
    ($(#[$meta:meta])* async fn $name:ident($on:ident) $body:block $($rest:tt)*) => {
        mod $name {
            #[allow(unused_imports, reason = "not every test needs all of the module's")]
            use super::*;

            async fn test($on: $crate::support::Server) $body

            #[tokio::test]
            async fn memory() {
                test($crate::support::Server::in_memory().await).await;
            }

            #[tokio::test]
            async fn sqlite() {
                test($crate::support::Server::on_sqlite().await).await;
            }
        }
        $crate::support::on_both_stores! { $($rest)* }
    };
    () => {};
}
pub(crate) use on_both_stores;
