//! What is paid when chips cannot make it, what is void, what is commission, and what becomes of tokens.

use punto_coup::{Became, Settlement, settle, settle_all};
use punto_rulebook::{Outcome, Terms};
use punto_vocab::Money;

use crate::common::{choose, first, outcome, table, wager};

/// Player's 6 under Banker's 7, Banker's 6 over Player's 5, Player's 7 over Banker's 6, and a tie at 7.
const BANKER_SEVEN: &str = "Ks Qd 6h 7c";
const BANKER_SIX: &str = "Ks 2d 5h 4c Th";
const PLAYER_SEVEN: &str = "Ks Qd 7h 6c";
const TIE: &str = "Ks Qd 7h 7c";

fn settled(terms: &Terms, coup: &str, text: &str) -> Settlement {
    settle(terms, &outcome(&terms.rulebook, coup), &wager(text))
}

/// A table with these chips, in this form of the game, with this choice of the house.
#[track_caller]
fn at(id: &str, variant: &str, chips: &str, setting: Option<(&str, &str)>) -> Terms {
    table(id, |draft| {
        draft.variant = Some(variant.into());
        draft.chips = chips.parse().unwrap();
        draft.limits.wager.min = Money::from_minor(1);
        if let Some((name, choice)) = setting {
            choose(draft, name, choice);
        }
    })
}

/// Whether the payout rests on more than the odds: `23.75 by 5.8`, or just `24`.
fn paid(settled: &Settlement, rounding: &str) -> String {
    let rounded = settled.by.authorities().iter().any(|authority| authority.to_string() == rounding);
    if rounded { format!("{} by {rounding}", settled.paid) } else { settled.paid.to_string() }
}

#[test]
fn new_south_wales_rounds_each_payout_up_to_what_its_chips_can_make() {
    let rows = [
        // Banker at 19:20.
        ("standard", BANKER_SEVEN, "1 5 25", "25", "24 by 5.8"), // 23.75
        ("standard", BANKER_SEVEN, "5 25", "25", "25 by 5.8"),
        ("standard", BANKER_SEVEN, "0.25 1 5", "25", "23.75"),
        ("standard", BANKER_SEVEN, "5 25", "100", "95"),
        ("standard", BANKER_SEVEN, "1 5 25", "1", "1 by 5.8"), // 0.95
        // The next payable amount is not always a multiple of the smallest chip.
        ("standard", BANKER_SEVEN, "1 2.50", "30", "28.50"),
        ("standard", BANKER_SEVEN, "2.50 5", "25", "25 by 5.8"),
        ("standard", BANKER_SEVEN, "2 5", "1", "2 by 5.8"), // 0.95, and no one-dollar chip
        ("standard", BANKER_SEVEN, "2 5", "3", "4 by 5.8"), // 2.85, and three cannot be made
        // Banker wins on six at 1:2 in the Even Money form, else at 1:1.
        ("even-money", BANKER_SIX, "1 5 25", "25", "13 by 5.8"), // 12.50
        ("even-money", BANKER_SIX, "5 25", "25", "15 by 5.8"),
        ("even-money", BANKER_SIX, "0.50 5", "25", "12.50"),
        ("even-money", BANKER_SIX, "5 25", "50", "25"),
        ("even-money", BANKER_SEVEN, "5 25", "25", "25"),
        ("standard", BANKER_SIX, "5 25", "100", "95"),
    ];
    for (variant, coup, chips, stake, expected) in rows {
        let terms = at("nsw-2021", variant, chips, None);
        let settled = settled(&terms, coup, &format!("ada@1 banker {stake}"));
        assert_eq!(paid(&settled, "5.8"), expected, "{stake} on Banker, {variant}, chips {chips}");
        assert_eq!((settled.became, settled.back.to_string().as_str()), (Became::Won, stake));
        assert!(settled.commission.is_zero() && settled.void_part.is_zero());
    }
}

