//! What the server is asked to do, and which grants allow it: one table, and whatever is not in it is denied.

use punto_vocab::{PersonId, Role};

use crate::grant::{Grant, Grants, Office};
use crate::ground::Ground;
use crate::principal::Principal;
use crate::reason::{Reason, Refused};
use crate::state::{Person, Site, Standing};

punto_vocab::words! {
    /// Something that takes a grant. What is said at a table takes the role besides: see [`may_work`].
    pub enum Right: "a right" {
        /// Sees a table as staff do.
        WatchTable = "watch-table",
        /// Opens and closes tables, and chooses their terms.
        OpenTable = "open-table",
        /// Puts up a tournament; what is done in it is asked of the roles that its document names.
        RunTournament = "run-tournament",
        /// Puts up a promotion; what is done in it is asked of the roles that its document names.
        RunPromotion = "run-promotion",
        /// Makes tables known to the site, or takes them away.
        ManageTables = "manage-tables",
        /// Looks up past coups and statements of patrons.
        ReadRecords = "read-records",
        /// Reads the journal itself.
        ReadJournal = "read-journal",
        /// Takes a copy of the journal away.
        ExportJournal = "export-journal",
        /// Checks the journal: chain, signatures, decisions, balances.
        VerifyJournal = "verify-journal",
        /// Reads meters and reports.
        ReadReports = "read-reports",
        /// Closes the gaming day.
        CloseDay = "close-day",
        /// Sees who works here and with which grants.
        ReadStaff = "read-staff",
        /// Hires, grants, disables, resets passwords.
        ManageStaff = "manage-staff",
        /// Is the second person for grants of power.
        ApproveStaff = "approve-staff",
        /// Ends other people's sessions.
        EndSessions = "end-sessions",
        /// Sees which machines are enrolled.
        ReadDevices = "read-devices",
        /// Enrols and revokes machines.
        ManageDevices = "manage-devices",
        /// Sees significant events.
        ReadEvents = "read-events",
        /// Acknowledges significant events.
        AcknowledgeEvent = "acknowledge-event",
        /// Clears a fault of a table or a machine.
        ClearFault = "clear-fault",
        /// Clears a fault of the data, the software or the generator, together with another who may.
        ClearIntegrityFault = "clear-integrity-fault",
        /// Sees the settings.
        ReadSettings = "read-settings",
        /// Changes the settings.
        ChangeSettings = "change-settings",
        /// Is the second person for settings, tables and keys.
        ApproveSettings = "approve-settings",
        /// Asks for a settled coup to be voided.
        VoidCoup = "void-coup",
        /// Is the second person for it.
        ApproveVoid = "approve-void",
        /// Sees patrons' accounts.
        ReadPatrons = "read-patrons",
        /// Opens accounts, and gives out cards and PINs.
        RegisterPatron = "register-patron",
        /// Asks the cage for chips for a table's float, or gives some back.
        AskFloat = "ask-float",
        /// Is the second person for it: hands the chips over, or counts them in.
        ApproveFloat = "approve-float",
        /// Takes deposits and pays out.
        MoveMoney = "move-money",
        /// Puts a balance right.
        AdjustMoney = "adjust-money",
        /// Is the second person for it.
        ApproveAdjustment = "approve-adjustment",
        /// Releases a large win that is held.
        ReleaseHold = "release-hold",
        /// Gives promotional money.
        AwardPromotion = "award-promotion",
        /// Limits a patron's play for the house.
        LimitPatron = "limit-patron",
        /// Excludes a patron for the house, and lifts it.
        ExcludePatron = "exclude-patron",
        /// Erases personal data.
        ErasePerson = "erase-person",
        /// Computes odds and simulates.
        RunOdds = "run-odds",
        /// Draws from the generator for tests.
        TestGenerator = "test-generator",
        /// Proves the software against its manifest.
        VerifySoftware = "verify-software",
        /// Installs software.
        InstallSoftware = "install-software",
        /// Makes a backup.
        MakeBackup = "make-backup",
        /// Reads health and metrics.
        ReadMetrics = "read-metrics",
    }
}

