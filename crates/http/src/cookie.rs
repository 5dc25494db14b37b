//! The two cookies: one for the person, one for the machine.

use axum::http::{HeaderMap, HeaderValue, header};

use punto_access::secret::Token;

/// A cookie of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cookie {
    /// The session of a person.
    Session,
    /// The session of an enrolled machine.
    Device,
}

impl Cookie {
    /// Its name. Over an encrypted connection the prefix makes browsers insist on this host, `/` and `Secure`.
    pub fn name(self, secure: bool) -> &'static str {
        match (self, secure) {
            (Cookie::Session, true) => "__Host-punto-session",
            (Cookie::Session, false) => "punto-session",
            (Cookie::Device, true) => "__Host-punto-device",
            (Cookie::Device, false) => "punto-device",
        }
    }

    /// The token in a request's cookie, if there is exactly one that has the form of a token.
    pub fn read(self, headers: &HeaderMap, secure: bool) -> Option<Token> {
        let name = self.name(secure);
        let all = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
        let mut found = all
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .filter(|(key, _)| *key == name)
            .map(|(_, value)| value);
        let value = found.next()?;
        // Of two, one was planted; neither is trusted.
        if found.next().is_some() { None } else { Token::read(value) }
    }

    /// The header that sets it. It goes when the browser closes, or when the server ends the session.
    pub fn set(self, token: &Token, secure: bool) -> HeaderValue {
        self.header(token.reveal(), "", secure)
    }

    /// The header that takes it away.
    pub fn clear(self, secure: bool) -> HeaderValue {
        self.header("", "; Max-Age=0", secure)
    }

    fn header(self, value: &str, more: &str, secure: bool) -> HeaderValue {
        let only = if secure { "; Secure" } else { "" };
        let text = format!("{}={value}; Path=/; HttpOnly; SameSite=Strict{only}{more}", self.name(secure));
        // A name of ours and hexadecimal digits always make a header.
        HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(cookie: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_str(cookie).unwrap())])
    }

    #[test]
    fn a_cookie_is_read_as_it_was_set() {
        let token = Token::make().unwrap();
        for secure in [false, true] {
            let set = Cookie::Session.set(&token, secure);
            let set = set.to_str().unwrap();
            assert!(set.contains("HttpOnly; SameSite=Strict"));
            assert_eq!(set.contains("Secure"), secure);
            let sent = headers(&format!("theme=dark; {}", set.split(';').next().unwrap()));
            assert_eq!(Cookie::Session.read(&sent, secure).unwrap().hash(), token.hash());
            assert!(Cookie::Device.read(&sent, secure).is_none());
            assert!(Cookie::Session.read(&sent, !secure).is_none());
        }
    }

    #[test]
    fn two_of_a_name_are_none() {
        let (one, two) = (Token::make().unwrap(), Token::make().unwrap());
        let sent = format!("punto-session={}; punto-session={}", one.reveal(), two.reveal());
        assert!(Cookie::Session.read(&headers(&sent), false).is_none());
        assert!(Cookie::Session.read(&headers("punto-session=xyz"), false).is_none());
    }
}
