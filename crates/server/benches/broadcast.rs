//! One table, thousands of viewers: what a view costs on its way to all of them, against a bare loop that sends the
//! same bytes, how long the last of them waits for it, and what a viewer who only looks on costs in memory.
//!
//! `cargo bench -p punto-server --bench broadcast`, with `-- --quick` for a short run. Readers are processes of their
//! own, so that only what sends is counted; both sides run in turn, and the medians of the rounds are compared.

#![allow(clippy::unwrap_used, clippy::print_stderr)] // a bench that cannot be set up should stop there

#[path = "../tests/server/support/mod.rs"]
#[allow(dead_code)] // the tests use more of it
mod support;
#[path = "../tests/server/tables/watcher.rs"]
#[allow(dead_code)] // the tests use more of it
mod watcher;

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use punto_config::Options;
use punto_floor::{Said, TableHandle};
use punto_table::Actor;
use punto_vocab::Role;
use support::{Client, House};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use watcher::Watcher;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    match args.get(1).map(String::as_str) {
        Some("read") => read(&args[2], args[3].parse().unwrap(), args[4].parse().unwrap()),
        _ if std::env::var_os("PUNTO_BENCH_FILES").is_none() => with_more_files(&args),
        _ => {
            let quick = args.iter().any(|arg| arg == "--quick");
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            for (viewers, frames) in if quick { [(200, 5), (1_000, 5)] } else { [(1_000, 20), (5_000, 8)] } {
                runtime.block_on(measure(viewers, frames, if quick { 3 } else { 5 }));
            }
        }
    }
}

/// Starts again with as many open files as may be: every viewer is two of them.
fn with_more_files(args: &[String]) {
    let most = "ulimit -n \"$(ulimit -Hn)\" && exec \"$0\" \"$@\"";
    let own = std::env::current_exe().unwrap();
    let status = Command::new("sh")
        .arg("-c")
        .arg(most)
        .arg(own)
        .args(&args[1..])
        .env("PUNTO_BENCH_FILES", "1")
        .status();
    std::process::exit(status.unwrap().code().unwrap_or(1));
}

const HOUSE: &str = r#"
[listen]
connections = 20000
connections-per-address = 20000
sign-ins-per-minute = 10000
reads-per-second = 10000
reads-per-second-per-address = 100000
[disk]
warn-mib = 0
close-mib = 0
[[table]]
name = "sydney"
title = "Sydney 1"
rulebook = "nsw-2021"
opening = "usual, method A, limits 25..5000, chips 5 25 100 500"
dealer = "person"
"#;

async fn measure(viewers: usize, frames: usize, rounds: usize) {
    let house = House::with(HOUSE, Options { demo: true, ..Options::default() }).await;
    let table = house.server.app().floor().table(&"sydney".parse().unwrap()).unwrap();
    sixty_coups(&table).await;
    let view = newest_view(&house.client()).await;
    let bytes = framed(&view);

    // Whoever only looks on: memory before and after, with every line in use.
    let before = resident();
    let mut eyes = Readers::start(&house.server.address().to_string(), viewers, 0);
    let mut turn = 0;
    for _ in 0..3 {
        next(&table, &mut eyes, &mut turn).await;
    }
    let memory = (resident().saturating_sub(before)) as f64 / viewers as f64 / 1024.0;

    // The bare loop: plain sockets, the same bytes.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut bare = Readers::begin(&listener.local_addr().unwrap().to_string(), viewers, bytes.len());
    let mut sockets: Vec<TcpStream> = (0..viewers).map(|_| listener.accept().unwrap().0).collect();
    sockets.iter().for_each(|socket| socket.set_nodelay(true).unwrap());
    bare.ready();

    // What the house does by itself, a beat for everybody each second above all, is on no side's account.
    let (cpu, began) = (cpu(), Instant::now());
    tokio::time::sleep(Duration::from_secs(4)).await;
    let idle = (self::cpu() - cpu) / began.elapsed().as_secs_f64();

    let mut costs = [Vec::new(), Vec::new()];
    let mut waits = [Vec::new(), Vec::new()];
    let mut sent = 0;
    for _ in 0..rounds {
        let spent = Spent::begin();
        for _ in 0..frames {
            sent += 1;
            let at = now();
            tokio::task::block_in_place(|| {
                sockets.iter_mut().for_each(|socket| socket.write_all(&bytes).unwrap());
            });
            waits[0].push(bare.seen(sent).await - at);
        }
        costs[0].push(spent.end(idle) / (frames * viewers) as f64);
        let spent = Spent::begin();
        for _ in 0..frames {
            waits[1].push(next(&table, &mut eyes, &mut turn).await);
        }
        costs[1].push(spent.end(idle) / (frames * viewers) as f64);
    }
    let [bare_cost, cost] = costs.map(|mut rounds| middle(&mut rounds));
    let ratio = cost / bare_cost;
    println!(
        "{viewers} viewers of one table, a view of {} bytes, {rounds} rounds of {frames} frames",
        bytes.len()
    );
    println!(
        "  CPU a viewer and frame: {:.2} us, bare loop {:.2} us, ratio {ratio:.2}",
        cost * 1e6,
        bare_cost * 1e6
    );
    for (name, mut waits) in
        ["bare loop, first byte to last viewer", "command to last viewer"].into_iter().zip(waits)
    {
        waits.sort_unstable();
        let at = |share: usize| waits[(waits.len() * share / 100).min(waits.len() - 1)] as f64 / 1e3;
        println!("  {name}: p50 {:.1} ms, p99 {:.1} ms", at(50), at(99));
    }
    println!("  memory a viewer who only looks on: {memory:.1} KiB");
}

