//! A table that only shows the game: play credits and a clock under every document, and a shoe prepared with a cut
//! that a patron chose.

use punto_rulebook::{Burn, Closing, Medium, Rulebook};
use punto_table::{Account, Actor, Coin, Command, Event, Phase, Stamped, Table, Time, apply, decide};
use punto_vocab::{Money, PersonId};

/// A table that is told lines, each `role name: said`; the table's own clock and devices speak where nobody is named.
struct Floor {
    book: Rulebook,
    table: Table,
    now: Time,
}

impl Floor {
    fn under(book: &str) -> Floor {
        Floor { book: Rulebook::embedded(book).unwrap(), table: Table::default(), now: Time(0) }
    }

    fn ask(&mut self, line: &str) -> Result<Vec<Event>, String> {
        let (by, said) = line.split_once(": ").unwrap_or(("system", line));
        let (by, command): (Actor, Command) = (by.parse().unwrap(), said.parse().unwrap());
        let stamped = Stamped { at: self.now, by, command };
        let events = decide(&self.book, &self.table, &stamped).map_err(|refused| refused.to_string())?;
        for event in &events {
            apply(&mut self.table, self.now, by, event);
        }
        Ok(events)
    }

    /// The events of a line that must be allowed, as text.
    #[track_caller]
    fn say(&mut self, line: &str) -> String {
        match self.ask(line) {
            Ok(events) => events.iter().map(|event| event.to_string()).collect::<Vec<_>>().join("; "),
            Err(refused) => panic!("{}: `{line}` was refused: {refused}", self.book.id),
        }
    }

    /// The refusal of a line that must not be allowed.
    #[track_caller]
    fn refused(&mut self, line: &str) -> String {
        match self.ask(line) {
            Ok(events) => panic!("{}: `{line}` was allowed: {events:?}", self.book.id),
            Err(refused) => refused,
        }
    }

    fn balance(&self, patron: &str) -> Money {
        let patron: PersonId = patron.parse().unwrap();
        self.table.ledger.on(Coin::Credits, Account::Balance(patron))
    }

    /// Gets the cards ready; where their first says how many are burned, it is the ace of clubs.
    fn ready(&mut self, line: &str) -> String {
        let counted = self.table.open.as_ref().unwrap().terms.burn.value == Burn::Counted;
        self.say(&if counted { format!("{line} burn Ac") } else { line.to_owned() })
    }

    /// Opened as a demonstration with a clock of ten seconds, prepared, with ada at seat 1 and 1,000 credits.
    fn shown(book: &str) -> Floor {
        let mut floor = Floor::under(book);
        floor.say("open usual, limits 10..500, demonstration yes, bet-seconds 10");
        floor.ready("prepare");
        floor.say("sit ada@1");
        floor.say("buy-in ada 1000 balance");
        floor.say("call place-your-bets");
        floor
    }
}

fn documents() -> impl Iterator<Item = &'static str> {
    Rulebook::embedded_ids()
}

#[test]
fn every_document_is_shown_with_play_credits() {
    for id in documents() {
        let mut floor = Floor::shown(id);
        let terms = &floor.table.open.as_ref().unwrap().terms;
        assert!(terms.credits && terms.demonstration, "{id}");
        assert_eq!(terms.medium(&floor.book), Medium::Credits, "{id}");
        floor.say("bet ada@1 player 400");
        assert_eq!(floor.balance("ada"), "600".parse().unwrap(), "{id}");
        floor.say("alter ada@1 player 500");
        assert_eq!(floor.balance("ada"), "500".parse().unwrap(), "{id}");
        floor.say("lift ada@1 player");
        assert_eq!(floor.balance("ada"), "1000".parse().unwrap(), "{id}");
    }
}

#[test]
fn nobody_wagers_more_than_they_have_and_tokens_and_cash_are_refused() {
    for id in documents() {
        let mut floor = Floor::shown(id);
        floor.say("bet ada@1 player 500");
        floor.say("cash-out ada 400");
        // A document that plays with credits itself has the say; for the others the demonstration has.
        let own = floor.book.stakes.value.contains(&Medium::Credits);
        let by = if own { floor.book.stakes.by.to_string() } else { "house:demonstration".to_owned() };
        let poor = floor.refused("bet ada@1 tie 200");
        assert!(poor.contains("ada has 100, not 200") && poor.ends_with(&format!("({by})")), "{id}: {poor}");
        let much = floor.refused("cash-out ada 200");
        assert!(much.contains("ada has 100, not 200") && much.ends_with(&format!("({by})")), "{id}: {much}");
        let tokens = floor.refused("tokens ada@1 tie 50");
        assert!(tokens.contains("not of promotional tokens"), "{id}: {tokens}");
        assert!(tokens.ends_with(&format!("({by})")), "{id}: {tokens}");
        let cash = floor.refused("buy-in ada 100 cash");
        assert!(cash.ends_with("(house:demonstration)"), "{id}: {cash}");
        assert_eq!(floor.balance("ada"), "100".parse().unwrap(), "{id}");
    }
}

