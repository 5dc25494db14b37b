//! Shoes that have ended, each as a text that anybody can check: what was promised, the seed, and every card.

use std::collections::HashMap;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use punto_journal::{Fault, Journal, StreamName};
use punto_records::{Body, ShoeStep, TableBody, mentions};
use punto_shoe::{Commitment, Opening, ShoeRecord};
use punto_table::Happening;
use punto_vocab::Card;
use punto_wire::EndedShoe;

use crate::stream::walk;

/// The record of the shoe that was promised by a record of a stream; nothing if that record promised none, or the shoe
/// has not ended.
pub fn shoe_record(journal: &dyn Journal, stream: &StreamName, number: u64) -> Result<Option<String>, Fault> {
    let Some(after) = number.checked_sub(1) else { return Ok(None) };
    let (mut dealt, mut found): (Option<Dealt>, _) = (None, Ok(None));
    walk(journal, stream, after, |record| {
        match (&mut dealt, TableBody::of(&record.entry)) {
            (_, Err(error)) => found = Err(damaged(error)),
            (None, Ok(Body::Shoe(ShoeStep::Prepared(prepared)))) => {
                dealt = Some(Dealt::of(prepared.commitment));
                return ControlFlow::Continue(());
            }
            (None, Ok(_)) | (Some(_), Ok(Body::Shoe(ShoeStep::Void { .. } | ShoeStep::Prepared(_)))) => {}
            (Some(dealt), Ok(Body::Said(said))) => {
                said.events.iter().for_each(|event| dealt.note(&event.what));
                return ControlFlow::Continue(());
            }
            (Some(dealt), Ok(Body::Shoe(ShoeStep::Opened { opening, cut }))) => {
                found = dealt.record(&opening, cut).map(Some);
            }
        }
        ControlFlow::Break(())
    })?;
    found
}

fn damaged(error: impl Display) -> Fault {
    Fault::Damaged(error.to_string())
}

/// What left a shoe, as the events of its table tell it.
struct Dealt {
    commitment: Commitment,
    burned: u16,
    /// In order; one that was burned unseen is not known.
    cards: Vec<Option<Card>>,
    /// A card that left the shoe in one coup and opens the next.
    carried: Option<Card>,
}

impl Dealt {
    fn of(commitment: Commitment) -> Dealt {
        Dealt { commitment, burned: 0, cards: Vec::new(), carried: None }
    }

    fn note(&mut self, what: &Happening) {
        match what {
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
            Happening::CardCarried { card } => self.carried = Some(*card),
            Happening::Dealt { card, .. } if self.carried == Some(*card) => self.carried = None,
            Happening::Dealt { card, .. } => self.cards.push(Some(*card)),
            _ => {}
        }
    }

    fn record(&self, opening: &str, cut: u16) -> Result<String, Fault> {
        let opening: Opening = opening.parse().map_err(damaged)?;
        let order = opening.order().map_err(damaged)?;
        let turned = order.iter().cycle().skip(usize::from(cut));
        let cards = self.cards.iter().zip(turned).map(|(card, ordered)| card.unwrap_or(*ordered)).collect();
        let record = ShoeRecord::new(opening, self.commitment, cut, self.burned, cards).map_err(damaged)?;
        Ok(record.to_string())
    }
}

/// The shoes of each table that have ended, as far as its stream has been looked through.
#[derive(Default)]
pub struct EndedShoes(Mutex<HashMap<StreamName, Listed>>);

#[derive(Clone, Default)]
struct Listed {
    upto: u64,
    prepared: Option<EndedShoe>,
    ended: Vec<EndedShoe>,
}

impl EndedShoes {
    /// The shoes of a table, the newest first.
    pub fn of(&self, journal: &dyn Journal, stream: &StreamName) -> Result<Vec<EndedShoe>, Fault> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut listed = known().get(stream).cloned().unwrap_or_default();
        walk(journal, stream, listed.upto, |record| {
            let entry = &record.entry;
            listed.upto = entry.seq;
            let body = mentions(entry, &["shoe"]).then(|| TableBody::of(entry));
            match body {
                Some(Ok(Body::Shoe(ShoeStep::Prepared(prepared)))) => {
                    let commitment = prepared.commitment.to_string();
                    listed.prepared =
                        u32::try_from(entry.seq).ok().map(|number| EndedShoe { number, commitment });
                }
                Some(Ok(Body::Shoe(ShoeStep::Opened { .. }))) => listed.ended.extend(listed.prepared.take()),
                Some(Ok(Body::Shoe(ShoeStep::Void { .. }))) => listed.prepared = None,
                Some(Ok(Body::Said(_)) | Err(_)) | None => {}
            }
            ControlFlow::Continue(())
        })?;
        let newest = listed.ended.iter().rev().cloned().collect();
        known().insert(stream.clone(), listed);
        Ok(newest)
    }
}
