//! Everything that happens in a promotion, one line each, with what it rests on.

use punto_rulebook::PromotionItem;
use punto_vocab::line::{Field, LineError, Words};
use punto_vocab::{Money, PersonId, Promise, Seed, Value, Valued};
use serde::{Deserialize, Serialize};

use crate::command::{Channel, EntryProof, FileId};
use crate::conditions::Conditions;
use crate::prize::{Details, PrizePayment, ThingId};

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
        Published { draw: Option<Promise>, second: Option<PersonId> } = "published [draw {draw}] [with {second}]",
        Offered { prize: u8 } = "offered {prize}",
        Advertised { what: Words } = "advertised {what}",

        // Entries.
        Barred { person: PersonId, ground: Option<PromotionItem> } = "barred {person} [under {ground}]",
        Entered { entry: u32, entrant: PersonId, wager: Option<Money>, proof: Option<EntryProof> } = "entered {entry} {entrant} [wager {wager}] [by {proof}]",

        // The draw.
        Nominated { scrutineer: PersonId } = "nominated {scrutineer}",
        Overseeing { scrutineer: PersonId } = "overseeing {scrutineer}",
        Present { entrant: PersonId, proof: Option<EntryProof> } = "present {entrant} [by {proof}]",
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
        ClaimRefused { prize: u8, claimant: PersonId, address: Option<FileId>, ground: Option<PromotionItem>, why: Words } = "claim-refused {prize} {claimant} [address {address}] [under {ground}] {why}",
        ReasonsTold { prize: u8, claimant: PersonId } = "reasons-told {prize} {claimant}",
        CashTaken { prize: u8, winner: PersonId, amount: Money } = "cash-taken {prize} {winner} {amount}",
        PaymentChosen { prize: u8, winner: PersonId, payment: PrizePayment } = "payment-chosen {prize} {winner} {payment}",
        Awarded { prize: u8, winner: PersonId, payment: Option<PrizePayment> } = "awarded {prize} {winner} [{payment}]",

        // When something goes wrong.
        Disputed { person: PersonId, what: Words } = "disputed {person} {what}",
        Ruled { person: PersonId, upheld: Option<u8>, what: Words } = "ruled {person} [upheld {upheld}] {what}",
        Reinstated { prize: u8, winner: PersonId, entry: u32 } = "reinstated {prize} {winner} entry {entry}",
        ClaimReopened { prize: u8, claimant: PersonId } = "claim-reopened {prize} {claimant}",
        Objected { person: PersonId } = "objected {person}",
        Advised { person: PersonId } = "advised {person}",
        Postponed { why: Words } = "postponed {why}",
        Resumed { why: Words } = "resumed {why}",
        Cancelled { why: Words } = "cancelled {why}",
        InspectorateTold { whom: Option<Words> } = "inspectorate-told [{whom}]",
    }
}

impl Field for Happening {
    const REST: bool = true;
    const EXPECTED: &'static str = "what happened in a promotion";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Happening, String> {
        text.parse().map_err(|error: LineError| error.message)
    }
}

impl Valued for Happening {
    fn value(&self) -> Value {
        Value::List(self.args().into_iter().map(|(_, value)| value).collect())
    }
}
