//! Replays the fuzzer's committed seeds.

use std::path::Path;

#[test]
fn seeds_hold_what_is_promised() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/groups");
    let mut replayed = 0;
    for file in std::fs::read_dir(seeds).expect("the target has seeds") {
        let path = file.expect("a readable folder").path();
        moldau_coordinator::fuzzing::group(&std::fs::read(&path).expect("a readable seed"));
        replayed += 1;
    }
    assert!(replayed >= 10, "only {replayed} seeds");
}
