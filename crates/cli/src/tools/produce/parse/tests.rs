use super::*;

fn show(field: &Field<'_>) -> String {
    field.as_ref().map_or("null".to_owned(), |bytes| String::from_utf8_lossy(bytes).into_owned())
}

/// A record as `headers|key|value`.
fn parse(properties: &[(&str, &str)], line: &str) -> Result<String, String> {
    let mut all = Properties::default();
    for (key, value) in properties {
        all.set(key, value).map_err(|_| "bad property".to_owned())?;
    }
    let format = all.into_format();
    let parsed = format.parse(line.as_bytes())?;
    let headers: Vec<String> = parsed
        .headers
        .iter()
        .map(|(key, value)| format!("{}={}", String::from_utf8_lossy(key), show(value)))
        .collect();
    Ok(format!("{}|{}|{}", headers.join(","), show(&parsed.key), show(&parsed.value)))
}

#[test]
fn fields_are_those_of_kafkas_line_reader() {
    const KEY: (&str, &str) = ("parse.key", "true");
    const HEADERS: (&str, &str) = ("parse.headers", "true");
    const NULL: (&str, &str) = ("null.marker", "NIL");
    const IGNORE: (&str, &str) = ("ignore.error", "true");
    for (properties, line, expected) in [
        (&[][..], "a\tb", "|null|a\tb"),
        (&[KEY], "a\tb\tc", "|a|b\tc"),
        (&[KEY, ("key.separator", "::")], "a::b", "|a|b"),
        (&[KEY, ("key.separator", "\\t")], "a\tb", "|a|b"),
        (&[KEY], "\t", "||"),
        (&[KEY, NULL], "NIL\tNIL", "|null|null"),
        (&[KEY, IGNORE], "no key", "|null|no key"),
        (&[HEADERS, KEY], "h1:v1,h2:v:2\tk\tv", "h1=v1,h2=v:2|k|v"),
        (&[HEADERS], "\tv", "|null|v"),
        (&[HEADERS, NULL], "h:NIL\tv", "h=null|null|v"),
        (&[HEADERS, IGNORE], "h\tv", "h=null|null|v"),
    ] {
        assert_eq!(parse(properties, line).as_deref(), Ok(expected), "{properties:?} {line:?}");
    }
    for (properties, line, message) in [
        (&[KEY][..], "no key", "no key found"),
        (&[HEADERS], "no headers", "no headers found"),
        (&[HEADERS], "h\tv", "has no \":\""),
        (&[HEADERS, NULL], "NIL:v\tv", "header key is null"),
    ] {
        let error = parse(properties, line).unwrap_err();
        assert!(error.contains(message), "{line:?}: {error}");
    }
    assert!(parse(&[("parse.keys", "true")], "").is_err());
    assert!(parse(&[("parse.key", "yes")], "").is_err());
}

#[test]
fn json_lines() {
    let line = br#"{"key":"k","value":{"a":[1]},"partition":2,"timestamp":7,
        "headers":[{"key":"h","value":"1"},{"key":"h","value":null}]}"#;
    let parsed = LineFormat::Json.parse(line).unwrap();
    assert_eq!((show(&parsed.key), show(&parsed.value)), ("k".into(), "{\"a\":[1]}".into()));
    assert_eq!((parsed.partition, parsed.timestamp), (Some(PartitionIndex(2)), Some(7)));
    assert_eq!(parsed.headers.len(), 2);
    let parsed = LineFormat::Json.parse(br#"{"value_base64":"/w==","headers":{"a":"b"}}"#).unwrap();
    assert_eq!(parsed.value.as_deref(), Some(&[0xff][..]));
    assert_eq!(show(&parsed.headers[0].1), "b");
    for bad in ["", "1", "{", r#"{"partition":-1}"#, r#"{"timestamp":"x"}"#, r#"{"headers":1}"#] {
        assert!(LineFormat::Json.parse(bad.as_bytes()).is_err(), "{bad}");
    }
}
