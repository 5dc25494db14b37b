//! The vector operations on processors with AVX2 or AVX-512: the one module of the simulator with unsafe code.
//!
//! Each method is a single instruction or two. All of them are inlined into [`block_avx2`] or
//! [`block_avx512`], which carry the features; nothing else uses these types, and [`block_avx2`] and
//! [`block_avx512`] are called only after the processor has been asked.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::lanes::Lanes;

/// Two registers of 32 bytes.
#[derive(Clone, Copy)]
pub(super) struct Avx2;

/// One register of 64 bytes.
#[derive(Clone, Copy)]
pub(super) struct Avx512;

#[derive(Clone, Copy)]
pub(super) struct Two(__m256i, __m256i);

impl Two {
    #[inline(always)]
    fn with(self, other: Two, op: impl Fn(__m256i, __m256i) -> __m256i) -> Two {
        Two(op(self.0, other.0), op(self.1, other.1))
    }

    #[inline(always)]
    fn each(self, op: impl Fn(__m256i) -> __m256i) -> Two {
        Two(op(self.0), op(self.1))
    }
}

/// Writes a method that is one intrinsic on each register.
macro_rules! two {
    ($($name:ident = $intrinsic:ident;)*) => {
        $(#[inline(always)]
        fn $name(a: Two, b: Two) -> Two {
            // SAFETY: only inlined into functions that require AVX2, see the head of the module.
            a.with(b, |a, b| unsafe { $intrinsic(a, b) })
        })*
    };
}

impl Lanes for Avx2 {
    type Vector = Two;
    type Mask = Two;

    two! {
        and = _mm256_and_si256;
        or = _mm256_or_si256;
        xor = _mm256_xor_si256;
        add8 = _mm256_add_epi8;
        sub8 = _mm256_sub_epi8;
        min8 = _mm256_min_epu8;
        max8 = _mm256_max_epu8;
        sub8_to_nought = _mm256_subs_epu8;
        add16 = _mm256_add_epi16;
        sub16 = _mm256_sub_epi16;
        min16 = _mm256_min_epu16;
        sub16_to_nought = _mm256_subs_epu16;
        mul16_low = _mm256_mullo_epi16;
        mul16_high = _mm256_mulhi_epu16;
        join16 = _mm256_packus_epi16;
        add32 = _mm256_add_epi32;
        equal8 = _mm256_cmpeq_epi8;
        greater8 = _mm256_cmpgt_epi8;
        both = _mm256_and_si256;
        keep8 = _mm256_and_si256;
    }

