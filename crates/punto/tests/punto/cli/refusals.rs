//! Input that is wrong: one clear sentence, with the clause where there is one, and never a panic.

use super::refused;
use crate::support::{punto, text, words};

/// A deal under New South Wales that must be refused with these words.
#[track_caller]
fn deal_refused(rest: &[&str], parts: &[&str]) {
    let mut args = vec!["deal", "--rulebook", "nsw-2021"];
    if !rest.contains(&"--cards") {
        args.extend(["--cards", "Ks 2d 6h 3c 9d"]);
    }
    args.extend(rest);
    check(&args, parts);
}

#[track_caller]
fn check(args: &[&str], parts: &[&str]) {
    let sentence = refused(args);
    for part in parts {
        assert!(sentence.contains(part), "{args:?}: no `{part}` in: {sentence}");
    }
}

#[test]
fn cards_that_are_none() {
    for bad in ["Xx", "1s", "Kss", "K", "🂡", "--", "Ks2d"] {
        deal_refused(&["--cards", &format!("Ks 2d 6h {bad}")], &[bad, "is not a card", "As, Td, Kh"]);
    }
    for none in ["", " ", ",,", "\t\n"] {
        deal_refused(&["--cards", none], &["no cards given", "four to six"]);
    }
}

#[test]
fn cards_that_cannot_lie_there() {
    let nine = ["Ks"; 9].join(" ");
    deal_refused(&["--cards", &nine], &["Ks is dealt 9 times", "8 decks hold 8", "(3.1)"]);
    deal_refused(&["--cards", "Ks Ks Ks Ks", "--decks", "3"], &["4 times", "(3.1)"]);
    text("deal --rulebook nsw-2021 --cards \"Ks Ks Ks Ks\" --decks 4");
    deal_refused(&["--cards", "Ks 2d 6h 3c 9d 4d"], &["4d is one card too many", "complete", "9.6"]);
    deal_refused(&["--cards", "9s 2d Kh 3c 9d"], &["9d is one card too many", "natural 9", "9.2"]);
    deal_refused(&["--cards", "Ks 2d 7h 5c 9d"], &["9d is one card too many", "9.5"]);
    text("deal --rulebook nsw-2021 --cards \"Ks 2d 7h 5c\"");
}

#[test]
fn decks_the_document_does_not_allow() {
    for decks in ["7", "0", "1", "4294967295"] {
        deal_refused(&["--decks", decks], &[decks, "decks are not allowed", "3, 4, 6, 8 (3.1)"]);
    }
    for decks in ["-1", "+8", "x", "8.0", "", "99999999999", "８"] {
        deal_refused(&["--decks", decks], &[decks, "is not a number of decks", "3, 4, 6, 8 (3.1)"]);
    }
    for decks in ["3", "4", "6", "8"] {
        text(&format!("deal --rulebook nsw-2021 --cards \"Ks 2d 6h 3c 9d\" --decks {decks}"));
    }
    check(&["deal", "--rulebook", "nz-1998", "--cards", "Ks", "--decks", "6"], &["6 decks", "allows 8"]);
}

#[test]
fn bets_that_want_other_decks_or_another_layout() {
    let pairs = ["deal", "--rulebook", "tas-2018", "--cards", "Ks", "--bet", "perfect_pair_player=5"];
    let with = |decks: &'static str| [&pairs[..], &["--decks", decks]].concat();
    check(&with("4"), &["perfect_pair_player", "4 decks", "6, 7, 8", "(4.1:perfect-pairs)"]);
    assert_eq!(punto(&with("6")).code, Some(0));
    deal_refused(&["--bet", "tiger=5", "--decks", "4"], &["tiger", "6, 8", "(3.1:optional)"]);
    deal_refused(&["--bet", "tiger=5", "--layout", "A"], &["tiger", "layout A", "F, G, I, J", "(10.25)"]);
    deal_refused(&["--layout", "Z"], &["layout Z", "A, B, C"]);
    deal_refused(&["--variant", "federal"], &["variant federal", "standard, even-money"]);
}

