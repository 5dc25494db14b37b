//! Every setting of the house that the running table asks for makes the difference it is said to make.

use punto_rulebook::Rulebook;
use punto_table::{Actor, Command, MarkerState, Stamped, Table, Time, apply, decide};

/// What the last of some lines is answered with: its events, or the refusal; each line is `role name: said`.
#[track_caller]
fn answer(book: &str, lines: &[&str]) -> (Table, Result<String, String>) {
    let book = Rulebook::embedded(book).unwrap();
    let mut table = Table::default();
    let mut last = Ok(String::new());
    for line in lines {
        if let Err(refused) = &last {
            panic!("before `{line}`: {refused}");
        }
        let (by, said) = line
            .split_once(": ")
            .unwrap_or((if line.starts_with("open") { "system" } else { "dealer dan" }, line));
        let by: Actor = by.parse().unwrap();
        let command: Command = said.parse().unwrap();
        last = match decide(&book, &table, &Stamped { at: Time(0), by, command }) {
            Ok(events) => {
                for event in &events {
                    apply(&mut table, Time(0), by, event);
                }
                Ok(events.iter().map(|event| event.to_string()).collect::<Vec<_>>().join("; "))
            }
            Err(refused) => Err(refused.to_string()),
        };
    }
    (table, last)
}

const SUE: &str = "casino-supervisor sue: ";
const COUP: [&str; 7] =
    ["bet ada@1 player 100", "card Ks", "card 9d", "card 2h", "card Kc", "call points", "settle"];

#[test]
fn void_coup_counts_as_last() {
    for (choice, more) in [("yes", 0), ("no", 1)] {
        let open = format!("open limits 25..500, house void-coup-counts-as-last {choice}");
        let marked = [
            "prepare",
            "sit ada@1",
            "bet ada@1 player 100",
            "card Ks",
            "marker",
            "card 9d",
            "card 2h",
            "card Kc",
            "call points",
            "settle",
        ];
        let missed =
            ["call last-coup", "bet ada@1 player 100", "card Ks", "card 3d", "report misdeal beyond-repair"];
        let order = format!("{SUE}order");
        let lines: Vec<&str> = [&[open.as_str()][..], &marked, &missed, &[order.as_str()]].concat();
        let (table, answer) = answer("nsw-2021", &lines);
        assert!(answer.is_ok(), "{answer:?}");
        let open = table.open.unwrap();
        // Counted, the void coup was the last and the shoe has ended; not counted, one coup is still left.
        let expected = if more == 0 { MarkerState::In } else { MarkerState::Out { more: 0 } };
        assert_eq!(open.shoe.marker, expected, "{choice}");
    }
}

#[test]
fn cut_card_in_burn() {
    for (choice, part) in [("next-coup-is-last", "last-coup"), ("shuffle-again", "shoe-ended")] {
        let open = format!("open limits 25..500, house cut-card-in-burn {choice}");
        let cut = format!("{SUE}cut 100");
        let said = |place| answer("nsw-2021", &[&open, "shuffle hand", &cut, place, "marker"]).1;
        let met = said("place-marker 410");
        assert!(met.as_ref().is_ok_and(|text| text.contains(part)), "{met:?}");
        // A burn does not reach so deep.
        assert!(said("place-marker 20").is_err(), "{choice}");
    }
}

#[test]
fn replacement_back_colour() {
    for (choice, allowed) in [("every-replacement", false), ("last-coup-only", true)] {
        let open = format!("open limits 25..500, house replacement-back-colour {choice}");
        let (unfit, new) = (format!("{SUE}act unfit-cards"), format!("{SUE}new-cards blue"));
        let first = format!("{SUE}new-cards blue");
        let (_, answer) = answer("nsw-2021", &[&open, &first, "prepare", &unfit, &new]);
        assert_eq!(answer.is_ok(), allowed, "{choice}: {answer:?}");
    }
}

#[test]
fn squeeze_on_shuffling_device() {
    for (choice, allowed) in [("refuse", false), ("allow", true)] {
        let open = format!(
            "open method B, limits 25..500, device shuffling-device, house squeeze-on-shuffling-device {choice}"
        );
        let (_, answer) = answer("nsw-2021", &[&open]);
        assert_eq!(answer.is_ok(), allowed, "{choice}: {answer:?}");
    }
}

#[test]
fn old_minimum_boxes() {
    for (choice, allowed) in [("all-boxes-held", true), ("marked-box", false)] {
        let open = format!("open limits 25..500, house old-minimum-boxes {choice}");
        let raise = format!("{SUE}raise-at-once 100..500");
        let lines = [
            &open,
            "prepare",
            "sit ada@1",
            "take ada@2",
            &raise,
            "bet ada@1 player 25",
            "bet ada@2 player 25",
        ];
        let (_, answer) = answer("nsw-2021", &lines);
        assert_eq!(answer.is_ok(), allowed, "{choice}: {answer:?}");
    }
}

