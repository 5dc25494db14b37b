//! What an operator chose for one table, within a rulebook.

use std::collections::BTreeMap;
use std::sync::Arc;

use punto_vocab::{Authority, BetId, Chips, Citation, Money, Refusal, Rounding, Setting, Word};
use serde::{Deserialize, Serialize};

use crate::known::{Choice, EvenMoneyOptionalBets, TwinPairByRank};
use crate::{
    AfterVoid, Answer, Behind, Bet, BetKind, Breach, Burn, Choices, Cure, Device, Draft, End, LateCure,
    Limits, Medium, On, Pays, Remainder, Remedy, Row, Rule, Rulebook, Ruled, Span, Term, TermsReason,
    TermsRefused, Window, Withdrawal,
};

/// What a table offers and runs by: a [`Draft`] that the rulebook allows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The rulebook's id.
    pub rulebook: Arc<str>,
    /// The digest of the rulebook's text.
    pub digest: String,
    /// How many decks.
    pub decks: u32,
    /// Which form of the game.
    pub variant: Arc<str>,
    /// Whether wagers are credits at a terminal rather than chips.
    pub credits: bool,
    /// Whether the table only shows the game, with play credits.
    pub demonstration: bool,
    /// What stakes are made of.
    pub stakes: Ruled<Vec<Medium>>,
    /// Which cloth, where the document pictures any.
    pub layout: Option<String>,
    /// How many seats, where the document knows any.
    pub seats: Option<u32>,
    /// The bets, with their paytables in this variant.
    pub offers: Vec<Offer>,
    /// The posted limits.
    pub limits: Limits,
    /// The chips payouts are made with; on a table with credits, one minor unit.
    pub chips: Chips,
    /// What cards are dealt from.
    pub device: Ruled<Device>,
    /// How many cards lie behind the marker.
    pub behind_marker: Ruled<u32>,
    /// How cards are burned.
    pub burn: Ruled<Burn>,
    /// What follows when the marker appears inside a coup.
    pub marker_in_coup: Ruled<End>,
    /// What follows when it appears before one.
    pub marker_first: Ruled<End>,
    /// What becomes of a payout that chips cannot make.
    pub rounding: Ruled<Rounding>,
    /// The clause by which the part of a wager that could not be paid is void.
    pub void_part: Option<Citation>,
    /// How a proportional reduction is fitted to chips.
    pub remainder: Option<Ruled<Remainder>>,
    /// Until when an error in the deal may be put right.
    pub window: Ruled<Window>,
    /// When wagers may be taken back after a reconstruction.
    pub withdrawal: Option<Ruled<Withdrawal>>,
    /// What becomes of the shoe after a void coup.
    pub after_void: Ruled<AfterVoid>,
    /// What becomes of a wager found too late to break a limit; what is missing here an officer decides.
    pub found_late: BTreeMap<Breach, Ruled<LateCure>>,
    /// Every setting of the house.
    pub house: BTreeMap<Setting, String>,
}

/// A bet on offer, with its paytable in the table's variant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The bet.
    pub bet: BetId,
    /// The part it plays.
    pub kind: BetKind,
    /// What it pays.
    pub rows: Vec<PayRow>,
    /// The clauses by which it loses.
    pub loses: Citation,
    /// The clause that allows one for each patron and coup.
    pub once: Option<Citation>,
    /// Its limits.
    pub span: Span,
    /// The clause that posts them.
    pub span_by: Citation,
}

/// A row of a paytable with the citations of its payouts made ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PayRow {
    /// When it applies.
    pub on: On,
    /// What it makes of a stake.
    pub pays: Pays,
    /// What an exact payout rests on.
    pub by: Citation,
    /// What a rounded payout rests on.
    pub by_rounded: Citation,
}

punto_vocab::stored! {
    struct Terms {
        rulebook, digest, decks, variant, credits, demonstration, stakes, layout, seats, offers, limits, chips, device,
        behind_marker, burn, marker_in_coup, marker_first, rounding, void_part, remainder, window, withdrawal,
        after_void, found_late, house,
    }
    struct Offer { bet, kind, rows, loses, once, span, span_by }
    struct PayRow { on, pays, by, by_rounded }
}

impl Terms {
    const CARDS_IN_DECK: u32 = 52;

    /// The terms a draft makes, if the rulebook allows every part of it.
    pub fn under(book: &Rulebook, draft: Draft) -> Result<Terms, TermsRefused> {
        let mut making = Making { book, draft: &draft, refusals: Vec::new(), house: BTreeMap::new() };
        match making.terms() {
            Some(terms) if making.refusals.is_empty() => Ok(terms),
            _ => Err(TermsRefused(making.refusals)),
        }
    }

