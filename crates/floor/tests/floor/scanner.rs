//! The listener over real sockets: order, limits, reconnects, strangers and a house that closes.

use std::net::SocketAddr;
use std::time::Duration;

use punto_floor::scanner::{ListenLimits, Listener};
use punto_scanner::{FromHouse, FromShoe, Proof, StrictLine, TokenDigest};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use self::felt::{Felt, TOKEN};
use crate::common::{LONG, ends};

#[allow(dead_code)] // the scanner's own tests use all of it
#[path = "../../../scanner/tests/scanner/felt.rs"]
mod felt;

/// Nobody is dropped for being slow, and whoever is turned away hears it at once.
const PATIENT: ListenLimits =
    ListenLimits { connections: 64, patience: LONG, idle: LONG, denial: Duration::ZERO };

/// A listener at work.
struct House {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    serving: JoinHandle<()>,
}

impl House {
    async fn of(felt: &Felt) -> House {
        House::with(felt, PATIENT).await
    }

    async fn with(felt: &Felt, limits: ListenLimits) -> House {
        let listener = Listener::bind(([127, 0, 0, 1], 0).into(), felt.clone(), limits).await.unwrap();
        let address = listener.address().unwrap();
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(listener.serve(async move {
            let _ = stopped.await;
        }));
        House { address, stop: Some(stop), serving }
    }

    async fn close(mut self) {
        let _ = self.stop.take().unwrap().send(());
        ends("the listener", self.serving).await.unwrap();
    }

    async fn connect(&self) -> Shoe {
        Shoe { wire: BufReader::new(TcpStream::connect(self.address).await.unwrap()) }
    }

    /// A shoe that is let in; what is due has been read.
    async fn shoe(&self, run: &str, next: u32, shoe: u32) -> Shoe {
        let mut wire = self.connect().await;
        let welcome = wire.hello(TOKEN, run, next, shoe).await;
        assert!(welcome.starts_with("welcome "), "{welcome}");
        assert!(wire.read().await.starts_with("due "));
        wire
    }
}

struct Shoe {
    wire: BufReader<TcpStream>,
}

impl Shoe {
    async fn hello(&mut self, token: &str, run: &str, next: u32, shoe: u32) -> String {
        let greeting = FromHouse::read(self.read().await.as_bytes()).unwrap();
        let hello = FromShoe::Hello {
            version: 1,
            device: "shoe-7".parse().unwrap(),
            run: run.parse().unwrap(),
            next,
            shoe,
            proof: Proof::NONE,
        };
        self.write(&TokenDigest::of_token(token).sign(&greeting, hello).to_string()).await;
        self.read().await
    }

