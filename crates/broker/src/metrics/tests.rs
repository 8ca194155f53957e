use std::{collections::HashSet, time::Duration};

use super::*;
use crate::coordinator::{GroupGauges, Lag};

fn metrics() -> Arc<BrokerMetrics> {
    let metrics = BrokerMetrics::new(Arc::default());
    metrics.records_in(3, 300);
    metrics.bytes_out(200);
    metrics.produced(ErrorCode::NONE);
    metrics.produced(ErrorCode::NONE);
    for code in [i16::MIN, -1, 6, i16::MAX] {
        metrics.produced(ErrorCode(code));
    }
    let micros = Duration::from_micros;
    let quick = ServedTimes { total: micros(70), local: micros(20) };
    metrics.answered(ApiKey::PRODUCE, quick, &Answer::Nothing);
    metrics.sent(&SentRequest { api: 0, queued: micros(300), sending: micros(3) });
    let slow = ServedTimes { total: Duration::from_secs(100), local: micros(20) };
    metrics.answered(ApiKey::PRODUCE, slow, &Answer::Close(String::new()));
    for key in [-1, i16::MIN, i16::MAX, API_SLOTS as i16] {
        metrics.answered(ApiKey(key), ServedTimes::default(), &Answer::Nothing);
        metrics.sent(&SentRequest { api: key, queued: micros(1), sending: micros(1) });
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
    let cluster = ClusterGauges { active_controller: true, under_min_isr: 3, ..Default::default() };
    let client_metrics = vec![crate::telemetry::Series {
        client_id: "app \"1\"".to_owned(),
        instance: moldau_protocol::ids::Uuid::ZERO,
        name: "org.apache.kafka.producer.record.send.total".to_owned(),
        attributes: "topic=t".to_owned(),
        value: 1.5,
    }];
    let groups = GroupGauges {
        groups: [(("consumer", "Stable"), 2)].into(),
        offsets: 9,
        active: 49,
        failed: 1,
        lag: vec![Lag { group: "g".into(), topic: "t".into(), partition: 3, records: 12 }],
        lag_left_out: 4,
        ..Default::default()
    };
    Gauges {
        groups,
        partitions: 7,
        fetch_sessions: 2,
        log_dirs,
        cluster,
        client_instances: 3,
        client_metrics,
    }
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
            "moldau_request_phase_time_seconds_count{api=\"Produce\",phase=\"queue\"} 1",
            "moldau_request_phase_time_seconds_count{api=\"Produce\",phase=\"local\"} 2",
            "moldau_request_phase_time_seconds_sum{api=\"Produce\",phase=\"remote\"} 100.00003",
            "moldau_request_phase_time_seconds_count{api=\"Produce\",phase=\"response\"} 1",
            "moldau_active_controller 1",
            "moldau_under_min_isr_partitions 3",
            "moldau_partitions 7",
            "moldau_client_instances 3",
            "moldau_client_metric{client_id=\"app \\\"1\\\"\",instance=\"AAAAAAAAAAAAAAAAAAAAAA\",metric=\"org.apache.kafka.producer.record.send.total\",attributes=\"topic=t\"} 1.5",
            "moldau_fetch_sessions 2",
            "moldau_groups{kind=\"consumer\",state=\"Stable\"} 2",
            "moldau_coordinator_partitions{phase=\"failed\"} 1",
            "moldau_committed_offsets 9",
            "moldau_group_lag{group=\"g\",topic=\"t\",partition=\"3\"} 12",
            "moldau_group_lag_left_out 4",
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

/// Set to anything, this variable makes the test write the page instead of comparing it.
const RENEW: &str = "MOLDAU_RENEW_REFERENCE";

#[test]
fn the_reference_page_is_current() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/metrics.md");
    let page = render_metrics_reference();
    if std::env::var_os(RENEW).is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).unwrap_or_default() == page,
        "docs/reference/metrics.md is out of date; renew it with \
         {RENEW}=1 cargo test -p moldau-broker reference"
    );
}

#[test]
fn every_declared_metric_is_in_the_text_with_its_labels() {
    let metrics = metrics();
    let text = render(&metrics, gauges(), Format::Prometheus).unwrap();
    let page = render_metrics_reference();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let mut checked = 0;
    for row in rows {
        let (name, rest) = row.split_once("` | ").unwrap();
        let labels = rest.split(" | ").nth(1).unwrap();
        let of_it = |line: &&str| {
            let end = line.strip_prefix(name).unwrap_or("x").trim_start_matches("_count");
            end.starts_with([' ', '{'])
        };
        let sample = text.lines().find(of_it).unwrap_or_else(|| panic!("no sample of {name}"));
        for label in labels.split(", ").filter(|label| !label.trim().is_empty()) {
            assert!(sample.contains(&format!("{}=", label.trim())), "{label}: {sample}");
        }
        checked += 1;
    }
    assert!(checked > 40, "only {checked}");
}
