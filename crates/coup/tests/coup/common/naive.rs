//! What each bet becomes, worked out a second time from the documents: cards as people read them, no paytable.

use punto_coup::Became;
use punto_vocab::Card;

/// What a wager becomes: how it ended, what a stake of `per` wins, and the clause that comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) became: Became,
    pub(crate) wins: i64,
    pub(crate) per: i64,
    pub(crate) clause: &'static str,
}

fn won(wins: i64, per: i64, clause: &'static str) -> Verdict {
    Verdict { became: Became::Won, wins, per, clause }
}

fn lost(clause: &'static str) -> Verdict {
    Verdict { became: Became::Lost, wins: 0, per: 1, clause }
}

fn stand_off(clause: &'static str) -> Verdict {
    Verdict { became: Became::StandOff, wins: 0, per: 1, clause }
}

/// A hand as it lies, each card a letter for its rank and one for its suit.
struct Seen(Vec<(char, char)>);

impl Seen {
    fn of(cards: &[Card]) -> Seen {
        let letters = |card: &Card| {
            let text = card.to_string();
            (text.chars().next().unwrap(), text.chars().last().unwrap())
        };
        Seen(cards.iter().map(letters).collect())
    }

    fn count(&self) -> u32 {
        let value = |rank: char| match rank {
            'A' => 1,
            'T' | 'J' | 'Q' | 'K' => 0,
            digit => digit.to_digit(10).unwrap(),
        };
        self.0.iter().map(|(rank, _)| value(*rank)).sum::<u32>() % 10
    }

    /// The rank of the pair that the first two cards make.
    fn pair(&self) -> Option<char> {
        (self.0[0].0 == self.0[1].0).then_some(self.0[0].0)
    }

    fn red(suit: char) -> bool {
        suit == 'h' || suit == 'd'
    }
}

/// A finished coup, as people at the table see it.
pub(crate) struct Finished {
    player: Seen,
    banker: Seen,
}

impl Finished {
    pub(crate) fn of(player: &[Card], banker: &[Card]) -> Finished {
        Finished { player: Seen::of(player), banker: Seen::of(banker) }
    }

    /// What a document makes of a wager on a bet, in one form of its game.
    #[track_caller]
    pub(crate) fn verdict(&self, id: &str, variant: &str, bet: &str) -> Verdict {
        let Finished { player, banker } = self;
        match id {
            "nsw-2021" => nsw(variant == "even-money", bet, player, banker),
            "tas-2013" | "tas-2018" => tas(variant == "federal", bet, player, banker),
            "nz-1998" => nz(bet, player, banker),
            "rws-2016" => rws(bet, player, banker),
            other => panic!("{other}"),
        }
    }
}

#[track_caller]
fn nsw(even_money: bool, bet: &str, player: &Seen, banker: &Seen) -> Verdict {
    let (p, b) = (player.count(), banker.count());
    let banker_six = b > p && b == 6;
    let cards = banker.0.len();
    match bet {
        "player" if p > b => won(1, 1, if even_money { "11.2.1" } else { "11.1.2" }),
        "player" if p < b => lost("5.1.1.2"),
        "player" => stand_off("5.1.1.3"),
        "banker" if banker_six && even_money => won(1, 2, "11.2.2"),
        "banker" if b > p && even_money => won(1, 1, "11.2.2"),
        "banker" if b > p => won(19, 20, "11.1.3"),
        "banker" if b < p => lost("5.1.2.2"),
        "banker" => stand_off("5.1.2.3"),
        "tie" if p == b => won(8, 1, if even_money { "11.2.3" } else { "11.1.5" }),
        "tie" => lost("5.1.3"),
        "player_pair" if player.pair().is_some() => won(11, 1, "11.1.4"),
        "banker_pair" if banker.pair().is_some() => won(11, 1, "11.1.4"),
        "player_pair" | "banker_pair" => lost("10.8"),
        "super_six" if banker_six => won(15, 1, "11.1.6"),
        "super_six" => lost("10.13"),
        "tiger_tie" if p == 6 && b == 6 => won(45, 1, "11.1.7"),
        "tiger_tie" => lost("10.18"),
        "tiger_pair" => match (player.pair(), banker.pair()) {
            (Some(one), Some(other)) if one == other => won(100, 1, "11.1.8.3"),
            (Some(_), Some(_)) => won(25, 1, "11.1.8.2"),
            (Some(_), None) | (None, Some(_)) => won(4, 1, "11.1.8.1"),
            (None, None) => lost("10.23.4"),
        },
        "tiger" if banker_six && cards == 2 => won(12, 1, "11.1.9.1"),
        "tiger" if banker_six && cards == 3 => won(22, 1, "11.1.9.2"),
        "tiger" => lost("10.29.3"),
        "big_tiger" if banker_six && cards == 3 => won(55, 1, "11.1.10"),
        "big_tiger" => lost("10.34"),
        "small_tiger" if banker_six && cards == 2 => won(22, 1, "11.1.11"),
        "small_tiger" => lost("10.39"),
        other => panic!("{other}"),
    }
}