#[test]
fn each_bet_is_rounded_by_itself() {
    // Twice 9.50 is 19, but each is paid 10: bets are single (5.5.2).
    let terms = at("nsw-2021", "standard", "1 5", None);
    let outcome = outcome("nsw-2021", BANKER_SEVEN);
    let (settled, totals) = settle_all(&terms, &outcome, &["ada@1 banker 10", "ada@2 banker 10"].map(wager));
    assert_eq!(totals.paid.to_string(), "20");
    assert!(settled.iter().all(|settled| settled.by.names("5.8") && settled.by.names("5.5.2")));
}

#[test]
fn tasmania_and_sentosa_round_as_the_house_chose() {
    let rows = [
        ("tas-2013", "standard", BANKER_SEVEN, "1 5", "25", ["24", "23", "24"]), // 23.75
        ("tas-2013", "standard", BANKER_SEVEN, "5 25", "25", ["25", "20", "25"]),
        ("tas-2018", "standard", BANKER_SEVEN, "5 25", "65", ["65", "60", "60"]), // 61.75
        ("tas-2018", "federal", BANKER_SIX, "5 25", "25", ["15", "10", "15"]),    // 12.50, as near to both
        ("rws-2016", "non-commission", BANKER_SIX, "0.01", "0.05", ["0.03", "0.02", "0.03"]),
        ("rws-2016", "non-commission", BANKER_SIX, "1", "25", ["13", "12", "13"]),
        ("rws-2016", "non-commission", BANKER_SIX, "0.05", "0.25", ["0.15", "0.10", "0.15"]),
    ];
    let house = "house:payout-rounding";
    for (id, variant, coup, chips, stake, expected) in rows {
        for (choice, expected) in ["up", "down", "nearest"].into_iter().zip(expected) {
            let terms = at(id, variant, chips, Some(("payout-rounding", choice)));
            let rounded = settled(&terms, coup, &format!("ada@1 banker {stake}"));
            assert_eq!(paid(&rounded, house), format!("{expected} by {house}"), "{id} {stake} {choice}");
            // What chips can make rests on the document alone.
            let exact = settled(&terms, coup, "ada@1 banker 100");
            assert_eq!(paid(&exact, house), if variant == "standard" { "95" } else { "50" }, "{id}");
        }
    }
}

/// `won: paid, commission; back of which void; collected`, all in one line.
fn line(settled: &Settlement) -> String {
    let Settlement { became, paid, commission, back, void_part, collected, .. } = settled;
    format!("{became}: {paid} less {commission}; back {back}, void {void_part}; collected {collected}")
}

#[test]
fn new_zealand_takes_its_commission_from_the_win() {
    let terms = at("nz-1998", "standard", "5 25 100", None);
    let rows = [
        (BANKER_SEVEN, "banker 100", "won: 95 less 5; back 100, void 0; collected 0", "5.7.b"),
        (BANKER_SIX, "banker 300", "won: 285 less 15; back 300, void 0; collected 0", "5.7.b"),
        (PLAYER_SEVEN, "player 100", "won: 100 less 0; back 100, void 0; collected 0", "5.7.a"),
        (TIE, "tie 5", "won: 40 less 0; back 5, void 0; collected 0", "5.7.c"),
        (PLAYER_SEVEN, "banker 100", "lost: 0 less 0; back 0, void 0; collected 100", "5.1.a.ii"),
    ];
    for (coup, bet, expected, clause) in rows {
        let settled = settled(&terms, coup, &format!("ada@1 {bet}"));
        assert_eq!((line(&settled).as_str(), first(&settled.by).as_str()), (expected, clause));
        assert!(!settled.by.names("5.8") && !settled.by.names("5.9"), "nothing is void");
    }
}

