//! What a table is opened with, as one line of text.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use punto_vocab::line::{Field, Words};
use punto_vocab::stored::{self, Json, Stored};
use punto_vocab::{BetId, Chips, Day, Money, Value, Valued, Word};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::{Burn, Draft, Limits, Rule, Rulebook, Span, Terms, Way};

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
    newtype Bets;
    struct Opening { usual, parts, limits_of, area_of, house, without }
}

/// What the operator asks for when a table opens: `decks 8, method A, limits 25..5000, chips 5 25 100`.
///
/// Every part is a word and its value; parts that are left out take the document's usual value. What a document
/// leaves to the operator without a default must be said, with `house`, unless `usual` asks for the first choices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    usual: bool,
    /// What it says, part by part.
    pub parts: Box<Parts>,
    limits_of: BTreeMap<BetId, Span>,
    area_of: BTreeMap<BetId, Money>,
    house: BTreeMap<String, String>,
    without: Vec<Rule>,
}

/// A part of an opening as it is declared.
#[derive(Clone, Copy, Debug)]
pub struct PartDeclared {
    /// Which.
    pub part: Part,
    /// The type of its value.
    pub of: &'static str,
    /// What it is.
    pub what: &'static str,
}

/// Declares the parts of an opening: what each is called in a line and in a record, and of which type its value is.
macro_rules! parts {
    ($($(#[doc = $doc:literal])* $part:ident $field:ident: $type:ty = $word:literal,)*) => {
        punto_vocab::words! {
            /// A part of an opening.
            pub enum Part: "a part of an opening" {
                $($(#[doc = $doc])* $part = $word,)*
            }
        }

        /// The values of an opening's parts; those that it leaves out take the document's usual ones.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, rename_all = "kebab-case")]
        pub struct Parts {
            $($(#[doc = $doc])* pub $field: Option<$type>,)*
        }

        impl Parts {
            /// Each part, in the order in which they are written.
            pub const DECLARED: &'static [PartDeclared] =
                &[$(PartDeclared { part: Part::$part, of: stringify!($type), what: concat!($($doc),*) }),*];

            /// Reads the value of a part; whether it had one before.
            fn take(&mut self, part: Part, text: &str) -> Result<bool, String> {
                match part {
                    $(Part::$part => <$type as Field>::read(text).map(|value| self.$field.replace(value).is_some()),)*
                }
            }

            /// Each part that it has, in words.
            fn lines(&self) -> Vec<String> {
                let mut lines = Vec::new();
                $(lines.extend(self.$field.as_ref().map(|value| format!("{} {}", Part::$part, value.write())));)*
                lines
            }
        }

        impl Stored for Parts {
            fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                let mut fields = to.serialize_map(None)?;
                $(stored::keep_field(&mut fields, $word, &self.$field)?;)*
                fields.end()
            }

            fn restore(json: &Json<'_>) -> Result<Parts, String> {
                let fields = stored::fields(json, &[$($word),*])?;
                Ok(Parts { $($field: stored::field(fields, $word)?),* })
            }
        }
    };
}

// What a document knows by name is read as any word: whether it has one of that name is for its clause to say.
parts! {
    /// How many decks.
    Decks decks: u32 = "decks",
    /// Which form of the game.
    Variant variant: Words = "variant",
    /// Which dealing method.
    Method method: Words = "method",
    /// The least and the most of a wager.
    Limits limits: Range = "limits",
    /// The step above the minimum.
    Unit unit: Money = "unit",
    /// The table differential.
    Differential differential: Money = "differential",
    /// The most on an area.
    Area area: Money = "area",
    /// The most on a hand.
    Liability liability: Money = "liability",
    /// The chips of the float tray.
    Chips chips: Chips = "chips",
    /// Which cloth.
    Layout layout: Words = "layout",
    /// How many seats.
    Seats seats: u32 = "seats",
    /// Which side bets.
    Bets bets: Bets = "bets",
    /// What cards are dealt from.
    Device device: Words = "device",
    /// How many cards lie behind the marker.
    Marker marker: u32 = "marker",
    /// How cards are burned.
    Burn burn: Burn = "burn",
    /// What is in the float tray.
    Float float: Money = "float",
    /// `yes` for a low-limit table.
    LowLimit low_limit: bool = "low-limit",
    /// `yes` for a table of a tournament.
    Tournament tournament: bool = "tournament",
    /// `yes` for a table that takes cash.
    Cash cash: bool = "cash",
    /// Who holds the bank: `licensee` or somebody else.
    Bank bank: Words = "bank",
    /// How cards come.
    Cards cards: CardsFrom = "cards",
    /// Seconds to bet, on an electronic table or a demonstration.
    BetSeconds bet_seconds: u32 = "bet-seconds",
    /// The gaming date.
    Date date: Day = "date",
    /// `yes` for a table that only shows the game: play credits, whatever the document plays with.
    Demonstration demonstration: bool = "demonstration",
}

punto_vocab::words! {
    /// How cards come to a table.
    pub enum CardsFrom: "a way for cards to come" {
        /// They are told: by a person, or by a device that reads them.
        Told = "told",
        /// The house's own shoe deals them.
        Dealt = "dealt",
    }
}

/// Side bets: `player_pair banker_pair`, or `none`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Bets(pub Vec<BetId>);

impl Field for Bets {
    const REST: bool = true;
    const EXPECTED: &'static str = "bets like player_pair banker_pair, or none";

    fn write(&self) -> String {
        match self.0.as_slice() {
            [] => "none".into(),
            bets => bets.iter().map(BetId::to_string).collect::<Vec<_>>().join(" "),
        }
    }

    fn read(text: &str) -> Result<Bets, String> {
        let bets = text.split_whitespace().filter(|word| *word != "none");
        bets.map(BetId::read).collect::<Result<_, _>>().map(Bets)
    }
}

impl Opening {
    /// An opening with the document's usual terms, and the first choice wherever the operator would have to choose.
    pub fn usual() -> Opening {
        Opening { usual: true, ..Opening::default() }
    }

    /// Whether it takes cash.
    pub fn takes_cash(&self) -> bool {
        self.parts.cash == Some(true)
    }

    /// Whether it is of a low-limit table.
    pub fn is_low_limit(&self) -> bool {
        self.parts.low_limit == Some(true)
    }

    /// Whether it is of a tournament.
    pub fn is_tournament(&self) -> bool {
        self.parts.tournament == Some(true)
    }

    /// Whether it is of a demonstration.
    pub fn is_demonstration(&self) -> bool {
        self.parts.demonstration == Some(true)
    }

    /// Whether the house's own shoe deals.
    pub fn deals_itself(&self) -> bool {
        self.parts.cards == Some(CardsFrom::Dealt)
    }

    /// The id of the dealing method, if it names one.
    pub fn method(&self) -> Option<&str> {
        self.parts.method.as_ref().map(Words::as_str)
    }

    /// Whether a piece of equipment is missing.
    pub fn lacks(&self, rule: Rule) -> bool {
        self.without.contains(&rule)
    }

    /// Something that was missing is there now.
    pub fn has_now(&mut self, rule: Rule) {
        self.without.retain(|own| *own != rule);
    }

    /// What it chooses that terms do not have, and no other word changes. Left out are facts that are told with it: the
    /// date, what is in the float tray, and which equipment is missing.
    pub fn besides_terms(&self) -> Parts {
        let Parts {
            low_limit: _,
            tournament: _,
            cash: _,
            cards: _,
            bank,
            bet_seconds,
            decks: _,
            variant: _,
            method: _,
            limits: _,
            unit: _,
            differential: _,
            area: _,
            liability: _,
            chips: _,
            layout: _,
            seats: _,
            bets: _,
            device: _,
            marker: _,
            burn: _,
            demonstration: _,
            float: _,
            date: _,
        } = &*self.parts;
        Parts {
            low_limit: Some(self.is_low_limit()),
            tournament: Some(self.is_tournament()),
            cash: Some(self.takes_cash()),
            cards: Some(if self.deals_itself() { CardsFrom::Dealt } else { CardsFrom::Told }),
            bank: bank.clone(),
            bet_seconds: *bet_seconds,
            ..Parts::default()
        }
    }

    /// The opening that goes on with what a table had when it closed: what it was opened with, and what has been changed since. The date
    /// and what is in the float tray are told anew.
    pub fn going_on(&self, terms: &Terms, method: &str) -> Opening {
        let Limits { wager, of_bet, unit, differential, area_maximum, area_of, liability } =
            terms.limits.clone();
        let mut next = self.clone();
        (next.limits_of, next.area_of) = (of_bet, area_of);
        let parts = &mut next.parts;
        (parts.limits, parts.unit, parts.area) = (Some(Range(wager)), unit, area_maximum);
        (parts.differential, parts.liability) = (differential, liability);
        (parts.date, parts.float) = (None, None);
        parts.variant = Words::new(&terms.variant).ok();
        parts.method = Words::new(method).ok();
        next
    }

    /// The terms it asks for.
    pub fn draft(&self, book: &Rulebook) -> Draft {
        let mut draft = Draft::usual(book);
        if !self.usual {
            draft.house.clear();
        }
        let parts = &self.parts;
        draft.limits = Limits {
            wager: parts.limits.map_or(draft.limits.wager, |Range(span)| span),
            of_bet: self.limits_of.clone(),
            unit: parts.unit,
            differential: parts.differential,
            area_maximum: parts.area,
            area_of: self.area_of.clone(),
            liability: parts.liability,
        };
        draft.posted = self.posts_limits(book);
        draft.house.extend(self.house.clone());
        let name = |words: &Option<Words>| words.as_ref().map(Words::to_string);
        draft.variant = name(&parts.variant);
        draft.layout = name(&parts.layout);
        draft.decks = parts.decks;
        draft.seats = parts.seats;
        draft.behind_marker = parts.marker;
        draft.chips = parts.chips.clone().unwrap_or(draft.chips);
        draft.device = name(&parts.device);
        draft.burn = parts.burn;
        draft.offered = parts.bets.as_ref().map_or(draft.offered, |Bets(bets)| bets.clone());
        draft.tournament = self.is_tournament();
        draft.demonstration = self.is_demonstration();
        draft
    }

    /// Whether it says what the sign at the table shows. What a clause wants shown must be said; where only the house
    /// asks for it, the usual limits are its choice.
    fn posts_limits(&self, book: &Rulebook) -> bool {
        let Some(sign) = book.procedure.get(Rule::LimitsNotice) else { return true };
        let totals = self.parts.area.is_some() || self.parts.differential.is_some();
        let any = totals || !self.limits_of.is_empty() || !self.area_of.is_empty();
        self.parts.limits.is_some()
            || (any && sign.value == Some(Way::AnyFigure))
            || (self.usual && sign.by.clauses().next().is_none())
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts.lines();
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
                    opening.parts.take(part, &value).map_err(|why| format!("{name}: {why}"))?
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_comes_back_from_its_line_and_from_its_record() {
        let values = [
            ("decks", "8"),
            ("variant", "even-money"),
            ("method", "A"),
            ("limits", "25..5000"),
            ("unit", "5"),
            ("differential", "500"),
            ("area", "300"),
            ("liability", "100"),
            ("chips", "5 25 100"),
            ("layout", "A"),
            ("seats", "7"),
            ("bets", "player_pair banker_pair"),
            ("device", "shuffling-device"),
            ("marker", "14"),
            ("burn", "one-shown"),
            ("float", "10000"),
            ("low-limit", "yes"),
            ("tournament", "no"),
            ("cash", "yes"),
            ("bank", "licensee"),
            ("cards", "told"),
            ("bet-seconds", "20"),
            ("date", "2021-07-08"),
            ("demonstration", "yes"),
        ];
        assert_eq!(
            values.map(|(name, _)| name),
            *Part::ALL.iter().map(|part| part.word()).collect::<Vec<_>>()
        );
        let whole = values.map(|(name, value)| format!("{name} {value}")).join(", ");
        let opening: Opening = whole.parse().unwrap();
        assert_eq!(opening.to_string(), whole);
        assert_eq!(Opening::restore_value(&opening.store()), Ok(opening.clone()));
        assert_eq!(opening.store()["parts"]["limits"].to_string(), r#"{"min":2500,"max":500000}"#);
    }

    #[test]
    fn a_part_that_is_not_of_its_kind_is_refused_with_what_would_be_right() {
        for (line, part) in [
            ("float lots", "float: `lots` is not an amount"),
            ("float -5", "float: "),
            ("decks eight", "decks: `eight` is not a whole number"),
            ("limits 25", "limits: `25` is not a range; expected two amounts like 25..5000"),
            ("cash maybe", "cash: `maybe` is neither yes nor no"),
            ("cards shown", "cards: "),
            ("date 2021-02-29", "date: `2021-02-29` is not a date; expected one like 2021-07-08"),
            ("burn all", "burn: "),
            ("chips 5 5", "chips: the 5 chip is listed twice"),
            ("colour red", "`colour` is not a part of an opening"),
            ("decks 8, decks 6", "`decks` is given twice"),
        ] {
            let why = line.parse::<Opening>().unwrap_err();
            assert!(why.starts_with(part), "{line}: {why}");
        }
    }
}
