//! A client over a plain socket, which keeps its connection and its cookie and notices when the server is gone.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::{Value, json};

use crate::support::{LONG, eventually};

/// Somebody who asks.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: Option<String>,
    pub(crate) csrf: Option<String>,
    pub(crate) name: String,
    line: Option<BufReader<TcpStream>>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The body, if all went well.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert!(self.status < 300, "{self:?}");
        if self.body.is_empty() { Value::Null } else { self.json() }
    }

    /// The code of a problem with this status, which says what is wrong.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{self:?}");
        let problem = self.json();
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{self:?}");
        problem["code"].as_str().unwrap().to_owned()
    }
}

impl Client {
    pub(crate) fn at(address: SocketAddr) -> Client {
        Client { address, cookie: None, csrf: None, name: String::new(), line: None }
    }

    /// The same person at another connection, perhaps of a server that was started again.
    pub(crate) fn again(&self, address: SocketAddr) -> Client {
        let (cookie, csrf) = (self.cookie.clone(), self.csrf.clone());
        Client { address, cookie, csrf, name: self.name.clone(), line: None }
    }

    #[track_caller]
    pub(crate) fn get(&mut self, path: &str) -> Reply {
        self.send("GET", path, None).unwrap()
    }

    #[track_caller]
    pub(crate) fn post(&mut self, path: &str, body: &Value) -> Reply {
        self.send("POST", path, Some(&body.to_string())).unwrap()
    }

    /// Signs in, and keeps what the server gives.
    #[track_caller]
    pub(crate) fn sign_in(&mut self, body: &Value) -> Reply {
        let reply = self.post("/api/v1/sign-in", body);
        if reply.status == 200 {
            let cookies = reply.head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
            self.cookie = Some(cookies.unwrap().split(';').next().unwrap().to_owned());
            let me = reply.json();
            self.csrf = me["csrf"].as_str().map(str::to_owned);
            self.name = me["name"].as_str().unwrap().to_owned();
        }
        reply
    }

    /// Signs in as a guest.
    #[track_caller]
    pub(crate) fn guest(&mut self, name: &str) {
        self.sign_in(&json!({ "as": "guest", "name": name })).ok();
    }

    /// Takes a seat at a table and brings some credits.
    #[track_caller]
    pub(crate) fn sit(&mut self, table: &str, seat: u8, credits: u32) {
        let line = format!("sit {}@{seat}", self.name);
        let id = format!("{}-sits-{table}", self.name);
        self.post(&commands(table), &json!({ "id": id, "line": line })).ok();
        let id = format!("{}-buys-{table}", self.name);
        let body = json!({ "id": id, "amount": credits * 100 });
        self.post(&format!("/api/v1/tables/{table}/buy-in"), &body).ok();
    }

    /// Waits until a table has a shoe and takes wagers.
    #[track_caller]
    pub(crate) fn wait_for_wagers(&mut self, table: &str) {
        eventually("wagers are open", || {
            let view = self.get(&format!("/api/v1/tables/{table}")).ok();
            let open = view["phase"] == "betting" && view["shoe"].is_object();
            (open && view["timer"]["what"] != "next-coup").then_some(())
        });
    }

    /// Says a line to a table.
    #[track_caller]
    pub(crate) fn say(&mut self, table: &str, id: &str, line: &str) -> Reply {
        self.post(&commands(table), &json!({ "id": id, "line": line }))
    }

    /// Sends a request, over the connection that is open if it still is, and reads the answer.
    pub(crate) fn send(&mut self, method: &str, path: &str, body: Option<&str>) -> io::Result<Reply> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address);
        if let Some(cookie) = &self.cookie {
            head += &format!("cookie: {cookie}\r\n");
        }
        if let Some(csrf) = &self.csrf {
            head += &format!("x-punto-csrf: {csrf}\r\n");
        }
        if let Some(body) = body {
            head += &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
        }
        let request = format!("{head}\r\n{}", body.unwrap_or_default());
        if self.line.is_none() {
            self.line = Some(BufReader::new(connect(self.address)?));
        }
        let answer = self.line.as_mut().map(|line| {
            line.get_mut().write_all(request.as_bytes())?;
            read(line)
        });
        let answer = answer.unwrap_or_else(|| Err(ErrorKind::NotConnected.into()));
        if answer.as_ref().map_or(true, |reply| reply.head.contains("\nconnection: close")) {
            self.line = None;
        }
        answer
    }
}

/// A connection that does not wait for ever.
pub(crate) fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let line = TcpStream::connect(address)?;
    line.set_nodelay(true)?;
    line.set_read_timeout(Some(LONG))?;
    line.set_write_timeout(Some(LONG))?;
    Ok(line)
}

fn commands(table: &str) -> String {
    format!("/api/v1/tables/{table}/commands")
}

/// Reads one answer; a line that ends before it does is an error.
pub(crate) fn read(line: &mut impl BufRead) -> io::Result<Reply> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if line.read_line(&mut head)? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
    }
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or(ErrorKind::InvalidData)?;
    // A web server may write names as it likes.
    let head: String = head
        .lines()
        .map(|line| match line.split_once(": ") {
            Some((name, value)) => format!("{}: {value}\n", name.to_ascii_lowercase()),
            None => format!("{line}\n"),
        })
        .collect();
    let said = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let mut body = Vec::new();
    if said("transfer-encoding") == Some("chunked") {
        loop {
            let mut length = String::new();
            line.read_line(&mut length)?;
            let length = u64::from_str_radix(length.trim(), 16).map_err(|_| ErrorKind::InvalidData)?;
            line.by_ref().take(length).read_to_end(&mut body)?;
            line.read_line(&mut String::new())?;
            if length == 0 {
                break;
            }
        }
    } else if let Some(length) = said("content-length").and_then(|length| length.parse().ok()) {
        line.by_ref().take(length).read_to_end(&mut body)?;
        if body.len() as u64 != length {
            return Err(ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(Reply { status, head, body: String::from_utf8_lossy(&body).into_owned() })
}