#[test]
fn wagers_that_cannot_be_read() {
    for junk in ["player", "", ":", "player:", "=", "-", "--json"] {
        let sentence = ["deal", "--rulebook", "nsw-2021", "--cards", "Ks", "--bet", junk];
        let sentence = refused(&sentence);
        assert!(sentence.contains("is not"), "{junk}: {sentence}");
    }
    deal_refused(&["--bet", "player"], &["`player` is not a wager", "BET=AMOUNT"]);
    deal_refused(&["--bet", "=5"], &["`` is not the name of a bet"]);
    deal_refused(&["--bet", "Player=5"], &["`Player` is not the name of a bet"]);
    deal_refused(&["--bet", ":player=5"], &["`` is not the name of a person"]);
    deal_refused(&["--bet", "ada:=5"], &["`` is not the name of a bet"]);
    deal_refused(&["--bet", "ada:ben:player=5"], &["`ben:player` is not the name of a bet"]);
    deal_refused(&["--bet", "player=5=6"], &["`5=6` is not an amount"]);
    deal_refused(&["--bet", "dragon=5"], &["dragon is not a bet of this document", "player, banker, tie"]);
}

#[test]
fn stakes_nobody_can_put_down() {
    deal_refused(&["--bet", "player=-5"], &["`-5` is negative"]);
    for amount in ["9223372036854775808", "99999999999999999999999999999999999999", "100000000000.01"] {
        deal_refused(&["--bet", &format!("player={amount}")], &["is too large", "100000000000"]);
    }
    text("deal --rulebook nsw-2021 --cards \"Ks 2d 6h 3c 9d\" --bet tie=100000000000");
    for amount in ["", "ten", "1e3", "1,000", "0x10", "1.234", ".5", "NaN", "５"] {
        deal_refused(&["--bet", &format!("player={amount}")], &["is not an amount", "like 100 or 2.50"]);
    }
    deal_refused(&["--bet", "player=0"], &["needs a stake", "(5.2)"]);
    deal_refused(&["--bet", "player=0.50"], &["cannot be made with the table's chips", "(5.2)"]);
    deal_refused(&["--bet", "player=7", "--chips", "5 25"], &["7 cannot be made", "5 25", "(5.2)"]);
    text("deal --rulebook nsw-2021 --cards \"Ks 2d 6h 3c 9d\" --bet player=30 --chips \"5 25\"");
    let nz = ["deal", "--rulebook", "nz-1998", "--cards", "Ks", "--bet", "banker=25"];
    check(&nz, &["25 on banker could not be paid exactly", "20 could", "(5.8)"]);
    text("deal --rulebook nz-1998 --cards \"Ks\" --bet banker=20");
}

#[test]
fn wagers_one_patron_may_not_hold() {
    deal_refused(&["--bet", "player=5", "--bet", "player=5"], &["two identical bets", "`player=5`"]);
    deal_refused(&["--bet", "player=5", "--bet", "player=10"], &["two identical bets", "`player=10`"]);
    text("deal --rulebook nsw-2021 --cards \"Ks\" --bet ada:player=5 --bet ben:player=5");
    deal_refused(&["--bet", "ada:player=5", "--bet", "ada:player=5"], &["ada has a wager on player", "(5.1"]);
    deal_refused(&["--bet", "ada:tiger=5", "--bet", "ada:tiger=5"], &["one wager on tiger", "(10.28)"]);
    deal_refused(&["--bet", "ada:player=5", "--bet", "ada:banker=5"], &["ada", "player + banker", "(5.6.6)"]);
}

#[test]
fn chips_and_settings_no_table_has() {
    deal_refused(&["--chips", ""], &["at least one chip"]);
    deal_refused(&["--chips", "0 5"], &["has no value"]);
    deal_refused(&["--chips", "5 5"], &["listed twice"]);
    deal_refused(&["--chips", "-5"], &["is negative"]);
    deal_refused(&["--chips", "99999.99 100000"], &["little in common"]);
    deal_refused(&["--house", "rounding"], &["`rounding` is not a setting"]);
    deal_refused(&["--house", "payout-rounding=up"], &["no setting house:payout-rounding"]);
    deal_refused(&["--house", "twin-pair-by-rank=suit"], &["`suit` is not a choice", "rank | value"]);
}

