//! Sixty-four shoes side by side: the vector operations that the wide kernels are written in.
//!
//! A vector is 64 bytes, one for each shoe. Numbers that need more than eight bits are kept as [`Halves`], two
//! vectors of 32 halves. Every operation is defined to the bit (additions wrap), which is what makes all
//! processors give the same results.

/// The operations on vectors, for one kind of processor.
///
/// A figure in a name says how a vector is read: `8` as 64 bytes, `16` as 32 halves, `32` as 16 words.
pub(super) trait Lanes: Copy {
    /// Sixty-four bytes.
    type Vector: Copy;
    /// A yes or no for each of the 64 bytes.
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
    fn less8(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The entry of a table of sixteen for each byte, which must be below 16.
    fn lookup8(table: &[u8; 16], at: Self::Vector) -> Self::Vector;
    /// Bytes in the form that [`Lanes::below8`] compares; adding and subtracting keep the form.
    fn ordered8(a: Self::Vector) -> Self::Vector;
    /// Where `a` is below `b`, both in the form of [`Lanes::ordered8`] or both plain and below 128.
    fn below8(a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// Where the bytes are equal.
    fn equal8(a: Self::Vector, b: Self::Vector) -> Self::Mask;
    /// The bytes of two vectors in turn, as two vectors of halves; in no particular order.
    fn pair8(a: Self::Vector, b: Self::Vector) -> [Self::Vector; 2];

    fn add16(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn sub16(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn min16(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a - b`, or nought where `b` is larger.
    fn less16(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The low half of each product.
    fn mul16_low(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The high half of each product.
    fn mul16_high(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a`, and one more where `b` is less than `c`; `one` holds halves of one.
    fn one_more_if_less16(
        a: Self::Vector,
        b: Self::Vector,
        c: Self::Vector,
        one: Self::Vector,
    ) -> Self::Vector;
    /// Whether any half of the two vectors is below `limit`, which must not be nought.
    fn any_below16(a: Self::Vector, b: Self::Vector, limit: u16) -> bool;
    /// Two vectors of halves below 2^15 as bytes, 255 where larger: in turn eight from `a` and eight from `b`.
    fn join16(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// As halves, the bytes that [`Lanes::join16`] takes from its first vector and from its second.
    fn split16(bytes: Self::Vector) -> [Self::Vector; 2];

    fn add32(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Each word turned left; `RIGHT` is 32 less `LEFT`.
    fn rotate32<const LEFT: i32, const RIGHT: i32>(a: Self::Vector) -> Self::Vector;

    /// The mask of these bits, the first byte's lowest.
    fn mask(bits: u64) -> Self::Mask;
    /// The bits of a mask, the first byte's lowest.
    fn bits(mask: Self::Mask) -> u64;
    /// Where either says yes.
    fn either(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Where `a` says yes and `b` does not.
    fn without(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// `a` where the mask says yes, nought elsewhere.
    fn keep8(mask: Self::Mask, a: Self::Vector) -> Self::Vector;
    /// `yes` or `no`, by the mask.
    fn choose8(mask: Self::Mask, yes: Self::Vector, no: Self::Vector) -> Self::Vector;
    /// `a`, and one more where the mask says yes; `one` holds bytes of one.
    fn one_more8(mask: Self::Mask, a: Self::Vector, one: Self::Vector) -> Self::Vector;
    /// `a`, and one less where the mask says yes; `one` holds bytes of one.
    fn one_less8(mask: Self::Mask, a: Self::Vector, one: Self::Vector) -> Self::Vector;

    /// The same vector, worked out here: the compiler may not put it off, and what follows can run beside it.
    fn here(a: Self::Vector) -> Self::Vector;
}

/// A number of sixteen bits for each of the 64 shoes.
#[derive(Clone, Copy)]
pub(super) struct Halves<L: Lanes> {
    /// Those of the first eight shoes in every sixteen.
    pub(super) a: L::Vector,
    /// Those of the others.
    pub(super) b: L::Vector,
}

impl<L: Lanes> Halves<L> {
    #[inline(always)]
    pub(super) fn splat(value: u16) -> Self {
        Halves { a: L::splat16(value), b: L::splat16(value) }
    }

    /// Applies an operation on halves to all 64.
    #[inline(always)]
    pub(super) fn with(self, other: Self, op: impl Fn(L::Vector, L::Vector) -> L::Vector) -> Self {
        Halves { a: op(self.a, other.a), b: op(self.b, other.b) }
    }

    /// Each number less the same.
    #[inline(always)]
    pub(super) fn minus(self, value: u16) -> Self {
        self.with(Halves::splat(value), L::sub16)
    }

    /// One byte for each shoe, widened.
    #[inline(always)]
    pub(super) fn of_bytes(bytes: L::Vector) -> Self {
        let [a, b] = L::split16(bytes);
        Halves { a, b }
    }

    /// Each number as a byte, 255 where it is larger.
    #[inline(always)]
    pub(super) fn to_bytes(self) -> L::Vector {
        L::join16(self.a, self.b)
    }
}

/// Where a shoe's number is in [`Halves`]: in which of the two vectors, and at which half of it.
pub(super) fn half_of(shoe: usize) -> (usize, usize) {
    (shoe / 8 % 2, shoe / 16 * 8 + shoe % 8)
}
