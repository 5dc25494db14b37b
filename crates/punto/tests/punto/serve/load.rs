//! Patrons who play as fast as they are answered, and remember every answer.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::client::{Client, Reply};
use super::line::Line;

/// What became of a command, as far as its sender knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The server has said that it is record number so much.
    Acknowledged(u64),
    /// The server has said no.
    Refused,
    /// The server was gone, or could not say, before there was an answer.
    Unknown,
}

/// A command that was sent.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) id: String,
    pub(crate) path: String,
    pub(crate) body: Value,
    pub(crate) fate: Fate,
}

/// A patron at a table.
#[derive(Debug)]
pub(crate) struct Patron {
    pub(crate) client: Client,
    pub(crate) table: &'static str,
    pub(crate) sent: Vec<Sent>,
    seat: u8,
    count: usize,
}

impl Patron {
    /// Signs in as a guest and sits down.
    #[track_caller]
    pub(crate) fn arrive(mut client: Client, name: &str, table: &'static str, seat: u8) -> Patron {
        client.guest(name);
        client.sit(table, seat, 2_000);
        // The first patron has the shoe made ready.
        client.wait_for_wagers(table);
        Patron { client, table, sent: Vec::new(), seat, count: 0 }
    }

    /// The server is at another address now.
    pub(crate) fn follow(&mut self, address: SocketAddr) {
        self.client = self.client.again(address);
    }

    /// Plays until the server is gone or cannot go on, over HTTP or over a line; how many commands were acknowledged,
    /// each of which is counted in `told` as well.
    pub(crate) fn play(&mut self, over_a_line: bool, told: &AtomicUsize) -> usize {
        let before = self.acknowledged().count();
        let mut line = if over_a_line { Line::try_at(&self.client, self.table, "") } else { None };
        loop {
            let fate = match &mut line {
                Some(line) => self.say_one(line),
                None if over_a_line => break,
                None => self.post_one(),
            };
            match fate {
                Fate::Acknowledged(_) => told.fetch_add(1, Ordering::Relaxed),
                Fate::Refused => continue,
                Fate::Unknown => break,
            };
        }
        self.acknowledged().count() - before
    }

    /// What the server has acknowledged.
    pub(crate) fn acknowledged(&self) -> impl Iterator<Item = (&Sent, u64)> {
        self.sent.iter().filter_map(|sent| match sent.fate {
            Fate::Acknowledged(seq) => Some((sent, seq)),
            Fate::Refused | Fate::Unknown => None,
        })
    }

    /// Sends the next command and waits for its answer.
    pub(crate) fn post_one(&mut self) -> Fate {
        let next = self.next(true);
        let reply = self.client.send("POST", &next.path, Some(&next.body.to_string()));
        let fate = reply.map_or(Fate::Unknown, |reply| fate(&reply));
        self.sent.push(Sent { fate, ..next });
        fate
    }

    fn say_one(&mut self, line: &mut Line) -> Fate {
        let next = self.next(false);
        let answer = line.say(&next.id, next.body["line"].as_str().unwrap());
        let fate = match &answer {
            Some(frame) if frame["frame"] == "answer" => {
                frame["answer"]["seq"].as_u64().map_or(Fate::Refused, Fate::Acknowledged)
            }
            _ => Fate::Unknown,
        };
        self.sent.push(Sent { fate, ..next });
        fate
    }

    /// Sends again everything since a place in the list whose fate matters: what was acknowledged must be answered as a
    /// repeat with the same number, what is unknown may have been written or not, and is settled now.
    #[track_caller]
    pub(crate) fn repeat_since(&mut self, place: usize) {
        for sent in &mut self.sent[place..] {
            if sent.fate == Fate::Refused {
                continue;
            }
            let reply = self.client.post(&sent.path, &sent.body);
            match (sent.fate, fate(&reply)) {
                (Fate::Acknowledged(seq), again) => {
                    assert_eq!(again, Fate::Acknowledged(seq), "lost: {sent:?}: {reply:?}");
                    assert_eq!(reply.json()["repeated"], true, "done twice: {sent:?}: {reply:?}");
                }
                (_, now) => sent.fate = now,
            }
        }
    }

    /// Wagers put down, altered and lifted; with money between account and table, which is two streams in one commit.
    fn next(&mut self, with_money: bool) -> Sent {
        self.count += 1;
        let (name, seat, count) = (&self.client.name, self.seat, self.count);
        let id = format!("{name}-{count:06}");
        let say = |line: String| ("commands", json!({ "id": id, "line": line }));
        let (what, body) = match count % if with_money { 5 } else { 3 } {
            1 => say(format!("bet {name}@{seat} player 5")),
            2 => say(format!("alter {name}@{seat} player {}", 6 + count % 7)),
            3 => ("buy-in", json!({ "id": id, "amount": 100 + count % 9 * 100 })),
            4 => ("cash-out", json!({ "id": id, "amount": 100 + count % 9 * 100 })),
            _ => say(format!("lift {name}@{seat} player")),
        };
        Sent { id, path: format!("/api/v1/tables/{}/{what}", self.table), body, fate: Fate::Unknown }
    }
}

/// What an answer over HTTP means for a command.
fn fate(reply: &Reply) -> Fate {
    match reply.status {
        200 => Fate::Acknowledged(reply.json()["seq"].as_u64().unwrap()),
        409 => Fate::Refused,
        _ => Fate::Unknown,
    }
}
