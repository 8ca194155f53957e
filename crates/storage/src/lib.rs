//! Partition logs and log directories, in Kafka's own on-disk format.
//!
//! Synchronous: threads block on the disk here and nowhere else. Knows nothing of requests, replicas
//! or metadata; reads no clock; reaches the disk through [`disk`] alone, so that a test can pull the
//! plug at any moment.

pub mod checkpoint;
pub mod disk;

mod append;
mod birth;
mod config;
mod dirs;
mod entry_file;
mod epoch_file;
mod epochs;
mod error;
mod files;
mod health;
mod log;
mod manifest;
mod meta_properties;
mod names;
mod offset_index;
mod partition_metadata;
#[cfg(test)]
mod power_loss;
mod producer_state;
mod read;
mod recover;
mod retention;
mod scan;
mod search;
mod segment;
mod sync;
#[cfg(test)]
mod testing;
mod time_index;
mod truncate;
mod txn_index;
mod writer;

pub use append::{Append, AppendInfo};
pub use config::LogConfig;
pub use dirs::{
    CLEAN_SHUTDOWN_FILE, CreateError, LOCK_FILE, LockedDirs, LogDir, LogDirs, LogDirsOptions,
    METADATA_TOPIC, OpenDirsError,
};
pub use epochs::{EpochCache, EpochEntry};
pub use error::{AppendError, ReadError};
pub use files::{DEFAULT_OPEN_FILES, FileCache};
pub use health::{DirHealth, OfflineCallback};
pub use log::{ActiveProducer, LogListener, OffsetMetadata, OpenLog, PartitionLog};
pub use manifest::MANIFEST_FILE;
pub use meta_properties::{META_PROPERTIES, MetaProperties};
pub use names::{DELETE_SUFFIX, FUTURE_SUFFIX, STRAY_SUFFIX, TopicPartition};
pub use producer_state::{BATCHES, BatchMark, Origin, ProducerEntry, ProducerError};
pub use read::{FileRange, LogRead, MinOneBatch};
pub use search::TimestampedOffset;
pub use txn_index::AbortedTxn;
pub use writer::{Clock, WriterPool};
