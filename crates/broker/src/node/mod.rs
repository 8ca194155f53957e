//! A node: from a configuration to a running server, and down again.
//!
//! Order of the start: sockets (so that a busy port is told before anything is touched), directories,
//! recovery of the logs, quorum and controller, partitions, registration; clients are served once the
//! controller has let the broker in. The stop goes the other way round.

mod error;
mod listeners;
mod open;

use std::{sync::Arc, time::Duration};

pub use error::StartError;
use moldau_metadata::feature;
use moldau_protocol::{
    ids::{DirectoryId, Uuid},
    messages::{BrokerRegistrationRequest, broker_registration_request},
};
use moldau_quorum::{Clock, IdSource, Quorum, RandomIds, SystemClock};
use moldau_storage::{
    LogDir, LogDirs, WriterPool,
    disk::{DiskLock, RealDisk},
};
use tokio::sync::{mpsc, watch};

use crate::{
    auto_create::AutoCreate,
    config::{ConfigPublisher, LiveConfig, ServerConfig},
    controller_listener::{self, Controller, LocalController},
    coordinator::{GroupCoordinator, GroupPublisher},
    dispatch::Dispatcher,
    fetch::{FetchSessions, SessionLimits},
    handlers,
    http::{self, Health},
    lifecycle::{Lifecycle, Phase},
    logging::LogLevels,
    maintenance::Maintenance,
    metrics::BrokerMetrics,
    net::{Listener, Net, Service},
    partition::PartitionTable,
    producer_ids::ProducerIds,
    publisher::PartitionPublisher,
    state::Broker,
    telemetry::{Telemetry, TelemetryPublisher},
    version_answer::Target,
};

/// How long answers in progress may take to go out when the node stops.
const STOP_GRACE: Duration = Duration::from_secs(5);

/// How long the controller may take to let the broker go.
const LEAVE_LIMIT: Duration = Duration::from_secs(5);

/// Writer threads: syncs of different files have to overlap, and four threads give 5.3 times the
/// synced appends of one (64 producers on 8 logs).
const WRITER_THREADS: usize = 4;

/// Why a running node ended.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It could not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// It cannot go on.
    #[error("{0}")]
    Fatal(String),
}

/// Runs a node until `stop` completes (a controlled shutdown) or it cannot go on.
///
/// # Errors
/// When the node cannot start, or had to end by itself; the message says why and what to do.
pub async fn run(
    config: ServerConfig,
    levels: LogLevels,
    stop: impl Future<Output = ()>,
) -> Result<(), RunError> {
    let (fatal, mut failed) = mpsc::channel(1);
    let on_fatal = Arc::new(move |reason: &str| {
        // The first reason counts.
        drop(fatal.try_send(reason.to_owned()));
    });
    let node = Box::pin(Node::start(config, levels, on_fatal)).await?;
    let end = tokio::select! {
        () = stop => Ok(()),
        reason = failed.recv() => Err(RunError::Fatal(reason.unwrap_or_default())),
        code = refused(node.phase.clone()) => Err(RunError::Fatal(format!(
            "the controller refuses this broker: {code}"
        ))),
    };
    Box::pin(node.stop()).await;
    end
}

async fn refused(mut phase: watch::Receiver<Phase>) -> moldau_protocol::ErrorCode {
    let found = phase.wait_for(|phase| matches!(phase, Phase::Refused(_))).await;
    match found.map(|phase| *phase) {
        Ok(Phase::Refused(code)) => code,
        // The broker is on its way out; the other ends of the race decide.
        _ => std::future::pending().await,
    }
}

/// A running node.
struct Node {
    net: Net,
    controller_net: Net,
    quorum: Quorum,
    groups: GroupCoordinator,
    log_dirs: Arc<LogDirs>,
    writers: Arc<WriterPool>,
    maintenance: Maintenance,
    health: Arc<Health>,
    phase: watch::Receiver<Phase>,
    stop: watch::Sender<bool>,
    epoch: watch::Receiver<i64>,
    /// Held as long as the node runs, when the metadata has a directory of its own.
    _metadata_lock: Option<Box<dyn DiskLock>>,
}