#[test]
fn new_zealand_voids_what_could_not_be_paid_win_or_lose() {
    // With five-dollar chips, only multiples of 100 win whole chips at 19:20.
    let rows = [
        ("5 25", BANKER_SEVEN, "110", "won: 95 less 5; back 110, void 10; collected 0", "5.7.b"),
        ("5 25", PLAYER_SEVEN, "110", "lost: 0 less 0; back 10, void 10; collected 100", "5.1.a.ii"),
        ("5 25", TIE, "110", "stand-off: 0 less 0; back 110, void 10; collected 0", "5.1.a.iii"),
        ("5 25", PLAYER_SEVEN, "295", "lost: 0 less 0; back 95, void 95; collected 200", "5.1.a.ii"),
        // Less than could be paid at all: the whole wager is void, whatever the cards say.
        ("5 25", BANKER_SEVEN, "60", "returned: 0 less 0; back 60, void 60; collected 0", "5.9"),
        ("5 25", PLAYER_SEVEN, "60", "returned: 0 less 0; back 60, void 60; collected 0", "5.9"),
        ("5 25", TIE, "60", "returned: 0 less 0; back 60, void 60; collected 0", "5.9"),
        // A one-dollar chip with one of 2.50 pays half dollars from 2.50 on: multiples of ten are good.
        ("1 2.50", BANKER_SEVEN, "33", "won: 28.50 less 1.50; back 33, void 3; collected 0", "5.7.b"),
        // 1.50 could not be given back, so ten dollars more of it are void.
        ("1 2.50", PLAYER_SEVEN, "31.50", "lost: 0 less 0; back 11.50, void 11.50; collected 20", "5.1.a.ii"),
    ];
    for (chips, coup, stake, expected, clause) in rows {
        let terms = at("nz-1998", "standard", chips, None);
        let settled = settled(&terms, coup, &format!("ada@1 banker {stake}"));
        assert_eq!(
            (line(&settled).as_str(), first(&settled.by).as_str()),
            (expected, clause),
            "{stake} with chips {chips}"
        );
        assert!(settled.by.names("5.8") && settled.by.names("5.9"), "{}", settled.by);
    }
}

#[test]
fn only_banker_has_to_be_payable_in_new_zealand() {
    let terms = at("nz-1998", "standard", "5 25", None);
    for (coup, bet, expected) in [(PLAYER_SEVEN, "player 65", "65"), (TIE, "tie 65", "520")] {
        let settled = settled(&terms, coup, &format!("ada@1 {bet}"));
        assert_eq!((settled.paid.to_string().as_str(), settled.void_part), (expected, Money::ZERO));
    }
}

#[test]
fn a_stake_that_is_no_sum_of_chips_is_split_at_once() {
    let terms = at("nz-1998", "standard", "5 25", None);
    let settled = settled(&terms, PLAYER_SEVEN, "ada@1 banker 99999999999.50");
    assert_eq!(settled.void_part.to_string(), "99.50");
}

#[test]
fn payouts_are_listed_in_chips_the_largest_first() {
    let rows = [
        ("5 25 100", PLAYER_SEVEN, "player 195", "1 x 100, 3 x 25, 4 x 5"),
        ("1 5 25 100", BANKER_SEVEN, "banker 25", "4 x 5, 4 x 1"),
        ("5 25 100", TIE, "tie 125", "10 x 100"),
        // The largest chip is left out where it would leave a rest that cannot be made.
        ("1 2.50", PLAYER_SEVEN, "player 3", "3 x 1"),
        ("5 25 100", PLAYER_SEVEN, "banker 25", ""),
        ("5 25 100", TIE, "player 25", ""),
    ];
    for (chips, coup, bet, expected) in rows {
        let terms = at("nsw-2021", "standard", chips, None);
        let counts = settled(&terms, coup, &format!("ada@1 {bet}")).in_chips(&terms);
        let counts: Vec<String> = counts.iter().map(|count| count.to_string()).collect();
        assert_eq!(counts.join(", "), expected, "{bet} with {chips}");
    }
}

