//! What a hostile patron, an inspector and a dealer found, each kept from coming back.

use punto_rulebook::Rulebook;
use punto_table::{
    Account, Actor, Coin, Command, Event, Happening, Hindrance, MarkerState, Phase, Reason, Refused, Stamped,
    Table, Time, apply, decide,
};
use punto_vocab::Money;

struct Played {
    book: Rulebook,
    table: Table,
    now: Time,
}

impl Played {
    /// A table after these lines, each `role name: command`; a line without a speaker is the dealer's.
    #[track_caller]
    fn new(id: &str, lines: &[&str]) -> Played {
        let book = Rulebook::embedded(id).unwrap();
        let mut played = Played { book, table: Table::default(), now: Time(0) };
        played.all(lines);
        played
    }

    #[track_caller]
    fn all(&mut self, lines: &[&str]) {
        for line in lines {
            self.say(line).unwrap_or_else(|refused| panic!("{line}: {refused}"));
        }
    }

    fn say(&mut self, line: &str) -> Result<Vec<Event>, Refused> {
        let (by, said) = line
            .split_once(": ")
            .unwrap_or((if line.starts_with("open") { "system" } else { "dealer dan" }, line));
        let by: Actor = by.parse().unwrap();
        let command: Command = said.parse().unwrap();
        let events = decide(&self.book, &self.table, &Stamped { at: self.now, by, command })?;
        for event in &events {
            apply(&mut self.table, self.now, by, event);
        }
        Ok(events)
    }

    #[track_caller]
    fn refused(&mut self, line: &str) -> Reason {
        match self.say(line) {
            Ok(events) => panic!("{line}: {events:?}"),
            Err(refused) => refused.reason,
        }
    }

    /// What lies on the layout by the ledger, and by the wagers.
    fn layout(&self) -> (Money, Money) {
        let on = |coin| self.table.ledger.on(coin, Account::Layout);
        let open = self.table.open.as_ref().unwrap();
        let lies = open.wagers().iter().map(|placed| placed.wager.stake.total()).sum();
        (on(Coin::Chips) + on(Coin::Tokens) + on(Coin::Credits), lies)
    }
}

fn has(events: &[Event], what: impl Fn(&Happening) -> bool) -> bool {
    events.iter().any(|event| what(&event.what))
}

const NSW: [&str; 5] =
    ["open usual, limits 25..500", "prepare", "sit ada@1", "sit ben@2", "bet ada@1 player 100"];

// The attacker.

#[test]
fn patrons_speak_for_themselves_alone() {
    let mut lines = NSW;
    lines[0] = "open usual, limits 25..500, tournament yes";
    let mut played = Played::new("nsw-2021", &lines);
    let before = played.table.clone();
    for line in [
        "bet ada@1 banker 100",
        "tokens ada@1 tie 25",
        "seal ada@1 tie 25",
        "alter ada@1 player 200",
        "lift ada@1 player",
        "withdraw ada@1 player",
        "reveal ada@1 player",
        "sit cat@3",
        "stand cat@12",
        "take ada@4",
        "leave ada",
        "cash-out ada 100",
        "colour-change ada 100",
        "consent ada no-bet-coups",
        "dispute ada paid too little",
        "decline ada banker",
        "decline-cut ada",
        "pass-cut ada to ben",
        "cut 100 by ada",
    ] {
        let reason = played.refused(&format!("patron ben: {line}"));
        assert!(matches!(reason, Reason::SpeaksForAnother { .. }), "{line}: {reason}");
    }
    assert_eq!(played.table, before);
    played.all(&[
        "patron ben: bet ben@2 banker 100",
        "patron ada: lift ada@1 player",
        "patron ada: leave ada",
    ]);
}

