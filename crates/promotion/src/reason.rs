//! Why a command is refused.

use punto_rulebook::{PrizeItem, PromotionItem, PromotionRule};
use punto_vocab::{Actor, List, Money, PersonId, Refusal, Roles, Time};

use crate::prize::Thing;

/// A command that the document or the promotion does not allow now; nothing has changed.
pub type Refused = Refusal<Reason>;

punto_vocab::reasons! {
    /// Why a command is refused: what was asked, and what would be right.
    pub enum Reason {
        TimeRunsBack { asked: Time, now: Time } = "promotion-time-runs-back": "the time {asked} is before {now}",
        NoPromotions = "no-promotions": "this document has no promotions",
        NoSuchRule { rule: PromotionRule } = "no-such-promotion-rule": "this document has no rule {rule}",
        WrongRole { actor: Actor, needed: Roles } = "wrong-promotion-role": "{actor} may not do this; it takes {needed}",
        EntrantActs { who: PersonId } = "entrant-acts": "{who} has entered and does not act for the house here",
        SpeaksForAnother { own: PersonId, person: PersonId } = "speaks-for-another-claimant": "{own} may not speak for {person}",
        OwnWordOnly { person: PersonId } = "own-word-only": "{person} says this, and nobody else",

        NoConditions = "no-promotion-conditions": "no conditions are written down",
        MissingItems { items: List<PromotionItem> } = "missing-promotion-items": "the conditions lack {items}",
        NoPrizes = "no-prizes": "there is no prize",
        MissingDetails { prize: u8, items: List<PrizeItem> } = "missing-prize-details": "prize {prize} lacks {items}",
        NoPromise = "no-promotion-promise": "a draw needs the promise of its seed with the conditions",
        NotByDraw = "not-by-draw": "the conditions do not award prizes by draw",
        ByDraw = "by-draw": "the conditions award prizes by draw",
        HeldBeforeClose { held: Time, closes: Time } = "held-before-close": "entries close at {closes}, after {held}",
        ClosedAlready { closes: Time } = "closed-already": "entries would close at {closes}, which is over",
        PublishedAlready = "promotion-published-already": "the conditions are published and stay as they are",
        NotPublished = "promotion-not-published": "the conditions are not published",
        Postponed = "promotion-postponed": "the promotion is postponed",
        NotPostponed = "promotion-not-postponed": "the promotion is not postponed",
        Cancelled = "promotion-cancelled": "the promotion is cancelled",
        Over = "promotion-over": "every prize is awarded",
        NoSuchPrize { prize: u8 } = "no-such-prize": "there is no prize {prize}",
        Prohibited { thing: Thing } = "prohibited-prize": "a prize may not have {thing} in it",
        NoCashAlternative = "no-cash-alternative": "no cash is offered in place of this prize",

        EntriesClosed { closes: Time } = "entries-closed": "entries closed at {closes}",
        EntriesOpen { closes: Time } = "entries-open": "entries are open until {closes}",
        Barred { person: PersonId } = "barred-from-promotion": "{person} may not enter by the conditions",
        ActsForHouse { person: PersonId } = "acts-for-house": "{person} acts for the house in this promotion",
        EnteredAlready { person: PersonId } = "entered-promotion": "{person} has entered",
        TooManyEntries { most: u32 } = "too-many-entries": "each may have {most} entries",
        WagerTooLow { wager: Money, least: Money } = "entry-wager-too-low": "an entry takes a wager of {least}, not {wager}",
        NotAnEntrant { person: PersonId } = "not-a-promotion-entrant": "{person} has not entered",

        NoScrutineer = "no-scrutineer": "no scrutineer is nominated",
        NotTheScrutineer { who: PersonId } = "not-the-scrutineer": "{who} is nominated",
        OverseenAlready = "overseen-already": "the scrutineer is there already",
        NotOverseen { scrutineer: PersonId } = "not-overseen": "{scrutineer} does not oversee the draw",
        TooEarly { held: Time } = "promotion-too-early": "it is held at {held}",
        NotByPresence = "not-by-presence": "nobody needs to be there to win",
        ByPresence = "by-presence": "winners had to be there, and know",
        NobodyPresent = "nobody-present": "nobody who entered is there",
        NoEntries = "no-entries": "nobody has entered",
        DrawnAlready = "drawn-already": "the draw is made, and stands",
        WonAlready { prize: u8 } = "won-already": "prize {prize} is won",
        OtherSeed = "other-promotion-seed": "this is not the seed that was promised",
        NotWon { prize: u8 } = "not-won": "nobody has won prize {prize}",
        NoReserve = "no-reserve": "the conditions give no prize to the next entry",
        StillTheirs { winner: PersonId } = "still-theirs": "{winner} may still have the prize",
        NothingWon = "nothing-won": "nothing is won yet",
        ResultsOut = "results-out": "the results are published",

        NotifiedAlready { prize: u8 } = "notified-already": "the winner of prize {prize} is told",
        ClaimedAlready { claimant: PersonId } = "claimed-already": "{claimant} has claimed this prize",
        NoClaim { claimant: PersonId } = "no-claim": "{claimant} has no claim that waits",
        NotTheWinner { claimant: PersonId } = "not-the-winner": "{claimant} has not won this prize",
        ClaimedLate { until: Time } = "claimed-late": "the prize could be claimed until {until}",
        NotAccepted { winner: PersonId } = "not-accepted": "no claim of {winner} is accepted",
        NoAddress { claimant: PersonId } = "no-address": "it must be said where the address of {claimant} is kept",
        NothingToTell { person: PersonId } = "nothing-to-tell": "{person} is owed no word",
        AwardedAlready { prize: u8 } = "prize-awarded-already": "prize {prize} is awarded",
        NotMoney = "not-money": "nothing is due in money",
        NotSaidHow = "not-said-how": "it is not said how the money is paid",
        NoChoice { above: Money } = "no-payment-choice": "how a prize is paid is chosen above {above}",
        OtherSum { asked: Money, due: Money } = "other-sum": "{due} is due, not {asked}",
        NotChosen { winner: PersonId } = "payment-not-chosen": "{winner} has not said how to be paid, or said otherwise",

        InDispute { person: PersonId } = "in-promotion-dispute": "a dispute of {person} waits already",
        NoDispute { person: PersonId } = "no-promotion-dispute": "no dispute of {person} waits",
        Final = "ruling-is-final": "this was decided, and the decision is final",
        NoRuling { person: PersonId } = "no-ruling": "nothing was decided of which {person} has not spoken",
        InspectorateNotTold = "inspectorate-not-told": "the inspectorate must be told first",
        NothingToReport = "nothing-to-report": "there is nothing that the inspectorate must be told",
    }
}
