//! What goes on in a tournament while a fault holds the whole house: the one list of all commands.

#![deny(clippy::wildcard_enum_match_arm)] // a command must not compile before somebody has decided whether it waits

use punto_tournament::Command;

/// What becomes of a command while a fault holds the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// It goes on: who is there, what somebody objects to, and what a table has done already.
    GoesOn,
    /// It goes on while a coup that was begun is finished.
    InCoup,
    /// It waits until the fault is cleared.
    Waits,
}

impl Held {
    /// What becomes of this one.
    pub const fn of(command: &Command) -> Held {
        use Command as C;
        match command {
            C::Attend
            | C::Depart
            | C::TakeSeat { .. }
            | C::LeaveSeat { .. }
            | C::Dispute { .. }
            | C::Report { .. } => Held::GoesOn,
            C::Opened { .. }
            | C::Outcome { .. }
            | C::Result { .. }
            | C::VoidCoup { .. }
            | C::Unsettle { .. }
            | C::WagerOff { .. }
            | C::Forfeit { .. }
            | C::Found { .. }
            | C::ShoeEnded { .. } => Held::GoesOn,
            C::Examine { .. }
            | C::Announce { .. }
            | C::LastCoup { .. }
            | C::WrongHolder { .. }
            | C::Indicator { .. }
            | C::ShowForm { .. } => Held::InCoup,
            C::Conditions { .. }
            | C::Publish { .. }
            | C::AddValue { .. }
            | C::AddGoods { .. }
            | C::HandOver { .. }
            | C::Retain { .. }
            | C::Cancel { .. }
            | C::Apply { .. }
            | C::Inform { .. }
            | C::Endorse { .. }
            | C::PayFee { .. }
            | C::Accept { .. }
            | C::RefuseEntry { .. }
            | C::Withdraw { .. }
            | C::Start
            | C::Designate { .. }
            | C::Release { .. }
            | C::Draw { .. }
            | C::Allot { .. }
            | C::Reschedule { .. }
            | C::BuyIn { .. }
            | C::Begin
            | C::TimeUp { .. }
            | C::EndEarly { .. }
            | C::Agree { .. }
            | C::NextRound
            | C::SecondChance { .. }
            | C::BuyBack { .. }
            | C::ForgoBuyBack { .. }
            | C::Wager { .. }
            | C::Alter { .. }
            | C::Pass { .. }
            | C::LimitTime { .. }
            | C::Restrict { .. }
            | C::InsertIndicator { .. }
            | C::RaiseLimits { .. }
            | C::Seal { .. }
            | C::ReturnForm { .. }
            | C::FormFound { .. }
            | C::Close { .. }
            | C::Deal { .. }
            | C::Deduct { .. }
            | C::CancelPlace { .. }
            | C::Substitute { .. }
            | C::ApproveSubstitute { .. }
            | C::Dismiss { .. }
            | C::Disqualify { .. }
            | C::Rule { .. }
            | C::CountAll { .. }
            | C::Count { .. }
            | C::ReturnChips { .. }
            | C::PlayOff { .. }
            | C::Declare { .. }
            | C::Undeclare { .. }
            | C::Award
            | C::PayPrize { .. } => Held::Waits,
        }
    }
}
