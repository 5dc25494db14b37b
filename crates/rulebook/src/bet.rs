//! The bets of a rulebook: on what each wins, what it pays, and when it may be offered.

use std::sync::Arc;

use punto_vocab::{BetId, Citation, Odds, Pair, Point, Side};
use serde::{Deserialize, Serialize};

use crate::reader::{Field, Section};
use crate::{Among, Outcome, Ruled, Winner};

punto_vocab::words! {
    /// The part a bet plays in combinations and totals.
    pub enum BetKind: "a kind of bet" {
        /// On Player's hand.
        Player = "player",
        /// On Banker's hand.
        Banker = "banker",
        /// On a tie.
        Tie = "tie",
        /// Everything else.
        Side = "side",
    }
}

punto_vocab::words! {
    /// How a pair is graded by suit.
    pub enum Grade: "a grade of pair" {
        /// One red, one black.
        Mixed = "mixed",
        /// The same colour, different suits.
        Coloured = "coloured",
        /// The same suit.
        Perfect = "perfect",
    }
}

punto_vocab::words! {
    /// How many of the two hands are paired, and whether alike.
    pub enum Pairs: "a number of pairs" {
        /// Exactly one hand.
        One = "one",
        /// Both, in different ranks.
        TwoUnlike = "two-unlike",
        /// Both, in the same rank.
        TwoAlike = "two-alike",
    }
}

/// A condition on the outcome; every part that is given must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct On {
    /// This hand won, or the hands tied.
    pub winner: Option<Winner>,
    /// The winning or tied point.
    pub point: Option<Point>,
    /// Any winning or tied point but this.
    pub point_not: Option<Point>,
    /// The winning hand has this many cards.
    pub cards: Option<u8>,
    /// This hand's first two cards are paired.
    pub pair: Option<Side>,
    /// That pair is of this grade.
    pub grade: Option<Grade>,
    /// So many hands are paired.
    pub pairs: Option<Pairs>,
    /// The hands differ by one of these points.
    pub margin: Option<Among>,
    /// The points of both hands come to one of these.
    pub sum: Option<Among>,
    /// Both hands together have one of these numbers of cards.
    pub dealt: Option<Among>,
    /// The winning hand is a natural, or both hands that tied are; or no hand that won or tied is.
    pub natural: Option<bool>,
    /// Two pairs are alike when their pips are, not only when their ranks are (`house:twin-pair-by-rank`).
    pub alike_by_pips: bool,
}

impl On {
    /// Whether the outcome meets the condition.
    pub fn matches(&self, outcome: &Outcome) -> bool {
        let graded = |pair: Pair| match self.grade {
            None => true,
            Some(Grade::Mixed) => pair == Pair::Mixed,
            Some(Grade::Coloured) => pair == Pair::Coloured,
            Some(Grade::Perfect) => pair == Pair::Perfect,
        };
        let alike = if self.alike_by_pips { outcome.same_pips } else { outcome.same_rank };
        let paired = || match (outcome.pairs.player.is_some(), outcome.pairs.banker.is_some()) {
            (true, true) if alike => Some(Pairs::TwoAlike),
            (true, true) => Some(Pairs::TwoUnlike),
            (false, false) => None,
            _ => Some(Pairs::One),
        };
        self.winner.is_none_or(|winner| winner == outcome.winner)
            && self.point.is_none_or(|point| point == outcome.winning_point())
            && self.point_not.is_none_or(|point| point != outcome.winning_point())
            && self.cards.is_none_or(|n| outcome.winning_side().is_some_and(|side| outcome.cards[side] == n))
            && self.pair.is_none_or(|side| outcome.pairs[side].is_some_and(graded))
            && self.pairs.is_none_or(|pairs| paired() == Some(pairs))
            && self.margin.is_none_or(|margin| margin.has(outcome.margin()))
            && self.sum.is_none_or(|sum| sum.has(outcome.sum()))
            && self.dealt.is_none_or(|dealt| dealt.has(outcome.dealt()))
            && self.natural.is_none_or(|natural| natural == outcome.is_natural())
    }

    /// Whether the condition asks for the losing hand's point.
    pub fn asks_for_loser(&self) -> bool {
        self.margin.is_some() || self.sum.is_some()
    }

    /// Whether [`Outcome::classes`] cannot tell all outcomes apart that the condition does.
    fn asks_for_both(&self) -> bool {
        self.asks_for_loser() || self.dealt.is_some() || self.natural.is_some()
    }

    /// Whether some outcome meets all these conditions.
    fn can_meet(all: &[&On]) -> bool {
        let meets = |outcome: Outcome| all.iter().all(|on| on.matches(&outcome));
        match all.iter().any(|on| on.asks_for_both()) {
            true => Outcome::all().any(meets),
            false => Outcome::classes().any(meets),
        }
    }

