//! What the operator chose: a TOML file, the command line over it, and sensible defaults under both.

mod encrypted;
mod environment;
mod file;
pub mod first;
mod keys;
mod mistake;
mod money;
mod openings;
mod play;
mod said;
mod settings;
mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use punto_access::Idle;
use punto_floor::{Books, Pace, TablePlan};
use punto_journal::Destination;
use punto_rulebook::Stray;
use punto_site::{Grant, Mode};
use punto_software::{VouchedKey, Watched};
use punto_vocab::{ExchangeRate, Money};
use tracing::level_filters::LevelFilter;

pub use encrypted::TlsFiles;
pub use environment::ENVIRONMENT;
pub use keys::usual_chain_key;
pub use mistake::{Mistake, Mistakes};
pub use openings::{ConfiguredGame, Openings, Wide};
pub use play::{LawRule, Play, Profile, Texts};
pub use said::{Change, SaidOptions};
pub use settings::Settings;

/// Everything that can be chosen about a server; [`Config::load`] makes one that is checked.
#[derive(Clone, Debug)]
pub struct Config {
    /// The site's name: on screens, and part of what every shoe is made from.
    pub site: String,
    /// The name of this machine among those of the site.
    pub node: String,
    /// Whether this is a demonstration: five tables, play money, guests.
    pub demo: bool,
    /// Whether the demonstration shows a tournament beside its tables: where no tables of its own are named.
    pub exhibition: bool,
    /// Whether house players sit at the five tables of a demonstration.
    pub house_players: bool,
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where scanning shoes connect, if there are any.
    pub scanning_shoes: Option<SocketAddr>,
    /// Whether a proxy stands before the server, which encrypts and says who calls.
    pub behind_proxy: bool,
    /// The addresses of such proxies; what any other peer says of who calls is not believed.
    pub proxies: Vec<IpAddr>,
    /// The address that people type, such as `https://tables.example.org`; taken from the request if nobody says.
    pub public: Option<String>,
    /// The certificate with which the server encrypts by itself, if it does.
    pub tls: Option<TlsFiles>,
    /// How much one machine, and all together, may ask for.
    pub limits: RequestLimits,
    /// How long the other end of a connection is waited for.
    pub waits: Waits,
    /// The folder of the journal.
    pub data: PathBuf,
    /// The key that seals the seeds of shoes.
    pub sealing_key: PathBuf,
    /// The key that signs checkpoints.
    pub signing_key: PathBuf,
    /// The key that makes the numbers of vouchers.
    pub voucher_key: PathBuf,
    /// The key that wraps the keys of personal data.
    pub person_key: PathBuf,
    /// Whether the file says in so many words that keys may lie in the data folder of a house that plays for money.
    pub keys_in_data_folder: bool,
    /// The configuration file, if there is one.
    pub file: Option<PathBuf>,
    /// The SHA-256 of the configuration file's text.
    pub digest: Option<String>,
    /// What the file and the command line say, a value a key.
    pub said: SaidOptions,
    /// The file of the key that the codes of records and shelves are made with; the anchor lies beside it.
    pub chain_key: PathBuf,
    /// The rulebooks: those in the binary, and those of a folder.
    pub books: Books,
    /// What lies in that folder and is no rulebook; the start says so.
    pub strays: Vec<Stray>,
    /// What is logged.
    pub log: Log,
    /// After how long a silent session ends.
    pub idle: Idle,
    /// Of whom a second factor is asked: whoever has one of these roles or offices.
    pub second_factor: Vec<Grant>,
    /// What the software is checked against.
    pub software: Software,
    /// Where second copies of checkpoints go.
    pub copies: Copies,
    /// When a full disk closes wagering.
    pub disk: Disk,
    /// From which amounts on money waits for an attendant.
    pub money: Attended,
    /// The currency of accounts; none in a demonstration, or where nobody has named one.
    pub currency: Option<String>,
    /// What holds for patrons: the law of the place, and words of help.
    pub play: Play,
    /// How fast automatic dealers work.
    pub pace: Pace,
    /// The tables to be there.
    pub tables: Vec<TablePlan>,
    /// What one person alone may open a table with.
    pub openings: Openings,
}

