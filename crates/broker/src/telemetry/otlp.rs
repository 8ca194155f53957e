//! What clients push: OpenTelemetry `MetricsData` in protobuf, read with bounds and without copies.
//!
//! Only what is shown is read: names, kinds, numbers, attributes. Of a histogram and a summary these
//! are count and sum. Unknown fields are skipped, as protobuf demands.
//!
//! Invariants: no input makes it recurse (the nesting is that of the code) or allocate more than
//! [`MAX_POINTS`] points; nothing panics.
//!
//! Source: opentelemetry-proto 1.3, `metrics.proto`, `common.proto`; protobuf's wire format.

/// Most points that are taken from one push. The Java consumer sends a few hundred.
pub(super) const MAX_POINTS: usize = 2048;
/// Most attributes of a point that are kept.
const MAX_ATTRIBUTES: usize = 16;
/// Longest name or text that is kept, in bytes; longer ones are cut.
const MAX_TEXT: usize = 256;
/// Longest text of all attributes of a point together.
const MAX_JOINED: usize = 512;

/// The payload is no protobuf, or not this message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a metrics message of OpenTelemetry")]
pub(super) struct Malformed;

/// How a number is to be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The value as it is now.
    Gauge,
    /// What was added since the last push.
    Delta,
    /// What was added since the start.
    Cumulative,
}

/// One number.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Point {
    pub(super) name: String,
    /// `key=value`, sorted, joined by commas.
    pub(super) attributes: String,
    pub(super) kind: Kind,
    pub(super) value: f64,
}

/// The numbers of a message, in order, at most [`MAX_POINTS`].
///
/// # Errors
/// When the bytes are not such a message.
pub(super) fn points(message: &[u8]) -> Result<Vec<Point>, Malformed> {
    let mut points = Vec::new();
    // MetricsData, ResourceMetrics, ScopeMetrics, Metric.
    each(message, 1, |resource| {
        each(resource, 2, |scope| each(scope, 2, |metric| read_metric(metric, &mut points)))
    })?;
    Ok(points)
}

/// A field's content.
#[derive(Debug, Clone, Copy)]
enum Field<'a> {
    Varint(u64),
    Fixed64(u64),
    Bytes(&'a [u8]),
    /// Four bytes, which nothing here uses.
    Fixed32,
}

/// Takes fields from the front of a message.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn varint(&mut self) -> Result<u64, Malformed> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first().ok_or(Malformed)?;
            self.0 = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Malformed)
    }

    fn take(&mut self, size: u64) -> Result<&'a [u8], Malformed> {
        let size = usize::try_from(size).map_err(|_| Malformed)?;
        let (taken, rest) = self.0.split_at_checked(size).ok_or(Malformed)?;
        self.0 = rest;
        Ok(taken)
    }

    /// Number and content of the next field; `None` at the end.
    fn next(&mut self) -> Result<Option<(u64, Field<'a>)>, Malformed> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let tag = self.varint()?;
        let field = match tag & 7 {
            0 => Field::Varint(self.varint()?),
            1 => {
                let bytes: [u8; 8] = self.take(8)?.try_into().map_err(|_| Malformed)?;
                Field::Fixed64(u64::from_le_bytes(bytes))
            }
            2 => {
                let size = self.varint()?;
                Field::Bytes(self.take(size)?)
            }
            5 => {
                self.take(4)?;
                Field::Fixed32
            }
            // Groups, which are long gone, and what does not exist.
            _ => return Err(Malformed),
        };
        match tag >> 3 {
            0 => Err(Malformed),
            number => Ok(Some((number, field))),
        }
    }
}

/// Calls `act` with each field `number` of `message` that has content.
fn each<'a>(
    message: &'a [u8],
    number: u64,
    mut act: impl FnMut(&'a [u8]) -> Result<(), Malformed>,
) -> Result<(), Malformed> {
    let mut reader = Reader(message);
    while let Some((found, field)) = reader.next()? {
        match field {
            Field::Bytes(content) if found == number => act(content)?,
            // The field has another type than the message's definition gives it.
            _ if found == number => return Err(Malformed),
            _ => {}
        }
    }
    Ok(())
}

