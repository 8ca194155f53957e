//! The reference page of all metrics, rendered from their declarations.

use std::fmt::Write;

use prometheus_client::metrics::MetricType;

use super::names::{AREAS, Metric};

const INTRODUCTION: &str = "\
# Metrics

<!-- Rendered from the declarations of the metrics; a test fails when it is out of date and says how to
     renew it. -->

`GET /metrics` on the HTTP listener (127.0.0.1:8080 by default; `http.listener`) gives these in
Prometheus' text format, or in OpenMetrics' where the client asks for it. Times are histograms, so that
percentiles can be taken over several nodes; numbers that Kafka gives as a rate per second are counters.
The last column is what Apache Kafka calls the same thing in JMX.
";

/// The text of `docs/reference/metrics.md`.
#[must_use]
pub fn render_metrics_reference() -> String {
    let mut page = INTRODUCTION.to_owned();
    for (area, metrics) in AREAS {
        let _ = write!(page, "\n## {area}\n\n");
        page.push_str("| Metric | Type | Labels | What it is | Kafka's JMX name |\n");
        page.push_str("|---|---|---|---|---|\n");
        for metric in *metrics {
            row(&mut page, *metric);
        }
    }
    page
}

fn row(page: &mut String, metric: Metric) {
    let (kind, suffix) = match metric.kind() {
        MetricType::Counter => ("counter", "_total"),
        MetricType::Histogram => ("histogram", ""),
        _ => ("gauge", ""),
    };
    let unit = metric.unit().map(|unit| format!("_{}", unit.as_str())).unwrap_or_default();
    let labels = metric.labels().join(", ");
    let jmx = match metric.jmx() {
        "" => String::new(),
        name => format!("`{}`", name.replace('|', "\\|")),
    };
    let (name, help) = (metric.name(), metric.help());
    let _ = writeln!(page, "| `{name}{unit}{suffix}` | {kind} | {labels} | {help} | {jmx} |");
}