struct Bound {
    net: Net,
    clients: Vec<Listener>,
    controller_net: Net,
    controllers: Vec<Listener>,
    http: Option<std::net::TcpListener>,
}

impl Bound {
    fn new(config: &ServerConfig) -> Result<Self, StartError> {
        let network = &config.network;
        let net = Net::new(listeners::net_config(network)?);
        let clients = network
            .listeners
            .iter()
            // As in Kafka, limits spare the brokers' listener only where clients have another.
            .map(|each| {
                let own = network.listeners.len() > 1 && each.name == network.inter_broker;
                listeners::bind(&net, each, own)
            })
            .collect::<Result<_, _>>()?;
        let controller_net = Net::new(listeners::net_config(network)?);
        let controllers = network
            .controller_listeners
            .iter()
            .map(|each| listeners::bind(&controller_net, each, false))
            .collect::<Result<_, _>>()?;
        let http = network.http.as_ref().map(listeners::bind_http).transpose()?;
        Ok(Self { net, clients, controller_net, controllers, http })
    }
}

impl Node {
    async fn start(
        config: ServerConfig,
        levels: LogLevels,
        on_fatal: moldau_quorum::FatalCallback,
    ) -> Result<Self, StartError> {
        let started = std::time::Instant::now();
        let config = Arc::new(config);
        let bound = Bound::new(&config)?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
        let ids: Arc<dyn IdSource> = Arc::new(RandomIds);
        let disk = Arc::new(RealDisk);
        let incarnation = ids.next_id();
        let advertised = |list: &[crate::config::AdvertisedListener], bound: &[Listener]| {
            list.iter().map(|each| listeners::advertise(each, bound)).collect::<Result<Vec<_>, _>>()
        };
        let client_endpoints = advertised(&config.network.advertised, &bound.clients)?;
        let controller_endpoints =
            advertised(&config.network.advertised_controllers, &bound.controllers)?;

        let opened = {
            let (config, disk, clock, ids) =
                (config.clone(), disk.clone(), clock.clone(), ids.clone());
            let endpoints = controller_endpoints.clone();
            let open =
                move || open::open(&config, disk, &clock, ids, endpoints, incarnation, on_fatal);
            // Recovery may take long and reads from disk.
            tokio::task::spawn_blocking(open).await.map_err(|_| StartError::Panicked)??
        };
        let open::Opened { log_dirs, quorum, cluster_id, metadata_lock } = opened;
        let target = Target { cluster_id, node: config.node.id };
        let metrics = BrokerMetrics::new(bound.net.metrics());

        let live = LiveConfig::new(config.clone());
        tokio::spawn(listeners::follow_limits(bound.net.clone(), live.clone()));
        // First, so that all others find what the metadata sets.
        quorum
            .subscribe(Box::new(ConfigPublisher { node: config.node.id, live: live.clone() }))
            .await
            .map_err(|_| StartError::QuorumStopped)?;
        let telemetry = Telemetry::new(config.telemetry_max_bytes as usize);
        quorum
            .subscribe(Box::new(TelemetryPublisher(telemetry.clone())))
            .await
            .map_err(|_| StartError::QuorumStopped)?;
        let partitions = Arc::new(PartitionTable::default());
        quorum
            .subscribe(Box::new(PartitionPublisher {
                node: config.node.id,
                config: live.clone(),
                log_dirs: log_dirs.clone(),
                partitions: partitions.clone(),
                applied: watch::Sender::new(moldau_protocol::ids::Offset::NONE),
                clock: clock.clone(),
                first: true,
            }))
            .await
            .map_err(|_| StartError::QuorumStopped)?;
        let maintenance =
            Maintenance::start(&config.log, log_dirs.clone(), partitions.clone(), clock.clone())
                .map_err(StartError::Thread)?;
        let writers = WriterPool::start(WRITER_THREADS, Arc::new(WallClock(clock.clone())));
        let writers = Arc::new(writers.map_err(StartError::Thread)?);
        let groups = GroupCoordinator::start(
            &live,
            quorum.clone(),
            clock.clone(),
            ids.clone(),
            writers.clone(),
        );
        // After the publisher that opens partitions.
        quorum
            .subscribe(Box::new(GroupPublisher {
                node: config.node.id,
                partitions: partitions.clone(),
                coordinator: groups.clone(),
            }))
            .await
            .map_err(|_| StartError::QuorumStopped)?;

        let controller_apis = Arc::new(controller_listener::table());
        let controller = Arc::new(Controller {
            quorum: quorum.clone(),
            target: target.clone(),
            clock: clock.clone(),
            apis: controller_apis.clone(),
        });
        let service: Arc<dyn Service> =
            Dispatcher::new(controller, controller_apis, metrics.clone());
        serve(bound.controllers, &service)?;

        let (stop, stopping) = watch::channel(false);
        let (phase_sender, phase) = watch::channel(Phase::Starting);
        let (epoch_sender, epoch) = watch::channel(-1);
        let lifecycle = Lifecycle {
            channel: Arc::new(LocalController { quorum: quorum.clone() }),
            registration: registration(
                &config,
                &target.cluster_id,
                incarnation,
                &client_endpoints,
                &log_dirs.dirs().iter().map(LogDir::id).collect::<Vec<_>>(),
            ),
            interval: config.node.heartbeat_interval,
            registration_timeout: config.node.registration_timeout,
            phase: phase_sender,
            epoch: epoch_sender,
            stop: stopping,
        };
        tokio::spawn(lifecycle.run());

        let apis = Arc::new(handlers::table());
        let broker = Arc::new(Broker {
            node: config.node.id,
            target,
            config: config.clone(),
            live,
            levels: levels.clone(),
            clock,
            quorum: quorum.clone(),
            partitions: partitions.clone(),
            writers: writers.clone(),
            log_dirs: log_dirs.clone(),
            fetch_sessions: FetchSessions::new(SessionLimits {
                sessions: config.fetch.session_slots as usize,
            }),
            producer_ids: ProducerIds::default(),
            auto_create: AutoCreate::default(),
            groups: groups.clone(),
            metrics: metrics.clone(),
            telemetry,
            epoch: epoch.clone(),
            apis: apis.clone(),
        });
        let health = Arc::new(Health::default());
        let http_address = match bound.http {
            Some(socket) => {
                let address = socket.local_addr().ok();
                let gauges = http::Gauges::new(broker.clone(), log_dirs.clone());
                http::serve(socket, metrics.clone(), gauges, health.clone(), levels)
                    .map_err(StartError::Thread)?;
                address
            }
            None => None,
        };

        let node = Self {
            net: bound.net,
            controller_net: bound.controller_net,
            quorum,
            groups,
            log_dirs,
            writers,
            maintenance,
            health,
            phase,
            stop,
            epoch,
            _metadata_lock: metadata_lock,
        };
        let mut admitted = node.phase.clone();
        let admitted = admitted
            .wait_for(|phase| *phase != Phase::Starting)
            .await
            .map(|phase| *phase)
            .map_err(|_| StartError::QuorumStopped)?;
        if let Phase::Refused(code) = admitted {
            return Err(StartError::Refused(code));
        }
        let service: Arc<dyn Service> = Dispatcher::new(broker, apis, metrics);
        serve(bound.clients, &service)?;
        node.health.ready();
        announce(
            &config,
            &client_endpoints,
            &controller_endpoints,
            http_address,
            started.elapsed(),
        );
        Ok(node)
    }

