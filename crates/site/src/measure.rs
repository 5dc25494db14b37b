//! What takes two persons, as a value: what the one proposes and the other approves is exactly this.

use punto_promotion::{FileId, PrizeOffer, PrizePayment};
use punto_rulebook::{Cure, Opening, PromotionItem};
use punto_tournament::{Conditions, Offence, Payment, Refund};
use punto_vocab::line::{Field, Words};
use punto_vocab::{
    Currency, Dealer, Money, Names, PersonId, Time, TokenVoucher, TokenVoucherId, Tray, Value, Valued,
    hex_text,
};

use crate::command::Command;
use crate::grant::Grant;
use crate::name::{PromotionId, RulebookId, TableId, TournamentId};
use crate::proposal::ProposalMatter;
use crate::right::Right;
use crate::setting::RunningSetting;
use crate::several::GrantSet;

punto_vocab::records! {
    /// What is done once a second person has approved it. Its line begins with its [`ProposalMatter`].
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Measure {
        // Patrons.
        AdjustUp { patron: PersonId, amount: Money, why: Words } = "adjustment {patron} up {amount} {why}",
        AdjustDown { patron: PersonId, amount: Money, why: Words } = "adjustment {patron} down {amount} {why}",
        Erase { patron: PersonId, why: Option<Words> } = "erasure {patron} [{why}]",

        // Promotional vouchers, which tables exchange for tokens.
        IssueTokenVoucher { voucher: TokenVoucher, amount: Money, patron: Option<PersonId> } = "voucher issue {voucher} {amount} [for {patron}]",
        WithdrawTokenVoucher { number: TokenVoucherId, why: Words } = "voucher withdraw {number} {why}",

        // The house.
        Set { setting: RunningSetting, value: u32, why: Option<Words> } = "setting {setting} {value} [{why}]",
        AcceptSoftware { manifest: ManifestDigest, why: Option<Words> } = "software accept {manifest} [{why}]",
        WithdrawSoftware { manifest: ManifestDigest, why: Option<Words> } = "software withdraw {manifest} [{why}]",

        // Tables.
        OpenTable { table: TableId, rulebook: RulebookId, dealer: Dealer, currency: Currency, opening: Opening } = "table open {table} {rulebook} {dealer} {currency} {opening}",
        CloseTable { table: TableId } = "table close {table}",
        Order { table: TableId, cure: Option<Cure> } = "void {table} order [{cure}]",
        Fill { table: TableId, amount: Money } = "float fill {table} {amount}",
        Credit { table: TableId, amount: Money } = "float credit {table} {amount}",
        Count { table: TableId, tray: Tray } = "float count {table} {tray}",

        // Tournaments.
        Publish { tournament: TournamentId, conditions: Conditions } = "tournament publish {tournament} {conditions}",
        AddValue { tournament: TournamentId, amount: Money, what: Words } = "tournament add-value {tournament} {amount} {what}",
        Retain { tournament: TournamentId, amount: Money } = "tournament retain {tournament} {amount}",
        CallOff { tournament: TournamentId, why: Words } = "tournament call-off {tournament} {why}",
        PayPrize { tournament: TournamentId, entrant: PersonId, amount: Money, how: Payment } = "tournament pay-prize {tournament} {entrant} {amount} {how}",
        AddGoods { tournament: TournamentId, place: u32, amount: Money, what: Words } = "tournament add-goods {tournament} {place} {amount} {what}",
        HandOver { tournament: TournamentId, entrant: PersonId, what: Words } = "tournament hand-over {tournament} {entrant} {what}",
        Disqualify { tournament: TournamentId, entrant: PersonId, offence: Offence } = "tournament disqualify {tournament} {entrant} {offence}",
        CancelPlace { tournament: TournamentId, entrant: PersonId, refund: Option<Refund> } = "tournament cancel-place {tournament} {entrant} [{refund}]",
        CountShort { tournament: TournamentId, entrant: PersonId, amount: Money } = "tournament count-short {tournament} {entrant} {amount}",
        CloseOver { tournament: TournamentId, table: u8, coup: u32, names: Names } = "tournament close-over {tournament} {table} coup {coup} {names}",

        // Promotions.
        PublishPromotion { promotion: PromotionId, offer: PrizeOffer } = "promotion publish {promotion} {offer}",
        DrawWinners { promotion: PromotionId, entries: u32 } = "promotion draw-winners {promotion} of {entries}",
        DeclareWinner { promotion: PromotionId, prize: u8, winner: PersonId } = "promotion declare-winner {promotion} {prize} {winner}",
        BarEntrants { promotion: PromotionId, ground: PromotionItem, names: Names } = "promotion bar-entrants {promotion} under {ground} {names}",
        PassOver { promotion: PromotionId, prize: u8, winner: PersonId, ground: PromotionItem } = "promotion pass-over {promotion} {prize} {winner} under {ground}",
        RefuseClaim { promotion: PromotionId, prize: u8, claimant: PersonId, address: Option<FileId>, ground: Option<PromotionItem>, why: Words } = "promotion refuse-claim {promotion} {prize} {claimant} [address {address}] [under {ground}] {why}",
        DecideDispute { promotion: PromotionId, person: PersonId, upheld: Option<u8>, what: Words } = "promotion decide-dispute {promotion} {person} [upheld {upheld}] {what}",
        ResumePromotion { promotion: PromotionId, why: Words } = "promotion resume {promotion} {why}",
        AwardPrize { promotion: PromotionId, prize: u8, winner: PersonId, payment: Option<PrizePayment> } = "promotion award-prize {promotion} {prize} {winner} [{payment}]",
        CancelPromotion { promotion: PromotionId, why: Words } = "promotion cancel {promotion} {why}",

        // The site's own commands, which become proposals by themselves.
        Hire { name: PersonId, grants: Option<GrantSet> } = "site hire {name} [as {grants}]",
        Grant { name: PersonId, grant: Grant } = "site grant {name} {grant}",
        Withdraw { name: PersonId, grant: Grant } = "site withdraw {name} {grant}",
        Disable { name: PersonId, why: Words } = "site disable {name} {why}",
        Enable { name: PersonId } = "site enable {name}",
        Leave { name: PersonId } = "site leave {name}",
        ResetPassword { name: PersonId } = "site reset-password {name}",
        MakeProgram { name: PersonId, grant: Grant, until: Option<Time> } = "site make-program {name} as {grant} [until {until}]",
        Clear { number: u32, note: Words } = "fault clear {number} {note}",

        // What an older engine kept in words that are none of these. Nobody proposes it any more.
        Unread { matter: ProposalMatter, text: Words } = "unread {matter} {text}",
    }
}

