//! Records of `__remote_log_metadata`. Kafka's tool has no JSON for them, but the text of its
//! objects.

use moldau_protocol::layout::Layout;

use super::{
    super::tree::Tree,
    decode::{Shown, frame},
};

const SEGMENT_STATES: [&str; 4] = [
    "COPY_SEGMENT_STARTED",
    "COPY_SEGMENT_FINISHED",
    "DELETE_SEGMENT_STARTED",
    "DELETE_SEGMENT_FINISHED",
];

const PARTITION_STATES: [&str; 3] =
    ["DELETE_PARTITION_MARKED", "DELETE_PARTITION_STARTED", "DELETE_PARTITION_FINISHED"];

pub(super) fn read(value: &[u8]) -> Result<Shown, String> {
    let (kind, version, mut reader) = frame(value)?;
    let layout = Layout::numbered("remote_log", kind, "")
        .ok_or_else(|| format!("no record type has number {kind}"))?;
    let tree: Tree = layout
        .read(&mut reader, version)
        .map_err(|error| format!("Failed to deserialize record with type {kind}: {error}"))?
        .into();
    if reader.remaining() > 0 {
        return Err(format!("Found {} byte(s) of garbage after {kind}", reader.remaining()));
    }
    let fields = Fields(&tree);
    let text = match layout.name {
        "RemoteLogSegmentMetadataRecord" => fields.segment()?,
        "RemoteLogSegmentMetadataUpdateRecord" => fields.update()?,
        "RemotePartitionDeleteMetadataRecord" => fields.partition()?,
        _ => fields.snapshot()?,
    };
    Ok(Shown::Record { text, tree })
}

struct Fields<'a>(&'a Tree);

impl Fields<'_> {
    fn field(&self, name: &str) -> Result<&Tree, String> {
        self.0.get(name).ok_or_else(|| format!("the record has no {name}"))
    }

    fn text(&self, name: &str) -> Result<String, String> {
        Ok(match self.field(name)? {
            Tree::Text(text) => text.clone(),
            other => other.to_string(),
        })
    }

    fn id(&self, name: &str) -> Result<String, String> {
        let partition = Fields(self.field(name)?);
        let (id, topic) = (partition.text("id")?, partition.text("name")?);
        Ok(format!("{id}:{topic}-{}", partition.text("partition")?))
    }

    fn segment_id(&self) -> Result<String, String> {
        let id = Fields(self.field("remoteLogSegmentId")?);
        let partition = id.id("topicIdPartition")?;
        Ok(format!("RemoteLogSegmentId{{topicIdPartition={partition}, id={}}}", id.text("id")?))
    }

    fn epochs(&self) -> Result<String, String> {
        let Tree::List(list) = self.field("segmentLeaderEpochs")? else {
            return Err("the leader epochs are no list".to_owned());
        };
        let mut epochs = Vec::new();
        for epoch in list {
            let (Some(Tree::Int(epoch)), Some(Tree::Int(offset))) =
                (epoch.get("leaderEpoch"), epoch.get("offset"))
            else {
                return Err("a leader epoch has no offset".to_owned());
            };
            epochs.push((*epoch, *offset));
        }
        if epochs.is_empty() {
            return Err("segmentLeaderEpochs can not be null or empty".to_owned());
        }
        epochs.sort_unstable();
        let pairs: Vec<_> =
            epochs.iter().map(|(epoch, offset)| format!("{epoch}={offset}")).collect();
        Ok(format!("{{{}}}", pairs.join(", ")))
    }

    fn custom(&self) -> String {
        match self.0.get("customMetadata") {
            Some(Tree::Text(base64)) => {
                let bytes = crate::tools::json::decode_base64(base64).unwrap_or_default();
                format!("Optional[CustomMetadata{{{} bytes}}]", bytes.len())
            }
            _ => "Optional.empty".to_owned(),
        }
    }

    fn state(&self, name: &str, states: &[&'static str]) -> Result<&'static str, String> {
        let state = match self.field(name)? {
            Tree::Int(state) => usize::try_from(*state).ok().and_then(|state| states.get(state)),
            _ => None,
        };
        state.copied().ok_or_else(|| "state can not be null".to_owned())
    }

    fn segment_state(&self) -> Result<&'static str, String> {
        self.state("remoteLogSegmentState", &SEGMENT_STATES)
    }

    /// Not written when it is false.
    fn no_transactions(&self) -> bool {
        self.0.get("txnIndexEmpty") == Some(&Tree::Bool(true))
    }

    fn segment(&self) -> Result<String, String> {
        Ok(format!(
            "RemoteLogSegmentMetadata{{remoteLogSegmentId={}, startOffset={}, endOffset={}, \
             brokerId={}, maxTimestampMs={}, eventTimestampMs={}, segmentLeaderEpochs={}, \
             segmentSizeInBytes={}, customMetadata={}, state={}, txnIdxEmpty={}}}",
            self.segment_id()?,
            self.text("startOffset")?,
            self.text("endOffset")?,
            self.text("brokerId")?,
            self.text("maxTimestampMs")?,
            self.text("eventTimestampMs")?,
            self.epochs()?,
            self.text("segmentSizeInBytes")?,
            self.custom(),
            self.segment_state()?,
            self.no_transactions(),
        ))
    }

    fn update(&self) -> Result<String, String> {
        Ok(format!(
            "RemoteLogSegmentMetadataUpdate{{remoteLogSegmentId={}, customMetadata={}, state={}, \
             eventTimestampMs={}, brokerId={}}}",
            self.segment_id()?,
            self.custom(),
            self.segment_state()?,
            self.text("eventTimestampMs")?,
            self.text("brokerId")?,
        ))
    }

    fn partition(&self) -> Result<String, String> {
        Ok(format!(
            "RemotePartitionDeleteMetadata{{topicPartition={}, state={}, eventTimestampMs={}, \
             brokerId={}}}",
            self.id("topicIdPartition")?,
            self.state("remotePartitionDeleteState", &PARTITION_STATES)?,
            self.text("eventTimestampMs")?,
            self.text("brokerId")?,
        ))
    }

    fn snapshot(&self) -> Result<String, String> {
        Ok(format!(
            "RemoteLogSegmentMetadataSnapshot{{segmentId={}, startOffset={}, endOffset={}, \
             maxTimestampMs={}, segmentLeaderEpochs={}, segmentSizeInBytes={}, customMetadata={}, \
             state={}, txnIdxEmpty={}}}",
            self.text("segmentId")?,
            self.text("startOffset")?,
            self.text("endOffset")?,
            self.text("maxTimestampMs")?,
            self.epochs()?,
            self.text("segmentSizeInBytes")?,
            self.custom(),
            self.segment_state()?,
            self.no_transactions(),
        ))
    }
}
