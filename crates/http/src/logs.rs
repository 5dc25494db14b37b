//! Structured logs: text for people or JSON for programs, by level and part of the program.

use std::io;

use punto_config::Log;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Begins to log to the error stream; a program that logs already goes on as it did.
///
/// No secret is ever logged: a request is logged by its method, route, status, time and id, never with its body,
/// its query or its headers.
pub fn start(log: &Log) {
    let targets = Targets::new().with_default(log.level).with_targets(log.targets.iter().cloned());
    let registry = tracing_subscriber::registry().with(targets);
    let started = if log.json {
        registry.with(fmt::layer().json().flatten_event(true).with_writer(io::stderr)).try_init()
    } else {
        registry.with(fmt::layer().with_target(false).with_ansi(false).with_writer(io::stderr)).try_init()
    };
    if started.is_err() {
        tracing::debug!("this program logs already");
    }
}
