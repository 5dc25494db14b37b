//! What each viewer sees of a table and reads of what happened there.

use punto_rulebook::{Cure, Medium, Mishap, Rulebook, Winner};
use punto_seen::{MarkerPlace, SeenPhase, View, Viewer, WaitingKind, allowed, told, view};
use punto_table::{
    Actor, Call, Command, Event, SettledAs, Sign, SignKind, Stage, Stamped, Table, Time, apply, decide,
};
use punto_vocab::{Money, PersonId, Role, Side};

/// A table that is told lines, each `role name: said`; the dealer speaks where nobody is named.
struct Floor {
    book: Rulebook,
    table: Table,
    now: Time,
    log: Vec<(Event, Table)>,
}

impl Floor {
    fn under(book: &str, lines: &[&str]) -> Floor {
        let book = Rulebook::embedded(book).unwrap();
        let mut floor = Floor { book, table: Table::default(), now: Time(0), log: Vec::new() };
        floor.all(lines);
        floor
    }

    #[track_caller]
    fn all(&mut self, lines: &[&str]) {
        for line in lines {
            let (by, said) = line
                .split_once(": ")
                .unwrap_or((if line.starts_with("open") { "system" } else { "dealer dan" }, line));
            let (by, command): (Actor, Command) = (by.parse().unwrap(), said.parse().unwrap());
            let stamped = Stamped { at: self.now, by, command };
            match decide(&self.book, &self.table, &stamped) {
                Err(refused) => panic!("`{line}` was refused: {refused}"),
                Ok(events) => {
                    for event in events {
                        apply(&mut self.table, self.now, by, &event);
                        self.log.push((event, self.table.clone()));
                    }
                }
            }
        }
    }

    fn seen(&self, viewer: Viewer) -> View {
        view(&self.book, &self.table, viewer)
    }

    /// Everything a viewer has read, at the moment it happened.
    fn read(&self, viewer: Viewer) -> Vec<String> {
        self.log.iter().filter_map(|(event, table)| told(event, table, viewer)).collect()
    }

    /// The same, read when the table had gone on to where it is now.
    fn read_late(&self, viewer: Viewer) -> Vec<String> {
        self.log.iter().filter_map(|(event, _)| told(event, &self.table, viewer)).collect()
    }
}

fn patron(name: &str) -> PersonId {
    name.parse().unwrap()
}

fn ada() -> Viewer {
    Viewer::Patron(patron("ada"))
}

fn ben() -> Viewer {
    Viewer::Patron(patron("ben"))
}

