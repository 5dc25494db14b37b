//! Shoes that have ended, each as a text that anybody can check: what was promised, the seed, the shares and every card.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use punto_journal::{Fault, Journal, Record, Signer, StreamName, statement};
use punto_records::{Body, Prepared, ShoeStep, TableBody, mentions};
use punto_shoe::{Cut, CutBy, Discard, Ended, Journalled, Opening, Pledge, Pledges, Share, ShoeRecord};
use punto_table::{Actor, Happening};
use punto_vocab::{Card, PersonId};
use punto_wire::{EndedShoe, ShoeEnd};

use crate::ending::ShoeEnding;
use crate::events::table::*;
use crate::stream::{PAGE, unreadable, walk, walk_pages};

/// The record of the shoe that was promised by a record of a stream, signed; nothing if that record promised none, or the
/// shoe is not opened.
pub fn shoe_record(
    journal: &dyn Journal,
    signer: &Signer,
    stream: &StreamName,
    number: u64,
) -> Result<Option<String>, Fault> {
    let Some(ended) = ended_shoe(|after| journal.read(stream, after, PAGE), stream, number)? else {
        return Ok(None);
    };
    let key = signer.public_key().to_string().parse().map_err(damaged)?;
    let record = ShoeRecord::sign(ended, key, |text| statement::sign(signer, text)).map_err(damaged)?;
    Ok(Some(record.to_string()))
}

/// What the journal says of the shoe that was promised by a record of a stream. `read` gives a page of the stream.
pub fn ended_shoe(
    read: impl Fn(u64) -> Result<Vec<Record>, Fault>,
    stream: &StreamName,
    number: u64,
) -> Result<Option<Ended>, Fault> {
    let Some(after) = number.checked_sub(1) else { return Ok(None) };
    let (mut promised, mut found): (Option<Promised>, _) = (None, None);
    walk_pages(read, after, |record| {
        let body = TableBody::of(&record.entry).map_err(damaged)?;
        match take(&mut promised, record, body)? {
            Step::On => return Ok(ControlFlow::Continue(())),
            Step::None => {}
            Step::Ended { opening, discarded } => {
                let ended = |own: Promised| own.ended(stream, record, &opening, discarded);
                found = promised.take().map(ended).transpose()?;
            }
        }
        Ok(ControlFlow::Break(()))
    })?;
    Ok(found)
}

fn damaged(error: impl Display) -> Fault {
    Fault::Damaged(error.to_string())
}

/// What a record does with the shoe that is looked for.
enum Step {
    /// It goes on.
    On,
    /// There is no such shoe, or it was never opened.
    None,
    /// It is opened.
    Ended { opening: String, discarded: Option<Discard> },
}

fn take(promised: &mut Option<Promised>, record: &Record, body: TableBody) -> Result<Step, Fault> {
    let Some(shoe) = promised else {
        let Body::Shoe(ShoeStep::Prepared(prepared)) = body else { return Ok(Step::None) };
        *promised = Some(Promised::of(*prepared, record));
        return Ok(Step::On);
    };
    match body {
        Body::Said(said) => said.events.iter().for_each(|event| shoe.note(&event.what)),
        Body::Shoe(ShoeStep::Pledged { patron, pledge }) => {
            shoe.pledges.insert(patron, (pledge, None));
        }
        Body::Shoe(ShoeStep::PledgesClosed) => {}
        Body::Shoe(ShoeStep::Revealed { patron, share }) => {
            let own = shoe.pledges.get_mut(&patron);
            own.ok_or_else(|| damaged("a share was revealed that was not pledged"))?.1 = Some(share);
        }
        Body::Shoe(ShoeStep::Opened { opening, .. }) => {
            return Ok(Step::Ended { opening, discarded: shoe.ending.given_up() });
        }
        Body::Shoe(ShoeStep::Discarded { opening, why }) => {
            return Ok(Step::Ended { opening, discarded: Some(why) });
        }
        Body::Shoe(ShoeStep::Void { .. } | ShoeStep::Prepared(_)) => return Ok(Step::None),
    }
    Ok(Step::On)
}

/// A shoe on its way, as the records of its table tell it.
struct Promised {
    prepared: Prepared,
    at: Journalled,
    pledges: BTreeMap<PersonId, (Pledge, Option<Share>)>,
    cut: Option<Cut>,
    burned: u16,
    /// In order; one that was burned unseen is not known.
    cards: Vec<Option<Card>>,
    /// A card that left the shoe in one coup and opens the next.
    carried: Option<Card>,
    ending: ShoeEnding,
}

impl Promised {
    fn of(prepared: Prepared, record: &Record) -> Promised {
        Promised {
            prepared,
            at: journalled(record),
            pledges: BTreeMap::new(),
            cut: None,
            burned: 0,
            cards: Vec::new(),
            carried: None,
            ending: ShoeEnding::default(),
        }
    }

    fn note(&mut self, what: &Happening) {
        self.ending.note(what);
        match what {
            Happening::WasCut { depth, who } => {
                let by = if *who == Actor::System { CutBy::Own } else { CutBy::Patron };
                self.cut = u16::try_from(*depth).ok().map(|at| Cut { at, by });
            }
            Happening::Burned { cards, .. } => {
                self.burned += u16::try_from(*cards).unwrap_or(u16::MAX);
                self.cards.extend((0..*cards).map(|_| None));
            }
            // The card that is shown is the first of those burned.
            Happening::BurnShown { card } => {
                if let Some(first) = self.cards.first_mut() {
                    *first = Some(*card);
                }
            }
            Happening::CardOpensNextCoup { card } => self.carried = Some(*card),
            Happening::Dealt { card, .. } if self.carried == Some(*card) => self.carried = None,
            Happening::Dealt { card, .. } => self.cards.push(Some(*card)),
            // What is keyed wrong is dealt by the order of the house's own shoe all the same.
            of_findings!() => {}
            Happening::ShoeReady | Happening::Opened { .. } => {}
            of_session!() | of_duty!() | of_disputes!() | of_terms!() | of_patrons!() | of_money!() => {}
            of_stakes!() | of_wagers!() | of_settlement!() | of_ends!() | of_corrections!() => {}
            of_shoe!() | of_coup!() | of_hands!() | of_trouble!() => {}
        }
    }

