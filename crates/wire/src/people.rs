//! Who is signed in, staff, devices, patrons.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{
    Approver, DeviceKind, Grant, LimitKind, LimitOwner, LimitSpan, ProposalMatter, Proposed, Right, Role,
    WhoKind,
};

/// A way to sign in.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(tag = "as", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(tag = "as", rename_all = "kebab-case")]
pub enum SignIn {
    /// Staff.
    Staff {
        /// Name.
        name: String,
        /// Password.
        password: String,
        /// The code of a second factor, of whoever has set one up.
        code: Option<String>,
    },
    /// A patron with a card.
    Patron {
        /// The card's number.
        card: String,
        /// The PIN.
        pin: String,
    },
    /// A guest, in demonstrations only.
    Guest {
        /// What to be called; left out, a name is made.
        name: Option<String>,
    },
    /// A device that was enrolled.
    Device {
        /// Its id.
        device: String,
        /// Its secret.
        secret: String,
    },
}

/// Who is signed in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Me {
    /// What kind of caller.
    pub kind: WhoKind,
    /// The name in lines.
    pub name: Option<String>,
    /// The name on screens.
    pub title: Option<String>,
    /// Table roles and other grants.
    pub grants: Vec<Grant>,
    /// In which of them this person works at tables.
    pub roles: Vec<Role>,
    /// What this person may propose to a second one.
    pub proposes: Vec<ProposalMatter>,
    /// What kind of machine, where one is signed in.
    pub machine: Option<DeviceKind>,
    /// What these grants allow, such as `approve-settings`.
    pub rights: Vec<Right>,
    /// To be sent as `x-punto-csrf` with everything but GET.
    pub csrf: Option<String>,
    /// The last sign-in before this one.
    #[ts(type = "number | null")]
    pub last_sign_in: Option<i64>,
    /// A one-time password must be changed first.
    pub must_change_password: bool,
    /// A second factor must be set up first.
    pub must_set_factor: bool,
    /// Whether the house asks a second factor of anybody, so that a sign-in of staff has room for its code.
    pub asks_factor: bool,
    /// Credits in the account in minor units, for patrons and guests.
    #[ts(type = "number | null")]
    pub account: Option<i64>,
    /// Whether this is a demonstration with play money.
    pub demonstration: bool,
    /// Whether the house plays for money and has no manifest that its software was compared with.
    pub unapproved: bool,
    /// The server's clock.
    #[ts(type = "number")]
    pub now: i64,
    /// The site's name.
    pub site: String,
    /// The server's version.
    pub version: String,
    /// Tables this person sits at, or where this machine stands.
    pub tables: Vec<String>,
    /// What a patron must answer before playing on.
    pub check: Option<RealityCheck>,
    /// Since when a patron's session lasts.
    #[ts(type = "number | null")]
    pub playing_since: Option<i64>,
    /// Whether a patron is still to be asked for limits of their own.
    pub ask_limits: bool,
}

/// A new password.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The present one.
    pub present: String,
    /// The new one: 12 characters or more.
    pub new: String,
}

/// Somebody on staff.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct StaffMember {
    /// The name in lines.
    pub name: String,
    /// Grants.
    pub grants: Vec<Grant>,
    /// Whether they may sign in.
    pub enabled: bool,
    /// When they last did.
    #[ts(type = "number | null")]
    pub last_sign_in: Option<i64>,
    /// Until when they are locked out.
    #[ts(type = "number | null")]
    pub locked_until: Option<i64>,
}

/// Somebody to be put on staff, or changed.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct StaffChange {
    /// The name.
    pub name: String,
    /// All grants from now on.
    pub grants: Vec<Grant>,
    /// Whether they may sign in.
    pub enabled: bool,
}

/// What a device makes its codes of, shown this once.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct FactorOffer {
    /// The secret, for whoever types it.
    pub secret: String,
    /// The same with its name, for whoever reads it off the screen as a QR code.
    pub uri: String,
}

/// The code that a device shows.
#[derive(Clone, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct FactorCode {
    /// Six figures.
    pub code: String,
}

/// A program that speaks to the house by itself, with a token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ProgramView {
    /// Its name in lines.
    pub name: String,
    /// In which role; nothing any more once it is revoked.
    pub grant: Option<Grant>,
    /// Since when.
    #[ts(type = "number")]
    pub since: i64,
    /// When its token ends; never by itself if nothing is said.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
    /// When it was last heard of.
    #[ts(type = "number | null")]
    pub last_use: Option<i64>,
    /// Whether its token is good now.
    pub good: bool,
}

