//! The table of play: whether a hand draws a third card, and the clause of each row.

use punto_vocab::{Card, Citation, Point};

use crate::Ruled;
use crate::reader::{Field, Section};

/// The drawing table of a document, lowered once from its printed rows.
///
/// The running table and the odds read this same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The clause for the opening order: Player, Banker, Player, Banker.
    pub opening: Citation,
    /// The clause by which eight or nine in two cards stops both hands.
    pub natural: Citation,
    /// The clauses by which the higher point wins, where the document ranks points by themselves.
    pub ranking: Option<Citation>,
    /// The clause by which no hand gets a fourth card.
    pub one_extra: Option<Citation>,
    player: [Option<Ruled<bool>>; 10],
    banker: [BankerRow; 8],
}

/// Banker's row: one bit for each printed column; bits 0 to 9 are the point of Player's third card, bit 10 is
/// "Player stood".
#[derive(Clone, Debug, PartialEq, Eq)]
struct BankerRow {
    draws: u16,
    by: Citation,
    /// What it rests on when Player stood.
    stood_by: Citation,
}

const PLAYER_STOOD: u32 = 10;

impl Drawing {
    /// Whether Player draws on this opening point, with no natural on the table.
    pub fn player_draws(&self, player: Point) -> bool {
        self.player[usize::from(player.value())].as_ref().is_some_and(|row| row.value)
    }

    /// The clause for what Player does on this opening point; a natural's is [`Drawing::natural`].
    pub fn player_by(&self, player: Point) -> &Citation {
        self.player[usize::from(player.value())].as_ref().map_or(&self.natural, |row| &row.by)
    }

    /// Whether Banker draws on this opening point after Player's third card, or after Player stood, with no
    /// natural on the table.
    pub fn banker_draws(&self, banker: Point, player_third: Option<Card>) -> bool {
        let column = player_third.map_or(PLAYER_STOOD, |card| u32::from(card.point().value()));
        self.banker.get(usize::from(banker.value())).is_some_and(|row| row.draws >> column & 1 == 1)
    }

    /// The clause for what Banker does.
    pub fn banker_by(&self, banker: Point, player_third: Option<Card>) -> &Citation {
        match (self.banker.get(usize::from(banker.value())), player_third) {
            (None, _) => &self.natural,
            (Some(row), None) => &row.stood_by,
            (Some(row), Some(_)) => &row.by,
        }
    }

    pub(crate) fn read(field: Field<'_, '_>) -> Option<Drawing> {
        let drawing = field.section()?;
        let opening = drawing.cited("opening");
        let natural = drawing.cited("natural");
        let ranking = drawing.optional("ranking").and_then(|f| f.cited());
        let one_extra = drawing.optional("one_extra").and_then(|f| f.cited());
        let player = read_player(&drawing);
        let banker = read_banker(&drawing);
        drawing.close();
        Some(Drawing {
            opening: opening?,
            natural: natural?,
            ranking,
            one_extra,
            player: player?,
            banker: banker?,
        })
    }
}

fn read_player(drawing: &Section<'_, '_>) -> Option<[Option<Ruled<bool>>; 10]> {
    let mut rows: [Option<Ruled<bool>>; 10] = Default::default();
    let list = drawing.field("player")?;
    let mut all_read = true;
    for row in list.list() {
        let Some(row) = row.section() else { continue };
        let points = row.field("points").map(|f| f.list());
        let draws = row.field("draws").and_then(|f| f.flag());
        let by = row.citation();
        all_read &= points.is_some() && draws.is_some() && by.is_some();
        for point in points.iter().flatten() {
            // Eight and nine are naturals: a row for them would be a second answer to a settled question.
            let Some(number) = point.number(0..=7) else {
                all_read = false;
                continue;
            };
            let (Some(value), Some(by)) = (draws, by.clone()) else { continue };
            if rows[number as usize].replace(Ruled { value, by }).is_some() {
                point.report(format!(
                    "two values for one question: Player's point {number} has a row already"
                ));
            }
        }
        row.close();
    }
    let missing: Vec<String> = (0..8).filter(|n| rows[*n].is_none()).map(|n| n.to_string()).collect();
    if !missing.is_empty() && all_read {
        list.report(format!("`drawing.player` does not say what Player does on {}", missing.join(", ")));
    }
    missing.is_empty().then_some(rows)
}

fn read_banker(drawing: &Section<'_, '_>) -> Option<[BankerRow; 8]> {
    let mut rows: [Option<BankerRow>; 8] = Default::default();
    // Without it the row of the table speaks for "Player stood" on every point.
    let stood = drawing.optional("no_player_card").map(read_no_player_card);
    let list = drawing.field("banker")?;
    let mut all_read = true;
    for row in list.list() {
        let Some(row) = row.section() else { continue };
        let point = row.field("point").and_then(|f| f.number(0..=7));
        let draws = row.field("row").and_then(|f| read_columns(&f));
        let by = row.citation();
        all_read &= point.is_some() && draws.is_some() && by.is_some();
        if let (Some(point), Some(draws), Some(by)) = (point, draws, by)
            && rows[point as usize]
                .replace(row_of(point, draws, by, stood.as_ref().and_then(Option::as_ref)))
                .is_some()
        {
            row.report(format!("two values for one question: Banker's point {point} has a row already"));
        }
        row.close();
    }
    let missing: Vec<String> = (0..8).filter(|n| rows[*n].is_none()).map(|n| n.to_string()).collect();
    if !missing.is_empty() && all_read {
        list.report(format!("`drawing.banker` does not say what Banker does on {}", missing.join(", ")));
    }
    let rows: Vec<BankerRow> = rows.into_iter().flatten().collect();
    let well_read = stood.is_none_or(|stood| stood.is_some());
    rows.try_into().ok().filter(|_| well_read)
}

/// `{ clause = … }`: what Banker's play rests on when Player stood. With `points`, only for these points of
/// Banker; on the others the row of the table speaks for "Player stood" too.
fn read_no_player_card(field: Field<'_, '_>) -> Option<(Vec<u32>, Citation)> {
    let section = field.section()?;
    let points = match section.optional("points") {
        Some(points) => points.some(|f| f.number(0..=7)),
        None => Some((0..=7).collect()),
    };
    let by = section.citation();
    section.close();
    points.zip(by)
}

fn row_of(point: u32, draws: u16, by: Citation, stood: Option<&(Vec<u32>, Citation)>) -> BankerRow {
    let stood_by = stood.filter(|(points, _)| points.contains(&point)).map_or(&by, |(_, stood_by)| stood_by);
    BankerRow { draws, stood_by: stood_by.clone(), by }
}

/// Reads `D DDDDDDDDSD`: what Banker does when Player stood, then for a third card counting 0 to 9.
fn read_columns(field: &Field<'_, '_>) -> Option<u16> {
    let text = field.text()?;
    let impossible = || {
        field.report(format!(
            "`{text}` is an impossible drawing row; expected D or S for \"Player stood\", a space, and ten times D or S \
             for Player's third card counting 0 to 9, like `D DDDDDDDDSD`"
        ));
    };
    let bit = |letter: u8| match letter {
        b'D' => Some(1u16),
        b'S' => Some(0),
        _ => None,
    };
    let &[stood, b' ', ref columns @ ..] = text.as_bytes() else {
        impossible();
        return None;
    };
    let read = (|| {
        let mut row = bit(stood)? << PLAYER_STOOD;
        if columns.len() != 10 {
            return None;
        }
        for (column, letter) in columns.iter().enumerate() {
            row |= bit(*letter)? << column;
        }
        Some(row)
    })();
    if read.is_none() {
        impossible();
    }
    read
}
