//! The conditions of a tournament as a form to be filled in: what its document asks for, by which clause, and what is missing.

use punto_rulebook::{Item, Rulebook};
use punto_tournament::{Command, Payment, Reason, Stage, Tournament, decide};
use punto_vocab::{Actor, Stamped};
use punto_wire::{ConditionsForm, FormItem, FormKind};

use crate::words::cited;

/// The form of a tournament as it is filled in.
pub fn conditions_form(book: &Rulebook, own: &Tournament) -> ConditionsForm {
    let missing = missing(book, own);
    let filled = |item: Item| own.form.item(item).is_some();
    let item = |item: &Item| {
        let rule = book.tournament.item(*item);
        let (kind, choices) = kind(book, *item);
        FormItem {
            item: item.to_string(),
            required: rule.is_some_and(|rule| !rule.optional) || missing.contains(item),
            by: rule.map(|rule| cited(&rule.by)).unwrap_or_default(),
            text: own.form.item(*item).map(str::to_owned),
            kind,
            choices,
        }
    };
    ConditionsForm {
        rulebook: book.id.to_string(),
        published: own.stage != Stage::Drafting,
        text: own.form.to_string(),
        items: Item::ALL.iter().map(item).collect(),
        missing: missing.into_iter().filter(|item| !filled(*item)).map(|item| item.to_string()).collect(),
    }
}

/// What publishing would be refused for: asked of `decide`, so that there is no second list.
fn missing(book: &Rulebook, own: &Tournament) -> Vec<Item> {
    if own.stage != Stage::Drafting {
        return Vec::new();
    }
    let at = own.now;
    let mut drafted = own.clone();
    if drafted.plan.is_none() {
        drafted.plan = punto_tournament::Plan::of(&drafted.form).ok();
    }
    let publish = Stamped { at, by: Actor::System, command: Command::Publish { draw: None } };
    match decide(book, &drafted, &publish).map_err(|refused| refused.reason) {
        Err(Reason::MissingItems { items }) => items.0,
        Ok(_) | Err(_) => Vec::new(),
    }
}

/// How an item is written, and what there is to choose from.
fn kind(book: &Rulebook, item: Item) -> (FormKind, Vec<String>) {
    let choice = |words: &[&str]| (FormKind::Choice, words.iter().map(ToString::to_string).collect());
    match item {
        Item::Fee | Item::Chips | Item::Unit | Item::Guarantee => (FormKind::Amount, Vec::new()),
        Item::Form | Item::Entry | Item::Criteria => (FormKind::Words, Vec::new()),
        Item::Entrants => (FormKind::CountRange, Vec::new()),
        Item::Bought | Item::Compulsory | Item::SecondChance | Item::Order => (FormKind::YesNo, Vec::new()),
        Item::EntitledOnly | Item::MayRefuse | Item::RulesPrevail | Item::Written => {
            (FormKind::YesNo, Vec::new())
        }
        Item::Live | Item::CashOut => (FormKind::YesNo, Vec::new()),
        Item::Limits | Item::Rise => (FormKind::AmountRange, Vec::new()),
        Item::RiseAfter | Item::Rounds | Item::Tables | Item::Advance => (FormKind::Count, Vec::new()),
        Item::PassCards | Item::Hidden | Item::BuyBacks | Item::WithdrawDays | Item::Notice => {
            (FormKind::Count, Vec::new())
        }
        Item::Method => {
            let methods = book.methods.iter().map(|method| method.id.to_string()).collect();
            (FormKind::Choice, methods)
        }
        Item::Session => (FormKind::Length, Vec::new()),
        Item::Seating => choice(&["draw", "officer"]),
        Item::Numbering => choice(&["anticlockwise-from-dealers-right", "clockwise-from-dealers-left"]),
        Item::HiddenAfterTie => choice(&["used", "given-back"]),
        Item::Prizes => (FormKind::Shares, Vec::new()),
        Item::Paid => {
            let ways = Payment::ALL.iter().map(|way| way.word().to_owned()).collect();
            (FormKind::Choices, ways)
        }
        Item::Start => (FormKind::Time, Vec::new()),
    }
}
