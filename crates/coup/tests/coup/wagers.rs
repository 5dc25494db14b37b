//! Each refusal of a wager beside its allowed neighbour, with the clause, under each document.

use punto_coup::{PersonalLimits, Stake, Wager, WagerReason, check_combination, check_wager};
use punto_rulebook::{BetKind, Draft, Limits, MainBets, Medium, Span, Term, Terms, TermsReason};
use punto_vocab::{Chips, Money, PersonId, Refusal, Role};

use crate::common::{BOOKS, bet, book, first, money, table, wager, wagers};

/// Limits of 25 to 5,000 and chips of 5, 25 and 100 at a table of each document.
fn posted(id: &str) -> Terms {
    table(id, |draft| {
        draft.chips = "5 25 100".parse().unwrap();
        draft.limits = Limits::plain(money("25"), money("5000"));
    })
}

fn ask(terms: &Terms, lie: &[&str], text: &str) -> Result<(), Refusal<WagerReason>> {
    check_wager(book(&terms.rulebook), terms, &wagers(lie), &wager(text), None, false)
}

#[track_caller]
fn allowed(terms: &Terms, lie: &[&str], text: &str) {
    if let Err(refusal) = ask(terms, lie, text) {
        panic!("{}: {text} beside {lie:?}: {refusal}", terms.rulebook);
    }
}

/// The reason, after a look at the clause that comes first.
#[track_caller]
fn refused(terms: &Terms, lie: &[&str], text: &str, clause: &str) -> WagerReason {
    match ask(terms, lie, text) {
        Ok(()) => panic!("{}: {text} beside {lie:?} is allowed", terms.rulebook),
        Err(refusal) => {
            assert_eq!(first(&refusal.by), clause, "{}: {text}: {refusal}", terms.rulebook);
            refusal.reason
        }
    }
}

fn span(min: &str, max: &str) -> Span {
    Span { min: money(min), max: money(max) }
}

#[test]
fn what_is_not_offered_is_refused_by_the_clause_that_would_offer_it() {
    let rows = [
        // On a layout for pairs there is no area for tigers, though the document knows them.
        ("nsw-2021", "tiger", "10.25", "player_pair"),
        ("nsw-2021", "dragon", "5.1", "banker_pair"),
        ("tas-2013", "perfect_pair_player", "6.5.a", "tie"),
        ("tas-2018", "player_pair", "6.5.a", "perfect_pair_player"),
        ("nz-1998", "player_pair", "5.1", "tie"),
        ("rws-2016", "super_six", "3.3:player", "player_pair"),
    ];
    for (id, unknown, clause, neighbour) in rows {
        let terms = posted(id);
        let reason = refused(&terms, &[], &format!("ada@1 {unknown} 25"), clause);
        let offered = terms.offers.iter().map(|offer| offer.bet).collect();
        assert_eq!(reason, WagerReason::NotOffered { bet: bet(unknown), offered });
        allowed(&terms, &[], &format!("ada@1 {neighbour} 25"));
    }
}

#[test]
fn a_wager_needs_a_stake() {
    for (id, clause) in [
        ("nsw-2021", "5.2"),
        ("tas-2013", "6.1"),
        ("tas-2018", "6.1"),
        ("nz-1998", "5.3"),
        ("rws-2016", "1:player-terminal"),
    ] {
        let terms = posted(id);
        let reason = refused(&terms, &[], "ada@1 player 0", clause);
        assert_eq!(reason, WagerReason::NoStake(Money::ZERO));
        allowed(&terms, &[], "ada@1 player 25");
        // No text reads as a negative amount, but a program could ask for one.
        for (chips, tokens) in [(-25, 0), (50, -25), (-25, 50), (i64::MIN, i64::MIN)] {
            let stake = Stake {
                chips: Money::from_minor(chips),
                tokens: Money::from_minor(tokens),
                ..Stake::default()
            };
            let negative = Wager { stake, ..wager("ada@1 player 25") };
            let refusal = check_wager(book(id), &terms, &[], &negative, None, false).unwrap_err();
            assert_eq!(
                (refusal.reason, first(&refusal.by).as_str()),
                (WagerReason::NoStake(stake.total()), clause)
            );
        }
    }
}

