// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

pub mod abort_transaction_record;
pub mod aborted_txn;
pub mod access_control_entry_record;
pub mod add_offsets_to_txn_request;
pub mod add_offsets_to_txn_response;
pub mod add_partitions_to_txn_request;
pub mod add_partitions_to_txn_response;
pub mod add_raft_voter_request;
pub mod add_raft_voter_response;
pub mod allocate_producer_ids_request;
pub mod allocate_producer_ids_response;
pub mod alter_client_quotas_request;
pub mod alter_client_quotas_response;
pub mod alter_configs_request;
pub mod alter_configs_response;
pub mod alter_partition_reassignments_request;
pub mod alter_partition_reassignments_response;
pub mod alter_partition_request;
pub mod alter_partition_response;
pub mod alter_replica_log_dirs_request;
pub mod alter_replica_log_dirs_response;
pub mod alter_share_group_offsets_request;
pub mod alter_share_group_offsets_response;
pub mod alter_user_scram_credentials_request;
pub mod alter_user_scram_credentials_response;
pub mod api_versions_request;
pub mod api_versions_response;
pub mod assign_replicas_to_dirs_request;
pub mod assign_replicas_to_dirs_response;
pub mod begin_quorum_epoch_request;
pub mod begin_quorum_epoch_response;
pub mod begin_transaction_record;
pub mod broker_heartbeat_request;
pub mod broker_heartbeat_response;
pub mod broker_registration_change_record;
pub mod broker_registration_request;
pub mod broker_registration_response;
pub mod clear_elr_record;
pub mod client_quota_record;
pub mod config_record;
pub mod consumer_group_current_member_assignment_key;
pub mod consumer_group_current_member_assignment_value;
pub mod consumer_group_describe_request;
pub mod consumer_group_describe_response;
pub mod consumer_group_heartbeat_request;
pub mod consumer_group_heartbeat_response;
pub mod consumer_group_member_metadata_key;
pub mod consumer_group_member_metadata_value;
pub mod consumer_group_metadata_key;
pub mod consumer_group_metadata_value;
pub mod consumer_group_partition_metadata_key;
pub mod consumer_group_partition_metadata_value;
pub mod consumer_group_regular_expression_key;
pub mod consumer_group_regular_expression_value;
pub mod consumer_group_target_assignment_member_key;
pub mod consumer_group_target_assignment_member_value;
pub mod consumer_group_target_assignment_metadata_key;
pub mod consumer_group_target_assignment_metadata_value;
pub mod consumer_protocol_assignment;
pub mod consumer_protocol_subscription;
pub mod control_record_type_schema;
pub mod controller_registration_request;
pub mod controller_registration_response;
pub mod create_acls_request;
pub mod create_acls_response;
pub mod create_delegation_token_request;
pub mod create_delegation_token_response;
pub mod create_partitions_request;
pub mod create_partitions_response;
pub mod create_topics_request;
pub mod create_topics_response;
pub mod default_principal_data;
pub mod delegation_token_record;
pub mod delete_acls_request;
pub mod delete_acls_response;
pub mod delete_groups_request;
pub mod delete_groups_response;
pub mod delete_records_request;
pub mod delete_records_response;
pub mod delete_share_group_offsets_request;
pub mod delete_share_group_offsets_response;
pub mod delete_share_group_state_request;
pub mod delete_share_group_state_response;
pub mod delete_topics_request;
pub mod delete_topics_response;
pub mod describe_acls_request;
pub mod describe_acls_response;
pub mod describe_client_quotas_request;
pub mod describe_client_quotas_response;
pub mod describe_cluster_request;
pub mod describe_cluster_response;
pub mod describe_configs_request;
pub mod describe_configs_response;
pub mod describe_delegation_token_request;
pub mod describe_delegation_token_response;
pub mod describe_groups_request;
pub mod describe_groups_response;
pub mod describe_log_dirs_request;
pub mod describe_log_dirs_response;
pub mod describe_producers_request;
pub mod describe_producers_response;
pub mod describe_quorum_request;
pub mod describe_quorum_response;
pub mod describe_share_group_offsets_request;
pub mod describe_share_group_offsets_response;
pub mod describe_topic_partitions_request;
pub mod describe_topic_partitions_response;
pub mod describe_transactions_request;
pub mod describe_transactions_response;
pub mod describe_user_scram_credentials_request;
pub mod describe_user_scram_credentials_response;
pub mod elect_leaders_request;
pub mod elect_leaders_response;
pub mod end_quorum_epoch_request;
pub mod end_quorum_epoch_response;
pub mod end_transaction_record;
pub mod end_txn_marker;
pub mod end_txn_request;
pub mod end_txn_response;
pub mod envelope_request;
pub mod envelope_response;
pub mod expire_delegation_token_request;
pub mod expire_delegation_token_response;
pub mod feature_level_record;
pub mod fence_broker_record;
pub mod fetch_request;
pub mod fetch_response;
pub mod fetch_snapshot_request;
pub mod fetch_snapshot_response;
pub mod find_coordinator_request;
pub mod find_coordinator_response;
pub mod get_telemetry_subscriptions_request;
pub mod get_telemetry_subscriptions_response;
pub mod group_metadata_key;
pub mod group_metadata_value;
pub mod heartbeat_request;
pub mod heartbeat_response;
pub mod incremental_alter_configs_request;
pub mod incremental_alter_configs_response;
pub mod init_producer_id_request;
pub mod init_producer_id_response;
pub mod initialize_share_group_state_request;
pub mod initialize_share_group_state_response;
pub mod join_group_request;
pub mod join_group_response;
pub mod kraft_version_record;
pub mod layouts;
pub mod leader_change_message;
pub mod leave_group_request;
pub mod leave_group_response;
pub mod legacy_offset_commit_key;
pub mod legacy_offset_commit_value;
pub mod list_config_resources_request;
pub mod list_config_resources_response;
pub mod list_groups_request;
pub mod list_groups_response;
pub mod list_offsets_request;
pub mod list_offsets_response;
pub mod list_partition_reassignments_request;
pub mod list_partition_reassignments_response;
pub mod list_transactions_request;
pub mod list_transactions_response;
pub mod metadata_request;
pub mod metadata_response;
pub mod no_op_record;
pub mod offset_commit_key;
pub mod offset_commit_request;
pub mod offset_commit_response;
pub mod offset_commit_value;
pub mod offset_delete_request;
pub mod offset_delete_response;
pub mod offset_fetch_request;
pub mod offset_fetch_response;
pub mod offset_for_leader_epoch_request;
pub mod offset_for_leader_epoch_response;
pub mod partition_change_record;
pub mod partition_record;
pub mod produce_request;
pub mod produce_response;
pub mod producer_ids_record;
pub mod producer_snapshot;
pub mod push_telemetry_request;
pub mod push_telemetry_response;
pub mod quorum_state_data;
pub mod read_share_group_state_request;
pub mod read_share_group_state_response;
pub mod read_share_group_state_summary_request;
pub mod read_share_group_state_summary_response;
pub mod register_broker_record;
pub mod register_controller_record;
pub mod remote_log_segment_metadata_record;
pub mod remote_log_segment_metadata_snapshot_record;
pub mod remote_log_segment_metadata_update_record;
pub mod remote_partition_delete_metadata_record;
pub mod remove_access_control_entry_record;
pub mod remove_delegation_token_record;
pub mod remove_raft_voter_request;
pub mod remove_raft_voter_response;
pub mod remove_topic_record;
pub mod remove_user_scram_credential_record;
pub mod renew_delegation_token_request;
pub mod renew_delegation_token_response;
pub mod request_header;
pub mod response_header;
pub mod sasl_authenticate_request;
pub mod sasl_authenticate_response;
pub mod sasl_handshake_request;
pub mod sasl_handshake_response;
pub mod share_acknowledge_request;
pub mod share_acknowledge_response;
pub mod share_fetch_request;
pub mod share_fetch_response;
pub mod share_group_current_member_assignment_key;
pub mod share_group_current_member_assignment_value;
pub mod share_group_describe_request;
pub mod share_group_describe_response;
pub mod share_group_heartbeat_request;
pub mod share_group_heartbeat_response;
pub mod share_group_member_metadata_key;
pub mod share_group_member_metadata_value;
pub mod share_group_metadata_key;
pub mod share_group_metadata_value;
pub mod share_group_state_partition_metadata_key;
pub mod share_group_state_partition_metadata_value;
pub mod share_group_target_assignment_member_key;
pub mod share_group_target_assignment_member_value;
pub mod share_group_target_assignment_metadata_key;
pub mod share_group_target_assignment_metadata_value;
pub mod share_snapshot_key;
pub mod share_snapshot_value;
pub mod share_update_key;
pub mod share_update_value;
pub mod snapshot_footer_record;
pub mod snapshot_header_record;
pub mod streams_group_current_member_assignment_key;
pub mod streams_group_current_member_assignment_value;
pub mod streams_group_describe_request;
pub mod streams_group_describe_response;
pub mod streams_group_heartbeat_request;
pub mod streams_group_heartbeat_response;
pub mod streams_group_member_metadata_key;
pub mod streams_group_member_metadata_value;
pub mod streams_group_metadata_key;
pub mod streams_group_metadata_value;
pub mod streams_group_target_assignment_member_key;
pub mod streams_group_target_assignment_member_value;
pub mod streams_group_target_assignment_metadata_key;
pub mod streams_group_target_assignment_metadata_value;
pub mod streams_group_topology_description_update_request;
pub mod streams_group_topology_description_update_response;
pub mod streams_group_topology_key;
pub mod streams_group_topology_value;
pub mod sync_group_request;
pub mod sync_group_response;
pub mod topic_record;
pub mod transaction_log_key;
pub mod transaction_log_value;
pub mod txn_offset_commit_request;
pub mod txn_offset_commit_response;
pub mod unfence_broker_record;
pub mod unregister_broker_record;
pub mod unregister_broker_request;
pub mod unregister_broker_response;
pub mod unregister_controller_record;
pub mod unregister_controller_request;
pub mod unregister_controller_response;
pub mod update_features_request;
pub mod update_features_response;
pub mod update_raft_voter_request;
pub mod update_raft_voter_response;
pub mod user_scram_credential_record;
pub mod vote_request;
pub mod vote_response;
pub mod voters_record;
pub mod write_share_group_state_request;
pub mod write_share_group_state_response;
pub mod write_txn_markers_request;
pub mod write_txn_markers_response;
pub mod zk_migration_state_record;
pub use abort_transaction_record::AbortTransactionRecord;
pub use aborted_txn::AbortedTxn;
pub use access_control_entry_record::AccessControlEntryRecord;
pub use add_offsets_to_txn_request::AddOffsetsToTxnRequest;
pub use add_offsets_to_txn_response::AddOffsetsToTxnResponse;
pub use add_partitions_to_txn_request::AddPartitionsToTxnRequest;
pub use add_partitions_to_txn_response::AddPartitionsToTxnResponse;
pub use add_raft_voter_request::AddRaftVoterRequest;
pub use add_raft_voter_response::AddRaftVoterResponse;
pub use allocate_producer_ids_request::AllocateProducerIdsRequest;
pub use allocate_producer_ids_response::AllocateProducerIdsResponse;
pub use alter_client_quotas_request::AlterClientQuotasRequest;
pub use alter_client_quotas_response::AlterClientQuotasResponse;
pub use alter_configs_request::AlterConfigsRequest;
pub use alter_configs_response::AlterConfigsResponse;
pub use alter_partition_reassignments_request::AlterPartitionReassignmentsRequest;
pub use alter_partition_reassignments_response::AlterPartitionReassignmentsResponse;
pub use alter_partition_request::AlterPartitionRequest;
pub use alter_partition_response::AlterPartitionResponse;
pub use alter_replica_log_dirs_request::AlterReplicaLogDirsRequest;
pub use alter_replica_log_dirs_response::AlterReplicaLogDirsResponse;
pub use alter_share_group_offsets_request::AlterShareGroupOffsetsRequest;
pub use alter_share_group_offsets_response::AlterShareGroupOffsetsResponse;
pub use alter_user_scram_credentials_request::AlterUserScramCredentialsRequest;
pub use alter_user_scram_credentials_response::AlterUserScramCredentialsResponse;
pub use api_versions_request::ApiVersionsRequest;
pub use api_versions_response::ApiVersionsResponse;
pub use assign_replicas_to_dirs_request::AssignReplicasToDirsRequest;
pub use assign_replicas_to_dirs_response::AssignReplicasToDirsResponse;
pub use begin_quorum_epoch_request::BeginQuorumEpochRequest;
pub use begin_quorum_epoch_response::BeginQuorumEpochResponse;
pub use begin_transaction_record::BeginTransactionRecord;
pub use broker_heartbeat_request::BrokerHeartbeatRequest;
pub use broker_heartbeat_response::BrokerHeartbeatResponse;
pub use broker_registration_change_record::BrokerRegistrationChangeRecord;
pub use broker_registration_request::BrokerRegistrationRequest;
pub use broker_registration_response::BrokerRegistrationResponse;
pub use clear_elr_record::ClearElrRecord;
pub use client_quota_record::ClientQuotaRecord;
pub use config_record::ConfigRecord;
pub use consumer_group_current_member_assignment_key::ConsumerGroupCurrentMemberAssignmentKey;
pub use consumer_group_current_member_assignment_value::ConsumerGroupCurrentMemberAssignmentValue;
pub use consumer_group_describe_request::ConsumerGroupDescribeRequest;
pub use consumer_group_describe_response::ConsumerGroupDescribeResponse;
pub use consumer_group_heartbeat_request::ConsumerGroupHeartbeatRequest;
pub use consumer_group_heartbeat_response::ConsumerGroupHeartbeatResponse;
pub use consumer_group_member_metadata_key::ConsumerGroupMemberMetadataKey;
pub use consumer_group_member_metadata_value::ConsumerGroupMemberMetadataValue;
pub use consumer_group_metadata_key::ConsumerGroupMetadataKey;
pub use consumer_group_metadata_value::ConsumerGroupMetadataValue;
pub use consumer_group_partition_metadata_key::ConsumerGroupPartitionMetadataKey;
pub use consumer_group_partition_metadata_value::ConsumerGroupPartitionMetadataValue;
pub use consumer_group_regular_expression_key::ConsumerGroupRegularExpressionKey;
pub use consumer_group_regular_expression_value::ConsumerGroupRegularExpressionValue;
pub use consumer_group_target_assignment_member_key::ConsumerGroupTargetAssignmentMemberKey;
pub use consumer_group_target_assignment_member_value::ConsumerGroupTargetAssignmentMemberValue;
pub use consumer_group_target_assignment_metadata_key::ConsumerGroupTargetAssignmentMetadataKey;
pub use consumer_group_target_assignment_metadata_value::ConsumerGroupTargetAssignmentMetadataValue;
pub use consumer_protocol_assignment::ConsumerProtocolAssignment;
pub use consumer_protocol_subscription::ConsumerProtocolSubscription;
pub use control_record_type_schema::ControlRecordTypeSchema;
pub use controller_registration_request::ControllerRegistrationRequest;
pub use controller_registration_response::ControllerRegistrationResponse;
pub use create_acls_request::CreateAclsRequest;
pub use create_acls_response::CreateAclsResponse;
pub use create_delegation_token_request::CreateDelegationTokenRequest;
pub use create_delegation_token_response::CreateDelegationTokenResponse;
pub use create_partitions_request::CreatePartitionsRequest;
pub use create_partitions_response::CreatePartitionsResponse;
pub use create_topics_request::CreateTopicsRequest;
pub use create_topics_response::CreateTopicsResponse;
pub use default_principal_data::DefaultPrincipalData;
pub use delegation_token_record::DelegationTokenRecord;
pub use delete_acls_request::DeleteAclsRequest;
pub use delete_acls_response::DeleteAclsResponse;
pub use delete_groups_request::DeleteGroupsRequest;
pub use delete_groups_response::DeleteGroupsResponse;
pub use delete_records_request::DeleteRecordsRequest;
pub use delete_records_response::DeleteRecordsResponse;
pub use delete_share_group_offsets_request::DeleteShareGroupOffsetsRequest;
pub use delete_share_group_offsets_response::DeleteShareGroupOffsetsResponse;
pub use delete_share_group_state_request::DeleteShareGroupStateRequest;
pub use delete_share_group_state_response::DeleteShareGroupStateResponse;
pub use delete_topics_request::DeleteTopicsRequest;
pub use delete_topics_response::DeleteTopicsResponse;
pub use describe_acls_request::DescribeAclsRequest;
pub use describe_acls_response::DescribeAclsResponse;
pub use describe_client_quotas_request::DescribeClientQuotasRequest;
pub use describe_client_quotas_response::DescribeClientQuotasResponse;
pub use describe_cluster_request::DescribeClusterRequest;
pub use describe_cluster_response::DescribeClusterResponse;
pub use describe_configs_request::DescribeConfigsRequest;
pub use describe_configs_response::DescribeConfigsResponse;
pub use describe_delegation_token_request::DescribeDelegationTokenRequest;
pub use describe_delegation_token_response::DescribeDelegationTokenResponse;
pub use describe_groups_request::DescribeGroupsRequest;
pub use describe_groups_response::DescribeGroupsResponse;
pub use describe_log_dirs_request::DescribeLogDirsRequest;
pub use describe_log_dirs_response::DescribeLogDirsResponse;
pub use describe_producers_request::DescribeProducersRequest;
pub use describe_producers_response::DescribeProducersResponse;
pub use describe_quorum_request::DescribeQuorumRequest;
pub use describe_quorum_response::DescribeQuorumResponse;
pub use describe_share_group_offsets_request::DescribeShareGroupOffsetsRequest;
pub use describe_share_group_offsets_response::DescribeShareGroupOffsetsResponse;
pub use describe_topic_partitions_request::DescribeTopicPartitionsRequest;
pub use describe_topic_partitions_response::DescribeTopicPartitionsResponse;
pub use describe_transactions_request::DescribeTransactionsRequest;
pub use describe_transactions_response::DescribeTransactionsResponse;
pub use describe_user_scram_credentials_request::DescribeUserScramCredentialsRequest;
pub use describe_user_scram_credentials_response::DescribeUserScramCredentialsResponse;
pub use elect_leaders_request::ElectLeadersRequest;
pub use elect_leaders_response::ElectLeadersResponse;
pub use end_quorum_epoch_request::EndQuorumEpochRequest;
pub use end_quorum_epoch_response::EndQuorumEpochResponse;
pub use end_transaction_record::EndTransactionRecord;
pub use end_txn_marker::EndTxnMarker;
pub use end_txn_request::EndTxnRequest;
pub use end_txn_response::EndTxnResponse;
pub use envelope_request::EnvelopeRequest;
pub use envelope_response::EnvelopeResponse;
pub use expire_delegation_token_request::ExpireDelegationTokenRequest;
pub use expire_delegation_token_response::ExpireDelegationTokenResponse;
pub use feature_level_record::FeatureLevelRecord;
pub use fence_broker_record::FenceBrokerRecord;
pub use fetch_request::FetchRequest;
pub use fetch_response::FetchResponse;
pub use fetch_snapshot_request::FetchSnapshotRequest;
pub use fetch_snapshot_response::FetchSnapshotResponse;
pub use find_coordinator_request::FindCoordinatorRequest;
pub use find_coordinator_response::FindCoordinatorResponse;
pub use get_telemetry_subscriptions_request::GetTelemetrySubscriptionsRequest;
pub use get_telemetry_subscriptions_response::GetTelemetrySubscriptionsResponse;
pub use group_metadata_key::GroupMetadataKey;
pub use group_metadata_value::GroupMetadataValue;
pub use heartbeat_request::HeartbeatRequest;
pub use heartbeat_response::HeartbeatResponse;
pub use incremental_alter_configs_request::IncrementalAlterConfigsRequest;
pub use incremental_alter_configs_response::IncrementalAlterConfigsResponse;
pub use init_producer_id_request::InitProducerIdRequest;
pub use init_producer_id_response::InitProducerIdResponse;
pub use initialize_share_group_state_request::InitializeShareGroupStateRequest;
pub use initialize_share_group_state_response::InitializeShareGroupStateResponse;
pub use join_group_request::JoinGroupRequest;
pub use join_group_response::JoinGroupResponse;
pub use kraft_version_record::KRaftVersionRecord;
pub use leader_change_message::LeaderChangeMessage;
pub use leave_group_request::LeaveGroupRequest;
pub use leave_group_response::LeaveGroupResponse;
pub use legacy_offset_commit_key::LegacyOffsetCommitKey;
pub use legacy_offset_commit_value::LegacyOffsetCommitValue;
pub use list_config_resources_request::ListConfigResourcesRequest;
pub use list_config_resources_response::ListConfigResourcesResponse;
pub use list_groups_request::ListGroupsRequest;
pub use list_groups_response::ListGroupsResponse;
pub use list_offsets_request::ListOffsetsRequest;
pub use list_offsets_response::ListOffsetsResponse;
pub use list_partition_reassignments_request::ListPartitionReassignmentsRequest;
pub use list_partition_reassignments_response::ListPartitionReassignmentsResponse;
pub use list_transactions_request::ListTransactionsRequest;
pub use list_transactions_response::ListTransactionsResponse;
pub use metadata_request::MetadataRequest;
pub use metadata_response::MetadataResponse;
pub use no_op_record::NoOpRecord;
pub use offset_commit_key::OffsetCommitKey;
pub use offset_commit_request::OffsetCommitRequest;
pub use offset_commit_response::OffsetCommitResponse;
pub use offset_commit_value::OffsetCommitValue;
pub use offset_delete_request::OffsetDeleteRequest;
pub use offset_delete_response::OffsetDeleteResponse;
pub use offset_fetch_request::OffsetFetchRequest;
pub use offset_fetch_response::OffsetFetchResponse;
pub use offset_for_leader_epoch_request::OffsetForLeaderEpochRequest;
pub use offset_for_leader_epoch_response::OffsetForLeaderEpochResponse;
pub use partition_change_record::PartitionChangeRecord;
pub use partition_record::PartitionRecord;
pub use produce_request::ProduceRequest;
pub use produce_response::ProduceResponse;
pub use producer_ids_record::ProducerIdsRecord;
pub use producer_snapshot::ProducerSnapshot;
pub use push_telemetry_request::PushTelemetryRequest;
pub use push_telemetry_response::PushTelemetryResponse;
pub use quorum_state_data::QuorumStateData;
pub use read_share_group_state_request::ReadShareGroupStateRequest;
pub use read_share_group_state_response::ReadShareGroupStateResponse;
pub use read_share_group_state_summary_request::ReadShareGroupStateSummaryRequest;
pub use read_share_group_state_summary_response::ReadShareGroupStateSummaryResponse;
pub use register_broker_record::RegisterBrokerRecord;
pub use register_controller_record::RegisterControllerRecord;
pub use remote_log_segment_metadata_record::RemoteLogSegmentMetadataRecord;
pub use remote_log_segment_metadata_snapshot_record::RemoteLogSegmentMetadataSnapshotRecord;
pub use remote_log_segment_metadata_update_record::RemoteLogSegmentMetadataUpdateRecord;
pub use remote_partition_delete_metadata_record::RemotePartitionDeleteMetadataRecord;
pub use remove_access_control_entry_record::RemoveAccessControlEntryRecord;
pub use remove_delegation_token_record::RemoveDelegationTokenRecord;
pub use remove_raft_voter_request::RemoveRaftVoterRequest;
pub use remove_raft_voter_response::RemoveRaftVoterResponse;
pub use remove_topic_record::RemoveTopicRecord;
pub use remove_user_scram_credential_record::RemoveUserScramCredentialRecord;
pub use renew_delegation_token_request::RenewDelegationTokenRequest;
pub use renew_delegation_token_response::RenewDelegationTokenResponse;
pub use request_header::RequestHeader;
pub use response_header::ResponseHeader;
pub use sasl_authenticate_request::SaslAuthenticateRequest;
pub use sasl_authenticate_response::SaslAuthenticateResponse;
pub use sasl_handshake_request::SaslHandshakeRequest;
pub use sasl_handshake_response::SaslHandshakeResponse;
pub use share_acknowledge_request::ShareAcknowledgeRequest;
pub use share_acknowledge_response::ShareAcknowledgeResponse;
pub use share_fetch_request::ShareFetchRequest;
pub use share_fetch_response::ShareFetchResponse;
pub use share_group_current_member_assignment_key::ShareGroupCurrentMemberAssignmentKey;
pub use share_group_current_member_assignment_value::ShareGroupCurrentMemberAssignmentValue;
pub use share_group_describe_request::ShareGroupDescribeRequest;
pub use share_group_describe_response::ShareGroupDescribeResponse;
pub use share_group_heartbeat_request::ShareGroupHeartbeatRequest;
pub use share_group_heartbeat_response::ShareGroupHeartbeatResponse;
pub use share_group_member_metadata_key::ShareGroupMemberMetadataKey;
pub use share_group_member_metadata_value::ShareGroupMemberMetadataValue;
pub use share_group_metadata_key::ShareGroupMetadataKey;
pub use share_group_metadata_value::ShareGroupMetadataValue;
pub use share_group_state_partition_metadata_key::ShareGroupStatePartitionMetadataKey;
pub use share_group_state_partition_metadata_value::ShareGroupStatePartitionMetadataValue;
pub use share_group_target_assignment_member_key::ShareGroupTargetAssignmentMemberKey;
pub use share_group_target_assignment_member_value::ShareGroupTargetAssignmentMemberValue;
pub use share_group_target_assignment_metadata_key::ShareGroupTargetAssignmentMetadataKey;
pub use share_group_target_assignment_metadata_value::ShareGroupTargetAssignmentMetadataValue;
pub use share_snapshot_key::ShareSnapshotKey;
pub use share_snapshot_value::ShareSnapshotValue;
pub use share_update_key::ShareUpdateKey;
pub use share_update_value::ShareUpdateValue;
pub use snapshot_footer_record::SnapshotFooterRecord;
pub use snapshot_header_record::SnapshotHeaderRecord;
pub use streams_group_current_member_assignment_key::StreamsGroupCurrentMemberAssignmentKey;
pub use streams_group_current_member_assignment_value::StreamsGroupCurrentMemberAssignmentValue;
pub use streams_group_describe_request::StreamsGroupDescribeRequest;
pub use streams_group_describe_response::StreamsGroupDescribeResponse;
pub use streams_group_heartbeat_request::StreamsGroupHeartbeatRequest;
pub use streams_group_heartbeat_response::StreamsGroupHeartbeatResponse;
pub use streams_group_member_metadata_key::StreamsGroupMemberMetadataKey;
pub use streams_group_member_metadata_value::StreamsGroupMemberMetadataValue;
pub use streams_group_metadata_key::StreamsGroupMetadataKey;
pub use streams_group_metadata_value::StreamsGroupMetadataValue;
pub use streams_group_target_assignment_member_key::StreamsGroupTargetAssignmentMemberKey;
pub use streams_group_target_assignment_member_value::StreamsGroupTargetAssignmentMemberValue;
pub use streams_group_target_assignment_metadata_key::StreamsGroupTargetAssignmentMetadataKey;
pub use streams_group_target_assignment_metadata_value::StreamsGroupTargetAssignmentMetadataValue;
pub use streams_group_topology_description_update_request::StreamsGroupTopologyDescriptionUpdateRequest;
pub use streams_group_topology_description_update_response::StreamsGroupTopologyDescriptionUpdateResponse;
pub use streams_group_topology_key::StreamsGroupTopologyKey;
pub use streams_group_topology_value::StreamsGroupTopologyValue;
pub use sync_group_request::SyncGroupRequest;
pub use sync_group_response::SyncGroupResponse;
pub use topic_record::TopicRecord;
pub use transaction_log_key::TransactionLogKey;
pub use transaction_log_value::TransactionLogValue;
pub use txn_offset_commit_request::TxnOffsetCommitRequest;
pub use txn_offset_commit_response::TxnOffsetCommitResponse;
pub use unfence_broker_record::UnfenceBrokerRecord;
pub use unregister_broker_record::UnregisterBrokerRecord;
pub use unregister_broker_request::UnregisterBrokerRequest;
pub use unregister_broker_response::UnregisterBrokerResponse;
pub use unregister_controller_record::UnregisterControllerRecord;
pub use unregister_controller_request::UnregisterControllerRequest;
pub use unregister_controller_response::UnregisterControllerResponse;
pub use update_features_request::UpdateFeaturesRequest;
pub use update_features_response::UpdateFeaturesResponse;
pub use update_raft_voter_request::UpdateRaftVoterRequest;
pub use update_raft_voter_response::UpdateRaftVoterResponse;
pub use user_scram_credential_record::UserScramCredentialRecord;
pub use vote_request::VoteRequest;
pub use vote_response::VoteResponse;
pub use voters_record::VotersRecord;
pub use write_share_group_state_request::WriteShareGroupStateRequest;
pub use write_share_group_state_response::WriteShareGroupStateResponse;
pub use write_txn_markers_request::WriteTxnMarkersRequest;
pub use write_txn_markers_response::WriteTxnMarkersResponse;
pub use zk_migration_state_record::ZkMigrationStateRecord;
/// Names of what is no request, response or record of the metadata log: headers, the records
/// of coordinators, what stands in files. For [`recode_by_name`].
pub const STRUCTURES: &[&str] = &[
    "ConsumerProtocolAssignment",
    "ConsumerProtocolSubscription",
    "EndTxnMarker",
    "KRaftVersionRecord",
    "LeaderChangeMessage",
    "SnapshotFooterRecord",
    "SnapshotHeaderRecord",
    "VotersRecord",
    "AbortedTxn",
    "ControlRecordTypeSchema",
    "DefaultPrincipalData",
    "ProducerSnapshot",
    "QuorumStateData",
    "RequestHeader",
    "ResponseHeader",
    "ConsumerGroupCurrentMemberAssignmentKey",
    "ConsumerGroupCurrentMemberAssignmentValue",
    "ConsumerGroupMemberMetadataKey",
    "ConsumerGroupMemberMetadataValue",
    "ConsumerGroupMetadataKey",
    "ConsumerGroupMetadataValue",
    "ConsumerGroupPartitionMetadataKey",
    "ConsumerGroupPartitionMetadataValue",
    "ConsumerGroupRegularExpressionKey",
    "ConsumerGroupRegularExpressionValue",
    "ConsumerGroupTargetAssignmentMemberKey",
    "ConsumerGroupTargetAssignmentMemberValue",
    "ConsumerGroupTargetAssignmentMetadataKey",
    "ConsumerGroupTargetAssignmentMetadataValue",
    "GroupMetadataKey",
    "GroupMetadataValue",
    "LegacyOffsetCommitKey",
    "LegacyOffsetCommitValue",
    "OffsetCommitKey",
    "OffsetCommitValue",
    "ShareGroupCurrentMemberAssignmentKey",
    "ShareGroupCurrentMemberAssignmentValue",
    "ShareGroupMemberMetadataKey",
    "ShareGroupMemberMetadataValue",
    "ShareGroupMetadataKey",
    "ShareGroupMetadataValue",
    "ShareGroupStatePartitionMetadataKey",
    "ShareGroupStatePartitionMetadataValue",
    "ShareGroupTargetAssignmentMemberKey",
    "ShareGroupTargetAssignmentMemberValue",
    "ShareGroupTargetAssignmentMetadataKey",
    "ShareGroupTargetAssignmentMetadataValue",
    "StreamsGroupCurrentMemberAssignmentKey",
    "StreamsGroupCurrentMemberAssignmentValue",
    "StreamsGroupMemberMetadataKey",
    "StreamsGroupMemberMetadataValue",
    "StreamsGroupMetadataKey",
    "StreamsGroupMetadataValue",
    "StreamsGroupTargetAssignmentMemberKey",
    "StreamsGroupTargetAssignmentMemberValue",
    "StreamsGroupTargetAssignmentMetadataKey",
    "StreamsGroupTargetAssignmentMetadataValue",
    "StreamsGroupTopologyKey",
    "StreamsGroupTopologyValue",
    "RemoteLogSegmentMetadataRecord",
    "RemoteLogSegmentMetadataSnapshotRecord",
    "RemoteLogSegmentMetadataUpdateRecord",
    "RemotePartitionDeleteMetadataRecord",
    "ShareSnapshotKey",
    "ShareSnapshotValue",
    "ShareUpdateKey",
    "ShareUpdateValue",
    "TransactionLogKey",
    "TransactionLogValue",
];

