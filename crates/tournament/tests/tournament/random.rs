//! Everybody says everything, in any order: whatever is allowed, some things always hold.

use std::collections::{BTreeMap, BTreeSet};

use punto_rulebook::Rulebook;
use punto_tournament::{
    Command, Event, Happening, Phase, Standing, Tournament, apply, decide, says_itself, sequence,
};
use punto_vocab::{Actor, Money, PersonId, Role, Stamped, Time};

use crate::house::Chance;

pub(crate) const NAMES: [&str; 5] = ["ada", "ben", "cyd", "dee", "eve"];
const LINES: [&str; 74] = [
    "unsettle T",
    "outcome T",
    "wager-off N player",
    "forfeit N",
    "publish",
    "apply N",
    "inform N",
    "endorse N",
    "pay-fee N 100",
    "accept N",
    "refuse-entry N general",
    "withdraw N",
    "start",
    "add-value 50 a cup",
    "retain 20",
    "designate T",
    "release T",
    "allot N T@S",
    "attend",
    "depart",
    "take-seat N",
    "take-seat N",
    "leave-seat N",
    "buy-in N 500",
    "begin",
    "begin",
    "time-up T",
    "shoe-ended T",
    "end-early T",
    "agree N",
    "next-round",
    "second-chance N",
    "buy-back N",
    "wager N@S player 50",
    "wager N@S banker 100",
    "wager N@S tie 10",
    "alter N banker 20",
    "pass N",
    "found N player 5",
    "found N banker 900",
    "limit-time 30",
    "restrict N",
    "insert-indicator T 104",
    "indicator T",
    "raise-limits T",
    "seal N",
    "seal N player:70/70:x",
    "examine N",
    "return-form N no",
    "return-form N found unclear no",
    "announce N player:70/70:x",
    "announce N banker:9000/1:x",
    "form-found N banker:5:x",
    "show-form N to M",
    "deduct N",
    "cancel-place N",
    "substitute N zoe",
    "approve-substitute N",
    "report N hiding-chips",
    "report N swap",
    "disqualify N hiding-chips",
    "dismiss N",
    "dispute N so it is",
    "rule N so be it",
    "count-all T",
    "return-chips T",
    "award",
    "play-off T",
    "play-off T chips 300 card 2h",
    "undeclare T",
    "pay-prize N cash",
    "hand-over N a car",
    "add-goods 1 5000 a car",
    "last-coup T",
];

/// Conditions under which most things can be said; what a document does not have is not in them.
pub(crate) fn conditions(id: &str, live: bool) -> String {
    let nsw = id == "nsw-2021";
    let (few, live) = (u8::from(nsw), if live { "yes" } else { "no" });
    let (method, after) = if nsw { ("A", "rise-after 2, ") } else { ("competition", "") };
    format!(
        "conditions fee 100, form f, entry e, entrants 2..4, chips 500, compulsory yes, limits 10..200, method {method}, rounds 2, \
         session minutes 30, tables 2, advance 1, second-chance yes, seating officer, order yes, pass-cards {few}, hidden 2, \
         hidden-after-tie used, buy-backs {few}, entitled-only yes, may-refuse yes, withdraw-days 0, prizes 70 30, paid cash, \
         rules-prevail yes, rise 20..400, {after}notice 0, live {live}, start 1970-01-01T00:00:00Z"
    )
}

/// A line with somebody, some table and some seat in it.
pub(crate) fn line(book: &Rulebook, own: &Tournament, chance: &mut Chance) -> String {
    if chance.below(2) == 0
        && let Some(line) = sensible(book, own, chance)
    {
        return line;
    }
    let mut name = |_: &str| NAMES[chance.below(NAMES.len())];
    let (one, other) = (name(""), name(""));
    let who: PersonId = one.parse().unwrap();
    let table = 1 + chance.below(2);
    let seat = own.place(who).map_or(1 + chance.below(4), |place| usize::from(place.seat));
    match chance.below(80) {
        0..=7 => format!("close {table}"),
        8..=13 => format!("deal {table}"),
        14..=21 => format!("result {table} {}", CARDS[chance.below(CARDS.len())]),
        22 => format!("void-coup {table}"),
        23..=26 => format!("count {one} {}", own.place(who).map_or(Money::ZERO, |place| place.stack)),
        27..=30 => format!("declare {table}"),
        _ => LINES[chance.below(LINES.len())]
            .replace('N', one)
            .replace('M', other)
            .replace('T', &table.to_string())
            .replace('S', &seat.to_string()),
    }
}

