//! What every handler has at hand: the floor, the journal, the clock, and who is signed in.

use std::net::IpAddr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use punto_access::{Factors, OpenLine, OpenLines, Persons, VoucherNumbers, blocking};
use punto_accounts::Account;
use punto_config::Config;
use punto_config::Settings;
use punto_figures::FigureRows;
use punto_floor::{AnswerOf, Books, Clock, Floor, OutcomeOf, SaidTo, TableHandle, WoundClock};
use punto_journal::projection::{Follower, TermIndex};
use punto_journal::{Journal, SqliteJournal};
use punto_report::DealtCoups;
use punto_site::{
    Cause, Command, Concerned, DeviceId, DeviceKind, Happening, Person, Place, Principal, Reason, Site, plain,
};
use punto_steward::Hall;
use punto_vocab::PersonId;
use punto_vocab::Time;
use punto_wire::SoftwareCheck;
use tokio::sync::watch;

use crate::auth::password::Passwords;
use crate::auth::secret::Token;
use crate::auth::{Caller, Credentials, Rate, Session, SessionId, Sessions, Who, Whose, counted};
use crate::live::Hubs;
use crate::metrics::Metrics;
use crate::problem::{ApiError, account_problem, site_refusal};
use crate::reads::Reads;
use crate::shown_clauses::ShownClauses;

/// The running house: cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Inner>);

/// What the house is made of.
#[allow(missing_docs)] // each is what the method of its name gives
pub struct Inner {
    pub config: Config,
    pub clock: Arc<dyn Clock>,
    /// The same, where it can be wound: in demonstrations only.
    pub wound: Option<WoundClock>,
    pub journal: Arc<dyn Journal>,
    pub sqlite: Arc<SqliteJournal>,
    /// What searches of the journal look things up in.
    pub search_index: Follower<TermIndex>,
    /// What reports over a period are made of.
    pub figures: Follower<FigureRows>,
    pub floor: Floor,
    pub hall: Hall,
    pub hubs: Hubs,
    pub settings: Arc<Settings>,
    pub sessions: Sessions,
    pub passwords: Passwords,
    pub credentials: Credentials,
    pub persons: Persons,
    pub factors: Factors,
    pub vouchers: VoucherNumbers,
    pub reads: Reads,
    pub dealt_coups: DealtCoups,
    pub shown: ShownClauses,
    pub metrics: Metrics,
    pub rates: Rates,
    pub stop: watch::Sender<bool>,
    pub checked: Mutex<Option<SoftwareCheck>>,
    /// Held while the session of a program is opened.
    pub programs: tokio::sync::Mutex<()>,
    /// Held by whoever carries out what two persons have agreed to.
    pub carrying_out: tokio::sync::Mutex<()>,
    /// Read while cash moves over the counter, written while a shift is summed up.
    pub drawers: tokio::sync::RwLock<()>,
    /// When the journal was last tried, and whether it took what was written.
    pub recorded: tokio::sync::Mutex<Option<(Instant, bool)>>,
    pub process: String,
    /// When somebody last looked at the tables.
    pub looked: AtomicI64,
}

/// Whose reading is counted: a person's, or that of a machine which nobody is signed in at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ReadingParty {
    /// A person.
    Person(PersonId),
    /// A machine.
    Device(DeviceId),
}

/// How often something may be done.
#[allow(missing_docs)] // each is named by whose acts it counts
pub struct Rates {
    pub sign_ins: Rate<IpAddr>,
    pub guests: Rate<IpAddr>,
    pub denials: Rate<PersonId>,
    /// Vouchers that are made of an account.
    pub vouchers: Rate<PersonId>,
    /// What a patron says.
    pub patrons: Rate<PersonId>,
    /// What somebody of staff says.
    pub staff: Rate<PersonId>,
    /// What somebody is shown.
    pub reads: Rate<ReadingParty>,
    /// What is shown to an address of which nothing is known.
    pub unknown_reads: Rate<IpAddr>,
    /// WebSockets that somebody holds open.
    pub sockets: OpenLines<ReadingParty>,
    /// Streams that somebody follows.
    pub streams: OpenLines<ReadingParty>,
    /// Changes that a patron makes to their own account: limits, exclusion, PIN.
    pub own_accounts: Rate<PersonId>,
}

impl App {
    /// The house of these parts.
    pub fn new(inner: Inner) -> App {
        App(Arc::new(inner))
    }

    /// What the operator chose.
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// The tables, the site and the accounts.
    pub fn floor(&self) -> &Floor {
        &self.0.floor
    }