const ADMIN: Grant = Grant::Office(Office::Admin);
const AUDITOR: Grant = Grant::Office(Office::Auditor);
const CAGE: Grant = Grant::Office(Office::Cage);
const LABORATORY: Grant = Grant::Office(Office::Laboratory);
const SERVICE: Grant = Grant::Office(Office::Service);
const REGULATOR: Grant = Grant::Work(Role::RegulatorInspector);
const SURVEILLANCE: Grant = Grant::Work(Role::Surveillance);
const PIT: Grant = Grant::Work(Role::AssistantGamingManager);
const MANAGER: Grant = Grant::Work(Role::GamingManager);
const REPRESENTATIVE: Grant = Grant::Work(Role::ManagementRepresentative);
const OPERATOR: Grant = Grant::Work(Role::CasinoOperator);
const SUPERVISOR: Grant = Grant::Work(Role::GameSupervisor);
const CASINO_SUPERVISOR: Grant = Grant::Work(Role::CasinoSupervisor);
const INSPECTOR: Grant = Grant::Work(Role::GameInspector);

/// Whoever answers for a game under one of the documents.
const SUPERVISORS: &[Grant] =
    &[SUPERVISOR, CASINO_SUPERVISOR, INSPECTOR, PIT, MANAGER, REPRESENTATIVE, OPERATOR];

/// Whoever answers for the house.
const MANAGERS: &[Grant] = &[MANAGER, REPRESENTATIVE, OPERATOR];

impl Right {
    /// The grants that allow it; any of them will do.
    pub const fn grants(self) -> &'static [Grant] {
        match self {
            Right::WatchTable => &[
                Grant::Work(Role::Dealer),
                SUPERVISOR,
                CASINO_SUPERVISOR,
                INSPECTOR,
                Grant::Work(Role::TableInspector),
                Grant::Work(Role::CompetitionDirector),
                Grant::Work(Role::TournamentManager),
                Grant::Work(Role::CasinoEmployee),
                Grant::Work(Role::Scrutineer),
                PIT,
                MANAGER,
                REPRESENTATIVE,
                OPERATOR,
                SURVEILLANCE,
                REGULATOR,
            ],
            Right::OpenTable | Right::VoidCoup => SUPERVISORS,
            Right::RunTournament => {
                &[Grant::Work(Role::TournamentManager), Grant::Work(Role::CompetitionDirector), OPERATOR]
            }
            Right::RunPromotion => &[OPERATOR],
            Right::ManageTables | Right::ChangeSettings | Right::ManageStaff => &[ADMIN],
            Right::ReadRecords => &[
                SUPERVISOR,
                CASINO_SUPERVISOR,
                INSPECTOR,
                PIT,
                MANAGER,
                REPRESENTATIVE,
                OPERATOR,
                SURVEILLANCE,
                AUDITOR,
                REGULATOR,
            ],
            Right::ReadJournal | Right::ExportJournal | Right::VerifyJournal => &[AUDITOR, REGULATOR],
            Right::ReadReports => &[PIT, MANAGER, REPRESENTATIVE, OPERATOR, AUDITOR, REGULATOR],
            Right::ReadStaff => &[ADMIN, MANAGER, REPRESENTATIVE, OPERATOR, AUDITOR, REGULATOR],
            // An administrator makes accounts; whoever answers for the house agrees to them, and nobody is both: two
            // administrators are of one kind.
            Right::ApproveStaff | Right::ApproveSettings => MANAGERS,
            Right::EndSessions => &[ADMIN, MANAGER, REPRESENTATIVE, OPERATOR],
            Right::ReadDevices => &[
                ADMIN,
                SERVICE,
                SUPERVISOR,
                CASINO_SUPERVISOR,
                INSPECTOR,
                PIT,
                MANAGER,
                REPRESENTATIVE,
                OPERATOR,
                AUDITOR,
                REGULATOR,
            ],
            Right::ManageDevices | Right::AcknowledgeEvent => {
                &[ADMIN, SUPERVISOR, CASINO_SUPERVISOR, INSPECTOR, PIT, MANAGER, REPRESENTATIVE, OPERATOR]
            }
            Right::ReadEvents => &[
                ADMIN,
                SERVICE,
                SUPERVISOR,
                CASINO_SUPERVISOR,
                INSPECTOR,
                PIT,
                MANAGER,
                REPRESENTATIVE,
                OPERATOR,
                SURVEILLANCE,
                AUDITOR,
                REGULATOR,
            ],
            Right::ClearFault => SUPERVISORS,
            Right::ClearIntegrityFault => &[MANAGER, REPRESENTATIVE, OPERATOR, REGULATOR],
            Right::ReadSettings => &[ADMIN, SERVICE, MANAGER, REPRESENTATIVE, OPERATOR, AUDITOR, REGULATOR],
            Right::ApproveVoid => &[PIT, MANAGER, REPRESENTATIVE, OPERATOR, INSPECTOR],
            Right::ReadPatrons => &[CAGE, MANAGER, REPRESENTATIVE, OPERATOR, AUDITOR, REGULATOR],
            Right::RegisterPatron | Right::MoveMoney | Right::AdjustMoney | Right::ApproveFloat => &[CAGE],
            Right::ApproveAdjustment => MANAGERS,
            Right::ReleaseHold => {
                &[CAGE, SUPERVISOR, CASINO_SUPERVISOR, INSPECTOR, PIT, MANAGER, REPRESENTATIVE, OPERATOR]
            }
            Right::AskFloat => &[
                Grant::Work(Role::Dealer),
                SUPERVISOR,
                CASINO_SUPERVISOR,
                INSPECTOR,
                PIT,
                MANAGER,
                REPRESENTATIVE,
                OPERATOR,
            ],
            Right::AwardPromotion | Right::CloseDay => MANAGERS,
            Right::LimitPatron => &[CAGE, MANAGER, REPRESENTATIVE, OPERATOR],
            Right::ExcludePatron => &[PIT, MANAGER, REPRESENTATIVE, OPERATOR, REGULATOR],
            Right::ErasePerson => &[CAGE],
            Right::RunOdds => &[LABORATORY, AUDITOR, REGULATOR, MANAGER, REPRESENTATIVE, OPERATOR],
            Right::TestGenerator => &[LABORATORY, REGULATOR],
            Right::VerifySoftware => &[ADMIN, SERVICE, LABORATORY, AUDITOR, REGULATOR],
            Right::InstallSoftware => &[ADMIN],
            Right::MakeBackup | Right::ReadMetrics => &[ADMIN, SERVICE],
        }
    }

    /// Whether it makes its holder a second person, or the maker of other people's power.
    ///
    /// Nobody takes a grant with such a right from somebody alone: see [`Grant::checks_others`].
    pub const fn is_power(self) -> bool {
        matches!(
            self,
            Right::ManageStaff
                | Right::ApproveStaff
                | Right::ApproveSettings
                | Right::ApproveVoid
                | Right::ApproveAdjustment
                | Right::ApproveFloat
                | Right::ClearIntegrityFault
        )
    }
}

