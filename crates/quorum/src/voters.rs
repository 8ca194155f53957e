//! Who votes: the voter set and the version of the quorum's protocol it is written in.
//!
//! With `kraft.version` 0 the voters come from `controller.quorum.voters`, with 1 from the log's
//! VotersRecord. Source: KIP-853.

use std::fmt;

use moldau_protocol::ids::{BrokerId, DirectoryId};
use moldau_protocol::messages::{VotersRecord, voters_record};

/// Level of the feature `kraft.version`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum KRaftVersion {
    /// Static voters.
    #[default]
    Static,
    /// Voters in the log, each with the id of its directory.
    Dynamic,
}

impl KRaftVersion {
    /// Number of the level.
    #[must_use]
    pub fn level(self) -> i16 {
        match self {
            Self::Static => 0,
            Self::Dynamic => 1,
        }
    }

    /// Level of a number, if there is such a one.
    #[must_use]
    pub fn from_level(level: i16) -> Option<Self> {
        match level {
            0 => Some(Self::Static),
            1 => Some(Self::Dynamic),
            _ => None,
        }
    }
}

/// Where a voter listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoterEndpoint {
    /// Name of the listener.
    pub name: String,
    /// Host to connect to.
    pub host: String,
    /// Port to connect to.
    pub port: u16,
}

/// One member of the quorum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voter {
    /// Node id.
    pub id: BrokerId,
    /// Directory of its metadata log; none when the voters are static.
    pub directory_id: Option<DirectoryId>,
    /// Where it listens.
    pub endpoints: Vec<VoterEndpoint>,
}

/// The members of the quorum, by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VoterSet {
    voters: Vec<Voter>,
}

impl VoterSet {
    /// A set of these.
    #[must_use]
    pub fn new(mut voters: Vec<Voter>) -> Self {
        voters.sort_by_key(|voter| voter.id);
        Self { voters }
    }

    /// The members, by id.
    #[must_use]
    pub fn voters(&self) -> &[Voter] {
        &self.voters
    }

    /// Whether nobody votes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.voters.is_empty()
    }

    /// Whether the node of this id and directory is the only member. A member without a directory
    /// id matches any directory.
    #[must_use]
    pub fn is_only(&self, id: BrokerId, directory_id: DirectoryId) -> bool {
        match &self.voters[..] {
            [only] => {
                only.id == id && only.directory_id.is_none_or(|expected| expected == directory_id)
            }
            _ => false,
        }
    }

    /// The set as a record of the log.
    #[must_use]
    pub fn to_record(&self) -> VotersRecord {
        let endpoint = |endpoint: &VoterEndpoint| voters_record::Endpoint {
            name: endpoint.name.clone(),
            host: endpoint.host.clone(),
            port: endpoint.port,
            ..Default::default()
        };
        let voter = |voter: &Voter| voters_record::Voter {
            voter_id: voter.id.0,
            voter_directory_id: voter.directory_id.unwrap_or_default().0,
            endpoints: voter.endpoints.iter().map(endpoint).collect(),
            kraft_version_feature: voters_record::KRaftVersionFeature {
                min_supported_version: KRaftVersion::Static.level(),
                max_supported_version: KRaftVersion::Dynamic.level(),
                ..Default::default()
            },
            ..Default::default()
        };
        VotersRecord { voters: self.voters.iter().map(voter).collect(), ..Default::default() }
    }

    /// The set that a record of the log says.
    #[must_use]
    pub fn from_record(record: &VotersRecord) -> Self {
        let endpoint = |endpoint: &voters_record::Endpoint| VoterEndpoint {
            name: endpoint.name.clone(),
            host: endpoint.host.clone(),
            port: endpoint.port,
        };
        let voter = |voter: &voters_record::Voter| Voter {
            id: BrokerId(voter.voter_id),
            directory_id: (!voter.voter_directory_id.is_zero())
                .then_some(DirectoryId(voter.voter_directory_id)),
            endpoints: voter.endpoints.iter().map(endpoint).collect(),
        };
        Self::new(record.voters.iter().map(voter).collect())
    }
}

impl fmt::Display for Voter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.directory_id, self.endpoints.first()) {
            (Some(directory), Some(at)) => {
                write!(f, "{}@{}:{}:{}", self.id, at.host, at.port, directory.0)
            }
            (Some(directory), None) => write!(f, "{} (directory {})", self.id, directory.0),
            (None, Some(at)) => write!(f, "{}@{}:{}", self.id, at.host, at.port),
            (None, None) => write!(f, "{}", self.id),
        }
    }
}

impl fmt::Display for VoterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, voter) in self.voters.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{voter}")?;
        }
        Ok(())
    }
}
