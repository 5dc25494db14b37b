//! One coup, its settlement, its odds and the scoreboards.

use punto_coup::{BoxId, Coup, Due, Stake, Wager};
use punto_odds::{Analysis, Composition};
use punto_roads::{DerivedRoad, Roads, Side, TailPolicy, parse_entries};
use punto_rulebook::{Draft, Rulebook, Terms};
use punto_vocab::Card;
use serde_json::{Value, json};

use crate::{Unanswered, book, refused, short, wrong};

/// The ids of the documents.
pub fn documents() -> Vec<&'static str> {
    Rulebook::embedded_ids().collect()
}

/// What a clause says, in our own words.
pub fn clause(document: &str, id: &str) -> Result<String, Unanswered> {
    let book = book(document)?;
    let found = book.clauses.iter().find(|clause| clause.id.to_string() == id);
    found
        .map(|clause| clause.gist.to_string())
        .ok_or_else(|| wrong(format!("{document} has no clause {}", short(id))))
}

/// Cards in a text such as `Ks 2d 6h`.
fn cards(text: &str) -> Result<Vec<Card>, Unanswered> {
    text.split_whitespace().map(|card| card.parse().map_err(wrong)).collect()
}

fn hand(side: punto_vocab::Side) -> &'static str {
    match side {
        punto_vocab::Side::Player => "player",
        punto_vocab::Side::Banker => "banker",
    }
}

/// Deals cards in the order they leave the shoe; where each goes and why, and what the coup comes to.
pub fn coup(document: &str, cards: &str) -> Result<Value, Unanswered> {
    let book = book(document)?;
    let mut coup = Coup::default();
    let (mut to, mut why) = (Vec::new(), Vec::new());
    for card in self::cards(cards)? {
        let (Due::Card { by, why: reason, .. } | Due::Nothing { by, why: reason }) = coup.due(&book);
        why.push(json!({ "why": reason.to_string(), "by": by.to_string() }));
        to.push(hand(coup.deal(&book, card).map_err(|error| refused(&error, &error.by))?));
    }
    let due = match coup.due(&book) {
        Due::Card { to, by, why, .. } => {
            json!({ "to": hand(to), "why": why.to_string(), "by": by.to_string() })
        }
        Due::Nothing { by, why } => json!({ "to": null, "why": why.to_string(), "by": by.to_string() }),
    };
    let mut answer = json!({ "to": to, "why": why, "due": due });
    if let Some(outcome) = coup.outcome(&book) {
        answer["winner"] = Value::from(outcome.winner.to_string());
        answer["points"] =
            json!({ "player": outcome.points.player.value(), "banker": outcome.points.banker.value() });
        answer["pairs"] = json!({ "player": outcome.pairs.player, "banker": outcome.pairs.banker });
        answer["natural"] = Value::from(outcome.is_natural());
    }
    Ok(answer)
}

/// What a table chose within its document; whatever is not said is as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableChoice {
    /// The form of the game.
    pub variant: Option<String>,
    /// The chips, as in `5 25 100`.
    pub chips: Option<String>,
    /// Settings of the house, each with its choice.
    pub house: Vec<(String, String)>,
}

fn terms(book: &Rulebook, TableChoice { variant, chips, house }: TableChoice) -> Result<Terms, Unanswered> {
    let mut draft = Draft::usual(book);
    draft.variant = variant;
    if let Some(chips) = chips {
        draft.chips = chips.parse().map_err(wrong)?;
        draft.limits.wager.min = draft.chips.smallest();
    }
    draft.house.extend(
        house.into_iter().map(|(name, choice)| (name.trim_start_matches("house:").to_owned(), choice)),
    );
    Terms::under(book, draft).map_err(wrong)
}