    /// The controlled shutdown.
    async fn stop(self) {
        tracing::info!("stopping");
        self.health.stopping();
        self.stop.send_replace(true);
        let mut phase = self.phase.clone();
        let left = phase.wait_for(|phase| matches!(phase, Phase::Stopped | Phase::Refused(_)));
        if tokio::time::timeout(LEAVE_LIMIT, left).await.is_err() {
            tracing::warn!("the controller did not let this broker go in time; stopping anyway");
        }
        // Members that wait for a rebalance would be waited for.
        self.groups.shutdown();
        let cut = self.net.stop(STOP_GRACE).await;
        if cut > 0 {
            tracing::warn!(connections = cut, "closed before their answers were out");
        }
        self.controller_net.stop(STOP_GRACE).await;
        let epoch = *self.epoch.borrow();
        let (writers, maintenance, quorum, log_dirs) =
            (self.writers, self.maintenance, self.quorum, self.log_dirs);
        let close = move || {
            maintenance.stop();
            writers.shutdown();
            quorum.shutdown();
            log_dirs.shutdown(epoch);
        };
        if tokio::task::spawn_blocking(close).await.is_err() {
            tracing::error!("the logs were not closed; the next start recovers them");
        }
        tracing::info!("stopped");
    }
}

/// The clock as the writer threads want it.
#[derive(Debug)]
struct WallClock(Arc<dyn Clock>);

