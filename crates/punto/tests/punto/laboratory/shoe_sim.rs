//! `punto shoe-sim` against a real listener and a real table.

use std::net::SocketAddr;
use std::time::Duration;

use punto_floor::scanner::{ListenLimits, Listener};
use tokio::runtime::Runtime;

use super::felt::{Felt, TOKEN};
use crate::support::{LONG, Ran, punto};

/// A listener for a table; it runs as long as this is kept.
struct House {
    felt: Felt,
    address: SocketAddr,
    _runtime: Runtime,
}

impl House {
    fn of(felt: Felt) -> House {
        let runtime = Runtime::new().unwrap();
        let limits =
            ListenLimits { patience: LONG, idle: LONG, denial: Duration::ZERO, ..ListenLimits::default() };
        let listener = Listener::bind(([127, 0, 0, 1], 0).into(), felt.clone(), limits);
        let listener = runtime.block_on(listener).unwrap();
        let address = listener.address().unwrap();
        runtime.spawn(listener.serve(std::future::pending()));
        House { felt, address, _runtime: runtime }
    }

    fn sim(&self, more: &[&str]) -> Ran {
        let address = self.address.to_string();
        let mut args = vec!["shoe-sim", "--connect", &address, "--device", "shoe-7", "--patience", "120"];
        if !more.contains(&"--token") {
            args.extend(["--token", TOKEN]);
        }
        args.extend(more);
        punto(&args)
    }
}

/// The lines that one side said.
fn said<'a>(ran: &'a Ran, mark: &str) -> Vec<&'a str> {
    ran.out.lines().filter_map(|line| line.strip_prefix(mark)).collect()
}

/// Numbered lines that the shoe said and the house took, each once.
fn taken(ran: &Ran) -> Vec<String> {
    let oks: Vec<&str> = said(ran, "< ok ");
    let mut lines: Vec<(u32, String)> = Vec::new();
    for line in said(ran, "> ") {
        let mut words = line.split(' ');
        let (verb, n) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let numbered = !["hello", "beat", "bye"].contains(&verb);
        if numbered && oks.contains(&n) && !lines.iter().any(|(known, _)| known.to_string() == n) {
            lines.push((n.parse().unwrap(), line.to_owned()));
        }
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

#[test]
fn told_cards_are_dealt_as_they_become_due() {
    let house = House::of(Felt::ready());
    let ran = house.sim(&["--cards", "Ks 2d 9h 3c"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(house.felt.dealt(), "Ks 2d 9h 3c");
    let spoken: Vec<&str> = ran.out.lines().collect();
    assert!(
        spoken[0].starts_with("< punto-shoe 1 ") && spoken[1].starts_with("> hello 1 shoe-7 "),
        "{spoken:?}"
    );
    assert_eq!(
        spoken[2..],
        [
            "< welcome 1",
            "< due card player 1",
            "> shoe 1 1 8",
            "< ok 1",
            "< due card player 1",
            "> card 2 1 Ks",
            "< ok 2",
            "< due card banker 1",
            "> card 3 1 2d",
            "< ok 3",
            "< due card player 2",
            "> card 4 1 9h",
            "< ok 4",
            "< due card banker 2",
            "> card 5 1 3c",
            "< ok 5",
            "< due nothing no card is due: Player has a natural 9",
            "> bye",
            "< bye bye good bye",
            "1 shoes, 1 coups, 4 cards, 0 faults, 0 refused",
        ]
    );
}

#[test]
fn whole_shoes_are_dealt_with_burn_and_cut_card() {
    let house = House::of(Felt::worked());
    let ran = house.sim(&["--seed", "3", "--coups", "130"]);
    assert_eq!(ran.code, Some(0), "{}\n{}", ran.out, ran.err);
    let lines = said(&ran, "> ");
    let of = |verb: &str| lines.iter().filter(|line| line.starts_with(verb)).count();
    assert!(of("shoe ") == 2 && of("burn ") == 2 && of("cut-card ") >= 1, "{}", ran.out);
    assert!(said(&ran, "< refused").is_empty(), "{:?}", said(&ran, "< refused"));
    let commands = house.felt.said();
    assert_eq!(commands.iter().filter(|said| said.starts_with("card ")).count(), of("card "));
    assert!(ran.out.contains(" 130 coups, "), "{}", ran.out.lines().last().unwrap());
}

#[test]
fn a_broken_wire_and_repeated_lines_lose_and_double_nothing() {
    let house = House::of(Felt::worked());
    let ran = house.sim(&["--coups", "25", "--fault", "lost=0.1", "--fault", "repeat=0.2"]);
    assert_eq!(ran.code, Some(0), "{}\n{}", ran.out, ran.err);
    assert!(said(&ran, "# the wire is lost").len() > 3, "{}", ran.out);
    assert!(said(&ran, "< refused").is_empty(), "{:?}", said(&ran, "< refused"));
    let commands: Vec<String> = taken(&ran)
        .iter()
        .filter(|line| !line.starts_with("shoe "))
        .map(|line| {
            let mut words: Vec<&str> = line.split(' ').collect();
            words.drain(1..3);
            words.join(" ").replace("cut-card", "marker")
        })
        .collect();
    assert_eq!(house.felt.said(), commands, "each line once, in its order");
}

#[test]
fn faults_of_cards_reach_the_table() {
    let house = House::of(Felt::worked());
    let faults = ["--fault", "unreadable=0.05", "--fault", "reversed=0.03", "--fault", "over-drawn=0.2"];
    let ran = house.sim(&[&["--coups", "40", "--seed", "5"][..], &faults].concat());
    assert_eq!(ran.code, Some(0), "{}\n{}", ran.out, ran.err);
    let unread = said(&ran, "> unreadable").len();
    assert!(unread > 0 && !said(&ran, "> reversed").is_empty(), "{}", ran.out);
    let alarms = house.felt.alarms();
    assert_eq!(alarms.iter().filter(|alarm| alarm.contains("could not be read")).count(), unread);
    assert!(house.felt.said().iter().any(|said| said.ends_with(" face-up")));
}

#[test]
fn a_house_that_does_not_know_it_ends_it() {
    let house = House::of(Felt::ready());
    let ran = house.sim(&["--token", "guess", "--cards", "Ks"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("the house hung up: denied, this device is not known here"), "{}", ran.out);
    assert_eq!(house.felt.alarms().len(), 1);
}

#[test]
fn what_cannot_be_asked_is_refused() {
    for (args, says) in [
        (&["--fault", "jam=0.1"][..], "`jam` is not a fault"),
        (&["--decks", "9"], "9 decks"),
        (&["--cut-card", "416"], "cannot lie behind the cut card"),
        (&["--cards", "1x"], "1x"),
        (&["--coups", "none"], "`none` is not a number of coups"),
    ] {
        let mut all = vec!["shoe-sim", "--connect", "127.0.0.1:1", "--device", "shoe-7", "--token", "t"];
        all.extend(args);
        let ran = punto(&all);
        assert!(ran.code == Some(2) && ran.err.contains(says), "{args:?}: {ran:?}");
    }
    let ran = punto(&["shoe-sim", "--connect", "127.0.0.1:1", "--device", "shoe-7", "--token", "t"]);
    assert!(ran.code == Some(2) && ran.err.contains("127.0.0.1:1: "), "{ran:?}");
    let ran = punto(&["shoe-sim", "--connect", "127.0.0.1:1", "--device", "Shoe 7", "--token", "t"]);
    assert!(ran.code == Some(2) && ran.err.contains("`Shoe 7`"), "{ran:?}");
}