/// A table well into its shoe, so that its view has the roads of a real evening.
async fn sixty_coups(table: &TableHandle) {
    for line in ["prepare", "sit ada@1", "sit ben@2", "sit cal@3"] {
        say(table, line, line).await;
    }
    for coup in 0..60_usize {
        let suit = ["s", "h", "d", "c"][coup / 2 % 4];
        // Eight or nine in two cards, now for one hand and now for the other: four cards a coup.
        let high = [["9", "8"][coup % 2], ["K", "Q", "J", "T"][coup % 4]];
        let low = [["2", "3", "4", "5"][coup % 4], ["A", "6"][coup % 2]];
        let ([p1, p2], [b1, b2]) = if coup / 3 % 2 == 0 { (high, low) } else { (low, high) };
        let cards = [p1, b1, p2, b2].map(|rank| format!("card {rank}{suit}"));
        let bets = ["bet ada@1 player 100", "bet ben@2 banker 50", "bet cal@3 tie 25"].map(str::to_owned);
        for (place, line) in bets.into_iter().chain(cards).chain(["settle".to_owned()]).enumerate() {
            say(table, &format!("coup-{coup}-{place}"), &line).await;
        }
    }
}

/// Says something as the dealer; the record of it.
async fn say(table: &TableHandle, key: &str, line: &str) -> u64 {
    let by = Actor::Staff(Role::Dealer, "dealer".parse().unwrap());
    let said =
        Said { key: key.replace(' ', "-").parse().unwrap(), by, command: line.parse().unwrap(), of: None };
    let outcome = table.say(said).await.unwrap();
    outcome.done().unwrap_or_else(|| panic!("{line}: {outcome:?}")).seq
}

/// One wager more or less, and how long the last viewer waited to see it, in microseconds.
async fn next(table: &TableHandle, eyes: &mut Readers, turn: &mut u64) -> u64 {
    *turn += 1;
    let line = if *turn % 2 == 1 { "bet ada@1 player 100" } else { "lift ada@1 player" };
    let at = now();
    let seq = say(table, &format!("turn-{turn}"), line).await;
    eyes.seen(seq).await - at
}

async fn newest_view(client: &Client) -> String {
    let mut watcher = Watcher::at(client, "sydney", "").await;
    watcher.frame("hello").await;
    watcher.view().await;
    watcher.heard.pop().unwrap()
}

