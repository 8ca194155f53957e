//! Regions of answers that are ranges of files, sent without entering memory.

use std::{any::Any, fs::File, io, os::unix::fs::FileExt, sync::Arc};

use moldau_protocol::codec::Region;
use moldau_storage::FileRange;
use rustix::io::{Errno, ReadWriteFlags};
use tokio::sync::Semaphore;

use super::{config::SEND_SLICE, service::BoxFuture};

/// A region that is a range of an open file.
pub trait SendFile {
    /// The file, open for as long as the region lives; none where there is no such thing, as on a
    /// simulated disk.
    fn file(&self) -> Option<&File>;

    /// Where the region begins in the file.
    fn position(&self) -> u64;

    /// False once the file was cut off inside the region, so that its bytes are no longer those
    /// that the answer promised.
    fn is_intact(&self) -> bool;
}

/// Finds the file behind a region, if it has one.
pub type Locate = fn(&dyn Any) -> Option<&dyn SendFile>;

/// The default [`Locate`]: ranges of the partition logs.
#[must_use]
pub fn locate(region: &dyn Any) -> Option<&dyn SendFile> {
    region.downcast_ref::<FileRange>().map(|range| range as &dyn SendFile)
}

impl SendFile for FileRange {
    fn file(&self) -> Option<&File> {
        self.as_std()
    }

    fn position(&self) -> u64 {
        Self::position(self)
    }

    fn is_intact(&self) -> bool {
        self.is_current()
    }
}

/// Size of a page, or a part of it where pages are larger.
const PAGE: u64 = 4096;

/// Whether the ends of a slice are in the page cache. A read that misses it would stall a thread of
/// the runtime. Where the file system cannot say, true.
pub(super) fn is_warm(file: &File, position: u64, length: usize) -> bool {
    let last = position + length as u64 - 1;
    let one = position / PAGE == last / PAGE;
    [position, last].into_iter().skip(usize::from(one)).all(|position| {
        let mut byte = [0];
        let mut target = [io::IoSliceMut::new(&mut byte)];
        let read = rustix::io::preadv2(file, &mut target, position, ReadWriteFlags::NOWAIT);
        read != Err(Errno::AGAIN)
    })
}

/// Reads a slice on a thread that may block, so that its pages are in memory afterwards. At most as
/// many at a time as `permits` allows.
pub(super) fn warm(
    region: Arc<dyn Region>,
    locate: Locate,
    position: u64,
    length: usize,
    permits: Arc<Semaphore>,
) -> BoxFuture<'static, io::Result<()>> {
    Box::pin(async move {
        let permit = permits.acquire_owned().await.map_err(io::Error::other)?;
        let read = move || {
            let _permit = permit;
            let Some(file) = locate(region.as_any()).and_then(SendFile::file) else {
                return Ok(());
            };
            let mut scratch = vec![0; SEND_SLICE.min(length)];
            file.read_at(&mut scratch, position).map(drop)
        };
        tokio::task::spawn_blocking(read).await.map_err(io::Error::other)?
    })
}