/// Any record of the metadata log.
#[derive(Clone, Debug, PartialEq)]
pub enum MetadataRecord {
    AbortTransactionRecord(AbortTransactionRecord),
    AccessControlEntryRecord(AccessControlEntryRecord),
    BeginTransactionRecord(BeginTransactionRecord),
    BrokerRegistrationChangeRecord(BrokerRegistrationChangeRecord),
    ClearElrRecord(ClearElrRecord),
    ClientQuotaRecord(ClientQuotaRecord),
    ConfigRecord(ConfigRecord),
    DelegationTokenRecord(DelegationTokenRecord),
    EndTransactionRecord(EndTransactionRecord),
    FeatureLevelRecord(FeatureLevelRecord),
    FenceBrokerRecord(FenceBrokerRecord),
    NoOpRecord(NoOpRecord),
    PartitionChangeRecord(PartitionChangeRecord),
    PartitionRecord(PartitionRecord),
    ProducerIdsRecord(ProducerIdsRecord),
    RegisterBrokerRecord(RegisterBrokerRecord),
    RegisterControllerRecord(RegisterControllerRecord),
    RemoveAccessControlEntryRecord(RemoveAccessControlEntryRecord),
    RemoveDelegationTokenRecord(RemoveDelegationTokenRecord),
    RemoveTopicRecord(RemoveTopicRecord),
    RemoveUserScramCredentialRecord(RemoveUserScramCredentialRecord),
    TopicRecord(TopicRecord),
    UnfenceBrokerRecord(UnfenceBrokerRecord),
    UnregisterBrokerRecord(UnregisterBrokerRecord),
    UnregisterControllerRecord(UnregisterControllerRecord),
    UserScramCredentialRecord(UserScramCredentialRecord),
    ZkMigrationStateRecord(ZkMigrationStateRecord),
}