punto_vocab::groups! {
    Measure:
    /// Of tournaments.
    of_tournaments: Publish AddValue Retain CallOff PayPrize AddGoods HandOver Disqualify CancelPlace CountShort CloseOver;
    /// Of promotions.
    of_promotions: PublishPromotion DrawWinners DeclareWinner BarEntrants PassOver RefuseClaim DecideDispute AwardPrize
        ResumePromotion CancelPromotion;
    /// Of promotional vouchers, which the site itself keeps.
    of_vouchers: IssueTokenVoucher WithdrawTokenVoucher;
    /// Of people of staff.
    of_staff: Hire Grant Withdraw Disable Enable Leave ResetPassword MakeProgram;
    /// Of nothing that the site itself keeps.
    of_others: AdjustUp AdjustDown Erase Set AcceptSoftware WithdrawSoftware OpenTable CloseTable Order
        Fill Credit Count Unread;
}

impl Measure {
    /// What it is about.
    pub const fn matter(&self) -> ProposalMatter {
        match self {
            Measure::AdjustUp { .. } | Measure::AdjustDown { .. } => ProposalMatter::Adjustment,
            Measure::Erase { .. } => ProposalMatter::Erasure,
            Measure::Set { .. } => ProposalMatter::Setting,
            Measure::AcceptSoftware { .. } | Measure::WithdrawSoftware { .. } => ProposalMatter::Software,
            Measure::OpenTable { .. } | Measure::CloseTable { .. } => ProposalMatter::Table,
            Measure::Order { .. } => ProposalMatter::Void,
            Measure::Fill { .. } | Measure::Credit { .. } | Measure::Count { .. } => ProposalMatter::Float,
            of_tournaments!() => ProposalMatter::Tournament,
            of_promotions!() => ProposalMatter::Promotion,
            of_vouchers!() => ProposalMatter::Voucher,
            of_staff!() => ProposalMatter::Site,
            Measure::Clear { .. } => ProposalMatter::Fault,
            Measure::Unread { matter, .. } => *matter,
        }
    }

    /// What the first person needs. Chips of a tournament are counted by those who answer for its tables, too.
    pub const fn proposed_by(&self) -> Right {
        match self {
            Measure::CountShort { .. } => Right::VoidCoup,
            measure => measure.matter().proposed_by(),
        }
    }

