//! What a command that takes two persons is as a proposal: exactly what the second of them approves.

use punto_site::{Measure, TournamentId};
use punto_tournament::Command;

use crate::contest::Contest;

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
        Measure::AdjustUp { .. }
        | Measure::AdjustDown { .. }
        | Measure::Erase { .. }
        | Measure::Set { .. }
        | Measure::AcceptSoftware { .. }
        | Measure::WithdrawSoftware { .. }
        | Measure::OpenTable { .. }
        | Measure::CloseTable { .. }
        | Measure::Order { .. }
        | Measure::Fill { .. }
        | Measure::Credit { .. }
        | Measure::Hire { .. }
        | Measure::Grant { .. }
        | Measure::Withdraw { .. }
        | Measure::Disable { .. }
        | Measure::Enable { .. }
        | Measure::Leave { .. }
        | Measure::ResetPassword { .. }
        | Measure::Clear { .. }
        | Measure::Unread { .. } => return None,
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
        ] {
            let measure: Measure = line.parse().unwrap();
            let (name, command) = carried_out_by(&measure).unwrap();
            assert_eq!((name.as_str(), WhoseWord::of(&command)), ("cup", WhoseWord::Two), "{line}");
        }
        assert_eq!(carried_out_by(&"float fill nsw-1 5".parse().unwrap()), None);
    }
}
