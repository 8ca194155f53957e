//! The runtime of coordinators: machines of the coordinator crate over the partitions of internal
//! topics. A coordinator is loaded when this broker becomes the leader of its partition, and given up
//! when it ceases to be.

mod gauges;
mod groups;
mod load;
mod runtime;
mod shard;

pub(crate) use gauges::GroupGauges;
#[cfg(test)]
pub(crate) use gauges::Lag;
pub(crate) use groups::{GroupCoordinator, GroupPublisher};
