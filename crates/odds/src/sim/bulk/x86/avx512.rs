//! The vector operations with AVX-512 F and BW: one register of 64 bytes, and masks of 64 bits.

use std::arch::asm;
use std::arch::x86_64::*;

use super::super::lanes::Lanes;

/// AVX-512; see [`super`] for when its methods may be called.
#[derive(Clone, Copy)]
pub(super) struct Avx512;

/// Writes methods that are one instruction.
macro_rules! instructions {
    ($($name:ident = $intrinsic:ident;)*) => {
        $(#[inline(always)]
        fn $name(a: __m512i, b: __m512i) -> __m512i {
            // SAFETY: AVX-512 F and BW as said in the parent module.
            unsafe { $intrinsic(a, b) }
        })*
    };
}

impl Lanes for Avx512 {
    type Vector = __m512i;
    type Mask = __mmask64;

    instructions! {
        and = _mm512_and_si512;
        or = _mm512_or_si512;
        xor = _mm512_xor_si512;
        add8 = _mm512_add_epi8;
        sub8 = _mm512_sub_epi8;
        min8 = _mm512_min_epu8;
        max8 = _mm512_max_epu8;
        less8 = _mm512_subs_epu8;
        add16 = _mm512_add_epi16;
        sub16 = _mm512_sub_epi16;
        min16 = _mm512_min_epu16;
        less16 = _mm512_subs_epu16;
        mul16_low = _mm512_mullo_epi16;
        mul16_high = _mm512_mulhi_epu16;
        join16 = _mm512_packus_epi16;
        add32 = _mm512_add_epi32;
    }

    #[inline(always)]
    fn load(bytes: &[u8; 64]) -> __m512i {
        // SAFETY: reads the 64 bytes and needs no alignment; AVX-512 as said in the parent module.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(v: __m512i, bytes: &mut [u8; 64]) {
        // SAFETY: writes the 64 bytes and needs no alignment; AVX-512 as said in the parent module.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), v) }
    }

    #[inline(always)]
    fn splat8(value: u8) -> __m512i {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe { _mm512_set1_epi8(value.cast_signed()) }
    }

    #[inline(always)]
    fn splat16(value: u16) -> __m512i {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe { _mm512_set1_epi16(value.cast_signed()) }
    }

    #[inline(always)]
    fn splat32(value: u32) -> __m512i {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe { _mm512_set1_epi32(value.cast_signed()) }
    }

    #[inline(always)]
    fn lookup8(table: &[u8; 16], at: __m512i) -> __m512i {
        // SAFETY: reads the sixteen bytes and needs no alignment; AVX-512 as said in the parent module.
        unsafe { _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_loadu_si128(table.as_ptr().cast())), at) }
    }

    #[inline(always)]
    fn ordered8(a: __m512i) -> __m512i {
        a
    }

    #[inline(always)]
    fn below8(a: __m512i, b: __m512i) -> __mmask64 {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe { _mm512_cmplt_epu8_mask(a, b) }
    }

    #[inline(always)]
    fn equal8(a: __m512i, b: __m512i) -> __mmask64 {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe { _mm512_cmpeq_epi8_mask(a, b) }
    }

    #[inline(always)]
    fn pair8(a: __m512i, b: __m512i) -> [__m512i; 2] {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe { [_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)] }
    }

    #[inline(always)]
    fn one_more_if_less16(a: __m512i, b: __m512i, c: __m512i, one: __m512i) -> __m512i {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe { _mm512_mask_add_epi16(a, _mm512_cmplt_epu16_mask(b, c), a, one) }
    }

    #[inline(always)]
    fn any_below16(a: __m512i, b: __m512i, limit: u16) -> bool {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe {
            _mm512_cmplt_epu16_mask(_mm512_min_epu16(a, b), _mm512_set1_epi16(limit.cast_signed())) != 0
        }
    }

    #[inline(always)]
    fn split16(bytes: __m512i) -> [__m512i; 2] {
        Avx512::pair8(bytes, Avx512::splat8(0))
    }

    #[inline(always)]
    fn rotate32<const LEFT: i32, const RIGHT: i32>(a: __m512i) -> __m512i {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe { _mm512_rol_epi32::<LEFT>(a) }
    }

    #[inline(always)]
    fn mask(bits: u64) -> __mmask64 {
        bits
    }

    #[inline(always)]
    fn bits(mask: __mmask64) -> u64 {
        mask
    }

    #[inline(always)]
    fn either(a: __mmask64, b: __mmask64) -> __mmask64 {
        a | b
    }

    #[inline(always)]
    fn without(a: __mmask64, b: __mmask64) -> __mmask64 {
        a & !b
    }

    #[inline(always)]
    fn keep8(mask: __mmask64, a: __m512i) -> __m512i {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe { _mm512_maskz_mov_epi8(mask, a) }
    }

    #[inline(always)]
    fn choose8(mask: __mmask64, yes: __m512i, no: __m512i) -> __m512i {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe { _mm512_mask_blend_epi8(mask, no, yes) }
    }

    #[inline(always)]
    fn one_more8(mask: __mmask64, a: __m512i, one: __m512i) -> __m512i {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe { _mm512_mask_add_epi8(a, mask, a, one) }
    }

    #[inline(always)]
    fn one_less8(mask: __mmask64, a: __m512i, one: __m512i) -> __m512i {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe { _mm512_mask_sub_epi8(a, mask, a, one) }
    }

    #[inline(always)]
    fn here(a: __m512i) -> __m512i {
        // SAFETY: AVX-512 as said in the parent module.
        unsafe { here(a) }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn here(mut a: __m512i) -> __m512i {
    // SAFETY: a comment in assembly leaves the register as it is.
    unsafe { asm!("/* {0} */", inout(zmm_reg) a, options(nomem, nostack, preserves_flags)) };
    a
}
