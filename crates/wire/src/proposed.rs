//! A proposal as the body of a request, and the measure that the site keeps of it.

mod kept;
mod measured;

use punto_site::ProposalMatter as Matter;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Cure, DealtBy, Grant, Offence, Payment, ProposalMatter, RunningSetting};

/// What is done once a second person has approved it. Changes of staff become proposals by themselves; the others are
/// proposed as they stand here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(tag = "act", rename_all = "kebab-case")]
pub enum Proposed {
    /// A balance is put right.
    Adjust {
        /// Whose.
        patron: String,
        /// By how much, in minor units; less than nothing where it is taken away.
        #[ts(type = "number")]
        by: i64,
        /// Why.
        why: String,
    },
    /// Personal data is erased.
    Erase {
        /// Whose.
        patron: String,
        /// Why.
        why: String,
    },
    /// A promotional voucher is issued, which a table exchanges for tokens once.
    IssueTokenVoucher {
        /// Its number, and behind colons its conditions: `P-4711:until-2024-05-01:on-player+banker:collected`.
        voucher: String,
        /// What it is exchanged for, in minor units.
        #[ts(type = "number")]
        amount: i64,
        /// Who alone exchanges it; whoever brings it where nobody is named.
        patron: Option<String>,
    },
    /// A promotional voucher that is out is exchanged no more.
    WithdrawTokenVoucher {
        /// Its number.
        number: String,
        /// Why.
        why: String,
    },
    /// A setting of the house is changed.
    Set {
        /// Which, as the configuration names it.
        setting: RunningSetting,
        /// To what.
        #[ts(type = "number")]
        value: u64,
        /// Why.
        why: String,
    },
    /// A table is put up and opened.
    OpenTable {
        /// Its name.
        table: String,
        /// Under which document.
        rulebook: String,
        /// Who deals.
        dealer: DealtBy,
        /// In which currency.
        currency: String,
        /// The terms as an operator writes them: `usual, limits 25..5000`.
        opening: String,
    },
    /// A table is closed.
    CloseTable {
        /// Its name.
        table: String,
    },
    /// What went wrong at a table is ruled on.
    Order {
        /// The table.
        table: String,
        /// The cure; the document's own where none is named.
        cure: Option<Cure>,
    },
    /// Chips come from the cage to a table's float.
    Fill {
        /// The table.
        table: String,
        /// How much, in minor units.
        #[ts(type = "number")]
        amount: i64,
    },
    /// Chips of a table's float go back to the cage.
    Credit {
        /// The table.
        table: String,
        /// How much, in minor units.
        #[ts(type = "number")]
        amount: i64,
    },
    /// The chips of a table's float were counted.
    Count {
        /// The table.
        table: String,
        /// How many chips of each denomination, like `4x25+20x100`; `empty` where there is none.
        tray: String,
    },
    /// The conditions of a tournament are published as they are written.
    Publish {
        /// The tournament.
        tournament: String,
        /// The conditions, as they are written.
        conditions: String,
    },
    /// Something of value is added to the pool of a tournament.
    AddValue {
        /// The tournament.
        tournament: String,
        /// How much, in minor units.
        #[ts(type = "number")]
        amount: i64,
        /// What it is.
        text: String,
    },
    /// The house keeps a part of the fees of a tournament.
    Retain {
        /// The tournament.
        tournament: String,
        /// How much, in minor units.
        #[ts(type = "number")]
        amount: i64,
    },
    /// A tournament is called off.
    CallOff {
        /// The tournament.
        tournament: String,
        /// Why.
        why: String,
    },
    /// A prize of a tournament is paid.
    PayPrize {
        /// The tournament.
        tournament: String,
        /// Who won it.
        entrant: String,
        /// How much, in minor units.
        #[ts(type = "number")]
        amount: i64,
        /// In which way.
        how: Payment,
    },
    /// Goods or a service become a prize of a tournament.
    AddGoods {
        /// The tournament.
        tournament: String,
        /// For which place.
        place: u32,
        /// What it is worth, in minor units.
        #[ts(type = "number")]
        amount: i64,
        /// What it is.
        text: String,
    },
    /// Goods or a service that somebody won are handed over.
    HandOver {
        /// The tournament.
        tournament: String,
        /// Who won it.
        entrant: String,
        /// What it is.
        text: String,
    },
    /// Somebody is disqualified in a tournament.
    Disqualify {
        /// The tournament.
        tournament: String,
        /// Who.
        entrant: String,
        /// For what.
        offence: Offence,
    },
    /// Somebody who is not there loses the place in a tournament.
    CancelPlace {
        /// The tournament.
        tournament: String,
        /// Who.
        entrant: String,
        /// Whether the fee goes back.
        refund: bool,
    },
    /// Fewer chips of an entrant are counted than are on record.
    CountShort {
        /// The tournament.
        tournament: String,
        /// Whose.
        entrant: String,
        /// How much was counted, in minor units.
        #[ts(type = "number")]
        amount: i64,
    },
    /// Wagers of a tournament are closed over those who have not wagered, which sends them away.
    CloseOver {
        /// The tournament.
        tournament: String,
        /// At which of its tables.
        table: u8,
        /// In which coup of the session, from 1.
        coup: u32,
        /// Who has not wagered.
        entrants: Vec<String>,
    },
    /// The conditions and prizes of a promotion are published as they are written.
    PublishPromotion {
        /// The promotion.
        promotion: String,
        /// The conditions and prizes, as they are written.
        offer: String,
    },
    /// The winners of a promotion are drawn.
    DrawWinners {
        /// The promotion.
        promotion: String,
        /// From how many entries.
        entries: u32,
    },
    /// Somebody is declared to have won a prize.
    DeclareWinner {
        /// The promotion.
        promotion: String,
        /// The prize.
        prize: u8,
        /// Who has won it.
        winner: String,
    },
    /// A prize that its winner does not get goes to the next entry.
    PassOver {
        /// The promotion.
        promotion: String,
        /// The prize.
        prize: u8,
        /// Who does not get it.
        winner: String,
        /// The item of the conditions by which they do not.
        ground: String,
    },
    /// Somebody may not enter a promotion.
    BarEntrants {
        /// The promotion.
        promotion: String,
        /// The item of the conditions by which they may not.
        ground: String,
        /// Who.
        entrants: Vec<String>,
    },
    /// A claim for a prize is refused.
    RefuseClaim {
        /// The promotion.
        promotion: String,
        /// The prize.
        prize: u8,
        /// Whose claim.
        claimant: String,
        /// Where the claimant's address is kept.
        address: Option<String>,
        /// The item of the conditions by which it is refused to whoever has won.
        ground: Option<String>,
        /// Why.
        why: String,
    },
    /// A dispute about a promotion is decided.
    DecideDispute {
        /// The promotion.
        promotion: String,
        /// Whose dispute.
        person: String,
        /// The prize whose claim waits again, where it is decided for them.
        upheld: Option<u8>,
        /// What is decided.
        what: String,
    },
    /// A promotion that was put off goes on.
    ResumePromotion {
        /// The promotion.
        promotion: String,
        /// Why.
        why: String,
    },
    /// A prize of a promotion is handed over.
    AwardPrize {
        /// The promotion.
        promotion: String,
        /// The prize.
        prize: u8,
        /// Who gets it.
        winner: String,
        /// How it is paid, where it is money.
        payment: Option<String>,
    },
    /// A promotion is called off.
    CancelPromotion {
        /// The promotion.
        promotion: String,
        /// Why.
        why: String,
    },
    /// Software may run.
    Accept {
        /// The SHA-256 of its manifest.
        digest: String,
        /// Why.
        why: String,
    },
    /// Software may not run any more.
    Reject {
        /// The SHA-256 of its manifest.
        digest: String,
        /// Why.
        why: String,
    },
    /// Somebody is put on staff.
    Hire {
        /// Who.
        name: String,
        /// With what they are trusted.
        grants: Vec<Grant>,
    },
    /// A fault of the data, the software or the generator is cleared.
    Clear {
        /// The number of its significant event.
        number: u32,
        /// What was found.
        note: String,
    },
    /// Somebody is trusted with more.
    Grant {
        /// Who.
        name: String,
        /// With what.
        grant: Grant,
    },
    /// Somebody is trusted with less.
    Withdraw {
        /// Who.
        name: String,
        /// What is taken away.
        grant: Grant,
    },
    /// Somebody may sign in again.
    Enable {
        /// Who.
        name: String,
    },
    /// Somebody who watches others, or agrees to what they do, may not sign in for a while.
    Disable {
        /// Who.
        name: String,
        /// Why.
        why: String,
    },
    /// The same, for good.
    Leave {
        /// Who.
        name: String,
    },
    /// Somebody gets a new password for one sign-in.
    ResetPassword {
        /// Who.
        name: String,
    },
    /// A program is made, with a token in place of a password.
    MakeProgram {
        /// What it is called.
        name: String,
        /// In which role.
        grant: Grant,
        /// When its token ends, if ever.
        #[ts(type = "number | null")]
        until: Option<i64>,
    },
    /// Words of an older program that are none of these; they can be refused and are never carried out.
    Unread {
        /// What they are about.
        matter: ProposalMatter,
        /// The words.
        text: String,
    },
}