fn read_metric(metric: &[u8], points: &mut Vec<Point>) -> Result<(), Malformed> {
    let mut name = String::new();
    let mut data = None;
    let mut reader = Reader(metric);
    while let Some((number, field)) = reader.next()? {
        match (number, field) {
            (1, Field::Bytes(bytes)) => name = text(bytes)?,
            // Gauge, sum, histogram, exponential histogram, summary: the last one counts.
            (5 | 7 | 9 | 10 | 11, Field::Bytes(bytes)) => data = Some((number, bytes)),
            _ => {}
        }
    }
    let Some((number, data)) = data else { return Ok(()) };
    let kind = if number == 5 { Kind::Gauge } else { temporality(data)? };
    each(data, 1, |point| {
        let mut push = |suffix: &str, attributes: &str, kind, value| {
            if points.len() < MAX_POINTS {
                let name = format!("{name}{suffix}");
                points.push(Point { name, attributes: attributes.to_owned(), kind, value });
            }
        };
        if number == 5 || number == 7 {
            let (attributes, value) = number_point(point)?;
            if let Some(value) = value {
                push("", &attributes, kind, value);
            }
            return Ok(());
        }
        // A summary has no temporality: it is since the start.
        let kind = if number == 11 { Kind::Cumulative } else { kind };
        let (attributes, count, sum) = distribution_point(point, number)?;
        push(".count", &attributes, kind, count);
        push(".sum", &attributes, kind, sum);
        Ok(())
    })
}

/// Field 2 of a sum or histogram.
fn temporality(data: &[u8]) -> Result<Kind, Malformed> {
    let mut kind = Kind::Cumulative;
    let mut reader = Reader(data);
    while let Some((number, field)) = reader.next()? {
        if let (2, Field::Varint(1)) = (number, field) {
            kind = Kind::Delta;
        }
    }
    Ok(kind)
}

/// A `NumberDataPoint`.
fn number_point(point: &[u8]) -> Result<(String, Option<f64>), Malformed> {
    let mut value = None;
    let mut attributes = Vec::new();
    let mut reader = Reader(point);
    while let Some((number, field)) = reader.next()? {
        match (number, field) {
            (4, Field::Fixed64(bits)) => value = Some(f64::from_bits(bits)),
            // Counters beyond 2^53 lose their last digits.
            (6, Field::Fixed64(bits)) => value = Some(bits.cast_signed() as f64),
            (7, Field::Bytes(bytes)) => attribute(bytes, &mut attributes)?,
            _ => {}
        }
    }
    Ok((joined(attributes), value))
}

/// A point of a histogram (9), exponential histogram (10) or summary (11): count and sum.
fn distribution_point(point: &[u8], of: u64) -> Result<(String, f64, f64), Malformed> {
    let (mut count, mut sum) = (0.0, 0.0);
    let mut attributes = Vec::new();
    let attributes_at = match of {
        9 => 9,
        10 => 1,
        _ => 7,
    };
    let mut reader = Reader(point);
    while let Some((number, field)) = reader.next()? {
        match (number, field) {
            (4, Field::Fixed64(bits)) => count = bits as f64,
            (5, Field::Fixed64(bits)) => sum = f64::from_bits(bits),
            (at, Field::Bytes(bytes)) if at == attributes_at => attribute(bytes, &mut attributes)?,
            _ => {}
        }
    }
    Ok((joined(attributes), count, sum))
}

/// A `KeyValue`; values that are lists or maps are left out.
fn attribute(pair: &[u8], into: &mut Vec<String>) -> Result<(), Malformed> {
    let (mut key, mut value) = (String::new(), None);
    let mut reader = Reader(pair);
    while let Some((number, field)) = reader.next()? {
        match (number, field) {
            (1, Field::Bytes(bytes)) => key = text(bytes)?,
            (2, Field::Bytes(bytes)) => value = any_value(bytes)?,
            _ => {}
        }
    }
    if let Some(value) = value
        && into.len() < MAX_ATTRIBUTES
    {
        into.push(format!("{key}={value}"));
    }
    Ok(())
}

fn any_value(value: &[u8]) -> Result<Option<String>, Malformed> {
    let mut found = None;
    let mut reader = Reader(value);
    while let Some((number, field)) = reader.next()? {
        found = match (number, field) {
            (1, Field::Bytes(bytes)) => Some(text(bytes)?),
            (2, Field::Varint(bit)) => Some((bit != 0).to_string()),
            (3, Field::Varint(number)) => Some(number.cast_signed().to_string()),
            (4, Field::Fixed64(bits)) => Some(f64::from_bits(bits).to_string()),
            _ => found,
        };
    }
    Ok(found)
}

fn joined(mut attributes: Vec<String>) -> String {
    attributes.sort_unstable();
    let mut text = attributes.join(",");
    text.truncate(text.floor_char_boundary(MAX_JOINED));
    text
}

