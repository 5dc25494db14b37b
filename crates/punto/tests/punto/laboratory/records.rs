//! `punto verify-shoe` with the record of docs/shoe.md, whole and spoilt.

use std::fs;

use crate::support::{Ran, punto, root};

fn record() -> String {
    let document = fs::read_to_string(root().join("docs/shoe.md")).unwrap();
    let (_, rest) = document.split_once("```\nshoe-record 2\n").unwrap();
    format!("shoe-record 2\n{}", rest.split("```").next().unwrap())
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

const COMMITMENT: &str = "7a7e9eae640e65ab6a880d9ca5395bc31ed38491222f79fffd310b5bd8e42c66";

const KEY: &str = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const PLEDGE: &str = "a1f3a42dbd60a9eae37859fc912a0b242e22054d0f48d2dd0185b1ffea9c0793";

#[test]
fn an_honest_record_agrees() {
    let seen = ["--commitment", COMMITMENT, "--cut", "100", "--key", KEY, "--pledge", PLEDGE];
    let ran = verify(&record(), &seen);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(
        ran.out,
        format!(
            "shoe 2026-11-15/7 of table rws-2016/1 at demo-house, 8 decks, made by node-a\n\
             commitment  {COMMITMENT}: agrees\n\
             shares      2 of patrons: agrees\n\
             cut         after 100 cards, patron: agrees\n\
             cards       20 of 416 left the shoe, the first of them burned: agrees\n\
             signature   by {KEY}: agrees\n\
             everything agrees\n"
        )
    );
    let ran = verify(&record(), &[]);
    assert!(ran.out.contains("by its own word: give --key"), "{ran:?}");
}

#[test]
fn a_program_is_told_the_same() {
    let told = |text: &str, code: i32| -> serde_json::Value {
        let ran = verify(text, &["--json", "--key", KEY]);
        assert_eq!(ran.code, Some(code), "{ran:?}");
        serde_json::from_str(&ran.out).unwrap()
    };
    let honest = told(&record(), 0);
    assert_eq!(
        (&honest["agrees"], &honest["cut"], &honest["dealt"]),
        (&true.into(), &100.into(), &20.into())
    );
    let spoilt = told(&record().replacen("6d Ah", "6d Kh", 1), 1);
    assert_eq!(spoilt["agrees"], false);
    assert!(spoilt["disagreements"][0].as_str().unwrap().starts_with("card 2 was dealt as Kh"), "{spoilt}");
}

#[test]
fn the_first_disagreement_is_named() {
    let check = |from: &str, to: &str, says: &str| {
        let ran = verify(&record().replacen(from, to, 1), &[]);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let first = ran.out.lines().find_map(|line| line.strip_prefix("first disagreement: ")).unwrap();
        assert!(first.starts_with(says), "{first}");
    };
    check("6d Ah", "6d Kh", "card 2 was dealt as Kh, and the shoe has Ah there");
    check("5s 6d", "5s 6h", "card 20 was dealt as 6h, and the shoe has 6d there");
    check(
        "cut 100",
        "cut 99",
        "all cards agree with a cut after 100 cards, and the cut was said to be after 99",
    );
    check("cut 100 patron", "cut 100 own", "nobody cut the shoe, so that it is cut after 274 cards");
    check("commitment 7a", "commitment 7b", "the commitment published was 7b");
    check("2e2f\n", "2e2e\n", "the commitment published was 7a");
    check(" 5051", " 5052", "share 1 is not the one that was pledged");
    check("burned 1", "burned 0", "it was changed after it was signed");
    check("signature 92", "signature 93", "it was changed after it was signed");
    let told = |more: &[&str], says: &str| {
        let ran = verify(&record(), more);
        assert_eq!(ran.code, Some(1));
        assert!(ran.out.contains(&format!("first disagreement: {says}")), "{ran:?}");
    };
    told(&["--cut", "99"], "the cut seen was after 99 cards, and the record has 100\n");
    told(&["--commitment", &COMMITMENT.replace("7a", "bb")], "the commitment shown was bb");
    told(&["--key", &KEY.replace('d', "e")], "it must be signed by e75a");
    told(&["--pledge", &PLEDGE.replace("a1", "a2")], "the pledge a2f3");
}

/// A true seed with a false cut, and the cards that follow from it, agrees with itself; it is not what was signed.
#[test]
fn a_true_seed_with_a_false_cut_and_false_cards_is_refused() {
    let honest = record();
    let after_101 = "Ah Ad 8h Jh Ah Kd Kh 2d 6d 6d 2c 7s 8d As Ts Jc\nKc 5s 6d 9d\n";
    let (before, rest) = honest.split_once("cut 100 patron\n").unwrap();
    let key = &rest[rest.find("key ").unwrap()..];
    let lied = format!("{before}cut 101 patron\nburned 1\ndealt 20\n{after_101}{key}");
    let ran = verify(&lied, &[]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(
        ran.out.contains("cards       20 of 416 left the shoe, the first of them burned: agrees"),
        "{ran:?}"
    );
    assert!(ran.out.contains("first disagreement: it was changed after it was signed"), "{ran:?}");
}

#[test]
fn what_is_no_record_is_refused_with_its_line() {
    let ran = verify(&record().replace("cut 100", "cut 0100"), &[]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("line 18 of the record: it is written `cut 100 patron`"), "{}", ran.err);
    let ran = verify(&record().replace("record 2", "record 1"), &[]);
    assert!(ran.err.contains("this record is not signed"), "{}", ran.err);
    let ran = verify("", &[]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("line 1 of the record"), "{}", ran.err);
    assert_eq!(verify(&"x".repeat(70_000), &[]).code, Some(2));
    assert_eq!(verify(&record(), &["--commitment", "aa"]).code, Some(2));
    assert_eq!(punto(&["verify-shoe", "no-such-file"]).code, Some(2));
}
