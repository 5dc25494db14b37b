//! Whatever is said by whomever, in any order, some things always hold.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use punto_promotion::{Command, Happening, Outcome, Owed, Promotion, Stage, apply, decide, duties};
use punto_vocab::{Actor, PersonId, Stamped, Time};

use crate::house::{BOOKS, FORM, House, PRIZE, seed};

const NAMES: [&str; 4] = ["ada", "ben", "cyd", "olga"];
const LINES: [&str; 43] = [
    "enter N",
    "enter N",
    "enter N",
    "enter N wager 60",
    "bar under eligible N",
    "enter N by card",
    "nominate sid",
    "nominate N",
    "oversee",
    "present N",
    "present N by card",
    "DRAW",
    "DRAW",
    "draw 0808080808080808080808080808080808080808080808080808080808080808",
    "declare P N",
    "pass-over P",
    "publish-results",
    "notify P mail",
    "attempt P telephone nobody there",
    "claim P N",
    "claim P N",
    "claim P N",
    "accept-claim P N",
    "accept-claim P N",
    "refuse-claim P N address file-1 not theirs",
    "refuse-claim P N address file-1 under claim not theirs",
    "note-late P",
    "refuse-claim P N no",
    "tell-reasons P N",
    "take-cash P N",
    "choose P N cash 6000 cheque 6000",
    "award P",
    "award P cash 6000 cheque 6000",
    "award P cash 200",
    "dispute N it is unfair",
    "rule N it is not",
    "rule N upheld P it is",
    "object N",
    "advise N",
    "postpone a rumour",
    "resume a rumour",
    "tell-inspectorate the duty inspector",
    "conditions manner declare",
];

/// One step: what, by whom, about whom, and how many hours later.
type Step = (usize, usize, usize, u8, u32);

fn step() -> impl Strategy<Value = Step> {
    (0..LINES.len() + 1, 0..9_usize, 0..NAMES.len(), 1..=3_u8, prop_oneof![4 => Just(0_u32), 1 => 1..9_u32])
}

fn start(presence: &str) -> House {
    let cash = "kind cash, what money, value 12000, terms none, contains nothing";
    let other = "kind goods, what a hamper, value 250, terms none, contains nothing, cash-alternative 200";
    House::publishing(&format!("{presence}, reserve yes, entries 2"), &[cash, other, PRIZE])
}

/// What could be said next by people who mean to get on with it, so that prizes are claimed and awarded now and then.
fn sensible(own: &Promotion) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(own.untold.map(|_| "tell-inspectorate the duty inspector".to_owned()));
    lines.extend((own.stage == Stage::Postponed).then(|| "resume all is well".to_owned()));
    for (number, prize) in own.prizes.iter().filter(|(_, prize)| prize.awarded.is_none()) {
        let Some(winner) = prize.winner() else { continue };
        let about = |verb: &str| format!("{verb} {number} {winner}");
        lines.push(format!("present {winner}"));
        // Whoever was refused and passed over speaks up as well.
        for claim in prize.claims.iter().filter(|claim| matches!(claim.outcome, Outcome::Refused { .. })) {
            let who = claim.claimant;
            let waits = own.disputes.iter().any(|own| own.person == who && own.ruling.is_none());
            lines.push(match waits {
                true => format!("rule {who} upheld {number} they are right"),
                false => format!("dispute {who} it is mine, {}", own.disputes.len()),
            });
        }
        match prize.claim(winner).map(|claim| &claim.outcome) {
            None => lines.push(about("claim")),
            Some(Outcome::Waits) => {
                lines.push(about("accept-claim"));
                lines.push(about("refuse-claim") + " address file-1 under eligible not a member");
            }
            Some(Outcome::Accepted) => {
                lines.push(about("take-cash"));
                lines.push(about("choose") + " cash 6000 cheque 6000");
                lines.extend(
                    ["", " cash 200", " cash 6000 cheque 6000"].map(|how| format!("award {number}{how}")),
                );
            }
            Some(Outcome::Refused { .. }) => {
                lines.extend([about("tell-reasons"), format!("pass-over {number}")]);
            }
        }
    }
    lines
}

