//! The configuration read again while the house runs: what can change then changes, everything else waits for the next start.

use punto_config::{Config, Mistakes, SaidOptions};
use punto_http::logs;
use punto_http::tls::Tls;
use punto_site::{Kind, Place};

use crate::state::App;

/// Reads the configuration again, from the same places as at the start.
pub type Again = Box<dyn Fn() -> Result<Config, Mistakes> + Send + Sync>;

/// What tells each time that it is asked for.
#[cfg(unix)]
pub(super) type Asked = tokio::signal::unix::Signal;

/// Nothing asks for it.
#[cfg(not(unix))]
pub(super) struct Asked;

#[cfg(not(unix))]
impl Asked {
    async fn recv(&mut self) -> Option<()> {
        std::future::pending().await
    }
}

/// Reads it whenever it is asked for, and never ends.
pub(super) async fn whenever_asked(app: &App, tls: Option<&Tls>, mut asked: Asked, again: &Again) {
    let mut running = app.config().said.clone();
    loop {
        asked.recv().await;
        // Whoever renews a certificate changes no key of the configuration.
        match tls.map(|tls| tokio::task::block_in_place(|| tls.read_again())) {
            Some(Ok(())) => tracing::info!("the certificate was read again"),
            Some(Err(fault)) => tracing::error!(%fault, "the certificate stays as it was"),
            None => {}
        }
        running = read(app, running, again).await;
    }
}

/// Whether a key of the configuration holds as soon as it is read again: the levels of the log. Whatever decides what may
/// happen in the house holds from one start to the next, where two persons or the manifest stand for it.
fn is_taken_over(key: &str) -> bool {
    key == "log.level" || key.starts_with("log.targets.")
}

/// Reads it once, and takes over what can be: what is changed is recorded like at a start. Gives back what holds now.
async fn read(app: &App, running: SaidOptions, again: &Again) -> SaidOptions {
    let config = match tokio::task::block_in_place(again) {
        Ok(config) => config,
        Err(mistakes) => {
            tracing::error!(%mistakes, "the configuration was read again and has mistakes; the house goes on as it was");
            return running;
        }
    };
    let (now, waits) = running.taking_over(&config.said, is_taken_over);
    for change in now.since(&running) {
        app.note(Kind::ConfigChange, Place::Site, change.cause()).await;
    }
    if let Err(fault) = now.keep(&**app.journal()) {
        tracing::warn!(%fault, "what was taken over of the configuration is recorded again at the next start");
    }
    logs::change(&config.log);
    let waits: Vec<&str> = waits.iter().map(|change| change.key.as_str()).collect();
    tracing::warn!(
        waits = waits.join(" "),
        "the configuration was read again; what waits holds from the next start on"
    );
    now
}
