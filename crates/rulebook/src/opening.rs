//! What a table is opened with, as one line of text.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use punto_vocab::line::Field;
use punto_vocab::{BetId, Chips, Money, Value, Valued, Word};
use serde::{Deserialize, Serialize};

use crate::{Burn, Device, Draft, Limits, Rule, Rulebook, Span, Way};

/// A minimum and a maximum, written `25..5000`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Range(pub Span);

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0.min, self.0.max)
    }
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Range, String> {
        let (min, max) = text.split_once("..").ok_or_else(|| {
            format!(
                "`{}` is not a range; expected two amounts like 25..5000",
                text.chars().take(30).collect::<String>()
            )
        })?;
        let read = |text: &str| text.parse::<Money>().map_err(|error| error.to_string());
        Ok(Range(Span { min: read(min)?, max: read(max)? }))
    }
}

impl Field for Range {
    const EXPECTED: &'static str = "limits like 25..5000";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Range, String> {
        text.parse()
    }
}

impl Valued for Range {
    fn value(&self) -> Value {
        Value::Range { min: self.0.min, max: self.0.max }
    }
}

impl Valued for Opening {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

punto_vocab::stored! {
    newtype Range;
    struct Opening { usual, parts, limits_of, area_of, house, without }
}

/// What the operator asks for when a table opens: `decks 8, method A, limits 25..5000, chips 5 25 100`.
///
/// Every part is a word and its value; parts that are left out take the document's usual value. What a document
/// leaves to the operator without a default must be said, with `house`, unless `usual` asks for the first choices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    usual: bool,
    parts: BTreeMap<Part, String>,
    limits_of: BTreeMap<BetId, Span>,
    area_of: BTreeMap<BetId, Money>,
    house: BTreeMap<String, String>,
    without: Vec<Rule>,
}

punto_vocab::words! {
    /// A part of an opening.
    pub enum Part: "a part of an opening" {
        /// How many decks.
        Decks = "decks",
        /// Which form of the game.
        Variant = "variant",
        /// Which dealing method.
        Method = "method",
        /// The least and the most of a wager.
        Limits = "limits",
        /// The step above the minimum.
        Unit = "unit",
        /// The table differential.
        Differential = "differential",
        /// The most on an area.
        Area = "area",
        /// The most on a hand.
        Liability = "liability",
        /// The chips of the float tray.
        Chips = "chips",
        /// Which cloth.
        Layout = "layout",
        /// How many seats.
        Seats = "seats",
        /// Which side bets.
        Bets = "bets",
        /// What cards are dealt from.
        Device = "device",
        /// How many cards lie behind the marker.
        Marker = "marker",
        /// How cards are burned.
        Burn = "burn",
        /// What is in the float tray.
        Float = "float",
        /// `yes` for a low-limit table.
        LowLimit = "low-limit",
        /// `yes` for a table of a tournament.
        Tournament = "tournament",
        /// `yes` for a table that takes cash.
        Cash = "cash",
        /// Who holds the bank: `licensee` or somebody else.
        Bank = "bank",
        /// How cards come: `told` or `dealt`.
        Cards = "cards",
        /// Seconds to bet, on an electronic table or a demonstration.
        BetSeconds = "bet-seconds",
        /// The gaming date, like 2021-07-08.
        Date = "date",
        /// `yes` for a table that only shows the game: play credits, whatever the document plays with.
        Demonstration = "demonstration",
    }
}

impl Opening {
    /// An opening with the document's usual terms, and the first choice wherever the operator would have to choose.
    pub fn usual() -> Opening {
        Opening { usual: true, ..Opening::default() }
    }

    /// The text of a part.
    pub fn part(&self, part: Part) -> Option<&str> {
        self.parts.get(&part).map(String::as_str)
    }

    /// Whether a part says yes.
    pub fn says(&self, part: Part) -> bool {
        self.part(part) == Some("yes")
    }

    /// Whether a piece of equipment is missing.
    pub fn lacks(&self, rule: Rule) -> bool {
        self.without.contains(&rule)
    }

    /// Something that was missing is there now.
    pub fn has_now(&mut self, rule: Rule) {
        self.without.retain(|own| *own != rule);
    }

    /// The same opening with another value for a part.
    #[must_use]
    pub fn with(mut self, part: Part, value: &str) -> Opening {
        self.parts.insert(part, value.to_owned());
        self
    }

