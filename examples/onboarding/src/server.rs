//! From settings to a running server, for every binary that serves the flows.

use std::error::Error;
use std::io::{self, IsTerminal as _, Write as _};
use std::net::Ipv4Addr;
use std::process::ExitCode;
use std::time::Duration;

use affordances::aboard::{Onboarding, SqliteStore};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tracing_subscriber::EnvFilter;

use crate::config::Config;
use crate::{Acme, app};

/// How long connections may take to end once the server has been told to stop.
const PATIENCE: Duration = Duration::from_secs(10);

/// The whole program: settings from the environment, logs to stderr. `flows` are
/// those of [`flows`](crate::flows), with their documents made now or made before.
pub async fn run(flows: Onboarding<Acme>) -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .init();
    let served = match Config::from_env() {
        Ok(config) => serve(config, flows).await,
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

/// Serves until SIGTERM or Ctrl-C, then finishes the steps that run.
async fn serve(config: Config, flows: Onboarding<Acme>) -> Result<(), Box<dyn Error>> {
    let Config {
        port,
        public_url,
        db,
        keys,
    } = config;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .map_err(|error| format!("cannot listen on port {port} (set PORT): {error}"))?;
    let address = listener.local_addr()?;
    if keys.is_default {
        tracing::warn!("ONBOARDING_SECRET is not set: everybody can sign a session token");
    }
    let store = match &db {
        Some(file) => SqliteStore::open(file).await,
        None => SqliteStore::in_memory().await,
    }
    .map_err(|error| format!("cannot open the sessions (set ONBOARDING_DB): {error}"))?;
    let base = match public_url {
        Some(origin) => origin.to_string(),
        None => format!("http://{address}"),
    };
    let onboarding = app::configure(flows, &base, store.clone(), &keys);
    let app = app::app(&onboarding)?;

    let stop = stop_signal()?;
    let (stopping, stopped) = oneshot::channel::<()>();
    let stop = async move {
        stop.await;
        tracing::info!("stopping");
        drop(stopping);
    };
    announce(&format!("http://{address}"))?;
    let serving = axum::serve(listener, app).with_graceful_shutdown(stop);
    // A client that never ends its request must not keep the server open.
    let patience = async {
        let _ = stopped.await;
        tokio::time::sleep(PATIENCE).await;
    };
    tokio::select! {
        served = serving.into_future() => served?,
        () = patience => tracing::warn!("some connections were still open"),
    }
    // Steps run in tasks of their own, which axum does not know.
    onboarding.drained().await;
    store.close().await;
    Ok(())
}

/// Says that the server is open, and how to try it.
fn announce(url: &str) -> io::Result<()> {
    writeln!(
        io::stdout(),
        r#"listening on {url}

Read the flow as an agent, create a session, see it as an operator:

  curl {url}/onboarding.md
  curl -X POST -H 'Authorization: Bearer demo-agent-token' {url}/api/onboarding/sessions
  curl -H 'Authorization: Bearer demo-admin-token' {url}/api/onboarding/sessions
"#
    )
}

/// Listens for the signals to stop from now on, so that none is missed once the
/// server has said that it is open.
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
