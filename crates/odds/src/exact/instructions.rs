//! The sums with the instructions that this processor has, chosen at run time.
#![allow(unsafe_code)] // the one place: calling a function compiled for a processor found to be this one

use std::fmt;

use super::form::Form;
use super::orders::{LANES, Orders};

/// A set of instructions that this processor was found to have.
///
/// All of them give the same figures to the last unit; they differ in speed only.
///
/// ```
/// use punto_odds::Instructions;
/// assert!(Instructions::all().any(|one| one == Instructions::best()));
/// assert_eq!(Instructions::PORTABLE.to_string(), "portable");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instructions(Kind);

/// Private, so that no value can name instructions the processor lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    /// What every processor has.
    pub const PORTABLE: Instructions = Instructions(Kind::Portable);

    /// All that this processor has, the slowest first.
    pub fn all() -> impl Iterator<Item = Instructions> {
        let mut all = vec![Instructions::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                all.push(Instructions(Kind::Avx2));
            }
            if is_x86_feature_detected!("avx512f") {
                all.push(Instructions(Kind::Avx512));
            }
        }
        all.into_iter()
    }

    /// The fastest that this processor has.
    pub fn best() -> Instructions {
        Instructions::all().last().unwrap_or(Instructions::PORTABLE)
    }

    /// The sums of a form for a shoe.
    pub(super) fn add_up(self, form: &Form, orders: &Orders, sums: &mut [[f64; LANES]]) {
        match self.0 {
            Kind::Portable => form.add_up::<false>(orders, sums),
            // SAFETY: `Instructions::all` alone makes this value, after finding AVX2 and FMA.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => unsafe { add_up_avx2(form, orders, sums) },
            // SAFETY: `Instructions::all` alone makes this value, after finding AVX-512F.
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => unsafe { add_up_avx512(form, orders, sums) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn add_up_avx2(form: &Form, orders: &Orders, sums: &mut [[f64; LANES]]) {
    form.add_up::<true>(orders, sums);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn add_up_avx512(form: &Form, orders: &Orders, sums: &mut [[f64; LANES]]) {
    form.add_up::<true>(orders, sums);
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "AVX-512",
        })
    }
}
