//! Every request and response against two other implementations, `kafka-protocol` (of Kafka 4.1) and
//! `kacrab-protocol` (of 4.3): what Apache Kafka wrote means the same to all three, so that they write
//! it again alike. Versions that they do not know are left out.

use bytes::{Bytes, BytesMut};
use moldau_protocol::{ApiKey, codec::Decoder, messages};

/// One line of the file with Apache Kafka's bytes.
struct Golden {
    name: &'static str,
    version: i16,
    bytes: Bytes,
}

fn golden() -> impl Iterator<Item = Golden> {
    let digit = |byte: u8| char::from(byte).to_digit(16).expect("the file is hexadecimal") as u8;
    let unhex = move |text: &str| {
        text.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
    };
    let lines = include_str!("golden/messages.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(move |line| {
        let fields: Vec<_> = line.split('\t').collect();
        Golden {
            name: fields[0],
            version: fields[1].parse().expect("a number"),
            bytes: unhex(fields[2]),
        }
    })
}

fn ours(it: &Golden) -> Bytes {
    messages::recode_by_name(it.name, it.version, &mut Decoder::new(it.bytes.clone()))
        .expect("every line has a schema")
        .and_then(|encoder| encoder.into_bytes().map_err(|error| error.to_string()))
        .unwrap_or_else(|error| panic!("{} version {}: {error}", it.name, it.version))
}

/// API and whether it is the request.
fn api_of(name: &str) -> Option<(i16, bool)> {
    let (base, request) = match name.strip_suffix("Request") {
        Some(base) => (base, true),
        None => (name.strip_suffix("Response")?, false),
    };
    (0..i16::from(u8::MAX)).find(|key| ApiKey(*key).name() == base).map(|key| (key, request))
}

/// Requests that `kafka-protocol` names a version of which its own decoder refuses; they were not
/// stable in Kafka 4.1.
const NOT_STABLE_THEN: [(i16, i16); 3] = [(8, 10), (9, 10), (22, 6)];

fn of_kafka_protocol(it: &Golden) -> Option<Result<Bytes, String>> {
    use kafka_protocol::messages::{ApiKey, RequestKind, ResponseKind};
    let (key, request) = api_of(it.name)?;
    if NOT_STABLE_THEN.contains(&(key, it.version)) {
        return None;
    }
    let key = ApiKey::try_from(key).ok()?;
    let known = key.valid_versions();
    if !(known.min..=known.max).contains(&it.version) {
        return None;
    }
    let (mut input, mut output) = (it.bytes.clone(), BytesMut::new());
    let outcome = if request {
        RequestKind::decode(key, &mut input, it.version)
            .and_then(|message| message.encode(&mut output, it.version))
    } else {
        ResponseKind::decode(key, &mut input, it.version)
            .and_then(|message| message.encode(&mut output, it.version))
    };
    Some(outcome.map(|()| output.freeze()).map_err(|error| error.to_string()))
}

macro_rules! of_kacrab {
    ($it:expr; $($message:ident)*) => {
        match format!("{}Data", $it.name).as_str() {
            $(stringify!($message) => {
                use kacrab_protocol::generated::$message;
                let (mut input, mut output) = ($it.bytes.clone(), BytesMut::new());
                let outcome = $message::read(&mut input, $it.version)
                    .and_then(|message| message.write(&mut output, $it.version));
                match outcome {
                    Err(kacrab_protocol::ProtocolError::Version(_)) => None,
                    outcome => {
                        Some(outcome.map(|()| output.freeze()).map_err(|error| error.to_string()))
                    }
                }
            })*
            _ => None,
        }
    };
}

