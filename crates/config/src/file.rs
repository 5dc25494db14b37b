//! The configuration file: its sections, and how each value is checked where it stands.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use punto_access::Idle;
use punto_floor::{Books, TablePlan};
use punto_journal::Destination;
use punto_rulebook::Draft;
use punto_site::{Grant, RunningSetting};
use punto_vocab::Money;
use punto_vocab::line::Field;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use tracing::level_filters::LevelFilter;

use crate::keys::{KeyPlaces, is_in};
use crate::money::MoneySection;
use crate::openings::ConfiguredGame;
use crate::play::{PaceSection, PlaySection};
use crate::tables::TableSection;
use crate::{
    Config, Copies, Disk, Log, Mistake, Mistakes, Openings, Options, RequestLimits, SaidOptions, Software,
    Waits,
};

/// The sections of the file. `punto.example.toml` explains each key.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct File {
    site: SiteSection,
    listen: ListenSection,
    data: DataSection,
    rulebooks: RulebookSection,
    log: LogSection,
    sessions: SessionSection,
    software: SoftwareSection,
    checkpoints: CheckpointSection,
    disk: DiskSection,
    money: MoneySection,
    pace: PaceSection,
    demonstration: DemonstrationSection,
    play: PlaySection,
    openings: OpeningSection,
    table: Vec<TableSection>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct OpeningSection {
    currencies: Option<Vec<Spanned<String>>>,
    limits: Option<Spanned<String>>,
    side: Option<Spanned<String>>,
    together: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct SiteSection {
    name: Option<Spanned<String>>,
    node: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ListenSection {
    address: Option<Spanned<String>>,
    scanning_shoes: Option<Spanned<String>>,
    scanning_shoes_wire: Option<Spanned<String>>,
    behind_proxy: Option<Spanned<bool>>,
    proxies: Option<Vec<Spanned<String>>>,
    public: Option<Spanned<String>>,
    certificate: Option<Spanned<PathBuf>>,
    certificate_key: Option<Spanned<PathBuf>>,
    connections: Option<Spanned<u64>>,
    connections_per_address: Option<Spanned<u64>>,
    sign_ins_per_minute: Option<Spanned<u64>>,
    guests: Option<Spanned<u64>>,
    patron_commands_per_second: Option<Spanned<u64>>,
    staff_commands_per_second: Option<Spanned<u64>>,
    reads_per_second: Option<Spanned<u64>>,
    reads_per_second_per_address: Option<Spanned<u64>>,
    sockets_per_person: Option<Spanned<u64>>,
    streams_per_person: Option<Spanned<u64>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct DataSection {
    folder: Option<PathBuf>,
    keys_in_data_folder: bool,
    sealing_key: Option<Spanned<PathBuf>>,
    signing_key: Option<Spanned<PathBuf>>,
    voucher_key: Option<Spanned<PathBuf>>,
    chain_key: Option<Spanned<PathBuf>>,
    person_key: Option<Spanned<PathBuf>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct RulebookSection {
    folder: Option<PathBuf>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct LogSection {
    format: Option<Spanned<String>>,
    level: Option<Spanned<String>>,
    targets: std::collections::BTreeMap<String, Spanned<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct SessionSection {
    table_staff_minutes: Option<Spanned<u64>>,
    office_staff_minutes: Option<Spanned<u64>>,
    patron_minutes: Option<Spanned<u64>>,
    guest_minutes: Option<Spanned<u64>>,
    longest_hours: Option<Spanned<u64>>,
    second_factor: Vec<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct SoftwareSection {
    manifest: Option<Spanned<PathBuf>>,
    key: Option<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct CheckpointSection {
    every_minutes: Option<Spanned<u64>>,
    copies: Vec<Spanned<String>>,
    keys: Vec<Spanned<String>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct DiskSection {
    warn_mib: Option<Spanned<u64>>,
    close_mib: Option<Spanned<u64>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct DemonstrationSection {
    house_players: Option<bool>,
}

/// Reads a configuration, and says everything that is wrong with it.
pub(crate) fn read(path: &Path, text: &str, options: &Options) -> Result<Config, Mistakes> {
    let file: File = parse(path, text)?;
    let mut check = Check { path, text, mistakes: Vec::new() };
    let config = check.config(file, options);
    match config {
        Some(config) if check.mistakes.is_empty() => Ok(config),
        _ => Err(Mistakes(check.mistakes)),
    }
}

pub(crate) fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, Mistake> {
    toml::from_str(text).map_err(|error| {
        let message = error.message().replace("unknown field", "unknown key");
        match error.span() {
            Some(span) => Mistake::at(path, text, span, message),
            None => Mistake::of(path, message),
        }
    })
}

/// Collects mistakes while values are taken over.
pub(crate) struct Check<'a> {
    path: &'a Path,
    text: &'a str,
    mistakes: Vec<Mistake>,
}

impl Check<'_> {
    /// Notes a mistake at a place.
    pub(crate) fn wrong(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.mistakes.push(Mistake::at(self.path, self.text, span, message));
    }

    /// Notes a mistake of the whole.
    pub(crate) fn wrong_all(&mut self, message: impl Into<String>) {
        self.mistakes.push(Mistake::of(self.path, message));
    }

    /// Notes a mistake of a rulebook, at its own place.
    pub(crate) fn wrong_elsewhere(&mut self, problem: punto_rulebook::Problem) {
        self.mistakes.push(Mistake { file: problem.file, at: problem.at, message: problem.message });
    }

    fn config(&mut self, file: File, options: &Options) -> Option<Config> {
        let site = self.name(file.site.name, "site name", "Punto");
        let node = self.name(file.site.node, "node", "one");
        let listen = options
            .listen
            .or_else(|| self.parsed(file.listen.address.as_ref(), "an address like 127.0.0.1:8080"));
        let listen: SocketAddr = listen.unwrap_or(Config::LISTEN);
        let shoes = file.listen.scanning_shoes.as_ref();
        let scanning_shoes =
            options.scanning_shoes.or_else(|| self.parsed(shoes, "an address like 127.0.0.1:8081"));
        self.wire(scanning_shoes, file.listen.scanning_shoes_wire.as_ref());
        let behind_proxy = options.behind_proxy || file.listen.behind_proxy.is_some_and(Spanned::into_inner);
        let proxies = self.proxies(file.listen.proxies.as_deref());
        let public = self.public(file.listen.public);
        let tls = self.tls(file.listen.certificate, file.listen.certificate_key, options);
        let limits = RequestLimits {
            connections: self.number(file.listen.connections, 20_000, 16..=1_000_000) as usize,
            connections_per_address: self.number(file.listen.connections_per_address, 10_000, 1..=1_000_000)
                as usize,
            sign_ins_per_minute: self.number(file.listen.sign_ins_per_minute, 20, 1..=10_000) as u32,
            guests: self.number(file.listen.guests, 200, RunningSetting::Guests.range()) as usize,
            patron_commands_per_second: self.number(file.listen.patron_commands_per_second, 20, 1..=1_000_000)
                as u32,
            staff_commands_per_second: self.number(file.listen.staff_commands_per_second, 50, 1..=1_000_000)
                as u32,
            reads_per_second: self.number(file.listen.reads_per_second, 50, 1..=1_000_000) as u32,
            reads_per_second_per_address: self.number(
                file.listen.reads_per_second_per_address,
                200,
                1..=1_000_000,
            ) as u32,
            sockets_per_person: self.number(file.listen.sockets_per_person, 200, 1..=100_000) as usize,
            streams_per_person: self.number(file.listen.streams_per_person, 8, 1..=100_000) as usize,
        };
        let data = options.data.clone().or(file.data.folder).unwrap_or_else(|| PathBuf::from("data"));
        let keys_in_data_folder = file.data.keys_in_data_folder;
        let places = KeyPlaces {
            data: &data,
            credentials: options.credentials.as_deref(),
            inside: options.demo || keys_in_data_folder,
        };
        let sealing_key = self.key(&places, "sealing.key", file.data.sealing_key);
        let signing_key = self.key(&places, "checkpoint.key", file.data.signing_key);
        let voucher_key = self.key(&places, "voucher.key", file.data.voucher_key);
        let person_key = self.key(&places, "person.key", file.data.person_key);
        self.is_apart(&places, file.data.chain_key.as_ref());
        let chain_key = places.of_chain(file.data.chain_key.map(Spanned::into_inner));
        let folder = options.rulebooks.clone().or(file.rulebooks.folder);
        let books = crate::tables::books(folder.as_deref(), self);
        let log = self.log(file.log, options);
        let second_factor = self.second_factor(&file.sessions);
        let idle = self.idle(file.sessions);
        let software = self.software(file.software);
        let copies = self.copies(file.checkpoints);
        let disk = self.disk(&file.disk);
        let money = self.money(&file.money, options.demo);
        let play = self.play(&file.play);
        let pace = self.pace(file.pace, &play);
        let (books, strays) = books?;
        let mut tables = crate::tables::plans(&file.table, &books, self);
        let currency = crate::tables::currency(file.money.currency.as_ref(), &tables, options.demo);
        let exhibition = options.demo && tables.is_empty();
        if exhibition {
            tables = crate::tables::demonstration();
        }
        if let Some(plan) = tables.iter().find(|plan| plan.demonstration() && !options.demo) {
            let name = plan.name;
            self.wrong_all(format!(
                "the table {name} plays for nothing, which belongs into a demonstration (--demo)"
            ));
        }
        if !listen.ip().is_loopback() && !behind_proxy && tls.is_none() {
            self.wrong_all(format!(
                "{listen} can be reached from other machines, and nothing encrypts: name the files certificate and \
                 certificate-key, put a proxy that speaks TLS before it and say --behind-proxy, or listen at 127.0.0.1"
            ));
        }
        let demo = options.demo;
        let openings = self.openings(&file.openings, &tables, &books, demo);
        Some(Config {
            site,
            node,
            demo,
            exhibition,
            house_players: exhibition && file.demonstration.house_players.unwrap_or(true),
            listen,
            scanning_shoes,
            behind_proxy,
            proxies,
            public,
            tls,
            limits,
            waits: Waits::default(),
            data,
            sealing_key,
            signing_key,
            voucher_key,
            person_key,
            keys_in_data_folder,
            file: options.config.clone(),
            digest: (!self.text.is_empty()).then(|| punto_software::digest(self.text.as_bytes())),
            said: SaidOptions::of(self.text, options),
            chain_key,
            books,
            strays,
            log,
            idle,
            second_factor,
            software,
            copies,
            disk,
            money,
            pace,
            play,
            currency,
            tables,
            openings,
        })
    }

    /// The file of a key. In a house that plays for money it does not lie in the data folder unless the file says so.
    fn key(&mut self, places: &KeyPlaces<'_>, name: &str, named: Option<Spanned<PathBuf>>) -> PathBuf {
        self.is_apart(places, named.as_ref());
        places.of(name, named.map(Spanned::into_inner))
    }

    fn is_apart(&mut self, places: &KeyPlaces<'_>, named: Option<&Spanned<PathBuf>>) {
        if let Some(at) = named
            && !places.inside
            && is_in(at.get_ref(), places.data)
        {
            let message = "a key in the data folder goes wherever a copy of the journal goes: name a file elsewhere, or say \
                           keys-in-data-folder = true";
            self.wrong(at.span(), message);
        }
    }

    /// Who is believed when they say who calls: this machine's own proxy if nobody is named.
    fn proxies(&mut self, found: Option<&[Spanned<String>]>) -> Vec<IpAddr> {
        let Some(found) = found else {
            return vec![IpAddr::from(Ipv4Addr::LOCALHOST), IpAddr::from(Ipv6Addr::LOCALHOST)];
        };
        let mut read = |proxy| self.parsed::<IpAddr>(Some(proxy), "an address like 10.0.0.7");
        found.iter().filter_map(|proxy| read(proxy).map(|address| address.to_canonical())).collect()
    }

    /// What one person alone may open a table with: as the file says, or as the widest of its tables.
    fn openings(
        &mut self,
        section: &OpeningSection,
        tables: &[TablePlan],
        books: &Books,
        demo: bool,
    ) -> Openings {
        let currencies = match &section.currencies {
            Some(list) => list.iter().map(|currency| currency.get_ref().clone()).collect(),
            None => tables.iter().map(|plan| plan.currency.clone()).collect(),
        };
        for currency in section.currencies.iter().flatten() {
            if !crate::tables::is_plain(currency.get_ref(), 12) {
                self.wrong(currency.span(), "a currency has 1 to 12 printable characters, like SGD");
            }
        }
        let told = self.span(section.limits.as_ref());
        let side = self.span(section.side.as_ref());
        let together = section.together.as_ref().and_then(|amount| {
            let read = Money::read(amount.get_ref());
            if let Err(why) = &read {
                self.wrong(amount.span(), format!("{why}; expected an amount like 100000"));
            }
            read.ok()
        });
        let draft = |plan: &TablePlan| Some(plan.opening.draft(&*books.of_id(&plan.rulebook)?));
        let drafts: Vec<(&TablePlan, Draft)> =
            tables.iter().filter_map(|plan| Some((plan, draft(plan)?))).collect();
        let games = drafts.iter().map(|(plan, draft)| ConfiguredGame::of(&plan.rulebook, plan.dealer, draft));
        let games = (!demo).then(|| games.collect());
        let own: Vec<punto_rulebook::Limits> = drafts.into_iter().map(|(_, draft)| draft.limits).collect();
        let limits =
            told.or_else(|| (!demo).then(|| Openings::of_tables(own.iter().map(|limits| limits.wager))));
        // Side bets go as far as those of the house's tables, and within the limits of all wagers.
        let of_bets = own.iter().flat_map(|limits| limits.of_bet.values().copied());
        let side = side.or_else(|| limits.map(|limits| of_bets.fold(limits, crate::openings::wider)));
        let totals = own.iter().flat_map(|limits| {
            let totals = [limits.area_maximum, limits.differential, limits.liability];
            totals.into_iter().flatten().chain(limits.area_of.values().copied())
        });
        let together = together.or_else(|| limits.map(|limits| Openings::together_of(limits, totals)));
        Openings { currencies, games, limits, side, together, float_by_two: !demo }
    }

    /// Limits as an opening has them.
    fn span(&mut self, found: Option<&Spanned<String>>) -> Option<punto_rulebook::Span> {
        let found = found?;
        let read = punto_table::Range::read(found.get_ref());
        if let Err(why) = &read {
            self.wrong(found.span(), format!("{why}; expected limits like 25..5000"));
        }
        read.ok().map(|range| range.0)
    }

    /// Shoes name cards that lie face down, and not encrypted: other machines are to be on the tables' own wire.
    fn wire(&mut self, shoes: Option<SocketAddr>, found: Option<&Spanned<String>>) {
        match (shoes, found) {
            (_, Some(wire)) if wire.get_ref() != "own" => {
                let other = short(wire.get_ref());
                self.wrong(wire.span(), format!("`{other}` is not a wire of scanning shoes; expected own"));
            }
            (Some(address), None) if !address.ip().is_loopback() => self.wrong_all(format!(
                "scanning shoes at {address} name cards that lie face down, and not encrypted: if nothing but the tables is \
                 on that wire say scanning-shoes-wire = \"own\" under [listen], or let them connect at 127.0.0.1"
            )),
            _ => {}
        }
    }

    /// A name that goes into what shoes are made from.
    fn name(&mut self, found: Option<Spanned<String>>, what: &str, usual: &str) -> String {
        let Some(found) = found else { return usual.to_owned() };
        let plain = |c: char| c.is_ascii_alphanumeric() || " .-_".contains(c);
        let fits = (1..=40).contains(&found.get_ref().len()) && found.get_ref().chars().all(plain);
        if !fits {
            self.wrong(
                found.span(),
                format!("the {what} has 1 to 40 letters, figures, blanks, dots, - and _"),
            );
        }
        found.into_inner()
    }

    /// A value that is read from text.
    pub(crate) fn parsed<T: std::str::FromStr>(
        &mut self,
        found: Option<&Spanned<String>>,
        expected: &str,
    ) -> Option<T> {
        let found = found?;
        let value = found.get_ref().parse().ok();
        if value.is_none() {
            self.wrong(found.span(), format!("`{}` is not {expected}", short(found.get_ref())));
        }
        value
    }

    pub(crate) fn number(
        &mut self,
        found: Option<Spanned<u64>>,
        usual: u64,
        range: std::ops::RangeInclusive<u64>,
    ) -> u64 {
        let Some(found) = found else { return usual };
        if !range.contains(found.get_ref()) {
            let message =
                format!("{} is out of range; expected {} to {}", found.get_ref(), range.start(), range.end());
            self.wrong(found.span(), message);
        }
        found.into_inner()
    }

    fn minutes(&mut self, found: Option<Spanned<u64>>, usual: u64, most: u64) -> Duration {
        Duration::from_secs(60 * self.number(found, usual, 1..=most))
    }

    fn public(&mut self, found: Option<Spanned<String>>) -> Option<String> {
        let found = found?;
        let text = found.get_ref();
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        if !host.is_some_and(|host| !host.is_empty() && host.chars().all(plain)) {
            self.wrong(
                found.span(),
                format!(
                    "`{}` is not an address like https://tables.example.org, without a path",
                    short(text)
                ),
            );
        }
        Some(found.into_inner())
    }

    fn level(&mut self, found: Option<&Spanned<String>>) -> Option<LevelFilter> {
        self.parsed(found, "a level: error, warn, info, debug, trace or off")
    }

    fn log(&mut self, section: LogSection, options: &Options) -> Log {
        let json = match section.format.as_ref().map(|format| (format.get_ref().as_str(), format.span())) {
            None | Some(("text", _)) => options.log_json,
            Some(("json", _)) => true,
            Some((other, span)) => {
                self.wrong(
                    span,
                    format!("`{}` is not a format of logs; expected text or json", short(other)),
                );
                false
            }
        };
        let told = options.log_level.as_ref().and_then(|level| match level.parse() {
            Ok(level) => Some(level),
            Err(_) => {
                let message =
                    format!("`{}` is not a level: error, warn, info, debug, trace or off", short(level));
                self.wrong_all(message);
                None
            }
        });
        let level = told.or_else(|| self.level(section.level.as_ref())).unwrap_or(LevelFilter::INFO);
        let targets = section.targets.iter();
        let targets =
            targets.filter_map(|(name, level)| Some((name.clone(), self.level(Some(level))?))).collect();
        Log { json, level, targets }
    }

    fn second_factor(&mut self, section: &SessionSection) -> Vec<Grant> {
        let named = section.second_factor.iter();
        named.filter_map(|grant| self.parsed(Some(grant), "a role or an office, like cage")).collect()
    }

    fn idle(&mut self, section: SessionSection) -> Idle {
        let most = |setting: RunningSetting| *setting.range().end();
        Idle {
            tables: self.minutes(section.table_staff_minutes, 60, most(RunningSetting::TableStaffMinutes)),
            offices: self.minutes(section.office_staff_minutes, 15, most(RunningSetting::OfficeStaffMinutes)),
            patrons: self.minutes(section.patron_minutes, 30, most(RunningSetting::PatronMinutes)),
            guests: self.minutes(section.guest_minutes, 60, most(RunningSetting::GuestMinutes)),
            longest: 60 * self.minutes(section.longest_hours, 12, most(RunningSetting::LongestHours)),
        }
    }

    fn software(&mut self, section: SoftwareSection) -> Software {
        let key = self.parsed(section.key.as_ref(), "a public key of 64 hexadecimal digits");
        if let (Some(manifest), None) = (&section.manifest, &section.key) {
            self.wrong(manifest.span(), "a manifest needs `key`, the public key of whoever signs it");
        }
        if let (None, Some(key)) = (&section.manifest, &section.key) {
            self.wrong(key.span(), "a key needs `manifest`, the file that it has signed");
        }
        Software { manifest: section.manifest.map(Spanned::into_inner), key }
    }

    fn copies(&mut self, section: CheckpointSection) -> Copies {
        let every = self.minutes(section.every_minutes, 1, 24 * 60);
        let mut to: Vec<Destination> = Vec::new();
        for copy in &section.copies {
            match copy.get_ref().parse() {
                Ok(destination) => to.push(destination),
                Err(error) => self.wrong(copy.span(), error),
            }
        }
        let expected = "a public key of 64 lower-case hexadecimal digits";
        let keys = section.keys.iter().filter_map(|key| self.parsed(Some(key), expected)).collect();
        Copies { every, to, keys }
    }

    fn disk(&mut self, section: &DiskSection) -> Disk {
        const MIB: u64 = 1 << 20;
        let most = 1 << 40;
        let warn = self.number(section.warn_mib.clone(), 1024, 0..=most);
        let close = self.number(section.close_mib.clone(), 256, 0..=most);
        if let (true, Some(at)) = (close > warn, section.close_mib.as_ref().or(section.warn_mib.as_ref())) {
            self.wrong(
                at.span(),
                format!("wagering would close at {close} MiB, before the warning at {warn} MiB"),
            );
        }
        Disk { warn: warn * MIB, close: close * MIB }
    }
}

pub(crate) fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
