//! From settings to a running server, for every binary that serves the shop.

use std::error::Error;
use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr};

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::signal;

use crate::config::{Config, Secret};
use crate::html::{self, Chrome};
use crate::origin::Origin;
use crate::session::Sessions;
use crate::store::Store;
use crate::{Shop, callers, login};

const BODY_LIMIT: usize = 256 * 1024;

/// Serves until SIGTERM or Ctrl-C, then finishes the calls that run.
///
/// # Errors
///
/// When the port or the database cannot be opened.
pub async fn serve(config: Config) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, config.port)).await?;
    let address = listener.local_addr()?;
    let shop = open(config, address).await?;
    let app = routes().with_state(shop);

    announce(&format!("http://{address}"))?;
    axum::serve(
        listener,
        app.into_make_service_with_connect_info::<SocketAddr>(),
    )
    .with_graceful_shutdown(stopped())
    .await?;
    Ok(())
}

/// What handlers share, from the settings.
async fn open(config: Config, address: SocketAddr) -> Result<Shop, Box<dyn Error>> {
    let origins = match config.public_url {
        Some(origin) => vec![origin],
        None => ["127.0.0.1", "localhost"]
            .iter()
            .filter_map(|host| Origin::parse(&format!("http://{host}:{}", address.port())))
            .collect(),
    };
    let secret = match config.secret {
        Some(secret) => secret,
        None => {
            tracing::warn!("SHOP_SECRET is not set: a restart signs everybody out");
            Secret::random()?
        }
    };
    let https = origins.iter().any(Origin::is_https);
    Ok(Shop {
        store: Store::open(config.db.as_deref()).await?,
        sessions: Sessions::new(secret.bytes(), https)?,
        origins: origins.into(),
    })
}

/// The plain routes. Nothing here takes more than a form.
fn routes() -> Router<Shop> {
    Router::new()
        .route("/about", get(about))
        .merge(login::routes())
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
}

async fn about(State(shop): State<Shop>, headers: HeaderMap) -> Response {
    let caller = callers::person(&shop.sessions, &headers);
    let chrome = Chrome::plain(callers::name_of(caller.as_ref()));
    html::answer(StatusCode::OK, html::about(&chrome))
}

/// Says that the shop is open, and how to try it.
fn announce(url: &str) -> std::io::Result<()> {
    writeln!(
        std::io::stdout(),
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
        if signal::ctrl_c().await.is_err() {
            // Without a handler the signal ends the process by itself.
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        match signal::unix::signal(signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        _ = terminate => {}
    }
    tracing::info!("stopping");
}
