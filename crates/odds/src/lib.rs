//! Exact odds and simulation.