#[test]
fn a_stake_is_a_sum_of_the_tables_chips() {
    for (id, clause) in [
        ("nsw-2021", "5.2"),
        ("tas-2013", "6.1"),
        ("tas-2018", "6.1"),
        ("nz-1998", "5.3"),
        ("rws-2016", "1:player-terminal"),
    ] {
        let terms = posted(id);
        let chips: Chips = "5 25 100".parse().unwrap();
        let reason = refused(&terms, &[], "ada@1 player 32", clause);
        assert_eq!(reason, WagerReason::NotInChips { stake: money("32"), chips });
        allowed(&terms, &[], "ada@1 player 30");
        // Not every multiple of the smallest chip's cents: 3.50 is 1 + 2.50, and 1.50 is nothing.
        let odd = table(id, |draft| {
            draft.chips = "1 2.50".parse().unwrap();
            draft.limits.wager.min = money("0.50");
        });
        refused(&odd, &[], "ada@1 player 1.50", clause);
        allowed(&odd, &[], "ada@1 player 3.50");
    }
}

#[test]
fn tokens_are_stakes_in_new_south_wales_only() {
    for (id, medium, clause) in [
        ("tas-2013", Medium::Chips, "6.1"),
        ("tas-2018", Medium::Chips, "6.1"),
        ("nz-1998", Medium::Chips, "5.3"),
        ("rws-2016", Medium::Credits, "1:player-terminal"),
    ] {
        let terms = posted(id);
        for stake in ["25+25", "0+50"] {
            let reason = refused(&terms, &[], &format!("ada@1 player {stake}"), clause);
            assert_eq!(reason, WagerReason::NoTokens { stakes: vec![medium] });
        }
        allowed(&terms, &[], "ada@1 player 50");
    }
    let nsw = posted("nsw-2021");
    for stake in ["25+25", "0+50", "5+20", "0+37"] {
        allowed(&nsw, &[], &format!("ada@1 player {stake}"));
    }
}

#[test]
fn limits_bind_at_their_very_figures() {
    for (id, clause) in [
        ("nsw-2021", "6.1"),
        ("tas-2013", "7.1"),
        ("tas-2018", "7.1"),
        ("nz-1998", "5.13"),
        ("rws-2016", "house:limits"),
    ] {
        let terms = posted(id);
        for name in ["player", "tie"] {
            let (bet, stake) = (bet(name), money("20"));
            assert_eq!(
                refused(&terms, &[], &format!("ada@1 {name} 20"), clause),
                WagerReason::BelowMinimum { bet, stake, minimum: money("25") }
            );
            assert_eq!(
                refused(&terms, &[], &format!("ada@1 {name} 5005"), clause),
                WagerReason::AboveMaximum { bet, stake: money("5005"), maximum: money("5000") }
            );
            allowed(&terms, &[], &format!("ada@1 {name} 25"));
            allowed(&terms, &[], &format!("ada@1 {name} 5000"));
        }
    }
    // The figures of Division 1 are the house's to post, and the refusal says so.
    let refusal = ask(&posted("nz-1998"), &[], "ada@1 tie 20").unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "a wager of 20 on tie is below the minimum of 25 (5.13, 2.0, house:limits)"
    );
    // Tokens count at their nominal value.
    let nsw = posted("nsw-2021");
    refused(&nsw, &[], "ada@1 player 10+10", "6.1");
    allowed(&nsw, &[], "ada@1 player 10+15");
    refused(&nsw, &[], "ada@1 player 5000+5", "6.1");
    allowed(&nsw, &[], "ada@1 player 4990+10");
}

