//! The seam through which a new image takes effect.

use std::sync::Arc;

use super::{MetadataDelta, MetadataImage};

/// Turns changes of the metadata into effects: opens partitions, reloads configuration, answers.
///
/// Called on one thread, in log order, once for each committed batch or group of batches; the first
/// call after a subscription carries everything as created. It must not block.
pub trait Publisher: Send {
    /// `image` is what `delta` leads to. After a snapshot was loaded the delta says what differs.
    fn publish(&mut self, delta: &MetadataDelta, image: &Arc<MetadataImage>);
}
