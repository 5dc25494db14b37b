//! Bytes as lower-case hexadecimal, the one form in which this crate prints them.

use std::fmt;

/// Writes the bytes as lower-case hexadecimal.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    // Hashes are printed on the way of every commit, and the general way of printing a number takes ten times as long.
    bytes.iter().try_for_each(|byte| {
        let pair = [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
        f.write_str(str::from_utf8(&pair).unwrap_or_default())
    })
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The bytes of exactly `N` pairs of lower-case digits: one value has one spelling.
pub(crate) fn read<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

fn digit(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    }
}
