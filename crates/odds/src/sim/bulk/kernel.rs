//! Sixty-four shoes dealt side by side, a coup of each at every turn.

use super::chacha::Stream;
use super::dice;
use super::lanes::{Halves, Lanes};
use super::clerk::Clerk;

pub struct Table { pub player:[u8;16], pub column:[u8;16], pub start:[u8;16] }

pub struct Plan { pub decks:u8, pub burn_counted:bool, pub burn:u16, pub stop_at:u16, pub by_end: bool, pub sure: u32, pub window: u32 }

struct Shoes<L: Lanes> {
    first: [L::Vector; 7],
    second: [L::Vector; 5],
    left: Halves<L>,
    one: L::Vector,
    step: L::Vector,
}

impl<L: Lanes> Shoes<L> {
    #[inline(always)]
    fn full(decks: u8) -> Self {
        let of_kinds = |kinds: u8| L::ordered8(L::splat8(kinds * 4 * decks));
        Shoes {
            first: [1, 2, 3, 4, 5, 6, 7].map(of_kinds),
            second: [1, 2, 3, 4, 5].map(of_kinds),
            left: Halves::splat(52 * u16::from(decks)),
            one: L::load(&std::hint::black_box([1; 64])), step: L::load(&std::hint::black_box([1; 64])),
        }
    }

    #[inline(always)]
    fn draw(&mut self, at: Halves<L>, last: Halves<L>, who: Option<L::Mask>) -> L::Vector {
        let mut at_first = L::ordered8(at.capped_bytes());
        let mut at_second = L::ordered8(last.with(at, L::sub16).capped_bytes());
        if let Some(who) = who {
            let nowhere = L::ordered8(L::splat8(255));
            at_first = L::choose8(who, at_first, nowhere);
            at_second = L::choose8(who, at_second, nowhere);
        }
        let mut kind = L::splat8(7);
        let mut kind2 = L::splat8(0);
        for upto in &mut self.first {
            let below = L::below8(at_first, *upto);
            *upto = L::one_less8(below, *upto, self.one);
            kind = L::one_less8(below, kind, self.step);
        }
        for upto in &mut self.second {
            let below = L::below8(at_second, *upto);
            *upto = L::one_less8(below, *upto, self.one);
            kind2 = L::one_more8(below, kind2, self.step);
        }
        L::add8(kind, kind2)
    }
}

#[inline(always)]
fn point<L: Lanes>(kind: L::Vector) -> L::Vector { L::sub8_to_nought(kind, L::splat8(3)) }
#[inline(always)]
fn plus<L: Lanes>(a: L::Vector, b: L::Vector) -> L::Vector {
    let s = L::add8(a, b);
    L::min8(s, L::sub8(s, L::splat8(10)))
}

