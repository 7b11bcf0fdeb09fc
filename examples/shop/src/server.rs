//! From settings to a running server, for every binary that serves the shop.

use std::error::Error;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::TcpListener;
use tokio::signal;

use crate::Shop;
use crate::app::app;
use crate::config::Config;

/// Serves until SIGTERM or Ctrl-C, then finishes the calls that run.
///
/// # Errors
///
/// When the port or the database cannot be opened.
pub async fn serve(config: Config) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, config.port)).await?;
    let address = listener.local_addr()?;
    let app = app(Shop::open(config, address).await?);

    announce(&format!("http://{address}"))?;
    axum::serve(
        listener,
        app.into_make_service_with_connect_info::<SocketAddr>(),
    )
    .with_graceful_shutdown(stopped())
    .await?;
    Ok(())
}

/// Says that the shop is open, and how to try it.
fn announce(url: &str) -> io::Result<()> {
    writeln!(
        io::stdout(),
        "listening on {url}

Read a page as an agent, put something into the agent's cart, list the whole site:

  curl -H 'Accept: application/vnd.affordances+json' {url}/products/heavyweight-tee
  curl -H 'Content-Type: application/vnd.affordances+json' -H 'Authorization: Bearer demo-agent-token' -d '{{\"action\":\"addToCart\",\"input\":{{\"sku\":\"TEE-BLK-M\"}}}}' {url}/products/heavyweight-tee
  curl {url}/.well-known/affordances.json
"
    )
}

/// Waits for the signal to stop.
async fn stopped() {
    let interrupt = async {
        // Without a handler the signal ends the process by itself.
        if signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupt => {}
        () = terminated() => {}
    }
    tracing::info!("stopping");
}

#[cfg(unix)]
async fn terminated() {
    use signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
