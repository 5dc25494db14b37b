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

/// Gives a newtype of bytes its text, lower-case hexadecimal: printed, read, and ready for serde's
/// `into = "String", try_from = "String"`. The last argument makes the error of a text that is none.
///
/// ```
/// #[derive(Clone, Copy, PartialEq)]
/// pub struct Tag([u8; 2]);
/// punto_vocab::hex_text!(Tag, String, |text| format!("`{text}` is not a tag"));
///
/// assert_eq!(Tag([0, 171]).to_string(), "00ab");
/// assert_eq!("00AB".parse::<Tag>().unwrap_err(), "`00AB` is not a tag");
/// ```
#[macro_export]
macro_rules! hex_text {
    ($name:ident, $error:ty, |$text:pat_param| $wrong:expr) => {
        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::hex::write(f, &self.0)
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $error;

            fn from_str(text: &str) -> Result<$name, $error> {
                $crate::hex::decode(text).map($name).ok_or_else(|| {
                    let $text = text;
                    $wrong
                })
            }
        }

        impl From<$name> for String {
            fn from(bytes: $name) -> String {
                bytes.to_string()
            }
        }

        impl TryFrom<String> for $name {
            type Error = $error;

            fn try_from(text: String) -> Result<$name, $error> {
                text.parse()
            }
        }
    };
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
