//! The APIs of the client listeners, one file each.

mod alter_configs;
mod alter_partition_reassignments;
mod api_versions;
mod config_admin;
mod consumer_group_describe;
mod consumer_group_heartbeat;
mod create_partitions;
mod create_topics;
mod delete_groups;
mod delete_records;
mod delete_topics;
mod describe_cluster;
mod describe_configs;
mod describe_groups;
mod describe_log_dirs;
mod describe_producers;
pub(crate) mod describe_quorum;
mod describe_topic_partitions;
mod elect_leaders;
mod fetch;
mod find_coordinator;
mod get_telemetry_subscriptions;
mod groups;
mod heartbeat;
mod incremental_alter_configs;
mod init_producer_id;
mod join_group;
mod leave_group;
mod list_config_resources;
mod list_groups;
mod list_offsets;
mod list_partition_reassignments;
mod metadata;
mod offset_commit;
mod offset_delete;
mod offset_fetch;
mod offset_for_leader_epoch;
pub(crate) mod operations;
mod produce;
mod push_telemetry;
mod sync_group;
mod unregister_broker;
mod update_features;

use crate::{
    dispatch::{Api, ApiTable},
    state::Broker,
};

/// Everything that clients are served.
pub(crate) fn table() -> ApiTable<Broker> {
    ApiTable::new(vec![
        Api::ordered(produce::handle).advertised_from(0),
        Api::new(fetch::handle),
        Api::new(list_offsets::handle),
        Api::new(metadata::handle),
        Api::new(find_coordinator::handle),
        Api::new(api_versions::handle),
        Api::new(create_topics::handle),
        Api::new(delete_topics::handle),
        Api::new(delete_records::handle),
        Api::new(init_producer_id::handle),
        Api::new(offset_for_leader_epoch::handle),
        Api::new(describe_configs::handle),
        Api::new(alter_configs::handle),
        Api::new(incremental_alter_configs::handle),
        Api::new(list_config_resources::handle),
        Api::new(offset_commit::handle),
        Api::new(offset_fetch::handle),
        Api::new(join_group::handle),
        Api::new(heartbeat::handle),
        Api::new(leave_group::handle),
        Api::new(sync_group::handle),
        Api::new(describe_groups::handle),
        Api::new(list_groups::handle),
        Api::new(delete_groups::handle),
        Api::new(offset_delete::handle),
        Api::new(consumer_group_heartbeat::handle),
        Api::new(consumer_group_describe::handle),
        Api::new(get_telemetry_subscriptions::handle),
        Api::new(push_telemetry::handle),
        Api::new(describe_cluster::handle),
        Api::new(describe_log_dirs::handle),
        Api::new(create_partitions::handle),
        Api::new(elect_leaders::handle),
        Api::new(alter_partition_reassignments::handle),
        Api::new(list_partition_reassignments::handle),
        Api::new(describe_quorum::handle),
        Api::new(update_features::handle),
        Api::new(describe_producers::handle),
        Api::new(unregister_broker::handle),
        Api::new(describe_topic_partitions::handle),
    ])
}
