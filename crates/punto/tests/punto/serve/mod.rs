//! `punto serve` from outside: the real program, a real folder, real connections, and whatever can go wrong with them.

mod alone;
mod attacks;
mod client;
mod copies;
mod damage;
mod encrypted;
mod for_programs;
mod full_disk;
mod house;
mod insider;
mod jurisdiction;
mod kills;
mod line;
mod load;
mod programs;
mod real;
mod reload;
mod scanning;
mod storm;
mod tamper;
mod tournament;
mod upgrade;
