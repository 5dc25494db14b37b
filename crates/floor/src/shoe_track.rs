//! What the records say of a table's own shoe: which it is, where it was cut, and every card that has left it.

use std::collections::BTreeSet;

use punto_records::{Asked, Prepared, ShoeStep};
use punto_report::{Discards, ShoeEnding};
use punto_shoe::{Claim, Cut, CutBy, Discard, Opening, Pledge, Pledges, Share, Shares, verify};
use punto_table::{Actor, Event, Happening, Table, Time};
use punto_vocab::{Card, PersonId};
use serde::{Deserialize, Serialize};

use crate::events::table::*;
use crate::moment::{OpenedShoe, SharesNotice, ShoeNotice};

/// The fold of a table's records that its own shoe needs to go on after a restart. It holds nothing secret but the seal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ShoeTrack {
    pub(crate) prepared: Option<Prepared>,
    /// When it was promised, its pledges were closed, or its last share was revealed.
    pub(crate) since: i64,
    pledges: Vec<Pledged>,
    /// No further pledge is taken.
    closed: bool,
    pub(crate) cut: Option<u16>,
    /// The software cut it, as no patron had chosen a place.
    own_cut: bool,
    /// The cards that have left it in order; one that was burned unseen is `None`.
    pub(crate) left: Vec<Option<Card>>,
    /// A card of it went into a coup.
    dealt: bool,
    /// How it comes to its end after the cut.
    ending: ShoeEnding,
    /// It cannot be dealt any more, and the table has not got over it yet.
    pub(crate) lost: bool,
    pub(crate) opened: Option<Opened>,
    /// Whose terminals put no share into this shoe, as they withheld one from the shoe before.
    sits_out: BTreeSet<PersonId>,
    pub(crate) discards: Discards,
}

/// A pledge, and the share once it is revealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Pledged {
    patron: PersonId,
    pledge: Pledge,
    share: Option<Share>,
}

/// The last shoe that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Opened {
    prepared: Prepared,
    cut: Option<u16>,
    opening: String,
    drawn: u32,
    #[serde(default)]
    discarded: Option<Discard>,
    #[serde(default)]
    shares: u32,
}

/// How far the shares of a promised shoe are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharesStage {
    /// Terminals may pledge.
    Pledging,
    /// Those who pledged reveal.
    Revealing,
    /// Nothing is missing, and the order can be made.
    In,
}

impl ShoeTrack {
    /// Folds an event of the table. `table` is as it was before the event.
    pub(crate) fn note(&mut self, table: &Table, event: &Event) {
        match &event.what {
            // The terms of a new opening may be other ones: what was in play before is over.
            Happening::Opened { .. } => self.lost = false,
            Happening::ShoeReady | Happening::Shuffled { .. } => self.lost = false,
            of_own_shoe!() | of_transfers!() | of_neither!() => {}
        }
        if self.prepared.is_none() {
            return;
        }
        self.ending.note(&event.what);
        match &event.what {
            Happening::WasCut { depth, who } => {
                (self.cut, self.own_cut) = (u16::try_from(*depth).ok(), *who == Actor::System);
            }
            Happening::Burned { cards, .. } => self.left.extend((0..*cards).map(|_| None)),
            // The card that is shown is the first of those burned.
            Happening::BurnShown { card } => {
                if let Some(first) = self.left.first_mut() {
                    *first = Some(*card);
                }
            }
            Happening::Dealt { card, .. } if !opens_with(table, *card) => {
                self.left.push(Some(*card));
                self.dealt = true;
                self.discards.played();
            }
            // The card that has waited at the mouth of the shoe has left it before.
            Happening::Dealt { .. } => {}
            of_new_cards!() | of_transfers!() | of_neither!() => {}
        }
    }

