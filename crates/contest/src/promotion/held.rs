//! What goes on in a promotion while a fault holds the whole house.

#![deny(clippy::wildcard_enum_match_arm)] // a command must not compile before somebody has decided whether it waits

use punto_promotion::Command;

use crate::held::Held;

impl Held {
    /// What becomes of a command to a promotion: people are still heard and told, and it can be put off; nothing is entered,
    /// drawn, decided or awarded.
    pub const fn of_promotion(command: &Command) -> Held {
        use Command as C;
        match command {
            C::Claim { .. }
            | C::Dispute { .. }
            | C::Object { .. }
            | C::Advise { .. }
            | C::Notify { .. }
            | C::Attempt { .. }
            | C::TellReasons { .. }
            | C::Postpone { .. }
            | C::NoteLate { .. }
            | C::TellInspectorate { .. } => Held::GoesOn,
            C::Conditions { .. }
            | C::Prescribe { .. }
            | C::Prize { .. }
            | C::DropPrize { .. }
            | C::Publish { .. }
            | C::Advertise { .. }
            | C::Bar { .. }
            | C::Enter { .. }
            | C::Nominate { .. }
            | C::Oversee
            | C::Present { .. }
            | C::Draw { .. }
            | C::Declare { .. }
            | C::PassOver { .. }
            | C::PublishResults
            | C::AcceptClaim { .. }
            | C::RefuseClaim { .. }
            | C::TakeCash { .. }
            | C::Choose { .. }
            | C::Award { .. }
            | C::Rule { .. }
            | C::Resume { .. }
            | C::Cancel { .. } => Held::Waits,
        }
    }
}