fn take(house: &mut House, (line, speaker, name, prize, hours): Step) {
    house.wait(hours);
    let next = sensible(&house.own);
    if speaker > 5 && !next.is_empty() {
        let said = &next[line % next.len()];
        let before = house.own.clone();
        if house.say(said).is_err() {
            assert_eq!(house.own, before, "{said} was refused and changed something");
        }
        return;
    }
    let name = NAMES[name];
    // Cancelling ends most of what can happen, so it is rare.
    let line = LINES.get(line).copied().unwrap_or(if hours > 7 { "cancel no" } else { "DRAW" });
    let said = line
        .replace("DRAW", &format!("draw {}", seed(7)))
        .replace('N', name)
        .replace('P', &prize.to_string());
    let command: Command = said.parse().unwrap_or_else(|error| panic!("{said}: {error}"));
    let by: Actor = match speaker {
        0 => "casino-operator olga".parse().unwrap(),
        1 => "dealer dan".parse().unwrap(),
        2 => "scrutineer sid".parse().unwrap(),
        3 => Actor::Patron(name.parse().unwrap()),
        _ => punto_promotion::says_itself(&house.book, &command),
    };
    let before = house.own.clone();
    if house.give(by, command).is_err() {
        assert_eq!(house.own, before, "{by}: {said} was refused and changed something");
    }
}

fn entrants(own: &Promotion) -> BTreeSet<PersonId> {
    own.entries.values().copied().collect()
}

fn check(house: &House, published: &Promotion) {
    let own = &house.own;
    let plan = own.plan.as_ref().unwrap();
    assert!(own.form == published.form && own.promise == published.promise, "the conditions changed");
    for (number, prize) in &own.prizes {
        assert_eq!(prize.details, published.prizes[number].details, "prize {number} changed");
    }
    let entered = entrants(own);
    assert!(own.officials.is_disjoint(&entered), "somebody of the house entered");
    assert!(own.scrutineer.is_none_or(|who| !entered.contains(&who)), "the scrutineer entered");
    assert!(entered.iter().all(|who| own.entries_of(*who) <= plan.entries));
    let count =
        |fits: &dyn Fn(&Happening) -> bool| house.log.iter().filter(|(.., event)| fits(&event.what)).count();
    let draws = count(&|what| matches!(what, Happening::Drawn { .. }));
    assert!(draws <= 1, "drawn {draws} times");
    for (at, _, event) in &house.log {
        match &event.what {
            Happening::Entered { .. } => assert!(*at < plan.closes, "an entry after the close"),
            Happening::Drawn { seed, .. } => {
                assert!(*at >= plan.closes && *at >= plan.held, "a draw before the close");
                assert_eq!(Some(seed.promise()), own.promise, "a seed that was not promised");
            }
            Happening::Won { winner, entry, .. } => {
                assert_eq!(own.entries.get(entry), Some(winner), "a winner who has not entered");
            }
            Happening::ClaimAccepted { claimant, .. } => {
                assert!(!plan.presence || own.present.contains(claimant), "a winner who was not there");
            }
            _ => {}
        }
    }
    for (number, prize) in &own.prizes {
        let awards = count(&|what| matches!(what, Happening::Awarded { prize, .. } if prize == number));
        assert!(awards <= 1, "prize {number} was awarded {awards} times");
        let accepted: Vec<_> =
            prize.claims.iter().filter(|claim| claim.outcome == Outcome::Accepted).collect();
        assert!(accepted.len() <= 1, "prize {number} was claimed by {accepted:?}");
        assert!(accepted.iter().all(|claim| own.entries.get(&claim.of) == Some(&claim.claimant)));
        assert!(prize.awarded.is_none_or(|who| accepted.iter().any(|claim| claim.claimant == who)));
        for claim in &prize.claims {
            let refused = matches!(claim.outcome, Outcome::Refused { told: false, .. });
            let owed = Owed::TellReasons(*number, claim.claimant);
            assert!(!refused || duties(&house.book, own).iter().any(|duty| duty.what == owed));
            let over = prize.details.prized().value.minor() > 10_000;
            let kept = !matches!(claim.outcome, Outcome::Refused { address: None, .. });
            assert!(kept || !over, "a refused claim over 100 without an address");
        }
    }
    let won: Vec<u32> =
        own.prizes.values().filter_map(|prize| Some(prize.win.as_ref()?.ticket.entry)).collect();
    assert_eq!(won.iter().collect::<BTreeSet<_>>().len(), won.len(), "an entry has won twice");
}