#[test]
fn what_staff_do_is_not_done_by_patrons_or_by_those_who_watch() {
    let mut played = Played::new("nsw-2021", &NSW);
    for line in [
        "buy-in ben 1000 cash",
        "change method B",
        "end-shoe",
        "tell surveillance of card-fault",
        "marker-seen",
        "marker",
        "resume",
        "order",
        "free-coup",
        "turn player",
        "offer player to ben",
        "pass player to ben",
        "offer-cut ben",
        "card Ks seen-in-shoe",
        "limit-off above_maximum",
        "wager-order ben ada",
        "report misdeal plain",
        "act shuffle",
        "act calls",
        "fill 100",
        "close",
    ] {
        played.refused(&format!("patron ben: {line}"));
    }
    for line in ["card Ks", "bet ada@1 tie 25", "call no-more-bets", "settle", "buy-in ada 100 cash"] {
        let reason = played.refused(&format!("surveillance vic: {line}"));
        assert!(matches!(reason, Reason::WrongRole { .. }), "{line}: {reason}");
    }
    let mut closed = Played::new("nsw-2021", &[]);
    assert!(matches!(closed.refused("patron ben: open usual"), Reason::WrongRole { .. }));
}

#[test]
fn nobody_gives_themselves_credits() {
    let mut played = Played::new("rws-2016", &["open usual, limits 5..5000", "prepare", "sit ada@1"]);
    played.refused("patron ada: buy-in ada 500 balance");
    assert_eq!(played.table.ledger.total(Coin::Credits), Money::ZERO);
    played.all(&[
        "system: buy-in ada 500 balance",
        "call place-your-bets",
        "patron ada: bet ada@1 player 400",
    ]);
    // What lies counts when a wager is altered.
    played.all(&["patron ada: alter ada@1 player 500"]);
    assert!(matches!(played.refused("patron ada: alter ada@1 player 600"), Reason::NotEnough { .. }));
    let huge = Command::BuyIn {
        patron: "ada".parse().unwrap(),
        amount: Money::from_minor(i64::MAX),
        with: punto_table::With::Balance,
        voucher: None,
    };
    let stamped = Stamped { at: Time(0), by: Actor::System, command: huge };
    assert!(decide(&played.book, &played.table, &stamped).is_err());
    assert!(matches!(played.refused("sit ben@0"), Reason::NoSuchBox { .. }));
}

#[test]
fn a_hand_is_returned_by_whoever_holds_it() {
    let lines = ["open usual, method B, limits 25..500", "prepare", "sit ada@1", "sit ben@2"];
    let mut played = Played::new("nsw-2021", &lines);
    played.all(&["bet ada@1 player 100", "card Ks", "card 2d", "card 6h", "card 3c", "pass player to ada"]);
    assert!(matches!(played.refused("patron ben: return player"), Reason::SpeaksForAnother { .. }));
    played.all(&["patron ada: return player"]);
}

#[test]
fn a_refusal_does_not_tell_a_natural_that_lies_face_down() {
    let open = ["open usual, method B, limits 25..500", "prepare", "sit ada@1", "bet ada@1 player 100"];
    let dealt = |fourth| {
        let mut played = Played::new("nsw-2021", &open);
        played.all(&["card Ks", "card 3d", "card 2h", fourth]);
        played
    };
    for fourth in ["card 5c", "card 6c"] {
        assert!(matches!(dealt(fourth).refused("card 4s"), Reason::NotTurned(_)), "{fourth}");
    }
    // One that has slipped out is on record, in the same words whatever the hands are.
    for line in ["card 4s to player", "card 4s to nobody"] {
        let [natural, none] = ["card 6c", "card 5c"].map(|fourth| dealt(fourth).say(line).unwrap());
        assert_eq!(natural, none, "{line}");
    }
}

// The inspector.

#[test]
fn a_review_is_of_the_case_that_was_decided() {
    let mut played = Played::new("nsw-2021", &NSW);
    played.all(&["dispute ada paid too little", "game-supervisor sue: decide paid right"]);
    let own = played.refused("casino-supervisor sue: review upheld");
    assert!(matches!(own, Reason::SamePerson(_)));
    played.all(&["dispute ben a late wager", "casino-supervisor max: review upheld"]);
    let left: Vec<String> = played.table.disputes.iter().map(|case| case.what.to_string()).collect();
    assert_eq!(left, ["a late wager"], "what has been reviewed is closed");
}

