//! DeleteGroups, versions 0 to 3: groups without members go, with their offsets.
//!
//! KIPs: 229, 1043 (texts).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use moldau_coordinator::group::{Command, Reply};
use moldau_protocol::messages::{
    DeleteGroupsRequest, DeleteGroupsResponse, delete_groups_response::DeletableGroupResult,
};

use super::groups;
use crate::{dispatch::RequestContext, state::Broker};

pub(super) async fn handle(
    broker: Arc<Broker>,
    _context: RequestContext,
    request: DeleteGroupsRequest,
) -> DeleteGroupsResponse {
    let mut by_partition: BTreeMap<_, Vec<String>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for name in request.groups_names {
        // A name that comes twice is answered once.
        if seen.insert(name.clone()) {
            by_partition.entry(broker.groups.partition_of(&name)).or_default().push(name);
        }
    }
    let mut results = Vec::new();
    for (_, names) in by_partition {
        let command = Command::DeleteGroups(DeleteGroupsRequest {
            groups_names: names.clone(),
            ..Default::default()
        });
        match broker.groups.call(&names[0], command).await {
            Ok(Reply::DeleteGroups(response)) => results.extend(response.results),
            other => {
                let error_code = groups::code(other).0;
                results.extend(names.into_iter().map(|group_id| DeletableGroupResult {
                    group_id,
                    error_code,
                    ..Default::default()
                }));
            }
        }
    }
    DeleteGroupsResponse { results, ..Default::default() }
}
