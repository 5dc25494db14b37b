//! How a shoe proves who it is without saying its token: HMAC-SHA-256 over the greeting and its own hello.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit, Mac};
use punto_vocab::hex;
use punto_vocab::line::Field;
use sha2::{Digest, Sha256};

use crate::protocol::{FromHouse, FromShoe};

/// What the house keeps of a device's token: its SHA-256. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenDigest([u8; 32]);

impl TokenDigest {
    /// The secret of a token as the device was given it.
    pub fn of_token(token: &str) -> TokenDigest {
        TokenDigest(Sha256::digest(token.as_bytes()).into())
    }

    /// A secret as the house has stored it.
    pub const fn new(digest: [u8; 32]) -> TokenDigest {
        TokenDigest(digest)
    }

    /// The secret as the house stores it.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The hello with its proof put in; other lines are left alone.
    pub fn sign(&self, greeting: &FromHouse, hello: FromShoe) -> FromShoe {
        let mac = self.mac(greeting, &hello);
        match hello {
            FromShoe::Hello { version, device, run, next, shoe, proof: _ } => {
                let proof = Proof(Hex(mac.finalize().into_bytes().into()));
                FromShoe::Hello { version, device, run, next, shoe, proof }
            }
            other => other,
        }
    }

    /// Whether a hello's proof answers this greeting; takes the same time whatever is wrong with it.
    pub fn accepts(&self, greeting: &FromHouse, hello: &FromShoe) -> bool {
        match hello {
            FromShoe::Hello { proof, .. } => self.mac(greeting, hello).verify_slice(&proof.0.0).is_ok(),
            _ => false,
        }
    }

    /// Over the greeting and the hello without its last word, each with its line feed.
    fn mac(&self, greeting: &FromHouse, hello: &FromShoe) -> Hmac<Sha256> {
        // HMAC pads a key to the hash's block, so that a padded key is the same key and cannot fail.
        let mut block = [0; 64];
        block[..32].copy_from_slice(&self.0);
        let mut mac = Hmac::<Sha256>::new((&block).into());
        let hello = hello.to_string();
        let signed = hello.rsplit_once(' ').map_or(hello.as_str(), |(signed, _)| signed);
        mac.update(format!("{greeting}\n{signed}\n").as_bytes());
        mac
    }
}

impl fmt::Debug for TokenDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// 16 bytes that the house has never said before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge(Hex<16>);

impl Challenge {
    /// A challenge of these bytes, which must be fresh.
    pub const fn new(bytes: [u8; 16]) -> Challenge {
        Challenge(Hex(bytes))
    }
}

/// The answer to a challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof(Hex<32>);

impl Proof {
    /// What stands in a hello before it is signed.
    pub const NONE: Proof = Proof(Hex([0; 32]));
}

/// Bytes as lower-case hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hex<const N: usize>([u8; N]);

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(f, &self.0)
    }
}

impl<const N: usize> FromStr for Hex<N> {
    type Err = String;

    fn from_str(text: &str) -> Result<Hex<N>, String> {
        let wrong = || format!("{} hexadecimal digits in lower case are expected", 2 * N);
        hex::decode(text).map(Hex).ok_or_else(wrong)
    }
}

macro_rules! hex_fields {
    ($($name:ident: $expected:literal,)*) => {
        $(impl Field for $name {
            const EXPECTED: &'static str = $expected;

            fn write(&self) -> String {
                self.0.to_string()
            }

            fn read(text: &str) -> Result<$name, String> {
                text.parse().map($name)
            }
        })*
    };
}

hex_fields! {
    Challenge: "a challenge of 32 hexadecimal digits",
    Proof: "a proof of 64 hexadecimal digits",
}