#[test]
fn a_wrong_order_is_put_right_by_another_and_not_taken_back() {
    // The inspector orders cards to be put right that cannot be.
    let open = ["game-inspector ivy: sign-on", "open usual, limits 25..500", "prepare", "sit ada@1"];
    let mut played = Played::new("tas-2018", &open);
    played.all(&["bet ada@1 player 100", "card Ks", "card 3d", "card 2h", "card 4c"]);
    played.all(&["report misdeal reconstructable"]);
    assert!(matches!(played.refused("order"), Reason::WrongRole { .. }), "the dealer orders nothing");
    let ordered = played.say("game-inspector ivy: order").unwrap();
    assert!(has(&ordered, |what| matches!(what, Happening::Ordered { .. })));
    // It has its effect in the same record, and there is nothing left to take back.
    assert_eq!(played.refused("game-inspector ivy: order"), Reason::NoTrouble);
    // Another report, and another order, put the coup right as long as it goes on.
    played.all(&["report misdeal beyond-repair"]);
    assert!(matches!(played.refused("settle"), Reason::InTrouble(_)));
    let ordered = played.say("game-inspector ivy: order").unwrap();
    assert!(has(&ordered, |what| matches!(what, Happening::CoupVoid { .. })));
    assert_eq!(played.layout(), (Money::ZERO, Money::ZERO), "every stake is back");
    // A coup that is void stays so: its stakes are with their owners, and there is no result to put right.
    let again = played.say("report misdeal reconstructable");
    assert!(!again.is_ok_and(|events| has(&events, |what| matches!(what, Happening::Reversed))));
}

#[test]
fn a_sign_serves_for_one_change() {
    let mut played =
        Played::new("nsw-2021", &["open usual, limits 25..500", "prepare", "post limits 50..500"]);
    played.now = Time(0).plus_minutes(20);
    played.all(&[
        "casino-supervisor sue: change limits 50..500",
        "casino-supervisor sue: change limits 25..500",
    ]);
    assert!(matches!(played.refused("casino-supervisor sue: change limits 50..500"), Reason::NoSign { .. }));
}

#[test]
fn a_void_coup_is_not_brought_back() {
    let mut played = Played::new("nsw-2021", &NSW);
    played.all(&["card Ks", "card 2d", "card 6h", "card 3c", "report misdeal beyond-repair"]);
    let _ = played.say("casino-supervisor sue: order");
    assert_eq!(played.table.coups.ended(), 1);
    let again = played.say("report misdeal reconstructable").unwrap_or_default();
    assert!(!has(&again, |what| matches!(what, Happening::Reversed)));
    assert!(!played.table.open.as_ref().unwrap().in_coup());
    assert_eq!(played.layout(), (Money::ZERO, Money::ZERO));
}

#[test]
fn trouble_in_an_earlier_coup_does_not_void_this_one_and_keep_its_stakes() {
    use punto_rulebook::Mishap;
    for mishap in Mishap::ALL {
        let mut played = Played::new("nsw-2021", &NSW);
        played.all(&["card Ks", "card 2d"]);
        let _ = played.say(&format!("report {mishap} earlier-coup"));
        let _ = played.say("casino-supervisor sue: order");
        let (ledger, lies) = played.layout();
        assert_eq!(ledger, lies, "{mishap}");
    }
}

#[test]
fn a_coup_that_is_put_right_counts_once() {
    let mut played = Played::new("nsw-2021", &NSW);
    played.all(&[
        "marker",
        "call last-coup",
        "card Ks",
        "card 2d",
        "card 6h",
        "card 4c",
        "call points",
        "call result",
        "settle",
    ]);
    let marker = |played: &Played| played.table.open.as_ref().unwrap().shoe.marker;
    let after = marker(&played);
    let Ok(events) = played.say("report misdeal reconstructable") else { return };
    if has(&events, |what| matches!(what, Happening::Reversed)) {
        assert_ne!(marker(&played), after, "the marker stands as before the coup ended");
        assert_eq!(played.table.coups.ended(), 0);
        assert!(matches!(marker(&played), MarkerState::Out { .. }));
    }
}

