//! Patrons' terminals put shares into the order of the house's own shoe: first pledged, then revealed.

use std::sync::Arc;

use punto_host::locked;
use punto_records::ShoeStep;
use punto_shoe::{Commitment, Pledge, Share};
use punto_table::{Actor, Reason, Refused};
use punto_vocab::{Authority, Citation, PersonId, Setting};

use super::{Task, answer};
use crate::dealer::ShoeStage;
use crate::refusal::FloorReason;
use crate::said::{Answer, FloorError, Outcome};
use crate::shoe_track::{SharesStage, ShoeTrack};
use crate::standing::Standing;
use crate::table::{Job, Reply};

/// What a terminal says of its share of a shoe.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ShareSaid {
    Pledge(Pledge),
    Reveal(Share),
}

/// What becomes of it.
enum Taken {
    Step(ShoeStep),
    /// It was said before, and needs no other record.
    Again,
}

impl Task {
    /// How far the own shoe is. The house's own stop takes no time away from a terminal: those that were there are given
    /// the whole window anew to come back.
    pub(super) fn stage(&self, standing: &Standing) -> ShoeStage {
        let missing = |track: &ShoeTrack| self.shared.terminals.missing(&standing.table, track);
        match self.own.stage(&standing.shoe, missing) {
            ShoeStage::Pledging { since, decks, missing } => {
                let missing = missing || since <= self.started;
                ShoeStage::Pledging { since: since.max(self.started), decks, missing }
            }
            ShoeStage::Revealing { since, decks } => {
                ShoeStage::Revealing { since: since.max(self.started), decks }
            }
            other => other,
        }
    }

    /// A patron's terminal pledges a share, or reveals it. What it says is its own key: said again, it is answered again.
    pub(super) async fn share(&mut self, job: Job, patron: PersonId, shoe: Commitment, said: ShareSaid) {
        if let Err(error) = self.changed_by_doubt().await {
            return answer(job, Err(error));
        }
        let taken = {
            let standing = locked(&self.shared.standing);
            taken(&standing, patron, shoe, said)
        };
        let reply = match taken {
            Ok(Taken::Again) => Ok(self.told(true)),
            Ok(Taken::Step(step)) => match self.append_step(step, Actor::Patron(patron)).await {
                Ok(()) => Ok(self.told(false)),
                Err(error) => Err(FloorError::from(error)),
            },
            Err(refused) => Ok(Outcome::Refused(refused)),
        };
        answer(job, reply.map(Reply::Table));
    }

    fn told(&self, repeated: bool) -> Outcome {
        let standing = locked(&self.shared.standing);
        let at = punto_table::Time(standing.at);
        Outcome::Done(Answer { seq: standing.seq, at, happened: Arc::new([]), repeated })
    }
}

fn taken(standing: &Standing, patron: PersonId, shoe: Commitment, said: ShareSaid) -> Result<Taken, Refused> {
    let track = &standing.shoe;
    let refuse = |reason: FloorReason| Err(reason.refused_by(&by()));
    if track.prepared.as_ref().is_none_or(|prepared| prepared.commitment != shoe) {
        return refuse(FloorReason::ShareOfAnotherShoe);
    }
    match (said, track.pledge_of(patron), track.shared()) {
        (ShareSaid::Pledge(pledge), Some((own, _)), _) if own == pledge => Ok(Taken::Again),
        (ShareSaid::Pledge(_), Some(_), _) => refuse(FloorReason::PledgedOtherwise),
        (ShareSaid::Pledge(pledge), None, Some(SharesStage::Pledging)) => {
            if standing.table.open.as_ref().is_none_or(|open| !open.patrons.has(patron)) {
                return Err(Refused::new(&by(), Reason::NotHere(patron)));
            }
            match () {
                () if track.sits_out(patron) => refuse(FloorReason::SitsOutShares),
                () if track.has_pledge(pledge) => refuse(FloorReason::PledgeOfAnother),
                () if track.is_full() => refuse(FloorReason::EnoughShares),
                () => Ok(Taken::Step(ShoeStep::Pledged { patron, pledge })),
            }
        }
        (ShareSaid::Reveal(share), Some((_, Some(own))), _) if own == share => Ok(Taken::Again),
        (ShareSaid::Reveal(share), Some((pledge, None)), Some(SharesStage::Revealing))
            if share.pledge(&shoe, patron.as_str()) == pledge =>
        {
            Ok(Taken::Step(ShoeStep::Revealed { patron, share }))
        }
        (ShareSaid::Reveal(_), Some(_), Some(SharesStage::Revealing)) => {
            refuse(FloorReason::NotThePledgedShare)
        }
        (ShareSaid::Pledge(_) | ShareSaid::Reveal(_), _, _) => refuse(FloorReason::NoSharesNow),
    }
}

fn by() -> Citation {
    Authority::House(Setting::new("patron-randomness")).into()
}