/// What wagers become by a complete coup: each a bet and a stake.
pub fn settle(
    document: &str,
    cards: &str,
    wagers: &[(String, String)],
    choice: TableChoice,
) -> Result<Value, Unanswered> {
    let book = book(document)?;
    let terms = terms(&book, choice)?;
    let mut coup = Coup::default();
    for card in self::cards(cards)? {
        coup.deal(&book, card).map_err(|error| refused(&error, &error.by))?;
    }
    let outcome = coup.outcome(&book).ok_or_else(|| wrong("the coup is not complete"))?;
    let settled = wagers.iter().map(|(bet, stake)| {
        let bet = bet.parse().map_err(wrong)?;
        if terms.offer(bet).is_none() {
            return Err(wrong(format!("{bet} is not offered at this table")));
        }
        let stake = Stake::chips(stake.parse().map_err(wrong)?);
        let patron = "patron".parse().map_err(wrong)?;
        let settled = punto_coup::settle(&terms, &outcome, &Wager { patron, at: BoxId(1), bet, stake });
        Ok(json!({
            "became": settled.became.to_string(),
            "back": settled.back.to_string(),
            "collected": settled.collected.to_string(),
            "paid": settled.paid.to_string(),
            "commission": settled.commission.to_string(),
            "by": settled.by.to_string(),
        }))
    });
    Ok(Value::Array(settled.collect::<Result<_, Unanswered>>()?))
}

/// The exact odds of every bet, as ratios and to twelve places.
pub fn odds(document: &str, variant: Option<&str>, decks: u32, removed: &str) -> Result<Value, Unanswered> {
    let book = book(document)?;
    let usual = book.variants.first().map_or("", |variant| &*variant.id);
    let analysis = Analysis::of_book(&book, variant.unwrap_or(usual)).map_err(wrong)?;
    let mut shoe = Composition::decks(decks).map_err(wrong)?;
    for card in cards(removed)? {
        shoe.remove(card).map_err(wrong)?;
    }
    let odds = analysis.odds(&shoe).map_err(wrong)?;
    let told = odds.iter().map(|odds| {
        let outcomes = odds.outcomes.iter().map(|outcome| {
            json!({
                "settled": outcome.settled.to_string(),
                "pays": outcome.pays.map(|pays| pays.to_string()),
                "probability": outcome.probability.to_string(),
                "by": outcome.by.to_string(),
            })
        });
        json!({
            "bet": odds.bet.to_string(),
            "house_edge": odds.house_edge.to_string(),
            "house_edge_decimal": odds.house_edge.decimal(12),
            "outcomes": outcomes.collect::<Vec<_>>(),
        })
    });
    Ok(Value::Array(told.collect()))
}

/// The scoreboards of a shoe such as `BBPTPb`.
pub fn roads(entries: &str, tail: &str) -> Result<Value, Unanswered> {
    let tail: TailPolicy = tail.parse().map_err(wrong)?;
    Ok(shown(&Roads::from_entries(parse_entries(entries).map_err(wrong)?), tail))
}

/// Scoreboards as a program reads them.
pub(crate) fn shown(roads: &Roads, tail: TailPolicy) -> Value {
    let ask = |side: Side| roads.ask(side).to_array().map(|mark| mark.map(|mark| mark.to_string()));
    let places = |cells: Vec<punto_roads::Cell>| -> Vec<[usize; 2]> {
        cells.into_iter().map(|cell| [cell.row, cell.column]).collect()
    };
    let count = roads.statistics();
    let mut shown = json!({
        "big_road": roads.big_road().columns().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "big_road_grid": places(roads.big_road().grid(tail)),
        "ask_banker": ask(Side::Banker),
        "ask_player": ask(Side::Player),
        "count": { "coups": count.total, "banker": count.banker, "player": count.player, "tie": count.tie },
    });
    for road in DerivedRoad::ALL {
        let marks = roads.derived().get(road);
        shown[road.to_string()] = Value::from(marks.to_string());
        shown[format!("{road}_grid")] = json!(places(marks.grid(tail)));
    }
    shown
}