#[test]
fn a_tie_that_is_undone_finds_its_stakes_again() {
    let open = "open usual, limits 10..500, house correction-window next-first-card";
    let mut played = Played::new("nz-1998", &[open, "prepare burn Ac", "sit ada@1"]);
    played.all(&["bet ada@1 player 100", "call no-more-bets", "card Ks", "card 2d", "card 6h", "card 4c"]);
    played.all(&["call points", "call result"]);
    let events = played.say("settle").unwrap();
    assert!(has(&events, |what| matches!(what, Happening::Stays { .. })));
    let hundred: Money = "100".parse().unwrap();
    assert_eq!(played.layout(), (hundred, hundred));
    played.all(&["alter ada@1 player 150", "report misdeal reconstructable"]);
    assert!(played.table.open.as_ref().unwrap().in_coup(), "the coup is open again");
    assert_eq!(played.layout(), (hundred, hundred));
}

#[test]
fn nothing_lies_on_past_the_end_of_a_shoe() {
    let mut played = Played::new("nz-1998", &["open usual, limits 10..500", "prepare burn Ac", "sit ada@1"]);
    for _ in 0..3 {
        let _ = played.say("marker");
        let Some(Phase::Betting(_)) = played.table.open.as_ref().map(|open| &open.phase) else { break };
        let _ = played.say("bet ada@1 player 100");
        let _ = played.say("call last-coup");
        played.all(&["call no-more-bets", "card Ks", "card 2d", "card 6h", "card 4c"]);
        played.all(&["call points", "call result", "settle"]);
        let (ledger, lies) = played.layout();
        assert_eq!(ledger, lies);
    }
    assert_eq!(played.layout(), (Money::ZERO, Money::ZERO));
}

#[test]
fn tokens_stay_tokens() {
    let mut played = Played::new("nsw-2021", &["open usual, limits 25..500", "prepare", "sit ada@1"]);
    played.all(&["buy-in ada 1000 voucher P-1", "tokens ada@1 player 100"]);
    played.refused("alter ada@1 player 50");
    played.refused("alter ada@1 player 600");
    played.all(&["alter ada@1 player 500"]);
    let five: Money = "500".parse().unwrap();
    assert_eq!(played.layout(), (five, five));
    // The maximum falls below the tokens that lie: what is over goes back in kind.
    played.all(&[
        "lift ada@1 player",
        "tokens ada@1 player 500",
        "casino-supervisor sue: change limits 25..100",
    ]);
    played.all(&["card Ks", "card 2d", "card 9h", "card 3c", "call points"]);
    let events = played.say("settle").unwrap();
    assert!(has(&events, |what| matches!(what, Happening::TokensReturned { .. })));
    assert!(!has(&events, |what| matches!(what, Happening::StakeReturned { .. })));
    assert_eq!(played.table.ledger.on(Coin::Chips, Account::Layout), Money::ZERO);
    assert_eq!(played.table.ledger.on(Coin::Tokens, Account::Layout), Money::ZERO);
}

#[test]
fn one_person_in_two_roles_is_one_person() {
    let mut played = Played::new("nz-1998", &["open usual, limits 10..500", "sit ada@1"]);
    let _ = played.say("act show-cards");
    played.all(&["dealer sue: act check-cards"]);
    let second = played.refused("game-supervisor sue: act check-cards");
    assert_eq!(second, Reason::NotNow(Hindrance::OtherPost));
    assert!(matches!(played.refused("act wash"), Reason::Missing { .. }));
    played.all(&["dealer dan: act check-cards"]);
}

#[test]
fn credits_that_are_gone_when_a_settlement_is_undone_are_owed() {
    let mut played = Played::new("rws-2016", &["open usual, limits 5..5000", "prepare", "sit ada@1"]);
    played.all(&[
        "system: buy-in ada 100 balance",
        "call place-your-bets",
        "patron ada: bet ada@1 player 100",
    ]);
    played.all(&["call no-more-bets", "card Ks", "card 2d", "card 9h", "card 3c", "settle"]);
    played.all(&["patron ada: cash-out ada 200"]);
    let events = played.say("report misdeal reconstructable").unwrap();
    assert!(has(&events, |what| matches!(what, Happening::Reversed)), "{events:?}");
    let (ada, hundred) = ("ada".parse().unwrap(), "100".parse::<Money>().unwrap());
    let on = |played: &Played, account| played.table.ledger.on(Coin::Credits, account);
    assert_eq!(on(&played, Account::Balance(ada)), Money::ZERO);
    assert_eq!(on(&played, Account::Owed(ada)), -(hundred + hundred));
    // The same result again pays what is owed, and nothing more.
    let _ = played.say("resume");
    let _ = played.say("call result");
    played.all(&["settle"]);
    assert_eq!(on(&played, Account::Owed(ada)), Money::ZERO);
    assert_eq!(on(&played, Account::Balance(ada)), Money::ZERO);
}

