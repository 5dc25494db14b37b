//! Bytes as lower-case hexadecimal: one value has one spelling.

use std::fmt;

const DIGITS: &[u8; 16] = b"0123456789abcdef";

/// Writes bytes as lower-case hexadecimal.
pub fn write(f: &mut impl fmt::Write, bytes: &[u8]) -> fmt::Result {
    // Hashes are printed on the way of every commit, and the general way of printing a number takes ten times as long.
    bytes.iter().try_for_each(|byte| {
        let pair = [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
        f.write_str(str::from_utf8(&pair).unwrap_or_default())
    })
}

/// The bytes as lower-case hexadecimal.
///
/// ```
/// use punto_vocab::hex;
/// assert_eq!(hex::encode(&[0, 171]), "00ab");
/// assert_eq!(hex::decode("00ab"), Some([0, 171]));
/// assert_eq!(hex::decode::<2>("00AB"), None);
/// ```
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    // Writing to a String cannot fail.
    let _ = write(&mut text, bytes);
    text
}

/// The bytes of exactly `N` pairs of lower-case digits.
pub fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_goes_there_and_back() {
        let all: [u8; 256] = std::array::from_fn(|n| n as u8);
        assert_eq!(decode(&encode(&all)), Some(all));
        for wrong in ["", "0", "000", "0G", "0A", "é", "0x"] {
            assert_eq!(decode::<1>(wrong), None, "{wrong}");
        }
    }
}
