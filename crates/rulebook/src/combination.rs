//! Which wagers on the hands and the tie one patron may hold in a coup.

use punto_vocab::{Citation, Value, Valued};

use crate::Ruled;
use crate::bet::BetKind;
use crate::reader::Field;

punto_vocab::words! {
    /// Whether a combination may be held.
    pub enum Allowed: "a permission" {
        /// By everybody.
        Yes = "yes",
        /// With the approval that the document names.
        WithApproval = "with-approval",
        /// By nobody.
        No = "no",
    }
}

/// A set of wagers among Player, Banker and Tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct MainBets(u8);

impl MainBets {
    const KINDS: [BetKind; 3] = [BetKind::Player, BetKind::Banker, BetKind::Tie];

    /// The set with one more kind; side bets are no part of it.
    #[must_use]
    pub fn with(self, kind: BetKind) -> MainBets {
        MainBets::KINDS.iter().position(|k| *k == kind).map_or(self, |bit| MainBets(self.0 | 1 << bit))
    }

    /// Whether the set has no wager at all.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn kinds(self) -> impl Iterator<Item = BetKind> {
        let held = MainBets::KINDS.into_iter().enumerate();
        held.filter(move |(bit, _)| self.0 >> bit & 1 == 1).map(|(_, kind)| kind)
    }

    fn place(self) -> Option<usize> {
        usize::from(self.0).checked_sub(1)
    }
}

impl Valued for MainBets {
    fn value(&self) -> Value {
        Value::List(self.kinds().map(|kind| kind.value()).collect())
    }
}

impl std::fmt::Display for MainBets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words: Vec<&str> = self.kinds().map(|kind| kind.word()).collect();
        f.write_str(&words.join(" + "))
    }
}

/// What a document says of each of the seven combinations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combinations([Ruled<Allowed>; 7]);

impl Combinations {
    /// Whether a patron may hold this combination; `None` for no main wager at all, which is nobody's business.
    pub fn of(&self, held: MainBets) -> Option<&Ruled<Allowed>> {
        held.place().map(|place| &self.0[place])
    }

    /// Whether some combination may be held with approval only.
    pub(crate) fn any_needs_approval(&self) -> bool {
        self.0.iter().any(|row| row.value == Allowed::WithApproval)
    }

    pub(crate) fn read(field: Field<'_, '_>) -> Option<Combinations> {
        let mut answers: [Option<Ruled<Allowed>>; 7] = Default::default();
        let mut all_read = true;
        for row in field.list() {
            let Some(row) = row.section() else { continue };
            let holds = row.field("holds").and_then(|f| f.some(read_kind)).unwrap_or_default();
            let held = holds.into_iter().fold(MainBets::default(), MainBets::with);
            let allowed = row.field("allowed").and_then(|f| f.word());
            let by: Option<Citation> = row.citation();
            all_read &= !held.is_empty() && allowed.is_some() && by.is_some();
            if let (Some(place), Some(value), Some(by)) = (held.place(), allowed, by)
                && answers[place].replace(Ruled { value, by }).is_some()
            {
                row.report(format!("two values for one question: {held} has a row already"));
            }
            row.close();
        }
        let missing: Vec<String> = (0u8..7)
            .filter(|n| answers[usize::from(*n)].is_none())
            .map(|n| MainBets(n + 1).to_string())
            .collect();
        if !missing.is_empty() && all_read {
            field.report(format!(
                "`combinations` does not say whether a patron may hold {}",
                missing.join("; ")
            ));
        }
        let answers: Vec<Ruled<Allowed>> = answers.into_iter().flatten().collect();
        answers.try_into().ok().map(Combinations)
    }
}

fn read_kind(field: &Field<'_, '_>) -> Option<BetKind> {
    let kind = field.word()?;
    if kind == BetKind::Side {
        field.report(format!(
            "`{}`: side bets are free of each other; expected player, banker or tie",
            field.path()
        ));
    }
    Some(kind)
}