    /// Folds a step of the shoe; what does not hold is said. `day` is the gaming day.
    pub(crate) fn step(&mut self, at: Time, day: &str, step: &ShoeStep) -> Result<(), String> {
        match step {
            ShoeStep::Prepared(_) if self.prepared.is_some() => {
                Err("a shoe was promised while another was in play".into())
            }
            ShoeStep::Prepared(prepared) => {
                self.prepared = Some((**prepared).clone());
                (self.since, self.lost) = (at.0, false);
                Ok(())
            }
            ShoeStep::Pledged { patron, pledge } => self.pledge(*patron, *pledge),
            ShoeStep::PledgesClosed => {
                if self.shared() != Some(SharesStage::Pledging) {
                    return Err("pledges were closed where none were taken".into());
                }
                (self.closed, self.since) = (true, at.0);
                Ok(())
            }
            ShoeStep::Revealed { patron, share } => self.reveal(at, *patron, *share),
            ShoeStep::Opened { opening, cut } => {
                let prepared = self.prepared.clone().ok_or("a shoe was opened that nobody had promised")?;
                if self.cut != Some(*cut) {
                    return Err(format!(
                        "the shoe was opened as cut after {cut} cards, and the table says otherwise"
                    ));
                }
                self.check(&prepared, opening)?;
                if !self.dealt {
                    self.discards.another(day);
                }
                self.ended(prepared, opening, self.ending.given_up());
                Ok(())
            }
            ShoeStep::Discarded { opening, why } => {
                let prepared = self.prepared.clone().ok_or("a shoe was given up that nobody had promised")?;
                if self.cut.is_some() {
                    return Err("a shoe was given up as never cut, and the table says otherwise".into());
                }
                self.check(&prepared, opening)?;
                self.discards.another(day);
                let withheld = self.withheld().filter(|_| *why == Discard::ShareWithheld).collect();
                self.ended(prepared, opening, Some(*why));
                self.sits_out = withheld;
                Ok(())
            }
            ShoeStep::Void { .. } => {
                let cut = self.cut.is_some();
                self.prepared.take().ok_or("a shoe was given up that nobody had promised")?;
                self.discards.another(day);
                *self = ShoeTrack {
                    lost: cut,
                    opened: self.opened.take(),
                    discards: std::mem::take(&mut self.discards),
                    ..ShoeTrack::default()
                };
                Ok(())
            }
        }
    }

    fn pledge(&mut self, patron: PersonId, pledge: Pledge) -> Result<(), String> {
        if self.shared() != Some(SharesStage::Pledging) {
            return Err("a share was pledged where none were taken".into());
        }
        let known = self.pledges.iter().any(|own| own.patron == patron || own.pledge == pledge);
        if known || self.pledges.len() == Pledges::MOST {
            return Err("a share was pledged that could not be taken".into());
        }
        self.pledges.push(Pledged { patron, pledge, share: None });
        Ok(())
    }

    fn reveal(&mut self, at: Time, patron: PersonId, share: Share) -> Result<(), String> {
        if self.shared() != Some(SharesStage::Revealing) {
            return Err("a share was revealed where none was due".into());
        }
        let shoe = self.prepared.as_ref().map(|prepared| prepared.commitment);
        let keeps = |own: &&mut Pledged| {
            let pledge = shoe.map(|shoe| share.pledge(&shoe, patron.as_str()));
            own.patron == patron && own.share.is_none() && pledge == Some(own.pledge)
        };
        let own = self.pledges.iter_mut().find(keeps);
        own.ok_or("a share was revealed that was not pledged")?.share = Some(share);
        if self.shared() == Some(SharesStage::In) {
            self.since = at.0;
        }
        Ok(())
    }

    fn ended(&mut self, prepared: Prepared, opening: &str, discarded: Option<Discard>) {
        let opened = Opened {
            prepared,
            cut: self.cut,
            opening: opening.to_owned(),
            drawn: self.left.len() as u32,
            discarded,
            shares: self.pledges.len() as u32,
        };
        let discards = std::mem::take(&mut self.discards);
        *self = ShoeTrack { opened: Some(opened), discards, ..ShoeTrack::default() };
    }

    /// Whether an opening is of the shoe that was promised, and every card came in its order.
    fn check(&self, prepared: &Prepared, opening: &str) -> Result<(), String> {
        let opening: Opening = opening.parse().map_err(|error| format!("{error}"))?;
        let by = if self.own_cut { CutBy::Own } else { CutBy::Patron };
        let cut = self.cut.map(|at| Cut { at, by });
        let pledges = self.pledges();
        let mut dealt = Vec::new();
        if let (Some(cut), Some(shares)) = (cut, pledges.shares()) {
            let order = opening.order(&shares).map_err(|error| error.to_string())?;
            let turned = order.iter().cycle().skip(usize::from(cut.at));
            // A card that was burned unseen is nobody's to tell but the opening's.
            dealt.extend(self.left.iter().zip(turned).map(|(left, ordered)| left.unwrap_or(*ordered)));
        }
        let claim = Claim { commitment: &prepared.commitment, pledges: &pledges, cut, dealt: &dealt };
        verify(&opening, &claim).map(drop).map_err(|wrong| wrong.to_string())
    }

