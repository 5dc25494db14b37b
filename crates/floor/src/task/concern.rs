//! What a command is about, as far as the floor cares: the one list of all commands that its gates go by.

use punto_table::{Call, Command, Laying};
use punto_vocab::PersonId;

/// What a command is about.
pub(super) enum Concern {
    /// A patron's wager is put down or changed.
    Wager(PersonId),
    /// Credits come into a patron's own hands.
    Home(PersonId),
    /// Everybody's credits do.
    Closing,
    /// Play starts, or money comes into it.
    Play,
    /// Somebody tells a card that is out.
    Card,
    /// Somebody tells a card or the marker in the shoe.
    Shoe,
    /// The shoe is got ready, a step of it.
    Readying,
    /// Nothing that a gate is for.
    Other,
}

impl Concern {
    pub(super) fn of(command: &Command) -> Concern {
        match command {
            Command::Bet { patron, .. }
            | Command::Tokens { patron, .. }
            | Command::Alter { patron, .. }
            | Command::Seal { patron, .. } => Concern::Wager(*patron),
            Command::CashOut { patron, .. } | Command::Leave { patron } => Concern::Home(*patron),
            Command::Close => Concern::Closing,
            Command::FreeCoup
            | Command::Open { .. }
            | Command::BuyIn { .. }
            | Command::Call { call: Call::PlaceYourBets } => Concern::Play,
            Command::Card { lies: Some(Laying::InShoe), .. }
            | Command::Prepare { burn: Some(_), .. }
            | Command::Marker
            | Command::MarkerSeen => Concern::Shoe,
            Command::Card { .. } | Command::Rekey { .. } => Concern::Card,
            Command::Shuffle { .. }
            | Command::LetPatronsCut
            | Command::OfferCut { .. }
            | Command::DeclineCut { .. }
            | Command::PassCut { .. }
            | Command::Cut { .. }
            | Command::PlaceMarker { .. }
            | Command::Burn { .. } => Concern::Readying,
            Command::Call { .. }
            | Command::SignOn
            | Command::SignOff
            | Command::Act { .. }
            | Command::Tell { .. }
            | Command::TellBet { .. }
            | Command::Consent { .. }
            | Command::PostLimits { .. }
            | Command::PostVariant { .. }
            | Command::PostClosure { .. }
            | Command::PostOldMinimumEnds { .. }
            | Command::TakeDown { .. }
            | Command::PostRestriction { .. }
            | Command::ChangeLimits { .. }
            | Command::ChangeDifferential { .. }
            | Command::ChangeArea { .. }
            | Command::ChangeStakes { .. }
            | Command::RaiseAtOnce { .. }
            | Command::EndOldMinimum
            | Command::ChangeVariant { .. }
            | Command::ChangeMethod { .. }
            | Command::Personal { .. }
            | Command::Liability { .. }
            | Command::Restrict { .. }
            | Command::Unrestrict { .. }
            | Command::Sit { .. }
            | Command::Stand { .. }
            | Command::TakeBox { .. }
            | Command::ColourChange { .. }
            | Command::Fill { .. }
            | Command::Credit { .. }
            | Command::Exclude { .. }
            | Command::MoveOn { .. }
            | Command::Dispute { .. }
            | Command::Decide { .. }
            | Command::Review { .. }
            | Command::Lift { .. }
            | Command::ApproveBoth { .. }
            | Command::RefuseWager { .. }
            | Command::Mark { .. }
            | Command::Found { .. }
            | Command::Mispaid { .. }
            | Command::VoidWagers { .. }
            | Command::Reduce
            | Command::Relax { .. }
            | Command::Prepare { burn: None, .. }
            | Command::NewCards { .. }
            | Command::Turn { .. }
            | Command::OfferHand { .. }
            | Command::DeclineHand { .. }
            | Command::Pass { .. }
            | Command::PassOn { .. }
            | Command::Return { .. }
            | Command::ReturnUnseen { .. }
            | Command::Forfeit { .. }
            | Command::GiveUpRole
            | Command::Settle
            | Command::EndShoe
            | Command::Report { .. }
            | Command::Order { .. }
            | Command::Withdraw { .. }
            | Command::Resume
            | Command::Invalidate { .. }
            | Command::LimitOff { .. }
            | Command::WagerOrder { .. }
            | Command::Reveal { .. }
            | Command::Tick { .. } => Concern::Other,
        }
    }
}
