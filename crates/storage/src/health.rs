//! Whether a log directory can be trusted: one I/O error and it is off line until a restart.

use std::{
    fmt, io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use parking_lot::Mutex;

use crate::birth::Births;

/// What is told when a directory goes off line, once.
pub type OfflineCallback = Arc<dyn Fn(&Path, &io::Error) + Send + Sync>;

/// State of one log directory, shared by its logs.
pub struct DirHealth {
    path: PathBuf,
    offline: AtomicBool,
    births: Births,
    callback: Mutex<Option<OfflineCallback>>,
}

impl fmt::Debug for DirHealth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DirHealth")
            .field("path", &self.path)
            .field("offline", &self.is_offline())
            .finish_non_exhaustive()
    }
}

impl DirHealth {
    /// A directory that works.
    #[must_use]
    pub fn new(path: PathBuf) -> Arc<Self> {
        Arc::new(Self {
            path,
            offline: AtomicBool::new(false),
            births: Births::default(),
            callback: Mutex::default(),
        })
    }

    /// The directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folders made in it.
    pub(crate) fn births(&self) -> &Births {
        &self.births
    }

    /// Whether it is off line.
    #[must_use]
    pub fn is_offline(&self) -> bool {
        self.offline.load(Ordering::Acquire)
    }

    /// Sets what is told when it goes off line. Called from the thread that saw the error, which may
    /// hold a log's lock: the callback must not call into a log.
    pub fn set_callback(&self, callback: OfflineCallback) {
        *self.callback.lock() = Some(callback);
    }

    /// Takes the directory off line.
    pub fn fail(&self, error: &io::Error) {
        if self.offline.swap(true, Ordering::AcqRel) {
            return;
        }
        tracing::error!(dir = %self.path.display(), %error, "log directory goes off line");
        let callback = self.callback.lock().clone();
        if let Some(callback) = callback {
            callback(&self.path, error);
        }
    }
}