impl Right {
    /// Whether it is for people alone, whatever a program's role allows: to be a second person, to make other people's power, and
    /// to answer for what has happened.
    pub const fn takes_a_person(self) -> bool {
        self.is_power()
            || matches!(
                self,
                Right::AcknowledgeEvent | Right::ClearFault | Right::ReleaseHold | Right::CloseDay
            )
    }
}

impl Grant {
    /// Whether this grant allows it.
    pub fn allows(self, right: Right) -> bool {
        right.grants().contains(&self)
    }
}

/// Whether a person of staff may do this; deny by default.
pub fn may(site: &Site, who: PersonId, right: Right) -> Result<(), Refused> {
    let person = at_work(site, who)?;
    if person.program.is_some() && right.takes_a_person() {
        return Ground::Programs.refuse(Reason::NotForPrograms { who, right });
    }
    if person.grants.iter().any(|grant| grant.allows(right)) {
        return Ok(());
    }
    let needed = Grants(right.grants().to_vec());
    Err(Ground::Grants.refusal(Reason::NotGranted { who, right, needed }))
}

/// Whether a person of staff may work at tables in this role; the document says what the role may do there.
pub fn may_work(site: &Site, who: PersonId, role: Role) -> Result<(), Refused> {
    let person = at_work(site, who)?;
    if person.grants.contains(&Grant::Work(role)) {
        return Ok(());
    }
    Err(Ground::Grants.refusal(Reason::NotInRole { who, role }))
}

/// Whether the speaker may do this: a person by their grants; the server itself may do what needs one person.
pub(crate) fn may_actor(site: &Site, by: Principal, right: Right) -> Result<(), Refused> {
    match by {
        Principal::Staff(who) => may(site, who, right),
        Principal::System => Ok(()),
        Principal::Patron(_) | Principal::Device(_) | Principal::Table(_) => {
            Err(Ground::Grants.refusal(Reason::NotStaff { by }))
        }
    }
}

/// The person, if they work here, are enabled, and have a password of their own.
fn at_work(site: &Site, who: PersonId) -> Result<&Person, Refused> {
    let person = site.people.get(&who).ok_or_else(|| Ground::Staff.refusal(Reason::UnknownPerson { who }))?;
    match person.standing {
        Standing::Left => Err(Ground::Staff.refusal(Reason::HasLeft { who })),
        Standing::Disabled => Err(Ground::Staff.refusal(Reason::Disabled { who })),
        Standing::Enabled if person.must_change => {
            Err(Ground::Password.refusal(Reason::MustChangePassword { who }))
        }
        Standing::Enabled => Ok(person),
    }
}
