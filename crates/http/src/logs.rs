//! Structured logs: text for people or JSON for programs, by level and part of the program.

use std::io;
use std::sync::OnceLock;

use punto_config::Log;
use tracing_subscriber::Registry;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::reload::{self, Handle};
use tracing_subscriber::util::SubscriberInitExt;

/// By which what is logged is chosen anew while the program runs.
static CHOSEN: OnceLock<Handle<Targets, Registry>> = OnceLock::new();

/// Begins to log to the error stream; a program that logs already goes on as it did.
///
/// No secret is ever logged: a request is logged by its method, route, status, time and id, never with its body,
/// its query or its headers.
pub fn start(log: &Log) {
    let (targets, handle) = reload::Layer::new(targets(log));
    let registry = tracing_subscriber::registry().with(targets);
    let started = if log.json {
        registry.with(fmt::layer().json().flatten_event(true).with_writer(io::stderr)).try_init()
    } else {
        registry.with(fmt::layer().with_target(false).with_ansi(false).with_writer(io::stderr)).try_init()
    };
    match started {
        Ok(()) => _ = CHOSEN.set(handle),
        Err(_) => tracing::debug!("this program logs already"),
    }
}

/// Logs by other levels from now on; text stays text, and JSON stays JSON.
pub fn change(log: &Log) {
    if let Some(Err(error)) = CHOSEN.get().map(|handle| handle.reload(targets(log))) {
        tracing::warn!(%error, "what is logged could not be changed");
    }
}

fn targets(log: &Log) -> Targets {
    Targets::new().with_default(log.level).with_targets(log.targets.iter().cloned())
}
