//! The published figures for eight decks, to the last unit, counted through the engine's own drawing table.

use punto_rulebook::Drawing;
use punto_vocab::Point;

use crate::common::{BOOKS, book, card_of};

/// Cards left of each point.
type Shoe = [u64; 10];

const EIGHT_DECKS: Shoe = [128, 32, 32, 32, 32, 32, 32, 32, 32, 32];

/// In how many of the ordered ways to draw six cards Player wins, Banker wins, and the hands tie.
#[derive(Debug, Default, PartialEq, Eq)]
struct Ways {
    player: u64,
    banker: u64,
    tie: u64,
}

impl Ways {
    fn add(&mut self, player: Point, banker: Point, ways: u64) {
        let of = match player.cmp(&banker) {
            std::cmp::Ordering::Greater => &mut self.player,
            std::cmp::Ordering::Less => &mut self.banker,
            std::cmp::Ordering::Equal => &mut self.tie,
        };
        *of += ways;
    }
}

/// Draws one card of each point in turn, with the number of ways to do so.
fn draw(shoe: &mut Shoe, ways: u64, mut then: impl FnMut(&mut Shoe, Point, u64)) {
    for point in Point::all() {
        let left = &mut shoe[usize::from(point.value())];
        let here = ways * *left;
        if here == 0 {
            continue;
        }
        *left -= 1;
        then(shoe, point, here);
        shoe[usize::from(point.value())] += 1;
    }
}

fn count(drawing: &Drawing) -> Ways {
    let mut all = Ways::default();
    draw(&mut EIGHT_DECKS.clone(), 1, |shoe, a, ways| {
        draw(shoe, ways, |shoe, b, ways| {
            draw(shoe, ways, |shoe, c, ways| {
                draw(shoe, ways, |shoe, d, ways| thirds(drawing, &mut all, shoe, a.plus(c), b.plus(d), ways));
            });
        });
    });
    all
}

/// From the opening points on; a coup of four or five cards is counted with every way to draw the rest of the six.
fn thirds(drawing: &Drawing, all: &mut Ways, shoe: &mut Shoe, player: Point, banker: Point, ways: u64) {
    let (fifth, sixth) = (416 - 4, 416 - 5);
    if player.is_natural() || banker.is_natural() {
        return all.add(player, banker, ways * fifth * sixth);
    }
    if !drawing.player_draws(player) {
        if !drawing.banker_draws(banker, None) {
            return all.add(player, banker, ways * fifth * sixth);
        }
        return draw(shoe, ways, |_, third, ways| all.add(player, banker.plus(third), ways * sixth));
    }
    draw(shoe, ways, |shoe, third, ways| {
        let player = player.plus(third);
        if drawing.banker_draws(banker, Some(card_of(third.value()))) {
            draw(shoe, ways, |_, third, ways| all.add(player, banker.plus(third), ways));
        } else {
            all.add(player, banker, ways * sixth);
        }
    });
}

#[test]
fn eight_decks_give_the_published_combinations_under_every_document() {
    let published =
        Ways { player: 2_230_518_282_592_256, banker: 2_292_252_566_437_888, tie: 475_627_426_473_216 };
    let total = 4_998_398_275_503_360;
    assert_eq!((411..=416).product::<u64>(), total);
    for id in BOOKS {
        let counted = count(&book(id).drawing);
        assert_eq!(counted, published, "{id}");
        assert_eq!(counted.player + counted.banker + counted.tie, total);
    }
}
