//! (i) Size: the same work on a log of 50 GiB and on one of 1 GiB: start, append, look-up by offset
//! and by time. Nothing of it may depend on the size.
//!
//! The segments and indexes are written here, beside a server that stopped cleanly, in the format that
//! both servers share. Record values are zeros and the files are sparse, so that they fit the disk.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use moldau_protocol::ErrorCode;
use moldau_protocol::ids::{LeaderEpoch, Offset};
use moldau_protocol::messages::{
    FetchRequest, ListOffsetsRequest,
    fetch_request::{FetchPartition, FetchTopic},
    list_offsets_request::{ListOffsetsPartition, ListOffsetsTopic},
};
use moldau_protocol::records::{BatchBuilder, Batches, Codec, crc_of};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::{Better, Measure, Outcome, Workload, measure, saturating};
use crate::failure::{Result, fail};
use crate::load::{Limit, Place, await_leaders, histogram};
use crate::scale::{Level, Scale};
use crate::side::{Side, create};
use crate::template::Shape;
use crate::wire::Link;

const TOPIC: &str = "size";
/// Length of each batch; one record each.
const BATCH: usize = 256 << 10;
/// Just under `segment.bytes`.
const BATCHES_IN_SEGMENT: u64 = 4000;
/// The part of a batch that is not zeros is within this.
const HEAD: usize = 128;
const FIRST_TIME: i64 = 1_700_000_000_000;
const TIME_STEP: i64 = 1000;
const LOOK_UPS: usize = 300;

struct Size {
    gib: f64,
}

pub(super) fn cells(scale: &Scale) -> Vec<Box<dyn Workload>> {
    let sizes: &[f64] = match scale.level {
        Level::Smoke => &[0.05],
        Level::Quick => &[1.0, 10.0],
        Level::Full => &[1.0, 50.0],
    };
    sizes.iter().map(|&gib| Box::new(Size { gib }) as Box<dyn Workload>).collect()
}

/// A batch of exactly [`BATCH`] bytes with offset and time 0.
fn batch() -> Result<Vec<u8>> {
    let build = |length: usize| {
        let mut builder = BatchBuilder::new(Codec::None);
        builder.append(FIRST_TIME, None, Some(&vec![0; length]), []);
        builder.build(Offset::ZERO, LeaderEpoch(0))
    };
    let overhead = build(BATCH - HEAD)?.len() - (BATCH - HEAD);
    Ok(build(BATCH - overhead)?.to_vec())
}

/// Replaces the log of a partition by one of `count` batches.
fn write_log(folder: &Path, count: u64) -> Result<()> {
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("log" | "index" | "timeindex") => fs::remove_file(path)?,
            // No producer is known at any offset, so the snapshot is good for the new end too.
            Some("snapshot") => fs::rename(path, folder.join(format!("{count:020}.snapshot")))?,
            _ => {}
        }
    }
    let mut batch = batch()?;
    for base in (0..count).step_by(usize::try_from(BATCHES_IN_SEGMENT)?) {
        let name = |extension: &str| folder.join(format!("{base:020}.{extension}"));
        let log = File::create(name("log"))?;
        let (mut index, mut times) = (Vec::new(), Vec::new());
        let end = count.min(base + BATCHES_IN_SEGMENT);
        for offset in base..end {
            let time = (FIRST_TIME + offset as i64 * TIME_STEP).to_be_bytes();
            batch[..8].copy_from_slice(&offset.to_be_bytes());
            batch[27..35].copy_from_slice(&time);
            batch[35..43].copy_from_slice(&time);
            let crc = crc_of(&batch).to_be_bytes();
            batch[17..21].copy_from_slice(&crc);
            let position = (offset - base) * BATCH as u64;
            log.write_all_at(&batch[..HEAD], position)?;
            if offset > base {
                let relative = u32::try_from(offset - base)?.to_be_bytes();
                index.extend_from_slice(&relative);
                index.extend_from_slice(&u32::try_from(position)?.to_be_bytes());
                times.extend_from_slice(&time);
                times.extend_from_slice(&relative);
            }
        }
        log.set_len((end - base) * BATCH as u64)?;
        fs::write(name("index"), index)?;
        fs::write(name("timeindex"), times)?;
    }
    Ok(())
}

/// Tells a data folder that the log is on disk up to its end.
fn move_recovery_point(data: &Path, count: u64) -> Result<()> {
    let path = data.join("recovery-point-offset-checkpoint");
    let text = fs::read_to_string(&path)?;
    let lines = text.lines().map(|line| match line.strip_prefix(TOPIC) {
        Some(_) => format!("{TOPIC} 0 {count}\n"),
        None => format!("{line}\n"),
    });
    Ok(fs::write(path, lines.collect::<String>())?)
}

