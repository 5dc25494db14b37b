//! What a shoe costs.

fn main() {
    divan::main();
}