#[test]
fn side_bets_have_the_limits_of_their_own_sign() {
    for (id, name, clause) in [
        ("nsw-2021", "player_pair", "10.3"),
        ("tas-2018", "perfect_pair_banker", "15.3"),
        ("rws-2016", "banker_pair", "house:limits"),
    ] {
        let terms = table(id, |draft| {
            draft.chips = "5 25 100".parse().unwrap();
            draft.limits = Limits::plain(money("25"), money("5000"));
            draft.limits.of_bet.insert(bet(name), span("5", "200"));
        });
        for (stake, fits) in [("5", true), ("200", true), ("205", false)] {
            let text = format!("ada@1 {name} {stake}");
            if fits { allowed(&terms, &[], &text) } else { drop(refused(&terms, &[], &text, clause)) }
        }
        // The table's own minimum still binds the hands.
        assert!(ask(&terms, &[], "ada@1 player 20").is_err());
    }
}

#[test]
fn each_optional_bet_of_new_south_wales_cites_its_own_sign_and_its_own_limit_of_one() {
    let rows = [
        ("player_pair", "10.3", "10.5"),
        ("banker_pair", "10.3", "10.5"),
        ("super_six", "10.10", "10.12"),
        ("tiger_tie", "10.15", "10.17"),
        ("tiger_pair", "10.20", "10.22"),
        ("tiger", "10.26", "10.28"),
        ("big_tiger", "10.31", "10.33"),
        ("small_tiger", "10.36", "10.38"),
    ];
    for (name, sign, once) in rows {
        let terms = table("nsw-2021", |draft| draft.offered = vec![bet(name)]);
        refused(&terms, &[], &format!("ada@1 {name} 100000000000+1"), sign);
        let (one, again, elsewhere) =
            (format!("ada@1 {name} 5"), format!("ada@1 {name} 10"), format!("ada@2 {name} 5"));
        allowed(&terms, &[], &one);
        for text in [again, elsewhere] {
            let reason = refused(&terms, &[&one], &text, once);
            let (patron, at) = ("ada".parse().unwrap(), wager(&one).at);
            assert_eq!(reason, WagerReason::OncePerCoup { patron, bet: bet(name), at });
        }
        // Another patron may, on the same box too, and the same patron may bet on something else.
        allowed(&terms, &[&one], &format!("ben@1 {name} 5"));
        allowed(&terms, &[&one], "ada@1 tie 5");
    }
    // Pairs Player and Pairs Banker are one each.
    let terms = table("nsw-2021", |_| {});
    allowed(&terms, &["ada@1 player_pair 5"], "ada@1 banker_pair 5");
}

#[test]
fn other_documents_let_side_bets_lie_on_several_boxes() {
    for (id, name) in [("tas-2018", "perfect_pair_player"), ("rws-2016", "player_pair")] {
        allowed(&posted(id), &[&format!("ada@1 {name} 25")], &format!("ada@2 {name} 25"));
    }
}

#[test]
fn units_count_from_the_minimum() {
    for (id, clause) in [
        ("nsw-2021", "6.1.1"),
        ("tas-2013", "7.1:multiples"),
        ("tas-2018", "7.1:multiples"),
        ("rws-2016", "house:limits"),
    ] {
        let terms = table(id, |draft| {
            draft.chips = "5 25 100".parse().unwrap();
            draft.limits = Limits::plain(money("25"), money("5000"));
            draft.limits.unit = Some(money("10"));
        });
        for stake in ["25", "35", "4995"] {
            allowed(&terms, &[], &format!("ada@1 player {stake}"));
        }
        for stake in ["30", "40", "5000"] {
            let reason = refused(&terms, &[], &format!("ada@1 player {stake}"), clause);
            let (stake, minimum, unit) = (money(stake), money("25"), money("10"));
            assert_eq!(reason, WagerReason::NotInUnits { stake, minimum, unit });
        }
        // Without a posted unit any sum of chips will do.
        allowed(&posted(id), &[], "ada@1 player 30");
    }
}

