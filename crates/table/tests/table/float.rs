//! The float tray outside play: what is counted, what the ledger had, and what patrons give those who deal.

use punto_rulebook::Rulebook;
use punto_table::{Account, Coin, Command, Stamped, Table, Time, apply, decide};
use punto_vocab::Money;

/// Says lines at a table of this document, and gives the last answer: its events, or the code of the refusal.
#[track_caller]
fn answer(book: &str, lines: &[&str]) -> (Table, Result<String, String>) {
    let book = Rulebook::embedded(book).unwrap();
    let (mut table, mut last) = (Table::default(), Ok(String::new()));
    for line in lines {
        assert!(last.is_ok(), "before `{line}`: {last:?}");
        let (by, said) = line.split_once(": ").unwrap_or(("system", line));
        let (by, command): (_, Command) = (by.parse().unwrap(), said.parse().unwrap());
        last = match decide(&book, &table, &Stamped { at: Time(0), by, command }) {
            Ok(events) => {
                events.iter().for_each(|event| apply(&mut table, Time(0), by, event));
                Ok(events.iter().map(|event| event.what.to_string()).collect::<Vec<_>>().join("; "))
            }
            Err(refused) => Err(format!("{} by {}", refused.reason.code(), refused.by)),
        };
    }
    (table, last)
}

const OPEN: &str = "open limits 25..500, chips 5 25 100, float 10000";

fn on(table: &Table, account: Account) -> Money {
    table.ledger.on(Coin::Chips, account)
}

#[test]
fn a_count_says_what_the_ledger_had_and_what_was_found_holds_from_then_on() {
    for (count, over) in [("100x100", 0), ("99x100+4x25", 0), ("99x100", -10_000), ("101x100+1x5", 10_500)] {
        let line = format!("dealer dan: count {count}");
        let (table, said) = answer("nsw-2021", &[OPEN, &line]);
        let tray: punto_vocab::Tray = count.parse().unwrap();
        assert_eq!(said, Ok(format!("counted {tray} where the ledger has 10000")));
        assert_eq!(on(&table, Account::Float), tray.total());
        assert_eq!(-on(&table, Account::Miscount).minor(), over, "{count}");
        assert!(table.ledger.total(Coin::Chips).is_zero());
    }
}

#[test]
fn a_count_is_of_the_tables_own_chips_while_nothing_lies() {
    let count = |lines: &[&str], count: &str| {
        let line = format!("dealer dan: count {count}");
        answer("nsw-2021", &[&[OPEN, "prepare", "sit ada@1"], lines, &[line.as_str()]].concat()).1
    };
    assert!(count(&[], "empty").is_ok());
    assert_eq!(count(&[], "3x50"), Err("no-such-chip by 2.3.3".into()));
    assert_eq!(
        count(&["dealer dan: bet ada@1 player 25"], "100x100"),
        Err("counted-in-play by 2.3.3".into())
    );
    let watcher = answer("nsw-2021", &[OPEN, "surveillance eve: count 100x100"]).1;
    assert!(watcher.is_err_and(|code| code.starts_with("wrong-role")));
    let patron = answer("nsw-2021", &[OPEN, "patron ada: count 100x100"]).1;
    assert!(patron.is_err());
}

#[test]
fn a_tip_leaves_the_float_and_the_wagers_alone() {
    let tip = |tip: &str| {
        let line = format!("dealer dan: tip {tip}");
        answer("nsw-2021", &[OPEN, "prepare", "sit ada@1", &line])
    };
    let (table, said) = tip("ada 25");
    assert_eq!(said.as_deref(), Ok("tipped ada 25"));
    assert_eq!((on(&table, Account::Tips).minor(), on(&table, Account::Float).minor()), (2_500, 1_000_000));
    for (wrong, code) in [("zoe 25", "not-here"), ("ada 0", "bad-tip"), ("ada 3", "bad-tip")] {
        let refused = tip(wrong).1.unwrap_err();
        assert_eq!(refused, format!("{code} by house:table-order"), "{wrong}");
    }
    let other = answer("nsw-2021", &[OPEN, "prepare", "sit ada@1", "patron ben: tip ada 25"]).1;
    assert!(other.is_err_and(|code| code.starts_with("speaks-for-another")));
}

#[test]
fn at_a_terminal_a_tip_is_of_credits_that_are_there() {
    let lines = ["open usual, limits 25..500", "prepare", "sit ada@1", "buy-in ada 100 balance"];
    let with = |line| answer("rws-2016", &[&lines[..], &[line]].concat());
    assert_eq!(with("patron ada: tip ada 40").1.as_deref(), Ok("tipped ada 40"));
    assert!(with("patron ada: tip ada 140").1.is_err_and(|code| code.starts_with("not-enough")));
    assert!(with("system: count empty").1.is_err_and(|code| code.starts_with("no-float-tray")));
}
