//! Cash over the counter of the cage.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{AccountView, Approver, Counted, Person, SignificantView, StatementView, VoucherView};

/// Cash that a patron brings to the cage.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CashIn {
    /// Made by the client.
    pub id: String,
    /// In minor units.
    #[ts(type = "number")]
    pub amount: i64,
    /// In which currency, where it is not that of accounts; it is taken at the rate of the house, by two.
    #[serde(default)]
    pub currency: Option<String>,
    /// Somebody who answers for the house, from the amount on that one person does not take alone.
    #[serde(default)]
    pub approver: Option<Approver>,
}

/// What the cage takes of other currencies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CageRates {
    /// The currency of accounts; none where money is worth nothing.
    pub currency: Option<String>,
    /// The others, with what one of each is worth.
    pub rates: Vec<CurrencyRate>,
}

/// What one of a currency is worth in that of accounts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CurrencyRate {
    /// Which.
    pub currency: String,
    /// The rate as the operator wrote it, such as `0.0102`.
    pub rate: String,
}

/// Money of another currency that was taken in, and what it came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ExchangedSum {
    /// Which.
    pub currency: String,
    /// How often.
    #[ts(type = "number")]
    pub count: i64,
    /// How much of it was brought, in its own minor units.
    #[ts(type = "number")]
    pub given: i64,
    /// What went into accounts for it, in minor units of theirs.
    #[ts(type = "number")]
    pub sum: i64,
}

/// A payout that a patron orders where they are signed in.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PayoutOrder {
    /// In minor units.
    #[ts(type = "number")]
    pub amount: i64,
}

/// The code that a patron fetches an ordered payout with; it is told this once.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PayoutCode {
    /// What is entered at the counter; blanks, - and the case of letters do not matter.
    pub code: String,
    /// What is paid for it, in minor units.
    #[ts(type = "number")]
    pub amount: i64,
    /// Until when, in microseconds since 1970.
    #[ts(type = "number")]
    pub until: i64,
}

/// Cash that a patron takes from the cage: with the code of an order, or with somebody who answers for the house.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CashOut {
    /// Made by the client.
    pub id: String,
    /// In minor units.
    #[ts(type = "number")]
    pub amount: i64,
    /// The code of the payout that the patron has ordered.
    #[serde(default)]
    pub code: Option<String>,
    /// Somebody who answers for the house, where the patron has no code.
    #[serde(default)]
    pub approver: Option<Approver>,
}

/// Who is looked for at the counter.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct FindPatron {
    /// The number of a card, or how the name of an account begins.
    pub text: String,
}

/// What waits for an attendant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Attend {
    /// Accounts with money that is held.
    pub held: Vec<AccountView>,
    /// Large wins that nobody has attended.
    pub wins: Vec<SignificantView>,
}

/// The cash that a drawer begins a shift with.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct DrawerFloat {
    /// In minor units.
    #[ts(type = "number")]
    pub float: i64,
}

/// What a cashier counts in the drawer at the end of a shift.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct DrawerCount {
    /// In minor units.
    #[ts(type = "number")]
    pub counted: i64,
}

/// A cashier's shift. While it runs, what the records say is not told: the drawer is counted first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ShiftView {
    /// Whose.
    pub cashier: String,
    /// When it began.
    #[ts(type = "number")]
    pub since: i64,
    /// The cash in the drawer then, in minor units.
    #[ts(type = "number")]
    pub float: i64,
    /// What it came to; none while it runs.
    pub end: Option<ShiftEnd>,
}

/// What a shift came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ShiftEnd {
    /// When.
    #[ts(type = "number")]
    pub at: i64,
    /// Cash taken in by the records, in minor units.
    #[ts(type = "number")]
    pub took: i64,
    /// Cash paid out by the records, in minor units.
    #[ts(type = "number")]
    pub paid: i64,
    /// What should be in the drawer, in minor units.
    #[ts(type = "number")]
    pub expected: i64,
    /// What was counted, in minor units.
    #[ts(type = "number")]
    pub counted: i64,
    /// What was counted less what should be there, in minor units.
    #[ts(type = "number")]
    pub difference: i64,
}

