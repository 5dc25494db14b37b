//! Everything that can be said to a promotion, one line each.

use punto_rulebook::{PromotionItem, PromotionRule};
use punto_vocab::line::Words;
use punto_vocab::{Money, Names, PersonId, Promise, Seed, Value, Valued};

use crate::conditions::Conditions;
use crate::prize::{Details, PrizePayment, ThingId};

punto_vocab::words! {
    /// How a winner is told.
    pub enum Channel: "a way to tell a winner" {
        /// Face to face.
        InPerson = "in-person",
        /// By mail.
        Mail = "mail",
        /// By telephone.
        Telephone = "telephone",
        /// By e-mail.
        Email = "e-mail",
    }
}

punto_vocab::words! {
    /// What shows that somebody of staff writes down what the entrant wants, and nothing of their own.
    pub enum EntryProof: "a proof that somebody was there" {
        /// Their card was scanned.
        Card = "card",
    }
}

impl Channel {
    /// The rule by which a document has it.
    pub const fn rule(self) -> PromotionRule {
        match self {
            Channel::InPerson => PromotionRule::NotifyInPerson,
            Channel::Mail => PromotionRule::NotifyByMail,
            Channel::Telephone => PromotionRule::NotifyByTelephone,
            Channel::Email => PromotionRule::NotifyByEmail,
        }
    }
}

punto_vocab::name! {
    /// Names where a claimant's address is kept: personal data has a place of its own, from which it can be erased.
    pub FileId, 32, "a file", "letters, figures, - and _", "file-17",
    |c| c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

impl Valued for FileId {
    fn value(&self) -> Value {
        Value::name(self)
    }
}

punto_vocab::records! {
    /// What is said to a promotion.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Command {
        // The conditions and the prizes.
        Conditions { conditions: Conditions } = "conditions {conditions}",
        Prescribe { thing: ThingId } = "prescribe {thing}",
        Prize { prize: u8, details: Details } = "prize {prize} {details}",
        DropPrize { prize: u8 } = "drop-prize {prize}",
        Publish { draw: Option<Promise>, second: Option<PersonId> } = "publish [draw {draw}] [with {second}]",
        Advertise { what: Words } = "advertise {what}",

        // Entries.
        Bar { ground: Option<PromotionItem>, names: Names } = "bar [under {ground}] {names}",
        Enter { entrant: PersonId, wager: Option<Money>, proof: Option<EntryProof> } = "enter {entrant} [wager {wager}] [by {proof}]",

        // The draw.
        Nominate { scrutineer: PersonId } = "nominate {scrutineer}",
        Oversee = "oversee",
        Present { entrant: PersonId, proof: Option<EntryProof> } = "present {entrant} [by {proof}]",
        Draw { seed: Seed } = "draw {seed}",
        Declare { prize: u8, winner: PersonId } = "declare {prize} {winner}",
        PassOver { prize: u8 } = "pass-over {prize}",
        PublishResults = "publish-results",

        // Winners and claims.
        Notify { prize: u8, channel: Channel } = "notify {prize} {channel}",
        Attempt { prize: u8, channel: Channel, why: Words } = "attempt {prize} {channel} {why}",
        NoteLate { prize: u8 } = "note-late {prize}",
        Claim { prize: u8, claimant: PersonId } = "claim {prize} {claimant}",
        AcceptClaim { prize: u8, claimant: PersonId } = "accept-claim {prize} {claimant}",
        RefuseClaim { prize: u8, claimant: PersonId, address: Option<FileId>, ground: Option<PromotionItem>, why: Words } = "refuse-claim {prize} {claimant} [address {address}] [under {ground}] {why}",
        TellReasons { prize: u8, claimant: PersonId } = "tell-reasons {prize} {claimant}",
        TakeCash { prize: u8, winner: PersonId } = "take-cash {prize} {winner}",
        Choose { prize: u8, winner: PersonId, payment: PrizePayment } = "choose {prize} {winner} {payment}",
        Award { prize: u8, payment: Option<PrizePayment> } = "award {prize} [{payment}]",

        // When something goes wrong.
        Dispute { person: PersonId, what: Words } = "dispute {person} {what}",
        Rule { person: PersonId, upheld: Option<u8>, what: Words } = "rule {person} [upheld {upheld}] {what}",
        Object { person: PersonId } = "object {person}",
        Advise { person: PersonId } = "advise {person}",
        Postpone { why: Words } = "postpone {why}",
        Resume { why: Words } = "resume {why}",
        Cancel { why: Words } = "cancel {why}",
        TellInspectorate { whom: Option<Words> } = "tell-inspectorate [{whom}]",
    }
}
