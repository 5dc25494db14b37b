//! Secrets that Punto makes itself: tokens, codes, one-time passwords; and how they are kept and compared.

use punto_vocab::hex;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A secret of 32 random bytes, as 64 hexadecimal digits. Never printed, never logged.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A fresh one from the operating system.
    pub fn make() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Token(hex::encode(&bytes)))
    }

    /// What a client sent, if it has the form of a token.
    pub fn read(text: &str) -> Option<Token> {
        let plain = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == 64 && text.bytes().all(plain)).then(|| Token(text.to_owned()))
    }

    /// The token itself, to be shown once or set as a cookie.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it. A token has so much chance in it that a plain hash is enough.
    pub fn hash(&self) -> [u8; 32] {
        digest("punto token", &self.0)
    }

    /// What is kept of it if it is a program's: the two halves, one behind the other, as [`program_hash`] has them.
    pub fn of_program(&self) -> [u8; 32] {
        let (first, second) = self.0.split_at(self.0.len() / 2);
        program_hash(code_hash(first), second)
    }

    /// What must come with every request that changes something; it tells nothing about the token.
    pub fn csrf(&self) -> String {
        hex::encode(&digest("punto csrf", &self.0))
    }
}

/// Whether two texts are the same, in a time that does not tell where they differ.
pub fn same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// A password, PIN or code that is easy to read aloud: groups of four without letters that look alike.
pub fn readable(groups: usize) -> Result<String, getrandom::Error> {
    // Thirty-two letters, so that five bits choose one without a bias.
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz123456789";
    let mut bytes = vec![0; 4 * groups];
    getrandom::fill(&mut bytes)?;
    let mut text = String::with_capacity(5 * groups);
    for (place, byte) in bytes.into_iter().enumerate() {
        if place > 0 && place % 4 == 0 {
            text.push('-');
        }
        text.push(char::from(LETTERS[usize::from(byte & 31)]));
    }
    Ok(text)
}

/// What a password in two halves is checked as: what is known of the first, and the second as it is.
///
/// One person has seen either half, and the owner types both, one behind the other. Whoever makes the second half has
/// only the hash of the first.
pub fn of_halves(first: [u8; 32], second: &str) -> String {
    format!("{} {second}", hex::encode(&first))
}

/// The halves of a password that was typed, as [`of_halves`] makes them; nothing where there are no two.
///
/// ```
/// use punto_access::secret::{code_hash, halves, of_halves};
/// assert_eq!(halves("abcd-efgh jkmn-pqrs"), Some(of_halves(code_hash("abcd-efgh"), "jkmn-pqrs")));
/// assert_eq!(halves("ABCD EFGH  jkmn pqrs"), Some(of_halves(code_hash("abcdefgh"), "jkmn-pqrs")));
/// assert_eq!(halves("abcd-efgh"), None);
/// ```
pub fn halves(typed: &str) -> Option<String> {
    let plain: Vec<char> =
        typed.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let (first, second) = plain.split_at_checked(plain.len() / 2)?;
    if plain.len() < 16 || !plain.len().is_multiple_of(8) {
        return None;
    }
    let second: Vec<String> = second.chunks(4).map(|four| four.iter().collect()).collect();
    Some(of_halves(code_hash(&first.iter().collect::<String>()), &second.join("-")))
}

/// Half of a program's token: whoever makes the program with another person has one half, and alone has both.
pub fn token_half() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(hex::encode(&bytes))
}

/// What is kept of a program's token, of whose first half nothing but its hash is needed.
pub fn program_hash(first: [u8; 32], second: &str) -> [u8; 32] {
    digest("punto program", &of_halves(first, second))
}

/// The hash of a code that was typed, whatever its letters' case and however it was grouped.
pub fn code_hash(code: &str) -> [u8; 32] {
    let plain: String =
        code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    digest("punto code", &plain)
}

fn digest(purpose: &str, text: &str) -> [u8; 32] {
    Sha256::new().chain_update(purpose).chain_update([0]).chain_update(text).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_read_only_in_their_one_form() {
        let (one, two) = (Token::make().unwrap(), Token::make().unwrap());
        assert_ne!(one.reveal(), two.reveal());
        assert_eq!(Token::read(one.reveal()).unwrap().hash(), one.hash());
        for wrong in
            ["", "00", &one.reveal().to_uppercase()[..63], &format!("{} ", one.reveal()), &"g".repeat(64)]
        {
            assert!(Token::read(wrong).is_none(), "{wrong}");
        }
        assert_ne!(one.csrf(), one.reveal());
        assert!(same("abc", "abc") && !same("abc", "abd") && !same("abc", "ab"));
    }

    #[test]
    fn the_halves_of_a_programs_token_make_one_token() {
        let (first, second) = (token_half().unwrap(), token_half().unwrap());
        let token = Token::read(&format!("{first}{second}")).unwrap();
        assert_eq!(token.of_program(), program_hash(code_hash(&first), &second));
        assert_ne!(token.of_program(), Token::read(&format!("{second}{first}")).unwrap().of_program());
        assert_ne!(token.of_program(), token.hash());
    }

    #[test]
    fn codes_are_grouped_and_read_as_people_type_them() {
        let code = readable(3).unwrap();
        assert_eq!(code.len(), 14, "{code}");
        assert!(!code.contains(['0', 'o', 'i', 'l']));
        assert_eq!(code_hash(&code), code_hash(&code.to_uppercase().replace('-', " ")));
        assert_ne!(code_hash(&code), code_hash(&code[1..]));
    }
}