#[test]
fn the_opening_and_its_refusals_rest_on_the_demonstration() {
    for id in documents() {
        let mut floor = Floor::under(id);
        let wrong = "open usual, demonstration perhaps".parse::<Command>().unwrap_err().to_string();
        assert!(wrong.contains("neither yes nor no"), "{id}: {wrong}");
        let opened = floor.say("open usual, demonstration yes, limits 5..5000");
        assert!(opened.contains("demonstration yes"), "{id}: {opened}");
        assert!(opened.ends_with("house:demonstration"), "{id}: {opened}");
    }
}

#[test]
fn only_a_demonstration_lends_a_live_table_a_clock() {
    for id in documents() {
        let mut floor = Floor::under(id);
        let electronic = floor.book.closing.value == Closing::Display;
        assert_eq!(floor.ask("open usual, bet-seconds 10, limits 5..5000").is_ok(), electronic, "{id}");
        let mut floor = Floor::under(id);
        let line = "open usual, demonstration yes, limits 5..5000, bet-seconds";
        assert!(floor.refused(&format!("{line} 0")).contains("bet-seconds 0"), "{id}");
        let soon = format!("{line} soon").parse::<Command>().unwrap_err().to_string();
        assert!(soon.contains("bet-seconds: `soon` is not a whole number"), "{id}: {soon}");
    }
}

#[test]
fn the_clock_closes_wagers_before_the_first_card() {
    for id in documents() {
        let mut floor = Floor::shown(id);
        floor.say("bet ada@1 player 100");
        let electronic = floor.book.closing.value == Closing::Display;
        floor.now = Time(9_000_000);
        assert_eq!(floor.say("tick +9s"), "", "{id}");
        floor.now = Time(10_000_000);
        // From the last moment on nothing more is taken, whether the clock has been heard yet or not.
        let late = floor.refused("bet ada@1 tie 10");
        let closed = floor.say("tick +10s");
        assert!(closed.contains("called no-more-bets") && closed.contains("wagers-closed"), "{id}: {closed}");
        let lift = floor.refused("lift ada@1 player");
        for text in [&late, &closed, &lift] {
            assert_eq!(text.contains("house:demonstration"), !electronic, "{id}: {text}");
        }
        assert_eq!(floor.say("tick +10s"), "", "{id}");
        let first = floor.say("card Ks");
        assert!(!first.contains("wagers-closed"), "{id}: {first}");
        assert!(matches!(floor.table.open.as_ref().unwrap().phase, Phase::Dealing(_)), "{id}");
    }
}

#[test]
fn wagers_that_are_open_are_not_opened_again_to_win_time() {
    for id in documents() {
        let again = Floor::shown(id).refused("call place-your-bets");
        assert!(again.contains("wagers are open already"), "{id}: {again}");
    }
}

#[test]
fn a_live_dealer_may_still_deal_before_the_clock_has_run_out() {
    let mut floor = Floor::shown("nsw-2021");
    floor.say("bet ada@1 player 100");
    let first = floor.say("dealer dan: card Ks");
    assert!(first.contains("wagers-closed by 5.3, 5.4"), "{first}");
}

#[test]
fn a_person_at_a_demonstration_keeps_to_the_document() {
    let mut floor = Floor::under("tas-2018");
    let alone = floor.refused("management-representative max: open usual, demonstration yes, limits 5..5000");
    assert!(alone.contains("game-inspector is not signed on (3)"), "{alone}");
    floor.say("open usual, demonstration yes, limits 10..500");
    floor.say("prepare");
    floor.say("sit ada@1");
    floor.say("buy-in ada 1000 balance");
    floor.say("bet ada@1 player 100");
    let alone = floor.refused("dealer dan: card Ks");
    assert!(alone.contains("game-inspector is not signed on (3)"), "{alone}");
    floor.say("card Ks");
}