/// A string field, cut to [`MAX_TEXT`].
fn text(bytes: &[u8]) -> Result<String, Malformed> {
    let text = std::str::from_utf8(bytes).map_err(|_| Malformed)?;
    Ok(text[..text.floor_char_boundary(MAX_TEXT)].to_owned())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::telemetry) fn bytes(number: u8, content: &[u8]) -> Vec<u8> {
        let mut out = vec![number << 3 | 2];
        let mut size = content.len();
        while size >= 0x80 {
            out.push(size as u8 | 0x80);
            size >>= 7;
        }
        out.push(size as u8);
        out.extend(content);
        out
    }

    fn fixed(number: u8, bits: u64) -> Vec<u8> {
        [vec![number << 3 | 1], bits.to_le_bytes().to_vec()].concat()
    }

    fn varint(number: u8, value: u8) -> Vec<u8> {
        vec![number << 3, value]
    }

    fn pair(number: u8, key: &str, value: &str) -> Vec<u8> {
        let value = bytes(1, value.as_bytes());
        bytes(number, &[bytes(1, key.as_bytes()), bytes(2, &value)].concat())
    }

    fn metric(name: &str, kind: u8, data: &[u8]) -> Vec<u8> {
        bytes(2, &[bytes(1, name.as_bytes()), bytes(kind, data)].concat())
    }

    pub(in crate::telemetry) fn message(metrics: &[Vec<u8>]) -> Vec<u8> {
        bytes(1, &[pair(1, "client_rack", "r"), bytes(2, &metrics.concat())].concat())
    }

    pub(in crate::telemetry) fn gauge(name: &str, value: f64) -> Vec<u8> {
        metric(name, 5, &bytes(1, &fixed(4, value.to_bits())))
    }

    pub(in crate::telemetry) fn delta(name: &str, value: u64) -> Vec<u8> {
        metric(name, 7, &[bytes(1, &fixed(6, value)), varint(2, 1), varint(3, 1)].concat())
    }

    fn shown(message: &[u8]) -> Result<Vec<String>, Malformed> {
        let show = |point: &Point| {
            format!("{} {{{}}} {:?} {}", point.name, point.attributes, point.kind, point.value)
        };
        points(message).map(|points| points.iter().map(show).collect())
    }

    #[test]
    fn every_kind_of_metric_is_read() {
        let attributes = [pair(7, "b", "2"), pair(7, "a", "1")].concat();
        let distribution = [fixed(4, 3), fixed(5, 7.5_f64.to_bits())].concat();
        let message = message(&[
            metric("g", 5, &bytes(1, &[attributes, fixed(4, 1.5_f64.to_bits())].concat())),
            delta("d", 5),
            metric("c", 7, &[bytes(1, &fixed(6, u64::MAX)), varint(2, 2)].concat()),
            metric("h", 9, &[bytes(1, &distribution), varint(2, 1)].concat()),
            metric("s", 11, &bytes(1, &distribution)),
            metric("empty", 5, &[]),
            metric("no value", 5, &bytes(1, &[])),
        ]);
        assert_eq!(
            shown(&message).unwrap(),
            [
                "g {a=1,b=2} Gauge 1.5",
                "d {} Delta 5",
                "c {} Cumulative -1",
                "h.count {} Delta 3",
                "h.sum {} Delta 7.5",
                "s.count {} Cumulative 3",
                "s.sum {} Cumulative 7.5",
            ]
        );
        assert_eq!(shown(&[]).unwrap(), [""; 0]);
    }

    #[test]
    fn nothing_panics_and_cut_messages_are_refused() {
        let whole = message(&[gauge("g", 1.0), delta("d", 5)]);
        for end in 1..whole.len() {
            assert!(points(&whole[..end]).is_err(), "{end}");
        }
        for at in 0..whole.len() {
            for byte in [0, 1, 0x7f, 0x80, 0xff] {
                let mut broken = whole.clone();
                broken[at] = byte;
                let _ = points(&broken);
            }
        }
        for junk in [&[0xff; 12][..], b"\x0a\xff\xff\xff\xff\x0f", b"\x0b", b"\x08\x01", b"\0\0"] {
            assert!(points(junk).is_err(), "{junk:?}");
        }
    }

    #[test]
    fn points_and_texts_are_bounded() {
        let many = vec![gauge(&"ä".repeat(MAX_TEXT), 1.0); MAX_POINTS + 5];
        let points = points(&message(&many)).unwrap();
        assert_eq!(points.len(), MAX_POINTS);
        assert_eq!(points[0].name.len(), MAX_TEXT);
    }
}
