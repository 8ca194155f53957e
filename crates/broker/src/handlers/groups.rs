//! What the handlers of the group APIs share.

use moldau_coordinator::group::{Client, Reply};
use moldau_metadata::feature::GROUP_VERSION;
use moldau_protocol::ErrorCode;

use crate::{dispatch::RequestContext, state::Broker};

/// Who sends a request, as groups remember it.
pub(super) fn client(context: &RequestContext) -> Client {
    Client {
        id: context.client_id().to_owned(),
        host: format!("/{}", context.connection.peer.ip().to_canonical()),
    }
}

/// The code of what came instead of the answer that belongs to the command.
pub(super) fn code(other: Result<Reply, ErrorCode>) -> ErrorCode {
    match other {
        Err(code) => code,
        Ok(reply) => {
            tracing::error!(?reply, "the group coordinator gave another answer than asked for");
            ErrorCode::UNKNOWN_SERVER_ERROR
        }
    }
}

/// Whether KIP-848 groups are served.
///
/// # Errors
/// `UNSUPPORTED_VERSION` when the configuration or the cluster's feature level says no.
pub(super) fn consumer_protocol(broker: &Broker) -> Result<(), ErrorCode> {
    let finalised = broker.image().features.level(GROUP_VERSION) >= 1;
    if broker.config.groups.consumer_protocol && finalised {
        Ok(())
    } else {
        Err(ErrorCode::UNSUPPORTED_VERSION)
    }
}