#[test]
fn tokens_count_as_stake_and_win_chips() {
    // Stake, then what goes back in chips and in tokens, what is collected and what is paid.
    let rows = [
        // The setting leaves it to the voucher: `!` is one whose tokens do not come back after a win.
        ("voucher-terms", PLAYER_SEVEN, "100+50", ["100", "50", "0", "150"]),
        ("voucher-terms", PLAYER_SEVEN, "100+50!", ["100", "0", "50", "150"]),
        ("voucher-terms", PLAYER_SEVEN, "0+50", ["0", "50", "0", "50"]),
        ("return", PLAYER_SEVEN, "100+50", ["100", "50", "0", "150"]),
        ("return", PLAYER_SEVEN, "100+50!", ["100", "50", "0", "150"]),
        ("collect", PLAYER_SEVEN, "100+50", ["100", "0", "50", "150"]),
        ("collect", PLAYER_SEVEN, "0+50!", ["0", "0", "50", "50"]),
    ];
    for (choice, coup, stake, expected) in rows {
        let terms = at("nsw-2021", "standard", "5 25 100", Some(("token-after-win", choice)));
        let settled = settled(&terms, coup, &format!("ada@1 player {stake}"));
        let figures = [settled.back, settled.tokens_back, settled.collected, settled.paid];
        assert_eq!(figures.map(|figure| figure.to_string()), expected, "{stake}, {choice}");
        assert_eq!((settled.became, first(&settled.by).as_str()), (Became::Won, "11.1.2"));
        assert!(settled.by.to_string().contains("house:token-after-win"), "{}", settled.by);
    }
}

#[test]
fn tokens_are_lost_with_the_wager_and_come_back_when_it_stands_off() {
    for choice in ["voucher-terms", "return", "collect"] {
        let terms = at("nsw-2021", "standard", "5 25 100", Some(("token-after-win", choice)));
        for stake in ["100+50", "100+50!"] {
            let rows = [
                (BANKER_SEVEN, Became::Lost, ["0", "0", "150", "0"], "5.1.1.2, 11.1.1"),
                // Neither won nor lost: the setting speaks of wins only.
                (TIE, Became::StandOff, ["100", "50", "0", "0"], "5.1.1.3"),
            ];
            for (coup, became, expected, by) in rows {
                let settled = settled(&terms, coup, &format!("ada@1 player {stake}"));
                let figures = [settled.back, settled.tokens_back, settled.collected, settled.paid];
                assert_eq!(figures.map(|figure| figure.to_string()), expected, "{stake}, {choice}");
                assert_eq!((settled.became, settled.by.to_string().as_str()), (became, by));
            }
        }
    }
}

#[test]
fn tokens_are_rounded_with_the_chips_they_lie_with() {
    // 15 + 10 at 19:20 is 23.75 once, not 14.25 and 9.50.
    let terms = at("nsw-2021", "standard", "1 5 25", None);
    let settled = settled(&terms, BANKER_SEVEN, "ada@1 banker 15+10");
    assert_eq!(paid(&settled, "5.8"), "24 by 5.8");
}

#[test]
fn what_was_returned_says_so() {
    let terms = at("nsw-2021", "standard", "5", None);
    let outcome: Outcome = outcome("nsw-2021", TIE);
    let by = settle(&terms, &outcome, &wager("ada@1 tie 5")).by;
    let back = Settlement::returned(wager("ada@1 tie 5+10").stake, &by);
    assert_eq!((back.became, back.net(), &back.by), (Became::Returned, Money::ZERO, &by));
    assert_eq!((back.back.to_string(), back.tokens_back.to_string()), ("5".into(), "10".into()));
    let words = [Became::Won, Became::Lost, Became::StandOff, Became::Returned].map(|b| b.to_string());
    assert_eq!(words, ["won", "lost", "stand-off", "returned"]);
}
