//! The file `meta.properties` of a log directory: whose it is.

use std::{io, path::Path};

use moldau_protocol::ids::{BrokerId, DirectoryId, Uuid};

use crate::disk::{Disk, read_file, replace_file};

/// Name of the file.
pub const META_PROPERTIES: &str = "meta.properties";

/// Largest file that is read.
const FILE_LIMIT: u64 = 64 << 10;

/// Content of the file, version 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaProperties {
    /// Id of the cluster.
    pub cluster_id: String,
    /// Id of the node.
    pub node_id: BrokerId,
    /// Id of the directory; older releases wrote none.
    pub directory_id: Option<DirectoryId>,
}

impl MetaProperties {
    /// Reads the file of a directory; none when there is none.
    ///
    /// # Errors
    /// `InvalidData` when it is not a whole version-1 file, else the error of the system.
    pub fn read(disk: &dyn Disk, dir: &Path) -> io::Result<Option<Self>> {
        let path = dir.join(META_PROPERTIES);
        let bytes = match read_file(disk, &path, FILE_LIMIT) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let text = String::from_utf8_lossy(&bytes);
        let value = |key: &str| {
            let lines = text.lines().map(str::trim).filter(|line| !line.starts_with(['#', '!']));
            let mut pairs = lines.filter_map(|line| line.split_once(['=', ':']));
            pairs.find(|(name, _)| name.trim() == key).map(|(_, value)| value.trim().to_owned())
        };
        let invalid = |what: &str| {
            io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()))
        };
        if value("version").as_deref() != Some("1") {
            return Err(invalid("version is not 1"));
        }
        let node_id = value("node.id").and_then(|id| id.parse().ok());
        let directory_id = value("directory.id").map(|id| Uuid::parse(&id));
        if directory_id == Some(None) {
            return Err(invalid("directory.id is no id"));
        }
        Ok(Some(Self {
            cluster_id: value("cluster.id").ok_or_else(|| invalid("cluster.id is missing"))?,
            node_id: BrokerId(node_id.ok_or_else(|| invalid("node.id is missing"))?),
            directory_id: directory_id.flatten().map(DirectoryId),
        }))
    }

    /// Replaces the file of a directory; durable when it returns.
    ///
    /// # Errors
    /// The error of the system.
    pub fn write(&self, disk: &dyn Disk, dir: &Path) -> io::Result<()> {
        let mut text = format!("cluster.id={}\n", self.cluster_id);
        if let Some(id) = self.directory_id {
            text.push_str(&format!("directory.id={id}\n"));
        }
        text.push_str(&format!("node.id={}\nversion=1\n", self.node_id));
        replace_file(disk, &dir.join(META_PROPERTIES), text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::{OpenMode, SimDisk};

    #[test]
    fn the_file_round_trips_and_kafkas_is_read() {
        let disk = SimDisk::new();
        let dir = Path::new("/");
        assert_eq!(MetaProperties::read(&disk, dir).unwrap(), None);
        let meta = MetaProperties {
            cluster_id: "MkU3OEVBNTcwNTJENDM2Qg".into(),
            node_id: BrokerId(1),
            directory_id: Some(DirectoryId(Uuid::ONE)),
        };
        meta.write(&disk, dir).unwrap();
        assert_eq!(MetaProperties::read(&disk, dir).unwrap(), Some(meta.clone()));
        for (text, expected) in [
            (
                "#\n#Mon Nov 30 17:00:00 UTC 2026\ncluster.id=MkU3OEVBNTcwNTJENDM2Qg\ndirectory.id=AAAAAAAAAAAAAAAAAAAAAQ\nnode.id=1\nversion=1\n",
                Some(meta.clone()),
            ),
            (
                "version=1\ncluster.id=MkU3OEVBNTcwNTJENDM2Qg\nnode.id=1\n",
                Some(MetaProperties { directory_id: None, ..meta.clone() }),
            ),
            ("version=0\nbroker.id=1\n", None),
            ("version=1\nnode.id=1\n", None),
            ("version=1\nnode.id=x\ncluster.id=c\n", None),
        ] {
            let file = disk.open(&dir.join(META_PROPERTIES), OpenMode::Truncate).unwrap();
            file.write_all_at(text.as_bytes(), 0).unwrap();
            assert_eq!(MetaProperties::read(&disk, dir).ok().flatten(), expected, "{text:?}");
        }
    }
}