#[test]
fn new_zealand_has_no_unit_to_post() {
    let mut draft = Draft::usual(book("nz-1998"));
    draft.limits.unit = Some(money("10"));
    let refused = Terms::under(book("nz-1998"), draft).unwrap_err().0;
    assert_eq!(refused[0].reason, TermsReason::NoSuchLimit(Term::Unit));
}

#[test]
fn new_zealand_takes_no_banker_wager_that_could_not_be_paid_exactly() {
    let rows = [
        // With fives, 19:20 of 100 is whole chips and of anything between is not.
        ("5 25 100", "100", "105", "100"),
        ("5 25 100", "300", "395", "300"),
        // Below the least there is nothing that could, and the next above is named.
        ("5 25 100", "100", "95", "100"),
        ("1 5 25", "20", "25", "20"),
        ("0.50 1", "30", "30.50", "30"),
        // 9.50 is seven ones and one 2.50; 0.95 and 5.70 are nothing.
        ("1 2.50", "10", "6", "10"),
        ("1 2.50", "30", "32", "30"),
    ];
    for (chips, good, bad, nearest) in rows {
        let terms = table("nz-1998", |draft| {
            draft.chips = chips.parse().unwrap();
            draft.limits = Limits::plain(money("0.50"), money("5000"));
        });
        allowed(&terms, &[], &format!("ada@1 banker {good}"));
        let reason = refused(&terms, &[], &format!("ada@1 banker {bad}"), "5.8");
        let (stake, nearest) = (money(bad), money(nearest));
        assert_eq!(reason, WagerReason::NotPayable { bet: bet("banker"), stake, nearest }, "chips {chips}");
        for name in ["player", "tie"] {
            allowed(&terms, &[], &format!("ada@1 {name} {bad}"));
        }
        allowed(&terms, &[], &format!("ada@1 banker {nearest}"));
    }
    // What is named is within the limits; where nothing is, nothing is named.
    let within = |min, max, stake| {
        let terms = table("nz-1998", |draft| {
            draft.chips = "5 25 100".parse().unwrap();
            draft.limits = Limits::plain(money(min), money(max));
        });
        refused(&terms, &[], &format!("ada@1 banker {stake}"), "5.8")
    };
    let (bet, stake) = (bet("banker"), money("250"));
    let nearest = money("300");
    assert_eq!(within("205", "5000", "250"), WagerReason::NotPayable { bet, stake, nearest });
    assert_eq!(within("205", "295", "250"), WagerReason::NeverPayable { bet, stake });
    // Elsewhere such a wager is taken, and its payout rounded.
    for id in ["nsw-2021", "tas-2013", "tas-2018", "rws-2016"] {
        allowed(&posted(id), &[], "ada@1 banker 105");
    }
}

#[test]
fn the_same_bet_lies_once_in_a_box() {
    for (id, clause) in [
        ("nsw-2021", "5.1"),
        ("tas-2013", "6.5.b"),
        ("tas-2018", "6.5.b"),
        ("nz-1998", "5.1"),
        ("rws-2016", "3.3:banker"),
    ] {
        let terms = posted(id);
        let one = "ada@1 banker 100";
        let reason = refused(&terms, &[one], "ada@1 banker 200", clause);
        let (patron, at) = ("ada".parse().unwrap(), wager(one).at);
        assert_eq!(reason, WagerReason::Twice { patron, bet: bet("banker"), at });
        allowed(&terms, &[one], "ada@2 banker 200");
        allowed(&terms, &[one], "ben@1 banker 200");
        allowed(&terms, &[one], "ada@1 tie 25");
        // The box that is named is the one where it lies already, not the patron's first.
        let reason = refused(&terms, &["ada@2 banker 100", one], "ada@1 banker 200", clause);
        assert_eq!(reason, WagerReason::Twice { patron, bet: bet("banker"), at });
    }
}

