use moldau_protocol::records::Attributes;

use super::*;

fn batch(epoch: i16, sequence: i32, count: i32, offset: i64) -> BatchHeader {
    BatchHeader {
        base_offset: Offset(offset),
        last_offset_delta: count - 1,
        record_count: count,
        producer_id: ProducerId(1),
        producer_epoch: ProducerEpoch(epoch),
        base_sequence: sequence,
        max_timestamp: 1000 + offset,
        ..BatchHeader::default()
    }
}

/// What each batch (epoch, sequence, records) of a script gives: "ok", the offset of the original,
/// or the error code.
fn run(script: &[(i16, i32, i32)]) -> Vec<String> {
    let mut state = ProducerState::default();
    let mut offset = 0;
    let mut results = Vec::new();
    for &(epoch, sequence, count) in script {
        let header = batch(epoch, sequence, count, offset);
        results.push(match state.check(&header, None, Origin::Client) {
            Ok(Verdict::Fresh) => {
                offset += i64::from(count);
                state.commit(Offset(offset), 100);
                "ok".to_owned()
            }
            Ok(Verdict::Duplicate(found)) => found.first_offset().to_string(),
            Err(ProducerError::OutOfOrder { .. }) => "45".to_owned(),
            Err(ProducerError::OldEpoch { .. }) => "47".to_owned(),
            Err(error) => error.to_string(),
        });
    }
    results
}

#[test]
fn sequences_are_judged_as_kafka_does() {
    let max = i32::MAX;
    for (script, expected) in [
        // O-PRD-3: seven batches, then repeats.
        (
            &[
                (0, 0, 1),
                (0, 1, 1),
                (0, 2, 1),
                (0, 3, 1),
                (0, 4, 1),
                (0, 5, 1),
                (0, 6, 1),
                (0, 4, 1),
                (0, 1, 1),
                (0, 3, 2),
                (0, 7, 1),
                (0, 7, 1),
                (0, 3, 1),
                (0, 2, 1),
            ][..],
            &["ok", "ok", "ok", "ok", "ok", "ok", "ok", "4", "45", "45", "ok", "7", "3", "45"][..],
        ),
        // An unknown producer may start anywhere; a gap is refused.
        (&[(0, 17, 3), (0, 20, 1), (0, 22, 1)], &["ok", "ok", "45"]),
        // A new epoch starts at 0 and fences the old one.
        (&[(0, 0, 1), (1, 1, 1), (1, 0, 1), (0, 1, 1)], &["ok", "45", "ok", "47"]),
        // A batch of an older epoch that looks like a repeat is no repeat.
        (&[(0, 0, 1), (1, 0, 1), (0, 0, 1)], &["ok", "ok", "47"]),
        // Sequences wrap.
        (&[(0, max - 1, 2), (0, 0, 1), (0, max - 1, 2)], &["ok", "ok", "0"]),
        (&[(0, max, 3), (0, 2, 1), (0, max, 3)], &["ok", "ok", "0"]),
        (&[(0, 0, 2), (0, 1, 1)], &["ok", "45"]),
    ] {
        assert_eq!(run(script), expected, "{script:?}");
    }
}

#[test]
fn staged_changes_are_seen_by_the_next_batch_and_can_be_discarded() {
    let mut state = ProducerState::default();
    assert_eq!(state.check(&batch(0, 0, 1, 0), None, Origin::Client), Ok(Verdict::Fresh));
    assert_eq!(state.check(&batch(0, 1, 1, 1), None, Origin::Client), Ok(Verdict::Fresh));
    assert!(matches!(
        state.check(&batch(0, 0, 1, 2), None, Origin::Client),
        Ok(Verdict::Duplicate(_))
    ));
    state.discard();
    assert_eq!(state.check(&batch(0, 0, 1, 0), None, Origin::Client), Ok(Verdict::Fresh));
}

#[test]
fn transactions_open_with_data_and_end_with_a_marker() {
    let mut state = ProducerState::default();
    let mut txns = TxnTracker::default();
    let transactional = Attributes::default().with_transactional();
    let data = |id, offset| BatchHeader {
        attributes: transactional,
        producer_id: ProducerId(id),
        ..batch(0, 0, 1, offset)
    };
    let apply = |state: &mut ProducerState, txns: &mut TxnTracker, header: BatchHeader, marker| {
        state.check(&header, marker, Origin::Coordinator).unwrap();
        let changes = state.commit(header.last_offset().next(), 100);
        changes.iter().filter_map(|change| txns.apply(change)).collect::<Vec<_>>()
    };
    apply(&mut state, &mut txns, data(1, 10), None);
    apply(&mut state, &mut txns, data(2, 11), None);
    apply(&mut state, &mut txns, data(1, 12), None);
    assert_eq!(txns.first_unstable(Offset(13)), Some(Offset(10)));
    assert_eq!(
        state.check(
            &BatchHeader { producer_id: ProducerId(1), ..batch(0, 1, 1, 13) },
            None,
            Origin::Client
        ),
        Err(ProducerError::NotTransactional(ProducerId(1)))
    );
    state.discard();
    let marker = |commit| Some(EndMarker { commit, coordinator_epoch: 4 });
    let control =
        |id, offset| BatchHeader { attributes: transactional.with_control(), ..data(id, offset) };
    let aborted = apply(&mut state, &mut txns, control(1, 13), marker(false));
    let [(txn, stable)] = aborted[..] else { panic!("{aborted:?}") };
    assert_eq!((txn.first_offset, txn.last_offset, stable), (Offset(10), Offset(13), Offset(11)));
    // Until the high watermark is behind the marker, readers wait.
    assert_eq!(txns.first_unstable(Offset(13)), Some(Offset(10)));
    assert_eq!(txns.first_unstable(Offset(14)), Some(Offset(11)));
    assert!(apply(&mut state, &mut txns, control(2, 14), marker(true)).is_empty());
    assert_eq!(txns.first_unstable(Offset(15)), None);
    let fenced = Some(EndMarker { commit: true, coordinator_epoch: 3 });
    assert!(matches!(
        state.check(&control(2, 15), fenced, Origin::Coordinator),
        Err(ProducerError::CoordinatorFenced { .. })
    ));
}

#[test]
fn producers_expire_and_their_number_is_bounded() {
    let mut state = ProducerState::default();
    for id in 0..200i64 {
        let header = BatchHeader { producer_id: ProducerId(id), ..batch(0, 0, 1, id) };
        state.check(&header, None, Origin::Client).unwrap();
        state.commit(Offset(id + 1), 64);
        assert!(state.len() <= 64);
    }
    assert!(state.entries().any(|(id, _)| id == ProducerId(199)));
    assert!(!state.entries().any(|(id, _)| id == ProducerId(0)));
    state.expire(1199 + 50, 50);
    assert_eq!(state.len(), 0);
}
