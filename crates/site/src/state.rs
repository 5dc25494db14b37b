//! The site as it stands: the fold of its events.

use std::collections::{BTreeMap, BTreeSet};

use punto_vocab::{Day, Money, PersonId, Role, Time};
use serde::{Deserialize, Serialize};

use crate::attempts::Attempts;
use crate::cash::Cash;
use crate::cause::Cause;
use crate::command::{Command, DeviceKind};
use crate::event::Happening;
use crate::grant::Grant;
use crate::house::Mode;
use crate::measure::Measure;
use crate::name::{DeviceId, Given, On, Place, TableId};
use crate::notice::{Kind, LargeWin, Severity};
use crate::register::VoucherRegister;
use crate::right::Right;
use crate::several::Concerned;

/// Everything that is known of the site: its people, machines, sessions, and what waits for somebody.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Site {
    /// The time of the last event.
    pub now: Time,
    /// What the house is for ever; nothing in a journal from before houses were bound.
    #[serde(default)]
    pub mode: Option<Mode>,
    /// Everybody who works or has worked here.
    pub people: BTreeMap<PersonId, Person>,
    /// Who is signed in, by the number of the session.
    pub sessions: BTreeMap<u32, Session>,
    /// The machines, also the revoked ones.
    pub devices: BTreeMap<DeviceId, Device>,
    /// Significant events that wait for somebody: warnings until acknowledged, faults until cleared.
    pub notices: BTreeMap<u32, Notice>,
    /// How often each significant event has happened.
    pub noted: BTreeMap<Kind, u32>,
    /// Proposals that wait to be approved or carried out.
    pub proposals: BTreeMap<u32, Proposal>,
    /// The gaming day that was closed last, and when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_closed: Option<(Day, Time)>,
    /// When the grants of staff were last reviewed.
    pub reviewed: Option<Time>,
    /// How many sessions there have been.
    pub sessions_ever: u32,
    /// How many significant events there have been.
    pub notices_ever: u32,
    /// How many proposals there have been.
    pub proposals_ever: u32,
    /// The number of the last check of the software that found nothing wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check_passed: Option<u32>,
    /// Cash that one person took in alone of late.
    #[serde(default, skip_serializing_if = "Cash::is_empty")]
    pub cash: Cash,
    /// The drawers of cashiers whose shift has begun and not ended.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub drawers: BTreeMap<PersonId, Drawer>,
    /// When each cashier's last shift ended: what they take in or pay out after that is of their next.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shift_ends: BTreeMap<PersonId, Time>,
    /// Cash that cashiers have taken in alone since then without having begun another shift.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub outside_shifts: BTreeMap<PersonId, Money>,
    /// The promotional vouchers that the house has issued.
    #[serde(default, skip_serializing_if = "VoucherRegister::is_empty")]
    pub token_vouchers: VoucherRegister,
    /// What each cashier counted then.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub shift_counts: BTreeMap<PersonId, Money>,
}

/// A cashier's drawer during a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawer {
    /// Since when cash is counted: the end of the cashier's shift before, or the beginning of the first.
    pub since: Time,
    /// The cash in it then.
    pub float: Money,
}

/// A person of staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// What they are trusted with.
    pub grants: BTreeSet<Grant>,
    /// Whether the account can be used.
    pub standing: Standing,
    /// Whether the password was given to them and must be changed.
    pub must_change: bool,
    /// Whether they have signed in with the password that they were given; it is good once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_used: bool,
    /// When they were hired.
    pub since: Time,
    /// When they last signed in.
    pub last_sign_in: Option<Time>,
    /// How often they have failed to since.
    pub attempts: Attempts,
    /// Whether they prove themselves with a second factor besides the password; a password that is reset takes it away.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub factor: bool,
    /// What it is besides if it is a program: nobody's account, with a token in place of a password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<Program>,
    /// How often a password of each other person was wrong at a screen of theirs. It locks the two of them, and nobody out
    /// of their own account.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub approvals: BTreeMap<PersonId, Attempts>,
}

/// A program that speaks to the house by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// When its token ends; it is good until it is revoked if nothing is said.
    pub until: Option<Time>,
}

impl Program {
    /// When its token ended, if it has.
    pub fn ended(&self, at: Time) -> Option<Time> {
        self.until.filter(|until| at >= *until)
    }
}

