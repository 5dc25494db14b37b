//! What long work shows while it runs, and how it is stopped.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// A bar on the error stream, if that is a terminal, for work that takes longer than a moment.
pub(crate) struct Progress {
    bar: ProgressBar,
    began: Instant,
}

/// Work that is done sooner shows no bar.
const A_MOMENT: Duration = Duration::from_millis(300);

impl Progress {
    /// For so many of something.
    pub(crate) fn new(all: u64, what: &'static str) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(all), ProgressDrawTarget::stderr());
        let template = "{wide_bar} {percent:>3} %  {speed}, {left} left";
        let left = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = write!(text, "{:#}", HumanDuration(state.eta()));
        };
        let speed = move |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = write!(text, "{} {what} a second", large(state.per_sec()));
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.with_key("speed", speed).with_key("left", left));
        }
        Progress { bar, began: Instant::now() }
    }

    /// Shows that so many are done.
    pub(crate) fn told(&self, done: u64) {
        if self.began.elapsed() > A_MOMENT {
            self.bar.set_position(done);
        }
    }

    /// Takes the bar away, and tells how long the work took.
    pub(crate) fn done(self) -> Duration {
        self.bar.finish_and_clear();
        self.began.elapsed()
    }
}

/// A figure such as `412 million`, for speeds.
pub(crate) fn large(figure: f64) -> String {
    match figure {
        small if small < 10_000.0 => format!("{small:.0}"),
        thousands if thousands < 1e6 => format!("{:.0} thousand", thousands / 1e3),
        millions if millions < 1e8 => format!("{:.1} million", millions / 1e6),
        many => format!("{:.0} million", many / 1e6),
    }
}

/// A whole number with its thousands apart: 1 000 000 000.
pub(crate) fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Becomes true at the first Ctrl-C, so that work ends with what there is; the second ends the program.
pub(crate) fn stop() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    static SET: OnceLock<()> = OnceLock::new();
    SET.get_or_init(|| {
        // Where no handler can be set, Ctrl-C ends the program as ever.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
    });
    &STOP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(
            [spaced(0), spaced(999), spaced(1_000), spaced(12_345_678)],
            ["0", "999", "1 000", "12 345 678"]
        );
        assert_eq!(
            [large(950.4), large(25_000.0), large(12_340_000.0), large(412e6)],
            ["950", "25 thousand", "12.3 million", "412 million"]
        );
    }
}
