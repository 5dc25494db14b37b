//! Finished coups as a table's records tell them: who dealt each, and what it came to.
//!
//! Events are folded as they are stored and nothing is decided again, so that records of every engine count. What is
//! asked for every day is kept, and only what comes behind it is read; what is older is read again for whoever asks.

#![deny(clippy::wildcard_enum_match_arm)] // an event that undoes a coup must not pass

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use punto_coup::Place;
use punto_journal::{Fault, Journal, Record, StreamName};
use punto_odds::{Composition, DrawTable, Endings};
use punto_records::TableRecord;
use punto_rulebook::{Rulebook, Terms, Winner};
use punto_table::{Actor, Happening};
use punto_vocab::{BySide, Card, PersonId, Role, Side};

use crate::events::table::*;
use crate::stream::{unreadable, walk};

/// One finished coup.
#[derive(Clone, Debug, PartialEq)]
pub struct Dealt {
    /// From its first card to its end, in microseconds of UTC.
    pub at: (i64, i64),
    /// When the coup before it had ended, if there was one.
    pub before: Option<i64>,
    /// Who dealt it; nobody if Punto did.
    pub dealer: Option<PersonId>,
    /// Which shoe made ready at this table since its first record, from 1.
    pub shoe: u32,
    /// Who won; nobody if it was void.
    pub winner: Option<Winner>,
    /// Whether each hand was a pair; told only of coups in which nothing went wrong.
    pub pairs: BySide<bool>,
    /// What went wrong in it, or since the coup before it.
    pub irregularities: u32,
    /// How often its settlement was undone.
    pub corrections: u32,
    /// How likely Player, Banker and a tie were when its shoe was full; nothing if the document is not known any more.
    pub odds: Option<[f64; 3]>,
}

/// For how long finished coups are kept, in microseconds: the week that is asked for day by day, and a day more.
const KEPT: i64 = 8 * 24 * 3_600 * 1_000_000;
/// After so many records old coups are forgotten while a long stream is read.
const FORGOTTEN_EVERY: u64 = 1_000;

/// Finds the document of a digest.
pub type BookOf<'b> = &'b dyn Fn(&str) -> Option<Arc<Rulebook>>;

/// The coups of all tables in the last days, as far as they have been read.
#[derive(Default)]
pub struct DealtCoups(Mutex<HashMap<StreamName, Arc<Mutex<Reading>>>>);

impl DealtCoups {
    /// Gives the coups of a table that ended at a moment or later, the oldest first, to somebody who looks at them.
    pub fn look<T>(
        &self,
        journal: &dyn Journal,
        book_of: BookOf<'_>,
        stream: &StreamName,
        (from, now): (i64, i64),
        look: impl FnOnce(&[Dealt]) -> T,
    ) -> Result<T, Fault> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = all.entry(stream.clone()).or_default().clone();
        // Others read other tables meanwhile.
        drop(all);
        let mut reading = own.lock().unwrap_or_else(PoisonError::into_inner);
        reading.read_on(journal, book_of, stream, now.saturating_sub(KEPT))?;
        if reading.has_since(from) {
            return Ok(look(reading.since(from)));
        }
        drop(reading);
        let mut whole = Reading::default();
        whole.read_on(journal, book_of, stream, from)?;
        Ok(look(whole.since(from)))
    }
}

/// The cards of a coup in the order they were given, each with its hand.
type Given = Vec<(Place, Card)>;

/// A table on its way through its events.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    after: u64,
    pub(crate) coups: Vec<Dealt>,
    /// When the last coup ended that is not kept any more.
    forgotten: Option<i64>,
    /// The coup in progress, and its cards as they were given.
    now: Option<(Dealt, Given)>,
    /// The cards of the last of the coups, which may be taken back.
    last: Given,
    /// Who is signed on as dealer, the last one last.
    on_duty: Vec<PersonId>,
    shoe: u32,
    irregularities: u32,
    odds: Option<[f64; 3]>,
    /// The coup that is called off leaves the one before the last.
    stays: bool,
}