    /// The tournaments.
    pub fn hall(&self) -> &Hall {
        &self.0.hall
    }

    /// The fan-outs of the tables, which know whose terminal answers.
    pub fn hubs(&self) -> &Hubs {
        &self.0.hubs
    }

    /// Notes that somebody looks at the tables from the door.
    pub fn note_look(&self) {
        self.0.looked.store(self.now().0, Ordering::Relaxed);
    }

    /// When somebody last looked at a table, or at all of them from the door.
    pub fn last_look(&self) -> Time {
        if self.hubs().have_viewers() {
            self.note_look();
        }
        Time(self.0.looked.load(Ordering::Relaxed))
    }

    /// What everything is written to.
    pub fn journal(&self) -> &Arc<dyn Journal> {
        &self.0.journal
    }

    /// The same as it is kept: for backups while the server runs, and for what it has counted.
    pub fn sqlite(&self) -> &Arc<SqliteJournal> {
        &self.0.sqlite
    }

    /// What searches of the journal look things up in.
    pub fn search_index(&self) -> &Follower<TermIndex> {
        &self.0.search_index
    }

    /// What reports over a period are made of.
    pub fn figures(&self) -> &Follower<FigureRows> {
        &self.0.figures
    }

    /// The documents.
    pub fn books(&self) -> &Books {
        &self.0.config.books
    }

    /// The one clock.
    pub fn clock(&self) -> &dyn Clock {
        &*self.0.clock
    }

    /// The clock as something to be wound, in a demonstration.
    pub fn wound_clock(&self) -> Option<&WoundClock> {
        self.0.wound.as_ref()
    }

    /// The time now.
    pub fn now(&self) -> Time {
        self.0.clock.now()
    }

    /// What can be chosen anew while the house runs.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// Read while cash moves over the counter, written while a shift is summed up.
    pub fn drawers(&self) -> &tokio::sync::RwLock<()> {
        &self.0.drawers
    }

    /// For whoever carries out what two persons have agreed to, one thing after another.
    pub fn carrying_out(&self) -> &tokio::sync::Mutex<()> {
        &self.0.carrying_out
    }

    /// Who is signed in.
    pub fn sessions(&self) -> &Sessions {
        &self.0.sessions
    }

    /// Makes and checks hashes of passwords.
    pub fn passwords(&self) -> &Passwords {
        &self.0.passwords
    }

    /// What people and machines prove themselves with.
    pub fn credentials(&self) -> &Credentials {
        &self.0.credentials
    }

    /// Which scenarios show which clauses.
    pub fn shown_clauses(&self) -> &ShownClauses {
        &self.0.shown
    }

    /// The finished coups of all tables, as far as somebody has asked for them.
    pub fn dealt_coups(&self) -> &DealtCoups {
        &self.0.dealt_coups
    }

    /// Who people are.
    pub fn persons(&self) -> &Persons {
        &self.0.persons
    }

    /// The second factors of staff.
    pub fn factors(&self) -> &Factors {
        &self.0.factors
    }

    /// Whether the house asks a second factor of somebody of staff. A program has a token, which no device makes.
    pub fn asks_factor(&self, person: &Person) -> bool {
        person.program.is_none()
            && self.config().second_factor.iter().any(|grant| person.grants.contains(grant))
    }

    /// Whether they have yet to set it up.
    pub fn factor_due(&self, person: &Person) -> bool {
        !person.factor && self.asks_factor(person)
    }

    /// For whoever opens the session of a program, one after another.
    pub fn programs(&self) -> &tokio::sync::Mutex<()> {
        &self.0.programs
    }

    /// Which reads of personal data and of the journal have been recorded.
    pub fn reads(&self) -> &Reads {
        &self.0.reads
    }

    /// Makes and checks the numbers of vouchers.
    pub fn vouchers(&self) -> &VoucherNumbers {
        &self.0.vouchers
    }