/// Somebody who looks on, and whom the house knows.
fn zoe() -> Viewer {
    Viewer::Patron(patron("zoe"))
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

const REVEAL: &str = "table-inspector tina: reveal ada@1 player";
const DEALER: Viewer = Viewer::Staff(Role::Dealer);
const NATURAL: [&str; 5] = ["card Ks", "card 2d", "card 9h", "card 3c", "call points"];

fn with_two(opening: &str) -> Vec<String> {
    let lines = [opening, "prepare", "sit ada@1", "sit ben@2"];
    lines.map(str::to_owned).to_vec()
}

fn table(opening: &str) -> Floor {
    let lines = with_two(opening);
    Floor::under("nsw-2021", &lines.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_screen_is_told_all_that_the_table_was_opened_with() {
    let mut floor = Floor::under("nsw-2021", &[]);
    let closed = floor.seen(Viewer::Public);
    assert_eq!((closed.open, closed.phase, closed.rulebook.as_str()), (false, SeenPhase::Closed, "nsw-2021"));
    floor.all(&["open decks 6, limits 25..5000, chips 5 25 100, differential 2000, bets super_six, seats 7"]);
    let seen = floor.seen(Viewer::Public);
    assert_eq!(
        (seen.variant.as_str(), seen.method.as_str(), seen.phase),
        ("standard", "A", SeenPhase::Preparing)
    );
    assert_eq!((seen.medium, seen.demonstration), (Some(Medium::Chips), false));
    assert_eq!(seen.chips, ["5", "25", "100"].map(money));
    assert_eq!((seen.places, seen.layout.is_some()), (Some(7), true));
    assert_eq!(seen.limits.unwrap().differential, Some(money("2000")));
    let shoe = seen.shoe.unwrap();
    assert_eq!(
        (shoe.number, shoe.stage, shoe.cards, shoe.marker),
        (1, Stage::Gathered, 312, MarkerPlace::In)
    );
    let banker = seen.offers.iter().find(|offer| offer.bet.as_str() == "banker").unwrap();
    assert_eq!(banker.span.to_string(), "25..5000");
    let rows: Vec<String> =
        banker.rows.iter().map(|row| format!("{} pays {} by {}", row.on, row.pays, row.by)).collect();
    assert_eq!(rows[0], "winner banker pays 19:20 by 11.1.3, 5.1.2.1");
    assert!(rows.iter().any(|row| row.starts_with("winner tie pays stand-off")), "{rows:?}");
    let six = seen.offers.iter().find(|offer| offer.bet.as_str() == "super_six").unwrap();
    assert_eq!(
        (six.rows[0].on.to_string().as_str(), six.rows[0].pays.to_string().as_str()),
        ("winner banker, point 6", "15:1")
    );
}

#[test]
fn what_a_coup_came_to_stays_on_view_until_the_next_ones_first_card() {
    let mut floor = table("open limits 25..500");
    floor.all(&["bet ada@1 player 100", "bet ben@2 banker 50", "bet ben@2 tie 25"]);
    assert!(floor.seen(zoe()).settled.is_empty());
    floor.all(&NATURAL);
    let dealt = floor.seen(zoe());
    assert_eq!(dealt.outcome.map(|outcome| (outcome.winner, outcome.natural)), Some((Winner::Player, true)));
    assert_eq!(dealt.due.map(|due| (due.hand, due.code)), Some((None, "natural")));
    assert_eq!(dealt.last_call.map(|(call, _)| call), Some(Call::Points));
    floor.all(&["settle"]);
    let check = |floor: &Floor| {
        let seen = floor.seen(zoe());
        let settled: Vec<String> = seen
            .settled
            .iter()
            .map(|own| {
                let (stake, amount) = (own.stake.unwrap(), own.amount.unwrap());
                format!("{}@{} {} {stake} {} {amount}", own.patron, own.at, own.bet, own.result)
            })
            .collect();
        assert_eq!(
            settled,
            ["ben@2 banker 50 collected 50", "ben@2 tie 25 collected 25", "ada@1 player 100 paid 100"]
        );
        assert!(seen.settled[2].by.names("11.1.2"), "{}", seen.settled[2].by);
        assert_eq!(seen.hands[Side::Player].len(), 2);
        assert_eq!(seen.outcome.map(|outcome| outcome.winner), Some(Winner::Player));
        assert_eq!(seen.entries.len(), 1);
    };
    check(&floor);
    floor.all(&["bet ada@1 player 30"]);
    check(&floor);
    floor.all(&["card 5s"]);
    let next = floor.seen(zoe());
    assert!(next.settled.is_empty() && next.outcome.is_none());
    assert_eq!((next.hands[Side::Player].len(), next.hands[Side::Banker].len()), (1, 0));
}

#[test]
fn the_first_four_are_due_to_their_hands_though_they_lie_face_down() {
    let mut floor = table("open usual, method B, limits 25..500");
    floor.all(&["bet ada@1 player 100", "bet ben@2 banker 100"]);
    let due = |floor: &Floor, viewer| {
        let due = floor.seen(viewer).due?;
        Some((due.hand?, due.nth?, due.code))
    };
    let order = [Side::Player, Side::Banker, Side::Player, Side::Banker];
    for (n, card) in ["card Ks", "card 2d", "card 6h", "card 3c"].into_iter().enumerate() {
        if n > 0 {
            let next = Some((order[n], 1 + n as u8 / 2, "opening"));
            for viewer in [DEALER, ada(), Viewer::Public] {
                assert_eq!(due(&floor, viewer), next, "{viewer:?} before {card}");
            }
        }
        floor.all(&[card]);
        assert!(floor.seen(DEALER).hands[order[n]].last().unwrap().is_none(), "{card} lies face down");
    }
    // What is due next would tell the points, and only who watches sees them.
    assert_eq!(due(&floor, DEALER), None);
    assert_eq!(due(&floor, Viewer::Public), None);
    let watched = due(&floor, Viewer::Staff(Role::Surveillance));
    assert_eq!(watched, Some((Side::Banker, 3, "banker-after-stand")));
}

#[test]
fn the_last_coup_of_a_shoe_and_its_results_stay_on_view_while_the_next_is_prepared() {
    let mut floor = table("open limits 25..500");
    floor.all(&["bet ada@1 player 100", "card Ks", "marker", "card 2d", "card 9h", "card 3c", "call points"]);
    let shoe = floor.seen(zoe()).shoe.unwrap();
    assert_eq!((shoe.marker, shoe.more, shoe.last_coup), (MarkerPlace::Out, Some(1), false));
    floor.all(&["settle", "bet ada@1 player 100", "call last-coup"]);
    assert!(floor.seen(zoe()).shoe.is_some_and(|shoe| shoe.last_coup && shoe.ends_by.is_some()));
    floor.all(&NATURAL);
    floor.all(&["settle"]);
    let seen = floor.seen(zoe());
    assert_eq!((seen.phase, seen.entries.len(), seen.settled.len()), (SeenPhase::Preparing, 2, 1));
    assert_eq!(seen.settled[0].result, SettledAs::Paid);
    assert_eq!(seen.hands[Side::Banker].len(), 2);
    assert_eq!(seen.shoe.unwrap().number, 2);
    floor.all(&["prepare"]);
    let seen = floor.seen(zoe());
    assert!(seen.entries.is_empty() && seen.results.is_empty());
    assert_eq!(seen.shoe.unwrap().coups, 0);
}

#[test]
fn a_coup_that_is_undone_is_not_on_view_as_settled() {
    let mut floor = table("open limits 25..500");
    floor.all(&["bet ada@1 player 100"]);
    floor.all(&NATURAL);
    floor.all(&["settle", "report misdeal beyond-repair"]);
    let seen = floor.seen(DEALER);
    assert!(seen.settled.is_empty() && seen.outcome.is_none());
    let mishap = seen.trouble.unwrap();
    assert_eq!((mishap.mishap, mishap.cure), (Mishap::Misdeal, Cure::VoidCoup));
    assert!(!mishap.ordered && mishap.orders.contains(&Role::CasinoSupervisor));
    assert!(
        seen.waiting.iter().any(
            |wait| wait.what == WaitingKind::Order && wait.command == Some(Command::Order { cure: None })
        )
    );
    floor.all(&["casino-supervisor sue: order"]);
    let seen = floor.seen(zoe());
    assert!(seen.void && seen.entries.is_empty() && seen.results == [None]);
    assert_eq!(seen.settled[0].result, SettledAs::Returned);
    assert_eq!(seen.settled[0].amount, Some(money("100")));
}

#[test]
fn a_hand_that_is_squeezed_is_seen_by_its_holder_and_by_those_who_watch() {
    let mut floor = table("open limits 25..500, method B");
    floor.all(&["bet ada@1 player 100", "bet ben@2 banker 100", "card Ks", "card 2d", "card 9h", "card 3c"]);
    let dealer = floor.seen(DEALER);
    assert_eq!(dealer.hands[Side::Player], [None, None]);
    assert!(dealer.due.is_none() && dealer.outcome.is_none());
    floor.all(&["offer player to ada", "pass player to ada"]);
    let own = floor.seen(ada());
    assert!(own.holders[Side::Player].may_squeeze && !own.holders[Side::Banker].may_squeeze);
    assert_eq!(own.hands[Side::Player].iter().flatten().count(), 2);
    assert_eq!(own.hands[Side::Banker], [None, None]);
    assert_eq!(own.points[Side::Player].map(|point| point.value()), Some(9));
    let other = floor.seen(ben());
    assert!(!other.holders[Side::Player].may_squeeze);
    assert_eq!(other.hands[Side::Player], [None, None]);
    assert_eq!(other.holders[Side::Player].holder, Some(patron("ada")));
    let watcher = floor.seen(Viewer::Staff(Role::Surveillance));
    assert_eq!(watcher.hands[Side::Banker].iter().flatten().count(), 2);
    assert!(watcher.due.is_some());
    assert!(!floor.seen(DEALER).holders[Side::Player].may_turn);
    floor.all(&["patron ada: return player", "pass banker to ben", "patron ben: return banker unseen"]);
    let dealer = floor.seen(DEALER);
    assert!(dealer.holders[Side::Banker].may_turn && dealer.hands[Side::Banker] == [None, None]);
    assert!(!floor.seen(ben()).holders[Side::Banker].may_turn);

    let lines = floor.read(ada());
    assert!(lines.contains(&"dealt ?? to player down".to_owned()), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("Ks")), "{lines:?}");
    let watched = floor.read(Viewer::Staff(Role::Surveillance));
    assert!(watched.contains(&"dealt Ks to player down".to_owned()), "{watched:?}");
}

#[test]
fn an_undisclosed_stake_is_in_no_view_and_no_line_whatever_becomes_of_it() {
    for ways in [
        &["lift ada@1 player"][..],
        &["alter ada@1 player 200", "card Ks", REVEAL],
        &["card Ks", "card 2d", "card 9h", "card 3c", "call points", "settle"],
        &["card Ks", "card 2d", "report disruption plain"],
        &["casino-supervisor sue: refuse-wager ada@1 player too odd"],
    ] {
        let mut floor = table("open limits 25..500, float 9000, tournament yes");
        floor.all(&["bet ben@2 banker 50", "patron ada: seal ada@1 player 175"]);
        floor.all(ways);
        let revealed = ways.contains(&REVEAL);
        for viewer in [zoe(), ben(), DEALER, Viewer::Staff(Role::Surveillance)] {
            let late = floor.read_late(viewer);
            // What has been revealed may be read about afterwards.
            assert_eq!(late.iter().any(|line| line.contains("175")), revealed, "{viewer:?} reads {late:?}");
            let lines = floor.read(viewer);
            assert!(!lines.iter().any(|line| line.contains("175")), "{viewer:?} reads {lines:?}");
            assert!(lines.contains(&"wagered ada@1 player ?".to_owned()), "{viewer:?} reads {lines:?}");
            let text = serde_json::to_string(&floor.seen(viewer)).unwrap();
            assert!(!text.contains("17500"), "{viewer:?} sees {text}");
            let till = floor.seen(viewer).till;
            let lies = floor.table.open.as_ref().unwrap().wagers().iter().any(|placed| placed.sealed);
            assert!(till.is_none_or(|till| !lies || till.layout.is_none() && till.on_player.is_none()));
        }
        let own = floor.read(ada());
        assert!(own.contains(&"wagered ada@1 player 175".to_owned()), "{own:?}");
        if revealed {
            assert_eq!(floor.seen(zoe()).wagers[1].stake, Some(money("200")));
        }
    }
}

#[test]
fn a_place_that_was_sealed_once_is_not_sealed_for_the_next_wager() {
    let mut floor = table("open limits 25..500, tournament yes");
    floor.all(&["patron ada: seal ada@1 player 175", "lift ada@1 player", "bet ada@1 player 50"]);
    let wager = &floor.seen(zoe()).wagers[0];
    assert_eq!((wager.stake, wager.sealed), (Some(money("50")), false));
}

#[test]
fn what_a_patron_has_is_known_to_that_patron_alone() {
    let mut floor = Floor::under(
        "rws-2016",
        &[
            "open usual, limits 10..500",
            "prepare",
            "sit ada@1",
            "sit ben@2",
            "system: buy-in ada 1234.56 balance",
            "system: buy-in ben 100 balance",
            "call place-your-bets",
            "patron ada: bet ada@1 player 34.56",
        ],
    );
    assert_eq!(floor.seen(ada()).balance, Some(money("1200")));
    assert_eq!((floor.seen(ben()).balance, floor.seen(ben()).owed), (Some(money("100")), None));
    assert_eq!((floor.seen(DEALER).balance, floor.seen(Viewer::Public).balance), (None, None));
    floor.all(&["patron ada: cash-out ada 200"]);
    for viewer in [ben(), zoe()] {
        let lines = floor.read(viewer);
        assert!(
            !lines.iter().any(|line| line.contains("1234.56") || line.contains("cashed-out")),
            "{lines:?}"
        );
        assert!(lines.contains(&"wagered ada@1 player 34.56".to_owned()));
        let text = serde_json::to_string(&floor.seen(viewer)).unwrap();
        assert!(!text.contains("120000") && !text.contains("100000"), "{viewer:?} sees {text}");
    }
    assert!(floor.read(ada()).contains(&"bought ada 1234.56 balance".to_owned()));
    assert!(floor.read(DEALER).contains(&"bought ada 1234.56 balance".to_owned()));
    // At a table with chips all see what is pushed over the layout.
    let mut chips = table("open limits 25..500, cash yes");
    chips.all(&["buy-in ada 500 cash", "fill 1000"]);
    assert!(chips.read(zoe()).contains(&"bought ada 500 cash".to_owned()));
    assert!(!chips.read(zoe()).iter().any(|line| line.starts_with("filled")));
    assert!(chips.read(DEALER).contains(&"filled 1000".to_owned()));
}

#[test]
fn whoever_may_be_anybody_sees_which_places_are_taken_and_no_more_of_people() {
    let mut floor = table("open limits 25..500, cash yes, method B");
    floor.all(&["buy-in ada 500 cash", "bet ada@1 player 137", "bet ben@2 banker 50"]);
    let check = |floor: &Floor| {
        let seen = floor.seen(Viewer::Public);
        assert_eq!(seen.seats, [(1, patron("seat-1")), (2, patron("seat-2"))]);
        let text = serde_json::to_string(&seen).unwrap() + &floor.read(Viewer::Public).concat();
        for secret in ["ada", "ben", "13700", "137", "\"50"] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
    };
    check(&floor);
    floor.all(&["card Ks", "card 2d", "card 9h", "card 3c", "pass player to ada"]);
    check(&floor);
    floor.all(&["return player", "pass banker to ben", "return banker", "settle"]);
    check(&floor);
    assert!(floor.read(zoe()).contains(&"wagered ada@1 player 137".to_owned()));
}

#[test]
fn the_clock_and_the_signs_say_when_they_are_due() {
    let mut floor = Floor::under(
        "rws-2016",
        &["open usual, limits 10..500, bet-seconds 20", "prepare", "sit ada@1", "call place-your-bets"],
    );
    let seen = floor.seen(Viewer::Public);
    assert_eq!((seen.opened, seen.closes), (Some(Time(0)), Some(Time(20_000_000))));
    floor.now = Time(20_000_000);
    floor.all(&["system: tick +20s"]);
    let seen = floor.seen(Viewer::Public);
    assert_eq!((seen.phase, seen.closes), (SeenPhase::NoMoreBets, None));
    assert_eq!(seen.last_call, Some((Call::NoMoreBets, Time(20_000_000))));

    let mut floor = table("open limits 25..500");
    floor.all(&["post limits 50..500", "post closure"]);
    let seen = floor.seen(DEALER);
    let sign = seen.signs.iter().find(|sign| sign.sign.kind() == SignKind::Limits).unwrap();
    let limits = Sign::Limits(Money::from_minor(5_000), Money::from_minor(50_000));
    assert_eq!((&sign.sign, sign.since), (&limits, Time(0)));
    assert_eq!(sign.due, Some(Time(0).plus_minutes(20)));
    assert!(!seen.waiting.iter().any(|wait| wait.what == WaitingKind::Limits));
    floor.now = Time(0).plus_minutes(20);
    floor.all(&["call place-your-bets"]);
    let seen = floor.seen(DEALER);
    let wait = seen.waiting.iter().find(|wait| wait.what == WaitingKind::Limits).unwrap();
    assert_eq!(wait.command, Some("change limits 50..500".parse().unwrap()));
    assert_eq!(wait.roles, [Role::CasinoSupervisor]);
    assert!(floor.seen(Viewer::Public).waiting.is_empty());
}

#[test]
fn staff_see_the_tables_money_who_is_on_duty_and_what_is_disputed() {
    let mut floor = table("open limits 25..500, differential 300, float 9000, cash yes");
    floor.all(&[
        "casino-supervisor sue: sign-on",
        "buy-in ada 500 cash",
        "bet ada@1 player 300",
        "bet ben@2 banker 50",
        "patron ben: dispute ben the last payout",
    ]);
    let seen = floor.seen(DEALER);
    let till = seen.till.unwrap();
    assert_eq!((till.float, till.drop, till.layout), (money("8500"), money("500"), Some(money("350"))));
    assert_eq!((till.on_player, till.on_banker), (Some(money("300")), Some(money("50"))));
    assert_eq!((till.differs, till.differential), (Some(money("250")), Some(money("300"))));
    assert_eq!(seen.on_duty, [(Role::CasinoSupervisor, patron("sue"))]);
    assert_eq!(seen.disputes[0].what, "the last payout");
    assert!(
        seen.waiting
            .iter()
            .any(|wait| wait.what == WaitingKind::Decide && wait.patron == Some(patron("ben")))
    );
    let own = floor.seen(ben());
    assert_eq!((own.disputes.len(), own.till, own.on_duty.len()), (1, None, 0));
    assert!(floor.seen(ada()).disputes.is_empty());
    assert!(!floor.read(ada()).iter().any(|line| line.contains("payout") || line.contains("sue")));
}

#[test]
fn an_officer_sees_what_may_be_chosen() {
    let opening = "open usual, demonstration yes, limits 10..500";
    let mut floor =
        Floor::under("tas-2013", &["game-inspector ivy: sign-on", opening, "prepare", "sit ada@1"]);
    floor.all(&["buy-in ada 500 balance", "bet ada@1 player 50", "card Ks", "card 2d", "card 6h"]);
    floor.all(&["report misdeal beyond-repair"]);
    let mishap = floor.seen(DEALER).trouble.unwrap();
    assert_eq!((mishap.mishap, mishap.cure), (Mishap::Misdeal, Cure::Officer));
    assert_eq!(mishap.orders, [Role::GameInspector]);
    assert!(mishap.choices.contains(&Cure::VoidCoup) && !mishap.choices.contains(&Cure::OpensNextCoup));
    assert_eq!(floor.seen(ada()).trouble.map(|own| own.mishap), Some(Mishap::Misdeal));
    let inspector: Actor = "game-inspector ivy".parse().unwrap();
    let choices =
        allowed(&floor.book, &floor.table, inspector).into_iter().filter(|own| own.refusal.is_none());
    let choices = choices.filter(|own| matches!(own.command, Command::Order { cure: Some(_) }));
    assert_eq!(choices.count(), mishap.choices.len());
    floor.all(&["game-inspector ivy: order void-coup"]);
    assert_eq!(floor.seen(ada()).balance, Some(money("500")));
}

#[test]
fn a_table_of_another_day_shows_none_of_the_coups_before() {
    let mut floor = table("open limits 25..500");
    floor.all(&["bet ada@1 player 100"]);
    floor.all(&NATURAL);
    floor.all(&["settle", "leave ada", "leave ben", "casino-supervisor sue: close", "open limits 25..500"]);
    let seen = floor.seen(Viewer::Public);
    assert!(seen.entries.is_empty() && seen.settled.is_empty() && seen.hands[Side::Player].is_empty());
}

#[test]
fn patrons_are_asked_what_only_they_can_agree_to() {
    let matters = |floor: &Floor, viewer: Viewer| -> Vec<String> {
        let line = |own: &punto_seen::SeenMatter| {
            let (asked, mine) = (if own.asked { " asked" } else { "" }, if own.mine { " mine" } else { "" });
            format!("{} {}/{}{asked}{mine} by {}", own.matter, own.agreed, own.needed, own.by)
        };
        floor.seen(viewer).matters.iter().map(line).collect()
    };
    // Coups without wagers: one asks, then the others are asked.
    let mut floor = table("open limits 25..500");
    assert_eq!(matters(&floor, ada()), ["no-bet-coups 0/2 by 7.5"]);
    floor.all(&["patron ben: consent ben no-bet-coups"]);
    assert_eq!(matters(&floor, ada()), ["no-bet-coups 1/2 asked by 7.5"]);
    assert_eq!(matters(&floor, ben()), ["no-bet-coups 1/2 asked mine by 7.5"]);
    assert_eq!(matters(&floor, DEALER), ["no-bet-coups 1/2 asked by 7.5"]);
    assert_eq!(matters(&floor, Viewer::Public), [""; 0]);
    assert_eq!(matters(&floor, Viewer::Patron(patron("eve"))), [""; 0]);
    floor.all(&["bet ada@1 player 100"]);
    assert_eq!(matters(&floor, ada()), [""; 0]);
    // Limits that have been announced and not been up long enough.
    let lines = ["game-inspector gus: sign-on", "open usual, limits 25..500", "sit ada@1", "sit ben@2"];
    let mut floor = Floor::under("tas-2013", &lines);
    let limits = |floor: &Floor| matters(floor, ada()).into_iter().find(|line| line.starts_with("limits"));
    assert_eq!(limits(&floor), None);
    floor.all(&["management-representative max: post limits 50..500"]);
    assert_eq!(limits(&floor).as_deref(), Some("limits 0/2 asked by 7.6.a"));
    floor.all(&["patron ada: consent ada limits"]);
    assert_eq!(limits(&floor).as_deref(), Some("limits 1/2 asked mine by 7.6.a"));
}

/// A card too many lies face down, and one like it lies open with Banker's hand.
fn with_a_card_too_many(seen: &str) -> Floor {
    let mut floor = table("open limits 25..500");
    floor.all(&["bet ada@1 player 100", "card Ks", "card 2d", "card 6h", "card 5c", "call points"]);
    floor.all(&[&format!("card 2d to nobody{seen}")]);
    floor
}

#[test]
fn a_card_too_many_that_lies_face_down_is_not_named_by_one_like_it_that_lies_open() {
    let mut floor = with_a_card_too_many("");
    let named = |floor: &Floor, viewer: Viewer| {
        let lines = [floor.read(viewer), floor.read_late(viewer)].concat();
        lines.iter().filter(|line| line.starts_with("card 2d ")).count()
    };
    for viewer in [ada(), zoe(), DEALER, Viewer::Public] {
        assert_eq!(named(&floor, viewer), 0, "{viewer:?}");
        assert!(floor.read(viewer).iter().any(|line| line == "card ?? opens-next-coup"), "{viewer:?}");
    }
    assert_eq!(named(&floor, Viewer::Staff(Role::Surveillance)), 2);
    floor.all(&["settle"]);
    for viewer in [ada(), DEALER, Viewer::Public] {
        assert_eq!(named(&floor, viewer), 0, "{viewer:?} when the coup is over");
    }
    // Everybody has seen one that was shown.
    assert_eq!(named(&with_a_card_too_many(" seen"), ada()), 2);
}

#[test]
fn a_card_that_waits_unseen_is_named_by_no_refusal_and_no_list_of_what_may_be_said() {
    let mut floor = with_a_card_too_many("");
    floor.all(&["settle", "bet ada@1 player 100"]);
    let dealer: Actor = "dealer dan".parse().unwrap();
    let other = Stamped { at: floor.now, by: dealer, command: "card 9h".parse().unwrap() };
    let refused = decide(&floor.book, &floor.table, &other).unwrap_err().to_string();
    assert!(refused.contains("waits") && !refused.contains("2d"), "{refused}");
    let list = allowed(&floor.book, &floor.table, dealer);
    let deals = list.iter().find(|own| own.command.to_string().starts_with("card "));
    assert_eq!(deals.map(|own| own.refusal.is_none()), Some(true), "the dealer may go on");
    for own in list.iter().filter(|own| !matches!(own.command, Command::Rekey { .. })) {
        assert!(!own.command.to_string().contains("2d"), "{}", own.command);
        assert!(own.refusal.as_ref().is_none_or(|why| !why.to_string().contains("2d")), "{}", own.command);
    }
}

#[test]
fn a_closed_table_is_offered_to_the_dealer_as_it_was() {
    let usual = "usual, limits 20..500, decks 8, seats 9, house payout-rounding down, house seen-surplus-card officer";
    let inspector = "game-inspector ivy: sign-on";
    let mut floor = Floor::under("tas-2018", &[inspector, &format!("open {usual}, date 2019-03-01")]);
    floor.all(&["management-representative max: liability 4000", "management-representative max: close"]);
    let dealer = Actor::Staff(Role::Dealer, "dan".parse().unwrap());
    let offered = allowed(&floor.book, &floor.table, dealer);
    let open = offered.iter().find(|one| matches!(one.command, Command::Open { .. })).unwrap();
    assert_eq!(open.refusal, None);
    assert!(open.command.to_string().contains("liability 4000"), "{}", open.command);
}