    async fn write(&mut self, line: &str) {
        self.wire.get_mut().write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    /// The next line of the house; empty at the end.
    async fn read(&mut self) -> String {
        let mut line = String::new();
        ends("an answer of the house", self.wire.read_line(&mut line)).await.unwrap_or_default();
        line.trim_end().to_owned()
    }

    /// Says a line; gives its answer, and what is due after it.
    async fn say(&mut self, line: &str) -> (String, String) {
        self.write(line).await;
        (self.read().await, self.read().await)
    }
}

fn pair(answer: &str, due: &str) -> (String, String) {
    (answer.to_owned(), due.to_owned())
}

#[tokio::test]
async fn a_coup_over_the_wire() {
    let felt = Felt::ready();
    let house = House::of(&felt).await;
    let mut shoe = house.shoe("a1", 1, 0).await;
    assert_eq!(shoe.say("shoe 1 1 8").await, pair("ok 1", "due card player 1"));
    assert_eq!(shoe.say("card 2 1 Ks").await, pair("ok 2", "due card banker 1"));
    assert_eq!(shoe.say("card 3 1 2d").await, pair("ok 3", "due card player 2"));
    assert_eq!(shoe.say("card 4 1 6h").await, pair("ok 4", "due card banker 2"));
    assert_eq!(shoe.say("card 5 1 3c").await, pair("ok 5", "due nothing points must be called first"));
    felt.say("call points");
    assert_eq!(shoe.read().await, "due card banker 3", "the lock follows the table, unasked");
    shoe.write("beat").await;
    assert_eq!(shoe.read().await, "beat");
    assert!(shoe.say("card 6 1 9d").await.1.starts_with("due nothing no card is due"));
    shoe.write("bye").await;
    assert_eq!([shoe.read().await, shoe.read().await], ["bye bye good bye", ""]);
    assert_eq!(felt.dealt(), "Ks 2d 6h 3c 9d");
    house.close().await;
}

/// The unread card is due still; the lock must not open for another.
#[tokio::test]
async fn an_unread_card_keeps_the_shoe_locked_until_it_is_entered() {
    let felt = Felt::ready();
    let house = House::of(&felt).await;
    let mut shoe = house.shoe("a1", 1, 0).await;
    shoe.say("shoe 1 1 8").await;
    assert_eq!(shoe.say("card 2 1 Ks").await.1, "due card banker 1");
    let locked = "due nothing a card that was not read waits to be entered by hand";
    assert_eq!(shoe.say("unreadable 3 1").await, pair("ok 3", locked));
    let mut shoe = house.shoe("a1", 4, 1).await;
    assert_eq!(shoe.say("cut-card 4 1").await, pair("ok 4", locked), "nor does a new connection open it");
    felt.say("card 2d");
    assert_eq!(shoe.read().await, "due card player 2");
    assert_eq!(shoe.say("card 5 1 6h").await, pair("ok 5", "due card banker 2"));
    house.close().await;
}

#[tokio::test]
async fn lines_that_come_together_are_answered_in_their_order() {
    let felt = Felt::ready();
    let house = House::of(&felt).await;
    let mut shoe = house.shoe("a1", 1, 0).await;
    shoe.write("shoe 1 1 8\ncard 2 1 Ks\r\ncard 3 1 2d\nbye").await;
    let mut lines = Vec::new();
    loop {
        let line = shoe.read().await;
        if line.is_empty() {
            break;
        }
        lines.push(line);
    }
    let answers: Vec<&str> =
        lines.iter().map(String::as_str).filter(|line| !line.starts_with("due")).collect();
    assert_eq!(answers, ["ok 1", "ok 2", "ok 3", "bye bye good bye"]);
    house.close().await;
}

#[tokio::test]
async fn a_new_connection_sends_the_old_one_away_and_goes_on() {
    let felt = Felt::ready();
    let house = House::of(&felt).await;
    let mut old = house.shoe("a1", 1, 0).await;
    old.say("shoe 1 1 8").await;
    old.say("card 2 1 Ks").await;
    let mut new = house.shoe("a1", 2, 1).await;
    assert_eq!(old.read().await, "bye replaced this device has connected anew");
    assert_eq!(new.say("card 2 1 Ks").await, pair("ok 2", "due card banker 1"));
    assert_eq!(new.say("card 3 1 2d").await.0, "ok 3");
    drop(new);
    let mut third = house.shoe("a1", 4, 1).await;
    assert_eq!(third.say("card 4 1 6h").await.0, "ok 4");
    assert_eq!(felt.said(), ["card Ks", "card 2d", "card 6h"]);
    house.close().await;
}

#[tokio::test]
async fn a_stranger_does_not_send_the_shoe_away() {
    let felt = Felt::ready();
    let house = House::of(&felt).await;
    let mut shoe = house.shoe("a1", 1, 0).await;
    let mut stranger = house.connect().await;
    let denied = stranger.hello("guess", "a1", 1, 0).await;
    assert_eq!(denied, "bye denied this device is not known here by that proof");
    assert_eq!(shoe.say("shoe 1 1 8").await.0, "ok 1");
    house.close().await;
}

#[tokio::test]
async fn hostile_input_is_answered_and_dropped() {
    let felt = Felt::ready();
    let house = House::of(&felt).await;
    for (bytes, says) in [
        (&b"GET / HTTP/1.1\r\n"[..], "bye bad-line `GET`"),
        (&[b'x'; 5000][..], "bye bad-line a line has at most 200 bytes"),
        (&[0, 159, 146, 150, b'\n'][..], "bye bad-line byte 1 is not printable ASCII"),
        (&b"hello 1 shoe-7 a1 1 0 xyz\n"[..], "bye bad-line column "),
        (&b"card 1 1 Ks\n"[..], "bye bad-line hello comes first"),
    ] {
        let mut stranger = house.connect().await;
        stranger.read().await;
        stranger.wire.get_mut().write_all(bytes).await.unwrap();
        let bye = stranger.read().await;
        // Bytes that are still on their way when the house hangs up may cost the last words.
        assert!(
            bye.is_empty() || bye.starts_with(says) || bye.contains(says.trim_start_matches("bye bad-line ")),
            "{bye}"
        );
        assert_eq!(stranger.read().await, "");
    }
    assert!(felt.said().is_empty() && felt.alarms().is_empty());
    house.close().await;
}

#[tokio::test]
async fn one_connection_too_many_is_turned_away_until_there_is_room() {
    let felt = Felt::ready();
    let house = House::with(&felt, ListenLimits { connections: 2, ..PATIENT }).await;
    let mut shoe = house.shoe("a1", 1, 0).await;
    let mut mute = house.connect().await;
    assert!(mute.read().await.starts_with("punto-shoe 1 "));
    let mut crowd = house.connect().await;
    assert_eq!(crowd.read().await, "bye full too many shoes are connected");
    shoe.write("bye").await;
    assert_eq!([shoe.read().await, shoe.read().await], ["bye bye good bye", ""]);
    let mut shoe = house.shoe("a1", 1, 0).await;
    assert_eq!(shoe.say("shoe 1 1 8").await.0, "ok 1");
    house.close().await;
}

#[tokio::test]
async fn a_stranger_who_does_not_say_hello_is_dropped() {
    let felt = Felt::ready();
    let house = House::with(&felt, ListenLimits { patience: Duration::from_millis(50), ..PATIENT }).await;
    let mut mute = house.connect().await;
    let mut slow = house.connect().await;
    // Dribbling bytes does not keep a stranger in.
    slow.wire.get_mut().write_all(b"hel").await.unwrap();
    for wire in [&mut mute, &mut slow] {
        assert!(wire.read().await.starts_with("punto-shoe 1 "));
        assert_eq!(wire.read().await, "bye idle nothing was heard for too long");
    }
    house.close().await;
}

#[tokio::test]
async fn a_shoe_that_falls_silent_is_dropped_and_may_come_back() {
    let felt = Felt::ready();
    let house = House::with(&felt, ListenLimits { idle: Duration::from_millis(50), ..PATIENT }).await;
    for _ in 0..2 {
        let mut shoe = house.shoe("a1", 1, 0).await;
        assert_eq!(shoe.read().await, "bye idle nothing was heard for too long");
    }
    house.close().await;
}

#[tokio::test]
async fn a_thousand_connections_that_say_nothing_do_not_hold_up_a_shoe() {
    let felt = Felt::ready();
    let house = House::of(&felt).await;
    let mut shoe = house.shoe("a1", 1, 0).await;
    let mut crowd = Vec::new();
    for _ in 0..1000 {
        crowd.push(TcpStream::connect(house.address).await.unwrap());
    }
    assert_eq!(shoe.say("shoe 1 1 8").await.0, "ok 1");
    assert_eq!(shoe.say("card 2 1 Ks").await.0, "ok 2");
    drop(crowd);
    house.close().await;
}

#[tokio::test]
async fn a_fault_of_the_house_is_no_acknowledgement() {
    let felt = Felt::ready();
    let house = House::of(&felt).await;
    let mut shoe = house.shoe("a1", 1, 0).await;
    shoe.say("shoe 1 1 8").await;
    felt.fail_next(1);
    shoe.write("card 2 1 Ks").await;
    assert_eq!([shoe.read().await, shoe.read().await], ["bye fault the disk is full", ""]);
    let mut shoe = house.shoe("a1", 2, 1).await;
    assert_eq!(shoe.say("card 2 1 Ks").await.0, "ok 2");
    assert_eq!(felt.said(), ["card Ks"]);
    house.close().await;
}

#[tokio::test]
async fn a_house_that_closes_tells_its_shoes() {
    let felt = Felt::ready();
    let house = House::of(&felt).await;
    let mut shoe = house.shoe("a1", 1, 0).await;
    house.close().await;
    assert_eq!(shoe.read().await, "bye closing the house closes");
    let mut rest = Vec::new();
    shoe.wire.read_to_end(&mut rest).await.unwrap();
    assert!(rest.is_empty());
}
