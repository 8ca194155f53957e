// Generated from crates/protocol/schema by `cargo run -p moldau-protocol-generator`; do not edit.

pub mod abort_transaction_record;
pub mod access_control_entry_record;
pub mod allocate_producer_ids_request;
pub mod allocate_producer_ids_response;
pub mod api_versions_request;
pub mod api_versions_response;
pub mod begin_transaction_record;
pub mod broker_heartbeat_request;
pub mod broker_heartbeat_response;
pub mod broker_registration_change_record;
pub mod broker_registration_request;
pub mod broker_registration_response;
pub mod clear_elr_record;
pub mod client_quota_record;
pub mod config_record;
pub mod controller_registration_request;
pub mod controller_registration_response;
pub mod create_topics_request;
pub mod create_topics_response;
pub mod delegation_token_record;
pub mod delete_records_request;
pub mod delete_records_response;
pub mod delete_topics_request;
pub mod delete_topics_response;
pub mod describe_cluster_request;
pub mod describe_cluster_response;
pub mod describe_configs_request;
pub mod describe_configs_response;
pub mod describe_topic_partitions_request;
pub mod describe_topic_partitions_response;
pub mod end_transaction_record;
pub mod end_txn_marker;
pub mod feature_level_record;
pub mod fence_broker_record;
pub mod fetch_request;
pub mod fetch_response;
pub mod find_coordinator_request;
pub mod find_coordinator_response;
pub mod init_producer_id_request;
pub mod init_producer_id_response;
pub mod kraft_version_record;
pub mod leader_change_message;
pub mod list_offsets_request;
pub mod list_offsets_response;
pub mod metadata_request;
pub mod metadata_response;
pub mod no_op_record;
pub mod offset_for_leader_epoch_request;
pub mod offset_for_leader_epoch_response;
pub mod partition_change_record;
pub mod partition_record;
pub mod produce_request;
pub mod produce_response;
pub mod producer_ids_record;
pub mod producer_snapshot;
pub mod quorum_state_data;
pub mod register_broker_record;
pub mod register_controller_record;
pub mod remove_access_control_entry_record;
pub mod remove_delegation_token_record;
pub mod remove_topic_record;
pub mod remove_user_scram_credential_record;
pub mod request_header;
pub mod response_header;
pub mod snapshot_footer_record;
pub mod snapshot_header_record;
pub mod topic_record;
pub mod unfence_broker_record;
pub mod unregister_broker_record;
pub mod unregister_controller_record;
pub mod user_scram_credential_record;
pub mod voters_record;
pub mod zk_migration_state_record;
pub use abort_transaction_record::AbortTransactionRecord;
pub use access_control_entry_record::AccessControlEntryRecord;
pub use allocate_producer_ids_request::AllocateProducerIdsRequest;
pub use allocate_producer_ids_response::AllocateProducerIdsResponse;
pub use api_versions_request::ApiVersionsRequest;
pub use api_versions_response::ApiVersionsResponse;
pub use begin_transaction_record::BeginTransactionRecord;
pub use broker_heartbeat_request::BrokerHeartbeatRequest;
pub use broker_heartbeat_response::BrokerHeartbeatResponse;
pub use broker_registration_change_record::BrokerRegistrationChangeRecord;
pub use broker_registration_request::BrokerRegistrationRequest;
pub use broker_registration_response::BrokerRegistrationResponse;
pub use clear_elr_record::ClearElrRecord;
pub use client_quota_record::ClientQuotaRecord;
pub use config_record::ConfigRecord;
pub use controller_registration_request::ControllerRegistrationRequest;
pub use controller_registration_response::ControllerRegistrationResponse;
pub use create_topics_request::CreateTopicsRequest;
pub use create_topics_response::CreateTopicsResponse;
pub use delegation_token_record::DelegationTokenRecord;
pub use delete_records_request::DeleteRecordsRequest;
pub use delete_records_response::DeleteRecordsResponse;
pub use delete_topics_request::DeleteTopicsRequest;
pub use delete_topics_response::DeleteTopicsResponse;
pub use describe_cluster_request::DescribeClusterRequest;
pub use describe_cluster_response::DescribeClusterResponse;
pub use describe_configs_request::DescribeConfigsRequest;
pub use describe_configs_response::DescribeConfigsResponse;
pub use describe_topic_partitions_request::DescribeTopicPartitionsRequest;
pub use describe_topic_partitions_response::DescribeTopicPartitionsResponse;
pub use end_transaction_record::EndTransactionRecord;
pub use end_txn_marker::EndTxnMarker;
pub use feature_level_record::FeatureLevelRecord;
pub use fence_broker_record::FenceBrokerRecord;
pub use fetch_request::FetchRequest;
pub use fetch_response::FetchResponse;
pub use find_coordinator_request::FindCoordinatorRequest;
pub use find_coordinator_response::FindCoordinatorResponse;
pub use init_producer_id_request::InitProducerIdRequest;
pub use init_producer_id_response::InitProducerIdResponse;
pub use kraft_version_record::KRaftVersionRecord;
pub use leader_change_message::LeaderChangeMessage;
pub use list_offsets_request::ListOffsetsRequest;
pub use list_offsets_response::ListOffsetsResponse;
pub use metadata_request::MetadataRequest;
pub use metadata_response::MetadataResponse;
pub use no_op_record::NoOpRecord;
pub use offset_for_leader_epoch_request::OffsetForLeaderEpochRequest;
pub use offset_for_leader_epoch_response::OffsetForLeaderEpochResponse;
pub use partition_change_record::PartitionChangeRecord;
pub use partition_record::PartitionRecord;
pub use produce_request::ProduceRequest;
pub use produce_response::ProduceResponse;
pub use producer_ids_record::ProducerIdsRecord;
pub use producer_snapshot::ProducerSnapshot;
pub use quorum_state_data::QuorumStateData;
pub use register_broker_record::RegisterBrokerRecord;
pub use register_controller_record::RegisterControllerRecord;
pub use remove_access_control_entry_record::RemoveAccessControlEntryRecord;
pub use remove_delegation_token_record::RemoveDelegationTokenRecord;
pub use remove_topic_record::RemoveTopicRecord;
pub use remove_user_scram_credential_record::RemoveUserScramCredentialRecord;
pub use request_header::RequestHeader;
pub use response_header::ResponseHeader;
pub use snapshot_footer_record::SnapshotFooterRecord;
pub use snapshot_header_record::SnapshotHeaderRecord;
pub use topic_record::TopicRecord;
pub use unfence_broker_record::UnfenceBrokerRecord;
pub use unregister_broker_record::UnregisterBrokerRecord;
pub use unregister_controller_record::UnregisterControllerRecord;
pub use user_scram_credential_record::UserScramCredentialRecord;
pub use voters_record::VotersRecord;
pub use zk_migration_state_record::ZkMigrationStateRecord;
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
        crate::ApiKey(67) => AllocateProducerIdsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(18) => ApiVersionsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(63) => BrokerHeartbeatRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(62) => BrokerRegistrationRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(70) => ControllerRegistrationRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(19) => CreateTopicsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(21) => DeleteRecordsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(20) => DeleteTopicsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(60) => DescribeClusterRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(32) => DescribeConfigsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(75) => DescribeTopicPartitionsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(1) => FetchRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(10) => FindCoordinatorRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(22) => InitProducerIdRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(2) => ListOffsetsRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(3) => MetadataRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(23) => OffsetForLeaderEpochRequest::decode(decoder, version).map(|_| ()),
        crate::ApiKey(0) => ProduceRequest::decode(decoder, version).map(|_| ()),
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
        "AllocateProducerIdsRequest" => recode::<AllocateProducerIdsRequest>(version, decoder),
        "AllocateProducerIdsResponse" => recode::<AllocateProducerIdsResponse>(version, decoder),
        "ApiVersionsRequest" => recode::<ApiVersionsRequest>(version, decoder),
        "ApiVersionsResponse" => recode::<ApiVersionsResponse>(version, decoder),
        "BrokerHeartbeatRequest" => recode::<BrokerHeartbeatRequest>(version, decoder),
        "BrokerHeartbeatResponse" => recode::<BrokerHeartbeatResponse>(version, decoder),
        "BrokerRegistrationRequest" => recode::<BrokerRegistrationRequest>(version, decoder),
        "BrokerRegistrationResponse" => recode::<BrokerRegistrationResponse>(version, decoder),
        "ControllerRegistrationRequest" => {
            recode::<ControllerRegistrationRequest>(version, decoder)
        }
        "ControllerRegistrationResponse" => {
            recode::<ControllerRegistrationResponse>(version, decoder)
        }
        "CreateTopicsRequest" => recode::<CreateTopicsRequest>(version, decoder),
        "CreateTopicsResponse" => recode::<CreateTopicsResponse>(version, decoder),
        "DeleteRecordsRequest" => recode::<DeleteRecordsRequest>(version, decoder),
        "DeleteRecordsResponse" => recode::<DeleteRecordsResponse>(version, decoder),
        "DeleteTopicsRequest" => recode::<DeleteTopicsRequest>(version, decoder),
        "DeleteTopicsResponse" => recode::<DeleteTopicsResponse>(version, decoder),
        "DescribeClusterRequest" => recode::<DescribeClusterRequest>(version, decoder),
        "DescribeClusterResponse" => recode::<DescribeClusterResponse>(version, decoder),
        "DescribeConfigsRequest" => recode::<DescribeConfigsRequest>(version, decoder),
        "DescribeConfigsResponse" => recode::<DescribeConfigsResponse>(version, decoder),
        "DescribeTopicPartitionsRequest" => {
            recode::<DescribeTopicPartitionsRequest>(version, decoder)
        }
        "DescribeTopicPartitionsResponse" => {
            recode::<DescribeTopicPartitionsResponse>(version, decoder)
        }
        "FetchRequest" => recode::<FetchRequest>(version, decoder),
        "FetchResponse" => recode::<FetchResponse>(version, decoder),
        "FindCoordinatorRequest" => recode::<FindCoordinatorRequest>(version, decoder),
        "FindCoordinatorResponse" => recode::<FindCoordinatorResponse>(version, decoder),
        "InitProducerIdRequest" => recode::<InitProducerIdRequest>(version, decoder),
        "InitProducerIdResponse" => recode::<InitProducerIdResponse>(version, decoder),
        "ListOffsetsRequest" => recode::<ListOffsetsRequest>(version, decoder),
        "ListOffsetsResponse" => recode::<ListOffsetsResponse>(version, decoder),
        "MetadataRequest" => recode::<MetadataRequest>(version, decoder),
        "MetadataResponse" => recode::<MetadataResponse>(version, decoder),
        "OffsetForLeaderEpochRequest" => recode::<OffsetForLeaderEpochRequest>(version, decoder),
        "OffsetForLeaderEpochResponse" => recode::<OffsetForLeaderEpochResponse>(version, decoder),
        "ProduceRequest" => recode::<ProduceRequest>(version, decoder),
        "ProduceResponse" => recode::<ProduceResponse>(version, decoder),
        "EndTxnMarker" => recode::<EndTxnMarker>(version, decoder),
        "KRaftVersionRecord" => recode::<KRaftVersionRecord>(version, decoder),
        "LeaderChangeMessage" => recode::<LeaderChangeMessage>(version, decoder),
        "SnapshotFooterRecord" => recode::<SnapshotFooterRecord>(version, decoder),
        "SnapshotHeaderRecord" => recode::<SnapshotHeaderRecord>(version, decoder),
        "VotersRecord" => recode::<VotersRecord>(version, decoder),
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
