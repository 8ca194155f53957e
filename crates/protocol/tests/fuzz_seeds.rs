//! Replays the fuzzer's committed seeds.

use std::path::Path;

use moldau_protocol::fuzzing;

type Entry = fn(&[u8]);

#[test]
fn seeds_hold_what_is_promised() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let targets: [(&str, Entry); 3] = [
        ("records", fuzzing::record_batches),
        ("requests", fuzzing::request),
        ("messages", fuzzing::message),
    ];
    for (target, entry) in targets {
        let mut replayed = 0;
        for file in std::fs::read_dir(seeds.join(target)).expect("every target has seeds") {
            let path = file.expect("a readable folder").path();
            entry(&std::fs::read(&path).expect("a readable seed"));
            replayed += 1;
        }
        assert!(replayed >= 10, "{target} has only {replayed} seeds");
    }
}