    /// The bet on offer under this name.
    pub fn offer(&self, bet: BetId) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.bet == bet)
    }

    /// How many cards the full shoe has.
    pub fn cards(&self) -> u32 {
        self.decks * Terms::CARDS_IN_DECK
    }

    /// What a setting of the house is set to.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.house.get(name).map(String::as_str)
    }

    /// What a setting that code asks for is set to; `None` where the document does not have it.
    pub fn choice<T: Choice>(&self) -> Option<T> {
        chosen(&self.house)
    }

    /// The cure a remedy orders at this table, and what it rests on.
    pub fn cure(&self, remedy: &Remedy) -> Ruled<Cure> {
        let value = match &remedy.cure {
            Answer::Fixed(ruled) => ruled.value,
            // Loading checked that every choice is a cure, and `under` that one was made.
            Answer::House(setting) => {
                self.house.get(setting).and_then(|word| Cure::from_word(word).ok()).unwrap_or(Cure::Officer)
            }
        };
        Ruled { value, by: remedy.by.clone() }
    }
}

/// What a setting that code asks for is set to.
fn chosen<T: Choice>(house: &BTreeMap<Setting, String>) -> Option<T> {
    house.get(T::SETTING.word()).and_then(|word| T::from_word(word).ok())
}

/// The checks of one draft, with all that is wrong with it.
struct Making<'a> {
    book: &'a Rulebook,
    draft: &'a Draft,
    refusals: Vec<Refusal<TermsReason>>,
    house: BTreeMap<Setting, String>,
}

impl<'a> Making<'a> {
    fn refuse<T>(&mut self, by: &Citation, reason: TermsReason) -> Option<T> {
        self.refusals.push(Refusal::new(by, reason));
        None
    }

    fn terms(&mut self) -> Option<Terms> {
        let (book, draft) = (self.book, self.draft);
        self.settle_house();
        let decks = self.decks();
        let variant = self.variant();
        let layout = self.layout();
        let cloth = layout.as_ref().and_then(|layout| layout.as_deref());
        let seats = self.seats(cloth);
        self.limits();
        let offered = self.offered(decks, variant.as_deref(), cloth);
        let rounding = self.word(&book.rounding);
        let offers = variant.as_deref().zip(rounding.as_ref());
        let offers = offers.map(|(variant, rounding)| self.offers(&offered, variant, rounding));
        let device = self.pick(&book.shoe.devices, draft.device.as_deref(), Term::Device);
        let behind_marker = self.behind_marker(decks);
        let burn = self.burn();
        let (marker_in_coup, marker_first) =
            (self.word(&book.shoe.marker_in_coup), self.word(&book.shoe.marker_first));
        let remainder = book.limits.reduction.as_ref().map(|reduction| self.word(&reduction.remainder));
        let window = self.word(&book.irregularities.window);
        let withdrawal = book.irregularities.withdrawal.as_ref().map(|(by, when)| {
            self.word(when).map(|ruled| Ruled { value: ruled.value, by: by.and(&ruled.by) })
        });
        let after_void = self.word(&book.irregularities.after_void);
        let late = |breach: &Breach| match draft.tournament {
            true => book.limits.found_late_in_tournament(*breach),
            false => book.limits.found_late(*breach),
        };
        let late = |breach: &Breach| Some((*breach, self.word(late(breach)?)?));
        let found_late = Breach::ALL.iter().filter_map(late).collect();
        let stakes = self.stakes();
        Some(Terms {
            rulebook: book.id.clone(),
            digest: book.digest.clone(),
            decks: decks?,
            variant: variant?,
            credits: stakes.value.contains(&Medium::Credits),
            demonstration: draft.demonstration,
            stakes,
            layout: layout?,
            seats: seats?,
            offers: offers?,
            limits: draft.limits.clone(),
            chips: draft.chips.clone(),
            device: device?,
            behind_marker: behind_marker?,
            burn: burn?,
            marker_in_coup: marker_in_coup?,
            marker_first: marker_first?,
            rounding: rounding?,
            void_part: book.void_part.clone(),
            remainder: match remainder {
                Some(remainder) => Some(remainder?),
                None => None,
            },
            window: window?,
            withdrawal: match withdrawal {
                Some(withdrawal) => Some(withdrawal?),
                None => None,
            },
            after_void: after_void?,
            found_late,
            house: std::mem::take(&mut self.house),
        })
    }

