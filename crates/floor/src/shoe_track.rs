//! What the records say of a table's own shoe: which it is, where it was cut, and every card that has left it.

use punto_records::{Prepared, ShoeStep};
use punto_shoe::{Opening, verify};
use punto_table::{Event, Happening, Table, Time};
use punto_vocab::Card;
use serde::{Deserialize, Serialize};

use crate::moment::{OpenedShoe, ShoeNotice};

/// The fold of a table's records that its own shoe needs to go on after a restart. It holds nothing secret but the seal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShoeTrack {
    pub(crate) prepared: Option<Prepared>,
    /// When it was shuffled.
    pub(crate) since: i64,
    pub(crate) cut: Option<u16>,
    /// The cards that have left it in order; one that was burned unseen is `None`.
    pub(crate) left: Vec<Option<Card>>,
    /// It cannot be dealt any more, and the table has not got over it yet.
    pub(crate) lost: bool,
    pub(crate) opened: Option<Opened>,
}

/// The last shoe that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Opened {
    prepared: Prepared,
    cut: u16,
    opening: String,
    drawn: u32,
}

impl ShoeTrack {
    /// Folds an event of the table. `table` is as it was before the event.
    pub(crate) fn note(&mut self, table: &Table, event: &Event) {
        match &event.what {
            // The terms of a new opening may be other ones: what was in play before is over.
            Happening::Opened { .. } => self.lost = false,
            Happening::ShoeReady | Happening::Shuffled { .. } => self.lost = false,
            _ => {}
        }
        if self.prepared.is_none() {
            return;
        }
        match &event.what {
            Happening::WasCut { depth, .. } => self.cut = u16::try_from(*depth).ok(),
            Happening::Burned { cards, .. } => self.left.extend((0..*cards).map(|_| None)),
            // The card that is shown is the first of those burned.
            Happening::BurnShown { card } => {
                if let Some(first) = self.left.first_mut() {
                    *first = Some(*card);
                }
            }
            Happening::Dealt { card, .. } if !opens_with(table, *card) => self.left.push(Some(*card)),
            _ => {}
        }
    }

    /// Folds a step of the shoe; what does not hold is said.
    pub(crate) fn step(&mut self, at: Time, step: &ShoeStep) -> Result<(), String> {
        match step {
            ShoeStep::Prepared(_) if self.prepared.is_some() => {
                Err("a shoe was shuffled while another was in play".into())
            }
            ShoeStep::Prepared(prepared) => {
                let opened = self.opened.take();
                *self = ShoeTrack {
                    prepared: Some((**prepared).clone()),
                    since: at.0,
                    opened,
                    ..ShoeTrack::default()
                };
                Ok(())
            }
            ShoeStep::Opened { opening, cut } => {
                let prepared = self.prepared.take().ok_or("a shoe was opened that nobody had shuffled")?;
                self.check(&prepared, opening, *cut)?;
                let drawn = self.left.len() as u32;
                let opened = Opened { prepared, cut: *cut, opening: opening.clone(), drawn };
                *self = ShoeTrack { opened: Some(opened), ..ShoeTrack::default() };
                Ok(())
            }
            ShoeStep::Void { .. } => {
                let cut = self.cut.is_some();
                self.prepared.take().ok_or("a shoe was given up that nobody had shuffled")?;
                *self = ShoeTrack { lost: cut, opened: self.opened.take(), ..ShoeTrack::default() };
                Ok(())
            }
        }
    }

    /// Whether an opening is of the shoe that was promised, and every card came in its order.
    fn check(&self, prepared: &Prepared, opening: &str, cut: u16) -> Result<(), String> {
        if self.cut != Some(cut) {
            return Err(format!(
                "the shoe was opened as cut after {cut} cards, and the table says otherwise"
            ));
        }
        let opening: Opening = opening.parse().map_err(|error| format!("{error}"))?;
        let order = opening.order().map_err(|error| error.to_string())?;
        let turned = order.iter().cycle().skip(usize::from(cut));
        // A card that was burned unseen is nobody's to tell but the opening's.
        let dealt: Vec<Card> =
            self.left.iter().zip(turned).map(|(left, ordered)| left.unwrap_or(*ordered)).collect();
        verify(&opening, &prepared.commitment, cut, &dealt).map(drop).map_err(|wrong| wrong.to_string())
    }

    /// Whether this is what has been published of the shoe in play and the one before.
    pub(crate) fn shown_by(&self, notice: Option<&ShoeNotice>, opened: Option<&OpenedShoe>) -> bool {
        let now = self.prepared.as_ref().map(|prepared| (&prepared.commitment, self.cut));
        let before = self.opened.as_ref().map(|opened| &opened.prepared.commitment);
        now == notice.map(|notice| (&notice.commitment, notice.cut))
            && before == opened.map(|opened| &opened.notice.commitment)
    }

    /// What is published of the shoe in play.
    pub(crate) fn notice(&self) -> Option<ShoeNotice> {
        self.prepared.as_ref().map(|prepared| notice(prepared, self.cut))
    }

    /// What is published of the last shoe that was opened.
    pub(crate) fn opened(&self) -> Option<OpenedShoe> {
        self.opened.as_ref().map(|opened| OpenedShoe {
            notice: notice(&opened.prepared, Some(opened.cut)),
            opening: opened.opening.clone(),
            drawn: opened.drawn,
        })
    }
}

fn notice(prepared: &Prepared, cut: Option<u16>) -> ShoeNotice {
    let Prepared { id, algorithm, commitment, .. } = prepared.clone();
    ShoeNotice { id, commitment, algorithm, cut }
}

/// Whether a card is the one that waited to open this coup, and so left the shoe before.
fn opens_with(table: &Table, card: Card) -> bool {
    table.open.as_ref().is_some_and(|open| open.waiting_card() == Some(card))
}