    /// Whether no outcome meets both conditions, as one part of them already tells. `false` says nothing.
    fn plainly_excludes(&self, other: &On) -> bool {
        fn differ<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
            one.zip(other).is_some_and(|(one, other)| one != other)
        }
        let not = |one: &On, other: &On| one.point.is_some() && one.point == other.point_not;
        let apart = |one: Option<Among>, other: Option<Among>| {
            one.zip(other).is_some_and(|(one, other)| one.excludes(other))
        };
        differ(self.winner, other.winner)
            || differ(self.point, other.point)
            || differ(self.cards, other.cards)
            || self.pair == other.pair && differ(self.grade, other.grade)
            || self.alike_by_pips == other.alike_by_pips && differ(self.pairs, other.pairs)
            || apart(self.margin, other.margin)
            || apart(self.sum, other.sum)
            || apart(self.dealt, other.dealt)
            || differ(self.natural, other.natural)
            || not(self, other)
            || not(other, self)
    }

    fn read(field: Field<'_, '_>) -> Option<On> {
        let on = field.section()?;
        let point = |f: Field<'_, '_>| f.number(0..=9).and_then(|n| Point::new(n as u8));
        let side = |f: Field<'_, '_>| {
            f.word::<Winner>().and_then(|winner| match winner {
                Winner::Player => Some(Side::Player),
                Winner::Banker => Some(Side::Banker),
                Winner::Tie => {
                    f.report(format!("`{}`: a pair is of a hand; expected player or banker", f.path()));
                    None
                }
            })
        };
        let condition = On {
            winner: on.optional("winner").and_then(|f| f.word()),
            point: on.optional("point").and_then(point),
            point_not: on.optional("point_not").and_then(point),
            cards: on.optional("cards").and_then(|f| f.number(2..=3)).map(|n| n as u8),
            pair: on.optional("pair").and_then(side),
            grade: on.optional("grade").and_then(|f| f.word()),
            pairs: on.optional("pairs").and_then(|f| f.word()),
            margin: on.optional("margin").and_then(|f| Among::read(&f, 0..=9)),
            sum: on.optional("sum").and_then(|f| Among::read(&f, 0..=18)),
            dealt: on.optional("dealt").and_then(|f| Among::read(&f, 4..=6)),
            natural: on.optional("natural").and_then(|f| f.flag()),
            alike_by_pips: false,
        };
        if condition.cards.is_some() && !matches!(condition.winner, Some(Winner::Player | Winner::Banker)) {
            on.report("`cards` counts the winning hand's; expected `winner` player or banker beside it");
        }
        if condition.grade.is_some() && condition.pair.is_none() {
            on.report("`grade` is of a hand's pair; expected `pair` beside it");
        }
        if !On::can_meet(&[&condition]) {
            on.report(format!("`{}` can never happen", on.path()));
        }
        on.close();
        Some(condition)
    }
}

impl std::fmt::Display for On {
    /// The rulebook's own words: `winner banker, point 6, cards 3`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side = |side: Side| if side == Side::Player { "player" } else { "banker" };
        let mut first = true;
        let mut part = |name: &str, value: Option<&dyn std::fmt::Display>| -> std::fmt::Result {
            let Some(value) = value else { return Ok(()) };
            write!(f, "{}{name} {value}", if std::mem::take(&mut first) { "" } else { ", " })
        };
        let pair = self.pair.map(side);
        part("winner", self.winner.as_ref().map(|own| own as _))?;
        part("point", self.point.as_ref().map(|own| own as _))?;
        part("point not", self.point_not.as_ref().map(|own| own as _))?;
        part("cards", self.cards.as_ref().map(|own| own as _))?;
        part("pair", pair.as_ref().map(|own| own as _))?;
        part("grade", self.grade.as_ref().map(|own| own as _))?;
        part("pairs", self.pairs.as_ref().map(|own| own as _))?;
        part("margin", self.margin.as_ref().map(|own| own as _))?;
        part("sum", self.sum.as_ref().map(|own| own as _))?;
        part("dealt", self.dealt.as_ref().map(|own| own as _))?;
        part("natural", self.natural.as_ref().map(|own| own as _))?;
        if first { f.write_str("always") } else { Ok(()) }
    }
}

/// What a row makes of a stake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pays {
    /// The wager wins at these odds; part of the win may be kept as commission.
    Odds {
        /// The odds.
        odds: Odds,
        /// The share of the win kept back, such as `1:20`.
        commission: Option<Odds>,
    },
    /// The stake goes back.
    StandOff,
}

