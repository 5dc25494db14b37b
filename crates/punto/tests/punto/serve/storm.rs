//! Floods and garbage at the real socket, while somebody plays: the server stays up, small and calm.

use std::io::{BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use serde_json::json;

use super::client::{connect, read};
use super::house::{House, QUICK, verify};
use super::line::Line;
use super::load::{Fate, Patron};
use crate::support::eventually;

/// More than a server of two tables ever needs.
const MOST_MEMORY: u64 = 400 << 20;

/// Has somebody play while something is done to the server, and checks that they could, and that all is calm afterwards.
#[track_caller]
fn while_ada_plays(doing: impl FnOnce(&House)) {
    let holder = tempfile::tempdir().unwrap();
    let folder = holder.path().join("house");
    let house = House::open(&folder, QUICK);
    let mut ada = Patron::arrive(house.client(), "ada", "slow", 1);
    let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        let playing = scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                assert_ne!(ada.post_one(), Fate::Unknown, "ada was not answered");
                done.fetch_add(1, Ordering::Relaxed);
            }
        });
        let _stop = Stop(&stop);
        doing(&house);
        // A few more when it is over.
        let over = done.load(Ordering::Relaxed);
        let answered = || done.load(Ordering::Relaxed) >= over + 10 || playing.is_finished();
        eventually("ada plays on", || answered().then_some(()));
    });
    assert!(house.memory() < MOST_MEMORY, "{} bytes in use", house.memory());
    house.assert_calm();
    house.stop();
    verify(&folder);
}

/// Ends the play also when the test fails.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Sends bytes as far as the server takes them, and gives what it says until it hangs up.
fn shout(house: &House, bytes: &[u8]) -> String {
    hear(house, bytes, true)
}

