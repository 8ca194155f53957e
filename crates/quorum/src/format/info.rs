//! `storage info`: what the directories of a node say of themselves.

use std::fmt;
use std::path::PathBuf;

use moldau_storage::MetaProperties;
use moldau_storage::disk::Disk;

/// What `storage info` finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Directories that are there, sorted.
    pub directories: Vec<PathBuf>,
    /// What the formatted ones agree on; the first one's directory id.
    pub metadata: Option<MetaProperties>,
    /// What is wrong; none is good (exit code 0, else 1).
    pub problems: Vec<String>,
}

/// Looks at the directories of a node.
#[must_use]
pub fn info(disk: &dyn Disk, directories: &[PathBuf]) -> Info {
    let mut info = Info::default();
    let mut sorted = directories.to_vec();
    sorted.sort();
    sorted.dedup();
    for directory in sorted {
        let path = directory.display();
        if !disk.exists(&directory) {
            info.problems.push(format!("{path} does not exist"));
            continue;
        }
        match MetaProperties::read(disk, &directory) {
            Ok(Some(meta)) => match &info.metadata {
                Some(first)
                    if (&first.cluster_id, first.node_id) != (&meta.cluster_id, meta.node_id) =>
                {
                    info.problems.push(format!(
                        "Metadata for {path} was cluster.id={}, node.id={}, but other directories \
                         have cluster.id={}, node.id={}",
                        meta.cluster_id, meta.node_id, first.cluster_id, first.node_id
                    ));
                }
                Some(_) => {}
                None => info.metadata = Some(meta),
            },
            Ok(None) => info.problems.push(format!("{path} is not formatted.")),
            Err(error) => info.problems.push(format!("Error processing {path}: {error}")),
        }
        info.directories.push(directory);
    }
    info
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |one, many, count| if count == 1 { one } else { many };
        match self.directories.len() {
            0 => writeln!(f, "No directories found.\n")?,
            count => {
                writeln!(f, "Found log {}:", plural("directory", "directories", count))?;
                for directory in &self.directories {
                    writeln!(f, "  {}", directory.display())?;
                }
                writeln!(f)?;
            }
        }
        if let Some(meta) = &self.metadata {
            let id = meta.directory_id.map(|id| format!("directory.id={id}, ")).unwrap_or_default();
            let (cluster, node) = (&meta.cluster_id, meta.node_id);
            let values = format!("cluster.id={cluster}, {id}node.id={node}, version=1");
            writeln!(f, "Found metadata: {{{values}}}\n")?;
        }
        if !self.problems.is_empty() {
            writeln!(f, "Found {}:", plural("problem", "problems", self.problems.len()))?;
            for problem in &self.problems {
                writeln!(f, "  {problem}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