    /// Every setting gets its value: the operator's, or the default.
    fn settle_house(&mut self) {
        for setting in &self.book.house {
            let by = Citation::from(Authority::House(setting.setting.clone()));
            let named = || self.draft.house.get(setting.setting.name()).cloned();
            let asked = self.field_for(&setting.setting).or_else(named).or_else(|| setting.default.clone());
            let (name, choices) = (setting.setting.clone(), setting.choices.clone());
            match asked {
                Some(asked) if choices.allow(&asked) => {
                    self.house.insert(name, asked);
                }
                Some(asked) => {
                    self.refuse::<()>(&by, TermsReason::BadChoice { setting: name, asked, choices });
                }
                None if choices == Choices::InTerms => {}
                None => {
                    self.refuse::<()>(&by, TermsReason::Choose { setting: name, choices });
                }
            }
        }
        let unknown: Vec<String> =
            self.draft.house.keys().filter(|name| self.book.setting(name).is_none()).cloned().collect();
        for name in unknown {
            let by = Citation::from(Authority::House(Setting::new(&name)));
            self.refuse::<()>(&by, TermsReason::NoSuchSetting(name));
        }
    }

    /// What a field of the draft says where the document leaves its question to this setting: the same choice in
    /// another place, and the nearer one.
    fn field_for(&self, setting: &Setting) -> Option<String> {
        let shoe = &self.book.shoe;
        if matches!(&shoe.behind_marker, Answer::House(own) if own == setting) {
            return self.draft.behind_marker.map(|cards| cards.to_string());
        }
        let burn = self.draft.burn.filter(|_| matches!(&shoe.burn, Answer::House(own) if own == setting))?;
        Some(burn.word().to_owned())
    }

    /// The clause's answer, or the house's.
    fn word<T: Word>(&self, answer: &Answer<T>) -> Option<Ruled<T>> {
        match answer {
            Answer::Fixed(ruled) => Some(ruled.clone()),
            Answer::House(setting) => {
                let value = T::from_word(self.house.get(setting)?).ok()?;
                Some(Ruled { value, by: Authority::House(setting.clone()).into() })
            }
        }
    }

    /// One of the values a clause allows, the first if the operator names none.
    fn pick<T: Word>(
        &mut self,
        allowed: &Ruled<Vec<T>>,
        asked: Option<&str>,
        what: Term,
    ) -> Option<Ruled<T>> {
        let Some(asked) = asked else { return allowed.value.first().map(|own| allowed.with(*own)) };
        if let Some(own) = allowed.value.iter().find(|own| own.word() == asked) {
            return Some(allowed.with(*own));
        }
        let known = allowed.value.iter().map(|value| value.word().to_owned()).collect();
        self.refuse(&allowed.by, TermsReason::Unknown { what, asked: asked.to_owned(), known })
    }

    /// What stakes are made of: at a demonstration play credits, whatever the document plays with, but for the chips of a
    /// tournament, which are no money anywhere.
    fn stakes(&self) -> Ruled<Vec<Medium>> {
        let own = &self.book.stakes;
        let played = self.draft.demonstration && !self.draft.tournament;
        match played && !own.value.contains(&Medium::Credits) {
            true => Ruled { value: vec![Medium::Credits], by: Terms::demonstration_by() },
            false => own.clone(),
        }
    }

    fn decks(&mut self) -> Option<u32> {
        let allowed = &self.book.shoe.decks;
        let asked = self.draft.decks.or(allowed.value.iter().copied().max())?;
        if allowed.value.contains(&asked) {
            return Some(asked);
        }
        self.refuse(&allowed.by, TermsReason::Decks { asked, allowed: allowed.value.clone() })
    }

    fn variant(&mut self) -> Option<Arc<str>> {
        let first = self.book.variants.first()?;
        let Some(asked) = &self.draft.variant else { return Some(first.id.clone()) };
        if let Some(variant) = self.book.variant(asked) {
            return Some(variant.id.clone());
        }
        let known = self.book.variants.iter().map(|variant| variant.id.to_string()).collect();
        self.refuse(&first.by, TermsReason::Unknown { what: Term::Variant, asked: asked.clone(), known })
    }

    /// The cloth; the outer `None` is a refusal, the inner one a document without pictures.
    fn layout(&mut self) -> Option<Option<String>> {
        let Some(first) = self.book.layouts.first() else {
            return self.none_of(Term::Layout, self.draft.layout.as_ref());
        };
        let Some(asked) = &self.draft.layout else {
            let wanted = Draft::layout_with(self.book, &self.draft.offered);
            return Some(Some(wanted.unwrap_or_else(|| first.id.clone())));
        };
        if self.book.layouts.iter().any(|layout| layout.id == *asked) {
            return Some(Some(asked.clone()));
        }
        let known = self.book.layouts.iter().map(|layout| layout.id.clone()).collect();
        self.refuse(&first.by, TermsReason::Unknown { what: Term::Layout, asked: asked.clone(), known })
    }

