//! A drawing table lowered to lookups, so that a coup is resolved without a branch.

use punto_vocab::{BySide, Card, Hand, Pair, Point};

use super::super::class::{
    BANKER_DREW, BANKER_WON, BANKERS_GRADE, COLOURED, MIXED, PERFECT, PLAYER_DREW, SAME_PIPS, SAME_RANK, TIED,
};
use crate::DrawTable;

/// Everything that resolves a coup of six cards.
pub(in crate::sim) struct Tables {
    /// By Player's first two cards: the point times 1000, and the pair's grade in the two highest bits.
    player: Box<[u16; 4096]>,
    /// By Banker's first two cards: the point times 100, and the grade.
    banker: Box<[u16; 4096]>,
    /// By the fifth card: its point times 10.
    fifth: [u8; 64],
    /// By the sixth card: its point.
    sixth: [u8; 64],
    /// By the sum of those four: bit 0 if Player drew, bit 1 if Banker drew, above them winner and point.
    ends: Box<[u8; 16384]>,
    /// By that: the code of the class.
    codes: [u8; 128],
}

/// What a coup came to.
pub(super) struct Ended {
    /// How many cards it took.
    pub(super) cards: usize,
    /// The class of its outcome.
    pub(super) class: u64,
}

const POINT: u16 = (1 << 14) - 1;

impl Tables {
    pub(in crate::sim) fn new(table: &DrawTable) -> Tables {
        let mut tables = Tables {
            player: Box::new([0; 4096]),
            banker: Box::new([0; 4096]),
            fifth: [0; 64],
            sixth: [0; 64],
            ends: Box::new([0; 16384]),
            codes: [0; 128],
        };
        for one in Card::all() {
            tables.fifth[one.index()] = one.point().value() * 10;
            tables.sixth[one.index()] = one.point().value();
            for other in Card::all() {
                let at = one.index() << 6 | other.index();
                let hand = opening(one, other);
                let point = u16::from(hand.point().value());
                let grade = u16::from(grade(hand.pair())) << 14;
                tables.player[at] = (point * 1000) | grade;
                tables.banker[at] = (point * 100) | grade;
            }
        }
        for at in 0..10_000 {
            let digit = |unit: u32| Point::of_total(at / unit);
            let (end, code) = end(table, [digit(1000), digit(100), digit(10), digit(1)]);
            tables.ends[at as usize] = end;
            tables.codes[usize::from(end)] = code;
        }
        tables
    }

    /// Resolves a coup: six cards, one a byte, the first lowest.
    #[inline(always)]
    pub(super) fn resolve(&self, cards: u64) -> Ended {
        let card = |number: u32| (cards >> (8 * number)) as usize & 63;
        let player = self.player[card(0) << 6 | card(2)];
        let banker = self.banker[card(1) << 6 | card(3)];
        let thirds = self.fifth[card(4)] + self.sixth[card(5)];
        let end = self.ends[usize::from((player & POINT) + (banker & POINT) + u16::from(thirds)) & 16383];
        let mut paired = u64::from(player >> 14 | banker >> 14 << BANKERS_GRADE);
        if player > POINT && banker > POINT {
            paired |= likeness(card(0), card(1));
        }
        let class = u64::from(self.codes[usize::from(end & 127)]) << 6 | paired;
        Ended { cards: usize::from(4 + (end & 1) + (end >> 1 & 1)), class }
    }
}

fn opening(one: Card, other: Card) -> Hand {
    let mut hand = Hand::default();
    // An empty hand takes two cards.
    let _ = hand.push(one) && hand.push(other);
    hand
}

fn grade(pair: Option<Pair>) -> u8 {
    match pair {
        None => 0,
        Some(Pair::Mixed) => MIXED,
        Some(Pair::Coloured) => COLOURED,
        Some(Pair::Perfect) => PERFECT,
    }
}

/// How two pairs are alike, by a card of each.
#[cold]
fn likeness(player: usize, banker: usize) -> u64 {
    let rank = |index: usize| Card::from_index(index).map(Card::rank);
    u64::from(match (rank(player), rank(banker)) {
        (Some(player), Some(banker)) if player == banker => SAME_RANK,
        (Some(player), Some(banker)) if player.pips() == banker.pips() => SAME_PIPS,
        _ => 0,
    })
}

/// How a coup ends with these opening points and these cards to come, and the code of its class.
fn end(table: &DrawTable, [player, banker, fifth, sixth]: [Point; 4]) -> (u8, u8) {
    let natural = player.is_natural() || banker.is_natural();
    let player_draws = !natural && table.player_draws(player);
    let third = player_draws.then_some(fifth);
    let banker_draws = !natural && table.banker_draws(banker, third);
    let points = BySide {
        player: third.map_or(player, |third| player.plus(third)),
        banker: match banker_draws {
            true => banker.plus(if player_draws { sixth } else { fifth }),
            false => banker,
        },
    };
    let won = match points.player.cmp(&points.banker) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => BANKER_WON,
        std::cmp::Ordering::Equal => TIED,
    };
    let point = points.player.max(points.banker).value();
    let (player_drew, banker_drew) = (u8::from(player_draws), u8::from(banker_draws));
    let end = (won / BANKER_WON * 10 + point) << 2 | banker_drew << 1 | player_drew;
    (end, won + point + player_drew * PLAYER_DREW + banker_drew * BANKER_DREW)
}

#[cfg(test)]
mod tests {
    use punto_rulebook::Rulebook;

    use super::*;

    #[test]
    fn every_cell_of_the_drawing_table_is_read() {
        let right = DrawTable::from(&Rulebook::embedded("nsw-2021").unwrap().drawing);
        let ends = Tables::new(&right).ends;
        let points = || Point::all().filter(|point| !point.is_natural());
        for wrong in points() {
            let table = DrawTable::new(
                |player| right.player_draws(player) != (player == wrong),
                |banker, third| right.banker_draws(banker, third),
            );
            assert_ne!(Tables::new(&table).ends, ends, "Player on {wrong:?}");
            for third in Point::all().map(Some).chain([None]) {
                let table = DrawTable::new(
                    |player| right.player_draws(player),
                    |banker, other| right.banker_draws(banker, other) != ((banker, other) == (wrong, third)),
                );
                assert_ne!(Tables::new(&table).ends, ends, "Banker on {wrong:?} after {third:?}");
            }
        }
    }
}
