//! What a command is about, as far as gates before a table care: the one list of all commands that they go by.

use punto_vocab::PersonId;

use crate::{Call, Command, Laying};

/// What a command is about.
pub enum Concern {
    /// A patron's wager is put down or changed.
    Wager(PersonId),
    /// Credits come into a patron's own hands.
    Home(PersonId),
    /// Everybody's credits do.
    Closing,
    /// The table opens, or money comes to it.
    Play,
    /// A coup starts.
    Start,
    /// Somebody tells a card that is out.
    Card,
    /// Somebody tells a card or the marker in the shoe.
    Shoe,
    /// Prepares the shoe, or does one step of it.
    Readying,
    /// Something else about the coup that lies, or is to come.
    Coup,
    /// Who is there and is told what, and what time it is: nothing moves by it.
    Presence,
    /// Money between the table's float, the cage and patrons, outside a coup.
    Float,
    /// The terms of play, seats and boxes, and other things that people do and the table records.
    Terms,
}

impl Concern {
    /// Whether a command is about one coup, or one shoe, and means nothing of the next.
    pub fn is_of_coup(&self) -> bool {
        match self {
            Concern::Wager(_)
            | Concern::Start
            | Concern::Card
            | Concern::Shoe
            | Concern::Readying
            | Concern::Coup => true,
            Concern::Home(_)
            | Concern::Closing
            | Concern::Play
            | Concern::Presence
            | Concern::Float
            | Concern::Terms => false,
        }
    }

    /// What this command is about.
    pub fn of(command: &Command) -> Concern {
        match command {
            Command::Bet { patron, .. }
            | Command::Spoken { patron, .. }
            | Command::Tokens { patron, .. }
            | Command::Alter { patron, .. }
            | Command::Seal { patron, .. } => Concern::Wager(*patron),
            Command::CashOut { patron, .. } | Command::Leave { patron } => Concern::Home(*patron),
            Command::Close => Concern::Closing,
            Command::Open { .. } | Command::BuyIn { .. } => Concern::Play,
            Command::FreeCoup | Command::Call { call: Call::PlaceYourBets } => Concern::Start,
            Command::Card { lies: Some(Laying::InShoe), .. }
            | Command::Prepare { burn: Some(_), .. }
            | Command::Marker
            | Command::MarkerSeen => Concern::Shoe,
            Command::Card { .. } | Command::Rekey { .. } => Concern::Card,
            Command::Prepare { burn: None, .. }
            | Command::Shuffle { .. }
            | Command::LetPatronsCut
            | Command::OfferCut { .. }
            | Command::DeclineCut { .. }
            | Command::PassCut { .. }
            | Command::Cut { .. }
            | Command::PlaceMarker { .. }
            | Command::Burn { .. } => Concern::Readying,
            Command::Call { .. }
            | Command::Lift { .. }
            | Command::ApproveBoth { .. }
            | Command::RefuseWager { .. }
            | Command::Mark { .. }
            | Command::Found { .. }
            | Command::Mispaid { .. }
            | Command::VoidWagers { .. }
            | Command::Reduce
            | Command::Relax { .. }
            | Command::Turn { .. }
            | Command::OfferHand { .. }
            | Command::DeclineHand { .. }
            | Command::Pass { .. }
            | Command::Nominate { .. }
            | Command::Return { .. }
            | Command::ReturnUnseen { .. }
            | Command::Forfeit { .. }
            | Command::GiveUpRole
            | Command::Settle
            | Command::EndShoe
            | Command::Report { .. }
            | Command::Spoiled { .. }
            | Command::Order { .. }
            | Command::Withdraw { .. }
            | Command::Resume
            | Command::ForfeitWagers { .. }
            | Command::Reveal { .. } => Concern::Coup,
            Command::SignOn
            | Command::SignOff
            | Command::Tell { .. }
            | Command::TellBet { .. }
            | Command::Dispute { .. }
            | Command::Tick { .. } => Concern::Presence,
            Command::ColourChange { .. }
            | Command::Fill { .. }
            | Command::Credit { .. }
            | Command::Count { .. }
            | Command::Tip { .. } => Concern::Float,
            Command::Act { .. }
            | Command::ActAbout { .. }
            | Command::Consent { .. }
            | Command::PostLimits { .. }
            | Command::PostStakes { .. }
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
            | Command::Exclude { .. }
            | Command::MoveOn { .. }
            | Command::Decide { .. }
            | Command::Review { .. }
            | Command::NewCards { .. }
            | Command::LimitOff { .. }
            | Command::WagerOrder { .. } => Concern::Terms,
        }
    }
}