/// How much one machine, and all together, may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestLimits {
    /// Connections at a time.
    pub connections: usize,
    /// Connections at a time from one address.
    pub connections_per_address: usize,
    /// Sign-ins in a minute from one address.
    pub sign_ins_per_minute: u32,
    /// Guests of a demonstration at a time.
    pub guests: usize,
    /// What one patron may say in a second: each is a record for ever.
    pub patron_commands_per_second: u32,
    /// The same for one person of staff.
    pub staff_commands_per_second: u32,
    /// What one person, or one machine that nobody is signed in at, may ask to be shown in a second.
    pub reads_per_second: u32,
    /// The same for all of one address of whom nothing is known.
    pub reads_per_second_per_address: u32,
    /// WebSockets that one person, or one machine that nobody is signed in at, holds open at once.
    pub sockets_per_person: usize,
    /// Streams of the journal that one person follows at once.
    pub streams_per_person: usize,
}

/// How long the other end of a connection is waited for. The file has no keys for these; tests choose other values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits {
    /// How often everybody who watches a table hears from the server.
    pub beat: Duration,
    /// How long a frame may wait to be read before its reader is dropped.
    pub patience: Duration,
    /// How long a request's head may take, and how long a connection may wait for its next request.
    pub head: Duration,
    /// How long connections may take to end when the server stops.
    pub farewell: Duration,
}

impl Default for Waits {
    fn default() -> Waits {
        let seconds = Duration::from_secs;
        Waits { beat: seconds(1), patience: seconds(10), head: seconds(30), farewell: seconds(5) }
    }
}

/// What is logged, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// One JSON object a line instead of text.
    pub json: bool,
    /// From which level on.
    pub level: LevelFilter,
    /// Other levels for parts of the program, such as `punto_floor`.
    pub targets: Vec<(String, LevelFilter)>,
}

/// What the software is checked against.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Software {
    /// The signed manifest.
    pub manifest: Option<PathBuf>,
    /// Whose signature it must have.
    pub key: Option<VouchedKey>,
}

/// Where second copies of checkpoints go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copies {
    /// How often a checkpoint is signed.
    pub every: Duration,
    /// Folders and addresses.
    pub to: Vec<Destination>,
    /// Who may sign; anybody if nobody is named.
    pub keys: Vec<punto_journal::PublicKey>,
}

/// When a full disk closes wagering, in bytes that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disk {
    /// Below this there is a warning.
    pub warn: u64,
    /// Below this wagering is closed.
    pub close: u64,
}

/// From which amounts on money waits for an attendant; nothing waits where none is given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attended {
    /// What one coup pays a patron.
    pub large_win: Option<Money>,
    /// Cash that a table takes at once, or from one patron in a gaming day: it is reported.
    pub large_cash: Option<Money>,
    /// What one of each other currency that the cage takes is worth in that of accounts.
    pub rates: BTreeMap<String, ExchangeRate>,
    /// Whether those who deal take no tips.
    pub no_tips: bool,
    /// What an account holds freely.
    pub account_most: Option<Money>,
    /// The most cash that one person of the cage takes in alone for one patron in a day; no bound in a demonstration.
    pub cash_alone: Option<Money>,
    /// The same of one cashier for all patrons together.
    pub cashier_alone: Option<Money>,
}

/// What the command line says; it goes before the file.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Options {
    pub config: Option<PathBuf>,
    pub demo: bool,
    pub listen: Option<SocketAddr>,
    pub scanning_shoes: Option<SocketAddr>,
    pub behind_proxy: bool,
    pub data: Option<PathBuf>,
    /// The folder of the service manager's credentials, which go before all other keys.
    pub credentials: Option<PathBuf>,
    pub rulebooks: Option<PathBuf>,
    pub log_json: bool,
    pub log_level: Option<String>,
    pub certificate: Option<PathBuf>,
    pub certificate_key: Option<PathBuf>,
    /// Which of them the environment said.
    pub from_environment: BTreeSet<&'static str>,
}

