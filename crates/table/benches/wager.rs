//! A wager at a full table, decided and folded, and a copy of that table, beside the hashing of the wager's record.

use divan::{Bencher, black_box};
use punto_rulebook::Rulebook;
use punto_table::{Actor, Command, Stamped, Table, Time, apply, decide};
use punto_vocab::Role;

fn main() {
    divan::main();
}

fn dealer() -> Actor {
    Actor::Staff(Role::Dealer, "dan".parse().expect("the bench is sound"))
}

fn say(book: &Rulebook, table: &mut Table, line: &str) {
    let command =
        Stamped { at: Time(0), by: dealer(), command: line.parse::<Command>().expect("the bench is sound") };
    for event in decide(book, table, &command).expect("the bench is sound") {
        apply(table, Time(0), dealer(), &event);
    }
}

/// Seven patrons, each with a wager on a hand and on the tie; the last one's tie wager is still to come.
fn full_table(book: &Rulebook) -> Table {
    let mut table = Table::default();
    for line in ["open limits 5..5000", "prepare"] {
        say(book, &mut table, line);
    }
    for seat in 1..=7 {
        say(book, &mut table, &format!("sit p{seat}@{seat}"));
        say(
            book,
            &mut table,
            &format!("bet p{seat}@{seat} {} 100", if seat % 2 == 0 { "player" } else { "banker" }),
        );
        if seat < 7 {
            say(book, &mut table, &format!("bet p{seat}@{seat} tie 25"));
        }
    }
    table
}

fn last_wager() -> Stamped<Actor, Command> {
    Stamped { at: Time(0), by: dealer(), command: "bet p7@7 tie 25".parse().expect("the bench is sound") }
}

#[divan::bench]
fn decide_and_apply_a_wager(bencher: Bencher<'_, '_>) {
    let book = Rulebook::embedded("nsw-2021").expect("the bench is sound");
    let table = full_table(&book);
    let wager = last_wager();
    bencher.with_inputs(|| table.clone()).bench_local_values(|mut table| {
        for event in decide(&book, &table, black_box(&wager)).expect("the bench is sound") {
            apply(&mut table, Time(0), wager.by, &event);
        }
        table
    });
}

/// As every commit does, before it decides.
#[divan::bench]
fn copy_the_table(bencher: Bencher<'_, '_>) {
    let book = Rulebook::embedded("nsw-2021").expect("the bench is sound");
    let table = full_table(&book);
    bencher.bench_local(|| black_box(&table).clone());
}

#[divan::bench]
fn hash_its_record_with_blake3(bencher: Bencher<'_, '_>) {
    let book = Rulebook::embedded("nsw-2021").expect("the bench is sound");
    let table = full_table(&book);
    let wager = last_wager();
    let events = decide(&book, &table, &wager).expect("the bench is sound");
    let record = format!("{} {} {} {}", wager.at, wager.by, wager.command, events[0]);
    bencher.bench_local(|| blake3::hash(black_box(record.as_bytes())));
}