impl std::fmt::Display for Pays {
    /// `8:1`, `1:1 less 1:20` or `stand-off`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Pays::Odds { odds, commission: None } => odds.fmt(f),
            Pays::Odds { odds, commission: Some(share) } => write!(f, "{odds} less {share}"),
            Pays::StandOff => f.write_str("stand-off"),
        }
    }
}

punto_vocab::stored! {
    struct On { winner, point, point_not, cards, pair, grade, pairs, margin, sum, dealt, natural, alike_by_pips }
    enum Pays: "what a row pays" { Odds { odds, commission } = "odds", StandOff = "stand-off" }
}

/// One row of a bet's paytable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// When it applies.
    pub on: On,
    /// In which variants; all of them if none is named.
    pub variant: Option<Arc<str>>,
    /// What it makes of a stake.
    pub pays: Pays,
    /// The clauses that say so.
    pub by: Citation,
}

impl Row {
    /// Whether the row belongs to this variant.
    pub fn applies_in(&self, variant: &str) -> bool {
        self.variant.as_deref().is_none_or(|own| own == variant)
    }
}

/// A bet of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bet {
    /// Its name in programs and scripts.
    pub id: BetId,
    /// Its name on the layout, in English.
    pub name: String,
    /// Its name on the layout, in Chinese; the English one where the rulebook has no other.
    pub name_zh: String,
    /// The part it plays in combinations and totals.
    pub kind: BetKind,
    /// The clauses that offer it.
    pub by: Citation,
    /// What it pays; the rows of one variant exclude each other.
    pub rows: Vec<Row>,
    /// The clauses by which it loses on every other outcome.
    pub loses: Citation,
    /// With how many decks it may be offered, where that is narrower than the table's.
    pub decks: Option<Ruled<Vec<u32>>>,
    /// On which layouts it may be offered; on all of them if the document does not say.
    pub layouts: Option<Ruled<Vec<String>>>,
    /// The clause that allows one such wager for each patron and coup.
    pub once: Option<Citation>,
    /// The clause that gives it a sign with limits of its own.
    pub own_limits: Option<Citation>,
    /// How it may be confined to patrons with a main wager.
    pub restriction: Option<Restriction>,
}

/// How a side bet may be confined to patrons with a main wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The clause that allows it.
    pub by: Citation,
    /// The clause by which surveillance is told first.
    pub surveillance: Citation,
    /// The clause by which a sign tells patrons.
    pub sign: Citation,
}

impl Bet {
    pub(crate) fn read(
        id: &str,
        field: Field<'_, '_>,
        variants: &[Arc<str>],
        layouts: &[&str],
    ) -> Option<Bet> {
        if let Err(error) = id.parse::<BetId>() {
            field.report(error.to_string());
        }
        let bet = field.section()?;
        let listed = bet.field("rows").map(|f| f.list()).unwrap_or_default();
        let rows_listed = listed.len();
        let rows: Vec<Row> = listed.into_iter().filter_map(|row| read_row(row, variants)).collect();
        // What a row that cannot be read would have said is unknown, so the rest cannot be judged against it.
        let all_read = rows.len() == rows_listed;
        let decks = |f: Field<'_, '_>| f.some(|f| f.number(1..=16));
        let on_layouts = |f: Field<'_, '_>| {
            let known = |f: &Field<'_, '_>| {
                let name = f.text()?;
                if !layouts.contains(&name) {
                    f.report(format!("`{name}` is not a layout; expected one of {}", layouts.join(", ")));
                }
                Some(name.to_owned())
            };
            f.some(known)
        };
        let read = (|| {
            let name = bet.value("name", |f| f.text());
            // A layout without Chinese has its one name in every language.
            let name_zh = bet.optional("zh").map_or(name, |f| f.text());
            let (kind, by) = (bet.value("kind", |f| f.word()), bet.citation());
            let loses = bet.cited("loses");
            let (decks, layouts) =
                (bet.optional_ruled("decks", decks), bet.optional_ruled("layouts", on_layouts));
            let once = bet.optional("once").and_then(|f| f.cited());
            let own_limits = bet.optional("own_limits").and_then(|f| f.cited());
            let restriction = bet.optional_section("restriction").and_then(read_restriction);
            Some(Bet {
                id: id.parse().ok()?,
                name: name?.into(),
                name_zh: name_zh?.into(),
                kind: kind?,
                by: by?,
                rows,
                loses: loses?,
                decks,
                layouts,
                once,
                own_limits,
                restriction,
            })
        })();
        if let Some(read) = read.as_ref().filter(|_| all_read) {
            read.check(&bet, variants);
        }
        bet.close();
        read
    }