#[test]
fn a_whole_coup_moves_play_credits_and_nothing_else() {
    for id in documents() {
        let mut floor = Floor::shown(id);
        floor.say("bet ada@1 player 100");
        floor.say("call no-more-bets");
        for card in ["Ks", "9d", "9h", "Kc"] {
            floor.say(&format!("card {card}"));
        }
        let _ = floor.ask("call points");
        let _ = floor.ask("call result");
        let settled = floor.say("settle");
        assert!(
            settled.contains("stood-off ada@1 player 100") || settled.contains("stays ada@1"),
            "{settled}"
        );
        for coin in [Coin::Chips, Coin::Tokens, Coin::Cash] {
            assert!(floor.table.ledger.iter().all(|(own, _, _)| own != coin), "{id}: {coin}");
        }
    }
}

#[test]
fn a_shoe_is_prepared_with_the_cut_that_was_chosen() {
    for id in documents() {
        let mut floor = Floor::under(id);
        floor.say("open usual, demonstration yes, limits 5..5000");
        floor.say("sit ada@1");
        let least = floor.book.shoe.cut_from_ends.as_ref().map(|rule| rule.value);
        let cards = floor.table.open.as_ref().unwrap().terms.cards();
        if let Some(least) = least.filter(|least| *least > 0) {
            for depth in [least - 1, cards - least + 1] {
                let near = floor.refused(&format!("prepare cut {depth}"));
                assert!(near.contains("too near an end"), "{id}: {near}");
                assert_eq!(near, floor.refused(&format!("prepare cut {depth} by ada")), "{id}");
            }
        }
        let beyond = floor.refused(&format!("prepare cut {}", cards + 1));
        assert!(beyond.contains("too near an end"), "{id}: {beyond}");
        assert!(floor.refused("prepare cut 100 by ben").contains("ben is not at the table"), "{id}");
        assert!(floor.refused("patron ada: prepare cut 100 by ada").contains("may not do this"), "{id}");
        assert!(floor.refused("patron ada: prepare cut 100").contains("may not do this"), "{id}");
        let cut = floor.ready("prepare cut 123 by ada");
        assert!(cut.contains("was-cut 123 by-hand-of patron ada by "), "{id}: {cut}");
        let open = floor.table.open.as_ref().unwrap();
        assert_eq!(open.shoe.last_cut.map(|seat| seat.number()), Some(1), "{id}");
        assert!(matches!(open.phase, Phase::Betting(_)), "{id}");

        let mut floor = Floor::under(id);
        floor.say("open usual, demonstration yes, limits 5..5000");
        let cut = floor.ready("prepare cut 99");
        assert!(cut.contains("was-cut 99 by-hand-of system by "), "{id}: {cut}");
    }
}

#[test]
fn the_first_card_of_a_shoe_says_how_many_are_burned_with_it() {
    let mut floor = Floor::under("nz-1998");
    floor.say("open usual, demonstration yes, limits 5..5000");
    floor.say("sit ada@1");
    for line in ["prepare", "prepare cut 99", "prepare cut 99 by ada"] {
        let unnamed = floor.refused(line);
        assert!(unnamed.contains("names its card") && unnamed.contains("7.5"), "{line}: {unnamed}");
    }
    let burned = floor.say("prepare cut 99 by ada burn 7h");
    assert!(burned.contains("burned counted 8") && burned.contains("burn-shown 7h"), "{burned}");
    let shoe = &floor.table.open.as_ref().unwrap().shoe;
    assert_eq!((shoe.drawn, shoe.seen.len()), (8, 1));

    let mut floor = Floor::under("nz-1998");
    floor.say("open usual, demonstration yes, limits 5..5000");
    let picture = floor.say("prepare cut 99 burn Kh");
    assert!(picture.contains("burned counted 11"), "{picture}");

    // Nobody sees which card is burned where it is one, and none is where none is.
    for id in ["nsw-2021", "tas-2018"] {
        let mut floor = Floor::under(id);
        floor.say("open usual, demonstration yes, limits 5..5000");
        assert!(floor.refused("prepare burn 7h").contains("the others none"), "{id}");
        floor.say("prepare");
    }
}

#[test]
fn what_a_device_shuffles_is_not_cut_and_a_standing_patron_cuts_only_where_that_is_allowed() {
    let mut floor = Floor::under("nsw-2021");
    floor.say("open usual, device shuffling-device, demonstration yes, limits 5..5000, bets none");
    let device = floor.refused("prepare cut 100");
    assert_eq!(device, "not possible now: cards of a shuffling device are not cut (4.11)");

    let mut floor = Floor::under("nz-1998");
    floor.say("open usual, demonstration yes, limits 5..5000");
    floor.say("sit ada@1");
    floor.say("stand ben@10");
    let standing = floor.refused("prepare cut 100 by ben");
    assert!(standing.contains("ben must be seated") && standing.contains("5.5.b"), "{standing}");
}