impl Reading {
    /// Reads what has come behind, and keeps what ended at a moment or later.
    fn read_on(
        &mut self,
        journal: &dyn Journal,
        book_of: BookOf<'_>,
        stream: &StreamName,
        keep: i64,
    ) -> Result<(), Fault> {
        let read = walk(journal, stream, self.after, |record| {
            self.take(book_of, record)?;
            if record.entry.seq.is_multiple_of(FORGOTTEN_EVERY) {
                self.forget(keep);
            }
            Ok(ControlFlow::Continue(()))
        });
        self.forget(keep);
        read
    }

    /// Forgets the coups that ended before a moment; but for those of the last shoe, which can still be undone.
    fn forget(&mut self, before: i64) {
        let old = self.coups.len() - self.since(before).len();
        let last = self.coups.last().map(|coup| coup.shoe);
        let old = old.min(self.coups.partition_point(|coup| Some(coup.shoe) < last));
        self.forgotten = self.coups.drain(..old).next_back().map(|coup| coup.at.1).or(self.forgotten);
    }

    /// Whether none has been forgotten that ended at a moment or later.
    fn has_since(&self, from: i64) -> bool {
        self.forgotten.is_none_or(|ended| ended < from)
    }

    /// The coups that ended at a moment or later.
    fn since(&self, from: i64) -> &[Dealt] {
        &self.coups[self.coups.partition_point(|coup| coup.at.1 < from)..]
    }

    fn take(&mut self, book_of: BookOf<'_>, record: &Record) -> Result<(), Fault> {
        let entry = &record.entry;
        let read = TableRecord::of(entry).map_err(|error| unreadable(entry, error))?;
        self.after = entry.seq;
        for event in read.events() {
            if let Happening::Opened { terms, .. } = &event.what {
                (self.odds, self.now) = (odds(book_of, &terms.0), None);
            }
            self.note(entry.at, read.by, &event.what);
        }
        Ok(())
    }

    pub(crate) fn note(&mut self, at: i64, by: Actor, what: &Happening) {
        match what {
            Happening::SignedOn { who: Actor::Staff(Role::Dealer, name) } => self.on_duty.push(*name),
            Happening::SignedOff { who: Actor::Staff(Role::Dealer, name) } => {
                self.on_duty.retain(|dealer| dealer != name);
            }
            Happening::ShoeReady => self.shoe += 1,
            Happening::Dealt { card, to, .. } => {
                let (coup, given) = self.begun(at, by);
                given.push((to.0, *card));
                coup.pairs = pairs(given);
            }
            Happening::Rekeyed { card, place, .. } => {
                let (coup, given) = self.begun(at, by);
                let own = (*place as usize).checked_sub(1).and_then(|place| given.get_mut(place));
                own.into_iter().for_each(|own| own.1 = *card);
                coup.pairs = pairs(given);
            }
            Happening::Irregular { .. } => self.irregularities += 1,
            Happening::Outcome { winner, .. } => self.begun(at, by).0.winner = Some(*winner),
            Happening::Reversed => {
                if let Some(mut last) = self.coups.pop() {
                    last.corrections += 1;
                    self.irregularities += std::mem::take(&mut last.irregularities);
                    self.now = Some((last, std::mem::take(&mut self.last)));
                }
            }
            Happening::StaysOpen => self.stays = true,
            Happening::ShoeEnded => self.stays = false,
            Happening::ReversedCoups { coups } => self.undone_with_shoe(*coups as usize),
            Happening::Concluded => self.ended(at, by, false),
            Happening::CoupVoid { .. } => self.ended(at, by, true),
            // What is known too late is recorded, and the coup stands.
            Happening::CardKnown { .. } | Happening::FoundAfter { .. } => {}
            Happening::Opened { .. } | of_duty!() | of_session!() | of_disputes!() | of_terms!() => {}
            of_patrons!() | of_money!() | of_stakes!() | of_wagers!() | of_settlement!() => {}
            of_corrections!() | of_shoe!() | of_coup!() | of_hands!() | of_trouble!() => {}
        }
    }

