//! A proposal as the line that the site keeps of it, and back.

use punto_site::{Command, Matter, RunningSetting};
use punto_vocab::line::Field;
use punto_vocab::{Dealer, Money, PersonId};

use crate::Proposed;

impl Proposed {
    /// What it is about.
    pub fn matter(&self) -> Matter {
        match self {
            Proposed::Adjust { .. } => Matter::Adjustment,
            Proposed::Erase { .. } => Matter::Erasure,
            Proposed::Set { .. } => Matter::Setting,
            Proposed::OpenTable { .. } | Proposed::CloseTable { .. } => Matter::Table,
            Proposed::Order { .. } => Matter::Void,
            Proposed::Fill { .. } | Proposed::Credit { .. } => Matter::Float,
            Proposed::Accept { .. } | Proposed::Reject { .. } => Matter::Software,
            Proposed::Hire { .. }
            | Proposed::Grant { .. }
            | Proposed::Withdraw { .. }
            | Proposed::Enable { .. }
            | Proposed::Disable { .. }
            | Proposed::Leave { .. }
            | Proposed::ResetPassword { .. } => Matter::Site,
            Proposed::Clear { .. } => Matter::Fault,
        }
    }

    /// The line that is kept. What its words would be read as something else for is refused.
    pub fn line(&self) -> Result<String, String> {
        let line = self.written();
        match self.matter() {
            // The site reads its own commands.
            Matter::Site | Matter::Fault => Ok(line),
            matter => match Proposed::read(matter, &line)? {
                read if read == *self => Ok(line),
                _ => Err(format!(
                    "`{line}` would be read as something else; names and currencies are single words"
                )),
            },
        }
    }

    fn written(&self) -> String {
        let line = match self {
            Proposed::Adjust { patron, by, why } => {
                let way = if *by < 0 { "down" } else { "up" };
                format!("{patron} {way} {} {why}", Money::from_minor(by.saturating_abs()).write())
            }
            Proposed::Erase { patron, why } => format!("{patron} {why}"),
            Proposed::Set { setting, value, why } => format!("{} {value} {why}", setting.0),
            Proposed::OpenTable { table, rulebook, dealer, currency, opening } => {
                format!("open {table} {rulebook} {} {currency} {opening}", dealer.0)
            }
            Proposed::CloseTable { table } => format!("close {table}"),
            Proposed::Order { table, cure: None } => format!("{table} order"),
            Proposed::Order { table, cure: Some(cure) } => format!("{table} order {}", cure.0),
            Proposed::Fill { table, amount } => {
                format!("fill {table} {}", Money::from_minor(*amount).write())
            }
            Proposed::Credit { table, amount } => {
                format!("credit {table} {}", Money::from_minor(*amount).write())
            }
            Proposed::Accept { digest, why } => format!("accept {digest} {why}"),
            Proposed::Reject { digest, why } => format!("withdraw {digest} {why}"),
            Proposed::Hire { name, grants } if grants.is_empty() => format!("hire {name}"),
            Proposed::Hire { name, grants } => {
                let grants: Vec<String> = grants.iter().map(|grant| grant.0.to_string()).collect();
                format!("hire {name} as {}", grants.join("+"))
            }
            Proposed::Clear { number } => format!("clear {number}"),
            Proposed::Grant { name, grant } => format!("grant {name} {}", grant.0),
            Proposed::Withdraw { name, grant } => format!("withdraw {name} {}", grant.0),
            Proposed::Enable { name } => format!("enable {name}"),
            Proposed::Disable { name } => format!("disable {name}"),
            Proposed::Leave { name } => format!("leave {name}"),
            Proposed::ResetPassword { name } => format!("reset-password {name}"),
        };
        line.trim_end().to_owned()
    }

