//! An event as a script that can be run again.

use std::fmt::Write;

use punto_tournament::Happening;

use super::Event;

/// Every command in its line, the times between them, and prizes as expectations.
pub(super) fn script(event: &Event<'_>) -> String {
    let (played, setup) = (&event.played, &event.played.setup);
    let mut text = format!(
        "script 1 tournament\n# {} players at {} tables in {} rounds, rehearsed from seed {}\nrulebook {}\n",
        setup.players, setup.tables, setup.rounds, setup.seed, played.house.book.id
    );
    let mut now = punto_vocab::Time(0);
    for said in &played.house.said {
        if said.stamped.at > now {
            // Commands come at whole seconds.
            let _ = writeln!(text, "at +{}s", (said.stamped.at.0 - now.0) / 1_000_000);
            now = said.stamped.at;
        }
        let _ = writeln!(text, "{}", said.stamped.command);
        for paid in &said.events {
            if matches!(paid.what, Happening::PrizePaid { .. }) {
                let _ = writeln!(text, "expect {paid}");
            }
        }
    }
    text
}
