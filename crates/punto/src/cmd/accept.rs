//! `punto accept`: two persons take a journal as it is, when the house does not open on it by itself.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use punto_access::password::fits;
use punto_access::{Tries, credential_of};
use punto_floor::{Clock, SystemClock, site_of};
use punto_journal::{ChainKey, SqliteReader, accept};
use punto_site::{Person, Right, Site, may};
use punto_vocab::PersonId;

use crate::failure::{Answer, Failure};
use crate::progress::spaced;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto accept --data ./data --by mia --by ben

Needed when an older backup was put back on purpose, when the anchor beside the key of the chain is lost, when another key is \
to sign, to make vouchers or to seal personal data, which is lost with the key it was sealed under, and when another engine is to \
go on behind records that were never signed. One must be an administrator and the other answer for the house and be none, by the \
journal that they accept, and both give their passwords: at the terminal, or a line each on the standard input.

The journal must be whole in itself: every record written with the key of the chain. That it was accepted, and by whom, is the \
first thing that the next start records. Who holds the keys of the house can do the same without passwords: keep them apart.")]
pub(crate) struct Args {
    /// The folder of the journal; it must not be in use.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// The file of the key of the chain; chain.key in the folder of keys beside the folder, or in keys/ of a demonstration, by default.
    #[arg(long, value_name = "FILE")]
    chain_key: Option<PathBuf>,
    /// A key that has changed and lies elsewhere than beside the key of the chain; may be given more than once. Only keys as
    /// they are now are accepted.
    #[arg(long, value_name = "FILE")]
    key: Vec<PathBuf>,
    /// Who accepts it; two different persons.
    #[arg(long, value_name = "NAME", required = true)]
    by: Vec<PersonId>,
}

pub(crate) fn run(args: &Args) -> Answer {
    let [one, other] = args.by[..] else {
        return Err(Failure::Message("it takes two persons: say --by twice".into()));
    };
    if one == other {
        return Err(Failure::Message(format!("{one} is one person; somebody else must accept it, too")));
    }
    let key_file = super::verify::chain_key(&args.data, args.chain_key.as_deref())?;
    let key = ChainKey::load(&key_file).map_err(Failure::of)?;
    let reader = SqliteReader::open(&args.data).map_err(Failure::of)?.with_key(key);
    let site = site_of(&reader).map_err(Failure::of)?;
    two_kinds(&site, one, other)?;
    let mut tries = Tries::beside(&key_file).map_err(Failure::of)?;
    for name in [one, other] {
        person(&site, &reader, name, &mut tries)?;
    }
    tries.done().map_err(Failure::of)?;
    drop(reader);
    let by = format!("by {one} and {other}");
    let accepted = accept(&args.data, &key_file, &args.key, &by).map_err(Failure::of)?;
    let before =
        accepted.before.map_or("no anchor".to_owned(), |before| format!("an anchor at {}", spaced(before)));
    Ok(format!(
        "{} is accepted by {one} and {other} as it is: {} records, where there was {before}\n\
         the keys as they are now: {}\n",
        args.data.display(),
        spaced(accepted.now),
        accepted.keys.join(", ")
    ))
}

/// Refuses two of one kind: one makes accounts and settings, and the other answers for the house and does not.
fn two_kinds(site: &Site, one: PersonId, other: PersonId) -> Result<(), Failure> {
    let kind = |name: PersonId| {
        let administers = may(site, name, Right::ChangeSettings);
        match site.people.get(&name).is_some_and(Person::seconds_staff) {
            true => Ok(false),
            false => administers.map(|()| true).map_err(Failure::of),
        }
    };
    if kind(one)? == kind(other)? {
        return Err(Failure::Message(format!(
            "{one} and {other} are of one kind; it takes an administrator, and somebody who answers for the house and is none"
        )));
    }
    Ok(())
}

/// Somebody who knows their password.
fn person(site: &Site, reader: &SqliteReader, name: PersonId, tries: &mut Tries) -> Result<(), Failure> {
    if site.people.get(&name).is_none_or(|person| person.must_change) {
        return Err(Failure::Message(format!(
            "{name} has never chosen a password, and cannot accept anything"
        )));
    }
    let kept = reader.get("credential", &format!("staff/{name}")).map_err(Failure::of)?;
    let now = SystemClock::new().now();
    if let Some(until) = tries.locked(now) {
        return Err(Failure::Message(format!(
            "there were too many wrong passwords; try again after {until}"
        )));
    }
    let given = password(name).map_err(Failure::of)?;
    let hash = kept.and_then(|bytes| credential_of(&bytes));
    match tries.check(now, || hash.is_some_and(|hash| fits(&given, &hash))).map_err(Failure::of)? {
        true => Ok(()),
        false => Err(Failure::Message(format!("this is not the password of {name}"))),
    }
}

/// Asks for a password; at a terminal it is not shown.
fn password(name: PersonId) -> io::Result<String> {
    let stdin = io::stdin();
    let hidden = stdin.is_terminal().then(Hidden::begin).transpose()?;
    if hidden.is_some() {
        write!(io::stderr(), "password of {name}: ")?;
    }
    let mut line = String::new();
    stdin.lock().read_line(&mut line)?;
    if hidden.is_some() {
        writeln!(io::stderr())?;
    }
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// A terminal that does not show what is typed, for as long as this lives.
struct Hidden(#[cfg(unix)] rustix::termios::Termios);

#[cfg(unix)]
impl Hidden {
    fn begin() -> io::Result<Hidden> {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let before = tcgetattr(io::stdin())?;
        let mut quiet = before.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        tcsetattr(io::stdin(), OptionalActions::Flush, &quiet)?;
        Ok(Hidden(before))
    }
}

#[cfg(unix)]
impl Drop for Hidden {
    fn drop(&mut self) {
        // A terminal that is gone needs no restoring.
        let _ = rustix::termios::tcsetattr(io::stdin(), rustix::termios::OptionalActions::Now, &self.0);
    }
}

#[cfg(not(unix))]
impl Hidden {
    fn begin() -> io::Result<Hidden> {
        Ok(Hidden())
    }
}