fn fetch(link: &mut Link, offset: i64) -> Result<()> {
    let partition =
        FetchPartition { fetch_offset: offset, partition_max_bytes: 1, ..Default::default() };
    let topic =
        FetchTopic { topic: TOPIC.to_owned(), partitions: vec![partition], ..Default::default() };
    let request = FetchRequest {
        max_bytes: 1,
        min_bytes: 1,
        session_epoch: -1,
        topics: vec![topic],
        ..Default::default()
    };
    let response = link.call(&request)?;
    let Some(answer) = response.responses.into_iter().flat_map(|topic| topic.partitions).next()
    else {
        fail!("an empty answer to a fetch");
    };
    let records = answer.records.unwrap_or_default().read()?;
    match Batches::new(&records).next() {
        Some(Ok(batch)) if batch.header.base_offset.0 == offset => Ok(()),
        _ => fail!("fetch at {offset} gave something else, {}", ErrorCode(answer.error_code)),
    }
}

fn look_up(link: &mut Link, offset: i64) -> Result<()> {
    let timestamp = FIRST_TIME + offset * TIME_STEP;
    let partition = ListOffsetsPartition { timestamp, ..Default::default() };
    let topic = ListOffsetsTopic {
        name: TOPIC.to_owned(),
        partitions: vec![partition],
        ..Default::default()
    };
    let request = ListOffsetsRequest { replica_id: -1, topics: vec![topic], ..Default::default() };
    let answers = link.call(&request)?.topics.into_iter().flat_map(|topic| topic.partitions);
    match answers.last() {
        Some(answer) if answer.offset == offset => Ok(()),
        answer => fail!("time {timestamp} gave {answer:?} instead of offset {offset}"),
    }
}

fn append(place: &Place, side: &Side) -> Result<Duration> {
    let shape = Shape { record_size: 1024, records: 1, codec: Codec::None };
    let mut load = saturating(&side.scale, 1, 1, shape);
    load.window = 1;
    let requests = LOOK_UPS as u64;
    load.limit = Limit { time: Duration::from_secs(60), bytes: u64::MAX, requests };
    Ok(load.run(place)?.time / u32::try_from(LOOK_UPS)?)
}

fn repeated(count: u64, mut work: impl FnMut(i64) -> Result<()>) -> Result<Histogram<u64>> {
    let mut random = StdRng::seed_from_u64(count);
    let mut latencies = histogram();
    for _ in 0..LOOK_UPS {
        let offset = random.random_range(0..count);
        let begin = Instant::now();
        work(i64::try_from(offset)?)?;
        latencies.saturating_record(u64::try_from(begin.elapsed().as_nanos())?);
    }
    Ok(latencies)
}

impl Workload for Size {
    fn group(&self) -> &'static str {
        "Size of the log"
    }

    fn case(&self) -> String {
        format!("{} GiB in one partition", self.gib)
    }

    fn slow(&self) -> bool {
        true
    }

    fn run(&self, side: &Side) -> Result<Outcome> {
        let Some(mut server) = side.own_server()? else {
            let reason = "the files of a server elsewhere cannot be written";
            return Ok(Outcome::NotMeasured(reason.to_owned()));
        };
        let address = server.node.address();
        let place = Place { address, topic: TOPIC.to_owned(), partitions: 1 };
        create(&place, &[])?;
        append(&place, side)?;
        server.stop()?;
        let count = ((self.gib * f64::from(1 << 30)) as u64 / BATCH as u64).max(1);
        write_log(&server.node.partition(TOPIC, 0), count)?;
        move_recovery_point(&server.node.data(), count)?;

        let begin = Instant::now();
        server.restart()?;
        let mut link = Link::connect(&place.address)?;
        await_leaders(&mut link, &place)?;
        let start = begin.elapsed();
        let by_offset = repeated(count, |offset| fetch(&mut link, offset))?;
        let by_time = repeated(count, |offset| look_up(&mut link, offset))?;
        let append = append(&place, side)?;
        let end = crate::load::end_offsets(&mut link, &place)?[0];
        if end != i64::try_from(count)? + LOOK_UPS as i64 {
            fail!("the log ends at {end}, not at {count} + {LOOK_UPS}");
        }

        let millis = |metric, value: f64| measure(metric, "ms", Better::Lower, value);
        let at = |metric, latencies: &Histogram<u64>, quantile| -> Measure {
            millis(metric, latencies.value_at_quantile(quantile) as f64 / 1e6)
        };
        Ok(Outcome::Measured(vec![
            measure("start", "s", Better::Lower, start.as_secs_f64()),
            millis("append, mean", append.as_secs_f64() * 1e3),
            at("fetch at an offset p50", &by_offset, 0.5),
            at("fetch at an offset p99", &by_offset, 0.99),
            at("offset of a time p50", &by_time, 0.5),
            at("offset of a time p99", &by_time, 0.99),
        ]))
    }
}