    /// What a proposal will do, by the line that was kept of it: a command of the site for its own matters.
    pub fn kept(matter: Matter, line: &str) -> Option<Proposed> {
        if !matter.is_of_the_site() {
            return Proposed::read(matter, line).ok();
        }
        let name = |name: PersonId| name.to_string();
        Some(match line.parse().ok()? {
            Command::Hire { name: who, grants } => {
                let grants = grants.iter().flat_map(|grants| grants.iter().map(Into::into)).collect();
                Proposed::Hire { name: name(who), grants }
            }
            Command::Clear { number, .. } => Proposed::Clear { number },
            Command::Grant { name: who, grant } => Proposed::Grant { name: name(who), grant: grant.into() },
            Command::Withdraw { name: who, grant } => {
                Proposed::Withdraw { name: name(who), grant: grant.into() }
            }
            Command::Enable { name: who } => Proposed::Enable { name: name(who) },
            Command::Disable { name: who, .. } => Proposed::Disable { name: name(who) },
            Command::Leave { name: who } => Proposed::Leave { name: name(who) },
            Command::ResetPassword { name: who } => Proposed::ResetPassword { name: name(who) },
            _ => return None,
        })
    }

    /// Reads a line that was kept of a matter which is not the site's own.
    pub fn read(matter: Matter, line: &str) -> Result<Proposed, String> {
        let read = match matter {
            Matter::Adjustment => adjustment(line),
            Matter::Erasure => erasure(line),
            Matter::Setting => setting(line),
            Matter::Table => table(line),
            Matter::Void => order(line),
            Matter::Software => manifest(line),
            Matter::Float => float(line),
            Matter::Site | Matter::Fault => None,
        };
        read.ok_or_else(|| format!("`{line}` is not {}", expected(matter)))
    }
}

/// What a line of a matter says.
fn expected(matter: Matter) -> &'static str {
    match matter {
        Matter::Adjustment => "an account, up or down, an amount and why: ada up 12.50 counted wrong",
        Matter::Erasure => "an account and why: ada asked for it",
        Matter::Setting => "a setting, its value and why: patron-minutes 20 as the regulator asks",
        Matter::Table => "a table to open or to close: close nsw-3",
        Matter::Void => "a ruling with its table: nsw-1 order, or nsw-1 order void-coup",
        Matter::Float => "a fill or a credit with its table and amount: fill nsw-1 5000",
        Matter::Software => "accept or withdraw, the SHA-256 of a manifest in 64 digits, and why",
        Matter::Site | Matter::Fault => "for reading here: the site's own matters are said as commands",
    }
}

/// `ada up 12.50 counted wrong`.
fn adjustment(line: &str) -> Option<Proposed> {
    let mut parts = line.splitn(4, ' ');
    let patron = parts.next()?.to_owned();
    let sign = match parts.next()? {
        "up" => 1,
        "down" => -1,
        _ => return None,
    };
    let amount = Money::read(parts.next()?).ok().filter(|amount| amount.is_positive())?;
    let why = parts.next().filter(|why| !why.is_empty())?.to_owned();
    Some(Proposed::Adjust { patron, by: sign * amount.minor(), why })
}

/// `fill nsw-1 5000`.
fn float(line: &str) -> Option<Proposed> {
    let [act, table, amount] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
    let amount = Money::read(amount).ok().filter(|amount| amount.is_positive())?.minor();
    let table = table.to_owned();
    match act {
        "fill" => Some(Proposed::Fill { table, amount }),
        "credit" => Some(Proposed::Credit { table, amount }),
        _ => None,
    }
}

/// `ada asked for it`.
fn erasure(line: &str) -> Option<Proposed> {
    let (patron, why) = line.split_once(' ').unwrap_or((line, ""));
    (!patron.is_empty()).then(|| Proposed::Erase { patron: patron.to_owned(), why: why.to_owned() })
}

/// `patron-minutes 20 as the regulator asks`.
fn setting(line: &str) -> Option<Proposed> {
    let mut parts = line.splitn(3, ' ');
    let setting: RunningSetting = parts.next()?.parse().ok()?;
    let value = parts.next()?.parse().ok()?;
    Some(Proposed::Set { setting: setting.into(), value, why: parts.next().unwrap_or_default().to_owned() })
}

/// `open nsw-3 nsw-2021 person AUD usual, limits 25..5000`, or `close nsw-3`.
fn table(line: &str) -> Option<Proposed> {
    let words: Vec<&str> = line.splitn(6, ' ').collect();
    match words[..] {
        ["close", table] => Some(Proposed::CloseTable { table: table.to_owned() }),
        ["open", table, rulebook, dealer, currency, opening] => Some(Proposed::OpenTable {
            table: table.to_owned(),
            rulebook: rulebook.to_owned(),
            dealer: dealer.parse::<Dealer>().ok()?.into(),
            currency: currency.to_owned(),
            opening: opening.to_owned(),
        }),
        _ => None,
    }
}