    /// Becomes true when the server is about to stop.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.0.stop.subscribe()
    }

    /// Tells everybody that the server is about to stop.
    pub fn stop(&self) {
        self.0.stop.send_replace(true);
    }

    /// What is measured.
    pub fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// How often things may be done.
    pub fn rates(&self) -> &Rates {
        &self.0.rates
    }

    /// A name of this process, so that two starts do not share names of requests.
    pub fn process(&self) -> &str {
        &self.0.process
    }

    /// What the last check of the software came to.
    pub fn checked(&self) -> Option<SoftwareCheck> {
        self.0.checked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes what a check of the software found.
    pub fn set_checked(&self, view: SoftwareCheck) {
        *self.0.checked.lock().unwrap_or_else(PoisonError::into_inner) = Some(view);
    }

    /// Sets the gauges that are read off the state rather than counted.
    pub fn gauge(&self) {
        metrics::gauge!("punto_tables").set(self.floor().tables().len() as f64);
        for (kind, fits) in [
            ("staff", (|whose| matches!(whose, Whose::Staff { .. })) as fn(&Whose) -> bool),
            ("patron", |whose| matches!(whose, Whose::Patron { .. })),
            ("guest", |whose| matches!(whose, Whose::Guest { .. })),
            ("device", |whose| matches!(whose, Whose::Device { .. })),
        ] {
            metrics::gauge!("punto_sessions", "kind" => kind).set(self.sessions().count(fits) as f64);
        }
        let tally = self.sqlite().tally();
        metrics::counter!("punto_journal_commits_total").absolute(tally.commits);
        metrics::counter!("punto_journal_records_total").absolute(tally.records);
        metrics::counter!("punto_journal_failures_total").absolute(tally.failures);
        metrics::gauge!("punto_journal_commit_longest_seconds").set(tally.longest.as_secs_f64());
        let indexed = self.search_index().progress();
        metrics::gauge!("punto_journal_position").set(indexed.of as f64);
        metrics::gauge!("punto_projection_position", "projection" => "search").set(indexed.done as f64);
        let figures = self.figures().progress().done as f64;
        metrics::gauge!("punto_projection_position", "projection" => "figures").set(figures);
        let timers = self.floor().timers();
        metrics::counter!("punto_timers_fired_total").absolute(timers.fired);
        for table in self.floor().tables() {
            let labels = [("table", table.name().to_string())];
            metrics::gauge!("punto_table_queue_depth", &labels).set(table.waiting() as f64);
            let moment = table.now();
            let meters = table.meters();
            let of_patrons = meters.of_patrons();
            // Minor units, counted from the table's first record on. What the house won goes down as well as up.
            metrics::counter!("punto_table_coups_total", &labels).absolute(meters.coups);
            metrics::gauge!("punto_table_handle_minor", &labels).set(of_patrons.stakes.minor() as f64);
            metrics::gauge!("punto_table_win_minor", &labels).set(of_patrons.win().minor() as f64);
            metrics::gauge!("punto_table_duties", &labels).set(moment.table.duties.len() as f64);
        }
        metrics::gauge!("punto_timers_late_p99_seconds").set(timers.p99 as f64 / 1e6);
        let sound = self.checked().is_some_and(|view| view.sound == Some(true));
        metrics::gauge!("punto_software_sound").set(f64::from(u8::from(sound)));
    }

    /// The site as it stands.
    pub fn site(&self) -> Arc<Site> {
        self.floor().site().now()
    }

    /// The account of a patron, if there is one.
    pub async fn account(&self, patron: PersonId) -> Result<Option<Arc<Account>>, ApiError> {
        let account = self.floor().patron(patron).await?.now();
        Ok(account.holder.is_some().then_some(account))
    }

    /// Says something to the site; a refusal becomes the answer to the request.
    pub async fn say_site(&self, by: Principal, command: Command) -> Result<AnswerOf<Site>, ApiError> {
        match self.try_site(by, command).await? {
            OutcomeOf::Done(answer) => Ok(answer),
            OutcomeOf::Refused(refused) => Err(match refused.reason {
                Reason::NotGranted { .. } | Reason::NotStaff { .. } | Reason::MustChangePassword { .. } => {
                    ApiError::not_allowed(refused.reason.to_string())
                }
                Reason::UnknownPerson { .. }
                | Reason::UnknownDevice { .. }
                | Reason::NoSuchEvent { .. }
                | Reason::NoSuchProposal { .. } => ApiError::not_found(refused.reason.to_string()),
                _ => ApiError::refused(site_refusal(&refused)),
            }),
        }
    }

    /// Says something to the site.
    pub async fn try_site(&self, by: Principal, command: Command) -> Result<OutcomeOf<Site>, ApiError> {
        Ok(self.floor().site().say(SaidTo { key: None, by, command }).await?)
    }

    /// Says something to an account; a refusal becomes the answer to the request.
    pub async fn say_account(
        &self,
        patron: PersonId,
        said: SaidTo<Account>,
    ) -> Result<AnswerOf<Account>, ApiError> {
        match self.floor().patron(patron).await?.say(said).await? {
            OutcomeOf::Done(answer) => Ok(answer),
            OutcomeOf::Refused(refused) => Err(account_problem(&refused)),
        }
    }

    /// Raises a significant event; what cannot be journalled is at least logged.
    pub async fn note(&self, kind: punto_site::Kind, place: Place, what: Cause) {
        self.note_about(kind, place, [], what).await;
    }

    /// The same of what these people of staff did, none of whom is to see to it.
    pub async fn note_about(
        &self,
        kind: punto_site::Kind,
        place: Place,
        about: impl IntoIterator<Item = PersonId>,
        what: Cause,
    ) {
        tracing::info!(%kind, %place, %what, "significant event");
        let note = Command::Note { kind, place, about: Concerned::of(about), what };
        if let Err(error) = self.say_site(Principal::System, note).await {
            tracing::error!(%kind, error = %error.problem.detail, "a significant event could not be journalled");
        }
    }

    /// Who asks with these tokens.
    pub fn caller(&self, person: Option<&Token>, machine: Option<&Token>) -> Caller {
        if person.is_none() && machine.is_none() {
            return Caller::default();
        }
        let (site, now) = (self.site(), self.now());
        let find = |token: Option<&Token>| token.and_then(|token| self.sessions().find(token, &site, now));
        let machine = find(machine).and_then(|(id, session)| match session.whose {
            Whose::Device { device } => Some((id, device)),
            Whose::Staff { .. } | Whose::Patron { .. } | Whose::Guest { .. } => None,
        });
        let device = machine.map(|(_, device)| device);
        // A session that began at a machine is good there and nowhere else.
        let person = find(person).filter(|(_, session)| session.on.is_none() || session.on == device);
        match (person, machine) {
            // A program's token is good in its header alone.
            (Some((id, session)), _) => Some(self.person(&site, id, &session, device))
                .filter(|caller| !caller.program)
                .unwrap_or_default(),
            (None, Some((session, id))) => match site.device(id) {
                Some(known) => {
                    let who = Who::Device { id, kind: known.kind, place: known.place };
                    Caller { who, session: Some(session), device, ..Caller::default() }
                }
                None => Caller::default(),
            },
            (None, None) => Caller::default(),
        }
    }

    /// Who has just signed in with this token, at this machine.
    pub fn caller_of(&self, token: &Token, device: Option<DeviceId>) -> Caller {
        let (site, now) = (self.site(), self.now());
        let found = self.sessions().find(token, &site, now);
        found.map_or_else(Caller::default, |(id, session)| self.person(&site, id, &session, device))
    }

    /// The person of a session.
    fn person(&self, site: &Site, id: SessionId, session: &Session, device: Option<DeviceId>) -> Caller {
        let mut caller = Caller { session: Some(id), device, ..Caller::default() };
        caller.who = match session.whose {
            Whose::Guest { name } => Who::Guest(name),
            Whose::Patron { name } => Who::Patron(name),
            Whose::Staff { name, .. } => {
                let person = site.people.get(&name);
                caller.must_change = person.is_some_and(|person| person.must_change);
                caller.factor_due = person.is_some_and(|person| self.factor_due(person));
                caller.program = person.is_some_and(|person| person.program.is_some());
                let grants = person.map(|person| person.grants.iter().copied().collect());
                Who::Staff { name, grants: grants.unwrap_or_default() }
            }
            // A machine's token in a person's cookie is nobody.
            Whose::Device { .. } => return Caller { device, ..Caller::default() },
        };
        caller
    }

    /// The tables that a patron is at.
    pub fn tables_of(&self, patron: PersonId) -> Vec<String> {
        let at = |table: &TableHandle| {
            let moment = table.now();
            let open = moment.table.open.as_ref();
            open.is_some_and(|open| open.patrons.seated.values().any(|seated| *seated == patron))
        };
        self.floor().tables().iter().filter(|table| at(table)).map(|table| table.name().to_string()).collect()
    }

    /// Passes as much as one person may say in a second, by whatever way: every record that somebody can cause is bounded.
    pub fn not_too_often(&self, caller: &Caller) -> Result<(), ApiError> {
        let (rates, limits) = (self.rates(), self.config().limits);
        let (rate, who, most) = match &caller.who {
            Who::Guest(name) | Who::Patron(name) => (&rates.patrons, name, limits.patron_commands_per_second),
            Who::Staff { name, .. } => (&rates.staff, name, limits.staff_commands_per_second),
            // Nobody and machines sign in, which is counted by address; what they are denied is counted, too.
            Who::Nobody | Who::Device { .. } => return Ok(()),
        };
        rate.take(who, self.now()).map_err(|seconds| {
            ApiError::too_many(
                format!("one person says {most} things a second at most; wait a moment"),
                seconds,
            )
        })
    }

    /// Passes as much reading as a caller may ask for in a second.
    pub fn not_read_too_often(&self, caller: &Caller, address: IpAddr) -> Result<(), ApiError> {
        let (rates, limits) = (self.rates(), self.config().limits);
        let (taken, who, most) = match &caller.who {
            Who::Guest(name) | Who::Patron(name) | Who::Staff { name, .. } => {
                let taken = rates.reads.take(&ReadingParty::Person(*name), self.now());
                (taken, "one person", limits.reads_per_second)
            }
            Who::Device { id, .. } => {
                let taken = rates.reads.take(&ReadingParty::Device(*id), self.now());
                (taken, "one machine", limits.reads_per_second)
            }
            Who::Nobody => {
                let taken = rates.unknown_reads.take(&counted(address), self.now());
                (taken, "one address", limits.reads_per_second_per_address)
            }
        };
        taken.map_err(|seconds| {
            let sentence = format!("{who} is shown {most} things a second at most; wait a moment");
            ApiError::too_many(sentence, seconds)
        })
    }

    /// Counts one more line that a caller holds open, if they may have another. Of whom nothing is known the address is counted,
    /// where connections are.
    pub fn open_line(
        &self,
        lines: &OpenLines<ReadingParty>,
        caller: &Caller,
    ) -> Result<Option<OpenLine<ReadingParty>>, ApiError> {
        let who = match &caller.who {
            Who::Nobody => return Ok(None),
            Who::Guest(name) | Who::Patron(name) | Who::Staff { name, .. } => ReadingParty::Person(*name),
            Who::Device { id, .. } => ReadingParty::Device(*id),
        };
        let full =
            || ApiError::too_many("there are as many of these open as one person may have; close one", 1);
        lines.open(who).map(Some).ok_or_else(full)
    }

    /// Passes as many changes as a patron may make to their own account in a minute.
    pub fn changes_own_account(&self, patron: PersonId) -> Result<(), ApiError> {
        let taken = self.rates().own_accounts.take(&patron, self.now());
        taken.map_err(|seconds| {
            ApiError::too_many("limits, exclusion and PIN were changed often; wait", seconds)
        })
    }

    /// Journals that somebody was denied something. Who is denied too often in a minute is only told to wait.
    pub async fn denied(&self, caller: &Caller, act: &str, place: Place, why: &str) -> Result<(), ApiError> {
        let who = match &caller.who {
            Who::Nobody => return Ok(()),
            Who::Guest(name) | Who::Patron(name) | Who::Staff { name, .. } => *name,
            Who::Device { id, .. } => id.as_str().parse().map_err(ApiError::fault)?,
        };
        if let Err(seconds) = self.rates().denials.take(&who, self.now()) {
            return Err(ApiError::too_many("this was denied again and again; wait", seconds));
        }
        metrics::counter!("punto_denials_total").increment(1);
        let (Ok(act), by) = (act.parse(), plain(why)) else { return Ok(()) };
        self.say_site(Principal::System, Command::Deny { who, act, place, by }).await.map(|_| ())
    }

    /// Whether the journal takes what is written: tried, and the answer is good for a moment, however many ask.
    pub async fn can_record(&self) -> bool {
        const GOOD_FOR: Duration = Duration::from_secs(1);
        let mut tried = self.0.recorded.lock().await;
        if let Some((at, can)) = *tried
            && at.elapsed() < GOOD_FOR
        {
            return can;
        }
        let journal = self.journal().clone();
        let put = blocking(move || journal.put("setting", "ready", b"")).await;
        if let Err(fault) = &put {
            tracing::warn!(%fault, "the journal takes nothing");
        }
        *tried = Some((Instant::now(), put.is_ok()));
        put.is_ok()
    }

    /// Whether wagering is closed for the whole house, and why.
    pub fn closed(&self) -> Option<String> {
        let site = self.site();
        let fault = site
            .notices
            .values()
            .find(|notice| notice.severity == punto_site::Severity::Fault && notice.place == Place::Site);
        fault.map(|notice| notice.what.to_string())
    }
}

/// The number of the session that a sign-in began.
pub fn session_of(answer: &AnswerOf<Site>) -> Option<u32> {
    answer.happened.iter().find_map(|event| match event.what {
        Happening::SignedIn { session, .. } => Some(session),
        _ => None,
    })
}

/// Whether people sign in at a machine of this kind.
pub fn signs_in_at(kind: DeviceKind) -> bool {
    matches!(kind, DeviceKind::Console | DeviceKind::Terminal)
}