    /// What a document does not have cannot be chosen.
    fn none_of<T: ToString, U>(&mut self, what: Term, asked: Option<&T>) -> Option<Option<U>> {
        let Some(asked) = asked else { return Some(None) };
        let reason = TermsReason::Unknown { what, asked: asked.to_string(), known: Vec::new() };
        self.refuse(&self.book.nature.by, reason)
    }

    fn seats(&mut self, layout: Option<&str>) -> Option<Option<u32>> {
        let Some(allowed) = &self.book.seats else {
            return self.none_of(Term::Seats, self.draft.seats.as_ref());
        };
        let layout = self.book.layouts.iter().find(|l| Some(l.id.as_str()) == layout);
        let by = layout.map_or(&allowed.by, |layout| &layout.by);
        let fits =
            |seats: u32| allowed.value.contains(&seats) && layout.is_none_or(|l| l.seats.contains(&seats));
        let usual = allowed.value.iter().copied().filter(|seats| fits(*seats)).find(|seats| *seats >= 7);
        let usual = usual.or(allowed.value.iter().copied().rfind(|seats| fits(*seats)));
        let asked = self.draft.seats.or(usual)?;
        if fits(asked) {
            return Some(Some(asked));
        }
        let known =
            allowed.value.iter().filter(|seats| fits(**seats)).map(|seats| seats.to_string()).collect();
        let by = if allowed.value.contains(&asked) { by.clone() } else { allowed.by.clone() };
        self.refuse(&by, TermsReason::Unknown { what: Term::Seats, asked: asked.to_string(), known })
    }

    fn limits(&mut self) {
        let (limits, rules) = (&self.draft.limits, &self.book.limits);
        if let Some(sign) = self.book.procedure.get(Rule::LimitsNotice).filter(|_| !self.draft.posted) {
            self.refuse::<()>(&sign.by, TermsReason::NotPosted);
        }
        self.span(limits.wager, &rules.posted);
        for (bet, span) in &limits.of_bet {
            match self.book.bet(*bet) {
                Some(bet) => self.span(*span, bet.own_limits.as_ref().unwrap_or(&rules.posted)),
                None => self.unknown_bet(*bet),
            }
        }
        for (bet, amount) in &limits.area_of {
            match (&rules.area_maximum, self.book.bet(*bet)) {
                (Some(by), Some(_)) => self.amount(Term::AreaMaximum, *amount, by),
                (Some(_), None) => self.unknown_bet(*bet),
                (None, _) => {
                    self.refuse::<()>(&rules.posted, TermsReason::NoSuchLimit(Term::AreaMaximum));
                }
            }
        }
        let kinds = [
            (limits.unit, &rules.unit, Term::Unit),
            (limits.differential, &rules.differential, Term::Differential),
            (limits.area_maximum, &rules.area_maximum, Term::AreaMaximum),
            (limits.liability, &rules.liability, Term::Liability),
        ];
        for (asked, known, what) in kinds {
            match (asked, known) {
                (None, _) => {}
                (Some(_), None) => {
                    self.refuse::<()>(&rules.posted, TermsReason::NoSuchLimit(what));
                }
                (Some(amount), Some(by)) => self.amount(what, amount, by),
            }
        }
    }

    fn span(&mut self, span: Span, by: &Citation) {
        if !span.min.is_positive() || span.min > span.max {
            self.refuse::<()>(by, TermsReason::EmptySpan(span));
        } else {
            self.amount(Term::Maximum, span.max, by);
        }
    }

    /// Sums and products of limits stay far from overflow only while each is an amount a person may enter.
    fn amount(&mut self, what: Term, amount: Money, by: &Citation) {
        if !amount.is_positive() || amount > Money::LARGEST {
            self.refuse::<()>(by, TermsReason::BadAmount { what, amount });
        }
    }