/// `nsw-1 order void-coup`.
fn order(line: &str) -> Option<Proposed> {
    let words: Vec<&str> = line.split(' ').collect();
    let (table, cure) = match words[..] {
        [table, "order"] => (table, None),
        [table, "order", cure] => (table, Some(cure.parse::<punto_rulebook::Cure>().ok()?.into())),
        _ => return None,
    };
    Some(Proposed::Order { table: table.to_owned(), cure })
}

/// `accept 9f86d081… version 2`, or `withdraw 9f86d081… why`.
fn manifest(line: &str) -> Option<Proposed> {
    let mut parts = line.splitn(3, ' ');
    let verdict = parts.next()?;
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let digest = parts.next().filter(|digest| digest.len() == 64 && digest.bytes().all(digit))?.to_owned();
    let why = parts.next().unwrap_or_default().to_owned();
    match verdict {
        "accept" => Some(Proposed::Accept { digest, why }),
        "withdraw" => Some(Proposed::Reject { digest, why }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_back_as_what_was_proposed_and_others_are_told_what_could_be() {
        let digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        for (matter, right, wrongs) in [
            (Matter::Adjustment, "ada up 12.50 counted wrong", &["ada up 12.50", "ada up -3 x", "ada 5"][..]),
            (Matter::Adjustment, "ada down 3 counted wrong", &["ada down 0 x", "ada off 3 x"]),
            (Matter::Erasure, "ada asked for it", &[""]),
            (Matter::Setting, "patron-minutes 20 for a while", &["patron-minutes", "idle 10", "guests many"]),
            (Matter::Table, "close nsw-3", &["close", "shut nsw-3", "close nsw-3 now"]),
            (
                Matter::Table,
                "open nsw-3 nsw-2021 person AUD usual, limits 25..5000",
                &["open nsw-3", "open nsw-3 nsw-2021 robot AUD usual"],
            ),
            (Matter::Void, "nsw-1 order", &["nsw-1", "order", "nsw-1 settle"]),
            (Matter::Void, "nsw-1 order void-coup", &["nsw-1 order luck", "nsw-1 order void-coup now"]),
            (Matter::Software, &format!("accept {digest} version 2"), &["accept", "accept 9f86", "run this"]),
            (Matter::Software, &format!("withdraw {digest}"), &[]),
        ] {
            let read = Proposed::read(matter, right);
            assert_eq!(read.as_ref().map(Proposed::matter), Ok(matter), "{right}");
            assert_eq!(read.and_then(|read| read.line()), Ok(right.to_owned()));
            for wrong in wrongs {
                let refused = Proposed::read(matter, wrong).unwrap_err();
                assert!(refused.starts_with(&format!("`{wrong}` is not ")), "{refused}");
            }
        }
        assert!(Proposed::read(Matter::Site, "hire ada").is_err());
    }

    #[test]
    fn what_would_be_read_as_something_else_is_refused() {
        let open = |rulebook: &str, currency: &str| Proposed::OpenTable {
            table: "nsw-3".into(),
            rulebook: rulebook.into(),
            dealer: Dealer::Person.into(),
            currency: currency.into(),
            opening: "usual".into(),
        };
        assert!(open("nsw-2021", "AUD").line().is_ok());
        assert!(open("nsw-2021", "AUD usual,").line().is_err());
        assert!(open("nsw-2021 person AUD usual, limits", "1..2").line().is_err());
        let adjust = |patron: &str, by, why: &str| {
            Proposed::Adjust { patron: patron.into(), by, why: why.into() }.line()
        };
        assert_eq!(adjust("ada", -1250, "counted wrong"), Ok("ada down 12.50 counted wrong".into()));
        for (patron, by, why) in
            [("ada up 5", 1, "x"), ("ada", 0, "x"), ("ada", 1, ""), ("ada", i64::MIN, "x")]
        {
            assert!(adjust(patron, by, why).is_err(), "{patron} {by} {why}");
        }
    }
}
