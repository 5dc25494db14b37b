//! How long the five documents take to load from the texts inside the binary: all of them, and each alone.

use punto_rulebook::Rulebook;

fn main() {
    divan::main();
}

/// What `punto` does at start; the budget is 25 ms.
#[divan::bench]
fn all_five_books() -> Vec<Rulebook> {
    Rulebook::embedded_ids().filter_map(Rulebook::embedded).collect()
}

#[divan::bench(args = Rulebook::embedded_ids())]
fn one_book(id: &str) -> Option<Rulebook> {
    Rulebook::embedded(id)
}