    fn ended(
        self,
        stream: &StreamName,
        record: &Record,
        opening: &str,
        discarded: Option<Discard>,
    ) -> Result<Ended, Fault> {
        let opening: Opening = opening.parse().map_err(damaged)?;
        let mut pledges = Pledges::default();
        for (patron, (pledge, share)) in &self.pledges {
            pledges.take(*pledge, share.map(|share| share.shown(patron.as_str())));
        }
        let mut dealt = Vec::new();
        if let (Some(cut), Some(shares)) = (self.cut, pledges.shares()) {
            let order = opening.order(&shares).map_err(damaged)?;
            let turned = order.iter().cycle().skip(usize::from(cut.at));
            dealt.extend(self.cards.iter().zip(turned).map(|(card, ordered)| card.unwrap_or(*ordered)));
        }
        Ok(Ended {
            opening,
            commitment: self.prepared.commitment,
            stream: stream.as_str().to_owned(),
            promised: self.at,
            ended: journalled(record),
            discarded,
            pledges,
            cut: self.cut,
            burned: self.burned,
            dealt,
        })
    }
}

fn journalled(record: &Record) -> Journalled {
    Journalled { seq: record.entry.seq, hash: (*record.hash.as_bytes()).into() }
}

/// How a shoe that was opened ended, on the wire.
pub fn shoe_end(discarded: Option<Discard>) -> ShoeEnd {
    match discarded {
        None => ShoeEnd::Played,
        Some(Discard::TableClosed) => ShoeEnd::TableClosed,
        Some(Discard::OtherDecks) => ShoeEnd::OtherDecks,
        Some(Discard::ShareWithheld) => ShoeEnd::ShareWithheld,
        Some(Discard::GeneratorFault) => ShoeEnd::GeneratorFault,
        Some(Discard::EndedEarly) => ShoeEnd::EndedEarly,
    }
}

/// The shoes of each table that have ended, as far as its stream has been looked through.
#[derive(Default)]
pub struct EndedShoes(Mutex<HashMap<StreamName, Listed>>);

/// The shoes of a table that have ended, oldest first.
#[derive(Clone, Default)]
struct Listed {
    upto: u64,
    /// Promised and not ended: its number, its commitment and how many shares were pledged.
    promised: Option<(u32, String, u32)>,
    ending: ShoeEnding,
    ended: Vec<EndedShoe>,
}

impl Listed {
    fn take(&mut self, record: &Record) -> Result<(), Fault> {
        let entry = &record.entry;
        let needed = mentions(entry, &["shoe"]) || mentions(entry, ShoeEnding::NAMES);
        let body = needed.then(|| TableBody::of(entry)).transpose();
        let body = body.map_err(|error| unreadable(entry, error))?;
        self.upto = entry.seq;
        let step = match body {
            Some(Body::Shoe(step)) => step,
            Some(Body::Said(said)) => {
                said.events.iter().for_each(|event| self.ending.note(&event.what));
                return Ok(());
            }
            None => return Ok(()),
        };
        match step {
            ShoeStep::Prepared(prepared) => {
                let number = u32::try_from(entry.seq).ok();
                self.promised = number.map(|number| (number, prepared.commitment.to_string(), 0));
                self.ending = ShoeEnding::default();
            }
            ShoeStep::Pledged { .. } => {
                if let Some((.., shares)) = &mut self.promised {
                    *shares += 1;
                }
            }
            ShoeStep::PledgesClosed | ShoeStep::Revealed { .. } => {}
            ShoeStep::Opened { .. } => self.end(shoe_end(self.ending.given_up())),
            ShoeStep::Discarded { why, .. } => self.end(shoe_end(Some(why))),
            ShoeStep::Void { .. } => self.end(ShoeEnd::NotOpened),
        }
        Ok(())
    }

    fn end(&mut self, end: ShoeEnd) {
        let ended = |(number, commitment, shares)| EndedShoe { number, commitment, end, shares };
        self.ended.extend(self.promised.take().map(ended));
    }
}

impl EndedShoes {
    /// The shoes of a table, the newest first.
    pub fn of(&self, journal: &dyn Journal, stream: &StreamName) -> Result<Vec<EndedShoe>, Fault> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut listed = known().get(stream).cloned().unwrap_or_default();
        walk(journal, stream, listed.upto, |record| {
            listed.take(record)?;
            Ok(ControlFlow::Continue(()))
        })?;
        let newest = listed.ended.iter().rev().cloned().collect();
        known().insert(stream.clone(), listed);
        Ok(newest)
    }
}

/// The shoes of a stream that have ended, the newest first. `read` gives a page of the stream.
pub fn ended_shoes(read: impl Fn(u64) -> Result<Vec<Record>, Fault>) -> Result<Vec<EndedShoe>, Fault> {
    let mut listed = Listed::default();
    walk_pages(read, 0, |record| {
        listed.take(record)?;
        Ok(ControlFlow::Continue(()))
    })?;
    listed.ended.reverse();
    Ok(listed.ended)
}
