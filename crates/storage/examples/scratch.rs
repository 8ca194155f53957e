use moldau_storage::*;
use moldau_storage::disk::RealDisk;
use moldau_protocol::{ids::*, records::*};
use std::sync::Arc;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let disk: Arc<dyn disk::Disk> = Arc::new(RealDisk);
    let files = FileCache::new(Arc::clone(&disk), 100);
    let dir = std::path::PathBuf::from(&args[2]);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
    let config = LogConfig { retention_ms: -1, ..LogConfig::default() };
    if args[1] == "make" {
        std::fs::create_dir_all(&dir).unwrap();
        MetaProperties { cluster_id: args[3].clone(), node_id: BrokerId(1), directory_id: Some(DirectoryId(Uuid::from_random([7; 16]))) }.write(&*disk, &dir).unwrap();
    }
    let t = std::time::Instant::now();
    let dirs = LogDirs::open(&LogDirsOptions { dirs: vec![dir], files, recovery_threads: 2, config_for: &|_| config.clone(), now_ms: now }).unwrap();
    println!("opened in {:?} clean {:?}", t.elapsed(), dirs.dirs()[0].clean_shutdown());
    if args[1] == "make" {
        for codec in [Codec::None, Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd] {
            let log = dirs.get_or_create(&TopicPartition::new(format!("m-{}", codec.name()), 0), Some(TopicId(Uuid::from_random([codec.id() as u8 + 1; 16]))), None, LogConfig { segment_bytes: 1 << 20, ..config.clone() }, now).unwrap();
            for b in 0..2000i64 {
                let mut builder = BatchBuilder::new(codec).producer(ProducerId(1), ProducerEpoch(0), (b * 10) as i32);
                for i in 0..10 { builder.append(now - 100_000 + b * 10 + (i * 7) % 10, Some(b"k"), Some(format!("{:0200}", b * 10 + i).as_bytes()), []); }
                let batches = ValidBatches::trusted(builder.build(Offset(0), LeaderEpoch(-1)).unwrap()).unwrap();
                log.append(Append { batches, origin: storage_origin(), leader_epoch: LeaderEpoch((b / 500) as i32) }, now).unwrap();
            }
        }
    }
    let mut logs = dirs.logs();
    logs.sort_by_key(|l| l.partition().clone());
    for log in logs {
        let mut next = log.log_start_offset();
        let mut n = 0u64; let mut bytes = 0;
        while next < log.log_end_offset() {
            let r = log.read(next, 1 << 20, MinOneBatch::Yes, log.log_end_offset()).unwrap();
            let b = r.payload.read().unwrap(); bytes += b.len();
            for batch in Batches::new(&b) { let Ok(batch) = batch else { break }; assert!(check_crc(batch.bytes)); n += decode_records(&batch).unwrap().len() as u64; next = batch.header.last_offset().next(); }
        }
        println!("{} start {} end {} segs {} records {n} bytes {bytes} size {} lso {} producers {} epoch {:?} id {:?} t {:?} max {:?}", log.partition(), log.log_start_offset(), log.log_end_offset(), log.segment_count(), log.size(), log.last_stable_offset(log.log_end_offset()), log.producer_count(), log.latest_epoch(), log.topic_id(), log.offset_for_timestamp(1700000005000, log.log_end_offset()).unwrap(), log.max_timestamp_offset(log.log_end_offset()).unwrap());
    }
    if args.get(4).map(String::as_str) != Some("kill") && args.get(3).map(String::as_str) != Some("kill") { dirs.shutdown(7); }
}
fn storage_origin() -> Origin { Origin::Client }
