//! From settings to a running server, for every binary that serves the shop.

use std::error::Error;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use tokio::net::TcpListener;

use crate::config::{Config, Secret};
use crate::session::Sessions;
use crate::store::Store;
use crate::{Shop, app, origin};

/// Serves until SIGTERM or Ctrl-C, then finishes the calls that run.
///
/// # Errors
///
/// When the port or the database cannot be opened.
pub async fn serve(config: Config) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, config.port)).await?;
    let address = listener.local_addr()?;
    let rate = config.rate;
    let shop = open(config, address.port()).await?;
    let site = app::site(&shop, rate);
    let app = app::app(&site, shop)?;

    let stop = stop_signal()?;
    announce(&format!("http://{address}"))?;
    axum::serve(
        listener,
        app.into_make_service_with_connect_info::<SocketAddr>(),
    )
    .with_graceful_shutdown(stop)
    .await?;
    // Actions run in tasks of their own, which axum does not know.
    site.drained().await;
    Ok(())
}

/// The shop that the settings describe.
async fn open(config: Config, port: u16) -> Result<Shop, Box<dyn Error>> {
    let secret = match config.secret {
        Some(secret) => secret,
        None => {
            tracing::warn!("SHOP_SECRET is not set: a restart signs everybody out");
            Secret::random()?
        }
    };
    let origins: Arc<[_]> = match config.public_url {
        Some(origin) => [origin].into(),
        None => origin::local(port)?.into(),
    };
    let https = origins.iter().any(|origin| origin.scheme() == "https");
    Ok(Shop {
        store: Store::open(config.db.as_deref()).await?,
        sessions: Sessions::new(secret.bytes(), https)?,
        origins,
    })
}

/// Says that the shop is open, and how to try it.
fn announce(url: &str) -> io::Result<()> {
    writeln!(
        io::stdout(),
        r#"listening on {url}

Read a page as an agent, put something into the agent's cart, list the whole site:

  curl -H 'Accept: application/vnd.affordances+json' {url}/products/heavyweight-tee
  curl -H 'Content-Type: application/vnd.affordances+json' -H 'Authorization: Bearer demo-agent-token' -d '{{"action":"addToCart","input":{{"sku":"TEE-BLK-M"}}}}' {url}/products/heavyweight-tee
  curl {url}/.well-known/affordances.json
"#
    )
}

/// Listens for the signals to stop from now on, so that none is missed once the
/// shop has said that it is open.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping");
    })
}

#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        // Without a handler Ctrl-C ends the process by itself.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
