//! Irregularities as an inspector writes them down: cards as they lie go in, the whole ruling comes out as text.
//!
//! Cards are written in the order drawn, each with where it lies: `P:Ks` and `B:2d` with a hand, `-:9d` with
//! neither; `P:9d#` lies face down and nobody has seen it.

use std::fmt::Write;

use punto_coup::{
    AllWithdrawn, DealtCard, Fate, Irregularity, Marker, Next, Noticed, Place, Ruling, ShoeFate, Situation,
    WagerFate, classify, rule,
};
use punto_rulebook::{Device, Draft, Rulebook, Terms};
use punto_vocab::{BySide, Hand, Side};

/// Player stands on 6, Banker draws on 5.
pub(crate) const BANKER_MUST_DRAW: &str = "P:Ks B:2d P:6h B:3c";
/// Player stands on 6, Banker stands on 7.
pub(crate) const BOTH_STAND: &str = "P:Ks B:3d P:6h B:4c";
/// Player draws on 5, Banker has 5.
pub(crate) const PLAYER_MUST_DRAW: &str = "P:2s B:3d P:3h B:2c";

/// These cards and more.
pub(crate) fn and(cards: &str, more: &str) -> String {
    format!("{cards} {more}")
}

/// A table under one document.
pub(crate) struct Table {
    pub(crate) book: Rulebook,
    pub(crate) terms: Terms,
}

impl Table {
    /// The usual table of a document.
    pub(crate) fn of(id: &str) -> Table {
        Table::with(id, &[])
    }

    /// The usual table with these settings of the house.
    pub(crate) fn with(id: &str, house: &[(&str, &str)]) -> Table {
        Table::new(id, None, house)
    }

    /// The usual table, dealt from this device.
    pub(crate) fn dealt_from(id: &str, device: Device) -> Table {
        Table::new(id, Some(device), &[])
    }

    pub(crate) fn new(id: &str, device: Option<Device>, house: &[(&str, &str)]) -> Table {
        let book = Rulebook::embedded(id).unwrap();
        let device = device.map(|device| device.to_string());
        let mut draft = Draft { device, ..Draft::usual(&book) };
        draft.house.extend(house.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let terms = Terms::under(&book, draft).unwrap();
        Table { book, terms }
    }

    /// Cards as they lie; what is wrong with them is what `classify` finds, unless the report says otherwise.
    pub(crate) fn on(&self, cards: &str) -> Report<'_> {
        Report {
            table: self,
            dealt: dealt(cards),
            what: None,
            noticed: Noticed::DuringCoup,
            last_coup: false,
            marker: Marker::InShoe,
        }
    }
}

/// The cards of a line like `P:Ks B:2d P:6h B:3c -:9d#`.
pub(crate) fn dealt(cards: &str) -> Vec<DealtCard> {
    let read = |word: &str| {
        let (to, card) = word.split_once(':').unwrap();
        let to = match to {
            "P" => Place::Hand(Side::Player),
            "B" => Place::Hand(Side::Banker),
            "-" => Place::Nowhere,
            _ => panic!("`{word}` lies nowhere"),
        };
        let unseen = card.strip_suffix('#');
        let exposed = unseen.is_none();
        DealtCard { card: unseen.unwrap_or(card).parse().unwrap(), to, exposed }
    };
    cards.split_whitespace().map(read).collect()
}

/// What was reported at a table.
#[derive(Clone)]
pub(crate) struct Report<'a> {
    table: &'a Table,
    dealt: Vec<DealtCard>,
    what: Option<Irregularity>,
    noticed: Noticed,
    last_coup: bool,
    marker: Marker,
}

impl Report<'_> {
    pub(crate) fn is(self, what: Irregularity) -> Self {
        Report { what: Some(what), ..self }
    }

    pub(crate) fn noticed(self, noticed: Noticed) -> Self {
        Report { noticed, ..self }
    }

    pub(crate) fn in_last_coup(self) -> Self {
        Report { last_coup: true, ..self }
    }

    pub(crate) fn with_marker_out(self) -> Self {
        Report { marker: Marker::Out, ..self }
    }

    fn ruling(&self) -> Result<Ruling, String> {
        let book = &self.table.book;
        let what = self.what.or_else(|| classify(book, &self.dealt));
        let situation = Situation {
            dealt: &self.dealt,
            what: what.expect("something is wrong with the cards, or the report says what"),
            noticed: self.noticed,
            last_coup: self.last_coup,
            marker: self.marker,
        };
        rule(book, &self.table.terms, &situation).map_err(|refusal| refusal.to_string())
    }

    /// The whole ruling, line by line; how the expected text is indented does not matter.
    #[track_caller]
    pub(crate) fn rules(self, expected: &str) {
        let lines = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
        let found = self.ruling().map_or_else(|refusal| refusal, |ruling| whole(&ruling));
        assert_eq!(lines(found.trim()), lines(expected.trim()), "\nfound:\n{found}");
    }

    /// Only the cure and what it rests on.
    pub(crate) fn in_short(&self) -> String {
        match self.ruling() {
            Ok(ruling) => format!("{} ({})", ruling.cure, ruling.by),
            Err(refusal) => refusal,
        }
    }

    /// One line of the whole ruling, such as `shoe`; nothing if the ruling has none.
    pub(crate) fn line(&self, name: &str) -> String {
        let whole = self.ruling().map_or_else(|refusal| refusal, |ruling| whole(&ruling));
        let line = whole.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        line.unwrap_or_default().to_owned()
    }

    /// Two reports lead to one ruling.
    #[track_caller]
    pub(crate) fn rules_as(self, other: Report<'_>) {
        assert_eq!(self.ruling(), other.ruling());
    }
}

