//! Betting systems as a few lines of text.

use std::fmt;
use std::str::FromStr;

use punto_vocab::{BetId, Money};

use crate::SettledHow;

/// A betting system: what a patron stakes next after a win, a loss or a stand-off.
///
/// # The text
///
/// One statement a line; `#` begins a comment. `bet` and `base` are needed, the rest is not:
///
/// ```text
/// bet banker        # the bet, by its id
/// base 10           # the first stake, and the unit of `up` and `down`
/// target 200        # leave when so much is won
/// lose: double      # after a loss
/// win x3: base      # after every third win in a row
/// win: keep
/// ```
///
/// After each coup the first line that matches says what becomes of the stake; where none does it is kept. `win x3`
/// matches when the wins in a row, this one included, are a multiple of three. A stand-off (`stand-off:`) neither
/// makes nor breaks a row. What may become of the stake: `base`, `keep`, `double`, `up N` and `down N` by so many
/// times the base but never below it, and `leave`.
///
/// ```
/// use punto_odds::sim::System;
/// let system: System = "bet banker\nbase 10\nlose: double\nwin: base".parse().unwrap();
/// assert_eq!(system, System::martingale(system.bet(), system.base()));
/// assert_eq!(system.to_string().parse(), Ok(system));
/// assert!("bet banker\nbase 10\nlose: tripel".parse::<System>().unwrap_err().to_string().contains("line 3"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    pub(super) bet: BetId,
    pub(super) base: Money,
    pub(super) target: Option<Money>,
    pub(super) lines: Vec<Line>,
}

/// One line of a system: after `row` such results in a row, or a multiple, this becomes of the stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) on: SettledHow,
    pub(super) row: u32,
    pub(super) then: Then,
}

/// What becomes of the stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    Base,
    Keep,
    Double,
    Up(u32),
    Down(u32),
    Leave,
}

/// A text that is no betting system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SystemError {
    /// A line that says nothing known.
    #[error(
        "line {line}: `{text}` is not part of a system; a line is `bet ID`, `base AMOUNT`, `target AMOUNT`, or a \
         result (win, lose, stand-off, or such as win x3), a colon, and base, keep, double, up N, down N or leave"
    )]
    Line {
        /// Which line, from one.
        line: usize,
        /// What it says.
        text: String,
    },
    /// Something needed is missing.
    #[error("the system has no `{0}` line")]
    Missing(&'static str),
}

impl System {
    /// The same stake always.
    pub fn flat(bet: BetId, base: Money) -> System {
        System { bet, base, target: None, lines: Vec::new() }
    }

    /// Doubles after every loss and begins again after a win.
    pub fn martingale(bet: BetId, base: Money) -> System {
        let lines =
            vec![Line::new(SettledHow::Lose, 1, Then::Double), Line::new(SettledHow::Win, 1, Then::Base)];
        System { lines, ..System::flat(bet, base) }
    }

    /// Doubles after a win, begins again after the third in a row and after a loss.
    pub fn paroli(bet: BetId, base: Money) -> System {
        let lines = vec![
            Line::new(SettledHow::Win, 3, Then::Base),
            Line::new(SettledHow::Win, 1, Then::Double),
            Line::new(SettledHow::Lose, 1, Then::Base),
        ];
        System { lines, ..System::flat(bet, base) }
    }

    /// D'Alembert's: one unit more after a loss, one less after a win.
    pub fn dalembert(bet: BetId, base: Money) -> System {
        let lines =
            vec![Line::new(SettledHow::Lose, 1, Then::Up(1)), Line::new(SettledHow::Win, 1, Then::Down(1))];
        System { lines, ..System::flat(bet, base) }
    }

    /// The same system, left once so much is won.
    pub fn with_target(self, target: Money) -> System {
        System { target: Some(target), ..self }
    }

    /// The bet.
    pub fn bet(&self) -> BetId {
        self.bet
    }

    /// The first stake.
    pub fn base(&self) -> Money {
        self.base
    }

    /// What becomes of the stake after the last of so many such results in a row.
    pub(super) fn then(&self, on: SettledHow, row: u32) -> Then {
        let line = self.lines.iter().find(|line| line.on == on && row.is_multiple_of(line.row));
        line.map_or(Then::Keep, |line| line.then)
    }
}

impl Line {
    fn new(on: SettledHow, row: u32, then: Then) -> Line {
        Line { on, row, then }
    }

    fn read(text: &str) -> Option<Line> {
        let (on, then) = text.split_once(':')?;
        let mut on = on.split_whitespace();
        let result = on.next()?.parse().ok()?;
        let row = match on.next() {
            Some(row) => row.strip_prefix('x')?.parse().ok().filter(|row| *row > 0)?,
            None => 1,
        };
        let mut then = then.split_whitespace();
        let action = match then.next()? {
            "base" => Then::Base,
            "keep" => Then::Keep,
            "double" => Then::Double,
            "up" => Then::Up(then.next()?.parse().ok()?),
            "down" => Then::Down(then.next()?.parse().ok()?),
            "leave" => Then::Leave,
            _ => return None,
        };
        (on.next().is_none() && then.next().is_none()).then_some(Line::new(result, row, action))
    }
}

impl FromStr for System {
    type Err = SystemError;

    fn from_str(text: &str) -> Result<System, SystemError> {
        let (mut bet, mut base, mut target, mut lines) = (None, None, None, Vec::new());
        let amount = |text: &str| text.parse::<Money>().ok().filter(|amount| amount.is_positive());
        for (number, whole) in text.lines().enumerate() {
            let line = whole.split('#').next().unwrap_or_default().trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let known = match word {
                "" => true,
                "bet" => rest.trim().parse().map(|id| bet = Some(id)).is_ok(),
                "base" => amount(rest.trim()).map(|amount| base = Some(amount)).is_some(),
                "target" => amount(rest.trim()).map(|amount| target = Some(amount)).is_some(),
                _ => Line::read(line).map(|line| lines.push(line)).is_some(),
            };
            if !known {
                return Err(SystemError::Line { line: number + 1, text: line.chars().take(60).collect() });
            }
        }
        let bet = bet.ok_or(SystemError::Missing("bet"))?;
        Ok(System { bet, base: base.ok_or(SystemError::Missing("base"))?, target, lines })
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bet {}\nbase {}", self.bet, self.base)?;
        if let Some(target) = self.target {
            write!(f, "\ntarget {target}")?;
        }
        self.lines.iter().try_for_each(|line| write!(f, "\n{line}"))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.on)?;
        if self.row > 1 {
            write!(f, " x{}", self.row)?;
        }
        match self.then {
            Then::Base => f.write_str(": base"),
            Then::Keep => f.write_str(": keep"),
            Then::Double => f.write_str(": double"),
            Then::Up(units) => write!(f, ": up {units}"),
            Then::Down(units) => write!(f, ": down {units}"),
            Then::Leave => f.write_str(": leave"),
        }
    }
}