    /// How far the shares of the promised shoe are.
    pub(crate) fn shared(&self) -> Option<SharesStage> {
        let prepared = self.prepared.as_ref()?;
        Some(match prepared.shares {
            Some(Asked::Yes) if !self.closed => SharesStage::Pledging,
            Some(Asked::Yes) if self.pledges.iter().any(|own| own.share.is_none()) => SharesStage::Revealing,
            Some(Asked::Yes | Asked::NoTerminal | Asked::Off) | None => SharesStage::In,
        })
    }

    /// The shares, once nothing is missing.
    pub(crate) fn shares(&self) -> Option<Shares> {
        (self.shared()? == SharesStage::In).then(|| self.pledges().shares())?
    }

    /// Whether a patron has pledged this, and whether the share is revealed; nothing if they pledged nothing.
    pub(crate) fn pledge_of(&self, patron: PersonId) -> Option<(Pledge, Option<Share>)> {
        let own = self.pledges.iter().find(|own| own.patron == patron)?;
        Some((own.pledge, own.share))
    }

    /// Whether a pledge is taken already.
    pub(crate) fn has_pledge(&self, pledge: Pledge) -> bool {
        self.pledges.iter().any(|own| own.pledge == pledge)
    }

    /// Whether no further pledge can be taken.
    pub(crate) fn is_full(&self) -> bool {
        self.pledges.len() == Pledges::MOST
    }

    /// Whether a patron's terminal puts no share into this shoe.
    pub(crate) fn sits_out(&self, patron: PersonId) -> bool {
        self.sits_out.contains(&patron)
    }

    /// Who has pledged and not revealed.
    pub(crate) fn withheld(&self) -> impl Iterator<Item = PersonId> {
        self.pledges.iter().filter(|own| own.share.is_none()).map(|own| own.patron)
    }

    fn pledges(&self) -> Pledges {
        let mut pledges = Pledges::default();
        for Pledged { patron, pledge, share } in &self.pledges {
            pledges.take(*pledge, share.map(|share| share.shown(patron.as_str())));
        }
        pledges
    }

    /// Whether this is what has been published of the shoe in play and the one before.
    pub(crate) fn shown_by(&self, notice: Option<&ShoeNotice>, opened: Option<&OpenedShoe>) -> bool {
        let now = self.prepared.as_ref().map(|prepared| (&prepared.commitment, self.cut));
        let before = self.opened.as_ref().map(|opened| &opened.prepared.commitment);
        let shares = notice.and_then(|notice| notice.shares.as_ref());
        now == notice.map(|notice| (&notice.commitment, notice.cut))
            && before == opened.map(|opened| &opened.notice.commitment)
            && self.shared() == shares.map(|shares| shares.stage)
            && self.pledges.len() == shares.map_or(0, |shares| shares.pledges.len())
    }

    /// What is published of the shoe in play.
    pub(crate) fn notice(&self) -> Option<ShoeNotice> {
        let mut notice = notice(self.prepared.as_ref()?, self.cut);
        let mut pledges: Vec<Pledge> = self.pledges.iter().map(|own| own.pledge).collect();
        pledges.sort_unstable();
        notice.shares = self.shared().map(|stage| SharesNotice { stage, pledges });
        Some(notice)
    }

    /// What is published of the last shoe that was opened.
    pub(crate) fn opened(&self) -> Option<OpenedShoe> {
        self.opened.as_ref().map(|opened| OpenedShoe {
            notice: notice(&opened.prepared, opened.cut),
            opening: opened.opening.clone(),
            drawn: opened.drawn,
            discarded: opened.discarded,
            shares: opened.shares,
        })
    }
}

fn notice(prepared: &Prepared, cut: Option<u16>) -> ShoeNotice {
    let Prepared { id, algorithm, commitment, .. } = prepared.clone();
    ShoeNotice { id, commitment, algorithm, cut, shares: None }
}

/// Whether a card is the one that waited to open this coup, and so left the shoe before.
fn opens_with(table: &Table, card: Card) -> bool {
    table.open.as_ref().is_some_and(|open| open.waiting_card() == Some(card))
}
