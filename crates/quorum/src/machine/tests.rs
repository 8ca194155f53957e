use super::*;
use crate::state_file::ReplicaKey;

const ID: BrokerId = BrokerId(1);

fn directory() -> DirectoryId {
    DirectoryId(moldau_protocol::ids::Uuid::from_halves(4, 2))
}

fn stored(epoch: i32, leader: Option<BrokerId>, voted: Option<BrokerId>) -> ElectionState {
    let key = |id| ReplicaKey { id, directory_id: Some(directory()) };
    ElectionState { epoch: LeaderEpoch(epoch), leader, voted: voted.map(key) }
}

fn machine(state: &ElectionState, log_end: i64, last_epoch: i32) -> QuorumMachine {
    QuorumMachine::new(ID, directory(), state, Offset(log_end), LeaderEpoch(last_epoch))
}

/// Events and what each must lead to.
fn check(mut machine: QuorumMachine, script: &[(Event, Vec<Effect>)]) -> QuorumMachine {
    for (step, (event, effects)) in script.iter().enumerate() {
        assert_eq!(machine.on(*event), *effects, "step {step}: {event:?}");
    }
    machine
}

fn synced(end: i64) -> Event {
    Event::Synced { end: Offset(end) }
}

#[test]
fn a_sole_voter_elects_itself_with_every_step_on_disk_first() {
    let vote = Effect::StoreState(stored(1, None, Some(ID)));
    let lead = Effect::StoreState(stored(1, Some(ID), None));
    let begin = Effect::AppendEpochStart { epoch: LeaderEpoch(1), granting: vec![ID] };
    let committed = vec![Effect::HighWatermark(Offset(3)), Effect::Lead(LeaderEpoch(1))];
    let machine = check(
        machine(&ElectionState::INITIAL, 0, -1),
        &[
            (Event::ElectionTimeout, vec![vote]),
            (Event::StateStored, vec![lead]),
            (Event::StateStored, vec![begin]),
            (synced(3), committed),
            // Nothing new, nothing back.
            (synced(3), vec![]),
            (synced(2), vec![]),
            (Event::ElectionTimeout, vec![]),
            (synced(9), vec![Effect::HighWatermark(Offset(9))]),
        ],
    );
    assert_eq!(machine.high_watermark(), Some(Offset(9)));
    assert_eq!(machine.leader(), Some(ID));
    assert_eq!(machine.role(), Role::Leader { epoch_start: Offset(0) });
}

#[test]
fn what_was_there_before_commits_with_the_first_record_of_the_epoch() {
    let state = stored(4, Some(ID), None);
    let mut machine = machine(&state, 50, 4);
    assert_eq!(machine.role(), Role::Resigned);
    let _ = machine.on(Event::ElectionTimeout);
    let _ = machine.on(Event::StateStored);
    let _ = machine.on(Event::StateStored);
    assert_eq!(machine.epoch(), LeaderEpoch(5));
    // Records of earlier epochs do not commit by themselves.
    assert_eq!(machine.on(synced(50)), []);
    assert_eq!(machine.high_watermark(), None);
    let effects = machine.on(synced(51));
    assert_eq!(effects, [Effect::HighWatermark(Offset(51)), Effect::Lead(LeaderEpoch(5))]);
}

#[test]
fn a_voter_comes_back_as_what_its_disk_says() {
    let other = BrokerId(2);
    let cases = [
        (stored(0, None, None), 0, Role::Unattached, 0),
        (stored(3, None, Some(ID)), 2, Role::Candidate, 3),
        (stored(3, None, Some(other)), 2, Role::Voted { candidate: other }, 3),
        (stored(3, Some(ID), None), 3, Role::Resigned, 3),
        (stored(3, Some(other), None), 3, Role::Unattached, 3),
        // The log went further than the file: whoever led then, it is not known.
        (stored(3, Some(ID), None), 7, Role::Unattached, 7),
    ];
    for (state, last_epoch, role, epoch) in cases {
        let machine = machine(&state, 10, last_epoch);
        assert_eq!((machine.role(), machine.epoch()), (role, LeaderEpoch(epoch)), "{state:?}");
    }
}

#[test]
fn an_election_that_a_crash_cut_off_begins_anew_in_a_later_epoch() {
    let vote = Effect::StoreState(stored(4, None, Some(ID)));
    check(machine(&stored(3, None, Some(ID)), 10, 2), &[(Event::ElectionTimeout, vec![vote])]);
}

#[test]
fn after_the_end_it_leads_no_more() {
    let mut machine = machine(&ElectionState::INITIAL, 0, -1);
    for event in [Event::ElectionTimeout, Event::StateStored, Event::StateStored, synced(1)] {
        let _ = machine.on(event);
    }
    assert_eq!(machine.on(Event::Shutdown), []);
    assert_eq!((machine.role(), machine.leader()), (Role::Resigned, None));
    assert_eq!(machine.on(synced(5)), []);
    assert_eq!(machine.high_watermark(), Some(Offset(1)));
}
