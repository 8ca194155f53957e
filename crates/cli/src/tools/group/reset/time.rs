//! Points in time on the command line: `--to-datetime` and `--by-duration`, as Kafka's tool reads
//! them. Both become milliseconds since 1970.

const MS_PER_SECOND: i64 = 1000;
const MS_PER_DAY: i64 = 24 * 60 * 60 * MS_PER_SECOND;

/// Reads `yyyy-MM-ddTHH:mm:ss.SSS`, with `Z`, `+hh`, `+hhmm` or `+hh:mm` behind it or not (UTC).
pub(super) fn datetime(text: &str) -> Option<i64> {
    let (date, clock) = text.split_once('T')?;
    let [year, month, day] = numbers(date, '-')?;
    // A zone begins at the first letter that no clock has.
    let zone_at = clock.find(['Z', '+', '-']).unwrap_or(clock.len());
    let (clock, zone) = clock.split_at(zone_at);
    let (clock, millis) = clock.split_once('.')?;
    let [hour, minute, second] = numbers(clock, ':')?;
    let millis = number(millis)?;
    let in_range = (1..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_of(year, month)).contains(&day)
        && hour < 24
        && minute < 60
        && second < 60
        && millis < MS_PER_SECOND;
    if !in_range {
        return None;
    }
    let seconds = (hour * 60 + minute) * 60 + second;
    let local = days_since_1970(year, month, day) * MS_PER_DAY + seconds * MS_PER_SECOND + millis;
    Some(local - zone_offset(zone)?)
}

/// How far a zone is ahead of UTC, in milliseconds.
fn zone_offset(zone: &str) -> Option<i64> {
    let sign = match zone.chars().next() {
        None => return Some(0),
        Some('Z') => return (zone.len() == 1).then_some(0),
        Some('+') => 1,
        Some(_) => -1,
    };
    let rest = zone.get(1..)?;
    let (hours, minutes) = match rest.split_once(':') {
        Some(parts) => parts,
        None if rest.len() == 4 && rest.is_ascii() => rest.split_at(2),
        None => (rest, "00"),
    };
    let two = |text: &str| number(text).filter(|_| text.len() == 2);
    let (hours, minutes) = (two(hours)?, two(minutes)?);
    let minutes = (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)?;
    Some(sign * minutes * 60 * MS_PER_SECOND)
}

/// Reads `PnDTnHnMn.nS`, each part with a sign of its own if it likes (ISO 8601 without years,
/// months and weeks).
pub(super) fn duration(text: &str) -> Option<i64> {
    let upper = text.to_ascii_uppercase();
    let (negative, rest) = signed(&upper);
    let rest = rest.strip_prefix('P')?;
    let (days, clock) = match rest.split_once('T') {
        Some((days, clock)) => (days, Some(Some(clock).filter(|clock| !clock.is_empty())?)),
        None => (rest, None),
    };
    let mut total = match days {
        "" if clock.is_some() => 0,
        days => amount(days.strip_suffix('D')?, MS_PER_DAY)?,
    };
    if let Some(mut rest) = clock {
        for (unit, millis) in [('H', 60 * 60 * MS_PER_SECOND), ('M', 60 * MS_PER_SECOND)] {
            if let Some((count, after)) = rest.split_once(unit) {
                total = total.checked_add(amount(count, millis)?)?;
                rest = after;
            }
        }
        if !rest.is_empty() {
            total = total.checked_add(seconds(rest.strip_suffix('S')?)?)?;
        }
    }
    if negative { total.checked_neg() } else { Some(total) }
}

/// Takes a sign off.
fn signed(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// A whole number of units, in milliseconds.
fn amount(text: &str, unit: i64) -> Option<i64> {
    let (negative, digits) = signed(text);
    let millis = number(digits)?.checked_mul(unit)?;
    Some(if negative { -millis } else { millis })
}

/// Seconds with at most nine digits behind the point; what is less than a millisecond is lost.
fn seconds(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let millis = match fraction {
        "" => 0,
        digits if digits.len() <= 9 => number(&format!("{digits:0<9}"))? / 1_000_000,
        _ => return None,
    };
    let negative = whole.starts_with('-');
    amount(whole, MS_PER_SECOND)?.checked_add(if negative { -millis } else { millis })
}

fn number(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

fn numbers(text: &str, separator: char) -> Option<[i64; 3]> {
    let mut parts = text.split(separator).map(number);
    let all = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(all)
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of(year: i64, month: i64) -> i64 {
    match month {
        2 => 28 + i64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// In the calendar of today, for years from 1 on.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let before =
        |year: i64| (year - 1) * 365 + (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400;
    let months: i64 = (1..month).map(|month| days_of(year, month)).sum();
    before(year) - before(1970) + months + day - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn datetimes_are_read_as_by_kafkas_tool() {
        for (text, expected) in [
            ("1970-01-01T00:00:00.000", Some(0)),
            ("2023-11-14T22:13:25.000", Some(1_700_000_005_000)),
            ("2023-11-14T22:13:25.000Z", Some(1_700_000_005_000)),
            ("2023-11-15T00:13:25.500+02:00", Some(1_700_000_005_500)),
            ("2023-11-15T00:13:25.500+0200", Some(1_700_000_005_500)),
            ("2023-11-15T00:13:25.500+02", Some(1_700_000_005_500)),
            ("2023-11-14T16:43:25.500-05:30", Some(1_700_000_005_500)),
            ("2024-02-29T00:00:00.000", Some(1_709_164_800_000)),
            ("1969-12-31T23:59:59.999", Some(-1)),
            ("2000-12-31T23:59:59.5", Some(978_307_199_005)),
            ("2023-02-29T00:00:00.000", None),
            ("2023-13-01T00:00:00.000", None),
            ("2023-01-01T24:00:00.000", None),
            ("2023-01-01T00:00:00.1000", None),
            ("2023-11-14T22:13:25", None),
            ("2023-11-14 22:13:25.000", None),
            ("2023-11-14T22:13:25.000+25:00", None),
            ("2023-11-14T22:13:25.000Zx", None),
            ("2023-11-14T22:13:25.000+\u{e9}\u{e9}", None),
            ("T", None),
            ("", None),
        ] {
            assert_eq!(datetime(text), expected, "{text}");
        }
    }

    #[test]
    fn durations_are_read_as_by_java() {
        for (text, expected) in [
            ("PT1S", Some(1000)),
            ("PT15M", Some(900_000)),
            ("PT10H", Some(36_000_000)),
            ("P2D", Some(172_800_000)),
            ("P2DT3H4M", Some(183_840_000)),
            ("pt1.5s", Some(1500)),
            ("PT0,25S", Some(250)),
            ("PT-6H3M", Some(-21_420_000)),
            ("-PT6H3M", Some(-21_780_000)),
            ("-PT-6H+3M", Some(21_420_000)),
            ("PT-0.5S", Some(-500)),
            ("P0D", Some(0)),
            ("", None),
            ("P", None),
            ("PT", None),
            ("P1DT", None),
            ("P1W", None),
            ("P1Y", None),
            ("1D", None),
            ("PT1M1H", None),
            ("PT1.5M", None),
            ("PTS", None),
            ("PT1.1234567890S", None),
            ("P99999999999999999999D", None),
            ("P9223372036854775807D", None),
        ] {
            assert_eq!(duration(text), expected, "{text}");
        }
    }
}
