//! What a monitoring system reads at `/metrics`, in Prometheus' text form.

use std::sync::OnceLock;
use std::time::Duration;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use crate::state::App;

/// Histogram buckets in seconds.
const BUCKETS: [f64; 12] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

/// Renders what was measured.
#[derive(Clone)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// Begins to measure; once a process, however many servers there are.
    pub fn start() -> Result<Metrics, String> {
        static STARTED: OnceLock<Result<PrometheusHandle, String>> = OnceLock::new();
        STARTED.get_or_init(install).clone().map(Metrics)
    }

    /// The text.
    pub fn render(&self) -> String {
        self.0.render()
    }

    /// Lets go of what is not needed any more; to be called now and then.
    pub fn tidy(&self) {
        self.0.run_upkeep();
    }
}

fn install() -> Result<PrometheusHandle, String> {
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".into()), &BUCKETS)
        .map_err(|error| error.to_string())?;
    let handle = builder.install_recorder().map_err(|error| error.to_string())?;
    describe();
    Ok(handle)
}

fn describe() {
    use metrics::{describe_counter as counter, describe_gauge as gauge, describe_histogram as histogram};
    histogram!("punto_http_request_seconds", "how long requests took, by method, route and status");
    counter!("punto_sign_ins_total", "sign-ins, by kind and result");
    counter!("punto_denials_total", "requests that were denied for want of a right");
    counter!("punto_copies_failed_total", "second copies of checkpoints that could not be delivered");
    counter!("punto_journal_commits_total", "transactions on disk, each with one sync");
    counter!("punto_journal_records_total", "records in them");
    counter!("punto_journal_failures_total", "transactions that failed");
    gauge!("punto_journal_commit_longest_seconds", "the longest commit since the start");
    gauge!("punto_journal_position", "records of all streams");
    gauge!(
        "punto_projection_position",
        "records that a projection of the journal has, such as the index for searches"
    );
    counter!("punto_timers_fired_total", "timers of tables that have fired");
    gauge!("punto_timers_late_p99_seconds", "99 of 100 timers of the last minute were no later");
    gauge!("punto_table_queue_depth", "commands that wait at a table, by table");
    counter!("punto_table_coups_total", "coups that came to a result since the first record, by table");
    gauge!("punto_table_handle_minor", "what patrons have staked in them, in minor units, by table");
    gauge!("punto_table_win_minor", "what the house has won of it, in minor units, by table");
    gauge!("punto_table_duties", "duties that wait, by table");
    gauge!("punto_viewers", "connections that watch a table");
    gauge!("punto_connections", "connections that are open");
    counter!("punto_connections_refused_total", "connections that were turned away, by reason");
    gauge!("punto_sessions", "sessions, by kind");
    gauge!("punto_tables", "tables on the floor");
    gauge!("punto_disk_free_bytes", "what is left on the journal's disk");
    gauge!("punto_software_sound", "1 if the last check of the software passed");
}

/// Notes how long a request took.
pub fn request(method: &str, route: &str, status: u16, took: Duration) {
    let labels = [("method", method.to_owned()), ("route", route.to_owned()), ("status", status.to_string())];
    metrics::histogram!("punto_http_request_seconds", &labels).record(took.as_secs_f64());
}

/// `GET /metrics`.
pub async fn metrics(State(app): State<App>) -> impl IntoResponse {
    app.gauge();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics().render())
}