    #[inline(always)]
    fn load(bytes: &[u8; 64]) -> Two {
        let at = bytes.as_ptr().cast::<__m256i>();
        // SAFETY: the two loads read the 64 bytes and need no alignment; AVX2 as above.
        unsafe { Two(_mm256_loadu_si256(at), _mm256_loadu_si256(at.add(1))) }
    }
    #[inline(always)]
    fn store(v: Two, bytes: &mut [u8; 64]) {
        let at = bytes.as_mut_ptr().cast::<__m256i>();
        // SAFETY: the two stores write the 64 bytes and need no alignment; AVX2 as above.
        unsafe {
            _mm256_storeu_si256(at, v.0);
            _mm256_storeu_si256(at.add(1), v.1);
        }
    }
    #[inline(always)]
    fn splat8(value: u8) -> Two {
        // SAFETY: AVX2 as above.
        let one = unsafe { _mm256_set1_epi8(value.cast_signed()) };
        Two(one, one)
    }
    #[inline(always)]
    fn splat16(value: u16) -> Two {
        // SAFETY: AVX2 as above.
        let one = unsafe { _mm256_set1_epi16(value.cast_signed()) };
        Two(one, one)
    }
    #[inline(always)]
    fn splat32(value: u32) -> Two {
        // SAFETY: AVX2 as above.
        let one = unsafe { _mm256_set1_epi32(value.cast_signed()) };
        Two(one, one)
    }
    #[inline(always)]
    fn lookup8(table: &[u8; 16], at: Two) -> Two {
        // SAFETY: the load reads the table's 16 bytes and needs no alignment; AVX2 as above.
        let table = unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())) };
        // SAFETY: AVX2 as above.
        at.each(|at| unsafe { _mm256_shuffle_epi8(table, at) })
    }
    #[inline(always)]
    fn ordered8(a: Two) -> Two {
        Avx2::xor(a, Avx2::splat8(0x80))
    }
    #[inline(always)]
    fn below8(a: Two, b: Two) -> Two {
        Avx2::greater8(b, a)
    }
    #[inline(always)]
    fn one_more_if_less16(a: Two, b: Two, c: Two, one: Two) -> Two {
        Avx2::add16(a, Avx2::min16(Avx2::sub16_to_nought(c, b), one))
    }
    #[inline(always)]
    fn first16(a: Two) -> Two {
        // SAFETY: AVX2 as above.
        a.each(|a| unsafe { _mm256_unpacklo_epi8(a, _mm256_setzero_si256()) })
    }
    #[inline(always)]
    fn second16(a: Two) -> Two {
        // SAFETY: AVX2 as above.
        a.each(|a| unsafe { _mm256_unpackhi_epi8(a, _mm256_setzero_si256()) })
    }
    #[inline(always)]
    fn rotate32<const LEFT: i32, const RIGHT: i32>(a: Two) -> Two {
        // Whole bytes move in one shuffle.
        const BY_16: [u8; 16] = [2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13];
        const BY_8: [u8; 16] = [3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14];
        match LEFT {
            16 => shuffle_within(&BY_16, a),
            8 => shuffle_within(&BY_8, a),
            // SAFETY: AVX2 as above.
            _ => a.each(|a| unsafe {
                _mm256_or_si256(_mm256_slli_epi32::<LEFT>(a), _mm256_srli_epi32::<RIGHT>(a))
            }),
        }
    }
    #[inline(always)]
    fn pairs(a: Two, b: Two) -> [Two; 2] {
        // SAFETY: AVX2 as above.
        unsafe { [a.with(b, |a, b| _mm256_unpacklo_epi8(a, b)), a.with(b, |a, b| _mm256_unpackhi_epi8(a, b))] }
    }
    #[inline(always)]
    fn any_below16(a: Two, b: Two, limit: u16) -> bool {
        let least = Avx2::min16(a, b);
        // SAFETY: AVX2 as above.
        unsafe {
            let least = _mm256_min_epu16(least.0, least.1);
            let most = _mm256_set1_epi16((limit - 1).cast_signed());
            _mm256_movemask_epi8(_mm256_cmpeq_epi16(_mm256_min_epu16(least, most), least)) != 0
        }
    }
    #[inline(always)]
    fn without(a: Two, b: Two) -> Two {
        // SAFETY: AVX2 as above.
        a.with(b, |a, b| unsafe { _mm256_andnot_si256(b, a) })
    }
    #[inline(always)]
    fn mask(bits: u64) -> Two {
        const OWN_BYTE: [u8; 32] = {
            let mut at = [0; 32];
            let mut i = 0;
            while i < 32 {
                at[i] = (i / 8) as u8;
                i += 1;
            }
            at
        };
        const OWN_BIT: [u8; 32] = {
            let mut bit = [0; 32];
            let mut i = 0;
            while i < 32 {
                bit[i] = 1 << (i % 8);
                i += 1;
            }
            bit
        };
        let half = |bits: u32| {
            // SAFETY: the loads read 32 bytes each and need no alignment; AVX2 as above.
            unsafe {
                let own_byte = _mm256_loadu_si256(OWN_BYTE.as_ptr().cast());
                let own_bit = _mm256_loadu_si256(OWN_BIT.as_ptr().cast());
                let spread = _mm256_shuffle_epi8(_mm256_set1_epi32(bits.cast_signed()), own_byte);
                _mm256_cmpeq_epi8(_mm256_and_si256(spread, own_bit), own_bit)
            }
        };
        Two(half(bits as u32), half((bits >> 32) as u32))
    }
    #[inline(always)]
    fn bits(mask: Two) -> u64 {
        // SAFETY: AVX2 as above.
        let half = |mask| u64::from(unsafe { _mm256_movemask_epi8(mask) }.cast_unsigned());
        half(mask.0) | half(mask.1) << 32
    }
    #[inline(always)]
    fn choose8(mask: Two, yes: Two, no: Two) -> Two {
        // SAFETY: AVX2 as above.
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
}

/// Moves bytes about within each sixteen.
#[inline(always)]
fn shuffle_within(order: &[u8; 16], a: Two) -> Two {
    // SAFETY: the load reads 16 bytes and needs no alignment; AVX2 as above.
    let order = unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(order.as_ptr().cast())) };
    // SAFETY: AVX2 as above.
    a.each(|a| unsafe { _mm256_shuffle_epi8(a, order) })
}

/// Writes a method that is one intrinsic.
macro_rules! one {
    ($($name:ident = $intrinsic:ident;)*) => {
        $(#[inline(always)]
        fn $name(a: __m512i, b: __m512i) -> __m512i {
            // SAFETY: only inlined into functions that require AVX-512 F and BW, see the head of the module.
            unsafe { $intrinsic(a, b) }
        })*
    };
}