/// A program to be made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewProgram {
    /// Its name, which nobody has or has had.
    pub name: String,
    /// In which role.
    pub grant: Grant,
    /// When its token is to end; never by itself if left out.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ProgramMade {
    /// The program; not yet there if a second person must approve it.
    pub program: Option<ProgramView>,
    /// What waits for a second person.
    pub proposals: Vec<ProposalView>,
    /// The token, shown this once, to be sent as `Authorization: Bearer`; where two persons make the program its first half, and
    /// whoever approves it is shown the second.
    pub secret: String,
}

/// A password that is shown once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct OneTime {
    /// For whom.
    pub name: String,
    /// The password or code.
    pub secret: String,
}

/// A device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct DeviceView {
    /// Its id.
    pub device: String,
    /// What kind.
    pub kind: DeviceKind,
    /// Its table.
    pub table: Option<String>,
    /// Its seat.
    pub seat: Option<u8>,
    /// Whether it may connect.
    pub enabled: bool,
    /// When it was last heard of.
    #[ts(type = "number | null")]
    pub heard: Option<i64>,
}

/// An enrolment to be allowed.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Enrolment {
    /// What kind of device.
    pub kind: DeviceKind,
    /// At which table.
    pub table: Option<String>,
    /// At which seat.
    pub seat: Option<u8>,
}

/// A device that has a code.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Enrol {
    /// The one-time code.
    pub code: String,
}

/// An amount to be moved between account and table.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Transfer {
    /// Made by the client.
    pub id: String,
    /// In minor units.
    #[ts(type = "number")]
    pub amount: i64,
}

/// Money that waited for an attendant and is free from now on.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// Made by the client.
    pub id: String,
    /// In minor units.
    #[ts(type = "number")]
    pub amount: i64,
    /// What was seen to.
    pub why: String,
}

/// A voucher that is brought.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Redeem {
    /// Made by the client.
    pub id: String,
    /// Its number as it was read or typed; blanks and - do not matter.
    pub number: String,
    /// Who approves it, where the cage puts it into another account than it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approver: Option<Approver>,
}

/// Money of an account on paper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct VoucherView {
    /// Its whole number of twenty figures, to be printed; told only to whoever has it made.
    pub number: Option<String>,
    /// The first twelve figures, by which the journal knows it.
    pub voucher: String,
    /// In minor units.
    #[ts(type = "number")]
    pub amount: i64,
    /// Which voucher of the account, from 1.
    pub sequence: u32,
    /// When it was made.
    #[ts(type = "number")]
    pub at: i64,
    /// On which machine.
    pub on: Option<String>,
    /// By whom.
    pub by: String,
    /// At which site.
    pub site: String,
    /// When it was redeemed; none while it is out.
    #[ts(type = "number | null")]
    pub redeemed: Option<i64>,
    /// Into whose account.
    pub into: Option<String>,
}

/// An account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct AccountView {
    /// Whose.
    pub patron: String,
    /// The currency of accounts; none where money is worth nothing.
    pub currency: Option<String>,
    /// Credits, in minor units.
    #[ts(type = "number")]
    pub balance: i64,
    /// What of it can be paid out, in minor units; nothing of play money.
    #[ts(type = "number")]
    pub cashable: i64,
    /// What of it waits for an attendant, in minor units.
    #[ts(type = "number")]
    pub held: i64,
    /// What of it can be wagered only, in minor units.
    #[ts(type = "number")]
    pub promotional: i64,
    /// What lies at tables, in minor units; it is not in the balance.
    #[ts(type = "number")]
    pub at_tables: i64,
    /// What is on vouchers that are out, in minor units; it is not in the balance.
    #[ts(type = "number")]
    pub on_paper: i64,
    /// Whether it is of play money, which has no value in cash.
    pub play: bool,
    /// Whether it is closed.
    pub closed: bool,
    /// Excluded from play at this moment.
    pub excluded: bool,
    /// Until when, if that is fixed.
    #[ts(type = "number | null")]
    pub excluded_until: Option<i64>,
    /// Who has excluded them.
    pub excluded_by: Option<LimitOwner>,
    /// Until when the PIN is locked after wrong ones.
    #[ts(type = "number | null")]
    pub pin_locked_until: Option<i64>,
    /// The payout that the patron has ordered and not fetched, in minor units.
    #[ts(type = "number | null")]
    pub payout: Option<i64>,
    /// How often the patron is shown how long and how well they have played, in minutes.
    pub check_minutes: u32,
    /// Whether the patron has been asked about limits and answered.
    pub limits_answered: bool,
    /// Limits of play.
    pub limits: Vec<LimitView>,
}