/// What would be said next at the first table that is played, so that coups come to an end now and then.
fn sensible(book: &Rulebook, own: &Tournament, chance: &mut Chance) -> Option<String> {
    let (table, venue) = own.venues.iter().find(|(_, venue)| venue.phase != Phase::Idle)?;
    if let Some(name) = venue.disputes.first() {
        return Some(format!("rule {name} so be it"));
    }
    if let Some((name, all)) = own.must_go.first_key_value()
        && let Some(offence) = all.first()
    {
        return Some(format!("disqualify {name} {offence}"));
    }
    if let Some((name, place)) =
        own.at(*table).iter().find(|(_, place)| venue.count_ordered && !place.counted)
    {
        return Some(format!("count {name} {}", place.stack));
    }
    let next = sequence(book, own, *table).into_iter().find(|name| !venue.has_acted(*name));
    match (venue.phase, next, venue.forms.iter().find(|(_, form)| !form.examined)) {
        (Phase::Betting, Some(name), _) => {
            let seat = own.place(name)?.seat;
            Some(format!("wager {name}@{seat} {} 50", ["player", "banker"][chance.below(2)]))
        }
        (Phase::Betting, None, Some((name, _))) => Some(format!("examine {name}")),
        (Phase::Betting, None, None) => Some(format!("close {table}")),
        (Phase::Closed, _, _) => Some(format!("deal {table}")),
        (Phase::Dealing, _, _) => Some(format!("result {table} {}", CARDS[chance.below(CARDS.len())])),
        (Phase::Over, _, _) => Some(format!("declare {table}")),
        (Phase::Idle | Phase::Declared, _, _) => None,
    }
}

/// Coups that a table could tell: each hand wins, and a tie.
const CARDS: [&str; 4] = ["9hKs-2d5c", "2d5c-9hKs", "9hKs-9dQc", "3hKs4c-6dTc"];

fn check(own: &Tournament, log: &[String]) {
    let said = || log.join("\n");
    let mut seats = BTreeSet::new();
    for (name, one) in &own.entrants {
        let Some(place) = &one.place else { continue };
        assert!(place.stack >= Money::ZERO, "{name} has {} after\n{}", place.stack, said());
        if one.standing == Standing::In {
            assert!(
                seats.insert((place.table, place.seat)),
                "two at {}@{} after\n{}",
                place.table,
                place.seat,
                said()
            );
        }
        let Some(venue) = own.venues.get(&place.table) else { continue };
        assert!(venue.staked(*name) <= place.stack, "{name} has laid more than is there after\n{}", said());
        let later = matches!(venue.phase, Phase::Betting | Phase::Closed);
        assert!(
            !later || one.standing == Standing::In || venue.staked(*name).is_zero(),
            "{name} after\n{}",
            said()
        );
    }
    assert!(own.retained.minor() * 10 <= own.fees().minor(), "kept {} after\n{}", own.retained, said());
    let prizes: Money = own.entrants.values().filter_map(|one| one.prize).sum();
    assert!(prizes.is_zero() || prizes == own.pool(), "prizes of {prizes} after\n{}", said());
}

/// Everybody's chips, as events tell them, and what those have had of theirs whose last coup is settled again.
#[derive(Default)]
struct Held(BTreeMap<PersonId, Money>, BTreeMap<PersonId, Money>);

impl Held {
    /// As the tournament has them.
    fn of(own: &Tournament) -> Held {
        let places = own.entrants.iter().filter_map(|(name, own)| Some((*name, own.place.as_ref()?.stack)));
        let had = own.entrants.iter().filter_map(|(name, own)| Some((*name, own.place.as_ref()?.home)));
        let had = had.filter(|(_, home)| home.is_positive());
        Held(places.filter(|(_, stack)| !stack.is_zero()).collect(), had.collect())
    }

    /// Chips move by these events and no others.
    fn fold(&mut self, own: &Tournament, events: &[Event]) {
        for event in events {
            match &event.what {
                Happening::Issued { entrant, amount } | Happening::BoughtBack { entrant, amount } => {
                    assert_eq!(self.0.insert(*entrant, *amount).unwrap_or_default(), Money::ZERO, "{event}");
                }
                Happening::Won { entrant, amount } => *self.0.entry(*entrant).or_default() += *amount,
                Happening::Lost { entrant, amount }
                | Happening::Deducted { entrant, amount }
                | Happening::Short { entrant, amount }
                | Happening::ChipsIn { entrant, amount } => {
                    *self.0.entry(*entrant).or_default() -= *amount;
                }
                // Who was sent away with their chips has only what they have not had yet.
                Happening::ChipsKept { entrant, amount } => {
                    let (had, held) =
                        (self.1.remove(entrant).unwrap_or_default(), self.0.entry(*entrant).or_default());
                    let rest = *held - *amount;
                    *held = rest - had.min(rest);
                }
                Happening::Reinstated { entrant, amount } => {
                    self.0.insert(*entrant, *amount);
                    let home = own.entrants[entrant].place.as_ref().map(|place| place.home);
                    self.1.extend(home.filter(|home| home.is_positive()).map(|home| (*entrant, home)));
                }
                // Who has had more by then keeps it, and nothing more is due.
                Happening::Declared { .. } => {
                    let had = std::mem::take(&mut self.1);
                    self.0.retain(|name, _| !had.contains_key(name));
                }
                // The coup is settled again, from the chips that there were before, or winners are not declared any more.
                Happening::Unsettled { .. } | Happening::Undeclared { .. } => *self = Held::of(own),
                _ => {}
            }
        }
        self.0.retain(|_, stack| !stack.is_zero());
    }
}

