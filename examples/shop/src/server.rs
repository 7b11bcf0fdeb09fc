//! From settings to a running server, for every binary that serves the shop.

use std::error::Error;
use std::io::{self, IsTerminal as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use affordances::Affordances;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tracing_subscriber::EnvFilter;

use crate::config::{Config, Secret};
use crate::session::Sessions;
use crate::{Shop, app, origin, store};

/// How long connections may take to end once the shop has been told to stop.
const PATIENCE: Duration = Duration::from_secs(10);

/// The whole program: settings from the environment, logs to stderr. `site` is
/// [`SITE`](crate::SITE) with its documents, made now or made before.
pub async fn run(site: Affordances<Shop>) -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .init();
    let served = match Config::from_env() {
        Ok(config) => serve(config, site).await,
        Err(error) => Err(error.into()),
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Serves until SIGTERM or Ctrl-C, then finishes the calls that run.
///
/// # Errors
///
/// When the port or the database cannot be opened.
async fn serve(config: Config, site: Affordances<Shop>) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, config.port))
        .await
        .map_err(|error| format!("cannot listen on port {} (set PORT): {error}", config.port))?;
    let address = listener.local_addr()?;
    let rate = config.rate;
    let shop = open(config, address.port()).await?;
    let site = app::configure(site, &shop, rate);
    let app = app::app(&site, shop)?;

    let stop = stop_signal()?;
    let (stopping, stopped) = oneshot::channel::<()>();
    let stop = async move {
        stop.await;
        tracing::info!("stopping");
        drop(stopping);
    };
    announce(&format!("http://{address}"))?;
    let service = app.into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, service).with_graceful_shutdown(stop);
    // A client that never ends its request must not keep the shop open.
    let patience = async {
        let _ = stopped.await;
        tokio::time::sleep(PATIENCE).await;
    };
    tokio::select! {
        served = serving.into_future() => served?,
        () = patience => tracing::warn!("some connections were still open"),
    }
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
        store: store::open(config.db.as_deref()).await?,
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