    /// The line without its matter, for whoever is told the matter besides.
    pub fn particulars(&self) -> String {
        match self {
            Measure::Unread { text, .. } => text.to_string(),
            read => {
                let line = read.to_string();
                line.split_once(' ').map_or(String::new(), |(_, particulars)| particulars.to_owned())
            }
        }
    }

    /// The command to the site that it is, for the site's own matters.
    pub fn command(&self) -> Option<Command> {
        Some(match self.clone() {
            Measure::Hire { name, grants } => Command::Hire { name, grants },
            Measure::Grant { name, grant } => Command::Grant { name, grant },
            Measure::Withdraw { name, grant } => Command::Withdraw { name, grant },
            Measure::Disable { name, why } => Command::Disable { name, why },
            Measure::Enable { name } => Command::Enable { name },
            Measure::Leave { name } => Command::Leave { name },
            Measure::ResetPassword { name } => Command::ResetPassword { name },
            Measure::MakeProgram { name, grant, until } => Command::MakeProgram { name, grant, until },
            Measure::Clear { number, note } => Command::Clear { number, note },
            of_tournaments!() | of_promotions!() | of_vouchers!() | of_others!() => return None,
        })
    }

    /// The person of staff it is about.
    pub const fn subject(&self) -> Option<PersonId> {
        match self {
            Measure::Hire { name, .. }
            | Measure::Grant { name, .. }
            | Measure::Withdraw { name, .. }
            | Measure::Disable { name, .. }
            | Measure::Enable { name }
            | Measure::Leave { name }
            | Measure::ResetPassword { name }
            | Measure::MakeProgram { name, .. } => Some(*name),
            Measure::Clear { .. } | of_tournaments!() | of_promotions!() | of_vouchers!() | of_others!() => {
                None
            }
        }
    }

    /// What an older engine kept in words under a matter.
    pub fn of_words(matter: ProposalMatter, text: Words) -> Measure {
        match format!("{matter} {text}").parse::<Measure>() {
            Ok(measure) if measure.matter() == matter => measure,
            Ok(_) | Err(_) => Measure::Unread { matter, text },
        }
    }
}

impl Field for Measure {
    const REST: bool = true;
    const EXPECTED: &'static str = "a matter and its particulars, like table close nsw-3";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Measure, String> {
        text.parse().map_err(|error: punto_vocab::line::LineError| error.message)
    }
}

impl Valued for Measure {
    fn value(&self) -> Value {
        Value::List(self.args().into_iter().map(|(_, value)| value).collect())
    }
}