/// What to do with a folder that is bound to this mode, for somebody who wants the other.
pub fn other_mode(bound: Mode) -> &'static str {
    match bound {
        Mode::Real => {
            "this folder is a house that plays for money, and is one for ever: start it without --demo, or name another \
             folder with --data for the demonstration"
        }
        Mode::Demonstration => {
            "this folder is a demonstration, and is one for ever: start it with --demo, or name another folder with --data \
             for the house that plays for money"
        }
    }
}

impl Config {
    /// The address that is listened at if nobody says.
    pub const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

    /// Refuses a currency that the house does not have; a demonstration plays with any.
    pub fn has_currency(&self, currency: &str) -> Result<(), String> {
        if self.demo { Ok(()) } else { self.openings.has(currency) }
    }

    /// Reads the file, if one is named, puts the command line over it and checks everything.
    pub fn load(options: &Options) -> Result<Config, Mistakes> {
        match &options.config {
            None => file::read(Path::new("command line"), "", options),
            Some(path) => match std::fs::read_to_string(path) {
                Ok(text) => file::read(path, &text, options),
                Err(error) => Err(Mistake::of(path, format!("cannot be read: {error}")).into()),
            },
        }
    }

    /// Reads a configuration from text, as if it stood in a file of this name.
    pub fn read(path: &Path, text: &str, options: &Options) -> Result<Config, Mistakes> {
        file::read(path, text, options)
    }

    /// What the house is.
    pub fn mode(&self) -> Mode {
        Mode::of(self.demo)
    }

    /// Refuses a house that plays for money whose keys lie in its data folder, where a copy of the one takes the other
    /// along. New keys are never made beside old ones in silence.
    pub fn keys_apart(&self) -> Result<(), String> {
        if self.demo || self.keys_in_data_folder {
            return Ok(());
        }
        let Some(old) = self.keys().into_iter().find_map(|key| {
            let old = keys::inside(&self.data).join(key.file_name()?);
            (old.exists() && !key.exists()).then_some(old)
        }) else {
            return Ok(());
        };
        Err(format!(
            "the key {} lies in the data folder, where a copy of the journal takes it along: move {} to {}, or say \
             keys-in-data-folder = true under [data]",
            old.display(),
            keys::inside(&self.data).display(),
            keys::beside(&self.data).display()
        ))
    }

    /// The files that may not change while the house runs, the program's being of this digest. In a demonstration without a
    /// manifest every file may.
    ///
    /// Without a manifest the configuration may be prepared for the next start, which records what was changed. The
    /// manifest itself may be followed by one that two persons have accepted.
    pub fn watched(&self, binary: &str) -> Option<Vec<Watched>> {
        let manifest = self.software.manifest.is_some();
        if self.demo && !manifest {
            return None;
        }
        let watched = |name: &str, path: PathBuf, digest: &str| Watched {
            name: name.to_owned(),
            path,
            digest: digest.to_owned(),
        };
        let program = std::env::current_exe().ok().map(|path| watched("binary punto", path, binary));
        let file = self.file.clone().zip(self.digest.as_deref()).filter(|_| manifest);
        let file = file.map(|(path, digest)| watched("the configuration file", path, digest));
        Some(program.into_iter().chain(file).collect())
    }

    fn keys(&self) -> [&Path; 5] {
        [&self.sealing_key, &self.signing_key, &self.voucher_key, &self.person_key, &self.chain_key]
    }

    /// Whether what a peer says of who calls is believed: a proxy that the operator has named.
    pub fn is_proxy(&self, peer: IpAddr) -> bool {
        self.behind_proxy && self.proxies.contains(&peer.to_canonical())
    }

    /// Whether only this machine can reach the server.
    pub fn on_loopback(&self) -> bool {
        self.listen.ip().is_loopback()
    }

    /// Whether browsers reach the server over an encrypted connection.
    pub fn secure(&self) -> bool {
        match &self.public {
            Some(public) => public.starts_with("https://"),
            None => self.behind_proxy || self.tls.is_some(),
        }
    }
}
