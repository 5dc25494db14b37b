//! Why a command is refused.

use punto_rulebook::{Item, TournamentRule};
use punto_vocab::{Actor, Money, PersonId, Refusal, Role, Time, Value, Valued, Word};

/// A command that the document or the tournament does not allow now; nothing has changed.
pub type Refused = Refusal<Reason>;

/// Several words of a list, as a sentence names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T>(pub Vec<T>);

impl<T: Word> std::fmt::Display for List<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.iter().map(|word| word.word()).collect::<Vec<_>>().join(", "))
    }
}

impl<T: Valued> Valued for List<T> {
    fn value(&self) -> Value {
        self.0.value()
    }
}

punto_vocab::reasons! {
    /// Why a command is refused: what was asked, and what would be right.
    pub enum Reason {
        TimeRunsBack { asked: Time, now: Time } = "time-runs-back": "the time {asked} is before {now}",
        NoTournaments = "no-tournaments": "this document has no tournaments",
        NoSuchRule { rule: TournamentRule } = "no-such-tournament-rule": "this document has no rule {rule}",
        WrongRole { actor: Actor, needed: List<Role> } = "wrong-tournament-role": "{actor} may not do this; it takes {needed}",
        SpeaksForAnother { own: PersonId, entrant: PersonId } = "speaks-for-another-entrant": "{own} may not speak for {entrant}",

        NoConditions = "no-conditions": "no conditions are written down",
        MissingItems { items: List<Item> } = "missing-items": "the conditions lack {items}",
        PublishedAlready = "published-already": "the conditions are published and stay as they are",
        NotPublished = "not-published": "the conditions are not published",
        Cancelled = "tournament-cancelled": "the tournament is cancelled",
        StartedAlready = "started-already": "the tournament has begun",
        NotStarted = "not-started": "the tournament has not begun",

        AppliedAlready { entrant: PersonId } = "applied-already": "{entrant} has applied already",
        NoApplicant { entrant: PersonId } = "no-applicant": "{entrant} has not applied",
        NotAnEntrant { entrant: PersonId } = "not-an-entrant": "{entrant} is not in the tournament",
        AcceptedAlready { entrant: PersonId } = "accepted-already": "{entrant} is accepted already",
        NotInformed { entrant: PersonId } = "not-informed": "{entrant} has not been given the conditions",
        NotEndorsed { entrant: PersonId } = "not-endorsed": "{entrant} has not agreed to the conditions in writing",
        OtherFee { asked: Money, fee: Money } = "other-fee": "the fee is {fee}, not {asked}",
        FeePaidAlready { entrant: PersonId } = "fee-paid-already": "{entrant} has paid the fee",
        FeeNotPaid { entrant: PersonId } = "fee-not-paid": "{entrant} has not paid the fee",
        Full { most: u32 } = "tournament-full": "there are {most} entrants, and that is all",
        TooFew { least: u32, have: u32 } = "too-few-entrants": "there are {have} entrants, and it takes {least}",
        NotReserved { item: Item } = "not-reserved": "the conditions do not say {item}",
        KeepsTooMuch { asked: Money, most: Money } = "keeps-too-much": "the house may keep {most} of the fees, not {asked}",
    }
}
