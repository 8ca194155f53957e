use std::collections::HashSet;

use super::*;

fn metrics() -> Arc<BrokerMetrics> {
    let metrics = BrokerMetrics::new(Arc::default());
    metrics.records_in(3, 300);
    metrics.bytes_out(200);
    metrics.produced(ErrorCode::NONE);
    metrics.produced(ErrorCode::NONE);
    for code in [i16::MIN, -1, 6, i16::MAX] {
        metrics.produced(ErrorCode(code));
    }
    metrics.answered(ApiKey::PRODUCE, Duration::from_micros(70), &Answer::Nothing);
    metrics.answered(ApiKey::PRODUCE, Duration::from_secs(100), &Answer::Close(String::new()));
    for key in [-1, i16::MIN, i16::MAX, API_SLOTS as i16] {
        metrics.answered(ApiKey(key), Duration::ZERO, &Answer::Nothing);
    }
    metrics
}

fn gauges() -> Gauges {
    let log_dirs = vec![LogDirGauges {
        path: "/data/\"1\"".to_owned(),
        log_bytes: 12,
        offline: true,
        disk: Some((100, 40)),
    }];
    let client_metrics = vec![crate::telemetry::Series {
        client_id: "app \"1\"".to_owned(),
        instance: moldau_protocol::ids::Uuid::ZERO,
        name: "org.apache.kafka.producer.record.send.total".to_owned(),
        attributes: "topic=t".to_owned(),
        value: 1.5,
    }];
    Gauges { partitions: 7, fetch_sessions: 2, log_dirs, client_instances: 3, client_metrics }
}

#[test]
fn everything_is_in_the_text() {
    let metrics = metrics();
    for format in [Format::Prometheus, Format::OpenMetrics] {
        let mut text = render(&metrics, gauges(), format).unwrap();
        if format == Format::OpenMetrics {
            // The two formats order labels and write numbers differently.
            assert!(text.ends_with("# EOF\n"));
            for bound in ["0.0001", "30.0", "+Inf"] {
                let (theirs, ours) = (bound, bound.trim_end_matches(".0"));
                text = text.replace(
                    &format!("{{le=\"{theirs}\",api=\"Produce\"}}"),
                    &format!("{{api=\"Produce\",le=\"{ours}\"}}"),
                );
            }
        }
        for line in [
            "moldau_produced_records_total 3",
            "moldau_produced_bytes_total 300",
            "moldau_fetched_bytes_total 200",
            "moldau_produced_partitions_total{error=\"NONE\"} 2",
            "moldau_produced_partitions_total{error=\"UNKNOWN_SERVER_ERROR\"} 2",
            "moldau_produced_partitions_total{error=\"UNKNOWN\"} 1",
            "moldau_request_time_seconds_count{api=\"Produce\"} 2",
            "moldau_request_time_seconds_bucket{api=\"Produce\",le=\"0.0001\"} 1",
            "moldau_request_time_seconds_bucket{api=\"Produce\",le=\"30\"} 1",
            "moldau_request_time_seconds_bucket{api=\"Produce\",le=\"+Inf\"} 2",
            "moldau_requests_closed_total{api=\"Produce\"} 1",
            "moldau_partitions 7",
            "moldau_client_instances 3",
            "moldau_client_metric{client_id=\"app \\\"1\\\"\",instance=\"AAAAAAAAAAAAAAAAAAAAAA\",metric=\"org.apache.kafka.producer.record.send.total\",attributes=\"topic=t\"} 1.5",
            "moldau_fetch_sessions 2",
            "moldau_log_size_bytes{dir=\"/data/\\\"1\\\"\"} 12",
            "moldau_log_dir_offline{dir=\"/data/\\\"1\\\"\"} 1",
            "moldau_log_dir_free_bytes{dir=\"/data/\\\"1\\\"\"} 40",
            "moldau_connections 0",
            "moldau_connections_closed_total{reason=\"idle\"} 0",
            "moldau_frames_rejected_total{reason=\"tls\"} 0",
            "moldau_request_memory_bytes 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
        let resident =
            text.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "));
        assert!(resident.unwrap().parse::<f64>().unwrap() > 100_000.0);
    }
}

#[test]
fn every_line_is_well_formed_and_every_name_declared_once() {
    let text = render(&metrics(), gauges(), Format::Prometheus).unwrap();
    let mut declared = HashSet::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let name = rest.split(' ').next().unwrap();
            assert!(declared.insert(name.to_owned()), "{name} twice");
        } else if !line.starts_with('#') {
            let value = line.rsplit(' ').next().unwrap();
            assert!(value.parse::<f64>().is_ok(), "{line}");
        }
    }
    assert!(declared.len() > 25);
}