#[test]
fn documents_and_clauses_that_do_not_exist() {
    let asks: [&[&str]; 6] = [
        &["deal", "--rulebook", "nsw-2022", "--cards", "Ks"],
        &["explain", "nsw-2022", "12.2"],
        &["clauses", "--rulebook", "nsw-2022"],
        &["rulebook", "show", "nsw-2022"],
        &["rulebook", "diff", "nsw-2022", "nsw-2021"],
        &["rulebook", "diff", "nsw-2021", "nsw-2022"],
    ];
    for args in asks {
        check(args, &["`nsw-2022` is not a rulebook", "nsw-2021, tas-2013, tas-2018, nz-1998, rws-2016"]);
    }
    check(&["explain", "nsw-2021", "12.99"], &["no clause `12.99`", "did you mean one of 12.1, "]);
    check(&["explain", "nsw-2021", "12.1b"], &["no clause `12.1b`", "did you mean 12.1(b)"]);
    check(&["explain", "nsw-2021", "99"], &["no clause `99`", "punto clauses --rulebook nsw-2021"]);
    check(&["explain", "nsw-2021", ""], &["no clause ``"]);
    check(&["clauses", "--standing", "done"], &["`done` is not a standing", "encoded, recorded, shown"]);
    check(&["rulebook", "check", "rulebooks/nsw-2022"], &["is not a folder", "rulebook.toml"]);
    check(&["rulebook", "check", "README.md"], &["`README.md` is not a folder"]);
}

#[test]
fn a_program_gets_the_same_sentence() {
    for rest in [&["--decks", "7"][..], &["--bet", "player=-5"], &["--cards", ""]] {
        let plain = [&["deal", "--rulebook", "nsw-2021", "--cards", "Ks"][..], rest].concat();
        let plain = if rest[0] == "--cards" { [&plain[..3], rest].concat() } else { plain };
        assert_eq!(refused(&[&plain[..], &["--json"]].concat()), refused(&plain));
    }
}

#[test]
fn what_is_repeated_is_short_and_cannot_steer_the_terminal() {
    let long = "x".repeat(10_000);
    for args in
        [["deal", "--rulebook", "nsw-2021", "--cards", &long], ["deal", "--rulebook", &long, "--cards", "Ks"]]
    {
        assert!(refused(&args).len() < 400);
    }
    for bet in [format!("{long}=5"), format!("player={long}"), format!("{long}:player=5"), long.clone()] {
        assert!(refused(&["deal", "--rulebook", "nsw-2021", "--cards", "Ks", "--bet", &bet]).len() < 400);
    }
    let nines = format!("player={}", "9".repeat(10_000));
    assert!(refused(&["deal", "--rulebook", "nsw-2021", "--cards", "Ks", "--bet", &nines]).len() < 400);
    assert!(refused(&["explain", "nsw-2021", &long]).len() < 400);
    assert!(!refused(&["explain", "nsw-2021", "\u{1b}[31m12.2"]).contains('\u{1b}'));
}

#[test]
fn commands_that_do_not_exist_are_answered_with_the_usage() {
    for line in
        ["", "rulebook", "deel", "deal", "deal --rulebook nsw-2021", "explain nsw-2021", "clauses --all"]
    {
        let ran = punto(&words(line));
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}");
        assert!(ran.err.contains("Usage: punto"), "{line}: {}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let junk = OsStr::from_bytes(b"\xff\xfe");
    let args = [OsStr::new("explain"), OsStr::new("nsw-2021"), junk];
    let ran = punto(&args);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}

#[test]
fn wagers_by_the_hundred() {
    let many: Vec<String> = (1..=300).map(|n| format!("--bet=p{n}:player=5")).collect();
    let mut args = vec!["deal", "--rulebook", "nsw-2021", "--cards", "Ks"];
    args.extend(many.iter().map(String::as_str));
    check(&args, &["more than 255 wagers"]);
    assert_eq!(punto(&args[..5 + 255]).code, Some(0));
}