    /// A void shoe takes its finished coups with it: none of them has a result any more.
    fn undone_with_shoe(&mut self, coups: usize) {
        let from = self.coups.len().saturating_sub(coups);
        for coup in self.coups[from..].iter_mut().filter(|coup| coup.winner.is_some()) {
            coup.corrections += 1;
            (coup.winner, coup.pairs) = (None, BySide::default());
        }
    }

    /// The coup in progress, begun if it is not.
    fn begun(&mut self, at: i64, by: Actor) -> (&mut Dealt, &mut Given) {
        let dealer = match by {
            Actor::Staff(Role::Dealer, name) => Some(name),
            // A scanning shoe, or somebody who helps out, speaks for whoever is signed on.
            Actor::Staff(..) | Actor::Patron(_) | Actor::System => {
                self.on_duty.last().copied().or(if by.is_patron() { None } else { by.name() })
            }
        };
        let before = self.coups.last().map(|coup| coup.at.1);
        let (shoe, odds) = (self.shoe, self.odds);
        let (coup, given) = self.now.get_or_insert_with(|| {
            let fresh = Dealt {
                at: (at, at),
                before,
                dealer,
                shoe,
                winner: None,
                pairs: BySide::default(),
                irregularities: 0,
                corrections: 0,
                odds,
            };
            (fresh, Given::new())
        });
        (coup, given)
    }

    fn ended(&mut self, at: i64, by: Actor, void: bool) {
        self.begun(at, by);
        let Some((mut coup, given)) = self.now.take() else { return };
        coup.at.1 = at;
        coup.irregularities = std::mem::take(&mut self.irregularities);
        if void {
            coup.winner = None;
        }
        if void || coup.irregularities > 0 {
            coup.pairs = BySide::default();
        }
        let before = usize::from(std::mem::take(&mut self.stays)).min(self.coups.len());
        if before == 0 {
            self.last = given;
        }
        self.coups.insert(self.coups.len() - before, coup);
    }
}

/// Whether the first two cards of each hand are of one rank.
fn pairs(given: &Given) -> BySide<bool> {
    let pair = |side| {
        let mut hand = given.iter().filter(|(to, _)| *to == Place::Hand(side)).map(|(_, card)| card.rank());
        hand.next().is_some_and(|first| hand.next() == Some(first))
    };
    BySide { player: pair(Side::Player), banker: pair(Side::Banker) }
}

