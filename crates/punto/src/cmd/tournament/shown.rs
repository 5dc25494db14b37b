//! An event for people and for programs.

use std::collections::BTreeMap;
use std::fmt::Write;

use punto_rehearsal::{Round, Temper};
use punto_vocab::Money;
use serde_json::{Value, json};

use super::Event;
use crate::print::{figures_from, lines, table};
use crate::progress::spaced;

/// The chips that everybody ended a round with, fewest first.
pub(crate) fn ended_with(round: &Round) -> Vec<Money> {
    let mut chips: Vec<Money> = round.chips.values().filter_map(|own| own.last().copied()).collect();
    chips.sort_unstable();
    chips
}

pub(super) fn text(event: &Event<'_>) -> String {
    let (played, summary, setup) = (&event.played, &event.summary, &event.played.setup);
    let mut text = format!(
        "{}: {} players at {} tables in {} rounds, seed {}\n\n",
        played.house.book.id,
        spaced(u64::from(setup.players)),
        setup.tables,
        setup.rounds,
        setup.seed
    );
    let mut rounds =
        table(["round", "tables", "players", "coups", "play-offs", "go on", "median chips", "most chips"]);
    for (number, round) in played.rounds.iter().enumerate() {
        let chips = ended_with(round);
        let name = if number + 1 == played.rounds.len() { "final".into() } else { (number + 1).to_string() };
        rounds.add_row([
            name,
            round.tables.to_string(),
            round.players.to_string(),
            round.coups.to_string(),
            round.play_offs.to_string(),
            round.on.len().to_string(),
            chips.get(chips.len() / 2).copied().unwrap_or_default().to_string(),
            chips.last().copied().unwrap_or_default().to_string(),
        ]);
    }
    figures_from(&mut rounds, 1);
    text.push_str(&lines(&rounds));
    text.push('\n');
    let mut prizes = table(["place", "player", "temper", "prize"]);
    for prize in &summary.prizes {
        let temper = played.tempers.get(&prize.who).map_or("", |temper| temper.word());
        prizes.add_row([
            prize.place.to_string(),
            prize.who.to_string(),
            temper.into(),
            prize.amount.to_string(),
        ]);
    }
    figures_from(&mut prizes, 3);
    text.push_str(&lines(&prizes));
    let _ = write!(
        text,
        "\nThe pool of {} is paid out. {} commands of the tournament and {} at its tables were decided again, all draws \
         follow\nfrom their seeds, and all chips came back. Digest of the {} events:\n{}\n",
        summary.pool,
        spaced(summary.commands),
        spaced(summary.at_tables),
        spaced(summary.events),
        summary.digest
    );
    text
}

pub(super) fn json(event: &Event<'_>) -> Value {
    let (played, summary, setup) = (&event.played, &event.summary, &event.played.setup);
    let rounds = played.rounds.iter().map(|round| {
        let chips = ended_with(round);
        json!({
            "tables": round.tables,
            "players": round.players,
            "coups": round.coups,
            "play_offs": round.play_offs,
            "go_on": round.on.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "median_chips": chips.get(chips.len() / 2).copied().unwrap_or_default().minor(),
            "most_chips": chips.last().copied().unwrap_or_default().minor(),
        })
    });
    let prizes = summary.prizes.iter().map(|prize| {
        let temper = played.tempers.get(&prize.who).map(|temper| temper.word());
        json!({ "place": prize.place, "player": prize.who.to_string(), "temper": temper, "amount": prize.amount.minor() })
    });
    json!({
        "rulebook": &*played.house.book.id,
        "players": setup.players,
        "tables": setup.tables,
        "seed": setup.seed,
        "advance": played.shape.advance,
        "tempers": counted(event),
        "rounds": rounds.collect::<Vec<_>>(),
        "pool": summary.pool.minor(),
        "prizes": prizes.collect::<Vec<_>>(),
        "commands": summary.commands,
        "commands_at_tables": summary.at_tables,
        "events": summary.events,
        "digest": summary.digest,
        "holds": true,
    })
}

/// How many play in which way.
fn counted(event: &Event<'_>) -> BTreeMap<&'static str, usize> {
    let count = |temper: &Temper| event.played.tempers.values().filter(|own| *own == temper).count();
    Temper::ALL.iter().map(|temper| (temper.word(), count(temper))).collect()
}