#[track_caller]
fn tas(federal: bool, bet: &str, player: &Seen, banker: &Seen) -> Verdict {
    let (p, b) = (player.count(), banker.count());
    match bet {
        "player" if p > b => won(1, 1, "12.1"),
        "banker" if b > p && federal => won(1, if b == 6 { 2 } else { 1 }, "12.4"),
        "banker" if b > p => won(19, 20, "12.2"),
        "player" | "banker" if p == b => stand_off("6.8"),
        "player" | "banker" => lost("10.3"),
        "tie" if p == b => won(8, 1, "12.3"),
        "tie" => lost("6.8"),
        "perfect_pair_player" => perfect_pair(player),
        "perfect_pair_banker" => perfect_pair(banker),
        other => panic!("{other}"),
    }
}

fn perfect_pair(hand: &Seen) -> Verdict {
    let (one, other) = (hand.0[0], hand.0[1]);
    match () {
        _ if one.0 != other.0 => lost("15.6.b"),
        _ if one.1 == other.1 => won(25, 1, "15.8.c"),
        _ if Seen::red(one.1) == Seen::red(other.1) => won(12, 1, "15.8.b"),
        _ => won(6, 1, "15.8.a"),
    }
}

/// Banker's net of the commission: even money less a twentieth of the win.
#[track_caller]
fn nz(bet: &str, player: &Seen, banker: &Seen) -> Verdict {
    let (p, b) = (player.count(), banker.count());
    match bet {
        "player" if p > b => won(1, 1, "5.7.a"),
        "player" if p < b => lost("5.1.b.ii"),
        "player" => stand_off("5.1.b.iii"),
        "banker" if b > p => won(19, 20, "5.7.b"),
        "banker" if b < p => lost("5.1.a.ii"),
        "banker" => stand_off("5.1.a.iii"),
        "tie" if p == b => won(8, 1, "5.7.c"),
        "tie" => lost("5.1.c.ii"),
        other => panic!("{other}"),
    }
}

#[track_caller]
fn rws(bet: &str, player: &Seen, banker: &Seen) -> Verdict {
    let (p, b) = (player.count(), banker.count());
    match bet {
        "player" if p > b => won(1, 1, "4.1.1:player"),
        "banker" if b > p && b == 6 => won(1, 2, "4.1.1:banker-six"),
        "banker" if b > p => won(1, 1, "4.1.1:banker-other"),
        "player" | "banker" if p == b => stand_off("3.8"),
        "player" | "banker" => lost("3.7:rank"),
        "tie" if p == b => won(8, 1, "4.1.1:tie"),
        "tie" => lost("3.7:rank"),
        "player_pair" if player.pair().is_some() => won(11, 1, "4.1.1:pairs"),
        "banker_pair" if banker.pair().is_some() => won(11, 1, "4.1.1:pairs"),
        "player_pair" | "banker_pair" => lost("3.4:pairs"),
        other => panic!("{other}"),
    }
}
