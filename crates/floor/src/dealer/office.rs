//! What a demonstration owes while the software deals: it holds every office that nobody has signed on in, and does what
//! is owed on record.

use punto_rulebook::Rule;
use punto_table::{Call, Cards, Command, Duty, Open, Owed, Phase, Sign, officers_choices, owed};
use punto_vocab::Card;
use punto_vocab::line::Words;

use super::{Next, Sight};

impl Sight<'_> {
    /// The next duty that the software discharges, if this is a demonstration and one is owed.
    pub(super) fn office(&self, open: &Open) -> Option<Next> {
        if !open.terms.demonstration {
            return None;
        }
        owed(self.book, self.table).iter().find_map(|duty| self.discharge(open, duty))
    }

    fn discharge(&self, open: &Open, duty: &Duty) -> Option<Next> {
        match duty.what {
            Owed::Act(Rule::EndCheck) if !self.play_ends(open) => None,
            // The device of a demonstration is imagined, and so is the card that it damaged.
            Owed::Act(Rule::SpoiledCards) => {
                let mut cards = Card::all().map(|card| Command::Spoiled { cards: Cards(vec![card]) });
                cards.find_map(|spoiled| self.if_allowed(spoiled))
            }
            Owed::Act(rule) => self.if_allowed(Command::Act { rule, note: None }),
            Owed::Tell(role, rule) => self.if_allowed(Command::Tell { role, rule }),
            Owed::Shuffle => self.if_allowed(Command::EndShoe),
            Owed::NewCards(Rule::UnfitCards) => {
                self.if_allowed(Command::NewCards { colour: Words::new(open.shoe.other_colour()).ok()? })
            }
            Owed::Order(_) => self.order(open),
            Owed::Decide(number) => self.if_allowed(Command::Decide {
                number: Some(number),
                what: Words::new("as it is on record").ok()?,
            }),
            Owed::Call(call @ (Call::NoBets | Call::PlayerPoint)) => self.if_allowed(Command::Call { call }),
            // Other cards are brought when the next shoe is made ready; the last coup is called when it comes, and a
            // coup without wagers is dealt like any other.
            Owed::NewCards(_) | Owed::Call(_) | Owed::NoBetCoup => None,
        }
    }

    /// The document's cure, or the first of those that it leaves to the officer.
    fn order(&self, open: &Open) -> Option<Next> {
        let trouble = open.in_trouble();
        let choices = trouble.map(|trouble| officers_choices(self.book, &trouble.ruling)).unwrap_or_default();
        let cures = std::iter::once(None).chain(choices.into_iter().map(Some));
        cures.map(|cure| Command::Order { cure }).find_map(|order| self.if_allowed(order))
    }

    /// Whether the cards are checked at the end: nobody is here any more, it is announced that the table closes, or other
    /// cards take their place.
    fn play_ends(&self, open: &Open) -> bool {
        let replaced = self.table.duties.iter().any(|duty| matches!(duty.what, Owed::NewCards(_)));
        if replaced && matches!(open.phase, Phase::Preparing) {
            return true;
        }
        let closing = open.signs.contains_key(&Sign::Closure) || open.patrons.arrived.is_empty();
        closing && !matches!(open.phase, Phase::Dealing(_)) && open.wagers().is_empty()
    }
}