#[inline(always)]
pub(super) fn block<L: Lanes>(t: &Table, plan: &Plan, seed: u64, number: u64, suits: &mut Clerk) -> u64 {
    let stream = Stream::new(seed, number);
    let mut shoes = Shoes::<L>::full(plan.decks);
    suits.reset();
    suits.fill::<L>(&stream);
    let everybody = L::mask(!0);
    let one16 = L::load(&std::hint::black_box({let mut o=[0; 64]; for i in 0..32 {o[2*i]=1}; o}));
    let mut stop_at = Halves::<L>::splat(plan.stop_at + plan.burn);
    if plan.burn_counted {
        let words = stream.words::<L>(0, 0, || {});
        let n = shoes.left;
        let n1 = n.with(Halves::splat(1), L::sub16);
        let d = dice::roll(&[words[0],words[1],words[2],words[3]], [n, n1], one16);
        let d = d.mend(&stream, 0, 0, !0);
        let kind = shoes.draw(d.first, n1, None);
        let pt = point::<L>(kind);
        let pips = L::choose8(L::equal8(pt, L::splat8(0)), L::splat8(10), pt);
        stop_at = Halves::splat(plan.stop_at).with(Halves::of_bytes(pips), L::add16);
        shoes.left = n1;
    }
    let mut live = !0u64;
    let mut turn = 1;
    let mut coups = 0u64;
    let mut supply = [L::splat8(0); 48];
    loop {
        let t4 = (turn as usize - 1) % 4;
        if t4 < 3 {
            let w = stream.words::<L>(turn, 0, || suits.tick::<L>(&stream));
            for i in 0..16 { supply[t4 * 16 + i] = w[i]; }
        }
        let words: &[L::Vector; 12] = supply[t4 * 12..].first_chunk().unwrap();
        let n = shoes.left;
        let less = |k: u16| n.with(Halves::splat(k), L::sub16);
        let (n1, n2, n3, n4, n5) = (less(1), less(2), less(3), less(4), less(5));
        let one = dice::roll(&[words[0],words[1],words[2],words[3]], [n, n1], one16).mend(&stream, turn, 0, live);
        let two = dice::roll(&[words[4],words[5],words[6],words[7]], [n2, n3], one16).mend(&stream, turn, 1, live);
        let p1 = shoes.draw(one.first, n1, None);
        suits.tick::<L>(&stream);
        let b1 = shoes.draw(one.second, n2, None);
        suits.tick::<L>(&stream);
        let p2 = shoes.draw(two.first, n3, None);
        suits.tick::<L>(&stream);
        let b2 = shoes.draw(two.second, n4, None);
        suits.tick::<L>(&stream);
        let p = plus::<L>(point::<L>(p1), point::<L>(p2));
        let b = plus::<L>(point::<L>(b1), point::<L>(b2));
        let b_open = L::greater8(L::splat8(8), b);
        let zero = L::splat8(0);
        let p_draws = L::both(b_open, L::greater8(zero, L::lookup8(&t.player, p)));
        let n5b = Halves::of_bytes(L::keep8(p_draws, L::splat8(1)));
        let n5b = n4.with(n5b, L::sub16);
        let three = dice::roll(&[words[8],words[9],words[10],words[11]], [n4, n5b], one16).mend(&stream, turn, 2, live);
        let p3 = point::<L>(shoes.draw(three.first, n5, Some(p_draws)));
        suits.tick::<L>(&stream);
        let column = L::choose8(p_draws, p3, L::lookup8(&t.start, p));
        const BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
        let hit = L::and(L::lookup8(&t.column, column), L::lookup8(&BIT, b));
        let b_draws = L::without(everybody, L::equal8(hit, zero));
        let b3 = point::<L>(shoes.draw(three.second, n5b.with(Halves::splat(1), L::sub16), Some(b_draws)));
        suits.tick::<L>(&stream);
        let p = plus::<L>(p, L::keep8(p_draws, p3));
        let b = plus::<L>(b, L::keep8(b_draws, b3));
        let n6 = n5b.with(Halves::of_bytes(L::keep8(b_draws, L::splat8(1))), L::sub16);
        shoes.left = n6;
        let code = L::max8(p, b);
        let code = L::add8(code, L::keep8(p_draws, L::splat8(10)));
        let code = L::add8(code, L::keep8(b_draws, L::splat8(20)));
        let code = L::add8(code, L::keep8(L::greater8(b, p), L::splat8(40)));
        let code = L::add8(code, L::keep8(L::equal8(b, p), L::splat8(80)));
        let code = L::choose8(L::mask(live), code, L::splat8(0x7f));
        let r = turn as usize % super::clerk::ROWS;
        suits.count::<L>(turn as usize, code);
        L::store(L::or(code, L::splat8(if turn > plan.window {0x80} else {0})), &mut suits.codes[r]);
        let p_pair = L::equal8(p1, p2);
        let b_pair = L::equal8(b1, b2);
        L::store(L::choose8(p_pair, p1, L::or(b1, L::splat8(0x20))), &mut suits.kinds[r]);
        suits.push(turn as usize, (L::bits(p_pair) ^ L::bits(b_pair)) & live);
        coups += u64::from(live.count_ones());
        if turn >= plan.sure {
            let s = if plan.by_end { n6 } else { n };
            let over = s.with(stop_at, L::sub16_to_nought).capped_bytes();
            live &= !L::bits(L::equal8(over, zero));
            if live == 0 { suits.rest::<L>(&stream); return coups }
        }
        turn += 1;
    }
}
