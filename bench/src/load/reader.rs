//! A consumer that checks what it reads: checksums, offsets without gaps, and that each producer's
//! batches are all there, once and in the order in which they were sent.

use std::thread;
use std::time::{Duration, Instant};

use moldau_protocol::ErrorCode;
use moldau_protocol::messages::{
    FetchRequest, ListOffsetsRequest,
    fetch_request::{FetchPartition, FetchTopic},
    list_offsets_request::{ListOffsetsPartition, ListOffsetsTopic},
};
use moldau_protocol::records::{Batches, check_crc};

use super::Place;
use crate::failure::{Result, fail};
use crate::template::{MAX_PRODUCERS, Stamp};
use crate::wire::Link;

/// The Java consumer's defaults.
const FETCH_BYTES: i32 = 50 << 20;
const PARTITION_BYTES: i32 = 1 << 20;
/// How long a reader waits for a batch that must be there.
const PATIENCE: Duration = Duration::from_secs(60);

/// Knows which stamp must come next from each producer in each partition.
#[derive(Debug)]
pub(crate) struct Checker {
    partitions: usize,
    next: Vec<[u64; MAX_PRODUCERS]>,
    batches: u64,
    records: u64,
    bytes: u64,
}

impl Checker {
    /// For a topic that is read from its beginning.
    pub(crate) fn new(partitions: usize) -> Self {
        let next = (0..partitions)
            .map(|partition| {
                std::array::from_fn(|producer| Stamp::first(producer, partition, partitions))
            })
            .collect();
        Self { partitions, next, batches: 0, records: 0, bytes: 0 }
    }

    pub(crate) fn batches(&self) -> u64 {
        self.batches
    }

    pub(crate) fn records(&self) -> u64 {
        self.records
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Checks the batches of one partition's answer; gives the offset after the last.
    fn check(
        &mut self,
        partition: usize,
        mut offset: i64,
        bytes: &[u8],
        seen: &mut impl FnMut(Stamp),
    ) -> Result<i64> {
        for batch in Batches::new(bytes) {
            let Ok(batch) = batch else {
                break; // The last batch of an answer may be cut off; it comes again.
            };
            let header = &batch.header;
            if header.last_offset().0 < offset {
                continue;
            }
            if !check_crc(batch.bytes) {
                fail!("bad checksum in partition {partition} at offset {}", header.base_offset);
            }
            if header.base_offset.0 != offset {
                fail!(
                    "partition {partition}: offset {} where {offset} was due",
                    header.base_offset
                );
            }
            let Some(stamp) = Stamp::of(header.base_timestamp) else {
                fail!("partition {partition}: a batch at {offset} that this run did not write");
            };
            let next = &mut self.next[partition][stamp.producer];
            if stamp.number != *next {
                fail!(
                    "partition {partition}, producer {}: request {} where {next} was due",
                    stamp.producer,
                    stamp.number
                );
            }
            *next += self.partitions as u64;
            self.batches += 1;
            self.records += u64::try_from(header.record_count)?;
            self.bytes += batch.bytes.len() as u64;
            offset = header.last_offset().0 + 1;
            seen(stamp);
        }
        Ok(offset)
    }
}

/// One connection that reads some partitions of a topic.
#[derive(Debug)]
pub(crate) struct Reader {
    link: Link,
    topic: String,
    positions: Vec<(usize, i64)>,
}

impl Reader {
    /// From the beginning of each partition.
    pub(crate) fn open(place: &Place, partitions: Vec<usize>) -> Result<Self> {
        Ok(Self {
            link: Link::connect(&place.address)?,
            topic: place.topic.clone(),
            positions: partitions.into_iter().map(|partition| (partition, 0)).collect(),
        })
    }

    /// One fetch of all partitions; `seen` is called for every new batch.
    pub(crate) fn fetch(
        &mut self,
        checker: &mut Checker,
        wait: Duration,
        mut seen: impl FnMut(Stamp),
    ) -> Result<()> {
        let response = self.link.call(&self.request(wait)?)?;
        if response.error_code != 0 {
            fail!("fetch: {}", ErrorCode(response.error_code));
        }
        for partition in response.responses.into_iter().flat_map(|topic| topic.partitions) {
            if partition.error_code != 0 {
                fail!(
                    "fetch of partition {}: {}",
                    partition.partition_index,
                    ErrorCode(partition.error_code)
                );
            }
            let index = usize::try_from(partition.partition_index)?;
            let Some(slot) = self.positions.iter_mut().find(|(one, _)| *one == index) else {
                fail!("an answer for partition {index}, which was not asked for");
            };
            if let Some(records) = partition.records {
                slot.1 = checker.check(index, slot.1, &records.read()?, &mut seen)?;
            }
        }
        // The server fills an answer from its front: begin elsewhere the next time.
        self.positions.rotate_left(1);
        Ok(())
    }

