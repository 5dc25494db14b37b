//! `punto verify-shoe` with the record of docs/shoe.md, whole and spoilt.

use std::fs;

use crate::support::{Ran, punto, root};

fn record() -> String {
    let document = fs::read_to_string(root().join("docs/shoe.md")).unwrap();
    let (_, rest) = document.split_once("```\nshoe-record 1\n").unwrap();
    format!("shoe-record 1\n{}", rest.split("```").next().unwrap())
}

#[track_caller]
fn verify(text: &str, more: &[&str]) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shoe.txt");
    fs::write(&file, text).unwrap();
    let mut args = vec!["verify-shoe", file.to_str().unwrap()];
    args.extend(more);
    punto(&args)
}

const COMMITMENT: &str = "aa724985aa43f1ba489e33f63a53de4af434fe1b575e1fd60ba8a3454081737f";

#[test]
fn an_honest_record_agrees() {
    let ran = verify(&record(), &["--commitment", COMMITMENT, "--cut", "100"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(
        ran.out,
        format!(
            "shoe 2026-11-15/7 of table rws-2016/1 at demo-house, 8 decks, made by node-a\n\
             commitment  {COMMITMENT}: agrees\n\
             cut         after 100 cards: agrees\n\
             cards       20 of 416 left the shoe, the first of them burned: agrees\n\
             everything agrees\n"
        )
    );
}

#[test]
fn the_first_disagreement_is_named() {
    let check = |from: &str, to: &str, says: &str| {
        let ran = verify(&record().replacen(from, to, 1), &[]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let first = ran.out.lines().find_map(|line| line.strip_prefix("first disagreement: ")).unwrap();
        assert!(first.starts_with(says), "{first}");
    };
    check("5c Ah", "5c Kh", "card 2 was dealt as Kh, and the shoe has Ah there");
    check("Qh Qs", "Qh Qd", "card 20 was dealt as Qd, and the shoe has Qs there");
    check(
        "cut 100",
        "cut 99",
        "all cards agree with a cut after 100 cards, and the cut was said to be after 99",
    );
    check("commitment aa", "commitment ab", "the commitment published was ab");
    check("2e2f\n", "2e2e\n", "the commitment published was aa");
    let ran = verify(&record(), &["--cut", "99"]);
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.out.contains("first disagreement: the cut seen was after 99 cards, and the record has 100\n")
    );
    let other = COMMITMENT.replace("aa", "bb");
    let ran = verify(&record(), &["--commitment", &other]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("first disagreement: the commitment shown was bb"));
}

#[test]
fn what_is_no_record_is_refused_with_its_line() {
    let ran = verify(&record().replace("cut 100", "cut 0100"), &[]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("line 12 of the record: it is written `cut 100`"), "{}", ran.err);
    let ran = verify("", &[]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("line 1 of the record"), "{}", ran.err);
    assert_eq!(verify(&"x".repeat(70_000), &[]).code, Some(2));
    assert_eq!(verify(&record(), &["--commitment", "aa"]).code, Some(2));
    assert_eq!(punto(&["verify-shoe", "no-such-file"]).code, Some(2));
}
