//! Sixty-four shoes side by side: the vector operations the bulk simulator is written in.
//!
//! A vector is 64 bytes, one for each shoe. Numbers that need nine bits or more are kept as two vectors of 32
//! sixteen-bit halves, [`Halves`]: `even` for the shoes at even places and `odd` for the others, so that going
//! between bytes and halves is a shift and a mask on any processor. Every operation is defined to the bit
//! (additions wrap), which is what makes all implementations give the same results.

/// The operations on vectors, for one kind of processor.
///
/// A suffix says how a vector is read: `8` as 64 bytes, `16` as 32 halves, `32` as 16 words.
pub(super) trait Lanes: Copy {
    /// Sixty-four bytes.
    type Vector: Copy;
    /// One yes or no for each of the 64 bytes.
    type Mask: Copy;

    fn load(bytes: &[u8; 64]) -> Self::Vector;
    fn store(v: Self::Vector, bytes: &mut [u8; 64]);
    fn splat8(value: u8) -> Self::Vector;
    fn splat16(value: u16) -> Self::Vector;
    fn splat32(value: u32) -> Self::Vector;

    fn and(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn or(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn xor(a: Self::Vector, b: Self::Vector) -> Self::Vector;

    fn add8(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn sub8(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn min8(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn max8(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a - b`, or nought where `b` is larger.
    fn sub8_to_nought(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Bytes in the form that [`Lanes::below8`] compares; adding and subtracting keep the form.
    fn ordered8(a: Self::Vector) -> Self::Vector;
    /// Where `a` is below `b`, both in the form of [`Lanes::ordered8`].
    fn below8(a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// The entry of a table of sixteen for each byte, which must be below 16.
    fn lookup8(table: &[u8; 16], at: Self::Vector) -> Self::Vector;

    fn add16(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn sub16(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn min16(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a - b`, or nought where `b` is larger.
    fn sub16_to_nought(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The low half of each product.
    fn mul16_low(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The high half of each product.
    fn mul16_high(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a`, and one more where `b` is less than `c`; `one` is a vector of halves of one.
    fn one_more_if_less16(a: Self::Vector, b: Self::Vector, c: Self::Vector, one: Self::Vector) -> Self::Vector;
    /// Two vectors of halves as one of bytes, 255 where a half is larger, by sixteens: eight from `a`, eight from `b`.
    fn join16(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The bytes that [`Lanes::join16`] took from its first vector.
    fn first16(a: Self::Vector) -> Self::Vector;
    /// The bytes that [`Lanes::join16`] took from its second vector.
    fn second16(a: Self::Vector) -> Self::Vector;

    fn add32(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn rotate32<const LEFT: i32, const RIGHT: i32>(a: Self::Vector) -> Self::Vector;

    /// Whether any half of the two vectors is below `limit`, which must not be nought.
    fn any_below16(a: Self::Vector, b: Self::Vector, limit: u16) -> bool;

    fn pairs(a: Self::Vector, b: Self::Vector) -> [Self::Vector; 2];
    /// Where the bytes are equal.
    fn equal8(a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// Where `a` is greater, both read as signed.
    fn greater8(a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// Where both masks say yes.
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Where `a` says yes and `b` does not.
    fn without(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// The mask with these bits, that of the first byte lowest.
    fn mask(bits: u64) -> Self::Mask;
    /// The mask as bits, that of the first byte lowest.
    fn bits(mask: Self::Mask) -> u64;
    /// `a` where the mask says yes, nought elsewhere.
    fn keep8(mask: Self::Mask, a: Self::Vector) -> Self::Vector;
    /// `yes` or `no` by the mask.
    fn choose8(mask: Self::Mask, yes: Self::Vector, no: Self::Vector) -> Self::Vector;
    /// `a` and one more where the mask says yes; `one` is a vector of ones.
    fn one_more8(mask: Self::Mask, a: Self::Vector, one: Self::Vector) -> Self::Vector;
    /// `a`, less one where the mask says yes; `one` is a vector of ones.
    fn one_less8(mask: Self::Mask, a: Self::Vector, one: Self::Vector) -> Self::Vector;
}

/// A number of sixteen bits for each of the 64 shoes.
pub(super) struct Halves<L: Lanes> {
    pub(super) even: L::Vector,
    pub(super) odd: L::Vector,
}

impl<L: Lanes> Clone for Halves<L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Lanes> Copy for Halves<L> {}

impl<L: Lanes> Halves<L> {
    #[inline(always)]
    pub(super) fn splat(value: u16) -> Self {
        Halves { even: L::splat16(value), odd: L::splat16(value) }
    }

    /// Applies an operation on halves to all 64.
    #[inline(always)]
    pub(super) fn with(self, other: Self, op: impl Fn(L::Vector, L::Vector) -> L::Vector) -> Self {
        Halves { even: op(self.even, other.even), odd: op(self.odd, other.odd) }
    }

    /// One byte for each shoe, widened.
    #[inline(always)]
    pub(super) fn of_bytes(bytes: L::Vector) -> Self {
        Halves { even: L::first16(bytes), odd: L::second16(bytes) }
    }

    /// Each number as a byte, 255 where it is larger.
    #[inline(always)]
    pub(super) fn capped_bytes(self) -> L::Vector {
        L::join16(self.even, self.odd)
    }
}

/// The operations in plain Rust, for any processor; compilers turn most of them into vector code by themselves.
#[derive(Clone, Copy)]
pub(super) struct Portable;

/// Sixty-four bytes in memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Bytes(pub(super) [u8; 64]);

#[inline(always)]
fn each8(a: Bytes, b: Bytes, op: impl Fn(u8, u8) -> u8) -> Bytes {
    let mut out = [0; 64];
    for ((out, a), b) in out.iter_mut().zip(&a.0).zip(&b.0) {
        *out = op(*a, *b);
    }
    Bytes(out)
}

#[inline(always)]
fn each16(a: Bytes, b: Bytes, op: impl Fn(u16, u16) -> u16) -> Bytes {
    let mut out = [0; 64];
    for ((out, a), b) in out.as_chunks_mut().0.iter_mut().zip(a.0.as_chunks().0).zip(b.0.as_chunks().0) {
        *out = op(u16::from_le_bytes(*a), u16::from_le_bytes(*b)).to_le_bytes();
    }
    Bytes(out)
}

#[inline(always)]
fn each32(a: Bytes, b: Bytes, op: impl Fn(u32, u32) -> u32) -> Bytes {
    let mut out = [0; 64];
    for ((out, a), b) in out.as_chunks_mut().0.iter_mut().zip(a.0.as_chunks().0).zip(b.0.as_chunks().0) {
        *out = op(u32::from_le_bytes(*a), u32::from_le_bytes(*b)).to_le_bytes();
    }
    Bytes(out)
}

/// A byte of ones for yes.
#[inline(always)]
fn yes(is: bool) -> u8 {
    0u8.wrapping_sub(u8::from(is))
}

impl Lanes for Portable {
    type Vector = Bytes;
    type Mask = Bytes;

    #[inline(always)]
    fn load(bytes: &[u8; 64]) -> Bytes {
        Bytes(*bytes)
    }
    #[inline(always)]
    fn store(v: Bytes, bytes: &mut [u8; 64]) {
        *bytes = v.0;
    }
    #[inline(always)]
    fn splat8(value: u8) -> Bytes {
        Bytes([value; 64])
    }
    #[inline(always)]
    fn splat16(value: u16) -> Bytes {
        each16(Bytes([0; 64]), Bytes([0; 64]), |_, _| value)
    }
    #[inline(always)]
    fn splat32(value: u32) -> Bytes {
        each32(Bytes([0; 64]), Bytes([0; 64]), |_, _| value)
    }
    #[inline(always)]
    fn and(a: Bytes, b: Bytes) -> Bytes {
        each32(a, b, |a, b| a & b)
    }
    #[inline(always)]
    fn or(a: Bytes, b: Bytes) -> Bytes {
        each32(a, b, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(a: Bytes, b: Bytes) -> Bytes {
        each32(a, b, |a, b| a ^ b)
    }
    #[inline(always)]
    fn add8(a: Bytes, b: Bytes) -> Bytes {
        each8(a, b, u8::wrapping_add)
    }
    #[inline(always)]
    fn sub8(a: Bytes, b: Bytes) -> Bytes {
        each8(a, b, u8::wrapping_sub)
    }
    #[inline(always)]
    fn min8(a: Bytes, b: Bytes) -> Bytes {
        each8(a, b, u8::min)
    }
    #[inline(always)]
    fn max8(a: Bytes, b: Bytes) -> Bytes {
        each8(a, b, u8::max)
    }
    #[inline(always)]
    fn sub8_to_nought(a: Bytes, b: Bytes) -> Bytes {
        each8(a, b, u8::saturating_sub)
    }
    #[inline(always)]
    fn ordered8(a: Bytes) -> Bytes {
        each8(a, a, |a, _| a ^ 0x80)
    }
    #[inline(always)]
    fn below8(a: Bytes, b: Bytes) -> Bytes {
        each8(a, b, |a, b| yes(a.cast_signed() < b.cast_signed()))
    }
    #[inline(always)]
    fn lookup8(table: &[u8; 16], at: Bytes) -> Bytes {
        each8(at, at, |at, _| table[usize::from(at & 15)])
    }
    #[inline(always)]
    fn add16(a: Bytes, b: Bytes) -> Bytes {
        each16(a, b, u16::wrapping_add)
    }
    #[inline(always)]
    fn sub16(a: Bytes, b: Bytes) -> Bytes {
        each16(a, b, u16::wrapping_sub)
    }
    #[inline(always)]
    fn min16(a: Bytes, b: Bytes) -> Bytes {
        each16(a, b, u16::min)
    }
    #[inline(always)]
    fn sub16_to_nought(a: Bytes, b: Bytes) -> Bytes {
        each16(a, b, u16::saturating_sub)
    }
    #[inline(always)]
    fn mul16_low(a: Bytes, b: Bytes) -> Bytes {
        each16(a, b, u16::wrapping_mul)
    }
    #[inline(always)]
    fn mul16_high(a: Bytes, b: Bytes) -> Bytes {
        each16(a, b, |a, b| ((u32::from(a) * u32::from(b)) >> 16) as u16)
    }
    #[inline(always)]
    fn one_more_if_less16(a: Bytes, b: Bytes, c: Bytes, _one: Bytes) -> Bytes {
        Portable::add16(a, each16(b, c, |b, c| u16::from(b < c)))
    }
    #[inline(always)]
    fn join16(a: Bytes, b: Bytes) -> Bytes {
        let mut out = [0; 64];
        for ((out, a), b) in out.as_chunks_mut::<16>().0.iter_mut().zip(a.0.as_chunks::<16>().0).zip(b.0.as_chunks::<16>().0) {
            for (i, pair) in a.as_chunks().0.iter().chain(b.as_chunks().0).enumerate() {
                out[i] = u16::from_le_bytes(*pair).min(255) as u8;
            }
        }
        Bytes(out)
    }
    #[inline(always)]
    fn first16(a: Bytes) -> Bytes {
        let mut out = [0; 64];
        for (out, a) in out.as_chunks_mut::<16>().0.iter_mut().zip(a.0.as_chunks::<16>().0) {
            for i in 0..8 { out[2 * i] = a[i]; }
        }
        Bytes(out)
    }
    #[inline(always)]
    fn second16(a: Bytes) -> Bytes {
        let mut out = [0; 64];
        for (out, a) in out.as_chunks_mut::<16>().0.iter_mut().zip(a.0.as_chunks::<16>().0) {
            for i in 0..8 { out[2 * i] = a[i + 8]; }
        }
        Bytes(out)
    }
    #[inline(always)]
    fn add32(a: Bytes, b: Bytes) -> Bytes {
        each32(a, b, u32::wrapping_add)
    }
    #[inline(always)]
    fn rotate32<const LEFT: i32, const RIGHT: i32>(a: Bytes) -> Bytes {
        each32(a, a, |a, _| a.rotate_left(LEFT as u32))
    }
    #[inline(always)]
    fn any_below16(a: Bytes, b: Bytes, limit: u16) -> bool {
        let least = Portable::min16(a, b);
        least.0.as_chunks().0.iter().fold(u16::MAX, |least, half| least.min(u16::from_le_bytes(*half))) < limit
    }
    #[inline(always)]
    fn pairs(a: Bytes, b: Bytes) -> [Bytes; 2] {
        let mut out = [[0; 64]; 2];
        for i in 0..64 { let j = i % 16; let q = i / 16; let v = (j / 8) as usize; out[v][16 * q + 2 * (j % 8)] = a.0[i]; out[v][16 * q + 2 * (j % 8) + 1] = b.0[i]; }
        out.map(Bytes)
    }
    #[inline(always)]
    fn equal8(a: Bytes, b: Bytes) -> Bytes {
        each8(a, b, |a, b| yes(a == b))
    }
    #[inline(always)]
    fn greater8(a: Bytes, b: Bytes) -> Bytes {
        each8(a, b, |a, b| yes(a.cast_signed() > b.cast_signed()))
    }
    #[inline(always)]
    fn both(a: Bytes, b: Bytes) -> Bytes {
        Portable::and(a, b)
    }
    #[inline(always)]
    fn without(a: Bytes, b: Bytes) -> Bytes {
        each32(a, b, |a, b| a & !b)
    }
    #[inline(always)]
    fn mask(bits: u64) -> Bytes {
        let mut out = [0; 64];
        for (i, out) in out.iter_mut().enumerate() {
            *out = yes(bits >> i & 1 == 1);
        }
        Bytes(out)
    }
    #[inline(always)]
    fn bits(mask: Bytes) -> u64 {
        mask.0.iter().enumerate().fold(0, |bits, (i, byte)| bits | u64::from(byte & 1) << i)
    }
    #[inline(always)]
    fn keep8(mask: Bytes, a: Bytes) -> Bytes {
        Portable::and(mask, a)
    }
    #[inline(always)]
    fn choose8(mask: Bytes, yes: Bytes, no: Bytes) -> Bytes {
        Portable::or(Portable::and(mask, yes), Portable::without(no, mask))
    }
    #[inline(always)]
    fn one_more8(mask: Bytes, a: Bytes, _one: Bytes) -> Bytes {
        Portable::sub8(a, mask)
    }
    #[inline(always)]
    fn one_less8(mask: Bytes, a: Bytes, _one: Bytes) -> Bytes {
        Portable::add8(a, mask)
    }
}
