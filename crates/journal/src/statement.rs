//! Texts that the house signs for somebody outside, such as the record of a shoe.
//!
//! The signature is Ed25519 over `punto statement 1`, a line feed, and every byte of the text.

use crate::{PublicKey, Signer};

const TITLE: &[u8] = b"punto statement 1\n";

/// Signs a text.
pub fn sign(signer: &Signer, text: &str) -> [u8; 64] {
    signer.sign(&message(text))
}

/// Whether a signature of a text is this key's.
pub fn holds(key: &PublicKey, text: &str, signature: &[u8; 64]) -> bool {
    key.accepts(&message(text), signature)
}

fn message(text: &str) -> Vec<u8> {
    [TITLE, text.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_of_one_text_and_one_key() {
        let (one, two) = (Signer::new(&[1; 32]), Signer::new(&[2; 32]));
        let signature = sign(&one, "cut 100\n");
        assert!(holds(&one.public_key(), "cut 100\n", &signature));
        assert!(!holds(&one.public_key(), "cut 101\n", &signature));
        assert!(!holds(&two.public_key(), "cut 100\n", &signature));
        assert!(!one.public_key().accepts(b"cut 100\n", &signature), "no other use of the key gives it");
    }
}
