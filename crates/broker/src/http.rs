//! The HTTP listener: `/metrics`, `/healthz`, `/readyz`, and log levels under `/loggers`.
//!
//! For operators, not for data: it has no authentication, so it listens on loopback by default.
//!
//! - `GET /metrics`: Prometheus text, or OpenMetrics where the client asks for it.
//! - `GET /healthz`: 200 as long as the process answers.
//! - `GET /readyz`: 200 once clients are served, 503 with the reason before and while stopping.
//! - `GET /loggers`: all levels as JSON. `GET /loggers/<module>`: the level that holds for it.
//!   `PUT /loggers/<module>` with a level as body sets it, `DELETE` takes it away; the module `root`
//!   is everything without a level of its own.

mod gauges;
mod limit;

use std::{io, sync::Arc};

use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use parking_lot::RwLock;
use tracing::{info, warn};

pub(crate) use self::gauges::Gauges;
use self::limit::Limited;
use crate::{
    logging::{LogError, LogLevels, parse_level},
    metrics::{BrokerMetrics, Format, render},
};

/// Largest body of a request; the name of a level is all that is ever sent.
const MAX_BODY: usize = 1024;

/// The name under which the level of everything else is changed.
const ROOT: &str = "root";

/// Whether the node serves clients; starts as "starting".
#[derive(Debug)]
pub(crate) struct Health(RwLock<Result<(), &'static str>>);

impl Default for Health {
    fn default() -> Self {
        Self(RwLock::new(Err("starting")))
    }
}

impl Health {
    /// Clients are served from now on.
    pub(crate) fn ready(&self) {
        *self.0.write() = Ok(());
    }

    /// Clients should go elsewhere.
    pub(crate) fn stopping(&self) {
        *self.0.write() = Err("stopping");
    }

    fn get(&self) -> Result<(), &'static str> {
        *self.0.read()
    }
}

struct App {
    metrics: Arc<BrokerMetrics>,
    gauges: Gauges,
    health: Arc<Health>,
    levels: LogLevels,
}

/// Serves on `socket` in a task of the current runtime, until the runtime ends.
///
/// # Errors
/// When the runtime cannot take the socket.
pub(crate) fn serve(
    socket: std::net::TcpListener,
    metrics: Arc<BrokerMetrics>,
    gauges: Gauges,
    health: Arc<Health>,
    levels: LogLevels,
) -> io::Result<()> {
    socket.set_nonblocking(true)?;
    let socket = tokio::net::TcpListener::from_std(socket)?;
    let app = Arc::new(App { metrics, gauges, health, levels });
    let served = axum::serve(Limited::new(socket), router(app));
    tokio::spawn(async move {
        if let Err(error) = served.await {
            warn!(%error, "the HTTP listener ended");
        }
    });
    Ok(())
}

fn router(app: Arc<App>) -> Router {
    let logger = get(get_level).put(put_level).delete(delete_level);
    Router::new()
        .route("/", get(async || "/metrics /healthz /readyz /loggers\n"))
        .route("/metrics", get(metrics))
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/loggers", get(list_levels))
        .route("/loggers/{module}", logger)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(app)
}

async fn metrics(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let format = Format::accepted(accept.unwrap_or_default());
    // Asks file systems for their free room, which may take its time.
    let text = tokio::task::spawn_blocking(move || render(&app.metrics, app.gauges.read(), format));
    match text.await {
        Ok(Ok(text)) => ([(header::CONTENT_TYPE, format.content_type())], text).into_response(),
        _ => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn ready(State(app): State<Arc<App>>) -> Response {
    match app.health.get() {
        Ok(()) => "ready\n".into_response(),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")).into_response(),
    }
}

async fn list_levels(State(app): State<Arc<App>>) -> Response {
    let modules: serde_json::Map<_, _> = app
        .levels
        .modules()
        .into_iter()
        .map(|(module, level)| (module, level.to_string().into()))
        .collect();
    let all = serde_json::json!({ ROOT: app.levels.root().to_string(), "modules": modules });
    ([(header::CONTENT_TYPE, "application/json")], format!("{all}\n")).into_response()
}

async fn get_level(State(app): State<Arc<App>>, Path(module): Path<String>) -> String {
    let level = match module.as_str() {
        ROOT => app.levels.root(),
        module => app.levels.effective(module),
    };
    format!("{level}\n")
}

async fn put_level(
    State(app): State<Arc<App>>,
    Path(module): Path<String>,
    body: Bytes,
) -> Result<String, HttpError> {
    let level = parse_level(&String::from_utf8_lossy(&body))?;
    match module.as_str() {
        ROOT => app.levels.set_root(level)?,
        module => app.levels.set(module, Some(level))?,
    }
    info!(module, %level, "log level changed");
    Ok(format!("{level}\n"))
}

async fn delete_level(
    State(app): State<Arc<App>>,
    Path(module): Path<String>,
) -> Result<StatusCode, HttpError> {
    if module == ROOT {
        return Err(LogError::Module(module).into());
    }
    app.levels.set(&module, None)?;
    info!(module, "log level taken away");
    Ok(StatusCode::NO_CONTENT)
}

struct HttpError(LogError);

impl From<LogError> for HttpError {
    fn from(error: LogError) -> Self {
        Self(error)
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let status = match self.0 {
            LogError::Unavailable(_) => StatusCode::INTERNAL_SERVER_ERROR,
            LogError::TooMany => StatusCode::CONFLICT,
            LogError::Environment(_) | LogError::Level(_) | LogError::Module(_) => {
                StatusCode::BAD_REQUEST
            }
        };
        (status, format!("{}\n", self.0)).into_response()
    }
}

#[cfg(test)]
mod tests;
