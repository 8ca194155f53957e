//! Which groups there are (ListGroups).

use moldau_protocol::{ErrorCode, codec::Request as _, messages::ListGroupsRequest};

use super::Admin;
use crate::{ClientError, cluster::Target};

impl Admin {
    /// Ids of the groups of every kind, each coordinator's. A cluster whose brokers do not serve
    /// the call has none.
    ///
    /// # Errors
    /// When a broker does not answer.
    pub async fn groups(&self) -> Result<Vec<String>, ClientError> {
        let mut groups = Vec::new();
        for id in self.cluster.metadata().brokers.keys().copied() {
            if !self.cluster.broker(id).await?.serves(ListGroupsRequest::KEY) {
                continue;
            }
            let operation = format!("listing the groups of broker {id}");
            let request = ListGroupsRequest::default();
            let answer = self
                .cluster
                .call(Target::Broker(id), &request, &operation, |answer| {
                    ErrorCode(answer.error_code)
                })
                .await?;
            let code = ErrorCode(answer.error_code);
            if code.is_error() {
                return Err(ClientError::refused(operation, code, None));
            }
            groups.extend(answer.groups.into_iter().map(|group| group.group_id));
        }
        Ok(groups)
    }
}
