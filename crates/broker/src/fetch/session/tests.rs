use moldau_protocol::messages::fetch_request::{FetchTopic, ForgottenTopic};

use super::*;

const VERSION: i16 = 11;

fn request(id: i32, epoch: i32, partitions: &[i32], forgotten: &[i32]) -> FetchRequest {
    let wanted = |partition: &i32| FetchPartition { partition: *partition, ..Default::default() };
    let topics = vec![FetchTopic {
        topic: "t".to_owned(),
        partitions: partitions.iter().map(wanted).collect(),
        ..Default::default()
    }];
    let forgotten_topics_data = vec![ForgottenTopic {
        topic: "t".to_owned(),
        partitions: forgotten.to_vec(),
        ..Default::default()
    }];
    FetchRequest {
        session_id: id,
        session_epoch: epoch,
        topics,
        forgotten_topics_data,
        ..Default::default()
    }
}

fn results(context: &FetchContext, high_watermark: i64, bytes: &'static [u8]) -> Vec<Outcome> {
    let data = |key: &TopicPartitionKey| PartitionData {
        partition_index: key.partition.0,
        high_watermark,
        records: Some(Payload::Bytes(bytes::Bytes::from_static(bytes))),
        ..Default::default()
    };
    context.wanted().iter().map(|(key, _)| (key.clone(), data(key))).collect()
}

fn indexes(sent: &[Outcome]) -> Vec<i32> {
    sent.iter().map(|(key, _)| key.partition.0).collect()
}

struct Fixture {
    sessions: FetchSessions,
    ids: i32,
}

impl Fixture {
    fn new(slots: usize) -> Self {
        Self { sessions: FetchSessions::new(SessionLimits { sessions: slots }), ids: 0 }
    }

    /// Sends `request` at `now`; every partition has this high watermark and these bytes.
    fn fetch(
        &mut self,
        request: &FetchRequest,
        now: i64,
        high_watermark: i64,
        bytes: &'static [u8],
    ) -> Result<(i32, Vec<i32>), ErrorCode> {
        let context = self.sessions.open(request, VERSION, now);
        if let FetchContext::Refused(code) = context {
            return Err(code);
        }
        let results = results(&context, high_watermark, bytes);
        let (id, sent) = self.sessions.close(context, results, now, || {
            self.ids += 1;
            self.ids
        });
        Ok((id, indexes(&sent)))
    }
}

#[test]
fn a_session_sends_only_what_changed() {
    let mut it = Fixture::new(10);
    let (id, sent) = it.fetch(&request(0, 0, &[0, 1], &[]), 0, 5, b"").unwrap();
    assert_eq!((id, sent), (1, vec![0, 1]));
    assert_eq!(it.fetch(&request(id, 1, &[], &[]), 0, 5, b""), Ok((id, vec![])));
    assert_eq!(it.fetch(&request(id, 2, &[], &[]), 0, 6, b""), Ok((id, vec![0, 1])));
    assert_eq!(it.fetch(&request(id, 3, &[], &[1]), 0, 6, b"x"), Ok((id, vec![0])));
    let wrong = it.fetch(&request(id, 3, &[], &[]), 0, 6, b"");
    assert_eq!(wrong, Err(ErrorCode::INVALID_FETCH_SESSION_EPOCH));
    let unknown = it.fetch(&request(id + 1000, 1, &[], &[]), 0, 6, b"");
    assert_eq!(unknown, Err(ErrorCode::FETCH_SESSION_ID_NOT_FOUND));
    // The last partition is forgotten: the session is closed.
    assert_eq!(it.fetch(&request(id, 4, &[], &[0]), 0, 6, b""), Ok((0, vec![])));
    let closed = it.fetch(&request(id, 5, &[], &[]), 0, 6, b"");
    assert_eq!(closed, Err(ErrorCode::FETCH_SESSION_ID_NOT_FOUND));
}

#[test]
fn a_partition_that_gave_data_goes_to_the_end() {
    let mut it = Fixture::new(10);
    let (id, _) = it.fetch(&request(0, 0, &[0, 1, 2], &[]), 0, 5, b"").unwrap();
    let context = it.sessions.open(&request(id, 1, &[], &[]), VERSION, 0);
    let mut given = results(&context, 5, b"");
    given[0].1.records = Some(Payload::Bytes(bytes::Bytes::from_static(b"data")));
    it.sessions.close(context, given, 0, || 9);
    let context = it.sessions.open(&request(id, 2, &[], &[]), VERSION, 0);
    let order: Vec<_> = context.wanted().iter().map(|(key, _)| key.partition.0).collect();
    assert_eq!(order, [1, 2, 0]);
}

#[test]
fn a_full_cache_answers_without_a_session_until_one_is_stale() {
    let mut it = Fixture::new(1);
    assert_eq!(it.fetch(&request(0, 0, &[0], &[]), 0, 5, b"").unwrap().0, 1);
    let (id, sent) = it.fetch(&request(0, 0, &[0], &[]), 1, 5, b"").unwrap();
    assert_eq!((id, sent), (0, vec![0]));
    assert_eq!(it.fetch(&request(0, 0, &[0], &[]), EVICTION_MS + 1, 5, b"").unwrap().0, 2);
    assert_eq!(it.sessions.len(), 1);
}

#[test]
fn topic_ids_cannot_change_within_a_session() {
    let mut it = Fixture::new(1);
    let (id, _) = it.fetch(&request(0, 0, &[0], &[]), 0, 5, b"").unwrap();
    let context = it.sessions.open(&request(id, 1, &[], &[]), TOPIC_IDS_FROM, 0);
    assert!(matches!(context, FetchContext::Refused(ErrorCode::FETCH_SESSION_TOPIC_ID_ERROR)));
}
