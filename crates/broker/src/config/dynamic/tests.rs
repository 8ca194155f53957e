//! Expectations were run on Apache Kafka 4.4.0, except where they say otherwise.

use super::*;

fn config(dynamic: &[(&str, &str)]) -> ServerConfig {
    let (config, _) = ServerConfig::load(None, Vec::new(), &[]).unwrap();
    config.with_dynamic(texts(dynamic), Texts::new()).unwrap()
}

fn texts(pairs: &[(&str, &str)]) -> Texts {
    pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

fn verdict(resource: &ConfigResource, pairs: &[(&str, &str)]) -> Result<(), String> {
    judge(&config(&[]), resource, &texts(pairs)).map_err(|(code, text)| {
        assert_eq!(code, ErrorCode::INVALID_REQUEST);
        text
    })
}

#[test]
fn what_may_be_set_while_running() {
    for (key, value) in [
        ("log.retention.ms", "5000"),
        ("log.retention.ms", "-5"),
        ("unknown.key", "1"),
        ("listener.name.plaintext.ssl.keystore.location", "/x"),
        ("listener.name.plaintext.max.connections", "100"),
        ("listeners", "PLAINTEXT://localhost:9092"),
        ("num.io.threads", "4"),
        ("num.io.threads", "16"),
        ("max.connections.per.ip.overrides", "127.0.0.9:5"),
        ("max.connection.creation.rate", "100"),
        ("producer.id.expiration.ms", "1000"),
        ("leader.replication.throttled.rate", "5"),
        ("message.max.bytes", "1000"),
        ("sasl.jaas.config", "x"),
    ] {
        assert_eq!(verdict(&ConfigResource::broker(1), &[(key, value)]), Ok(()), "{key}={value}");
    }
}

#[test]
fn what_is_refused_and_in_which_words() {
    let changed = |text: &str| {
        format!(
            "Invalid value org.apache.kafka.common.config.ConfigException: {text} for configuration Invalid dynamic configuration"
        )
    };
    for (key, value, text) in [
        ("process.roles", "broker", "Cannot update these configs dynamically: [process.roles]".to_owned()),
        ("ssl.keystore.location", "/x", "These security configs can be dynamically updated only per-listener using the listener prefix: [ssl.keystore.location]".to_owned()),
        ("log.retention.ms", "x", "Invalid value x for configuration log.retention.ms: Not a number of type LONG".to_owned()),
        ("listener.name.plaintext.max.connections", "x", "Invalid value x for configuration max.connections: Not a number of type INT".to_owned()),
        ("log.retention.ms", "0", "requirement failed: log.retention.ms must be unlimited (-1) or, greater than or equal to 1".to_owned()),
        ("num.io.threads", "2", changed("Dynamic thread count update validation failed for num.io.threads=2, value should be at least half the current value 8")),
        ("num.io.threads", "17", changed("Dynamic thread count update validation failed for num.io.threads=17, value should not be greater than double the current value 8")),
        ("max.connections", "0", changed("Invalid max.connections 0")),
        ("max.connection.creation.rate", "0", changed("Invalid max.connection.creation.rate 0")),
        ("max.connections.per.ip", "0", "requirement failed: max.connections.per.ip can be set to zero only if max.connections.per.ip.overrides property is set.".to_owned()),
        ("max.connections.per.ip.overrides", "127.0.0.1:x", "For input string: \"x\"".to_owned()),
        ("log.cleaner.threads", "0", "/ by zero".to_owned()),
        ("log.cleaner.threads", "5", changed("Log cleaner threads cannot be increased to more than double the current value 1")),
        ("log.cleaner.dedupe.buffer.size", "1000", "requirement failed: log.cleaner.dedupe.buffer.size must be at least 1MB per cleaner thread.".to_owned()),
        ("cordoned.log.dirs", "/nope", "requirement failed: All entries in cordoned.log.dirs must be present in log.dirs or log.dir. Missing entries : /nope".to_owned()),
        // Ours alone: Kafka would move the listener.
        ("listeners", "PLAINTEXT://:1", "listeners cannot change while the server runs; set it in the file and restart".to_owned()),
    ] {
        assert_eq!(verdict(&ConfigResource::broker(1), &[(key, value)]), Err(text), "{key}={value}");
    }
    assert_eq!(
        verdict(&ConfigResource::all_brokers(), &[("listeners", "PLAINTEXT://localhost:9092")]),
        Err("Cannot update these configs at default cluster level, broker id must be specified: [listeners]".to_owned()),
    );
}

#[test]
fn thread_numbers_are_compared_with_those_in_force() {
    let now = config(&[("num.io.threads", "16")]);
    let broker = ConfigResource::broker(1);
    assert!(judge(&now, &broker, &texts(&[("num.io.threads", "32")])).is_ok());
    assert!(judge(&now, &broker, &texts(&[("num.io.threads", "7")])).is_err());
}

#[test]
fn lists_grow_and_shrink_from_what_is_set_or_the_default() {
    let key = "log.cleanup.policy";
    for (current, operation, expected) in [
        (None, ConfigOperation::Append("compact"), "delete,compact"),
        (Some("compact"), ConfigOperation::Append("delete,compact"), "compact,delete"),
        (Some("compact,delete"), ConfigOperation::Subtract("compact"), "delete"),
        (None, ConfigOperation::Subtract("delete"), ""),
    ] {
        let current = current.map(|text| texts(&[(key, text)])).unwrap_or_default();
        let next = apply(&current, &[(key, operation)]).unwrap();
        assert_eq!(next, texts(&[(key, expected)]));
    }
    for (key, operation, text) in [
        ("foo.bar", ConfigOperation::Append("1"), "Unknown config name: foo.bar"),
        (
            "log.retention.ms",
            ConfigOperation::Append("1"),
            "Config value append is not allowed for config key: log.retention.ms",
        ),
        (
            "log.retention.ms",
            ConfigOperation::Subtract("1"),
            "Config value subtract is not allowed for config key: log.retention.ms",
        ),
    ] {
        let fault = apply(&Texts::new(), &[(key, operation)]);
        assert_eq!(fault, Err((ErrorCode::INVALID_CONFIG, text.to_owned())));
    }
}
