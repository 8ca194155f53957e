//! Groups: which there are, what they are like, what they have committed.
//!
//! ListGroups is asked of every broker; everything else goes to the coordinator of each group
//! (`coordinators.rs`), which may move or load while it is asked.

mod coordinators;
mod describe;
mod membership;
mod offsets;

use std::collections::BTreeMap;

use moldau_protocol::{ErrorCode, codec::Request as _, messages::ListGroupsRequest};

pub use coordinators::Outcomes;
pub use describe::{GroupDescription, GroupMember};
pub use offsets::{Committed, OffsetDeletion, Offsets};

use super::Admin;
use crate::{ClientError, cluster::Target};

/// A group in a list. Brokers before 2.6 do not tell the state, those before 3.8 not the type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupListing {
    /// Its id.
    pub id: String,
    /// What its members use: `consumer`, `connect`, `share`...; empty when it only has offsets.
    pub protocol: String,
    /// As in `Stable`; empty when the broker does not tell.
    pub state: String,
    /// As in `Classic`; empty when the broker does not tell.
    pub kind: String,
}

impl GroupListing {
    /// Whether it is one of those that Kafka's consumer group tool takes for consumer groups: new
    /// ones, and classic ones whose members are consumers or that only have offsets.
    #[must_use]
    pub fn is_consumer_group(&self) -> bool {
        matches!(self.kind.as_str(), "" | "Classic" | "Consumer")
            && matches!(self.protocol.as_str(), "" | "consumer")
    }
}

/// Which groups to list; empty lists let all pass. The brokers filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupFilter {
    /// States under Kafka's names, as in `Stable`.
    pub states: Vec<String>,
    /// Types under Kafka's names, as in `Classic`.
    pub kinds: Vec<String>,
}

impl Admin {
    /// Groups of every kind, each coordinator's, by id. A cluster whose brokers do not serve the
    /// call has none.
    ///
    /// # Errors
    /// When a broker does not answer, or is too old for the filter.
    pub async fn list_groups(
        &self,
        filter: &GroupFilter,
    ) -> Result<Vec<GroupListing>, ClientError> {
        let request = ListGroupsRequest {
            states_filter: filter.states.clone(),
            types_filter: filter.kinds.clone(),
            ..ListGroupsRequest::default()
        };
        let mut groups = BTreeMap::new();
        for id in self.cluster.metadata().brokers.keys().copied() {
            if !self.cluster.broker(id).await?.serves(ListGroupsRequest::KEY) {
                continue;
            }
            let operation = format!("listing the groups of broker {id}");
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
            for group in answer.groups {
                let listing = GroupListing {
                    id: group.group_id,
                    protocol: group.protocol_type,
                    state: group.group_state,
                    kind: capitalised(&group.group_type),
                };
                // One that moves from broker to broker meanwhile is still one.
                groups.insert(listing.id.clone(), listing);
            }
        }
        Ok(groups.into_values().collect())
    }

    /// Ids of the groups of every kind.
    ///
    /// # Errors
    /// As for [`Self::list_groups`].
    pub async fn groups(&self) -> Result<Vec<String>, ClientError> {
        let groups = self.list_groups(&GroupFilter::default()).await?;
        Ok(groups.into_iter().map(|group| group.id).collect())
    }
}

/// Kafka's brokers send types in small letters, and its tools show them as names.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests;
