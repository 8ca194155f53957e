//! Control records: ends of transactions, and what the quorum writes between the metadata records.

use bytes::Bytes;
use moldau_protocol::{codec::Decoder, layout::Layout};

use super::super::tree::Tree;

/// A control record in both forms.
pub(super) struct Control {
    /// What stands behind the record's metadata.
    pub(super) text: String,
    pub(super) tree: Tree,
}

pub(super) fn read(key: Option<&[u8]>, value: Option<&[u8]>) -> Result<Control, String> {
    let key = key.and_then(|key| key.first_chunk::<4>());
    let &[_, _, high, low] = key.ok_or("the key of a control record has four bytes")?;
    let kind = i16::from_be_bytes([high, low]);
    let value = value.unwrap_or_default();
    let message = |layout: &str, text: &str, name: &'static str| -> Result<Control, String> {
        let data = message(layout, value)?;
        Ok(Control {
            text: format!(" {text} {data}"),
            tree: Tree::object([("kind", name.into()), ("data", data)]),
        })
    };
    match kind {
        0 | 1 => {
            let marker = value.first_chunk::<6>().ok_or("an end of a transaction has six bytes")?;
            let [_, _, a, b, c, d] = *marker;
            let epoch = i32::from_be_bytes([a, b, c, d]);
            let name = if kind == 0 { "ABORT" } else { "COMMIT" };
            Ok(Control {
                text: format!(" endTxnMarker: {name} coordinatorEpoch: {epoch}"),
                tree: Tree::object([("kind", name.into()), ("coordinator_epoch", epoch.into())]),
            })
        }
        2 => message("LeaderChangeMessage", "LeaderChange:", "LEADER_CHANGE"),
        3 => message("SnapshotHeaderRecord", "SnapshotHeader", "SNAPSHOT_HEADER"),
        4 => message("SnapshotFooterRecord", "SnapshotFooter", "SNAPSHOT_FOOTER"),
        5 => message("KRaftVersionRecord", "KRaftVersion", "KRAFT_VERSION"),
        6 => message("VotersRecord", "KRaftVoters", "KRAFT_VOTERS"),
        _ => Ok(Control {
            text: format!(" controlType: UNKNOWN({kind})"),
            tree: Tree::object([("kind", "UNKNOWN".into()), ("id", i32::from(kind).into())]),
        }),
    }
}

/// The first field of these messages is their version.
fn message(name: &str, value: &[u8]) -> Result<Tree, String> {
    let layout = Layout::named(name).ok_or("the record is not known")?;
    let version = value.first_chunk::<2>().ok_or("the control record has no version")?;
    let version = i16::from_be_bytes(*version);
    let value = layout
        .read(&mut Decoder::new(Bytes::copy_from_slice(value)), version)
        .map_err(|error| format!("the control record {name}: {error}"))?;
    Ok(value.into())
}