/// How likely each outcome is with a full shoe, under the document and the terms of an opening.
fn odds(book_of: BookOf<'_>, terms: &Terms) -> Option<[f64; 3]> {
    let book = book_of(&terms.digest)?;
    let shoe = Composition::decks(terms.decks).ok()?;
    let endings = Endings::count(&DrawTable::from(&book.drawing), &shoe).ok()?;
    Some([Winner::Player, Winner::Banker, Winner::Tie].map(|winner| {
        // Exact until this last line.
        endings.share(endings.winner(winner)).to_f64()
    }))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    fn read(lines: &[(&str, &str)]) -> Reading {
        let mut reading = Reading::default();
        for ((actor, line), at) in lines.iter().zip(1..) {
            reading.note(at, actor.parse().unwrap(), &line.parse().unwrap());
        }
        reading
    }

    const COUP: [&str; 6] = [
        "dealt Ks to player up",
        "dealt 2d to banker up",
        "dealt Kh to player up",
        "dealt 3d to banker up",
        "outcome banker 5 over 0",
        "concluded",
    ];

    fn coup(actor: &'static str) -> Vec<(&'static str, &'static str)> {
        COUP.iter().map(|line| (actor, *line)).collect()
    }

    #[test]
    fn a_coup_counts_for_the_person_who_dealt_it() {
        let mut lines = coup("system");
        lines.push(("dealer dan", "signed-on dealer dan"));
        lines.extend(coup("system"));
        lines.extend(coup("dealer dee"));
        lines.push(("dealer dan", "signed-off dealer dan"));
        lines.extend(coup("game-supervisor sue"));
        lines.extend(coup("system"));
        let dealers: Vec<String> = read(&lines)
            .coups
            .iter()
            .map(|coup| coup.dealer.map_or("-".into(), |name| name.to_string()))
            .collect();
        assert_eq!(dealers, ["-", "dan", "dee", "sue", "-"]);
    }

    #[test]
    fn what_went_wrong_counts_with_its_coup_and_its_pairs_do_not() {
        let plain = read(&coup("system"));
        assert_eq!(plain.coups[0].pairs, BySide { player: true, banker: false });
        assert_eq!((plain.coups[0].winner, plain.coups[0].irregularities), (Some(Winner::Banker), 0));
        let mut lines = vec![("system", "irregularity stray-player-card")];
        lines.extend(coup("system"));
        let wrong = read(&lines);
        assert_eq!(wrong.coups[0].pairs, BySide::default());
        assert_eq!(wrong.coups[0].irregularities, 1);
        let mut lines = coup("system");
        lines.extend([("system", "reversed"), ("system", "concluded"), ("system", "dealt As to player up")]);
        lines.push(("system", "void void-coup"));
        let mended = read(&lines);
        let figures: Vec<_> = mended.coups.iter().map(|coup| (coup.winner, coup.corrections)).collect();
        assert_eq!(figures, [(Some(Winner::Banker), 1), (None, 0)], "what was settled again is one coup");
        assert_eq!(mended.coups[1].before, Some(8));
    }

    #[test]
    fn the_coups_of_a_void_shoe_have_no_result_and_those_of_an_earlier_one_keep_theirs() {
        let mut lines = vec![("system", "shoe-ready")];
        lines.extend(coup("system"));
        lines.push(("system", "shoe-ready"));
        lines.extend([coup("system"), coup("system")].concat());
        lines.push(("system", "reversed coups 2"));
        let mut read = read(&lines);
        let figures: Vec<_> = read.coups.iter().map(|coup| (coup.winner, coup.corrections)).collect();
        assert_eq!(figures, [(Some(Winner::Banker), 0), (None, 1), (None, 1)]);
        assert_eq!(read.coups[2].pairs, BySide::default());
        read.forget(100);
        assert_eq!(read.coups.len(), 2, "a shoe can be void as long as no other is ready");
    }

    #[test]
    fn what_is_old_is_forgotten_and_known_to_be() {
        let lines = [coup("system"), coup("system"), coup("system")].concat();
        let mut reading = read(&lines);
        // Each of a shoe of its own.
        reading.coups.iter_mut().zip(1..).for_each(|(coup, shoe)| coup.shoe = shoe);
        let ended = |reading: &Reading| reading.coups.iter().map(|coup| coup.at.1).collect::<Vec<_>>();
        assert_eq!(ended(&reading), [6, 12, 18]);
        reading.forget(6);
        assert_eq!(ended(&reading), [6, 12, 18]);
        assert!(reading.has_since(i64::MIN));
        reading.forget(7);
        assert_eq!(ended(&reading), [12, 18]);
        assert!(reading.has_since(7) && !reading.has_since(6), "the first is read again");
        assert_eq!(reading.since(13).len(), 1);
        reading.forget(8);
        assert!(!reading.has_since(6), "and stays forgotten");
        reading.forget(100);
        assert_eq!(ended(&reading), [18], "the last can still be undone");
        assert!(reading.has_since(13) && !reading.has_since(12));
        reading.note(19, Actor::System, &Happening::Reversed);
        reading.note(20, Actor::System, &Happening::Concluded);
        assert_eq!((ended(&reading), reading.coups[0].corrections), (vec![20], 1));
    }
}