impl MetadataRecord {
    /// Number of the record's type.
    #[must_use]
    pub fn api_key(&self) -> i16 {
        match self {
            Self::AbortTransactionRecord(_) => 25,
            Self::AccessControlEntryRecord(_) => 18,
            Self::BeginTransactionRecord(_) => 23,
            Self::BrokerRegistrationChangeRecord(_) => 17,
            Self::ClearElrRecord(_) => 28,
            Self::ClientQuotaRecord(_) => 14,
            Self::ConfigRecord(_) => 4,
            Self::DelegationTokenRecord(_) => 10,
            Self::EndTransactionRecord(_) => 24,
            Self::FeatureLevelRecord(_) => 12,
            Self::FenceBrokerRecord(_) => 7,
            Self::NoOpRecord(_) => 20,
            Self::PartitionChangeRecord(_) => 5,
            Self::PartitionRecord(_) => 3,
            Self::ProducerIdsRecord(_) => 15,
            Self::RegisterBrokerRecord(_) => 0,
            Self::RegisterControllerRecord(_) => 27,
            Self::RemoveAccessControlEntryRecord(_) => 19,
            Self::RemoveDelegationTokenRecord(_) => 26,
            Self::RemoveTopicRecord(_) => 9,
            Self::RemoveUserScramCredentialRecord(_) => 22,
            Self::TopicRecord(_) => 2,
            Self::UnfenceBrokerRecord(_) => 8,
            Self::UnregisterBrokerRecord(_) => 1,
            Self::UnregisterControllerRecord(_) => 29,
            Self::UserScramCredentialRecord(_) => 11,
            Self::ZkMigrationStateRecord(_) => 21,
        }
    }