/// A ruling as text, everything in it.
pub(crate) fn whole(ruling: &Ruling) -> String {
    let mut text = format!("{}, {}: {} ({})\n", ruling.mishap, ruling.case, ruling.cure, ruling.by);
    let cards: Vec<String> = ruling.cards.iter().map(|c| format!("{} {}", c.card, fate(c.fate))).collect();
    if !cards.is_empty() {
        let _ = writeln!(text, "cards: {}", cards.join(", "));
    }
    let _ = writeln!(text, "hands: {}", ruling.hands.as_ref().map_or("none".into(), hands));
    let _ = writeln!(text, "wagers: {}", wagers(&ruling.wagers));
    let _ = writeln!(text, "next: {}", next(&ruling.next));
    let _ = writeln!(text, "shoe: {}", shoe(&ruling.shoe));
    if let Some(role) = ruling.ordered_by {
        let _ = writeln!(text, "ordered by: {role}");
    }
    if !ruling.told.is_empty() {
        let told: Vec<&str> = ruling.told.iter().map(|role| role.word()).collect();
        let _ = writeln!(text, "told: {}", told.join(", "));
    }
    text
}

fn fate(fate: Fate) -> String {
    match fate {
        Fate::Of(side, nth) => format!("is {side} {nth}"),
        Fate::OpensNextCoup => "opens the next coup".into(),
        Fate::AtMouthOfShoe => "lies at the mouth of the shoe".into(),
        Fate::SetAside => "is set aside".into(),
        Fate::GoesWithShoe => "goes with the shoe".into(),
        Fate::StaysBurned => "stays burned".into(),
        Fate::OfficersRuling => "waits for the officer".into(),
    }
}

/// Player's cards and point, then Banker's.
fn hands(hands: &BySide<Hand>) -> String {
    let one = |hand: &Hand| match hand.is_empty() {
        true => "no card".into(),
        false => format!("{hand} = {}", hand.point()),
    };
    format!("{}, {}", one(&hands.player), one(&hands.banker))
}

fn wagers(wagers: &WagerFate) -> String {
    match wagers {
        WagerFate::Stand => "stand".into(),
        WagerFate::AllReturned => "all returned".into(),
        WagerFate::MayBeWithdrawn { by, if_all: AllWithdrawn::NoBetCoup } => {
            format!("may be withdrawn ({by}), if all then no-bet coup")
        }
        WagerFate::MayBeWithdrawn { by, if_all: AllWithdrawn::CoupEnds } => {
            format!("may be withdrawn ({by}), if all then coup ends")
        }
        WagerFate::SettledAgain => "settled again".into(),
        WagerFate::RefundOrForfeit { forfeit: false } => "refund".into(),
        WagerFate::RefundOrForfeit { forfeit: true } => "refund or forfeit".into(),
        WagerFate::OnePersonsVoid => "one person's void".into(),
        WagerFate::OfficersRuling => "wait for the officer".into(),
    }
}

fn next(next: &Next) -> String {
    match next {
        Next::Ordinary { opens_with: None } => "ordinary".into(),
        Next::Ordinary { opens_with: Some(card) } => format!("ordinary from {card}"),
        Next::NoBet { opens_with, by } => format!("no-bet from {opens_with} ({by})"),
        Next::None => "none".into(),
    }
}

fn shoe(shoe: &ShoeFate) -> String {
    match shoe {
        ShoeFate::GoesOn => "goes on".into(),
        ShoeFate::MayEndIfAllAgree { by } => format!("goes on, may end if all agree ({by})"),
        ShoeFate::Ends => "ends".into(),
        ShoeFate::EndsAfterCoup => "ends after the coup".into(),
        ShoeFate::DecksAreChecked => "decks are checked".into(),
        ShoeFate::CheckedAfterCoup => "checked after the coup".into(),
        ShoeFate::Void => "void".into(),
        ShoeFate::MovesToOtherDevice { replace_damaged: false } => "moves to another device".into(),
        ShoeFate::MovesToOtherDevice { replace_damaged: true } => {
            "moves to another device, damaged cards replaced".into()
        }
        ShoeFate::FinishFromShoe => "finish from a shoe".into(),
    }
}
