//! What the operator chose: a TOML file, the command line over it, and sensible defaults under both.

mod file;
mod mistake;
mod settings;
mod tables;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use punto_access::Idle;
use punto_floor::copies::Destination;
use punto_floor::{Books, Pace, TablePlan};
use punto_rulebook::Stray;
use punto_software::PublicKey;
use punto_vocab::Money;
use tracing::level_filters::LevelFilter;

pub use mistake::{Mistake, Mistakes};
pub use settings::{Setting, Settings};

/// Everything that can be chosen about a server; [`Config::load`] makes one that is checked.
#[derive(Clone, Debug)]
pub struct Config {
    /// The site's name: on screens, and part of what every shoe is made from.
    pub site: String,
    /// The name of this machine among those of the site.
    pub node: String,
    /// Whether this is a demonstration: five tables, play money, guests.
    pub demo: bool,
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where scanning shoes connect, if there are any.
    pub scanning_shoes: Option<SocketAddr>,
    /// Whether a proxy stands before the server, which encrypts and says who calls.
    pub behind_proxy: bool,
    /// The address that people type, such as `https://tables.example.org`; taken from the request by default.
    pub public: Option<String>,
    /// How much one machine, and all together, may ask for.
    pub limits: Limits,
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
    /// The rulebooks: those in the binary, and those of a folder.
    pub books: Books,
    /// What lies in that folder and is no rulebook; the start says so.
    pub strays: Vec<Stray>,
    /// What is logged.
    pub log: Log,
    /// After how long a silent session ends.
    pub idle: Idle,
    /// What the software is checked against.
    pub software: Software,
    /// Where second copies of checkpoints go.
    pub copies: Copies,
    /// When a full disk closes wagering.
    pub disk: Disk,
    /// From which amounts on money waits for an attendant.
    pub money: Attended,
    /// How fast automatic dealers work.
    pub pace: Pace,
    /// The tables to be there.
    pub tables: Vec<TablePlan>,
}

/// How much one machine, and all together, may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at a time.
    pub connections: usize,
    /// Connections at a time from one address.
    pub connections_per_address: usize,
    /// Sign-ins in a minute from one address.
    pub sign_ins_per_minute: u32,
    /// Guests of a demonstration at a time.
    pub guests: usize,
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
    pub key: Option<PublicKey>,
}

/// Where second copies of checkpoints go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copies {
    /// How often a checkpoint is signed.
    pub every: Duration,
    /// Folders and addresses.
    pub to: Vec<Destination>,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attended {
    /// What one coup pays a patron.
    pub large_win: Option<Money>,
    /// What an account holds freely.
    pub account_most: Option<Money>,
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
    pub rulebooks: Option<PathBuf>,
    pub log_json: bool,
    pub log_level: Option<String>,
}

impl Config {
    /// The default address to listen at.
    pub const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

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

    /// Whether only this machine can reach the server.
    pub fn on_loopback(&self) -> bool {
        self.listen.ip().is_loopback()
    }

    /// Whether browsers reach the server over an encrypted connection.
    pub fn secure(&self) -> bool {
        match &self.public {
            Some(public) => public.starts_with("https://"),
            None => self.behind_proxy,
        }
    }
}
