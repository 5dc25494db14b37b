//! What the opening of a table rests on.

use punto_vocab::Citation;

use crate::{Holders, Opening, Rule, Rulebook, Terms};

impl Terms {
    /// Everything an opening satisfies: limits, cards, cloth, variant, equipment and the document itself, and where
    /// somebody watches the table, that they are there.
    pub fn rest_on(&self, book: &Rulebook, opening: &Opening, watched: bool) -> Citation {
        let shoe = &book.shoe;
        let mut by = book.limits.posted.and(&shoe.decks.by).and(&shoe.devices.by).and(&book.nature.by);
        let layout = book.layouts.iter().find(|layout| Some(&layout.id) == self.layout.as_ref());
        let method = opening.method().and_then(|id| book.method(id));
        let parts = [
            book.in_force.as_ref().map(|date| &date.by),
            book.seats.as_ref().map(|seats| &seats.by),
            layout.map(|layout| &layout.by),
            book.variant(&self.variant).map(|variant| &variant.by),
            method.map(|method| &method.by),
        ];
        for part in parts.into_iter().flatten() {
            by = by.and(part);
        }
        for bet in self.offers.iter().filter_map(|offer| book.bet(offer.bet)) {
            let rules = [bet.decks.as_ref().map(|decks| &decks.by), bet.own_limits.as_ref()];
            by = by.and_all(rules.into_iter().flatten());
        }
        let usual = book.variants.first().is_some_and(|first| first.id == self.variant);
        let passed = method.is_some_and(|method| method.holders != Holders::Dealer);
        let asked = [
            (Rule::DiscardHolder, true),
            (Rule::FloatTray, true),
            (Rule::DropBox, true),
            (Rule::RulesAtTable, true),
            (Rule::HouseBank, true),
            (Rule::OfficerPresent, watched),
            (Rule::Pucks, passed),
            (Rule::DropBoxForCash, opening.takes_cash()),
            (Rule::LowLimitDevice, opening.is_low_limit()),
            (Rule::VariantSign, !usual),
        ];
        let asked = asked.into_iter().filter(|(_, asked)| *asked);
        by = by.and_all(asked.filter_map(|(rule, _)| book.procedure.get(rule)).map(|rule| &rule.by));
        if self.demonstration { by.and(&Terms::demonstration_by()) } else { by }
    }
}
