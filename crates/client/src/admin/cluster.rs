//! Who is in the cluster, and taking a broker out of it.

use moldau_protocol::{
    ErrorCode,
    ids::BrokerId,
    messages::{DescribeClusterRequest, UnregisterBrokerRequest},
};

use super::Admin;
use crate::{ClientError, cluster::Target};

/// A broker as the cluster describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Node id.
    pub id: BrokerId,
    /// Advertised host.
    pub host: String,
    /// Advertised port.
    pub port: i32,
    /// Rack, if it has one.
    pub rack: Option<String>,
    /// Whether it is fenced: registered, but not alive.
    pub fenced: bool,
}

/// Whose endpoints are described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoints {
    /// The brokers'.
    Brokers,
    /// The controllers'.
    Controllers,
}

/// What to do with fenced brokers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fenced {
    /// They are not there.
    LeftOut,
    /// They are there, and marked.
    Included,
}

/// The cluster as one broker sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterDescription {
    /// Id of the cluster.
    pub cluster_id: String,
    /// The broker that takes administrative calls, if one is known.
    pub controller: Option<BrokerId>,
    /// The brokers (or controllers) that were asked for.
    pub nodes: Vec<Node>,
}

impl Admin {
    /// Describes the cluster (DescribeCluster).
    ///
    /// # Errors
    /// When no broker answers, or the caller may not know.
    pub async fn describe_cluster(&self) -> Result<ClusterDescription, ClientError> {
        self.cluster_endpoints(Endpoints::Brokers, Fenced::LeftOut).await
    }

    /// Describes the cluster by the endpoints of brokers or of controllers.
    ///
    /// # Errors
    /// As [`Self::describe_cluster`]; controllers answer only on their own listener.
    pub async fn cluster_endpoints(
        &self,
        endpoints: Endpoints,
        fenced: Fenced,
    ) -> Result<ClusterDescription, ClientError> {
        let operation = "describing the cluster";
        let request = DescribeClusterRequest {
            endpoint_type: if endpoints == Endpoints::Brokers { 1 } else { 2 },
            include_fenced_brokers: fenced == Fenced::Included,
            ..DescribeClusterRequest::default()
        };
        let answer = self
            .cluster
            .call(Target::Any, &request, operation, |answer| ErrorCode(answer.error_code))
            .await?;
        let code = ErrorCode(answer.error_code);
        if code.is_error() {
            return Err(ClientError::refused(operation, code, answer.error_message));
        }
        Ok(ClusterDescription {
            cluster_id: answer.cluster_id,
            controller: (answer.controller_id >= 0).then_some(BrokerId(answer.controller_id)),
            nodes: answer
                .brokers
                .into_iter()
                .map(|broker| Node {
                    id: BrokerId(broker.broker_id),
                    host: broker.host,
                    port: broker.port,
                    rack: broker.rack,
                    fenced: broker.is_fenced,
                })
                .collect(),
        })
    }

    /// Forgets a broker that will not come back.
    ///
    /// # Errors
    /// When there is no such broker.
    pub async fn unregister_broker(&self, id: BrokerId) -> Result<(), ClientError> {
        let operation = format!("unregistering broker {id}");
        let request =
            UnregisterBrokerRequest { broker_id: id.0, ..UnregisterBrokerRequest::default() };
        let answer = self
            .cluster
            .call(Target::Controller, &request, &operation, |answer| ErrorCode(answer.error_code))
            .await?;
        let code = ErrorCode(answer.error_code);
        if code.is_error() {
            return Err(ClientError::refused(operation, code, answer.error_message));
        }
        Ok(())
    }
}