impl moldau_storage::Clock for WallClock {
    fn now_ms(&self) -> i64 {
        self.0.now_ms()
    }
}

fn serve(listeners: Vec<Listener>, service: &Arc<dyn Service>) -> Result<(), StartError> {
    for listener in listeners {
        listener.serve(service).map_err(StartError::Thread)?;
    }
    Ok(())
}

fn registration(
    config: &ServerConfig,
    cluster_id: &str,
    incarnation: Uuid,
    endpoints: &[moldau_metadata::image::Listener],
    directories: &[DirectoryId],
) -> BrokerRegistrationRequest {
    let listener =
        |endpoint: &moldau_metadata::image::Listener| broker_registration_request::Listener {
            name: endpoint.name.clone(),
            host: endpoint.host.clone(),
            port: endpoint.port,
            security_protocol: endpoint.security_protocol,
            ..Default::default()
        };
    let feature = |feature: &feature::Feature| broker_registration_request::Feature {
        name: feature.name.to_owned(),
        min_supported_version: feature.min,
        max_supported_version: feature.max,
        ..Default::default()
    };
    BrokerRegistrationRequest {
        broker_id: config.node.id.0,
        cluster_id: cluster_id.to_owned(),
        incarnation_id: incarnation,
        listeners: endpoints.iter().map(listener).collect(),
        // All that the image understands, or a directory of Kafka's could not be taken over.
        features: feature::FEATURES.iter().map(feature).collect(),
        rack: config.node.rack.clone(),
        log_dirs: directories.iter().map(|directory| directory.0).collect(),
        ..Default::default()
    }
}

/// The one line that says that the node serves.
fn announce(
    config: &ServerConfig,
    clients: &[moldau_metadata::image::Listener],
    controllers: &[moldau_metadata::image::Listener],
    http: Option<std::net::SocketAddr>,
    elapsed: Duration,
) {
    let text = |list: &[moldau_metadata::image::Listener]| {
        let each = list.iter().map(|each| format!("{}://{}:{}", each.name, each.host, each.port));
        each.collect::<Vec<_>>().join(", ")
    };
    let data: Vec<_> =
        config.directories.data.iter().map(|path| path.display().to_string()).collect();
    let http = http.map_or_else(|| "off".to_owned(), |address| format!("http://{address}"));
    tracing::info!(
        node = config.node.id.0,
        clients = text(clients),
        controller = text(controllers),
        http,
        data = data.join(", "),
        ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
        "moldau is ready"
    );
}