/// Nobody but the officer whom the document names moves a deadline or a place, and nobody but the operator the pool or a prize.
fn entitled(id: &str, by: Actor, events: &[Event]) {
    let named = match id {
        "nsw-2021" => Role::TournamentManager,
        _ => Role::CompetitionDirector,
    };
    for event in events {
        let whose = match event.what {
            Happening::Rescheduled { .. }
            | Happening::TimeLimited { .. }
            | Happening::LimitsRaised { .. }
            | Happening::Placed { .. }
            | Happening::Declared { .. }
            | Happening::Undeclared { .. }
            | Happening::Advanced { .. }
            | Happening::KnockedOut { .. }
            | Happening::PlayOffBegan { .. }
            | Happening::Ruled { .. } => named,
            Happening::Awarded { .. } | Happening::PrizePaid { .. } => Role::CasinoOperator,
            Happening::GoodsAwarded { .. } | Happening::HandedOver { .. } => Role::CasinoOperator,
            Happening::ValueAdded { .. } | Happening::GoodsAdded { .. } => Role::CasinoOperator,
            // Of fees that go back the house keeps less.
            Happening::Retained { .. } if !goes_back(events) => Role::CasinoOperator,
            _ => continue,
        };
        let is_theirs = match by {
            Actor::Staff(role, _) => role == whose,
            Actor::System => whose == Role::CasinoOperator,
            Actor::Patron(_) => false,
        };
        assert!(is_theirs, "{id}: {by}: {events:?}");
    }
}

fn goes_back(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event.what, Happening::Refunded { .. }))
}

/// Everybody of staff who might try: of them the document names one for each thing.
const STAFF: [&str; 7] = [
    "dealer dan",
    "casino-supervisor dan",
    "game-supervisor dan",
    "table-inspector dan",
    "tournament-manager dan",
    "competition-director dan",
    "casino-operator dan",
];

#[test]
fn whatever_is_said_chips_seats_and_the_pool_add_up() {
    for id in ["nsw-2021", "tas-2013", "tas-2018"] {
        let book = Rulebook::embedded(id).unwrap();
        let mut furthest = 0_usize;
        for seed in 0..40 {
            let mut chance = Chance(seed);
            let (mut own, mut log, mut now) = (Tournament::default(), Vec::new(), Time(0));
            let mut held = Held::default();
            let form = conditions(id, id != "nsw-2021" && chance.below(2) == 1);
            let mut lines: Vec<String> = vec![form, "publish".into()];
            // A beginning, so that most of what follows is said at tables.
            for name in &NAMES[..3] {
                lines.extend(["apply", "inform", "endorse"].map(|verb| format!("{verb} {name}")));
                lines.extend([format!("pay-fee {name} 100"), format!("accept {name}")]);
            }
            lines.extend(
                ["start", "designate 1", "attend", "allot ada 1@1", "allot ben 1@2", "allot cyd 1@3"]
                    .map(str::to_owned),
            );
            lines.extend(["take-seat ada", "take-seat ben", "begin"].map(str::to_owned));
            for step in 0..1_500 {
                let said =
                    if step < lines.len() { lines[step].clone() } else { line(&book, &own, &mut chance) };
                let command: Command = said.parse().unwrap_or_else(|error| panic!("{said}: {error}"));
                let by = match chance.below(12) {
                    0 if step >= lines.len() => Actor::Patron(NAMES[chance.below(5)].parse().unwrap()),
                    1 | 2 if step >= lines.len() => STAFF[chance.below(STAFF.len())].parse().unwrap(),
                    _ => says_itself(&book, &command),
                };
                now = now.plus_seconds(chance.below(4) as i64);
                let Ok(events) = decide(&book, &own, &Stamped { at: now, by, command }) else { continue };
                entitled(id, by, &events);
                events.iter().for_each(|event| apply(&mut own, now, by, event));
                held.fold(&own, &events);
                assert_eq!(held.0, Held::of(&own).0, "after {by}: {said}\n{}", log.join("\n"));
                log.push(format!(
                    "{by}: {said} -> {}",
                    events.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
                ));
                check(&own, &log);
            }
            furthest = furthest.max(log.iter().filter(|line| line.contains("coup-over")).count());
        }
        assert!(furthest > 3, "{id}: nothing much was played: {furthest}");
    }
}
