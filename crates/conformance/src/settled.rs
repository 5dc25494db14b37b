//! Settlements: every bet of every form of the game, staked in amounts that chips can and cannot pay to the last unit.

use punto_coup::{BoxId, Coup, Stake, Wager, settle};
use punto_rulebook::{Draft, Rulebook, Terms, TermsRefused};
use punto_vocab::{Card, Chips, Money, PersonId, Rounding};
use serde_json::json;

use crate::{PublicQuestion, QuestionKind, coups};

/// What is staked, in hundredths: payable at every odds, hardly at any, and large.
const STAKES: [i64; 3] = [10_000, 2_500, 123_500];
/// How many coups each form is settled for.
const COUPS: usize = 24;

pub(crate) fn cases(book: &Rulebook) -> Result<Vec<PublicQuestion>, TermsRefused> {
    let mut cases = Vec::new();
    for variant in &book.variants {
        let mut draft = Draft::usual(book);
        draft.variant = Some(variant.id.to_string());
        let terms = Terms::under(book, draft)?;
        // Coups that reach rows which hardly any other reaches stand at the front.
        for cards in chosen(book, &terms) {
            let case = case(book, &terms, cases.len() + 1, &cards);
            cases.extend(case);
        }
    }
    Ok(cases)
}

/// Coups that together let every row of every paytable win that any coup of the set lets win, and some more.
fn chosen(book: &Rulebook, terms: &Terms) -> Vec<Vec<Card>> {
    let mut seen = std::collections::BTreeSet::new();
    let (mut chosen, mut more) = (Vec::new(), Vec::new());
    for cards in coups::dealt(book).into_iter().chain(coups::rare(book)) {
        let Some(outcome) = dealt(book, &cards).and_then(|coup| coup.outcome(book)) else { continue };
        let row = |offer: &punto_rulebook::Offer| offer.rows.iter().position(|row| row.on.matches(&outcome));
        let wins: Vec<(usize, Option<usize>)> = terms.offers.iter().map(row).enumerate().collect();
        let new = wins.into_iter().filter(|win| seen.insert(*win)).count() > 0;
        if new { chosen.push(cards) } else { more.push(cards) }
    }
    let left = COUPS.saturating_sub(chosen.len());
    chosen.extend(more.into_iter().take(left));
    chosen
}

fn dealt(book: &Rulebook, cards: &[Card]) -> Option<Coup> {
    let mut coup = Coup::default();
    cards.iter().try_for_each(|card| coup.deal(book, *card).map(|_| ())).ok()?;
    Some(coup)
}

fn case(book: &Rulebook, terms: &Terms, number: usize, cards: &[Card]) -> Option<PublicQuestion> {
    let outcome = dealt(book, cards)?.outcome(book)?;
    let patron: PersonId = "ada".parse().ok()?;
    let (mut wagers, mut settled, mut by) = (Vec::new(), Vec::new(), Vec::new());
    for offer in &terms.offers {
        for stake in STAKES.map(Money::from_minor) {
            let wager = Wager { patron, at: BoxId(1), bet: offer.bet, stake: Stake::chips(stake) };
            let became = settle(terms, &outcome, &wager);
            wagers.push(json!({ "bet": offer.bet.to_string(), "stake": stake.to_string() }));
            settled.push(json!({
                "became": became.became.to_string(),
                "back": became.back.to_string(),
                "collected": became.collected.to_string(),
                "paid": became.paid.to_string(),
                "commission": became.commission.to_string(),
            }));
            by.push(became.by.to_string());
        }
    }
    by.push(terms.rounding.by.to_string());
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    let ask = json!({
        "variant": &*terms.variant,
        "chips": chips(&terms.chips),
        "rounding": rounding(terms.rounding.value),
        "cards": cards,
        "wagers": wagers,
    });
    Some(
        PublicQuestion::of(book, QuestionKind::Settlement, number, ask, json!({ "settled": settled })).by(by),
    )
}

fn chips(chips: &Chips) -> Vec<String> {
    chips.denominations().map(|chip| chip.to_string()).collect()
}

fn rounding(rounding: Rounding) -> String {
    rounding.to_string()
}
