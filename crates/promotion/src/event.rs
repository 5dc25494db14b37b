//! Everything that happens in a promotion, one line each, with what it rests on.

use punto_vocab::line::Words;
use punto_vocab::{Money, PersonId, Promise, Seed};
use serde::{Deserialize, Serialize};

use crate::command::{Channel, FileId};
use crate::conditions::Conditions;
use crate::prize::{Details, Payment, ThingId};

/// Something that happened in a promotion, and the authority for it.
pub type Event = punto_vocab::Event<Happening>;

punto_vocab::records! {
    /// What happens in a promotion.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Happening {
        // The conditions and the prizes.
        Drafted { conditions: Conditions } = "drafted {conditions}",
        Prescribed { thing: ThingId } = "prescribed {thing}",
        PrizeSet { prize: u8, details: Details } = "prize-set {prize} {details}",
        PrizeDropped { prize: u8 } = "prize-dropped {prize}",
        Published { draw: Option<Promise> } = "published [draw {draw}]",
        Offered { prize: u8 } = "offered {prize}",
        Advertised { what: Words } = "advertised {what}",

        // Entries.
        Barred { person: PersonId } = "barred {person}",
        Entered { entry: u32, entrant: PersonId, wager: Option<Money> } = "entered {entry} {entrant} [wager {wager}]",

        // The draw.
        Nominated { scrutineer: PersonId } = "nominated {scrutineer}",
        Overseeing { scrutineer: PersonId } = "overseeing {scrutineer}",
        Present { entrant: PersonId } = "present {entrant}",
        Drawn { seed: Seed, entries: u32 } = "drawn {seed} of {entries}",
        Overseen { scrutineer: PersonId } = "overseen {scrutineer}",
        Won { prize: u8, winner: PersonId, entry: u32 } = "won {prize} {winner} entry {entry}",
        NotWon { prize: u8 } = "not-won {prize}",
        PassedOver { prize: u8, winner: PersonId } = "passed-over {prize} {winner}",
        ResultsPublished = "results-published",

        // Winners and claims.
        Notified { prize: u8, winner: PersonId, channel: Channel } = "notified {prize} {winner} {channel}",
        NotifiedLate { prize: u8 } = "notified-late {prize}",
        Attempted { prize: u8, winner: PersonId, channel: Channel, why: Words } = "attempted {prize} {winner} {channel} {why}",
        Claimed { prize: u8, claimant: PersonId } = "claimed {prize} {claimant}",
        ClaimAccepted { prize: u8, claimant: PersonId } = "claim-accepted {prize} {claimant}",
        ClaimRefused { prize: u8, claimant: PersonId, address: Option<FileId>, why: Words } = "claim-refused {prize} {claimant} [address {address}] {why}",
        ReasonsTold { prize: u8, claimant: PersonId } = "reasons-told {prize} {claimant}",
        CashTaken { prize: u8, winner: PersonId, amount: Money } = "cash-taken {prize} {winner} {amount}",
        PaymentChosen { prize: u8, winner: PersonId, payment: Payment } = "payment-chosen {prize} {winner} {payment}",
        Awarded { prize: u8, winner: PersonId, payment: Option<Payment> } = "awarded {prize} {winner} [{payment}]",

        // When something goes wrong.
        Disputed { person: PersonId, what: Words } = "disputed {person} {what}",
        Ruled { person: PersonId, what: Words } = "ruled {person} {what}",
        Objected { person: PersonId } = "objected {person}",
        Advised { person: PersonId } = "advised {person}",
        Postponed { why: Words } = "postponed {why}",
        Resumed { why: Words } = "resumed {why}",
        Cancelled { why: Words } = "cancelled {why}",
        InspectorateTold = "inspectorate-told",
    }
}