impl Proposed {
    /// What it is about.
    pub fn matter(&self) -> Matter {
        match self {
            Proposed::Adjust { .. } => Matter::Adjustment,
            Proposed::Erase { .. } => Matter::Erasure,
            Proposed::IssueTokenVoucher { .. } | Proposed::WithdrawTokenVoucher { .. } => Matter::Voucher,
            Proposed::Set { .. } => Matter::Setting,
            Proposed::OpenTable { .. } | Proposed::CloseTable { .. } => Matter::Table,
            Proposed::Order { .. } => Matter::Void,
            Proposed::Fill { .. } | Proposed::Credit { .. } | Proposed::Count { .. } => Matter::Float,
            Proposed::Publish { .. }
            | Proposed::AddValue { .. }
            | Proposed::Retain { .. }
            | Proposed::CallOff { .. }
            | Proposed::PayPrize { .. }
            | Proposed::AddGoods { .. }
            | Proposed::HandOver { .. }
            | Proposed::Disqualify { .. }
            | Proposed::CancelPlace { .. }
            | Proposed::CountShort { .. }
            | Proposed::CloseOver { .. } => Matter::Tournament,
            Proposed::PublishPromotion { .. }
            | Proposed::DrawWinners { .. }
            | Proposed::DeclareWinner { .. }
            | Proposed::PassOver { .. }
            | Proposed::BarEntrants { .. }
            | Proposed::RefuseClaim { .. }
            | Proposed::DecideDispute { .. }
            | Proposed::ResumePromotion { .. }
            | Proposed::AwardPrize { .. }
            | Proposed::CancelPromotion { .. } => Matter::Promotion,
            Proposed::Accept { .. } | Proposed::Reject { .. } => Matter::Software,
            Proposed::Hire { .. }
            | Proposed::Grant { .. }
            | Proposed::Withdraw { .. }
            | Proposed::Enable { .. }
            | Proposed::Disable { .. }
            | Proposed::Leave { .. }
            | Proposed::ResetPassword { .. }
            | Proposed::MakeProgram { .. } => Matter::Site,
            Proposed::Clear { .. } => Matter::Fault,
            Proposed::Unread { matter, .. } => matter.0,
        }
    }
}

#[cfg(test)]
mod tests;
