//! Bytes as lower-case hexadecimal, the one form in which this crate prints them.

use std::fmt::Write;

/// The bytes as lower-case hexadecimal.
pub(crate) fn encode(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The bytes of exactly `N` pairs of lower-case digits: one value has one spelling.
pub(crate) fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
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
