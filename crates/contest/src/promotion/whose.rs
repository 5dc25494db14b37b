//! Whose word each command to a promotion is.

#![deny(clippy::wildcard_enum_match_arm)] // a command must not compile before somebody has decided whose word it is

use punto_promotion::Command;

use crate::whose::WhoseWord;

impl WhoseWord {
    /// Whose word this is in a promotion.
    pub const fn of_promotion(command: &Command) -> WhoseWord {
        use Command as C;
        match command {
            // Nobody enters another, or says that they are there, who does not have their card.
            C::Enter { entrant: person, proof: None, .. } | C::Present { entrant: person, proof: None } => {
                WhoseWord::Entrant(*person)
            }
            // Somebody of staff writes down what a patron says at a desk.
            C::Enter { entrant: person, proof: Some(_), .. }
            | C::Present { entrant: person, proof: Some(_) }
            | C::Claim { claimant: person, .. }
            | C::Dispute { person, .. }
            | C::Object { person } => WhoseWord::Presence(*person),
            // What somebody chooses is not chosen for them.
            C::TakeCash { winner, .. } | C::Choose { winner, .. } => WhoseWord::Entrant(*winner),
            C::Publish { .. }
            | C::Draw { .. }
            | C::Declare { .. }
            | C::PassOver { .. }
            | C::Award { .. }
            // Nor does one person alone take from somebody what they have won, or keep them from winning it.
            | C::Bar { .. }
            | C::RefuseClaim { .. }
            | C::Rule { .. }
            // One may stop a draw that is in doubt; that it is beyond doubt is for two to say.
            | C::Resume { .. }
            | C::Cancel { .. } => WhoseWord::Two,
            C::NoteLate { .. } => WhoseWord::Clock,
            C::Conditions { .. }
            | C::Prescribe { .. }
            | C::Prize { .. }
            | C::DropPrize { .. }
            | C::Advertise { .. }
            | C::Nominate { .. }
            | C::Oversee
            | C::PublishResults
            | C::Notify { .. }
            | C::Attempt { .. }
            | C::AcceptClaim { .. }
            | C::TellReasons { .. }
            | C::Advise { .. }
            | C::Postpone { .. }
            | C::TellInspectorate { .. } => WhoseWord::Officer,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn kept(line: &str, by: &str, key: &str, for_show: bool) -> bool {
        let command: Command = line.parse().unwrap();
        WhoseWord::of_promotion(&command).is_kept(by.parse().unwrap(), Some(key), for_show)
    }

    #[test]
    fn what_is_given_away_and_who_gets_it_takes_two() {
        let seed = "07".repeat(32);
        let draw = format!("draw {seed}");
        for line in ["publish", &draw, "declare 1 ada", "pass-over 1", "award 1 cash 5", "cancel too few"]
            .into_iter()
            .chain([
                "bar under eligible ben",
                "refuse-claim 1 ada under claim no",
                "rule ada no",
                "resume all is well",
            ])
        {
            assert!(kept(line, "casino-operator max", "proposal/7", false), "{line}");
            assert!(!kept(line, "casino-operator max", "t7-1", false), "{line}");
            assert!(!kept(line, "system", "proposal/7", false), "{line}");
            assert!(kept(line, "casino-operator max", "t7-1", true), "{line}");
        }
        assert!(kept("postpone in doubt", "casino-operator max", "t7-1", false));
    }

    #[test]
    fn who_enters_or_is_there_says_so_or_shows_their_card() {
        for line in ["enter ada", "enter ada wager 50", "present ada"] {
            assert!(kept(line, "patron ada", "t7-1", false), "{line}");
            assert!(!kept(line, "dealer dan", "t7-1", true), "{line}");
            assert!(kept(&format!("{line} by card"), "dealer dan", "t7-1", false), "{line}");
        }
        assert!(!kept("note-late 1", "casino-operator max", "t7-1", true));
    }

    #[test]
    fn a_winners_choice_is_nobody_elses() {
        for line in ["take-cash 1 ada", "choose 1 ada cash 12000"] {
            assert!(kept(line, "patron ada", "t7-1", false), "{line}");
            assert!(!kept(line, "casino-operator max", "t7-1", true), "{line}");
        }
        assert!(kept("claim 1 ada", "casino-operator max", "t7-1", false));
        assert!(!kept("claim 1 ada", "system", "t7-1", true));
    }
}
