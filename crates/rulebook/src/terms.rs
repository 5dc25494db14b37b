//! What an operator chose for one table, within a rulebook.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use punto_vocab::{Authority, BetId, Chips, Citation, Money, Refusal, Rounding, Setting, Word};

use crate::{
    AfterVoid, Answer, Behind, Bet, BetKind, Breach, Burn, Choices, Cure, Device, End, LateCure, Medium,
    Nature, On, Pays, Remainder, Remedy, Row, Rulebook, Ruled, Window, Withdrawal,
};

/// What a table offers and runs by: a [`Draft`] that the rulebook allows.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The rulebook's id and digest.
    pub rulebook: (Arc<str>, String),
    /// How many decks.
    pub decks: u32,
    /// Which form of the game.
    pub variant: Arc<str>,
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
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl Terms {
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
        self.decks * 52
    }

    /// What a setting of the house is set to.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.house.iter().find(|(setting, _)| setting.name() == name).map(|(_, value)| value.as_str())
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

/// The checks of one draft, with all that is wrong with it.
struct Making<'a> {
    book: &'a Rulebook,
    draft: &'a Draft,
    refusals: Vec<Refusal<TermsReason>>,
    house: BTreeMap<Setting, String>,
}

impl Making<'_> {
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
        let seats = self.seats(layout.as_ref()?.as_deref());
        self.limits();
        let rounding = self.word(&book.rounding);
        let offers = match (decks, &variant, &layout, &rounding) {
            (Some(decks), Some(variant), Some(layout), Some(rounding)) => {
                Some(self.offers(decks, variant, layout.as_deref(), rounding))
            }
            _ => None,
        };
        let device = self.pick(&book.shoe.devices, draft.device, "the device");
        let behind_marker = self.behind_marker();
        let burn = self.burn();
        let (marker_in_coup, marker_first) =
            (self.word(&book.shoe.marker_in_coup), self.word(&book.shoe.marker_first));
        let remainder = book.limits.reduction.as_ref().map(|reduction| self.word(&reduction.remainder));
        let window = self.word(&book.irregularities.window);
        let withdrawal = book.irregularities.withdrawal.as_ref().map(|(by, when)| {
            self.word(when).map(|ruled| Ruled { value: ruled.value, by: by.and(&ruled.by) })
        });
        let after_void = self.word(&book.irregularities.after_void);
        let late = |breach: &Breach| Some((*breach, self.word(book.limits.found_late(*breach)?)?));
        let found_late = Breach::ALL.iter().filter_map(late).collect();
        Some(Terms {
            rulebook: (book.id.clone(), book.digest.clone()),
            decks: decks?,
            variant: variant?,
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
            if setting.choices == Choices::InTerms {
                continue;
            }
            let by = Citation::from(Authority::House(setting.setting.clone()));
            let asked = self.draft.house.get(setting.setting.name()).or(setting.default.as_ref());
            let (name, choices) = (setting.setting.clone(), setting.choices.clone());
            match asked {
                Some(asked) if choices.allow(asked) => {
                    self.house.insert(name, asked.clone());
                }
                Some(asked) => {
                    let asked = asked.clone();
                    self.refuse::<()>(&by, TermsReason::BadChoice { setting: name, asked, choices });
                }
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

    /// One of the values a clause allows, the first if the operator does not say.
    fn pick<T: Word>(
        &mut self,
        allowed: &Ruled<Vec<T>>,
        asked: Option<T>,
        what: &'static str,
    ) -> Option<Ruled<T>> {
        let picked = asked.or(allowed.value.first().copied())?;
        if allowed.value.contains(&picked) {
            return Some(allowed.with(picked));
        }
        let known = allowed.value.iter().map(|value| value.word().to_owned()).collect();
        self.refuse(&allowed.by, TermsReason::Unknown { what, asked: picked.word().into(), known })
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
        self.refuse(&first.by, TermsReason::Unknown { what: "the variant", asked: asked.clone(), known })
    }

    /// The cloth; the outer `None` is a refusal, the inner one a document without pictures.
    fn layout(&mut self) -> Option<Option<String>> {
        let Some(first) = self.book.layouts.first() else { return Some(None) };
        let Some(asked) = &self.draft.layout else {
            let wanted = Draft::layout_with(self.book, &self.draft.offered);
            return Some(Some(wanted.unwrap_or_else(|| first.id.clone())));
        };
        if self.book.layouts.iter().any(|layout| layout.id == *asked) {
            return Some(Some(asked.clone()));
        }
        let known = self.book.layouts.iter().map(|layout| layout.id.clone()).collect();
        self.refuse(&first.by, TermsReason::Unknown { what: "the layout", asked: asked.clone(), known })
    }

    fn seats(&mut self, layout: Option<&str>) -> Option<Option<u32>> {
        let Some(allowed) = &self.book.seats else { return Some(None) };
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
        self.refuse(
            &by,
            TermsReason::Unknown { what: "the number of seats", asked: asked.to_string(), known },
        )
    }

    fn limits(&mut self) {
        let (limits, rules) = (&self.draft.limits, &self.book.limits);
        let posted = rules.posted.clone();
        let spans: Vec<Span> = limits.of_bet.values().copied().chain([limits.wager]).collect();
        for span in spans.into_iter().filter(|span| !span.min.is_positive() || span.min > span.max) {
            self.refuse::<()>(&posted, TermsReason::EmptySpan(span));
        }
        let kinds = [
            (limits.unit.is_some(), rules.unit.is_some(), "unit above the minimum"),
            (limits.differential.is_some(), rules.differential.is_some(), "table differential"),
            (limits.area_maximum.is_some(), rules.area_maximum.is_some(), "maximum for an area"),
            (limits.liability.is_some(), rules.liability.is_some(), "maximum collective liability"),
        ];
        for (asked, known, what) in kinds {
            if asked && !known {
                self.refuse::<()>(&posted, TermsReason::NoSuchLimit(what));
            }
        }
    }

    fn behind_marker(&mut self) -> Option<Ruled<u32>> {
        match &self.book.shoe.behind_marker {
            Answer::Fixed(rule) => {
                let (Behind::AtLeast(usual) | Behind::Exactly(usual)) = rule.value;
                let asked = self.draft.behind_marker.unwrap_or(usual);
                if rule.value.allows(asked) && asked < self.draft.decks.unwrap_or(16) * 52 {
                    return Some(rule.with(asked));
                }
                self.refuse(&rule.by, TermsReason::BehindMarker { asked, wanted: rule.value })
            }
            Answer::House(setting) => {
                let asked = match self.draft.behind_marker {
                    Some(asked) => asked,
                    None => self.house.get(setting)?.parse().ok()?,
                };
                Some(Ruled { value: asked, by: Authority::House(setting.clone()).into() })
            }
        }
    }

    fn burn(&mut self) -> Option<Ruled<Burn>> {
        match &self.book.shoe.burn {
            Answer::Fixed(allowed) => self.pick(allowed, self.draft.burn, "the burn"),
            Answer::House(setting) => {
                let value = match self.draft.burn {
                    Some(burn) => burn,
                    None => Burn::from_word(self.house.get(setting)?).ok()?,
                };
                Some(Ruled { value, by: Authority::House(setting.clone()).into() })
            }
        }
    }

    fn offers(
        &mut self,
        decks: u32,
        variant: &str,
        layout: Option<&str>,
        rounding: &Ruled<Rounding>,
    ) -> Vec<Offer> {
        let book = self.book;
        let known: Vec<BetId> = book.bets.iter().map(|bet| bet.id).collect();
        for bet in self.draft.offered.iter().copied().filter(|bet| book.bet(*bet).is_none()) {
            let by = book.bets.first().map_or(&book.card_values, |bet| &bet.by);
            self.refuse::<()>(by, TermsReason::UnknownBet { bet, known: known.clone() });
        }
        let offered = |bet: &&Bet| bet.kind != BetKind::Side || self.draft.offered.contains(&bet.id);
        let offered: Vec<&Bet> = book.bets.iter().filter(offered).collect();
        for bet in &offered {
            self.may_offer(bet, decks, variant, layout);
        }
        let by_pips =
            self.house.get(&Setting::new("twin-pair-by-rank")).is_some_and(|choice| choice == "value");
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
        offered.into_iter().map(offer).collect()
    }

    fn may_offer(&mut self, bet: &Bet, decks: u32, variant: &str, layout: Option<&str>) {
        if let Some(allowed) = bet.decks.as_ref().filter(|allowed| !allowed.value.contains(&decks)) {
            let reason = TermsReason::DecksForBet { bet: bet.id, decks, allowed: allowed.value.clone() };
            self.refuse::<()>(&allowed.by, reason);
        }
        if let (Some(layouts), Some(layout)) = (&bet.layouts, layout)
            && !layouts.value.iter().any(|allowed| allowed == layout)
        {
            let (layout, allowed) = (layout.to_owned(), layouts.value.clone());
            self.refuse::<()>(&layouts.by, TermsReason::LayoutForBet { bet: bet.id, layout, allowed });
        }
        let setting = Setting::new("even-money-optional-bets");
        let usual = self.book.variants.first().is_some_and(|first| *first.id == *variant);
        if bet.kind == BetKind::Side
            && !usual
            && self.house.get(&setting).is_some_and(|choice| choice == "not-offered")
        {
            self.refuse::<()>(&Authority::House(setting).into(), TermsReason::NotInVariant { bet: bet.id });
        }
    }
}

impl Terms {
    /// What wagers at this table are made of: chips, or credits where the document is for terminals.
    pub fn medium(&self, book: &Rulebook) -> Medium {
        book.stakes.value.first().copied().unwrap_or(Medium::Chips)
    }
}
