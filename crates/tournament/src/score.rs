//! What tables tell a tournament: who won or lost how much, and how people stand at the end.

use punto_vocab::line::Field;
use punto_vocab::{Money, PersonId, Value, Valued};
use serde::{Deserialize, Serialize};

/// What a coup came to for everybody who wagered, in the order in which wagers were taken and paid: `ben-100 ada+95 cyd+0`.
///
/// ```
/// use punto_tournament::Gains;
/// use punto_vocab::line::Field;
/// let gains = Gains::read("ben-100 ada+95").unwrap();
/// assert_eq!(gains.of("ben".parse().unwrap()).unwrap().minor(), -10_000);
/// assert_eq!(gains.write(), "ben-100 ada+95");
/// assert!(Gains::read("ben").is_err() && Gains::read("ben+1 ben+2").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Gains(Vec<(PersonId, Money)>);

impl Gains {
    /// These, which name nobody twice.
    pub(crate) fn of_all(gains: Vec<(PersonId, Money)>) -> Gains {
        Gains(gains)
    }

    /// Everybody with what they won, or lost below nought, in order.
    pub fn iter(&self) -> impl Iterator<Item = (PersonId, Money)> {
        self.0.iter().copied()
    }

    /// What somebody won or lost.
    pub fn of(&self, who: PersonId) -> Option<Money> {
        self.0.iter().find(|(name, _)| *name == who).map(|(_, gain)| *gain)
    }

    /// The place of somebody in the order.
    pub fn place(&self, who: PersonId) -> u32 {
        self.0.iter().position(|(name, _)| *name == who).map_or(0, |place| place as u32 + 1)
    }
}

impl Field for Gains {
    const REST: bool = true;
    const EXPECTED: &'static str = "what each won or lost like ben-100 ada+95, or nothing";

    fn write(&self) -> String {
        let one = |(name, gain): &(PersonId, Money)| match gain.minor() < 0 {
            true => format!("{name}{gain}"),
            false => format!("{name}+{gain}"),
        };
        match self.0.is_empty() {
            true => "nothing".into(),
            false => self.0.iter().map(one).collect::<Vec<_>>().join(" "),
        }
    }

    fn read(text: &str) -> Result<Gains, String> {
        let mut gains: Vec<(PersonId, Money)> = Vec::new();
        for word in text.split_whitespace().filter(|word| *word != "nothing") {
            let sign = word.rfind(['+', '-']).ok_or_else(|| format!("`{word}` has no + or -"))?;
            let (name, amount) = (PersonId::read(&word[..sign])?, Money::read(&word[sign + 1..])?);
            if gains.iter().any(|(own, _)| *own == name) {
                return Err(format!("{name} is named twice"));
            }
            gains.push((name, if word[sign..].starts_with('-') { -amount } else { amount }));
        }
        Ok(Gains(gains))
    }
}

/// How people stand, best first; those who are level are joined: `ada ben=cyd dee`.
///
/// ```
/// use punto_tournament::Ranking;
/// use punto_vocab::line::Field;
/// let ranking = Ranking::read("ada ben=cyd dee").unwrap();
/// assert_eq!(ranking.0.len(), 3);
/// assert_eq!(ranking.write(), "ada ben=cyd dee");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Ranking(pub Vec<Vec<PersonId>>);

impl Ranking {
    /// The first who are level and of whom only some would be among the first `cut`.
    pub fn level_at(&self, cut: usize) -> Option<&[PersonId]> {
        let mut before = 0;
        self.0.iter().find_map(|group| {
            let (first, last) = (before, before + group.len());
            before = last;
            (first < cut && cut < last).then_some(&group[..])
        })
    }
}

impl Field for Ranking {
    const REST: bool = true;
    const EXPECTED: &'static str = "people from the first place on like ada ben=cyd, or nobody";

    fn write(&self) -> String {
        let group =
            |names: &Vec<PersonId>| names.iter().map(PersonId::to_string).collect::<Vec<_>>().join("=");
        match self.0.is_empty() {
            true => "nobody".into(),
            false => self.0.iter().map(group).collect::<Vec<_>>().join(" "),
        }
    }

    fn read(text: &str) -> Result<Ranking, String> {
        let group = |word: &str| word.split('=').map(PersonId::read).collect::<Result<Vec<_>, _>>();
        text.split_whitespace()
            .filter(|word| *word != "nobody")
            .map(group)
            .collect::<Result<_, _>>()
            .map(Ranking)
    }
}

punto_vocab::stored_as_text!(Gains, Ranking);

macro_rules! told_as_text {
    ($($type:ident),*) => {
        $(impl Valued for $type {
            fn value(&self) -> Value {
                Value::Text(self.write())
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> String {
                value.write()
            }
        }

        impl TryFrom<String> for $type {
            type Error = String;

            fn try_from(text: String) -> Result<$type, String> {
                $type::read(&text)
            }
        })*
    };
}

told_as_text!(Gains, Ranking);