impl Lanes for Avx512 {
    type Vector = __m512i;
    type Mask = __mmask64;

    one! {
        and = _mm512_and_si512;
        or = _mm512_or_si512;
        xor = _mm512_xor_si512;
        add8 = _mm512_add_epi8;
        sub8 = _mm512_sub_epi8;
        min8 = _mm512_min_epu8;
        max8 = _mm512_max_epu8;
        sub8_to_nought = _mm512_subs_epu8;
        add16 = _mm512_add_epi16;
        sub16 = _mm512_sub_epi16;
        min16 = _mm512_min_epu16;
        sub16_to_nought = _mm512_subs_epu16;
        mul16_low = _mm512_mullo_epi16;
        mul16_high = _mm512_mulhi_epu16;
        join16 = _mm512_packus_epi16;
        add32 = _mm512_add_epi32;
    }

    #[inline(always)]
    fn load(bytes: &[u8; 64]) -> __m512i {
        // SAFETY: reads the 64 bytes and needs no alignment; AVX-512 as above.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(v: __m512i, bytes: &mut [u8; 64]) {
        // SAFETY: writes the 64 bytes and needs no alignment; AVX-512 as above.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), v) }
    }
    #[inline(always)]
    fn splat8(value: u8) -> __m512i {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_set1_epi8(value.cast_signed()) }
    }
    #[inline(always)]
    fn splat16(value: u16) -> __m512i {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_set1_epi16(value.cast_signed()) }
    }
    #[inline(always)]
    fn splat32(value: u32) -> __m512i {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_set1_epi32(value.cast_signed()) }
    }
    #[inline(always)]
    fn lookup8(table: &[u8; 16], at: __m512i) -> __m512i {
        // SAFETY: the load reads the table's 16 bytes and needs no alignment; AVX-512 as above.
        unsafe { _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_loadu_si128(table.as_ptr().cast())), at) }
    }
    #[inline(always)]
    fn ordered8(a: __m512i) -> __m512i {
        a
    }
    #[inline(always)]
    fn below8(a: __m512i, b: __m512i) -> __mmask64 {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_cmplt_epu8_mask(a, b) }
    }
    #[inline(always)]
    fn one_more_if_less16(a: __m512i, b: __m512i, c: __m512i, one: __m512i) -> __m512i {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_mask_add_epi16(a, _mm512_cmplt_epu16_mask(b, c), a, one) }
    }
    #[inline(always)]
    fn first16(a: __m512i) -> __m512i {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_unpacklo_epi8(a, _mm512_setzero_si512()) }
    }
    #[inline(always)]
    fn second16(a: __m512i) -> __m512i {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_unpackhi_epi8(a, _mm512_setzero_si512()) }
    }
    #[inline(always)]
    fn rotate32<const LEFT: i32, const RIGHT: i32>(a: __m512i) -> __m512i {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_rol_epi32::<LEFT>(a) }
    }
    #[inline(always)]
    fn pairs(a: __m512i, b: __m512i) -> [__m512i; 2] {
        // SAFETY: AVX-512 as above.
        unsafe { [_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)] }
    }
    #[inline(always)]
    fn any_below16(a: __m512i, b: __m512i, limit: u16) -> bool {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_cmplt_epu16_mask(_mm512_min_epu16(a, b), _mm512_set1_epi16(limit.cast_signed())) != 0 }
    }
    #[inline(always)]
    fn equal8(a: __m512i, b: __m512i) -> __mmask64 {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_cmpeq_epi8_mask(a, b) }
    }
    #[inline(always)]
    fn greater8(a: __m512i, b: __m512i) -> __mmask64 {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_cmpgt_epi8_mask(a, b) }
    }
    #[inline(always)]
    fn both(a: __mmask64, b: __mmask64) -> __mmask64 {
        a & b
    }
    #[inline(always)]
    fn without(a: __mmask64, b: __mmask64) -> __mmask64 {
        a & !b
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
    fn keep8(mask: __mmask64, a: __m512i) -> __m512i {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_maskz_mov_epi8(mask, a) }
    }
    #[inline(always)]
    fn choose8(mask: __mmask64, yes: __m512i, no: __m512i) -> __m512i {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_mask_blend_epi8(mask, no, yes) }
    }
    #[inline(always)]
    fn one_more8(mask: __mmask64, a: __m512i, one: __m512i) -> __m512i {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_mask_add_epi8(a, mask, a, one) }
    }
    #[inline(always)]
    fn one_less8(mask: __mmask64, a: __m512i, one: __m512i) -> __m512i {
        // SAFETY: AVX-512 as above.
        unsafe { _mm512_mask_sub_epi8(a, mask, a, one) }
    }
}