punto_vocab::words! {
    /// Whether an account of staff can be used.
    pub enum Standing: "a standing" {
        /// It can.
        Enabled = "enabled",
        /// Not now.
        Disabled = "disabled",
        /// Never again.
        Left = "left",
    }
}

/// A person at a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Who.
    pub who: PersonId,
    /// On which machine.
    pub on: On,
    /// Since when.
    pub since: Time,
    /// When the person had signed in before, for them to see.
    pub before: Option<Time>,
}

/// A machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// What it is for.
    pub kind: DeviceKind,
    /// Where it is.
    pub place: Place,
    /// How far it has come.
    pub status: DeviceStatus,
    /// Since when it has not been heard of.
    pub silent_since: Option<Time>,
}

/// How far a machine has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeviceStatus {
    /// A code is out for it.
    Offered {
        /// When the code ends.
        until: Time,
        /// How often a wrong one was given.
        failures: u32,
    },
    /// It belongs to the site.
    Enrolled {
        /// Since when.
        since: Time,
    },
    /// It does not any more.
    Revoked,
}

/// A significant event that waits for somebody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notice {
    /// What it is of.
    pub kind: Kind,
    /// How much it matters.
    pub severity: Severity,
    /// Where.
    pub place: Place,
    /// When.
    pub at: Time,
    /// What happened.
    pub what: Cause,
    /// Whose own acts it is about; none of them acknowledges or clears it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Concerned>,
    /// Who has acknowledged it.
    pub acknowledged: Option<PersonId>,
}

impl Notice {
    /// The significant event that an event notes, with its number.
    pub fn of(at: Time, what: &Happening) -> Option<(u32, Notice)> {
        let plain = |kind, severity: &Severity, place: &Place, what: Cause| Notice {
            kind,
            severity: *severity,
            place: *place,
            at,
            what,
            about: None,
            acknowledged: None,
        };
        match what {
            Happening::Noted { number, kind, severity, place, about, what } => {
                let notice = plain(*kind, severity, place, what.clone());
                Some((*number, Notice { about: about.clone(), ..notice }))
            }
            Happening::WinNoted { number, severity, place, patron, amount, about } => {
                let won = Cause::Won { patron: *patron, amount: *amount };
                let notice = plain(Kind::LargeWin, severity, place, won);
                Some((*number, Notice { about: about.clone(), ..notice }))
            }
            Happening::UnlikelyNoted {
                number,
                severity,
                place,
                dealer,
                coups,
                player,
                banker,
                tie,
                once_in,
            } => {
                let (dealer, coups, player, banker, tie) = (*dealer, *coups, *player, *banker, *tie);
                let seen = Cause::Unlikely { dealer, coups, player, banker, tie, once_in: *once_in };
                let notice = plain(Kind::UnlikelyOutcomes, severity, place, seen);
                Some((*number, Notice { about: Concerned::of(dealer), ..notice }))
            }
            _ => None,
        }
    }

    /// Whose win it is and how much, where it is a large win.
    pub fn win(&self) -> Option<LargeWin> {
        match self.what {
            Cause::Won { patron, amount } => Some(LargeWin { patron, amount }),
            _ => None,
        }
    }

    /// Whether it is about this person's own act.
    pub fn is_about(&self, who: PersonId) -> bool {
        self.about.as_ref().is_some_and(|about| about.contains(who))
    }
}

/// What one person wants done that takes another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// What is done once it is approved.
    pub what: Measure,
    /// Who proposes it.
    pub by: PersonId,
    /// When.
    pub at: Time,
    /// When it lapses.
    pub until: Time,
    /// Who approved it.
    pub approved: Option<PersonId>,
}

impl Person {
    /// Whether the account can be used and allows this.
    pub fn can(&self, right: Right) -> bool {
        let kept = self.program.is_some() && right.takes_a_person();
        self.standing == Standing::Enabled && !kept && self.grants.iter().any(|grant| grant.allows(right))
    }

    /// Whether the account can be used and has this grant.
    pub fn is(&self, grant: Grant) -> bool {
        self.standing == Standing::Enabled && self.grants.contains(&grant)
    }

    /// Whether they watch others or are a second person for them, so that nobody takes that from them alone. A program does
    /// neither, whatever its role.
    pub fn checks_others(&self) -> bool {
        self.program.is_none() && self.grants.iter().any(|grant| grant.checks_others())
    }

    /// Whether they can be the second person for accounts of staff: they answer for the house, and make no accounts
    /// themselves.
    pub fn seconds_staff(&self) -> bool {
        self.can(Right::ApproveStaff) && !self.grants.contains(&Grant::ADMIN)
    }

