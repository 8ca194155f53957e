//! `controller.quorum.voters` and `controller.quorum.bootstrap.servers`: for now both may name this
//! node only.

use super::ConfigError;
use super::listeners::{AdvertisedListener, Listener, host_and_port};
use super::reader::Reader;

/// How the metadata quorum learns its voters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoterSource {
    /// Only this node, written to the log when the node formats itself.
    SingleNode,
    /// `controller.quorum.voters`: from the configuration, for ever.
    Static,
    /// From the log; `controller.quorum.bootstrap.servers` only says whom to ask first.
    Dynamic,
}

const VOTERS: &str = "controller.quorum.voters";
const BOOTSTRAP: &str = "controller.quorum.bootstrap.servers";
const CLUSTERS_LATER: &str = "clusters are not built in yet, so only this node may be named";

pub(super) fn read(
    reader: &Reader<'_>,
    node_id: i32,
    controllers: &[Listener],
    advertised: &[AdvertisedListener],
) -> Result<VoterSource, ConfigError> {
    let voters = reader.list(VOTERS).unwrap_or_default();
    let bootstrap = reader.list(BOOTSTRAP).unwrap_or_default();
    for voter in &voters {
        check_voter(voter, node_id)?;
    }
    if voters.len() > 1 {
        return Err(ConfigError::rule(VOTERS, voters.join(","), CLUSTERS_LATER));
    }
    for server in &bootstrap {
        check_server(server, controllers, advertised)?;
    }
    match (voters.is_empty(), bootstrap.is_empty()) {
        (false, _) => Ok(VoterSource::Static),
        (true, false) => Ok(VoterSource::Dynamic),
        (true, true) => Err(ConfigError::rule(
            BOOTSTRAP,
            "",
            format!("with process.roles set, {BOOTSTRAP} or {VOTERS} must name the controllers"),
        )),
    }
}

fn check_voter(voter: &str, node_id: i32) -> Result<(), ConfigError> {
    let parsed = voter.split_once('@').and_then(|(id, address)| {
        let (host, port) = host_and_port(address)?;
        (!host.is_empty()).then_some((id.parse::<i32>().ok()?, host, port))
    });
    match parsed {
        None => Err(ConfigError::rule(VOTERS, voter, "not a voter (allowed: id@host:port)")),
        Some((_, "0.0.0.0", _)) => {
            let problem = "0.0.0.0 is not an address that can be connected to";
            Err(ConfigError::rule(VOTERS, voter, problem))
        }
        Some((id, _, _)) if id != node_id => {
            Err(ConfigError::rule(VOTERS, voter, format!("node.id is {node_id}; {CLUSTERS_LATER}")))
        }
        Some(_) => Ok(()),
    }
}

/// Names of this machine cannot be looked up here, so the port decides, and a host that is an
/// address must be one of ours.
fn check_server(
    server: &str,
    controllers: &[Listener],
    advertised: &[AdvertisedListener],
) -> Result<(), ConfigError> {
    let Some((host, port)) = host_and_port(server).filter(|(host, _)| !host.is_empty()) else {
        return Err(ConfigError::rule(BOOTSTRAP, server, "not a server (allowed: host:port)"));
    };
    let told =
        advertised.iter().any(|ours| ours.port == port && ours.host.as_deref() == Some(host));
    let listened = controllers.iter().any(|ours| {
        let number = ours.port.number();
        let same_host = ours.host == host || ours.host.is_empty() || ours.host == "0.0.0.0";
        let both_local = is_local(&ours.host) && is_local(host);
        let name = host.parse::<std::net::IpAddr>().is_err();
        (number == port || number == 0) && (same_host || both_local || name)
    });
    match told || listened {
        true => Ok(()),
        false => Err(ConfigError::rule(BOOTSTRAP, server, CLUSTERS_LATER)),
    }
}

fn is_local(host: &str) -> bool {
    let loopback = host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    loopback || host.eq_ignore_ascii_case("localhost")
}
