//! What holds for any wagers on any cards under any document: money in is money out.

use proptest::prelude::*;
use punto_coup::{AfterWin, Became, BoxId, Coup, Stake, Wager, settle, settle_all};
use punto_rulebook::{Outcome, Pays, Terms};
use punto_vocab::{Card, Chips, Money, Rounding};

use crate::common::{book, cards, choose, every_table, table, wager};

/// A table of any document and form of its game, with any chips and any rounding it may have.
fn tables() -> impl Strategy<Value = Terms> {
    let chips = prop_oneof![
        prop::sample::select(vec!["1 5 25 100", "5 25", "2.50 5", "1 2.50", "0.05 1", "2 5", "0.01"])
            .prop_map(|chips| chips.parse::<Chips>().unwrap()),
        prop::collection::btree_set(1i64..2_000, 1..4)
            .prop_map(|chips| Chips::new(chips.into_iter().map(Money::from_minor)).unwrap()),
    ];
    let rounding = prop::sample::select(vec!["up", "down", "nearest"]);
    let token = prop::sample::select(vec!["voucher-terms", "return", "collect"]);
    (0..every_table().len(), chips, rounding, token).prop_map(|(place, chips, rounding, token)| {
        let (id, model) = every_table().swap_remove(place);
        table(id, |draft| {
            draft.variant = Some(model.variant.to_string());
            draft.offered = model.offers.iter().map(|offer| offer.bet).collect();
            draft.chips = chips;
            for (setting, choice) in [("payout-rounding", rounding), ("token-after-win", token)] {
                if book(id).setting(setting).is_some() {
                    choose(draft, setting, choice);
                }
            }
        })
    })
}

/// A table, wagers on what it offers, and cards enough for any coup.
fn coups() -> impl Strategy<Value = (Terms, Vec<Wager>, Vec<Card>)> {
    let amount = || prop_oneof![0..50_000i64, Just(Money::LARGEST.minor()), 0..Money::LARGEST.minor()];
    let wager = (any::<prop::sample::Index>(), amount(), 0..5_000i64, any::<bool>());
    let wagers = prop::collection::vec(wager, 0..12);
    let cards = prop::collection::vec((0..52usize).prop_map(|i| Card::from_index(i).unwrap()), 6);
    (tables(), wagers, cards).prop_map(|(terms, wagers, cards)| {
        let tokens_allowed = &*terms.rulebook == "nsw-2021";
        let wager =
            |(place, (bet, chips, tokens, collected)): (usize, (prop::sample::Index, i64, i64, bool))| {
                Wager {
                    patron: "ada".parse().unwrap(),
                    at: BoxId(place as u8),
                    bet: bet.get(&terms.offers).bet,
                    stake: Stake {
                        chips: Money::from_minor(chips),
                        tokens: Money::from_minor(if tokens_allowed { tokens } else { 0 }),
                        after_win: if collected { AfterWin::Collected } else { AfterWin::Returned },
                    },
                }
            };
        let wagers = wagers.into_iter().enumerate().map(wager).collect();
        (terms, wagers, cards)
    })
}

fn play(terms: &Terms, cards: &[Card]) -> Outcome {
    let book = book(&terms.rulebook);
    let mut coup = Coup::default();
    let _ = cards.iter().take_while(|card| coup.deal(book, **card).is_ok()).count();
    coup.outcome(book).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn stakes_and_the_house_balance((terms, wagers, cards) in coups()) {
        let (settled, totals) = settle_all(&terms, &play(&terms, &cards), &wagers);
        prop_assert_eq!(settled.len(), wagers.len());
        let mut net = Money::ZERO;
        for (wager, settled) in wagers.iter().zip(&settled) {
            let (back, stake) = (settled.back + settled.tokens_back, wager.stake);
            prop_assert_eq!(back + settled.collected, stake.total(), "{:?} {:?}", wager, settled);
            prop_assert!(settled.back <= stake.chips && settled.tokens_back <= stake.tokens);
            prop_assert!(settled.void_part <= settled.back);
            let parts = [settled.back, settled.tokens_back, settled.collected, settled.paid, settled.commission];
            prop_assert!(parts.iter().all(|part| *part >= Money::ZERO), "{:?}", settled);
            if settled.became != Became::Won {
                prop_assert!(settled.paid.is_zero() && settled.commission.is_zero());
            }
            net += settled.net();
        }
        prop_assert_eq!(net + totals.house(), Money::ZERO);
        prop_assert_eq!(totals.staked, totals.back + totals.collected);
        prop_assert_eq!(totals.staked, wagers.iter().map(|wager| wager.stake.total()).sum());
    }

    #[test]
    fn payouts_are_sums_of_chips_next_to_the_exact_figure((terms, wagers, cards) in coups()) {
        let outcome = play(&terms, &cards);
        for wager in &wagers {
            let settled = settle(&terms, &outcome, wager);
            let in_chips: i64 = settled.in_chips(&terms).iter().map(|c| c.chip.minor() * c.count).sum();
            prop_assert_eq!(in_chips, settled.paid.minor(), "{:?}", settled);
            let rows = &terms.offer(wager.bet).unwrap().rows;
            let row = rows.iter().find(|row| row.on.matches(&outcome)).map(|row| &row.pays);
            let (Some(Pays::Odds { odds, commission }), Became::Won) = (row, settled.became) else { continue };
            let net = commission.map_or(*odds, |share| odds.less(share));
            let exact = net.winnings(wager.stake.total() - settled.void_part);
            let (above, below) = (terms.chips.at_least(exact).unwrap(), terms.chips.at_most(exact));
            match terms.rounding.value {
                // NSW 5.8: never less than exact, and never more than the next sum of chips.
                Rounding::Up => prop_assert_eq!(settled.paid, above),
                Rounding::Down => prop_assert_eq!(settled.paid, below),
                Rounding::Nearest => prop_assert!(settled.paid == above || settled.paid == below),
                // NZ 5.8 and 5.9: what is good is paid exactly.
                Rounding::Refused if commission.is_some() => {
                    prop_assert_eq!(exact.whole(), Some(settled.paid));
                    prop_assert_eq!(settled.paid + settled.commission, wager.stake.total() - settled.void_part);
                }
                Rounding::Refused => prop_assert_eq!(settled.paid, below),
            }
            if &*terms.rulebook == "nsw-2021" {
                prop_assert!(exact.at_most(settled.paid), "{} is less than {}", settled.paid, exact);
            }
        }
    }

    #[test]
    fn what_is_good_in_new_zealand_is_as_much_as_could_be(
        stake in 1..600i64, chips in prop::collection::btree_set(1i64..40, 1..4),
    ) {
        let terms = table("nz-1998", |draft| {
            draft.chips = Chips::new(chips.iter().map(|chip| Money::from_minor(*chip))).unwrap();
            draft.limits.wager.min = Money::from_minor(1);
        });
        let can = |minor: i64| terms.chips.can_make(Money::from_minor(minor));
        prop_assume!(can(stake));
        let payable = |part: i64| part * 19 % 20 == 0 && can(part * 19 / 20) && can(part) && can(stake - part);
        let most = (0..=stake).rev().find(|part| payable(*part));
        let player_wins = play(&terms, &cards("Ks Qd 7h 6c"));
        let wager = Wager { stake: Stake::chips(Money::from_minor(stake)), ..wager("ada@1 banker 1") };
        prop_assert_eq!(Some(settle(&terms, &player_wins, &wager).collected.minor()), most);
    }
}