    /// After how many minutes without a word they are signed out: the shortest of their grants.
    pub fn idle_minutes(&self) -> u32 {
        self.grants.iter().map(|grant| grant.idle_minutes()).min().unwrap_or(15)
    }

    /// The roles they may work in at tables.
    pub fn roles(&self) -> impl Iterator<Item = Role> {
        self.grants.iter().filter_map(|grant| match grant {
            Grant::Work(role) => Some(*role),
            Grant::Office(_) => None,
        })
    }
}

impl Site {
    /// The cashiers whose cash nobody has counted yet: their shift runs, or they took some in without one.
    pub fn uncounted(&self) -> impl Iterator<Item = PersonId> + '_ {
        let outside = self.outside_shifts.keys().filter(|who| !self.drawers.contains_key(who));
        self.drawers.keys().chain(outside).copied()
    }

    /// The number of the notice of a dealer's outcomes at a place that waits for an answer.
    pub fn unlikely_noted(&self, place: Place, dealer: Option<PersonId>) -> Option<u32> {
        let told =
            |notice: &Notice| matches!(&notice.what, Cause::Unlikely { dealer: own, .. } if *own == dealer);
        let mut waiting = self.notices.iter().filter(|(_, notice)| notice.place == place);
        waiting.find(|(_, notice)| told(notice)).map(|(number, _)| *number)
    }

    /// How often the password of one person was wrong at a screen of another.
    pub fn approvals_between(&self, name: PersonId, who: PersonId) -> Attempts {
        let asking = self.people.get(&who);
        asking.and_then(|asking| asking.approvals.get(&name)).copied().unwrap_or_default()
    }

    /// Until when one person approves nothing at a screen of another: they are locked themselves, or the two of them are.
    pub fn approvals_locked(&self, (name, who): (PersonId, PersonId), at: Time) -> Option<Time> {
        let own = self.people.get(&name).and_then(|person| person.attempts.locked(at));
        own.max(self.approvals_between(name, who).locked(at))
    }

    /// The person who is signed in by this session.
    pub fn session(&self, session: u32) -> Option<&Session> {
        self.sessions.get(&session)
    }

    /// The sessions of a person.
    pub fn sessions_of(&self, who: PersonId) -> impl Iterator<Item = (u32, &Session)> {
        self.sessions
            .iter()
            .filter(move |(_, session)| session.who == who)
            .map(|(number, session)| (*number, session))
    }

    /// The machine, if it is enrolled.
    pub fn device(&self, device: DeviceId) -> Option<&Device> {
        self.devices.get(&device).filter(|device| matches!(device.status, DeviceStatus::Enrolled { .. }))
    }

    /// The faults that stop play at a table: its own, and those of the whole site.
    pub fn faults(&self, table: TableId) -> impl Iterator<Item = (u32, &Notice)> {
        self.notices
            .iter()
            .filter(move |(_, notice)| {
                notice.severity == Severity::Fault && notice.place.table().is_none_or(|at| at == table)
            })
            .map(|(number, notice)| (*number, notice))
    }

    /// Whether this is a program, and nobody.
    pub fn is_program(&self, who: PersonId) -> bool {
        self.people.get(&who).is_some_and(|person| person.program.is_some())
    }

    /// An approved proposal that can be carried out at this moment.
    pub fn approval(&self, number: u32, at: Time) -> Option<&Proposal> {
        self.proposals.get(&number).filter(|proposal| proposal.approved.is_some() && at < proposal.until)
    }

    /// Accounts that can be used but have not been since a moment, for the review of access.
    pub fn dormant(&self, since: Time) -> impl Iterator<Item = (PersonId, &Person)> {
        self.people
            .iter()
            .filter(move |(_, person)| {
                person.standing == Standing::Enabled && person.last_sign_in.unwrap_or(person.since) < since
            })
            .map(|(name, person)| (*name, person))
    }

    /// What to say of a sign-in that failed with this typed for a name: a known name counts towards its lock,
    /// anything else is made harmless first.
    pub fn failed_sign_in(&self, typed: &str, on: On) -> Command {
        match typed.parse::<PersonId>() {
            Ok(name) if self.people.contains_key(&name) => Command::FailSignIn { name, on },
            _ => Command::FailUnknown { given: Given::clean(typed), on },
        }
    }
}
