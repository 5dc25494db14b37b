pub mod chacha; pub mod dice; pub mod kernel; pub mod lanes; pub mod clerk; pub mod x86;
use kernel::*;
pub use clerk::Clerk as S;
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
fn block_avx2(t: &Table, plan: &Plan, seed: u64, number: u64, s: &mut S) -> u64 { block::<x86::Avx2>(t, plan, seed, number, s) }
#[target_feature(enable = "avx512f,avx512bw,popcnt,bmi1,bmi2")]
fn block_avx512(t: &Table, plan: &Plan, seed: u64, number: u64, s: &mut S) -> u64 { block::<x86::Avx512>(t, plan, seed, number, s) }
pub fn run(which: u8, t: &Table, plan: &Plan, seed: u64, number: u64, s: &mut S) -> u64 {
  match which { 0 => block::<lanes::Portable>(t,plan,seed,number, s), 1 => unsafe{block_avx2(t,plan,seed,number,s)}, _ => unsafe{block_avx512(t,plan,seed,number,s)} }
}