#[test]
fn designated_patron_amount() {
    for (choice, first) in [("sum-of-boxes", "ada"), ("largest-box", "ben")] {
        let open = format!("open method B, limits 25..500, house designated-patron-amount {choice}");
        let offer = format!("offer player to {first}");
        let lines = [
            &open,
            "prepare",
            "sit ada@1",
            "take ada@2",
            "sit ben@3",
            "bet ada@1 player 100",
            "bet ada@2 player 100",
            "bet ben@3 player 150",
            "card Ks",
            "card 9d",
            "card 2h",
            "card Kc",
            &offer,
        ];
        let (_, answer) = answer("nsw-2021", &lines);
        assert!(answer.is_ok(), "{choice}: {answer:?}");
    }
}

#[test]
fn dealing_method_change() {
    for (choice, allowed) in [("between-coups", true), ("new-shoe", false)] {
        let open = format!("open limits 25..500, house dealing-method-change {choice}");
        let change = format!("{SUE}change method B");
        let (_, answer) = answer("nsw-2021", &[&open, "prepare", &change]);
        assert_eq!(answer.is_ok(), allowed, "{choice}: {answer:?}");
    }
}

#[test]
fn method_c_offer_again() {
    for (choice, at_once) in [("on-request", true), ("every-coup", false), ("next-shoe", false)] {
        let open = format!("open method C, limits 25..500, house method-c-offer-again {choice}");
        let head = [open.as_str(), "prepare", "sit ada@1", "decline ada banker"];
        let (_, asked) = answer("nsw-2021", &[&head[..], &["offer banker to ada"]].concat());
        assert_eq!(asked.is_ok(), at_once, "{choice}: {asked:?}");
        if choice == "every-coup" {
            let (_, later) = answer("nsw-2021", &[&head[..], &COUP, &["offer banker to ada"]].concat());
            assert!(later.is_ok(), "{later:?}");
        }
    }
}

#[test]
fn idle_count_on_no_bet_coups() {
    for (choice, idle) in [("skip", 1), ("count", 2), ("reset", 0)] {
        let open = format!("open limits 25..500, seats 3, house idle-count-on-no-bet-coups {choice}");
        let free = format!("{SUE}free-coup");
        let head = [open.as_str(), "prepare", "sit ada@1", "sit ben@2", "sit cy@3"];
        let agree =
            ["consent ada no-bet-coups", "consent ben no-bet-coups", "consent cy no-bet-coups", &free];
        let lines = [
            &head[..],
            &COUP,
            &agree,
            &["card 3s", "card 9h", "card 2d", "card Kd", "call points", "settle"],
        ]
        .concat();
        let (table, answer) = answer("nsw-2021", &lines);
        assert!(answer.is_ok(), "{answer:?}");
        let ben = "ben".parse().unwrap();
        assert_eq!(table.open.unwrap().patrons.idle.get(&ben).copied(), Some(idle), "{choice}");
    }
}

#[test]
fn first_cut_offer() {
    for (choice, first) in [("first-to-sit", "ada"), ("lowest-seat", "ben")] {
        let open = format!("open usual, limits 10..500, house first-cut-offer {choice}");
        let offer = format!("offer-cut {first}");
        let ivy = "game-inspector ivy: sign-on";
        let lines = [
            ivy,
            &open,
            "sit ada@5",
            "sit ben@2",
            "act check-cards",
            "patron ada: act patron-checks",
            "shuffle hand",
            &offer,
        ];
        let (_, answer) = answer("tas-2018", &lines);
        assert!(answer.is_ok(), "{choice}: {answer:?}");
    }
}

#[test]
fn late_approval_of_both_hands() {
    for (choice, allowed) in [("allow", true), ("refuse", false)] {
        let open = format!("open limits 25..500, house late-approval-of-both-hands {choice}");
        let approve = format!("{SUE}approve-both ada");
        let (_, answer) =
            answer("nsw-2021", &[&open, "prepare", "sit ada@1", "bet ada@1 player 100", "card Ks", &approve]);
        assert_eq!(answer.is_ok(), allowed, "{choice}: {answer:?}");
    }
}

#[test]
fn seat_numbering() {
    for (choice, first) in
        [("anticlockwise-from-dealers-right", "ada"), ("clockwise-from-dealers-left", "ben")]
    {
        let open = format!("open method B, limits 25..500, house seat-numbering {choice}");
        let offer = format!("offer player to {first}");
        let lines = [
            &open,
            "prepare",
            "sit ada@1",
            "sit ben@7",
            "bet ada@1 player 100",
            "bet ben@7 player 100",
            "card Ks",
            "card 9d",
            "card 2h",
            "card Kc",
            &offer,
        ];
        let (_, answer) = answer("nsw-2021", &lines);
        assert!(answer.is_ok(), "{choice}: {answer:?}");
    }
}
