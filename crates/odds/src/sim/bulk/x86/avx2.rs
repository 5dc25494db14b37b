//! The vector operations with AVX2: two registers of 32 bytes.

use std::arch::asm;
use std::arch::x86_64::*;

use super::super::lanes::Lanes;

/// AVX2; see [`super`] for when its methods may be called.
#[derive(Clone, Copy)]
pub(super) struct Avx2;

/// Sixty-four bytes in two registers.
#[derive(Clone, Copy)]
pub(super) struct Two(__m256i, __m256i);

impl Two {
    #[inline(always)]
    fn each(self, op: impl Fn(__m256i) -> __m256i) -> Two {
        Two(op(self.0), op(self.1))
    }

    #[inline(always)]
    fn with(self, other: Two, op: impl Fn(__m256i, __m256i) -> __m256i) -> Two {
        Two(op(self.0, other.0), op(self.1, other.1))
    }

    /// The same sixteen bytes four times.
    #[inline(always)]
    fn repeat(bytes: &[u8; 16]) -> Two {
        // SAFETY: reads the sixteen bytes and needs no alignment; AVX2 as said in the parent module.
        let one = unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) };
        Two(one, one)
    }
}

/// Writes methods that are one instruction for each register.
macro_rules! instructions {
    ($($name:ident = $intrinsic:ident;)*) => {
        $(#[inline(always)]
        fn $name(a: Two, b: Two) -> Two {
            // SAFETY: AVX2 as said in the parent module.
            a.with(b, |a, b| unsafe { $intrinsic(a, b) })
        })*
    };
}

impl Lanes for Avx2 {
    type Vector = Two;
    /// Bytes of ones for yes.
    type Mask = Two;

    instructions! {
        and = _mm256_and_si256;
        or = _mm256_or_si256;
        xor = _mm256_xor_si256;
        add8 = _mm256_add_epi8;
        sub8 = _mm256_sub_epi8;
        min8 = _mm256_min_epu8;
        max8 = _mm256_max_epu8;
        less8 = _mm256_subs_epu8;
        equal8 = _mm256_cmpeq_epi8;
        add16 = _mm256_add_epi16;
        sub16 = _mm256_sub_epi16;
        min16 = _mm256_min_epu16;
        less16 = _mm256_subs_epu16;
        mul16_low = _mm256_mullo_epi16;
        mul16_high = _mm256_mulhi_epu16;
        join16 = _mm256_packus_epi16;
        add32 = _mm256_add_epi32;
        either = _mm256_or_si256;
        keep8 = _mm256_and_si256;
    }

    #[inline(always)]
    fn load(bytes: &[u8; 64]) -> Two {
        let at = bytes.as_ptr().cast::<__m256i>();
        // SAFETY: the two loads read the 64 bytes and need no alignment; AVX2 as said in the parent module.
        unsafe { Two(_mm256_loadu_si256(at), _mm256_loadu_si256(at.add(1))) }
    }

    #[inline(always)]
    fn store(v: Two, bytes: &mut [u8; 64]) {
        let at = bytes.as_mut_ptr().cast::<__m256i>();
        // SAFETY: the two stores write the 64 bytes and need no alignment; AVX2 as said in the parent module.
        unsafe {
            _mm256_storeu_si256(at, v.0);
            _mm256_storeu_si256(at.add(1), v.1);
        }
    }

    #[inline(always)]
    fn splat8(value: u8) -> Two {
        // SAFETY: AVX2 as said in the parent module.
        let one = unsafe { _mm256_set1_epi8(value.cast_signed()) };
        Two(one, one)
    }

    #[inline(always)]
    fn splat16(value: u16) -> Two {
        // SAFETY: AVX2 as said in the parent module.
        let one = unsafe { _mm256_set1_epi16(value.cast_signed()) };
        Two(one, one)
    }

    #[inline(always)]
    fn splat32(value: u32) -> Two {
        // SAFETY: AVX2 as said in the parent module.
        let one = unsafe { _mm256_set1_epi32(value.cast_signed()) };
        Two(one, one)
    }

    #[inline(always)]
    fn lookup8(table: &[u8; 16], at: Two) -> Two {
        // SAFETY: AVX2 as said in the parent module.
        Two::repeat(table).with(at, |table, at| unsafe { _mm256_shuffle_epi8(table, at) })
    }

    /// With the top bit turned over: only signed bytes can be compared.
    #[inline(always)]
    fn ordered8(a: Two) -> Two {
        Avx2::xor(a, Avx2::splat8(0x80))
    }

    #[inline(always)]
    fn below8(a: Two, b: Two) -> Two {
        // SAFETY: AVX2 as said in the parent module.
        b.with(a, |b, a| unsafe { _mm256_cmpgt_epi8(b, a) })
    }