/// The cage's meters over a period: what went over the counter, onto paper and to tables.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CageMeters {
    /// From when; from the first record if none is given.
    #[ts(type = "number | null")]
    pub from: Option<i64>,
    /// Until before when; until now if none is given.
    #[ts(type = "number | null")]
    pub to: Option<i64>,
    /// Cash taken in, in the currency of accounts.
    pub deposits: Counted,
    /// Cash of other currencies, each by itself.
    pub exchanged: Vec<ExchangedSum>,
    /// Cash paid out.
    pub payouts: Counted,
    /// Vouchers made.
    pub vouchers_out: Counted,
    /// Vouchers redeemed.
    pub vouchers_in: Counted,
    /// Vouchers that lapsed: none does in this house.
    pub vouchers_expired: Counted,
    /// Money that waited for an attendant and was released by one.
    pub attendant_paid: Counted,
    /// Promotional money given.
    pub awarded: Counted,
    /// Promotional money that lapsed.
    pub lapsed: Counted,
    /// Put right upwards by two persons.
    pub adjusted_up: Counted,
    /// Put right downwards by two persons.
    pub adjusted_down: Counted,
    /// To tables and tournaments.
    pub to_tables: Counted,
    /// From tables and tournaments.
    pub from_tables: Counted,
    /// Prizes of promotions in money, those that are had in cash at the cage, too.
    pub prizes: Counted,
}

/// What the house owes, and whether accounts, vouchers and tables agree with the records of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CageBalance {
    /// The meters of the period that was asked for.
    pub meters: CageMeters,
    /// In all accounts, in minor units; at the end of the period, or now.
    #[ts(type = "number")]
    pub accounts: i64,
    /// What of it waits for an attendant now, in minor units; none in a report of a past moment.
    #[ts(type = "number | null")]
    pub held: Option<i64>,
    /// On vouchers that are out, in minor units; at the end of the period, or now.
    #[ts(type = "number")]
    pub on_paper: i64,
    /// At tables now, with what lies on layouts, in minor units; none in a report of a past moment.
    #[ts(type = "number | null")]
    pub at_tables: Option<i64>,
    /// What of it belongs to patrons who are not signed in, in minor units; none in a report of a past moment.
    #[ts(type = "number | null")]
    pub unclaimed: Option<i64>,
    /// What prizes of promotions are worth that are won and not handed over, in minor units; none in a report of a past
    /// moment.
    #[ts(type = "number | null")]
    pub prizes_due: Option<i64>,
    /// Each equation, over all time and of this moment; none in a report of a past moment.
    pub checks: Vec<CageCheck>,
}

/// Two figures that must be the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CageCheck {
    /// Which equation.
    pub what: CageEquation,
    /// The table it is of.
    pub table: Option<String>,
    /// What is there, in minor units.
    #[ts(type = "number")]
    pub is: i64,
    /// What the records come to, in minor units.
    #[ts(type = "number")]
    pub should: i64,
}

/// An equation of the cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum CageEquation {
    /// What is in accounts is what came in less what went out.
    Accounts,
    /// What is on paper is what was made less what was redeemed.
    Vouchers,
    /// What was taken from the accounts that vouchers came from is what came into others.
    Redeemed,
    /// What accounts have at a table is what the table has of them, and what it won.
    Table,
}

/// Something that is not finished.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Unfinished {
    /// What.
    pub what: UnfinishedKind,
    /// At which table, or of which promotion.
    pub table: Option<String>,
    /// Whose.
    pub patron: Option<String>,
    /// How much, in minor units.
    #[ts(type = "number")]
    pub amount: i64,
    /// Since when, or when it was last heard of.
    #[ts(type = "number")]
    pub at: i64,
}

/// What may be unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum UnfinishedKind {
    /// A wager lies that is not settled.
    OpenWager,
    /// A coup is begun and does not go on.
    InterruptedCoup,
    /// Credits lie at a table whose patron is not signed in.
    CreditsLeft,
    /// Money waits for an attendant.
    HeldMoney,
    /// A payout is ordered and not fetched.
    OrderedPayout,
    /// The shift of a cashier is not ended: the drawer is not counted.
    OpenShift,
    /// A cashier has taken in cash and begun no shift.
    CashOutsideShift,
    /// A prize of a promotion is won and not handed over.
    PrizeDue,
}

/// All that the house keeps of a patron, for that patron.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PatronData {
    /// When it was put together.
    #[ts(type = "number")]
    pub at: i64,
    /// At which site.
    pub site: String,
    /// Who the person is; none where nothing is kept, or it was erased.
    pub person: Option<Person>,
    /// The account with its limits and exclusion.
    pub account: AccountView,
    /// Everything that came in and went out, and what each coup came to.
    pub statement: StatementView,
    /// The vouchers.
    pub vouchers: Vec<VoucherView>,
}
