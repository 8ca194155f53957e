//! What Fetch needs beside its handler: sessions and the reading of partitions.

mod session;

pub(crate) use session::{FetchContext, FetchSessions, Outcome, SessionLimits, TopicPartitionKey};