    #[inline(always)]
    fn pair8(a: Two, b: Two) -> [Two; 2] {
        // SAFETY: AVX2 as said in the parent module.
        let low = a.with(b, |a, b| unsafe { _mm256_unpacklo_epi8(a, b) });
        // SAFETY: the same.
        let high = a.with(b, |a, b| unsafe { _mm256_unpackhi_epi8(a, b) });
        [low, high]
    }

    #[inline(always)]
    fn one_more_if_less16(a: Two, b: Two, c: Two, one: Two) -> Two {
        Avx2::add16(a, Avx2::min16(Avx2::less16(c, b), one))
    }

    #[inline(always)]
    fn any_below16(a: Two, b: Two, limit: u16) -> bool {
        // SAFETY: AVX2 as said in the parent module.
        unsafe {
            let least = _mm256_min_epu16(_mm256_min_epu16(a.0, a.1), _mm256_min_epu16(b.0, b.1));
            let most = _mm256_set1_epi16((limit - 1).cast_signed());
            _mm256_movemask_epi8(_mm256_cmpeq_epi16(_mm256_min_epu16(least, most), least)) != 0
        }
    }

    #[inline(always)]
    fn split16(bytes: Two) -> [Two; 2] {
        Avx2::pair8(bytes, Avx2::splat8(0))
    }

    #[inline(always)]
    fn rotate32<const LEFT: i32, const RIGHT: i32>(a: Two) -> Two {
        const BY_16: [u8; 16] = [2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13];
        const BY_8: [u8; 16] = [3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14];
        // SAFETY: AVX2 as said in the parent module.
        let shuffle = |order: &[u8; 16]| {
            a.with(Two::repeat(order), |a, order| unsafe { _mm256_shuffle_epi8(a, order) })
        };
        match LEFT {
            16 => shuffle(&BY_16),
            8 => shuffle(&BY_8),
            // SAFETY: AVX2 as said in the parent module.
            _ => a.each(|a| unsafe {
                _mm256_or_si256(_mm256_slli_epi32::<LEFT>(a), _mm256_srli_epi32::<RIGHT>(a))
            }),
        }
    }

    #[inline(always)]
    fn mask(bits: u64) -> Two {
        const BYTES: [u8; 16] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1];
        const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        let sixteen = |at: u32| (bits >> at) as i16;
        // SAFETY: AVX2 as said in the parent module.
        let spread =
            |low: i16, high: i16| unsafe { _mm256_set_m128i(_mm_set1_epi16(high), _mm_set1_epi16(low)) };
        let bits = Two(spread(sixteen(0), sixteen(16)), spread(sixteen(32), sixteen(48)));
        // SAFETY: the same.
        let own = bits.with(Two::repeat(&BYTES), |bits, bytes| unsafe { _mm256_shuffle_epi8(bits, bytes) });
        let own_bit = Two::repeat(&BITS);
        Avx2::equal8(Avx2::and(own, own_bit), own_bit)
    }

    #[inline(always)]
    fn bits(mask: Two) -> u64 {
        // SAFETY: AVX2 as said in the parent module.
        let half = |mask| u64::from(unsafe { _mm256_movemask_epi8(mask) }.cast_unsigned());
        half(mask.0) | half(mask.1) << 32
    }

    #[inline(always)]
    fn without(a: Two, b: Two) -> Two {
        // SAFETY: AVX2 as said in the parent module.
        b.with(a, |b, a| unsafe { _mm256_andnot_si256(b, a) })
    }

    #[inline(always)]
    fn choose8(mask: Two, yes: Two, no: Two) -> Two {
        // SAFETY: AVX2 as said in the parent module.
        let choose = |mask, yes, no| unsafe { _mm256_blendv_epi8(no, yes, mask) };
        Two(choose(mask.0, yes.0, no.0), choose(mask.1, yes.1, no.1))
    }

    #[inline(always)]
    fn one_more8(mask: Two, a: Two, _one: Two) -> Two {
        Avx2::sub8(a, mask)
    }

    #[inline(always)]
    fn one_less8(mask: Two, a: Two, _one: Two) -> Two {
        Avx2::add8(a, mask)
    }

    #[inline(always)]
    fn here(a: Two) -> Two {
        // SAFETY: AVX2 as said in the parent module.
        unsafe { here(a) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn here(mut a: Two) -> Two {
    // SAFETY: a comment in assembly leaves the registers as they are.
    unsafe {
        asm!("/* {0} {1} */", inout(ymm_reg) a.0, inout(ymm_reg) a.1, options(nomem, nostack, preserves_flags));
    }
    a
}