    fn behind_marker(&mut self, decks: Option<u32>) -> Option<Ruled<u32>> {
        let depth = match &self.book.shoe.behind_marker {
            Answer::Fixed(rule) => {
                let (Behind::AtLeast(usual) | Behind::Exactly(usual)) = rule.value;
                let asked = self.draft.behind_marker.unwrap_or(usual);
                if !rule.value.allows(asked) {
                    return self.refuse(&rule.by, TermsReason::BehindMarker { asked, wanted: rule.value });
                }
                rule.with(asked)
            }
            Answer::House(setting) => {
                let asked = self.house.get(setting)?.parse().ok()?;
                Ruled { value: asked, by: Authority::House(setting.clone()).into() }
            }
        };
        match decks.map(|decks| decks * Terms::CARDS_IN_DECK) {
            Some(cards) if depth.value >= cards => {
                let by = depth.by.clone();
                self.refuse(&by, TermsReason::MarkerBeyondShoe { asked: depth.value, cards })
            }
            _ => Some(depth),
        }
    }

    fn burn(&mut self) -> Option<Ruled<Burn>> {
        match &self.book.shoe.burn {
            Answer::Fixed(allowed) => self.pick(allowed, self.draft.burn.map(Burn::word), Term::Burn),
            Answer::House(setting) => self.word(&Answer::House(setting.clone())),
        }
    }

    fn unknown_bet(&mut self, bet: BetId) {
        let book = self.book;
        let by = book.bets.first().map_or(&book.card_values, |bet| &bet.by);
        let known = book.bets.iter().map(|bet| bet.id).collect();
        self.refuse::<()>(by, TermsReason::UnknownBet { bet, known });
    }

    /// The bets asked for, each checked against what is known of the table, so that one refusal hides no other.
    fn offered(&mut self, decks: Option<u32>, variant: Option<&str>, layout: Option<&str>) -> Vec<&'a Bet> {
        let (book, draft) = (self.book, self.draft);
        for bet in draft.offered.iter().filter(|bet| book.bet(**bet).is_none()) {
            self.unknown_bet(*bet);
        }
        let asked = |bet: &&Bet| bet.kind != BetKind::Side || draft.offered.contains(&bet.id);
        let offered: Vec<&Bet> = book.bets.iter().filter(asked).collect();
        for bet in &offered {
            self.may_offer(bet, decks, variant, layout);
        }
        offered
    }

    fn offers(&self, offered: &[&Bet], variant: &str, rounding: &Ruled<Rounding>) -> Vec<Offer> {
        let book = self.book;
        let by_pips = chosen(&self.house) == Some(TwinPairByRank::Value);
        let ready = |row: &Row| PayRow {
            on: On { alike_by_pips: by_pips, ..row.on },
            pays: row.pays.clone(),
            by: row.by.clone(),
            by_rounded: row.by.and(&rounding.by),
        };
        let offer = |bet: &Bet| Offer {
            bet: bet.id,
            kind: bet.kind,
            rows: bet.rows_in(variant).map(ready).collect(),
            loses: bet.loses.and(&book.collect),
            once: bet.once.clone(),
            span: self.draft.limits.of(bet.id),
            span_by: bet.own_limits.clone().unwrap_or_else(|| book.limits.posted.clone()),
        };
        offered.iter().map(|bet| offer(bet)).collect()
    }

    fn may_offer(&mut self, bet: &Bet, decks: Option<u32>, variant: Option<&str>, layout: Option<&str>) {
        if let (Some(allowed), Some(decks)) = (&bet.decks, decks)
            && !allowed.value.contains(&decks)
        {
            let reason = TermsReason::DecksForBet { bet: bet.id, decks, allowed: allowed.value.clone() };
            self.refuse::<()>(&allowed.by, reason);
        }
        if let (Some(layouts), Some(layout)) = (&bet.layouts, layout)
            && !layouts.value.iter().any(|allowed| allowed == layout)
        {
            let (layout, allowed) = (layout.to_owned(), layouts.value.clone());
            self.refuse::<()>(&layouts.by, TermsReason::LayoutForBet { bet: bet.id, layout, allowed });
        }
        let other =
            variant.is_some_and(|own| self.book.variants.first().is_some_and(|first| *first.id != *own));
        if bet.kind == BetKind::Side
            && other
            && chosen(&self.house) == Some(EvenMoneyOptionalBets::NotOffered)
        {
            let by = EvenMoneyOptionalBets::SETTING.citation();
            self.refuse::<()>(&by, TermsReason::NotInVariant { bet: bet.id });
        }
    }
}

impl Terms {
    /// What wagers at this table are made of: chips, or credits where the document is for terminals or the table
    /// only shows the game.
    pub fn medium(&self, book: &Rulebook) -> Medium {
        self.stakes.value.first().or(book.stakes.value.first()).copied().unwrap_or(Medium::Chips)
    }

    /// What a table rests on that only shows the game, where the document has no say.
    pub fn demonstration_by() -> Citation {
        Authority::House(Setting::new("demonstration")).into()
    }
}
