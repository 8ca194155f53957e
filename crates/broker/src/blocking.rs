//! Work that may wait for a disk, off the runtime's workers.

use std::sync::LazyLock;

use tokio::sync::Semaphore;

/// Searches and trims of all clients that run at a time. More would only queue at the disk, and each
/// holds a thread.
const MAX_AT_ONCE: usize = 8;

static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(MAX_AT_ONCE));

/// Runs `work` on a thread of its own; `None` when it panicked, which is logged.
pub(crate) async fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let _place = PLACES.acquire().await;
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => Some(result),
        Err(error) => {
            tracing::error!(%error, "a blocking task failed");
            None
        }
    }
}