/// In a snapshot these are as in a record.
macro_rules! serde_as_stored {
    ($name:ident) => {
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                ::punto_vocab::stored::Stored::keep(self, to)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                let json = <::punto_vocab::stored::Json<'_> as ::serde::Deserialize>::deserialize(from)?;
                ::punto_vocab::stored::Stored::restore(&json).map_err(::serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use serde_as_stored;

serde_as_stored!(Measure);

/// The SHA-256 of a manifest of software.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ManifestDigest([u8; 32]);

hex_text!(ManifestDigest, String, |text| {
    let short: String = text.chars().take(20).collect();
    format!("`{short}` is not the SHA-256 of a manifest; expected 64 digits")
});

impl Field for ManifestDigest {
    const EXPECTED: &'static str = "the SHA-256 of a manifest";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<ManifestDigest, String> {
        text.parse()
    }
}

impl Valued for ManifestDigest {
    fn value(&self) -> Value {
        Value::name(self)
    }
}

punto_vocab::stored_as_text!(ManifestDigest);

#[cfg(test)]
mod tests {
    use punto_vocab::stored::Stored;

    use super::*;

    const DIGEST: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    /// A line of every kind of measure.
    fn lines() -> Vec<String> {
        let fixed = [
            "adjustment ada up 12.50 counted wrong",
            "adjustment ada down 3 counted wrong",
            "erasure ada asked for it",
            "erasure ada",
            "voucher issue P-4711 100",
            "voucher issue P-4711:until-2024-05-01:on-player:collected 100 for ada",
            "voucher withdraw P-4711 misprinted",
            "setting patron-minutes 20 for a while",
            "table open nsw-3 nsw-2021 person AUD usual, limits 25..5000",
            "table close nsw-3",
            "void nsw-1 order",
            "void nsw-1 order void-coup",
            "float fill nsw-1 5000",
            "float credit nsw-1 5000",
            "float count nsw-1 4x25+20x100",
            "tournament publish cup fee 100, chips 1000",
            "tournament add-value cup 500 a gift of the house",
            "tournament retain cup 50",
            "tournament call-off cup too few entries",
            "tournament pay-prize cup ada 60 transfer",
            "tournament add-goods cup 1 5000 a car",
            "tournament hand-over cup ada a car",
            "tournament disqualify cup ada breach",
            "tournament cancel-place cup ada",
            "tournament cancel-place cup ada with-refund",
            "tournament count-short cup ada 900",
            "tournament close-over cup 1 coup 3 ada ben",
            "promotion publish spring manner draw, wager none; prize 1 kind cash, value 500",
            "promotion draw-winners spring of 12",
            "promotion declare-winner spring 1 ada",
            "promotion pass-over spring 1 ada under claim",
            "promotion bar-entrants spring under staff ben cyd",
            "promotion refuse-claim spring 1 ada under eligible not of age",
            "promotion decide-dispute spring ada the desk was open",
            "promotion resume spring the entries are in order",
            "promotion award-prize spring 1 ada",
            "promotion award-prize spring 1 ada cash 200 transfer 300",
            "promotion cancel spring its integrity is in doubt",
            "site hire mia",
            "site hire mia as dealer+cage",
            "site grant mia cage",
            "site withdraw mia cage",
            "site disable mia on leave",
            "site enable mia",
            "site leave mia",
            "site reset-password mia",
            "site make-program bot as cage until 2027-01-01T00:00:00Z",
            "fault clear 3 looked into",
            "unread setting large-win 40",
        ];
        let software =
            ["software accept", "software withdraw"].map(|act| format!("{act} {DIGEST} version 2"));
        fixed.iter().map(|line| (*line).to_owned()).chain(software).collect()
    }

    #[test]
    fn a_measure_comes_back_from_its_line_and_from_its_record() {
        let mut variants = std::collections::BTreeSet::new();
        for line in lines() {
            let measure: Measure = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(measure.to_string(), line);
            assert_eq!(Measure::restore_value(&measure.store()), Ok(measure.clone()));
            assert_eq!(
                serde_json::from_value(serde_json::to_value(&measure).unwrap()).ok(),
                Some(measure.clone())
            );
            let words = Words::new(&measure.particulars()).unwrap();
            assert_eq!(Measure::of_words(measure.matter(), words), measure, "{line}");
            assert_eq!(measure.command().is_some(), measure.matter().is_of_the_site(), "{line}");
            variants.insert(measure.stored_name());
        }
        assert_eq!(variants.len(), Measure::PATTERNS.len(), "a measure has no line here");
    }

    #[test]
    fn amounts_and_lists_are_stored_as_values() {
        let stored = |line: &str| line.parse::<Measure>().unwrap().store().to_string();
        assert_eq!(
            stored("adjustment ada up 12.50 counted wrong"),
            r#"{"adjust-up":{"patron":"ada","amount":1250,"why":"counted wrong"}}"#
        );
        assert_eq!(
            stored("site hire mia as dealer+cage"),
            r#"{"hire":{"name":"mia","grants":["dealer","cage"]}}"#
        );
        assert!(
            stored("table open t-1 nsw-2021 person AUD usual, decks 8").contains(r#""parts":{"decks":8}"#)
        );
    }

    #[test]
    fn what_is_none_is_told_what_could_be() {
        for wrong in [
            "",
            "adjustment ada up 12.50",
            "adjustment ada off 3 x",
            "adjustment A! up 3 x",
            "setting patron-minutes",
            "setting idle 10",
            "table close",
            "table close nsw-3 now",
            "table open nsw-3 nsw-2021 robot AUD usual",
            "table open nsw-3 nsw-2021 person AUD lucky 7",
            "void nsw-1 settle",
            "void nsw-1 order luck",
            "software accept 9f86",
            "software run this",
        ] {
            assert!(wrong.parse::<Measure>().is_err(), "{wrong}");
        }
        let older = Measure::of_words(ProposalMatter::Setting, Words::new("large-win 40").unwrap());
        assert_eq!(
            (older.matter(), older.to_string().as_str()),
            (ProposalMatter::Setting, "unread setting large-win 40")
        );
        assert_eq!(
            Measure::of_words(ProposalMatter::Site, Words::new("unread setting x").unwrap()).matter(),
            ProposalMatter::Site
        );
    }
}
