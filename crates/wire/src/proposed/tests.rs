//! A proposal is kept as it was made, and what cannot be kept is told what could.

use punto_site::Measure;
use punto_vocab::Dealer;

use super::*;

#[test]
fn a_proposal_comes_back_from_what_is_kept_of_it() {
    let digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    for line in [
        "adjustment ada up 12.50 counted wrong",
        "adjustment ada down 3 counted wrong",
        "erasure ada asked for it",
        "erasure ada",
        "setting patron-minutes 20 for a while",
        "table open nsw-3 nsw-2021 person AUD usual, limits 25..5000",
        "table close nsw-3",
        "tournament publish cup fee 100, chips 1000",
        "tournament add-value cup 500 a gift of the house",
        "tournament retain cup 50",
        "tournament call-off cup too few entries",
        "tournament pay-prize cup ada 60 transfer",
        "tournament add-goods cup 1 0 a car",
        "tournament hand-over cup ada a car",
        "tournament disqualify cup ada hiding-chips",
        "tournament cancel-place cup ada",
        "tournament cancel-place cup ada with-refund",
        "tournament count-short cup ada 0",
        "promotion publish spring manner draw, wager none; prize 1 kind cash, value 500",
        "promotion draw-winners spring of 12",
        "promotion declare-winner spring 1 ada",
        "promotion bar-entrants spring under eligible ben cyd",
        "promotion pass-over spring 1 ada under presence",
        "promotion refuse-claim spring 1 ada address file-7 under eligible not of age",
        "promotion decide-dispute spring ada upheld 1 they are right",
        "promotion resume spring the entries are in order",
        "promotion award-prize spring 1 ada",
        "promotion award-prize spring 1 ada cash 200 transfer 300",
        "promotion cancel spring its integrity is in doubt",
        "void nsw-1 order",
        "void nsw-1 order void-coup",
        "float fill nsw-1 5000",
        "float credit nsw-1 5000",
        &format!("software accept {digest} version 2"),
        &format!("software withdraw {digest}"),
        "site hire mia",
        "site hire mia as dealer+cage",
        "site grant mia cage",
        "site withdraw mia cage",
        "site disable mia on leave",
        "site enable mia",
        "site leave mia",
        "site reset-password mia",
        "site make-program bot as auditor",
        "site make-program bot as cage until 2027-01-01T00:00:00Z",
        "fault clear 3 looked into",
        "unread setting large-win 40",
    ] {
        let measure: Measure = line.parse().unwrap();
        let proposed = Proposed::from(&measure);
        assert_eq!(proposed.matter(), measure.matter(), "{line}");
        assert_eq!(proposed.measure(), Ok(measure), "{line}");
    }
}

#[test]
fn a_name_or_an_amount_that_cannot_be_is_told_what_could() {
    let open = |table: &str, rulebook: &str, currency: &str, opening: &str| Proposed::OpenTable {
        table: table.into(),
        rulebook: rulebook.into(),
        dealer: Dealer::Person.into(),
        currency: currency.into(),
        opening: opening.into(),
    };
    assert!(open("nsw-3", "nsw-2021", "AUD", "usual").measure().is_ok());
    let adjust =
        |patron: &str, by, why: &str| Proposed::Adjust { patron: patron.into(), by, why: why.into() };
    let set = |value| {
        let setting = punto_site::RunningSetting::PatronMinutes.into();
        Proposed::Set { setting, value, why: String::new() }
    };
    for wrong in [
        open("N3!", "nsw-2021", "AUD", "usual"),
        open("nsw-3", "nsw-2021 person", "AUD", "usual"),
        open("nsw-3", "nsw-2021", "AUD usual,", "usual"),
        open("nsw-3", "nsw-2021", "AUD", "lucky 7"),
        adjust("ada up 5", 1, "x"),
        adjust("ada", 0, "x"),
        adjust("ada", 1, ""),
        adjust("ada", i64::MIN, "x"),
        adjust("ada", i64::MAX, "x"),
        set(0),
        set(1441),
        Proposed::Fill { table: "nsw-1".into(), amount: 0 },
        Proposed::CloseTable { table: String::new() },
        Proposed::Accept { digest: "9f86".into(), why: String::new() },
    ] {
        let sentence = wrong.measure().unwrap_err();
        assert!(sentence.len() > 20, "{wrong:?}: {sentence}");
    }
}