/// The seven combinations, and for each document: `yes`, `ask` or `no`, with the clause.
type Combination = (&'static [&'static str], [&'static str; 5]);
const COMBINATIONS: [Combination; 7] = [
    (&["player"], ["yes 5.6.1", "yes 6.5", "yes 6.5", "yes 5.2.c", "yes 3.3"]),
    (&["banker"], ["yes 5.6.3", "yes 6.5", "yes 6.5", "yes 5.2.a", "yes 3.3"]),
    (&["tie"], ["yes 5.6.5", "yes 6.5", "yes 6.5", "yes 5.2.e", "yes 3.3"]),
    (&["player", "tie"], ["yes 5.6.2", "yes 6.5", "yes 6.5", "yes 5.2.d", "yes 3.3"]),
    (&["banker", "tie"], ["yes 5.6.4", "yes 6.5", "yes 6.5", "yes 5.2.b", "yes 3.3"]),
    (&["player", "banker"], ["ask 5.6.6", "yes 6.5", "yes 6.5", "no 5.2", "yes 3.3"]),
    (&["player", "banker", "tie"], ["ask 5.6.7", "yes 6.5", "yes 6.5", "no 5.2", "yes 3.3"]),
];

#[test]
fn each_combination_is_allowed_asked_for_or_barred_over_all_boxes() {
    let ada: PersonId = "ada".parse().unwrap();
    for (place, id) in BOOKS.into_iter().enumerate() {
        let terms = posted(id);
        for (names, answers) in COMBINATIONS {
            let (answer, clause) = answers[place].split_once(' ').unwrap();
            let kind = |name: &&str| terms.offer(bet(name)).unwrap().kind;
            let held = names.iter().map(kind).fold(MainBets::default(), MainBets::with);
            let row = book(id).combinations.of(held).unwrap();
            assert_eq!(first(&row.by), clause, "{id} {held}");
            // One wager a box, the last one asked for, whichever it is; another patron's wagers never count.
            for last in 0..names.len() {
                let text = |box_: usize, name: &str| format!("ada@{} {name} 100", box_ + 1);
                let mut lie: Vec<String> =
                    (0..names.len()).filter(|n| *n != last).map(|n| text(n, names[n])).collect();
                lie.extend(["ben@8 player 100".to_owned(), "cy@9 banker 100".to_owned()]);
                let lie: Vec<&str> = lie.iter().map(String::as_str).collect();
                let asked = wager(&text(last, names[last]));
                let check = |approved: bool| {
                    let placed = check_wager(book(id), &terms, &wagers(&lie), &asked, None, approved);
                    assert_eq!(placed, check_combination(book(id), ada, held, approved), "{id} {held}");
                    placed.map_err(|refusal| (first(&refusal.by), refusal.reason))
                };
                let barred = Err((clause.to_owned(), WagerReason::Combination { patron: ada, held }));
                let role = Role::CasinoSupervisor;
                let asks = Err((clause.to_owned(), WagerReason::NeedsApproval { patron: ada, held, role }));
                let (without, with) = match answer {
                    "yes" => (Ok(()), Ok(())),
                    "ask" => (asks, Ok(())),
                    _ => (barred.clone(), barred),
                };
                assert_eq!((check(false), check(true)), (without, with), "{id} {held}");
            }
        }
        let ok = check_combination(book(id), ada, MainBets::default(), false);
        assert_eq!(ok, Ok(()), "side bets alone are no combination");
    }
}

#[test]
fn side_bets_are_no_part_of_a_combination() {
    let nsw = posted("nsw-2021");
    allowed(&nsw, &["ada@1 player_pair 25", "ada@1 banker_pair 25"], "ada@1 player 25");
    allowed(&nsw, &["ada@1 player 25"], "ada@1 banker_pair 25");
    assert_eq!(MainBets::default().with(BetKind::Side), MainBets::default());
}

#[test]
fn limits_agreed_with_one_patron_replace_the_posted_ones() {
    let personal = PersonalLimits(span("500", "20000"));
    let ask = |id: &str, text: &str| {
        check_wager(book(id), &posted(id), &[], &wager(text), Some(personal), false).map_err(|r| first(&r.by))
    };
    for (id, clause) in [("nsw-2021", "6.8"), ("tas-2013", "7.2"), ("tas-2018", "7.2")] {
        for stake in ["500", "5005", "20000"] {
            assert_eq!(ask(id, &format!("ada@1 player {stake}")), Ok(()), "{id} {stake}");
        }
        for stake in ["495", "20005"] {
            assert_eq!(ask(id, &format!("ada@1 tie {stake}")), Err(clause.to_owned()), "{id} {stake}");
        }
    }
    // They are for the hands and the tie, not for the sign of an optional bet.
    assert_eq!(ask("nsw-2021", "ada@1 player_pair 25"), Ok(()));
    assert_eq!(ask("nsw-2021", "ada@1 player_pair 5005"), Err("10.3".to_owned()));
    // Where the document knows no such agreement, the posted figures bind everybody.
    for (id, clause) in [("nz-1998", "5.13"), ("rws-2016", "house:limits")] {
        assert_eq!(ask(id, "ada@1 player 25"), Ok(()));
        assert_eq!(ask(id, "ada@1 player 5005"), Err(clause.to_owned()));
    }
}

#[test]
fn no_stake_is_too_large_to_be_refused() {
    for id in BOOKS {
        let terms = table(id, |_| {});
        let ask = |chips: i64, tokens: i64| {
            let stake = Stake {
                chips: Money::from_minor(chips),
                tokens: Money::from_minor(tokens),
                ..Stake::default()
            };
            let large = Wager { stake, ..wager("ada@1 tie 1") };
            check_wager(book(id), &terms, &[], &large, None, false)
        };
        let largest = Money::LARGEST.minor();
        assert_eq!(ask(largest, 0), Ok(()), "{id}");
        for (chips, tokens) in [(largest + 100, 0), (i64::MAX / 100 * 100, 0), (i64::MAX, 0)] {
            assert!(ask(chips, tokens).is_err(), "{id} {chips}");
        }
        if id == "nsw-2021" {
            for (chips, tokens) in [(largest, 1), (0, i64::MAX), (i64::MAX / 100 * 100, i64::MAX)] {
                let reason = ask(chips, tokens).unwrap_err().reason;
                assert!(matches!(reason, WagerReason::AboveMaximum { .. }), "{reason}");
            }
        }
    }
}

#[test]
fn of_several_faults_the_first_in_the_list_is_told() {
    let terms = table("nz-1998", |draft| {
        draft.chips = "5 25".parse().unwrap();
        draft.limits = Limits::plain(money("50"), money("500"));
    });
    let lie = ["ada@1 banker 100", "ada@1 player 100"];
    let faults = [
        ("dragon 7+3", "dragon is not offered"),
        ("banker 0", "a wager needs a stake"),
        ("banker 7+3", "7 cannot be made"),
        ("banker 5+3", "stakes here are made of chips"),
        ("banker 5", "a wager of 5 on banker is below"),
        ("banker 505", "a wager of 505 on banker is above"),
        ("banker 105", "a winning 105 on banker could not be paid"),
        ("banker 200", "ada has a wager on banker at box 1 already"),
        ("tie 50", "ada may not hold player + banker + tie"),
    ];
    for (what, begins) in faults {
        let refusal = ask(&terms, &lie, &format!("ada@1 {what}")).unwrap_err();
        assert!(refusal.to_string().starts_with(begins), "{what}: {refusal}");
    }
}
