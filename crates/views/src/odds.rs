//! Exact odds as they go over the wire: of a shoe that somebody asks about, and of a table's full shoe.

use std::fmt::Display;

use punto_odds::{Analysis, BetOdds, Composition, OutcomeOdds, SettledHow};
use punto_rulebook::{Rulebook, Terms, Winner};
use punto_wire::{BetOddsView, OddsAnswer, OddsQuestion, WayKind, WayView};

/// What the bets of a table give back in the long run, from a full shoe.
pub fn full_shoe_odds(book: &Rulebook, terms: &Terms) -> Result<Vec<BetOddsView>, String> {
    let shoe = Composition::decks(terms.decks).map_err(wrong)?;
    let analysis = Analysis::of_terms(book, terms).map_err(wrong)?;
    Ok(analysis.odds(&shoe).map_err(wrong)?.iter().map(of_bet).collect())
}

/// The odds of a shoe; a question that cannot be answered is answered with what is wrong with it.
pub fn odds_answer(book: &Rulebook, question: &OddsQuestion) -> Result<OddsAnswer, String> {
    let usual = book.variants.first().map_or("", |variant| &*variant.id);
    let variant = question.variant.as_deref().unwrap_or(usual);
    let shoe = shoe(question)?;
    let analysis = Analysis::of_book(book, variant).map_err(wrong)?;
    let odds = analysis.odds(&shoe).map_err(wrong)?;
    let endings = analysis.endings(&shoe).map_err(wrong)?;
    let chance = |winner: Winner| endings.share(endings.winner(winner)).to_f64();
    Ok(OddsAnswer {
        winner: [chance(Winner::Player), chance(Winner::Banker), chance(Winner::Tie)],
        bets: odds.iter().map(of_bet).collect(),
        cards: shoe.cards(),
    })
}

fn wrong(error: impl Display) -> String {
    error.to_string()
}

fn shoe(question: &OddsQuestion) -> Result<Composition, String> {
    if question.removed.len() > Composition::MOST as usize {
        return Err(format!("a shoe has at most {} cards that could be gone", Composition::MOST));
    }
    let mut shoe = Composition::decks(question.decks).map_err(wrong)?;
    for card in &question.removed {
        shoe.remove(card.0).map_err(wrong)?;
    }
    Ok(shoe)
}

fn of_bet(odds: &BetOdds) -> BetOddsView {
    let edge = odds.house_edge.to_f64();
    BetOddsView {
        bet: odds.bet.to_string(),
        edge,
        edge_exact: odds.house_edge.to_string(),
        back: 1.0 - edge,
        deviation: odds.standard_deviation,
        ways: odds.outcomes.iter().map(way).collect(),
    }
}

fn way(outcome: &OutcomeOdds) -> WayView {
    let settled = match outcome.settled {
        SettledHow::Win => WayKind::Win,
        SettledHow::StandOff => WayKind::StandOff,
        SettledHow::Lose => WayKind::Lose,
    };
    let pays = outcome.pays.filter(|_| settled == WayKind::Win).map(Into::into);
    WayView { settled, pays, chance: outcome.probability.to_f64() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use punto_wire::PayOdds;

    use super::*;

    fn question(removed: &[&str]) -> OddsQuestion {
        let removed = removed.iter().map(|card| punto_wire::Card(card.parse().unwrap())).collect();
        OddsQuestion { rulebook: "nsw-2021".into(), variant: None, decks: 8, removed }
    }

    #[test]
    fn the_figures_are_those_of_the_exact_analysis() {
        let book = Rulebook::embedded("nsw-2021").unwrap();
        let answer = odds_answer(&book, &question(&[])).unwrap();
        assert_eq!(answer.cards, 416);
        assert!((answer.winner.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let banker = answer.bets.iter().find(|bet| bet.bet == "banker").unwrap();
        assert!((banker.edge - 0.010_579_058).abs() < 1e-9, "{}", banker.edge);
        assert!((banker.ways.iter().map(|way| way.chance).sum::<f64>() - 1.0).abs() < 1e-12);
        let at = PayOdds { pays: 19, stake: 20 };
        assert_eq!((banker.ways[0].settled, banker.ways[0].pays), (WayKind::Win, Some(at)));
    }

    #[test]
    fn a_shoe_that_cannot_be_is_refused_with_its_reason() {
        let book = Rulebook::embedded("nsw-2021").unwrap();
        let sentence = |question: &OddsQuestion| odds_answer(&book, question).unwrap_err();
        assert_eq!(sentence(&question(&["Ks"; 9])), "no Ks is left in the shoe to take out");
        assert!(sentence(&OddsQuestion { decks: 9, ..question(&[]) }).contains("1 to 8 decks"));
        assert!(sentence(&OddsQuestion { decks: 0, ..question(&[]) }).contains("1 to 8 decks"));
        let other = OddsQuestion { variant: Some("other".into()), ..question(&[]) };
        assert!(sentence(&other).contains("not a variant"));
        assert!(sentence(&question(&["Ks"; 417])).contains("at most 416"));
    }
}
