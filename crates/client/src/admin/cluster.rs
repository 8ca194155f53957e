//! Who is in the cluster.

use moldau_protocol::{ErrorCode, ids::BrokerId, messages::DescribeClusterRequest};

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
}

/// The cluster as one broker sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterDescription {
    /// Id of the cluster.
    pub cluster_id: String,
    /// The broker that takes administrative calls, if one is known.
    pub controller: Option<BrokerId>,
    /// Brokers that are not fenced.
    pub nodes: Vec<Node>,
}

impl Admin {
    /// Describes the cluster (DescribeCluster).
    ///
    /// # Errors
    /// When no broker answers, or the caller may not know.
    pub async fn describe_cluster(&self) -> Result<ClusterDescription, ClientError> {
        let operation = "describing the cluster";
        let request = DescribeClusterRequest::default();
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
                })
                .collect(),
        })
    }
}