    /// The rows in force in one variant.
    pub fn rows_in<'a>(&'a self, variant: &'a str) -> impl Iterator<Item = &'a Row> {
        self.rows.iter().filter(move |row| row.applies_in(variant))
    }

    fn check(&self, section: &Section<'_, '_>, variants: &[Arc<str>]) {
        for variant in variants {
            let rows: Vec<&Row> = self.rows_in(variant).collect();
            if !rows.iter().any(|row| matches!(row.pays, Pays::Odds { .. })) {
                section.report(format!("`{}` can never win in the variant {variant}", section.path()));
            }
            let pairs =
                rows.iter().enumerate().flat_map(|(i, one)| rows[..i].iter().map(move |own| (own, one)));
            let mut in_doubt = pairs.filter(|(one, other)| !one.on.plainly_excludes(&other.on));
            let twice = in_doubt.find(|(one, other)| On::can_meet(&[&one.on, &other.on]));
            if let Some((one, other)) = twice {
                section.report(format!(
                    "`{}` has two values for one question: the rows by {} and {} answer the same outcome in the variant {variant}",
                    section.path(),
                    one.by,
                    other.by
                ));
            }
        }
    }
}

fn read_restriction(section: Section<'_, '_>) -> Option<Restriction> {
    let by = section.citation();
    let (surveillance, sign) = (section.cited("surveillance"), section.cited("sign"));
    section.close();
    Some(Restriction { by: by?, surveillance: surveillance?, sign: sign? })
}

fn read_row(field: Field<'_, '_>, variants: &[Arc<str>]) -> Option<Row> {
    let row = field.section()?;
    let on = row.field("on").and_then(On::read);
    let by = row.citation();
    let odds: Option<Option<Odds>> = row.optional("pays").map(|f| f.parsed());
    let commission: Option<Option<Odds>> = row.optional("commission").map(|f| f.parsed());
    let stand_off = row.optional("stand_off").and_then(|f| f.flag()).unwrap_or(false);
    let variant: Option<Option<Arc<str>>> = row.optional("variant").map(|f| read_variant(&f, variants));
    if commission.is_some() && stand_off {
        row.report(format!("`{}` wins nothing; expected `commission` beside `pays` only", row.path()));
    }
    if commission.flatten().is_some_and(|share| share.pays() >= share.stake()) {
        row.report("`commission` keeps back the whole win; expected less than 1:1");
    }
    let pays = match (odds, stand_off) {
        (Some(odds), false) => odds.map(|odds| Pays::Odds { odds, commission: commission.flatten() }),
        (None, true) => Some(Pays::StandOff),
        (Some(_), true) => {
            row.report(format!(
                "`{}` has two values for one question; expected `pays` or `stand_off`, not both",
                row.path()
            ));
            None
        }
        (None, false) => {
            row.report(format!(
                "`{}` has no `pays`; expected odds like 8:1, or `stand_off = true`",
                row.path()
            ));
            None
        }
    };
    row.close();
    let variant = match variant {
        Some(named) => Some(named?),
        None => None,
    };
    Some(Row { on: on?, variant, pays: pays?, by: by? })
}

fn read_variant(field: &Field<'_, '_>, variants: &[Arc<str>]) -> Option<Arc<str>> {
    let name = field.text()?;
    let known = variants.iter().find(|variant| ***variant == *name).cloned();
    if known.is_none() {
        let list: Vec<&str> = variants.iter().map(|v| v.as_ref()).collect();
        field.report(format!("`{name}` is not a variant; expected one of {}", list.join(", ")));
    }
    known
}

impl BetKind {
    /// Whether the bet is on one of the two hands.
    pub const fn is_hand(self) -> bool {
        matches!(self, BetKind::Player | BetKind::Banker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rulebook;

    #[test]
    fn what_plainly_excludes_is_met_by_no_outcome_together() {
        let books = Rulebook::embedded_ids().filter_map(Rulebook::embedded);
        let rows: Vec<On> =
            books.flat_map(|book| book.bets).flat_map(|bet| bet.rows).map(|row| row.on).collect();
        let mut plain = 0;
        for (i, one) in rows.iter().enumerate() {
            assert!(!one.plainly_excludes(one), "{one}");
            for other in rows[..i].iter().filter(|other| one.plainly_excludes(other)) {
                plain += 1;
                assert!(other.plainly_excludes(one), "{one} and {other}");
                let both = |outcome: Outcome| one.matches(&outcome) && other.matches(&outcome);
                assert!(!Outcome::classes().any(both), "{one} and {other}");
            }
        }
        assert!(plain > 100, "only {plain} of the pairs");
    }
}
