//! Batches and verdicts of Apache Kafka 4.4.0, for tests.

/// One of the batches in `golden/batches-4.4.0.txt`.
pub(crate) fn batch(name: &str) -> Vec<u8> {
    let lines = include_str!("golden/batches-4.4.0.txt").lines();
    let mut pairs = lines.filter_map(|line| line.split_once(' '));
    let (_, hex) = pairs.find(|(found, _)| *found == name).expect("the name is in the file");
    unhex(hex)
}

/// One line of `golden/verdicts-4.4.0.txt`.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) name: &'static str,
    pub(crate) version: i16,
    pub(crate) config: Vec<(&'static str, &'static str)>,
    pub(crate) records: Vec<u8>,
    pub(crate) code: i16,
    pub(crate) message: &'static str,
    pub(crate) errors: &'static str,
    pub(crate) stored: Vec<u8>,
}

pub(crate) fn verdicts() -> Vec<Verdict> {
    let lines = include_str!("golden/verdicts-4.4.0.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(verdict).collect()
}

fn verdict(line: &'static str) -> Verdict {
    let fields: Vec<_> = line.split(';').collect();
    Verdict {
        name: fields[0],
        version: fields[1].parse().unwrap(),
        config: fields[2].split(',').filter_map(|pair| pair.split_once('=')).collect(),
        records: unhex(fields[3]),
        code: fields[4].parse().unwrap(),
        message: fields[5],
        errors: fields[6],
        stored: unhex(fields[7]),
    }
}

fn unhex(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2)
        .map(|index| u8::from_str_radix(&hex[2 * index..2 * index + 2], 16).unwrap())
        .collect()
}