    /// Newest version of the record's type.
    #[must_use]
    pub fn newest_version(&self) -> i16 {
        match self {
            Self::AbortTransactionRecord(_) => 0,
            Self::AccessControlEntryRecord(_) => 0,
            Self::BeginTransactionRecord(_) => 0,
            Self::BrokerRegistrationChangeRecord(_) => 3,
            Self::ClearElrRecord(_) => 0,
            Self::ClientQuotaRecord(_) => 0,
            Self::ConfigRecord(_) => 0,
            Self::DelegationTokenRecord(_) => 0,
            Self::EndTransactionRecord(_) => 0,
            Self::FeatureLevelRecord(_) => 0,
            Self::FenceBrokerRecord(_) => 0,
            Self::NoOpRecord(_) => 0,
            Self::PartitionChangeRecord(_) => 2,
            Self::PartitionRecord(_) => 2,
            Self::ProducerIdsRecord(_) => 0,
            Self::RegisterBrokerRecord(_) => 4,
            Self::RegisterControllerRecord(_) => 0,
            Self::RemoveAccessControlEntryRecord(_) => 0,
            Self::RemoveDelegationTokenRecord(_) => 0,
            Self::RemoveTopicRecord(_) => 0,
            Self::RemoveUserScramCredentialRecord(_) => 0,
            Self::TopicRecord(_) => 0,
            Self::UnfenceBrokerRecord(_) => 0,
            Self::UnregisterBrokerRecord(_) => 0,
            Self::UnregisterControllerRecord(_) => 0,
            Self::UserScramCredentialRecord(_) => 0,
            Self::ZkMigrationStateRecord(_) => 0,
        }
    }

    /// Writes the record's fields in the layout of `version`.
    ///
    /// # Errors
    /// When the version cannot carry a field that is set.
    pub fn encode(
        &self,
        encoder: &mut crate::codec::Encoder,
        version: i16,
    ) -> Result<(), crate::codec::EncodeError> {
        use crate::codec::Message as _;
        match self {
            Self::AbortTransactionRecord(record) => record.encode(encoder, version),
            Self::AccessControlEntryRecord(record) => record.encode(encoder, version),
            Self::BeginTransactionRecord(record) => record.encode(encoder, version),
            Self::BrokerRegistrationChangeRecord(record) => record.encode(encoder, version),
            Self::ClearElrRecord(record) => record.encode(encoder, version),
            Self::ClientQuotaRecord(record) => record.encode(encoder, version),
            Self::ConfigRecord(record) => record.encode(encoder, version),
            Self::DelegationTokenRecord(record) => record.encode(encoder, version),
            Self::EndTransactionRecord(record) => record.encode(encoder, version),
            Self::FeatureLevelRecord(record) => record.encode(encoder, version),
            Self::FenceBrokerRecord(record) => record.encode(encoder, version),
            Self::NoOpRecord(record) => record.encode(encoder, version),
            Self::PartitionChangeRecord(record) => record.encode(encoder, version),
            Self::PartitionRecord(record) => record.encode(encoder, version),
            Self::ProducerIdsRecord(record) => record.encode(encoder, version),
            Self::RegisterBrokerRecord(record) => record.encode(encoder, version),
            Self::RegisterControllerRecord(record) => record.encode(encoder, version),
            Self::RemoveAccessControlEntryRecord(record) => record.encode(encoder, version),
            Self::RemoveDelegationTokenRecord(record) => record.encode(encoder, version),
            Self::RemoveTopicRecord(record) => record.encode(encoder, version),
            Self::RemoveUserScramCredentialRecord(record) => record.encode(encoder, version),
            Self::TopicRecord(record) => record.encode(encoder, version),
            Self::UnfenceBrokerRecord(record) => record.encode(encoder, version),
            Self::UnregisterBrokerRecord(record) => record.encode(encoder, version),
            Self::UnregisterControllerRecord(record) => record.encode(encoder, version),
            Self::UserScramCredentialRecord(record) => record.encode(encoder, version),
            Self::ZkMigrationStateRecord(record) => record.encode(encoder, version),
        }
    }

