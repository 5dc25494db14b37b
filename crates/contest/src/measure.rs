//! What a command that takes two persons is as a proposal: exactly what the second of them approves.

use punto_site::{Measure, TournamentId};
use punto_tournament::Command;
use punto_vocab::{Names, PersonId};

use crate::contest::Contest;

punto_vocab::groups! {
    Measure:
    /// Of tournaments.
    of_tournaments: Publish AddValue Retain CallOff PayPrize AddGoods HandOver Disqualify CancelPlace CountShort CloseOver;
    /// Of promotions.
    of_promotions: PublishPromotion DrawWinners DeclareWinner BarEntrants PassOver RefuseClaim DecideDispute AwardPrize
        ResumePromotion CancelPromotion;
    /// Of neither.
    of_neither: AdjustUp AdjustDown Erase Set AcceptSoftware WithdrawSoftware OpenTable CloseTable Order
        Fill Credit Count IssueTokenVoucher WithdrawTokenVoucher Hire Grant Withdraw Disable Enable Leave ResetPassword
        MakeProgram Clear Unread;
}

impl Contest {
    /// The measure that a command is as the tournament stands, if it takes two persons and could be meant: the conditions as
    /// they are written, the prize as it was won.
    pub fn measure(&self, tournament: TournamentId, command: &Command) -> Option<Measure> {
        if let Command::Publish { .. } = command {
            return Some(Measure::Publish { tournament, conditions: self.own.form.clone() });
        }
        if let Command::AddValue { amount, what } = command {
            return Some(Measure::AddValue { tournament, amount: *amount, what: what.clone() });
        }
        if let Command::Retain { amount } = command {
            return Some(Measure::Retain { tournament, amount: *amount });
        }
        if let Command::Cancel { why } = command {
            return Some(Measure::CallOff { tournament, why: why.clone() });
        }
        if let Command::PayPrize { entrant, how } = command {
            let amount = self.own.entrants.get(entrant)?.prize?;
            return Some(Measure::PayPrize { tournament, entrant: *entrant, amount, how: *how });
        }
        if let Command::AddGoods { place, amount, what } = command {
            let (place, amount) = (*place, *amount);
            return Some(Measure::AddGoods { tournament, place, amount, what: what.clone() });
        }
        if let Command::HandOver { entrant, what } = command {
            return Some(Measure::HandOver { tournament, entrant: *entrant, what: what.clone() });
        }
        if let Command::Disqualify { entrant, offence } = command {
            return Some(Measure::Disqualify { tournament, entrant: *entrant, offence: *offence });
        }
        if let Command::CancelPlace { entrant, refund } = command {
            return Some(Measure::CancelPlace { tournament, entrant: *entrant, refund: *refund });
        }
        if let Command::Count { entrant, amount } = command {
            return Some(Measure::CountShort { tournament, entrant: *entrant, amount: *amount });
        }
        if let Command::Close { table } = command {
            let coup = self.own.venues.get(table)?.coups + 1;
            let names: Vec<PersonId> = self.own.idle(*table).into_iter().collect();
            let over = Measure::CloseOver { tournament, table: *table, coup, names: Names(names.clone()) };
            return (!names.is_empty()).then_some(over);
        }
        None
    }
}

/// The tournament and the command that a measure is carried out by, if it is one of a tournament.
pub fn carried_out_by(measure: &Measure) -> Option<(TournamentId, Command)> {
    Some(match measure.clone() {
        Measure::Publish { tournament, .. } => (tournament, Command::Publish { draw: None }),
        Measure::AddValue { tournament, amount, what } => (tournament, Command::AddValue { amount, what }),
        Measure::Retain { tournament, amount } => (tournament, Command::Retain { amount }),
        Measure::CallOff { tournament, why } => (tournament, Command::Cancel { why }),
        Measure::PayPrize { tournament, entrant, how, .. } => {
            (tournament, Command::PayPrize { entrant, how })
        }
        Measure::AddGoods { tournament, place, amount, what } => {
            (tournament, Command::AddGoods { place, amount, what })
        }
        Measure::HandOver { tournament, entrant, what } => (tournament, Command::HandOver { entrant, what }),
        Measure::Disqualify { tournament, entrant, offence } => {
            (tournament, Command::Disqualify { entrant, offence })
        }
        Measure::CancelPlace { tournament, entrant, refund } => {
            (tournament, Command::CancelPlace { entrant, refund })
        }
        Measure::CountShort { tournament, entrant, amount } => {
            (tournament, Command::Count { entrant, amount })
        }
        Measure::CloseOver { tournament, table, .. } => (tournament, Command::Close { table }),
        of_promotions!() | of_neither!() => return None,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::whose::WhoseWord;

    #[test]
    fn each_measure_of_a_tournament_is_carried_out_by_what_takes_two() {
        for line in [
            "tournament publish cup fee 100, chips 1000",
            "tournament add-value cup 500 a gift",
            "tournament retain cup 50",
            "tournament call-off cup too few",
            "tournament pay-prize cup ada 60 transfer",
            "tournament add-goods cup 1 5000 a car",
            "tournament hand-over cup ada a car",
            "tournament disqualify cup ada breach",
            "tournament cancel-place cup ada with-refund",
        ] {
            let measure: Measure = line.parse().unwrap();
            let (name, command) = carried_out_by(&measure).unwrap();
            assert_eq!((name.as_str(), WhoseWord::of(&command)), ("cup", WhoseWord::Two), "{line}");
        }
        let (_, count) = carried_out_by(&"tournament count-short cup ada 900".parse().unwrap()).unwrap();
        let short = "short ada 100".parse().unwrap();
        assert_eq!(WhoseWord::caused(&count, [&short]), WhoseWord::Two);
        assert_eq!(carried_out_by(&"float fill nsw-1 5".parse().unwrap()), None);
    }
}
