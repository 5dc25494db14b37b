pub mod chacha; pub mod dice; pub mod kernel; pub mod lanes; pub mod clerk; pub mod suits; pub mod x86;
use kernel::*;
pub use clerk::Clerk as S;
#[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
fn block_avx2(t: &Table, plan: &Plan, seed: u64, number: u64, s: &mut S) -> u64 { block::<x86::Avx2>(t, plan, seed, number, s) }
#[target_feature(enable = "avx512f,avx512bw,popcnt,bmi1,bmi2")]
fn block_avx512(t: &Table, plan: &Plan, seed: u64, number: u64, s: &mut S) -> u64 { block::<x86::Avx512>(t, plan, seed, number, s) }
pub fn run(which: u8, t: &Table, plan: &Plan, seed: u64, number: u64, s: &mut S) -> u64 {
  match which { 0 => block::<lanes::Portable>(t,plan,seed,number, s), 1 => unsafe{block_avx2(t,plan,seed,number,s)}, _ => unsafe{block_avx512(t,plan,seed,number,s)} }
}
#[target_feature(enable = "avx512f,avx512bw,popcnt,bmi1,bmi2")]
pub fn only_chacha(n: u32) -> u8 { let s = chacha::Stream::new(1, 2); let mut b=[0u8;64]; let mut acc = <x86::Avx512 as lanes::Lanes>::splat8(0); for i in 0..n { let w = s.words::<x86::Avx512>(i, 0, || {}); for w in w { acc = <x86::Avx512 as lanes::Lanes>::xor(acc, w); } } <x86::Avx512 as lanes::Lanes>::store(acc, &mut b); b[0] }