/// The same; whoever waits for answers does not hang up before they have come.
fn hear(house: &House, bytes: &[u8], hang_up: bool) -> String {
    let mut line = connect(house.address()).unwrap();
    // Whoever is hung up on cannot send on, and may lose what was said last.
    let _ = line.write_all(bytes);
    if hang_up {
        let _ = line.shutdown(Shutdown::Write);
    }
    let mut answer = Vec::new();
    let _ = line.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_thousand_silent_connections_and_slow_readers_hold_nobody_up() {
    while_ada_plays(|house| {
        let mut held: Vec<TcpStream> = (0..1_000).map(|_| connect(house.address()).unwrap()).collect();
        // Some begin a request and never end it.
        for line in held.iter_mut().step_by(4) {
            line.write_all(
                b"POST /api/v1/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-length: 60\r\n\r\n{",
            )
            .unwrap();
        }
        // Some watch a busy table and read nothing.
        let upgrade = "GET /api/v1/tables/fast/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                       sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        for line in held.iter_mut().skip(1).step_by(4) {
            line.write_all(upgrade.as_bytes()).unwrap();
        }
        // Some ask for much and read none of it.
        for line in held.iter_mut().skip(2).step_by(4) {
            for _ in 0..4 {
                line.write_all(b"GET /api/v1/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
            }
        }
        let mut ben = Patron::arrive(house.client(), "ben", "fast", 1);
        for _ in 0..100 {
            assert_ne!(ben.post_one(), Fate::Unknown);
        }
        assert!(Line::at(&ben.client, "fast").next().is_some());
    });
}

#[test]
fn many_who_sign_in_at_once_take_no_more_memory_than_two() {
    while_ada_plays(|house| {
        thread::scope(|scope| {
            for name in 0..64 {
                let body = json!({ "as": "staff", "name": format!("nobody-{name}"), "password": "a guess" });
                scope.spawn(move || assert_eq!(house.client().sign_in(&body).status, 401));
            }
        });
        assert!(house.most_memory() < MOST_MEMORY, "{} bytes were in use", house.most_memory());
    });
}

#[test]
fn heads_without_end_are_cut_off() {
    while_ada_plays(|house| {
        let many = "x-flood: 1\r\n".repeat(10_000);
        let long = format!("x-flood: {}\r\n", "1".repeat(4 << 20));
        let cookies = format!("cookie: {}\r\n", "punto-session=0; ".repeat(10_000));
        for flood in [many, long, cookies] {
            let answer =
                shout(house, format!("GET /api/v1/me HTTP/1.1\r\nhost: localhost\r\n{flood}\r\n").as_bytes());
            let status = answer.split(' ').nth(1).unwrap_or_default();
            assert!(matches!(status, "431" | "400" | ""), "{answer:.200}");
        }
        let long_path = format!("GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n", "a/".repeat(100_000));
        let answer = shout(house, long_path.as_bytes());
        assert!(matches!(answer.split(' ').nth(1), Some("414" | "431" | "400") | None), "{answer:.200}");
    });
}

#[test]
fn ten_megabytes_are_not_read() {
    while_ada_plays(|house| {
        let big = vec![b'x'; 10 << 20];
        let head = "POST /api/v1/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
        let whole = [format!("{head}content-length: {}\r\n\r\n", big.len()).as_bytes(), &big].concat();
        let answer = shout(house, &whole);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413 "), "{answer:.300}");
        let mut chunks = format!("{head}transfer-encoding: chunked\r\n\r\n").into_bytes();
        for chunk in big.chunks(1 << 16) {
            chunks.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
            chunks.extend_from_slice(chunk);
            chunks.extend_from_slice(b"\r\n");
        }
        let answer = shout(house, &chunks);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413 "), "{answer:.300}");
        // Whoever only says that so much will come is answered before it does.
        let mut line = connect(house.address()).unwrap();
        line.write_all(format!("{head}content-length: 10485760\r\n\r\n").as_bytes()).unwrap();
        assert_eq!(read(&mut BufReader::new(line)).unwrap().problem(413), "too-large");
        let mut frame = Line::at(&house.client(), "slow");
        let _ = frame.socket.send("x".repeat(10 << 20).into());
        while frame.next().is_some() {}
    });
}

#[test]
fn garbage_is_answered_or_cut_off_and_nothing_is_smuggled() {
    while_ada_plays(|house| {
        let tls = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".as_slice();
        let proxy = b"PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\nGET / HTTP/1.1\r\n\r\n".as_slice();
        let noise: Vec<u8> = (0..100_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for bytes in
            [tls, proxy, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\r\n\r\n\r\n", b"GET\0 / HTTP/1.1\r\n\r\n"]
                .into_iter()
                .chain([noise.as_slice(), b"GET / HTTP/9.9\r\n\r\n", b"get", b"\n"])
        {
            let answer = shout(house, bytes);
            assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer:.200}");
        }
        // A request, and garbage right behind it: the request is answered, the garbage is not taken for one.
        let healthz = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n";
        let behind = [healthz, b"\r\n\xff\xfe\x00garbage\r\n\r\n".as_slice()].concat();
        let pipelined = hear(house, &behind, false);
        assert!(pipelined.starts_with("HTTP/1.1 200 ") && pipelined.matches("HTTP/1.1 200 ").count() == 1);
        // Many at once are answered one after another.
        let mut many = [healthz, b"\r\n".as_slice()].concat().repeat(499);
        many.extend_from_slice(&[healthz, b"connection: close\r\n\r\n".as_slice()].concat());
        assert_eq!(hear(house, &many, false).matches("HTTP/1.1 200 ").count(), 500);
        // Two lengths, or a length and chunks, would hide a request within another.
        let hidden = "GET /api/v1/me HTTP/1.1\r\nhost: localhost\r\n\r\n";
        for lengths in [
            format!("content-length: 5\r\ncontent-length: {}", hidden.len()),
            "content-length: +5".into(),
            "content-length: -1".into(),
            "content-length: 99999999999999999999".into(),
            "transfer-encoding: chunked, identity".into(),
            "transfer-encoding: xchunked".into(),
        ] {
            let request = format!(
                "POST /api/v1/sign-out HTTP/1.1\r\nhost: localhost\r\n{lengths}\r\n\r\n0\r\n\r\n{hidden}"
            );
            let answer = shout(house, request.as_bytes());
            assert!(!answer.contains("\"csrf\""), "{lengths}: {answer:.300}");
            assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{lengths}: {answer:.300}");
        }
    });
}