// The dealer.

#[test]
fn nobody_with_a_wager_is_sent_away() {
    let mut lines: Vec<String> = vec!["open usual, limits 25..500".into(), "prepare".into()];
    let names =
        ["ada", "ben", "cat", "dot", "eve", "fay", "gil", "hal", "ida", "joe", "kim", "lou", "mia", "ned"];
    let book = Rulebook::embedded("nsw-2021").unwrap();
    let mut played = Played { book, table: Table::default(), now: Time(0) };
    for line in &lines.split_off(0) {
        played.say(line).unwrap();
    }
    let seats = played.table.open.as_ref().unwrap().terms.seats.unwrap() as usize;
    for (place, name) in names.iter().take(seats).enumerate() {
        played.say(&format!("sit {name}@{}", place + 1)).unwrap();
    }
    for _ in 0..3 {
        played.all(&[
            "bet ada@1 player 100",
            "card Ks",
            "card 2d",
            "card 9h",
            "card 3c",
            "call points",
            "settle",
        ]);
    }
    played.all(&["bet ben@2 player 100"]);
    played.refused("move-on ben");
    played.all(&["lift ben@2 player", "move-on ben"]);
}

#[test]
fn the_role_of_banker_goes_with_nobody_who_leaves_and_from_nobody_who_holds_it() {
    let mut played = Played::new("nsw-2021", &["open usual, method C, limits 25..500", "prepare"]);
    played.all(&["sit ada@1", "sit ben@2", "sit cat@3"]);
    let first =
        ["ada", "ben", "cat"].iter().find(|name| played.say(&format!("pass banker to {name}")).is_ok());
    let first = first.unwrap();
    for name in ["ada", "ben", "cat"] {
        for line in [format!("pass banker to {name}"), format!("offer banker to {name}")] {
            let reason = played.refused(&line);
            let held = matches!(reason, Reason::NotNow(Hindrance::RoleHeld));
            let expected = if name == *first { held } else { matches!(reason, Reason::NotNext(..)) };
            assert!(expected, "{line}: {reason}");
        }
    }
    let events = played.say(&format!("leave {first}")).unwrap();
    assert!(has(&events, |what| matches!(what, Happening::RoleGivenUp { .. })));
    assert_eq!(played.table.open.as_ref().unwrap().role.holder, None);
}

#[test]
fn wagers_closed_with_nothing_down_are_opened_again() {
    let mut played = Played::new(
        "rws-2016",
        &["open usual, limits 5..5000", "prepare", "sit ada@1", "system: buy-in ada 500 balance"],
    );
    played.all(&["call place-your-bets", "call no-more-bets", "call place-your-bets"]);
    played.all(&["patron ada: bet ada@1 player 100", "call no-more-bets"]);
    // With a wager down there is no way back.
    played.refused("call place-your-bets");
    played.all(&["card Ks"]);
}

#[test]
fn nothing_is_void_where_no_coup_is_on() {
    for id in Rulebook::embedded_ids() {
        let mut played =
            Played::new(id, &["game-inspector ivy: sign-on"][..usize::from(id.starts_with("tas"))]);
        played.all(&["open usual, limits 5..5000"]);
        let events = played.say("report disruption plain").unwrap_or_default();
        assert!(!has(&events, |what| matches!(what, Happening::CoupVoid { .. })), "{id}");
        assert_eq!(played.table.coups.ended(), 0);
    }
}