    /// Reads the fields of a record of type `api_key`; `None` for a type that is not known.
    ///
    /// # Errors
    /// When the bytes are not such a record.
    pub fn decode(
        api_key: i16,
        decoder: &mut crate::codec::Decoder,
        version: i16,
    ) -> Result<Option<Self>, crate::codec::DecodeError> {
        use crate::codec::Message as _;
        Ok(Some(match api_key {
            25 => Self::AbortTransactionRecord(AbortTransactionRecord::decode(decoder, version)?),
            18 => {
                Self::AccessControlEntryRecord(AccessControlEntryRecord::decode(decoder, version)?)
            }
            23 => Self::BeginTransactionRecord(BeginTransactionRecord::decode(decoder, version)?),
            17 => Self::BrokerRegistrationChangeRecord(BrokerRegistrationChangeRecord::decode(
                decoder, version,
            )?),
            28 => Self::ClearElrRecord(ClearElrRecord::decode(decoder, version)?),
            14 => Self::ClientQuotaRecord(ClientQuotaRecord::decode(decoder, version)?),
            4 => Self::ConfigRecord(ConfigRecord::decode(decoder, version)?),
            10 => Self::DelegationTokenRecord(DelegationTokenRecord::decode(decoder, version)?),
            24 => Self::EndTransactionRecord(EndTransactionRecord::decode(decoder, version)?),
            12 => Self::FeatureLevelRecord(FeatureLevelRecord::decode(decoder, version)?),
            7 => Self::FenceBrokerRecord(FenceBrokerRecord::decode(decoder, version)?),
            20 => Self::NoOpRecord(NoOpRecord::decode(decoder, version)?),
            5 => Self::PartitionChangeRecord(PartitionChangeRecord::decode(decoder, version)?),
            3 => Self::PartitionRecord(PartitionRecord::decode(decoder, version)?),
            15 => Self::ProducerIdsRecord(ProducerIdsRecord::decode(decoder, version)?),
            0 => Self::RegisterBrokerRecord(RegisterBrokerRecord::decode(decoder, version)?),
            27 => {
                Self::RegisterControllerRecord(RegisterControllerRecord::decode(decoder, version)?)
            }
            19 => Self::RemoveAccessControlEntryRecord(RemoveAccessControlEntryRecord::decode(
                decoder, version,
            )?),
            26 => Self::RemoveDelegationTokenRecord(RemoveDelegationTokenRecord::decode(
                decoder, version,
            )?),
            9 => Self::RemoveTopicRecord(RemoveTopicRecord::decode(decoder, version)?),
            22 => Self::RemoveUserScramCredentialRecord(RemoveUserScramCredentialRecord::decode(
                decoder, version,
            )?),
            2 => Self::TopicRecord(TopicRecord::decode(decoder, version)?),
            8 => Self::UnfenceBrokerRecord(UnfenceBrokerRecord::decode(decoder, version)?),
            1 => Self::UnregisterBrokerRecord(UnregisterBrokerRecord::decode(decoder, version)?),
            29 => Self::UnregisterControllerRecord(UnregisterControllerRecord::decode(
                decoder, version,
            )?),
            11 => Self::UserScramCredentialRecord(UserScramCredentialRecord::decode(
                decoder, version,
            )?),
            21 => Self::ZkMigrationStateRecord(ZkMigrationStateRecord::decode(decoder, version)?),
            _ => return Ok(None),
        }))
    }
}

impl From<AbortTransactionRecord> for MetadataRecord {
    fn from(record: AbortTransactionRecord) -> Self {
        Self::AbortTransactionRecord(record)
    }
}
impl From<AccessControlEntryRecord> for MetadataRecord {
    fn from(record: AccessControlEntryRecord) -> Self {
        Self::AccessControlEntryRecord(record)
    }
}
impl From<BeginTransactionRecord> for MetadataRecord {
    fn from(record: BeginTransactionRecord) -> Self {
        Self::BeginTransactionRecord(record)
    }
}
impl From<BrokerRegistrationChangeRecord> for MetadataRecord {
    fn from(record: BrokerRegistrationChangeRecord) -> Self {
        Self::BrokerRegistrationChangeRecord(record)
    }
}
impl From<ClearElrRecord> for MetadataRecord {
    fn from(record: ClearElrRecord) -> Self {
        Self::ClearElrRecord(record)
    }
}
impl From<ClientQuotaRecord> for MetadataRecord {
    fn from(record: ClientQuotaRecord) -> Self {
        Self::ClientQuotaRecord(record)
    }
}
impl From<ConfigRecord> for MetadataRecord {
    fn from(record: ConfigRecord) -> Self {
        Self::ConfigRecord(record)
    }
}
impl From<DelegationTokenRecord> for MetadataRecord {
    fn from(record: DelegationTokenRecord) -> Self {
        Self::DelegationTokenRecord(record)
    }
}
impl From<EndTransactionRecord> for MetadataRecord {
    fn from(record: EndTransactionRecord) -> Self {
        Self::EndTransactionRecord(record)
    }
}
impl From<FeatureLevelRecord> for MetadataRecord {
    fn from(record: FeatureLevelRecord) -> Self {
        Self::FeatureLevelRecord(record)
    }
}
impl From<FenceBrokerRecord> for MetadataRecord {
    fn from(record: FenceBrokerRecord) -> Self {
        Self::FenceBrokerRecord(record)
    }
}
impl From<NoOpRecord> for MetadataRecord {
    fn from(record: NoOpRecord) -> Self {
        Self::NoOpRecord(record)
    }
}
impl From<PartitionChangeRecord> for MetadataRecord {
    fn from(record: PartitionChangeRecord) -> Self {
        Self::PartitionChangeRecord(record)
    }
}
impl From<PartitionRecord> for MetadataRecord {
    fn from(record: PartitionRecord) -> Self {
        Self::PartitionRecord(record)
    }
}
impl From<ProducerIdsRecord> for MetadataRecord {
    fn from(record: ProducerIdsRecord) -> Self {
        Self::ProducerIdsRecord(record)
    }
}
impl From<RegisterBrokerRecord> for MetadataRecord {
    fn from(record: RegisterBrokerRecord) -> Self {
        Self::RegisterBrokerRecord(record)
    }
}
impl From<RegisterControllerRecord> for MetadataRecord {
    fn from(record: RegisterControllerRecord) -> Self {
        Self::RegisterControllerRecord(record)
    }
}
impl From<RemoveAccessControlEntryRecord> for MetadataRecord {
    fn from(record: RemoveAccessControlEntryRecord) -> Self {
        Self::RemoveAccessControlEntryRecord(record)
    }
}
impl From<RemoveDelegationTokenRecord> for MetadataRecord {
    fn from(record: RemoveDelegationTokenRecord) -> Self {
        Self::RemoveDelegationTokenRecord(record)
    }
}
impl From<RemoveTopicRecord> for MetadataRecord {
    fn from(record: RemoveTopicRecord) -> Self {
        Self::RemoveTopicRecord(record)
    }
}
impl From<RemoveUserScramCredentialRecord> for MetadataRecord {
    fn from(record: RemoveUserScramCredentialRecord) -> Self {
        Self::RemoveUserScramCredentialRecord(record)
    }
}
impl From<TopicRecord> for MetadataRecord {
    fn from(record: TopicRecord) -> Self {
        Self::TopicRecord(record)
    }
}
impl From<UnfenceBrokerRecord> for MetadataRecord {
    fn from(record: UnfenceBrokerRecord) -> Self {
        Self::UnfenceBrokerRecord(record)
    }
}
impl From<UnregisterBrokerRecord> for MetadataRecord {
    fn from(record: UnregisterBrokerRecord) -> Self {
        Self::UnregisterBrokerRecord(record)
    }
}
impl From<UnregisterControllerRecord> for MetadataRecord {
    fn from(record: UnregisterControllerRecord) -> Self {
        Self::UnregisterControllerRecord(record)
    }
}
impl From<UserScramCredentialRecord> for MetadataRecord {
    fn from(record: UserScramCredentialRecord) -> Self {
        Self::UserScramCredentialRecord(record)
    }
}
impl From<ZkMigrationStateRecord> for MetadataRecord {
    fn from(record: ZkMigrationStateRecord) -> Self {
        Self::ZkMigrationStateRecord(record)
    }
}
/// Decodes a request body only to see whether it is one; `None` for an API that has no
/// schema. For fuzzing and for tools that look at traffic.
pub fn check_request(
    key: crate::ApiKey,
    version: i16,
    decoder: &mut crate::codec::Decoder,
) -> Option<Result<(), crate::codec::DecodeError>> {
    use crate::codec::Message as _;
    Some(match key {
        crate::ApiKey(25) => AddOffsetsToTxnRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(24) => AddPartitionsToTxnRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(80) => AddRaftVoterRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(67) => AllocateProducerIdsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(49) => AlterClientQuotasRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(33) => AlterConfigsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(56) => AlterPartitionRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(45) => {
            AlterPartitionReassignmentsRequest::decode(decoder, version).map(|_| ())
        }
        crate::ApiKey(34) => AlterReplicaLogDirsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(91) => AlterShareGroupOffsetsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(51) => AlterUserScramCredentialsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(18) => ApiVersionsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(73) => AssignReplicasToDirsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(53) => BeginQuorumEpochRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(63) => BrokerHeartbeatRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(62) => BrokerRegistrationRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(69) => ConsumerGroupDescribeRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(68) => ConsumerGroupHeartbeatRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(70) => ControllerRegistrationRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(30) => CreateAclsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(38) => CreateDelegationTokenRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(37) => CreatePartitionsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(19) => CreateTopicsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(31) => DeleteAclsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(42) => DeleteGroupsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(21) => DeleteRecordsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(92) => DeleteShareGroupOffsetsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(86) => DeleteShareGroupStateRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(20) => DeleteTopicsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(29) => DescribeAclsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(48) => DescribeClientQuotasRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(60) => DescribeClusterRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(32) => DescribeConfigsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(41) => DescribeDelegationTokenRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(15) => DescribeGroupsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(35) => DescribeLogDirsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(61) => DescribeProducersRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(55) => DescribeQuorumRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(90) => DescribeShareGroupOffsetsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(75) => DescribeTopicPartitionsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(65) => DescribeTransactionsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(50) => {
            DescribeUserScramCredentialsRequest::decode(decoder, version).map(|_| ())
        }
        crate::ApiKey(43) => ElectLeadersRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(54) => EndQuorumEpochRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(26) => EndTxnRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(58) => EnvelopeRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(40) => ExpireDelegationTokenRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(1) => FetchRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(59) => FetchSnapshotRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(10) => FindCoordinatorRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(71) => GetTelemetrySubscriptionsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(12) => HeartbeatRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(44) => IncrementalAlterConfigsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(22) => InitProducerIdRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(83) => InitializeShareGroupStateRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(11) => JoinGroupRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(13) => LeaveGroupRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(74) => ListConfigResourcesRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(16) => ListGroupsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(2) => ListOffsetsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(46) => {
            ListPartitionReassignmentsRequest::decode(decoder, version).map(|_| ())
        }
        crate::ApiKey(66) => ListTransactionsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(3) => MetadataRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(8) => OffsetCommitRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(47) => OffsetDeleteRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(9) => OffsetFetchRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(23) => OffsetForLeaderEpochRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(0) => ProduceRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(72) => PushTelemetryRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(84) => ReadShareGroupStateRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(87) => {
            ReadShareGroupStateSummaryRequest::decode(decoder, version).map(|_| ())
        }
        crate::ApiKey(81) => RemoveRaftVoterRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(39) => RenewDelegationTokenRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(36) => SaslAuthenticateRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(17) => SaslHandshakeRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(79) => ShareAcknowledgeRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(78) => ShareFetchRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(77) => ShareGroupDescribeRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(76) => ShareGroupHeartbeatRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(89) => StreamsGroupDescribeRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(88) => StreamsGroupHeartbeatRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(93) => {
            StreamsGroupTopologyDescriptionUpdateRequest::decode(decoder, version).map(|_| ())
        }
        crate::ApiKey(14) => SyncGroupRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(28) => TxnOffsetCommitRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(64) => UnregisterBrokerRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(94) => UnregisterControllerRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(57) => UpdateFeaturesRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(82) => UpdateRaftVoterRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(52) => VoteRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(85) => WriteShareGroupStateRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(27) => WriteTxnMarkersRequest::decode(decoder, version).map(|_| ()),
        _ => return None,
    })
}