/// What became of a change of staff.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct StaffChanged {
    /// The person as they stand now; nobody yet who is to be hired.
    pub member: Option<StaffMember>,
    /// What waits for a second person.
    pub proposals: Vec<ProposalView>,
    /// The first half of a password for one sign-in, shown this once; whoever approves it is shown the second.
    pub secret: Option<String>,
}

/// Why something is done.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Why {
    /// In plain words, 200 characters at most.
    pub why: String,
}

/// Something that takes two persons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ProposalView {
    /// Its number.
    pub number: u32,
    /// What it is about.
    pub matter: ProposalMatter,
    /// What is done once it is approved.
    pub what: Proposed,
    /// Who proposes it.
    pub by: String,
    /// When it was proposed.
    #[ts(type = "number")]
    pub at: i64,
    /// When it lapses.
    #[ts(type = "number")]
    pub until: i64,
    /// Who approved it.
    pub approved: Option<String>,
    /// Whether the caller may be the second person.
    pub mine_to_decide: bool,
}

/// What became of an approval.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Approved {
    /// What happened, a line each.
    pub lines: Vec<String>,
    /// The second half of a password for one sign-in, if that was approved; shown this once.
    pub secret: Option<OneTime>,
}

/// A patron to be registered.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// The name in lines: lower-case letters, figures and -; no personal data.
    pub patron: String,
    /// The card's number: 4 to 24 letters and figures.
    pub card: String,
    /// A PIN for one sign-in, 4 to 12 figures; the patron chooses another then.
    pub pin: String,
    /// Who the person is; kept apart, so that it can be erased.
    pub person: Option<Person>,
}

/// Personal data.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// The name as it is written on papers.
    pub name: String,
    /// The date of birth, like 1990-12-31.
    pub born: Option<String>,
    /// How to reach the person.
    pub contact: Option<String>,
}

/// A new card or PIN for a patron.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct NewCard {
    /// The card's number.
    pub card: String,
    /// A PIN for one sign-in; the patron chooses another then.
    pub pin: String,
    /// Who approves it: somebody who answers for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approver: Option<Approver>,
}

/// A limit of play.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LimitChange {
    /// What it limits.
    pub kind: LimitKind,
    /// Over which time.
    pub span: LimitSpan,
    /// The most.
    pub most: LimitMost,
    /// Somebody who answers for the house, where staff make a limit of the house looser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approver: Option<Approver>,
}

/// The most that a limit of play allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum LimitMost {
    /// So much money, in minor units.
    Money(#[ts(type = "number")] i64),
    /// So many minutes.
    Minutes(u32),
    /// Any amount.
    Unlimited,
}

/// A limit of play that is in force.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct LimitView {
    /// Who has set it.
    pub whose: LimitOwner,
    /// What it limits.
    pub kind: LimitKind,
    /// Over which time.
    pub span: LimitSpan,
    /// The most.
    pub most: LimitMost,
    /// What of it is used in the span that ends now.
    pub used: LimitMost,
    /// What it will be when the wait is over.
    pub waiting: Option<LimitWaiting>,
}

/// A looser limit that waits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct LimitWaiting {
    /// The most.
    pub most: LimitMost,
    /// From when.
    #[ts(type = "number")]
    pub from: i64,
}

/// An exclusion.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ExclusionChange {
    /// Until when; for good if left out.
    #[ts(type = "number | null")]
    pub until: Option<i64>,
}

/// What a patron is shown from time to time, and must answer before playing on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct RealityCheck {
    /// Since when the patron plays, over sign-ins that follow each other.
    #[ts(type = "number")]
    pub since: i64,
    /// What was wagered since on coups that ended, in minor units.
    #[ts(type = "number")]
    pub out: i64,
    /// What came back of it, stakes and payouts, in minor units.
    #[ts(type = "number")]
    pub back: i64,
}

/// Which software runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct SoftwareView {
    /// The version.
    pub version: String,
    /// The engine's number, which every record carries.
    pub engine: u16,
    /// The last check.
    pub check: Option<SoftwareCheck>,
}

/// What a comparison of the software with its manifest came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct SoftwareCheck {
    /// Whether all is as approved; nothing where there was no manifest to compare it with.
    pub sound: Option<bool>,
    /// When it was made.
    #[ts(type = "number")]
    pub at: i64,
    /// A line a part, with its digest.
    pub lines: Vec<String>,
    /// What was wrong first.
    pub wrong: Option<String>,
}