/// A Tasmanian coup is complete with the seven cards behind the marker left, and one more is drawn to Player by mistake.
fn followed_the_marker(start: usize) -> Option<Played> {
    let kinds: Vec<String> = "A23456789TJQK"
        .chars()
        .flat_map(|rank| "shdc".chars().map(move |suit| format!("{rank}{suit}")))
        .collect();
    let shoe: Vec<&String> = kinds.iter().cycle().skip(start).step_by(5).take(208).collect();
    let opened =
        ["game-inspector ivy: sign-on", "open usual, decks 4, limits 10..1000", "prepare", "sit ada@1"];
    let mut played = Played::new("tas-2013", &opened);
    let mut next = 0;
    while next + 11 <= 208 {
        played.say("bet ada@1 player 100").ok()?;
        for _ in 0..4 {
            played.say(&format!("card {}", shoe[next])).ok()?;
            next += 1;
        }
        played.say("call points").ok()?;
        while next < 201 && played.say(&format!("card {}", shoe[next])).is_ok() {
            next += 1;
        }
        if next == 201 {
            let stray = played.say(&format!("card {} to player", shoe[next])).ok()?;
            return has(&stray, |what| matches!(what, Happening::CardAtMouth { .. })).then_some(played);
        }
        played.all(&["call result", "settle"]);
    }
    None
}

#[test]
fn no_card_is_dealt_after_the_marker_and_one_more() {
    let mut played = (0..52).find_map(followed_the_marker).unwrap();
    let mut before_result = Played::new("tas-2013", &[]);
    before_result.table = played.table.clone();
    played.all(&["call result", "settle"]);
    let said = played.say("marker").unwrap();
    assert!(has(&said, |what| *what == Happening::ShoeEnded), "{said:?}");
    assert!(matches!(played.refused("card 5h"), Reason::CardsNotReady(_) | Reason::ShoeEnded));
    // The same if the marker is noticed before the result is called.
    before_result.all(&["marker", "call result", "settle"]);
    assert_eq!(before_result.refused("card 5h"), Reason::ShoeEnded);
}

/// Where the house says so, the coups of a void shoe are undone: everybody has what they had before it, whatever happened in
/// them, and no stake stays on the layout.
#[test]
fn a_void_shoe_gives_back_what_its_coups_moved() {
    const NINE_EIGHT: [&str; 5] = ["card 9s", "card 5d", "card Ks", "card 3c", "settle"];
    const EIGHT_EIGHT: [&str; 5] = ["card 8s", "card 8d", "card Kh", "card Kc", "settle"];
    let wagers = ["bet ada@1 player 100", "bet ben@2 banker 100", "tokens ada@1 tie 50"];
    let rekeyed = ["casino-supervisor sue: rekey 3c as 4c", "settle"];
    let void =
        ["card 9s", "casino-supervisor sue: report misdeal beyond-repair", "casino-supervisor sue: order"];
    let short = ["casino-supervisor sue: mispaid ada@1 player 150"];
    let histories: [&[&[&str]]; 6] = [
        &[&wagers, &NINE_EIGHT, &wagers, &NINE_EIGHT],
        &[&wagers, &EIGHT_EIGHT, &wagers, &NINE_EIGHT],
        &[&wagers, &EIGHT_EIGHT],
        &[&wagers, &NINE_EIGHT, &rekeyed, &wagers[..2]],
        &[&wagers, &void, &wagers, &NINE_EIGHT],
        &[&wagers, &NINE_EIGHT, &short, &wagers, &["card 9s"]],
    ];
    for history in histories {
        let opening = "open limits 25..5000, chips 5 25 100 500, house void-shoe-finished-coups return";
        let seats = ["prepare", "sit ada@1", "sit ben@2", "buy-in ada 500 voucher P-1"];
        let mut played = Played::new("nsw-2021", &[opening]);
        played.all(&seats);
        let held = |own: &Played| -> Vec<(Coin, Account, Money)> {
            own.table.ledger.iter().filter(|(.., amount)| !amount.is_zero()).collect()
        };
        let before = held(&played);
        history.iter().for_each(|lines| played.all(lines));
        played.all(&["report sequence-revealed plain", "casino-supervisor sue: order"]);
        assert_eq!(held(&played), before, "{history:?}");
        assert_eq!(played.layout(), (Money::ZERO, Money::ZERO), "{history:?}");
    }
}