proptest! {
    #[test]
    fn whatever_is_said_prizes_go_once_to_winners_of_one_draw(
        steps in prop::collection::vec(step(), 1..160),
        presence in prop_oneof![Just("presence no"), Just("presence yes")],
    ) {
        let mut house = start(presence);
        let published = house.own.clone();
        for step in steps {
            let cancelled = house.own.stage == Stage::Cancelled;
            let before: Vec<_> = house.own.prizes.values().map(|prize| prize.awarded).collect();
            take(&mut house, step);
            check(&house, &published);
            let after: Vec<_> = house.own.prizes.values().map(|prize| prize.awarded).collect();
            prop_assert!(!cancelled || before == after, "something was awarded after it was cancelled");
        }
        // The state is the fold of the events.
        let mut again = Promotion::default();
        for (at, by, event) in &house.log {
            apply(&mut again, *at, *by, event);
        }
        prop_assert_eq!(&again, &house.own);
        let kept = serde_json::to_string(&house.own).unwrap();
        prop_assert_eq!(serde_json::from_str::<Promotion>(&kept).unwrap(), house.own);
    }

    #[test]
    fn the_same_seed_and_the_same_entries_give_the_same_winners(
        names in prop::collection::vec("[a-z]{3,8}", 1..40),
        byte: u8,
        other: u8,
    ) {
        let book = &BOOKS["nsw-2021"];
        let run = |lines: &[(u32, String)]| {
            let mut own = Promotion::default();
            for (hour, line) in lines {
                let command: Command = line.parse().unwrap();
                let at = Time(0).plus_hours(*hour);
                let by = punto_promotion::says_itself(book, &command);
                let events = decide(book, &own, &Stamped { at, by, command }).map_err(|refused| refused.by.to_string())?;
                events.iter().for_each(|event| apply(&mut own, at, by, event));
            }
            Ok::<_, String>(own.prizes[&1].winner())
        };
        let mut lines = vec![
            (0, format!("conditions {FORM}, presence no")),
            (0, format!("prize 1 {PRIZE}")),
            (0, format!("publish draw {}", seed(byte).promise())),
        ];
        lines.extend(names.iter().map(|name| (1, format!("enter {name}"))));
        lines.push((24, format!("draw {}", seed(byte))));
        let winner = run(&lines).unwrap();
        prop_assert!(winner.is_some_and(|who| names.contains(&who.to_string())));
        prop_assert_eq!(run(&lines), Ok(winner));
        // The promise binds: no other seed is taken.
        let last = lines.len() - 1;
        lines[last].1 = format!("draw {}", seed(other));
        prop_assert_eq!(run(&lines), if other == byte { Ok(winner) } else { Err("16.7.1".to_owned()) });
    }
}

/// The property above is worth nothing if what it walks through is never reached.
#[test]
fn the_walk_gets_to_every_event_that_can_follow_publication() {
    let mut runner = TestRunner::deterministic();
    let walks = prop::collection::vec(step(), 100..160);
    let mut seen = BTreeSet::new();
    for walk in 0..150 {
        let mut house = start(if walk % 2 == 0 { "presence no" } else { "presence yes" });
        for step in walks.new_tree(&mut runner).unwrap().current() {
            take(&mut house, step);
        }
        let verb = |what: &Happening| what.to_string().split(' ').next().unwrap().to_owned();
        seen.extend(house.log.iter().map(|(.., event)| verb(&event.what)));
    }
    let verb = |pattern: &&str| pattern.split(' ').next().unwrap().to_owned();
    // Before publication; or for what is not drawn.
    let before = ["prescribed", "prize-dropped", "advertised"];
    let missing: Vec<String> = Happening::PATTERNS
        .iter()
        .map(verb)
        .filter(|verb| !seen.contains(verb) && !before.contains(&verb.as_str()))
        .collect();
    assert!(missing.is_empty(), "never seen: {missing:?}");
}

/// Over many seeds every entry wins about as often as any other: within four standard deviations, from seeds that are fixed.
#[test]
fn every_entry_wins_about_as_often() {
    let mut own = Promotion::default();
    for (number, name) in (1..).zip(["ada", "ben", "cyd", "dee"]) {
        own.entries.insert(number, name.parse().unwrap());
    }
    let mut wins = [0_i32; 5];
    for number in 0..4_000_u32 {
        let seed = format!("{number:064x}").parse().unwrap();
        wins[own.order(seed)[0].entry as usize] += 1;
    }
    for won in &wins[1..] {
        assert!((won - 1_000).abs() < 110, "{wins:?}");
    }
}
