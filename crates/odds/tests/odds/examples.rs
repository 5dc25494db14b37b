//! The examples run.

#[path = "../../examples/edge_along_a_shoe.rs"]
mod edge_along_a_shoe;
#[path = "../../examples/odds_of_a_shoe.rs"]
mod odds_of_a_shoe;
#[path = "../../examples/simulation.rs"]
mod simulation;

#[test]
fn odds_of_a_shoe() {
    odds_of_a_shoe::main().expect("the example runs");
}

#[test]
fn edge_along_a_shoe() {
    edge_along_a_shoe::main().expect("the example runs");
}

#[test]
fn simulation() {
    simulation::main().expect("the example runs");
}