    fn request(&self, wait: Duration) -> Result<FetchRequest> {
        let partitions = self.positions.iter().map(|(partition, offset)| FetchPartition {
            partition: i32::try_from(*partition).unwrap_or(i32::MAX),
            fetch_offset: *offset,
            partition_max_bytes: PARTITION_BYTES,
            ..Default::default()
        });
        let topic = FetchTopic {
            topic: self.topic.clone(),
            partitions: partitions.collect(),
            ..Default::default()
        };
        Ok(FetchRequest {
            max_wait_ms: i32::try_from(wait.as_millis())?,
            min_bytes: 1,
            max_bytes: FETCH_BYTES,
            session_epoch: -1,
            topics: vec![topic],
            ..Default::default()
        })
    }
}

/// Batches, records and bytes that readers saw together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) batches: u64,
    pub(crate) records: u64,
    pub(crate) bytes: u64,
    pub(crate) time: Duration,
}

/// Reads a topic from its beginning with several consumers, which share the partitions as the members
/// of a group would; when there are more consumers than partitions, partitions are read repeatedly.
/// `batches` is how many the topic has.
pub(crate) fn read_all(place: &Place, consumers: usize, batches: u64) -> Result<Seen> {
    let start = Instant::now();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..consumers)
            .map(|consumer| {
                let mine: Vec<usize> = if consumers <= place.partitions {
                    (consumer..place.partitions).step_by(consumers).collect()
                } else {
                    vec![consumer % place.partitions]
                };
                scope.spawn(move || read_to_end(place, mine))
            })
            .collect();
        let mut seen = Seen::default();
        let mut whole = 0;
        for (consumer, thread) in threads.into_iter().enumerate() {
            let checker = thread.join().map_err(|_| "a reader panicked")??;
            if consumer < place.partitions {
                whole += checker.batches();
            }
            seen.batches += checker.batches();
            seen.records += checker.records();
            seen.bytes += checker.bytes();
        }
        seen.time = start.elapsed();
        if whole != batches {
            fail!("{whole} of {batches} batches were read");
        }
        Ok(seen)
    })
}

fn read_to_end(place: &Place, partitions: Vec<usize>) -> Result<Checker> {
    let mut reader = Reader::open(place, partitions)?;
    let ends = end_offsets(&mut reader.link, place)?;
    let mut checker = Checker::new(place.partitions);
    let mut last = Instant::now();
    while reader.positions.iter().any(|(partition, offset)| *offset < ends[*partition]) {
        let before = checker.batches();
        reader.fetch(&mut checker, Duration::from_millis(100), |_| ())?;
        if checker.batches() > before {
            last = Instant::now();
        } else if last.elapsed() > PATIENCE {
            fail!("no batch for {PATIENCE:?} before the end of the partition");
        }
    }
    Ok(checker)
}

/// End offset of every partition of a topic.
pub(crate) fn end_offsets(link: &mut Link, place: &Place) -> Result<Vec<i64>> {
    const LATEST: i64 = -1;
    let partitions = (0..place.partitions).map(|index| ListOffsetsPartition {
        partition_index: i32::try_from(index).unwrap_or(i32::MAX),
        timestamp: LATEST,
        ..Default::default()
    });
    let topic = ListOffsetsTopic {
        name: place.topic.clone(),
        partitions: partitions.collect(),
        ..Default::default()
    };
    let request = ListOffsetsRequest { replica_id: -1, topics: vec![topic], ..Default::default() };
    let mut ends = vec![0; place.partitions];
    for answer in link.call(&request)?.topics.into_iter().flat_map(|topic| topic.partitions) {
        let (index, code) = (answer.partition_index, answer.error_code);
        if code != 0 {
            fail!("offsets of partition {index}: {}", ErrorCode(code));
        }
        let end = ends.get_mut(usize::try_from(index)?).ok_or("a partition that is not there")?;
        *end = answer.offset;
    }
    Ok(ends)
}

/// Waits until the leader of every partition answers. Metadata may name leaders that do not know it
/// yet.
pub(crate) fn await_leaders(link: &mut Link, place: &Place) -> Result<()> {
    let start = Instant::now();
    loop {
        match end_offsets(link, place) {
            Ok(_) => return Ok(()),
            Err(error) if start.elapsed() > PATIENCE => return Err(error),
            Err(_) => thread::sleep(Duration::from_millis(5)),
        }
    }
}