fn of_kacrab_protocol(it: &Golden) -> Option<Result<Bytes, String>> {
    of_kacrab!(it;
        AddOffsetsToTxnRequestData AddOffsetsToTxnResponseData
        AddPartitionsToTxnRequestData AddPartitionsToTxnResponseData
        AddRaftVoterRequestData AddRaftVoterResponseData
        AllocateProducerIdsRequestData AllocateProducerIdsResponseData
        AlterClientQuotasRequestData AlterClientQuotasResponseData
        AlterConfigsRequestData AlterConfigsResponseData
        AlterPartitionRequestData AlterPartitionResponseData
        AlterPartitionReassignmentsRequestData AlterPartitionReassignmentsResponseData
        AlterReplicaLogDirsRequestData AlterReplicaLogDirsResponseData
        AlterShareGroupOffsetsRequestData AlterShareGroupOffsetsResponseData
        AlterUserScramCredentialsRequestData AlterUserScramCredentialsResponseData
        ApiVersionsRequestData ApiVersionsResponseData
        AssignReplicasToDirsRequestData AssignReplicasToDirsResponseData
        BeginQuorumEpochRequestData BeginQuorumEpochResponseData
        BrokerHeartbeatRequestData BrokerHeartbeatResponseData
        BrokerRegistrationRequestData BrokerRegistrationResponseData
        ConsumerGroupDescribeRequestData ConsumerGroupDescribeResponseData
        ConsumerGroupHeartbeatRequestData ConsumerGroupHeartbeatResponseData
        ControllerRegistrationRequestData ControllerRegistrationResponseData
        CreateAclsRequestData CreateAclsResponseData
        CreateDelegationTokenRequestData CreateDelegationTokenResponseData
        CreatePartitionsRequestData CreatePartitionsResponseData
        CreateTopicsRequestData CreateTopicsResponseData
        DeleteAclsRequestData DeleteAclsResponseData
        DeleteGroupsRequestData DeleteGroupsResponseData
        DeleteRecordsRequestData DeleteRecordsResponseData
        DeleteShareGroupOffsetsRequestData DeleteShareGroupOffsetsResponseData
        DeleteShareGroupStateRequestData DeleteShareGroupStateResponseData
        DeleteTopicsRequestData DeleteTopicsResponseData
        DescribeAclsRequestData DescribeAclsResponseData
        DescribeClientQuotasRequestData DescribeClientQuotasResponseData
        DescribeClusterRequestData DescribeClusterResponseData
        DescribeConfigsRequestData DescribeConfigsResponseData
        DescribeDelegationTokenRequestData DescribeDelegationTokenResponseData
        DescribeGroupsRequestData DescribeGroupsResponseData
        DescribeLogDirsRequestData DescribeLogDirsResponseData
        DescribeProducersRequestData DescribeProducersResponseData
        DescribeQuorumRequestData DescribeQuorumResponseData
        DescribeShareGroupOffsetsRequestData DescribeShareGroupOffsetsResponseData
        DescribeTopicPartitionsRequestData DescribeTopicPartitionsResponseData
        DescribeTransactionsRequestData DescribeTransactionsResponseData
        DescribeUserScramCredentialsRequestData DescribeUserScramCredentialsResponseData
        ElectLeadersRequestData ElectLeadersResponseData
        EndQuorumEpochRequestData EndQuorumEpochResponseData
        EndTxnRequestData EndTxnResponseData
        EnvelopeRequestData EnvelopeResponseData
        ExpireDelegationTokenRequestData ExpireDelegationTokenResponseData
        FetchRequestData FetchResponseData
        FetchSnapshotRequestData FetchSnapshotResponseData
        FindCoordinatorRequestData FindCoordinatorResponseData
        GetTelemetrySubscriptionsRequestData GetTelemetrySubscriptionsResponseData
        HeartbeatRequestData HeartbeatResponseData
        IncrementalAlterConfigsRequestData IncrementalAlterConfigsResponseData
        InitProducerIdRequestData InitProducerIdResponseData
        InitializeShareGroupStateRequestData InitializeShareGroupStateResponseData
        JoinGroupRequestData JoinGroupResponseData
        LeaveGroupRequestData LeaveGroupResponseData
        ListConfigResourcesRequestData ListConfigResourcesResponseData
        ListGroupsRequestData ListGroupsResponseData
        ListOffsetsRequestData ListOffsetsResponseData
        ListPartitionReassignmentsRequestData ListPartitionReassignmentsResponseData
        ListTransactionsRequestData ListTransactionsResponseData
        MetadataRequestData MetadataResponseData
        OffsetCommitRequestData OffsetCommitResponseData
        OffsetDeleteRequestData OffsetDeleteResponseData
        OffsetFetchRequestData OffsetFetchResponseData
        OffsetForLeaderEpochRequestData OffsetForLeaderEpochResponseData
        ProduceRequestData ProduceResponseData
        PushTelemetryRequestData PushTelemetryResponseData
        ReadShareGroupStateRequestData ReadShareGroupStateResponseData
        ReadShareGroupStateSummaryRequestData ReadShareGroupStateSummaryResponseData
        RemoveRaftVoterRequestData RemoveRaftVoterResponseData
        RenewDelegationTokenRequestData RenewDelegationTokenResponseData
        SaslAuthenticateRequestData SaslAuthenticateResponseData
        SaslHandshakeRequestData SaslHandshakeResponseData
        ShareAcknowledgeRequestData ShareAcknowledgeResponseData
        ShareFetchRequestData ShareFetchResponseData
        ShareGroupDescribeRequestData ShareGroupDescribeResponseData
        ShareGroupHeartbeatRequestData ShareGroupHeartbeatResponseData
        StreamsGroupDescribeRequestData StreamsGroupDescribeResponseData
        StreamsGroupHeartbeatRequestData StreamsGroupHeartbeatResponseData
        SyncGroupRequestData SyncGroupResponseData
        TxnOffsetCommitRequestData TxnOffsetCommitResponseData
        UnregisterBrokerRequestData UnregisterBrokerResponseData
        UpdateFeaturesRequestData UpdateFeaturesResponseData
        UpdateRaftVoterRequestData UpdateRaftVoterResponseData
        VoteRequestData VoteResponseData
        WriteShareGroupStateRequestData WriteShareGroupStateResponseData
        WriteTxnMarkersRequestData WriteTxnMarkersResponseData
    )
}

type Oracle = fn(&Golden) -> Option<Result<Bytes, String>>;

#[test]
fn other_implementations_agree() {
    let oracles: [(&str, Oracle); 2] =
        [("kafka-protocol", of_kafka_protocol), ("kacrab-protocol", of_kacrab_protocol)];
    for (oracle, recode) in oracles {
        let mut compared = 0;
        let mut differences = Vec::new();
        for it in golden() {
            let Some(theirs) = recode(&it) else { continue };
            compared += 1;
            if theirs != Ok(ours(&it)) {
                differences.push(format!("{} {}: {:?}", it.name, it.version, theirs.err()));
            }
        }
        assert!(compared > 900, "{oracle}: only {compared} compared");
        assert_eq!(differences, [""; 0], "{oracle}");
    }
}