/// The bytes of a text frame as a server sends it.
fn framed(text: &str) -> Vec<u8> {
    assert!((126..65_536).contains(&text.len()), "{}", text.len());
    let mut bytes = vec![0x81, 126];
    bytes.extend_from_slice(&(text.len() as u16).to_be_bytes());
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

/// A process with readers in it, which says when all of them have seen something.
struct Readers {
    process: Child,
    said: tokio::sync::mpsc::UnboundedReceiver<(u64, u64)>,
    ready: std::sync::mpsc::Receiver<()>,
}

impl Readers {
    fn start(address: &str, count: usize, bytes: usize) -> Readers {
        let mut readers = Readers::begin(address, count, bytes);
        readers.ready();
        readers
    }

    fn begin(address: &str, count: usize, bytes: usize) -> Readers {
        let own = std::env::current_exe().unwrap();
        let mut process = Command::new(own)
            .args(["read", address, &count.to_string(), &bytes.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let (tell, said) = tokio::sync::mpsc::unbounded_channel();
        let (tell_ready, ready) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            while let Some(Ok(line)) = lines.next() {
                match line.split_once(' ') {
                    Some((seq, at)) => drop(tell.send((seq.parse().unwrap(), at.parse().unwrap()))),
                    None => drop(tell_ready.send(())),
                }
            }
        });
        Readers { process, said, ready }
    }

    fn ready(&mut self) {
        tokio::task::block_in_place(|| self.ready.recv().unwrap());
    }

    /// When the last of them had seen a frame.
    async fn seen(&mut self, seq: u64) -> u64 {
        loop {
            let (own, at) = self.said.recv().await.unwrap();
            if own >= seq {
                return at;
            }
        }
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The readers' process: `bytes` nought reads a table's views, anything else plain blocks of so many bytes.
fn read(address: &str, count: usize, bytes: usize) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let local = tokio::task::LocalSet::new();
    let seen: Rc<std::cell::RefCell<HashMap<u64, usize>>> = Rc::default();
    local.block_on(&runtime, async {
        let mut readers = Vec::new();
        for _ in 0..count {
            let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
            if bytes == 0 {
                upgrade(&mut stream, address).await;
            }
            let seen = seen.clone();
            let note = move |seq: u64| {
                let mut seen = seen.borrow_mut();
                let times = seen.entry(seq).or_default();
                *times += 1;
                if *times == count {
                    println!("{seq} {}", now());
                }
            };
            readers.push(tokio::task::spawn_local(reader(stream, bytes, note)));
        }
        println!("ready");
        for reader in readers {
            let _ = reader.await;
        }
    });
}

async fn upgrade(stream: &mut tokio::net::TcpStream, address: &str) {
    let request = format!(
        "GET /api/v1/tables/sydney/live HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
}

async fn reader(stream: tokio::net::TcpStream, bytes: usize, note: impl Fn(u64)) {
    let (mut frames, mut blocks, mut got) = (Frames::default(), 0, 0);
    loop {
        stream.readable().await.unwrap();
        let mut buffer = [0; 64 << 10];
        match stream.try_read(&mut buffer) {
            Ok(0) => return,
            Ok(read) if bytes == 0 => frames.take(&buffer[..read], &note),
            Ok(read) => {
                got += read;
                while got >= bytes {
                    (got, blocks) = (got - bytes, blocks + 1);
                    note(blocks);
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => return,
        }
    }
}

/// As much of WebSocket as it takes to see which view has come whole.
#[derive(Default)]
struct Frames {
    head: Vec<u8>,
    /// The beginning of the frame, where its number is.
    begins: Vec<u8>,
    left: usize,
}

impl Frames {
    fn take(&mut self, mut bytes: &[u8], note: &impl Fn(u64)) {
        while !bytes.is_empty() {
            if self.left == 0 {
                self.head.push(bytes[0]);
                bytes = &bytes[1..];
                self.left = match self.head[..] {
                    [_, length] if length < 126 => length.into(),
                    [_, 126, high, low] => u16::from_be_bytes([high, low]).into(),
                    _ => continue,
                };
                self.head.clear();
                self.begins.clear();
                continue;
            }
            let taken = bytes.len().min(self.left);
            self.begins.extend_from_slice(&bytes[..taken.min(120_usize.saturating_sub(self.begins.len()))]);
            (bytes, self.left) = (&bytes[taken..], self.left - taken);
            if self.left == 0
                && let Some(seq) = number(&self.begins)
            {
                note(seq);
            }
        }
    }
}

fn number(begins: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(begins).ok()?;
    let rest = text.split_once("\"seq\":")?.1;
    rest[..rest.find(|c: char| !c.is_ascii_digit())?].parse().ok()
}

/// CPU time and the clock at the beginning of a round.
struct Spent(f64, Instant);

impl Spent {
    fn begin() -> Spent {
        Spent(cpu(), Instant::now())
    }

    /// The CPU time of the round, less what the house does by itself.
    fn end(self, idle: f64) -> f64 {
        cpu() - self.0 - idle * self.1.elapsed().as_secs_f64()
    }
}

/// The CPU time of all threads of this process, in seconds.
fn cpu() -> f64 {
    let threads = std::fs::read_dir("/proc/self/task").unwrap().flatten();
    let of = |thread: std::fs::DirEntry| {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
        text.split(' ').next().and_then(|nanos| nanos.parse::<f64>().ok()).unwrap_or(0.0)
    };
    threads.map(of).sum::<f64>() / 1e9
}

/// What of this process is in memory, in bytes.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/smaps_rollup").unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("Rss:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

/// Microseconds of UTC, the same for all processes of the machine.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_micros() as u64
}

fn middle(list: &mut [f64]) -> f64 {
    list.sort_by(f64::total_cmp);
    list[list.len() / 2]
}
