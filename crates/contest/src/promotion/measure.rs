//! What a command to a promotion that takes two persons is as a proposal: exactly what the second of them approves.

use punto_promotion::Command;
use punto_site::{Measure, PromotionId};
use punto_vocab::{Seed, Time};

use crate::measure::{of_neither, of_tournaments};
use crate::promotion::campaign::Campaign;

impl Campaign {
    /// The measure that a command is as the promotion stands, if it takes two persons and could be meant: the conditions and
    /// prizes as they are written, the draw from as many entries as there are, the prize as its winner has it.
    pub fn measure(&self, promotion: PromotionId, at: Time, command: &Command) -> Option<Measure> {
        let winner = |prize: u8| self.own.prizes.get(&prize)?.winner();
        match command.clone() {
            Command::Publish { .. } => Some(Measure::PublishPromotion { promotion, offer: self.own.offer() }),
            Command::Draw { .. } => {
                let entries = u32::try_from(self.own.entries.len()).ok()?;
                Some(Measure::DrawWinners { promotion, entries })
            }
            Command::Declare { prize, winner } => Some(Measure::DeclareWinner { promotion, prize, winner }),
            Command::PassOver { prize } => {
                let (winner, ground) = (winner(prize)?, self.own.passed_over_by(at, prize)?);
                Some(Measure::PassOver { promotion, prize, winner, ground })
            }
            Command::Award { prize, payment } => {
                Some(Measure::AwardPrize { promotion, prize, winner: winner(prize)?, payment })
            }
            Command::Bar { ground, names } => {
                Some(Measure::BarEntrants { promotion, ground: ground?, names })
            }
            Command::RefuseClaim { prize, claimant, address, ground, why } => {
                Some(Measure::RefuseClaim { promotion, prize, claimant, address, ground, why })
            }
            Command::Rule { person, upheld, what } => {
                Some(Measure::DecideDispute { promotion, person, upheld, what })
            }
            Command::Resume { why } => Some(Measure::ResumePromotion { promotion, why }),
            Command::Cancel { why } => Some(Measure::CancelPromotion { promotion, why }),
            _ => None,
        }
    }
}

/// The promotion and the command that a measure is carried out by, if it is one of a promotion. The seed of a draw is the
/// house's to fill in.
pub fn promoted_by(measure: &Measure) -> Option<(PromotionId, Command)> {
    match measure.clone() {
        Measure::PublishPromotion { promotion, .. } => {
            Some((promotion, Command::Publish { draw: None, second: None }))
        }
        Measure::DrawWinners { promotion, .. } => {
            Some((promotion, Command::Draw { seed: seed_of_nothing()? }))
        }
        Measure::DeclareWinner { promotion, prize, winner } => {
            Some((promotion, Command::Declare { prize, winner }))
        }
        Measure::PassOver { promotion, prize, .. } => Some((promotion, Command::PassOver { prize })),
        Measure::AwardPrize { promotion, prize, payment, .. } => {
            Some((promotion, Command::Award { prize, payment }))
        }
        Measure::BarEntrants { promotion, ground, names } => {
            Some((promotion, Command::Bar { ground: Some(ground), names }))
        }
        Measure::RefuseClaim { promotion, prize, claimant, address, ground, why } => {
            Some((promotion, Command::RefuseClaim { prize, claimant, address, ground, why }))
        }
        Measure::DecideDispute { promotion, person, upheld, what } => {
            Some((promotion, Command::Rule { person, upheld, what }))
        }
        Measure::ResumePromotion { promotion, why } => Some((promotion, Command::Resume { why })),
        Measure::CancelPromotion { promotion, why } => Some((promotion, Command::Cancel { why })),
        of_tournaments!() | of_neither!() => None,
    }
}

/// Stands for the seed where only the house knows it.
pub fn seed_of_nothing() -> Option<Seed> {
    "0".repeat(64).parse().ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::whose::WhoseWord;

    #[test]
    fn each_measure_of_a_promotion_is_carried_out_by_what_takes_two() {
        for line in [
            "promotion publish spring manner draw; prize 1 kind cash, value 500",
            "promotion draw-winners spring of 12",
            "promotion declare-winner spring 1 ada",
            "promotion pass-over spring 1 ada under presence",
            "promotion bar-entrants spring under eligible ben cyd",
            "promotion refuse-claim spring 1 ada address file-7 under eligible not of age",
            "promotion decide-dispute spring ada upheld 1 they are right",
            "promotion resume spring the entries are in order",
            "promotion award-prize spring 1 ada cash 500",
            "promotion cancel spring too few",
        ] {
            let measure: Measure = line.parse().unwrap();
            let (name, command) = promoted_by(&measure).unwrap();
            assert_eq!(
                (name.as_str(), WhoseWord::of_promotion(&command)),
                ("spring", WhoseWord::Two),
                "{line}"
            );
        }
        assert_eq!(promoted_by(&"tournament retain cup 50".parse().unwrap()), None);
    }
}
