//! What a full table costs to look at after 75 coups, to be told of, to be asked what is allowed, and to be written.

use divan::{Bencher, black_box};
use punto_rulebook::Rulebook;
use punto_seen::{Viewer, allowed, candidates, told, view};
use punto_table::{Actor, Command, Event, Opening, Stamped, Table, Time, apply, decide};
use punto_vocab::{Card, PersonId, Role};

fn main() {
    divan::main();
}

fn dealer() -> Actor {
    Actor::Staff(Role::Dealer, "dan".parse().expect("the bench is sound"))
}

fn patron() -> PersonId {
    "p3".parse().expect("the bench is sound")
}

struct Played {
    book: Rulebook,
    table: Table,
    events: Vec<Event>,
}

impl Played {
    fn say(&mut self, command: Command) -> bool {
        let stamped = Stamped { at: Time(0), by: dealer(), command };
        let Ok(events) = decide(&self.book, &self.table, &stamped) else { return false };
        for event in events {
            apply(&mut self.table, Time(0), dealer(), &event);
            self.events.push(event);
        }
        true
    }

    fn line(&mut self, line: &str) {
        let command = line.parse().expect("the bench is sound");
        assert!(self.say(command), "the bench is sound: {line}");
    }

    fn wagers(&mut self) {
        for seat in 1..=7 {
            let hand = if seat % 2 == 0 { "player" } else { "banker" };
            self.line(&format!("bet p{seat}@{seat} {hand} 100"));
            self.line(&format!("bet p{seat}@{seat} tie 25"));
        }
    }
}

/// Seven patrons after 75 coups of one shoe, with wagers for the next one on the layout.
fn full_table() -> Played {
    let book = Rulebook::embedded("nsw-2021").expect("the bench is sound");
    let mut played = Played { book, table: Table::default(), events: Vec::new() };
    let opening: Opening = "usual, limits 5..5000".parse().expect("the bench is sound");
    played.say(Command::Open { opening });
    played.line("prepare");
    for seat in 1..=7 {
        played.line(&format!("sit p{seat}@{seat}"));
    }
    // Every card is drawn once before any is drawn again, in an order that mixes ranks and suits.
    let cards: Vec<Card> = Card::all().collect();
    let mut drawn = 0;
    for _ in 0..75 {
        played.wagers();
        while !played.say(Command::Settle) {
            let card = cards[drawn * 23 % 52];
            let due = played.say(Command::card(card));
            drawn += usize::from(due);
            if !due {
                played.line("call points");
            }
        }
    }
    played.wagers();
    played
}

#[divan::bench]
fn view_for_the_public(bencher: Bencher<'_, '_>) {
    let played = full_table();
    bencher.bench_local(|| view(black_box(&played.book), &played.table, Viewer::Public));
}

#[divan::bench]
fn view_for_a_patron(bencher: Bencher<'_, '_>) {
    let played = full_table();
    bencher.bench_local(|| view(black_box(&played.book), &played.table, Viewer::Patron(patron())));
}

#[divan::bench]
fn view_for_the_dealer(bencher: Bencher<'_, '_>) {
    let played = full_table();
    bencher.bench_local(|| view(black_box(&played.book), &played.table, Viewer::Staff(Role::Dealer)));
}

#[divan::bench]
fn told_of_a_wager(bencher: Bencher<'_, '_>) {
    let played = full_table();
    let event = played.events.last().expect("the bench is sound");
    bencher.bench_local(|| told(black_box(event), &played.table, Viewer::Public));
}

#[divan::bench]
fn allowed_to_a_patron(bencher: Bencher<'_, '_>) {
    let played = full_table();
    bencher.bench_local(|| allowed(black_box(&played.book), &played.table, Actor::Patron(patron())));
}

#[divan::bench]
fn allowed_to_the_dealer(bencher: Bencher<'_, '_>) {
    let played = full_table();
    assert!(candidates(&played.book, &played.table, dealer()).len() > 100, "the bench is sound");
    bencher.bench_local(|| allowed(black_box(&played.book), &played.table, dealer()));
}

#[divan::bench]
fn snapshot(bencher: Bencher<'_, '_>) {
    let played = full_table();
    bencher.bench_local(|| serde_json::to_vec(black_box(&played.table)).expect("the bench is sound"));
}