/// Decodes the message called `name` and encodes it again; `None` for a name that has no
/// schema. For tests against bytes of other implementations.
pub fn recode_by_name(
    name: &str,
    version: i16,
    decoder: &mut crate::codec::Decoder,
) -> Option<Result<crate::codec::Encoder, String>> {
    Some(match name {
        "AddOffsetsToTxnRequest" => recode::<AddOffsetsToTxnRequest>(version, decoder),
        "AddOffsetsToTxnResponse" => recode::<AddOffsetsToTxnResponse>(version, decoder),
        "AddPartitionsToTxnRequest" => recode::<AddPartitionsToTxnRequest>(version, decoder),
        "AddPartitionsToTxnResponse" => recode::<AddPartitionsToTxnResponse>(version, decoder),
        "AddRaftVoterRequest" => recode::<AddRaftVoterRequest>(version, decoder),
        "AddRaftVoterResponse" => recode::<AddRaftVoterResponse>(version, decoder),
        "AllocateProducerIdsRequest" => recode::<AllocateProducerIdsRequest>(version, decoder),
        "AllocateProducerIdsResponse" => recode::<AllocateProducerIdsResponse>(version, decoder),
        "AlterClientQuotasRequest" => recode::<AlterClientQuotasRequest>(version, decoder),
        "AlterClientQuotasResponse" => recode::<AlterClientQuotasResponse>(version, decoder),
        "AlterConfigsRequest" => recode::<AlterConfigsRequest>(version, decoder),
        "AlterConfigsResponse" => recode::<AlterConfigsResponse>(version, decoder),
        "AlterPartitionRequest" => recode::<AlterPartitionRequest>(version, decoder),
        "AlterPartitionResponse" => recode::<AlterPartitionResponse>(version, decoder),
        "AlterPartitionReassignmentsRequest" => {
            recode::<AlterPartitionReassignmentsRequest>(version, decoder)
        }
        "AlterPartitionReassignmentsResponse" => {
            recode::<AlterPartitionReassignmentsResponse>(version, decoder)
        }
        "AlterReplicaLogDirsRequest" => recode::<AlterReplicaLogDirsRequest>(version, decoder),
        "AlterReplicaLogDirsResponse" => recode::<AlterReplicaLogDirsResponse>(version, decoder),
        "AlterShareGroupOffsetsRequest" => {
            recode::<AlterShareGroupOffsetsRequest>(version, decoder)
        }
        "AlterShareGroupOffsetsResponse" => {
            recode::<AlterShareGroupOffsetsResponse>(version, decoder)
        }
        "AlterUserScramCredentialsRequest" => {
            recode::<AlterUserScramCredentialsRequest>(version, decoder)
        }
        "AlterUserScramCredentialsResponse" => {
            recode::<AlterUserScramCredentialsResponse>(version, decoder)
        }
        "ApiVersionsRequest" => recode::<ApiVersionsRequest>(version, decoder),
        "ApiVersionsResponse" => recode::<ApiVersionsResponse>(version, decoder),
        "AssignReplicasToDirsRequest" => recode::<AssignReplicasToDirsRequest>(version, decoder),
        "AssignReplicasToDirsResponse" => recode::<AssignReplicasToDirsResponse>(version, decoder),
        "BeginQuorumEpochRequest" => recode::<BeginQuorumEpochRequest>(version, decoder),
        "BeginQuorumEpochResponse" => recode::<BeginQuorumEpochResponse>(version, decoder),
        "BrokerHeartbeatRequest" => recode::<BrokerHeartbeatRequest>(version, decoder),
        "BrokerHeartbeatResponse" => recode::<BrokerHeartbeatResponse>(version, decoder),
        "BrokerRegistrationRequest" => recode::<BrokerRegistrationRequest>(version, decoder),
        "BrokerRegistrationResponse" => recode::<BrokerRegistrationResponse>(version, decoder),
        "ConsumerGroupDescribeRequest" => recode::<ConsumerGroupDescribeRequest>(version, decoder),
        "ConsumerGroupDescribeResponse" => {
            recode::<ConsumerGroupDescribeResponse>(version, decoder)
        }
        "ConsumerGroupHeartbeatRequest" => {
            recode::<ConsumerGroupHeartbeatRequest>(version, decoder)
        }
        "ConsumerGroupHeartbeatResponse" => {
            recode::<ConsumerGroupHeartbeatResponse>(version, decoder)
        }
        "ControllerRegistrationRequest" => {
            recode::<ControllerRegistrationRequest>(version, decoder)
        }
        "ControllerRegistrationResponse" => {
            recode::<ControllerRegistrationResponse>(version, decoder)
        }
        "CreateAclsRequest" => recode::<CreateAclsRequest>(version, decoder),
        "CreateAclsResponse" => recode::<CreateAclsResponse>(version, decoder),
        "CreateDelegationTokenRequest" => recode::<CreateDelegationTokenRequest>(version, decoder),
        "CreateDelegationTokenResponse" => {
            recode::<CreateDelegationTokenResponse>(version, decoder)
        }
        "CreatePartitionsRequest" => recode::<CreatePartitionsRequest>(version, decoder),
        "CreatePartitionsResponse" => recode::<CreatePartitionsResponse>(version, decoder),
        "CreateTopicsRequest" => recode::<CreateTopicsRequest>(version, decoder),
        "CreateTopicsResponse" => recode::<CreateTopicsResponse>(version, decoder),
        "DeleteAclsRequest" => recode::<DeleteAclsRequest>(version, decoder),
        "DeleteAclsResponse" => recode::<DeleteAclsResponse>(version, decoder),
        "DeleteGroupsRequest" => recode::<DeleteGroupsRequest>(version, decoder),
        "DeleteGroupsResponse" => recode::<DeleteGroupsResponse>(version, decoder),
        "DeleteRecordsRequest" => recode::<DeleteRecordsRequest>(version, decoder),
        "DeleteRecordsResponse" => recode::<DeleteRecordsResponse>(version, decoder),
        "DeleteShareGroupOffsetsRequest" => {
            recode::<DeleteShareGroupOffsetsRequest>(version, decoder)
        }
        "DeleteShareGroupOffsetsResponse" => {
            recode::<DeleteShareGroupOffsetsResponse>(version, decoder)
        }
        "DeleteShareGroupStateRequest" => recode::<DeleteShareGroupStateRequest>(version, decoder),
        "DeleteShareGroupStateResponse" => {
            recode::<DeleteShareGroupStateResponse>(version, decoder)
        }
        "DeleteTopicsRequest" => recode::<DeleteTopicsRequest>(version, decoder),
        "DeleteTopicsResponse" => recode::<DeleteTopicsResponse>(version, decoder),
        "DescribeAclsRequest" => recode::<DescribeAclsRequest>(version, decoder),
        "DescribeAclsResponse" => recode::<DescribeAclsResponse>(version, decoder),
        "DescribeClientQuotasRequest" => recode::<DescribeClientQuotasRequest>(version, decoder),
        "DescribeClientQuotasResponse" => recode::<DescribeClientQuotasResponse>(version, decoder),
        "DescribeClusterRequest" => recode::<DescribeClusterRequest>(version, decoder),
        "DescribeClusterResponse" => recode::<DescribeClusterResponse>(version, decoder),
        "DescribeConfigsRequest" => recode::<DescribeConfigsRequest>(version, decoder),
        "DescribeConfigsResponse" => recode::<DescribeConfigsResponse>(version, decoder),
        "DescribeDelegationTokenRequest" => {
            recode::<DescribeDelegationTokenRequest>(version, decoder)
        }
        "DescribeDelegationTokenResponse" => {
            recode::<DescribeDelegationTokenResponse>(version, decoder)
        }
        "DescribeGroupsRequest" => recode::<DescribeGroupsRequest>(version, decoder),
        "DescribeGroupsResponse" => recode::<DescribeGroupsResponse>(version, decoder),
        "DescribeLogDirsRequest" => recode::<DescribeLogDirsRequest>(version, decoder),
        "DescribeLogDirsResponse" => recode::<DescribeLogDirsResponse>(version, decoder),
        "DescribeProducersRequest" => recode::<DescribeProducersRequest>(version, decoder),
        "DescribeProducersResponse" => recode::<DescribeProducersResponse>(version, decoder),
        "DescribeQuorumRequest" => recode::<DescribeQuorumRequest>(version, decoder),
        "DescribeQuorumResponse" => recode::<DescribeQuorumResponse>(version, decoder),
        "DescribeShareGroupOffsetsRequest" => {
            recode::<DescribeShareGroupOffsetsRequest>(version, decoder)
        }
        "DescribeShareGroupOffsetsResponse" => {
            recode::<DescribeShareGroupOffsetsResponse>(version, decoder)
        }
        "DescribeTopicPartitionsRequest" => {
            recode::<DescribeTopicPartitionsRequest>(version, decoder)
        }
        "DescribeTopicPartitionsResponse" => {
            recode::<DescribeTopicPartitionsResponse>(version, decoder)
        }
        "DescribeTransactionsRequest" => recode::<DescribeTransactionsRequest>(version, decoder),
        "DescribeTransactionsResponse" => recode::<DescribeTransactionsResponse>(version, decoder),
        "DescribeUserScramCredentialsRequest" => {
            recode::<DescribeUserScramCredentialsRequest>(version, decoder)
        }
        "DescribeUserScramCredentialsResponse" => {
            recode::<DescribeUserScramCredentialsResponse>(version, decoder)
        }
        "ElectLeadersRequest" => recode::<ElectLeadersRequest>(version, decoder),
        "ElectLeadersResponse" => recode::<ElectLeadersResponse>(version, decoder),
        "EndQuorumEpochRequest" => recode::<EndQuorumEpochRequest>(version, decoder),
        "EndQuorumEpochResponse" => recode::<EndQuorumEpochResponse>(version, decoder),
        "EndTxnRequest" => recode::<EndTxnRequest>(version, decoder),
        "EndTxnResponse" => recode::<EndTxnResponse>(version, decoder),
        "EnvelopeRequest" => recode::<EnvelopeRequest>(version, decoder),
        "EnvelopeResponse" => recode::<EnvelopeResponse>(version, decoder),
        "ExpireDelegationTokenRequest" => recode::<ExpireDelegationTokenRequest>(version, decoder),
        "ExpireDelegationTokenResponse" => {
            recode::<ExpireDelegationTokenResponse>(version, decoder)
        }
        "FetchRequest" => recode::<FetchRequest>(version, decoder),
        "FetchResponse" => recode::<FetchResponse>(version, decoder),
        "FetchSnapshotRequest" => recode::<FetchSnapshotRequest>(version, decoder),
        "FetchSnapshotResponse" => recode::<FetchSnapshotResponse>(version, decoder),
        "FindCoordinatorRequest" => recode::<FindCoordinatorRequest>(version, decoder),
        "FindCoordinatorResponse" => recode::<FindCoordinatorResponse>(version, decoder),
        "GetTelemetrySubscriptionsRequest" => {
            recode::<GetTelemetrySubscriptionsRequest>(version, decoder)
        }
        "GetTelemetrySubscriptionsResponse" => {
            recode::<GetTelemetrySubscriptionsResponse>(version, decoder)
        }
        "HeartbeatRequest" => recode::<HeartbeatRequest>(version, decoder),
        "HeartbeatResponse" => recode::<HeartbeatResponse>(version, decoder),
        "IncrementalAlterConfigsRequest" => {
            recode::<IncrementalAlterConfigsRequest>(version, decoder)
        }
        "IncrementalAlterConfigsResponse" => {
            recode::<IncrementalAlterConfigsResponse>(version, decoder)
        }
        "InitProducerIdRequest" => recode::<InitProducerIdRequest>(version, decoder),
        "InitProducerIdResponse" => recode::<InitProducerIdResponse>(version, decoder),
        "InitializeShareGroupStateRequest" => {
            recode::<InitializeShareGroupStateRequest>(version, decoder)
        }
        "InitializeShareGroupStateResponse" => {
            recode::<InitializeShareGroupStateResponse>(version, decoder)
        }
        "JoinGroupRequest" => recode::<JoinGroupRequest>(version, decoder),
        "JoinGroupResponse" => recode::<JoinGroupResponse>(version, decoder),
        "LeaveGroupRequest" => recode::<LeaveGroupRequest>(version, decoder),
        "LeaveGroupResponse" => recode::<LeaveGroupResponse>(version, decoder),
        "ListConfigResourcesRequest" => recode::<ListConfigResourcesRequest>(version, decoder),
        "ListConfigResourcesResponse" => recode::<ListConfigResourcesResponse>(version, decoder),
        "ListGroupsRequest" => recode::<ListGroupsRequest>(version, decoder),
        "ListGroupsResponse" => recode::<ListGroupsResponse>(version, decoder),
        "ListOffsetsRequest" => recode::<ListOffsetsRequest>(version, decoder),
        "ListOffsetsResponse" => recode::<ListOffsetsResponse>(version, decoder),
        "ListPartitionReassignmentsRequest" => {
            recode::<ListPartitionReassignmentsRequest>(version, decoder)
        }
        "ListPartitionReassignmentsResponse" => {
            recode::<ListPartitionReassignmentsResponse>(version, decoder)
        }
        "ListTransactionsRequest" => recode::<ListTransactionsRequest>(version, decoder),
        "ListTransactionsResponse" => recode::<ListTransactionsResponse>(version, decoder),
        "MetadataRequest" => recode::<MetadataRequest>(version, decoder),
        "MetadataResponse" => recode::<MetadataResponse>(version, decoder),
        "OffsetCommitRequest" => recode::<OffsetCommitRequest>(version, decoder),
        "OffsetCommitResponse" => recode::<OffsetCommitResponse>(version, decoder),
        "OffsetDeleteRequest" => recode::<OffsetDeleteRequest>(version, decoder),
        "OffsetDeleteResponse" => recode::<OffsetDeleteResponse>(version, decoder),
        "OffsetFetchRequest" => recode::<OffsetFetchRequest>(version, decoder),
        "OffsetFetchResponse" => recode::<OffsetFetchResponse>(version, decoder),
        "OffsetForLeaderEpochRequest" => recode::<OffsetForLeaderEpochRequest>(version, decoder),
        "OffsetForLeaderEpochResponse" => recode::<OffsetForLeaderEpochResponse>(version, decoder),
        "ProduceRequest" => recode::<ProduceRequest>(version, decoder),
        "ProduceResponse" => recode::<ProduceResponse>(version, decoder),
        "PushTelemetryRequest" => recode::<PushTelemetryRequest>(version, decoder),
        "PushTelemetryResponse" => recode::<PushTelemetryResponse>(version, decoder),
        "ReadShareGroupStateRequest" => recode::<ReadShareGroupStateRequest>(version, decoder),
        "ReadShareGroupStateResponse" => recode::<ReadShareGroupStateResponse>(version, decoder),
        "ReadShareGroupStateSummaryRequest" => {
            recode::<ReadShareGroupStateSummaryRequest>(version, decoder)
        }
        "ReadShareGroupStateSummaryResponse" => {
            recode::<ReadShareGroupStateSummaryResponse>(version, decoder)
        }
        "RemoveRaftVoterRequest" => recode::<RemoveRaftVoterRequest>(version, decoder),
        "RemoveRaftVoterResponse" => recode::<RemoveRaftVoterResponse>(version, decoder),
        "RenewDelegationTokenRequest" => recode::<RenewDelegationTokenRequest>(version, decoder),
        "RenewDelegationTokenResponse" => recode::<RenewDelegationTokenResponse>(version, decoder),
        "SaslAuthenticateRequest" => recode::<SaslAuthenticateRequest>(version, decoder),
        "SaslAuthenticateResponse" => recode::<SaslAuthenticateResponse>(version, decoder),
        "SaslHandshakeRequest" => recode::<SaslHandshakeRequest>(version, decoder),
        "SaslHandshakeResponse" => recode::<SaslHandshakeResponse>(version, decoder),
        "ShareAcknowledgeRequest" => recode::<ShareAcknowledgeRequest>(version, decoder),
        "ShareAcknowledgeResponse" => recode::<ShareAcknowledgeResponse>(version, decoder),
        "ShareFetchRequest" => recode::<ShareFetchRequest>(version, decoder),
        "ShareFetchResponse" => recode::<ShareFetchResponse>(version, decoder),
        "ShareGroupDescribeRequest" => recode::<ShareGroupDescribeRequest>(version, decoder),
        "ShareGroupDescribeResponse" => recode::<ShareGroupDescribeResponse>(version, decoder),
        "ShareGroupHeartbeatRequest" => recode::<ShareGroupHeartbeatRequest>(version, decoder),
        "ShareGroupHeartbeatResponse" => recode::<ShareGroupHeartbeatResponse>(version, decoder),
        "StreamsGroupDescribeRequest" => recode::<StreamsGroupDescribeRequest>(version, decoder),
        "StreamsGroupDescribeResponse" => recode::<StreamsGroupDescribeResponse>(version, decoder),
        "StreamsGroupHeartbeatRequest" => recode::<StreamsGroupHeartbeatRequest>(version, decoder),
        "StreamsGroupHeartbeatResponse" => {
            recode::<StreamsGroupHeartbeatResponse>(version, decoder)
        }
        "StreamsGroupTopologyDescriptionUpdateRequest" => {
            recode::<StreamsGroupTopologyDescriptionUpdateRequest>(version, decoder)
        }
        "StreamsGroupTopologyDescriptionUpdateResponse" => {
            recode::<StreamsGroupTopologyDescriptionUpdateResponse>(version, decoder)
        }
        "SyncGroupRequest" => recode::<SyncGroupRequest>(version, decoder),
        "SyncGroupResponse" => recode::<SyncGroupResponse>(version, decoder),
        "TxnOffsetCommitRequest" => recode::<TxnOffsetCommitRequest>(version, decoder),
        "TxnOffsetCommitResponse" => recode::<TxnOffsetCommitResponse>(version, decoder),
        "UnregisterBrokerRequest" => recode::<UnregisterBrokerRequest>(version, decoder),
        "UnregisterBrokerResponse" => recode::<UnregisterBrokerResponse>(version, decoder),
        "UnregisterControllerRequest" => recode::<UnregisterControllerRequest>(version, decoder),
        "UnregisterControllerResponse" => recode::<UnregisterControllerResponse>(version, decoder),
        "UpdateFeaturesRequest" => recode::<UpdateFeaturesRequest>(version, decoder),
        "UpdateFeaturesResponse" => recode::<UpdateFeaturesResponse>(version, decoder),
        "UpdateRaftVoterRequest" => recode::<UpdateRaftVoterRequest>(version, decoder),
        "UpdateRaftVoterResponse" => recode::<UpdateRaftVoterResponse>(version, decoder),
        "VoteRequest" => recode::<VoteRequest>(version, decoder),
        "VoteResponse" => recode::<VoteResponse>(version, decoder),
        "WriteShareGroupStateRequest" => recode::<WriteShareGroupStateRequest>(version, decoder),
        "WriteShareGroupStateResponse" => recode::<WriteShareGroupStateResponse>(version, decoder),
        "WriteTxnMarkersRequest" => recode::<WriteTxnMarkersRequest>(version, decoder),
        "WriteTxnMarkersResponse" => recode::<WriteTxnMarkersResponse>(version, decoder),
        "ConsumerProtocolAssignment" => recode::<ConsumerProtocolAssignment>(version, decoder),
        "ConsumerProtocolSubscription" => recode::<ConsumerProtocolSubscription>(version, decoder),
        "EndTxnMarker" => recode::<EndTxnMarker>(version, decoder),
        "KRaftVersionRecord" => recode::<KRaftVersionRecord>(version, decoder),
        "LeaderChangeMessage" => recode::<LeaderChangeMessage>(version, decoder),
        "SnapshotFooterRecord" => recode::<SnapshotFooterRecord>(version, decoder),
        "SnapshotHeaderRecord" => recode::<SnapshotHeaderRecord>(version, decoder),
        "VotersRecord" => recode::<VotersRecord>(version, decoder),
        "AbortedTxn" => recode::<AbortedTxn>(version, decoder),
        "ControlRecordTypeSchema" => recode::<ControlRecordTypeSchema>(version, decoder),
        "DefaultPrincipalData" => recode::<DefaultPrincipalData>(version, decoder),
        "ProducerSnapshot" => recode::<ProducerSnapshot>(version, decoder),
        "QuorumStateData" => recode::<QuorumStateData>(version, decoder),
        "RequestHeader" => recode::<RequestHeader>(version, decoder),
        "ResponseHeader" => recode::<ResponseHeader>(version, decoder),
        "AbortTransactionRecord" => recode::<AbortTransactionRecord>(version, decoder),
        "AccessControlEntryRecord" => recode::<AccessControlEntryRecord>(version, decoder),
        "BeginTransactionRecord" => recode::<BeginTransactionRecord>(version, decoder),
        "BrokerRegistrationChangeRecord" => {
            recode::<BrokerRegistrationChangeRecord>(version, decoder)
        }
        "ClearElrRecord" => recode::<ClearElrRecord>(version, decoder),
        "ClientQuotaRecord" => recode::<ClientQuotaRecord>(version, decoder),
        "ConfigRecord" => recode::<ConfigRecord>(version, decoder),
        "DelegationTokenRecord" => recode::<DelegationTokenRecord>(version, decoder),
        "EndTransactionRecord" => recode::<EndTransactionRecord>(version, decoder),
        "FeatureLevelRecord" => recode::<FeatureLevelRecord>(version, decoder),
        "FenceBrokerRecord" => recode::<FenceBrokerRecord>(version, decoder),
        "NoOpRecord" => recode::<NoOpRecord>(version, decoder),
        "PartitionChangeRecord" => recode::<PartitionChangeRecord>(version, decoder),
        "PartitionRecord" => recode::<PartitionRecord>(version, decoder),
        "ProducerIdsRecord" => recode::<ProducerIdsRecord>(version, decoder),
        "RegisterBrokerRecord" => recode::<RegisterBrokerRecord>(version, decoder),
        "RegisterControllerRecord" => recode::<RegisterControllerRecord>(version, decoder),
        "RemoveAccessControlEntryRecord" => {
            recode::<RemoveAccessControlEntryRecord>(version, decoder)
        }
        "RemoveDelegationTokenRecord" => recode::<RemoveDelegationTokenRecord>(version, decoder),
        "RemoveTopicRecord" => recode::<RemoveTopicRecord>(version, decoder),
        "RemoveUserScramCredentialRecord" => {
            recode::<RemoveUserScramCredentialRecord>(version, decoder)
        }
        "TopicRecord" => recode::<TopicRecord>(version, decoder),
        "UnfenceBrokerRecord" => recode::<UnfenceBrokerRecord>(version, decoder),
        "UnregisterBrokerRecord" => recode::<UnregisterBrokerRecord>(version, decoder),
        "UnregisterControllerRecord" => recode::<UnregisterControllerRecord>(version, decoder),
        "UserScramCredentialRecord" => recode::<UserScramCredentialRecord>(version, decoder),
        "ZkMigrationStateRecord" => recode::<ZkMigrationStateRecord>(version, decoder),
        "ConsumerGroupCurrentMemberAssignmentKey" => {
            recode::<ConsumerGroupCurrentMemberAssignmentKey>(version, decoder)
        }
        "ConsumerGroupCurrentMemberAssignmentValue" => {
            recode::<ConsumerGroupCurrentMemberAssignmentValue>(version, decoder)
        }
        "ConsumerGroupMemberMetadataKey" => {
            recode::<ConsumerGroupMemberMetadataKey>(version, decoder)
        }
        "ConsumerGroupMemberMetadataValue" => {
            recode::<ConsumerGroupMemberMetadataValue>(version, decoder)
        }
        "ConsumerGroupMetadataKey" => recode::<ConsumerGroupMetadataKey>(version, decoder),
        "ConsumerGroupMetadataValue" => recode::<ConsumerGroupMetadataValue>(version, decoder),
        "ConsumerGroupPartitionMetadataKey" => {
            recode::<ConsumerGroupPartitionMetadataKey>(version, decoder)
        }
        "ConsumerGroupPartitionMetadataValue" => {
            recode::<ConsumerGroupPartitionMetadataValue>(version, decoder)
        }
        "ConsumerGroupRegularExpressionKey" => {
            recode::<ConsumerGroupRegularExpressionKey>(version, decoder)
        }
        "ConsumerGroupRegularExpressionValue" => {
            recode::<ConsumerGroupRegularExpressionValue>(version, decoder)
        }
        "ConsumerGroupTargetAssignmentMemberKey" => {
            recode::<ConsumerGroupTargetAssignmentMemberKey>(version, decoder)
        }
        "ConsumerGroupTargetAssignmentMemberValue" => {
            recode::<ConsumerGroupTargetAssignmentMemberValue>(version, decoder)
        }
        "ConsumerGroupTargetAssignmentMetadataKey" => {
            recode::<ConsumerGroupTargetAssignmentMetadataKey>(version, decoder)
        }
        "ConsumerGroupTargetAssignmentMetadataValue" => {
            recode::<ConsumerGroupTargetAssignmentMetadataValue>(version, decoder)
        }
        "GroupMetadataKey" => recode::<GroupMetadataKey>(version, decoder),
        "GroupMetadataValue" => recode::<GroupMetadataValue>(version, decoder),
        "LegacyOffsetCommitKey" => recode::<LegacyOffsetCommitKey>(version, decoder),
        "LegacyOffsetCommitValue" => recode::<LegacyOffsetCommitValue>(version, decoder),
        "OffsetCommitKey" => recode::<OffsetCommitKey>(version, decoder),
        "OffsetCommitValue" => recode::<OffsetCommitValue>(version, decoder),
        "ShareGroupCurrentMemberAssignmentKey" => {
            recode::<ShareGroupCurrentMemberAssignmentKey>(version, decoder)
        }
        "ShareGroupCurrentMemberAssignmentValue" => {
            recode::<ShareGroupCurrentMemberAssignmentValue>(version, decoder)
        }
        "ShareGroupMemberMetadataKey" => recode::<ShareGroupMemberMetadataKey>(version, decoder),
        "ShareGroupMemberMetadataValue" => {
            recode::<ShareGroupMemberMetadataValue>(version, decoder)
        }
        "ShareGroupMetadataKey" => recode::<ShareGroupMetadataKey>(version, decoder),
        "ShareGroupMetadataValue" => recode::<ShareGroupMetadataValue>(version, decoder),
        "ShareGroupStatePartitionMetadataKey" => {
            recode::<ShareGroupStatePartitionMetadataKey>(version, decoder)
        }
        "ShareGroupStatePartitionMetadataValue" => {
            recode::<ShareGroupStatePartitionMetadataValue>(version, decoder)
        }
        "ShareGroupTargetAssignmentMemberKey" => {
            recode::<ShareGroupTargetAssignmentMemberKey>(version, decoder)
        }
        "ShareGroupTargetAssignmentMemberValue" => {
            recode::<ShareGroupTargetAssignmentMemberValue>(version, decoder)
        }
        "ShareGroupTargetAssignmentMetadataKey" => {
            recode::<ShareGroupTargetAssignmentMetadataKey>(version, decoder)
        }
        "ShareGroupTargetAssignmentMetadataValue" => {
            recode::<ShareGroupTargetAssignmentMetadataValue>(version, decoder)
        }
        "StreamsGroupCurrentMemberAssignmentKey" => {
            recode::<StreamsGroupCurrentMemberAssignmentKey>(version, decoder)
        }
        "StreamsGroupCurrentMemberAssignmentValue" => {
            recode::<StreamsGroupCurrentMemberAssignmentValue>(version, decoder)
        }
        "StreamsGroupMemberMetadataKey" => {
            recode::<StreamsGroupMemberMetadataKey>(version, decoder)
        }
        "StreamsGroupMemberMetadataValue" => {
            recode::<StreamsGroupMemberMetadataValue>(version, decoder)
        }
        "StreamsGroupMetadataKey" => recode::<StreamsGroupMetadataKey>(version, decoder),
        "StreamsGroupMetadataValue" => recode::<StreamsGroupMetadataValue>(version, decoder),
        "StreamsGroupTargetAssignmentMemberKey" => {
            recode::<StreamsGroupTargetAssignmentMemberKey>(version, decoder)
        }
        "StreamsGroupTargetAssignmentMemberValue" => {
            recode::<StreamsGroupTargetAssignmentMemberValue>(version, decoder)
        }
        "StreamsGroupTargetAssignmentMetadataKey" => {
            recode::<StreamsGroupTargetAssignmentMetadataKey>(version, decoder)
        }
        "StreamsGroupTargetAssignmentMetadataValue" => {
            recode::<StreamsGroupTargetAssignmentMetadataValue>(version, decoder)
        }
        "StreamsGroupTopologyKey" => recode::<StreamsGroupTopologyKey>(version, decoder),
        "StreamsGroupTopologyValue" => recode::<StreamsGroupTopologyValue>(version, decoder),
        "RemoteLogSegmentMetadataRecord" => {
            recode::<RemoteLogSegmentMetadataRecord>(version, decoder)
        }
        "RemoteLogSegmentMetadataSnapshotRecord" => {
            recode::<RemoteLogSegmentMetadataSnapshotRecord>(version, decoder)
        }
        "RemoteLogSegmentMetadataUpdateRecord" => {
            recode::<RemoteLogSegmentMetadataUpdateRecord>(version, decoder)
        }
        "RemotePartitionDeleteMetadataRecord" => {
            recode::<RemotePartitionDeleteMetadataRecord>(version, decoder)
        }
        "ShareSnapshotKey" => recode::<ShareSnapshotKey>(version, decoder),
        "ShareSnapshotValue" => recode::<ShareSnapshotValue>(version, decoder),
        "ShareUpdateKey" => recode::<ShareUpdateKey>(version, decoder),
        "ShareUpdateValue" => recode::<ShareUpdateValue>(version, decoder),
        "TransactionLogKey" => recode::<TransactionLogKey>(version, decoder),
        "TransactionLogValue" => recode::<TransactionLogValue>(version, decoder),
        _ => return None,
    })
}

fn recode<T: crate::codec::Message>(
    version: i16,
    decoder: &mut crate::codec::Decoder,
) -> Result<crate::codec::Encoder, String> {
    let message = T::decode(decoder, version).map_err(|error| error.to_string())?;
    let mut encoder = crate::codec::Encoder::new();
    message.encode(&mut encoder, version).map_err(|error| error.to_string())?;
    Ok(encoder)
}
