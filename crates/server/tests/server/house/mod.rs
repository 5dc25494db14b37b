//! The house as it is from outside: a real server, a real journal, and requests that people and attackers would send.

mod alone;
mod cage;
mod carried_out;
mod configuration;
mod description;
mod devices;
mod front_door;
mod insiders;
mod life;
mod patrons;
mod play;
mod programs;
mod roles;
mod second_factor;
mod sign_in;
mod software;
mod statements;
mod told;
mod two_persons;
mod under_fault;
mod vouchers;
