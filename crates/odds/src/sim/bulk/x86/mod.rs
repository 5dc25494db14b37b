//! The wide kernels on processors with AVX2 or AVX-512: the one module of the simulator with unsafe code.
//!
//! The methods of [`avx2::Avx2`] and [`avx512::Avx512`] are an instruction or two each. All of them are inlined
//! into [`block_avx2`] and [`block_avx512`], which carry the features; nothing else uses these types, and the two
//! functions are called only through [`Wide`], which only a processor with the features has.
#![allow(unsafe_code)]

mod avx2;
mod avx512;

use super::clerk::Clerk;
use super::kernel;
use super::table::Table;

/// Vector instructions that this processor was found to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wide(Kind);

/// Private, so that no value can name instructions the processor lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Avx2,
    Avx512,
}

impl Wide {
    /// All that this processor has, the slowest first.
    pub(super) fn all() -> impl Iterator<Item = Wide> {
        let bits = is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2");
        let avx2 = bits && is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("avx2");
        let avx512 = avx2 && is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
        let avx2 = avx2.then_some(Wide(Kind::Avx2));
        avx2.into_iter().chain(avx512.then_some(Wide(Kind::Avx512)))
    }

    pub(super) fn name(self) -> &'static str {
        match self.0 {
            Kind::Avx2 => "AVX2",
            Kind::Avx512 => "AVX-512",
        }
    }

    /// Deals a block of 64 shoes.
    pub(super) fn block(self, table: &Table, seed: u64, number: u64, clerk: &mut Clerk) -> u64 {
        match self.0 {
            // SAFETY: `Wide::all` alone makes this value, after finding all these features.
            Kind::Avx2 => unsafe { block_avx2(table, seed, number, clerk) },
            // SAFETY: the same.
            Kind::Avx512 => unsafe { block_avx512(table, seed, number, clerk) },
        }
    }
}

#[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
fn block_avx2(table: &Table, seed: u64, number: u64, clerk: &mut Clerk) -> u64 {
    kernel::block::<avx2::Avx2>(table, seed, number, clerk)
}

#[target_feature(enable = "avx512f,avx512bw,avx2,popcnt,bmi1,bmi2")]
fn block_avx512(table: &Table, seed: u64, number: u64, clerk: &mut Clerk) -> u64 {
    kernel::block::<avx512::Avx512>(table, seed, number, clerk)
}