    /// The terms it asks for.
    pub fn draft(&self, book: &Rulebook) -> Result<Draft, String> {
        let mut draft = Draft::usual(book);
        if !self.usual {
            draft.house.clear();
        }
        let (of_bet, area_of) = (self.limits_of.clone(), self.area_of.clone());
        draft.limits = Limits { of_bet, area_of, ..draft.limits };
        draft.posted = self.posts_limits(book);
        draft.house.extend(self.house.clone());
        draft.variant = self.part(Part::Variant).map(str::to_owned);
        draft.layout = self.part(Part::Layout).map(str::to_owned);
        draft.decks = self.number(Part::Decks)?;
        draft.seats = self.number(Part::Seats)?;
        draft.behind_marker = self.number(Part::Marker)?;
        let money = |part: Part| {
            self.part(part).map(|text| text.parse::<Money>().map_err(|e| e.to_string())).transpose()
        };
        if let Some(Range(span)) = self.part(Part::Limits).map(str::parse).transpose()? {
            draft.limits.wager = span;
        }
        draft.limits.unit = money(Part::Unit)?;
        draft.limits.differential = money(Part::Differential)?;
        draft.limits.area_maximum = money(Part::Area)?;
        draft.limits.liability = money(Part::Liability)?;
        if let Some(chips) = self.part(Part::Chips) {
            draft.chips = chips.parse::<Chips>().map_err(|error| error.to_string())?;
        }
        if let Some(device) = self.part(Part::Device) {
            draft.device = Some(Device::from_word(device).map_err(|error| error.to_string())?);
        }
        if let Some(burn) = self.part(Part::Burn) {
            draft.burn = Some(Burn::from_word(burn).map_err(|error| error.to_string())?);
        }
        if let Some(bets) = self.part(Part::Bets) {
            let bets = bets.split_whitespace().filter(|word| *word != "none");
            draft.offered =
                bets.map(|bet| bet.parse().map_err(|e| format!("{e}"))).collect::<Result<_, _>>()?;
        }
        draft.tournament = self.says(Part::Tournament);
        draft.demonstration = match self.part(Part::Demonstration) {
            None | Some("no") => false,
            Some("yes") => true,
            Some(other) => return Err(format!("`demonstration {other}` is neither yes nor no")),
        };
        Ok(draft)
    }

    /// Whether it says what the sign at the table shows. What a clause wants shown must be said; where only the house
    /// asks for it, the usual limits are its choice.
    fn posts_limits(&self, book: &Rulebook) -> bool {
        let Some(sign) = book.procedure.get(Rule::LimitsNotice) else { return true };
        let totals = [Part::Area, Part::Differential].iter().any(|part| self.part(*part).is_some());
        let any = totals || !self.limits_of.is_empty() || !self.area_of.is_empty();
        self.part(Part::Limits).is_some()
            || (any && sign.value == Some(Way::AnyFigure))
            || (self.usual && sign.by.clauses().next().is_none())
    }

    /// A part that is a number.
    pub fn number(&self, part: Part) -> Result<Option<u32>, String> {
        self.part(part).map(<u32 as Field>::read).transpose()
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts.iter().map(|(part, value)| format!("{part} {value}"));
        let limits = self.limits_of.iter().map(|(bet, span)| format!("limits-of {bet} {}", Range(*span)));
        let areas = self.area_of.iter().map(|(bet, amount)| format!("area-of {bet} {amount}"));
        let house = self.house.iter().map(|(name, value)| format!("house {name} {value}"));
        let without = self.without.iter().map(|rule| format!("without {rule}"));
        let usual = self.usual.then(|| "usual".to_owned()).into_iter();
        let all: Vec<String> =
            usual.chain(parts).chain(limits).chain(areas).chain(house).chain(without).collect();
        f.write_str(if all.is_empty() { "as-written" } else { "" })?;
        f.write_str(&all.join(", "))
    }
}

impl FromStr for Opening {
    type Err = String;

    fn from_str(text: &str) -> Result<Opening, String> {
        let mut opening = Opening::default();
        for piece in
            text.split(',').map(str::trim).filter(|piece| !piece.is_empty() && *piece != "as-written")
        {
            if piece == "usual" {
                opening.usual = true;
                continue;
            }
            let (name, value) = piece.split_once(char::is_whitespace).unwrap_or((piece, "yes"));
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            let twice = match name {
                "house" => {
                    let (setting, choice) =
                        value.split_once(' ').ok_or("house needs a setting and a choice")?;
                    opening.house.insert(setting.into(), choice.into()).is_some()
                }
                "limits-of" => {
                    let (bet, range) = value.split_once(' ').ok_or("limits-of needs a bet and limits")?;
                    let bet: BetId = bet.parse().map_err(|error| format!("{error}"))?;
                    opening.limits_of.insert(bet, range.parse::<Range>()?.0).is_some()
                }
                "area-of" => {
                    let (bet, amount) = value.split_once(' ').ok_or("area-of needs a bet and an amount")?;
                    let bet: BetId = bet.parse().map_err(|error| format!("{error}"))?;
                    let amount = amount.parse::<Money>().map_err(|error| error.to_string())?;
                    opening.area_of.insert(bet, amount).is_some()
                }
                "without" => {
                    opening.without.push(Rule::from_word(&value).map_err(|error| error.to_string())?);
                    false
                }
                _ => {
                    let part = Part::from_word(name)
                        .map_err(|error| format!("{error}, house, limits-of, area-of, without"))?;
                    opening.parts.insert(part, value).is_some()
                }
            };
            if twice {
                return Err(format!("`{name}` is given twice"));
            }
        }
        Ok(opening)
    }
}

impl Field for Opening {
    const REST: bool = true;
    const EXPECTED: &'static str = "parts of an opening like decks 8, limits 25..5000, or usual";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Opening, String> {
        text.parse()
    }
}
