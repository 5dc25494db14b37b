//! Sessions without a socket: numbers, answers, repeats and faults, against a real table.

use punto_scanner::{
    Challenge, FromHouse, FromShoe, Proof, SessionStep, ShoeAnswer, ShoeMemory, ShoeSession, StrictLine,
    Then, TokenDigest,
};

use punto_floor::CommandKey;

use super::felt::{Felt, TOKEN};

/// A shoe and the session it talks to.
struct Talk {
    felt: Felt,
    session: ShoeSession,
    memory: ShoeMemory,
}

impl Talk {
    fn with(felt: Felt) -> Talk {
        let (session, _) = ShoeSession::begin(Challenge::new([7; 16]));
        Talk { felt, session, memory: ShoeMemory::default() }
    }

    /// A shoe that is let in and has announced its first shoe.
    fn ready() -> Talk {
        let mut talk = Talk::with(Felt::ready());
        assert_eq!(talk.hello("a1", 1, 0), "welcome 1");
        assert_eq!(talk.line("shoe 1 1 8"), "ok 1");
        talk
    }

    fn hello(&mut self, run: &str, next: u32, shoe: u32) -> String {
        self.hello_by(TOKEN, run, next, shoe)
    }

    fn hello_by(&mut self, token: &str, run: &str, next: u32, shoe: u32) -> String {
        let (session, step) = ShoeSession::begin(Challenge::new([7; 16]));
        self.session = session;
        let hello = FromShoe::Hello {
            version: 1,
            device: "shoe-7".parse().unwrap(),
            run: run.parse().unwrap(),
            next,
            shoe,
            proof: Proof::NONE,
        };
        let hello = TokenDigest::of_token(token).sign(&step.out[0], hello);
        self.line(&hello.to_string())
    }

    /// Says a line and gives the answer, all of it.
    fn line(&mut self, line: &str) -> String {
        let step = self.session.line(line.as_bytes());
        self.follow(step)
    }

    fn follow(&mut self, mut step: SessionStep) -> String {
        let mut out = Vec::new();
        loop {
            out.extend(step.out.iter().map(FromHouse::to_string));
            step = match step.then {
                Then::Listen => break,
                Then::HangUp => {
                    out.push("-".to_owned());
                    break;
                }
                Then::Find(device) => {
                    self.session.known((device.as_str() == "shoe-7").then(|| TokenDigest::of_token(TOKEN)))
                }
                Then::Enter(_) => self.session.enter(self.memory.clone()),
                Then::Ask(_, ask) => {
                    assert!(ask.key.parse::<CommandKey>().is_ok(), "{}", ask.key);
                    self.session.answered(self.felt.answer(&ask))
                }
            };
        }
        if self.session.is_known() {
            self.memory = self.session.memory().clone();
        }
        out.join("\n")
    }
}

#[test]
fn a_coup_goes_where_it_is_due() {
    let mut talk = Talk::ready();
    for (n, card) in ["Ks", "2d", "6h", "3c"].iter().enumerate() {
        let n = n + 2;
        assert_eq!(talk.line(&format!("card {n} 1 {card}")), format!("ok {n}"));
    }
    talk.felt.say("call points");
    assert_eq!(talk.line("card 6 1 9d"), "ok 6");
    assert_eq!(talk.felt.said().join(", "), "card Ks, card 2d, card 6h, card 3c, card 9d");
    assert_eq!((talk.felt.dealt().as_str(), talk.felt.alarms().len()), ("Ks 2d 6h 3c 9d", 0));
    assert_eq!(talk.line("beat"), "beat");
    assert_eq!(talk.line("bye"), "bye bye good bye\n-");
}

#[test]
fn a_card_after_the_result_is_the_tables_own_irregularity() {
    let mut talk = Talk::ready();
    for (n, card) in ["Ks", "2d", "9h", "3c"].iter().enumerate() {
        talk.line(&format!("card {} 1 {card}", n + 2));
    }
    assert_eq!(
        talk.line("card 6 1 9d"),
        "ok 6",
        "Player has a natural, and a fifth card is out all the same"
    );
    assert_eq!(talk.felt.said().last().unwrap(), "card 9d to nobody");
    let again = talk.line("card 7 1 9d");
    assert_eq!(again, "ok 7");
}

#[test]
fn a_shoe_that_is_refused_again_and_again_is_hung_up_on() {
    let mut talk = Talk::with(Felt::under("nsw-2021", "open method A, limits 5..5000, device scanning-shoe"));
    talk.hello("a1", 1, 0);
    talk.line("shoe 1 1 8");
    for n in 2..9 {
        let answer = talk.line(&format!("card {n} 1 Ks"));
        assert!(answer.starts_with(&format!("refused {n} ")) && !answer.ends_with('-'), "{answer}");
    }
    let answer = talk.line("card 9 1 Ks");
    assert!(answer.contains("\nbye refused ") && answer.ends_with("\n-"), "{answer}");
    assert_eq!(talk.felt.alarms().len(), 8);
}

#[test]
fn what_the_table_refuses_is_answered_with_its_clause_and_people_are_told() {
    let felt = Felt::under("nsw-2021", "open method A, limits 5..5000, device scanning-shoe");
    let mut talk = Talk::with(felt);
    talk.hello("a1", 1, 0);
    talk.line("shoe 1 1 8");
    let refused = talk.line("card 2 1 Ks");
    assert!(refused.starts_with("refused 2 not-ready by "), "{refused}");
    assert!(refused.ends_with(" the cards are not ready: the shoe is being prepared"), "{refused}");
    let alarms = talk.felt.alarms();
    assert!(alarms[0].starts_with("the shoe said `card 2 1 Ks`, and the table refused it: "), "{alarms:?}");
    assert_eq!(talk.line("card 2 1 Ks"), refused, "the same line gets the same answer");
    assert_eq!(talk.felt.alarms().len(), 1);
    assert!(talk.line("burn 3 1 counted 7h").starts_with("refused 3 not-ready by "), "nothing to burn yet");
    for line in ["shuffle hand", "casino-supervisor sue: cut 104", "place-marker 20"] {
        talk.felt.say(line);
    }
    assert_eq!(talk.line("burn 4 1 one"), "ok 4");
    assert_eq!(talk.felt.said(), ["burn one"]);
}

#[test]
fn nine_of_a_card_are_impossible_in_eight_decks() {
    let mut talk = Talk::ready();
    let mut n = 2;
    let mut refused = String::new();
    for coup in 0..3 {
        for _ in 0..4 {
            refused = talk.line(&format!("card {n} 1 Ts"));
            n += 1;
            if coup < 2 {
                assert!(refused.starts_with("ok"), "{refused}");
            }
        }
        if coup < 2 {
            // Nought all: both draw.
            talk.felt.say("call points");
            for card in ["8h", "9c"] {
                assert!(talk.line(&format!("card {n} 1 {card}")).starts_with("ok"));
                n += 1;
            }
            talk.felt.say("settle");
            talk.felt.say("bet ada@1 player 100");
        }
    }
    assert!(refused.contains("impossible by 3."), "{refused}");
    assert!(refused.contains("Ts has been seen 8 times, and the shoe has no more of it"), "{refused}");
}

#[test]
fn faults_of_the_shoe_become_what_the_table_makes_of_them() {
    let mut talk = Talk::ready();
    assert_eq!(talk.line("card 2 1 Ks"), "ok 2");
    assert_eq!(talk.line("unreadable 3 1"), "ok 3");
    assert_eq!(talk.felt.alarms(), ["a card could not be read; the dealer enters it by hand"]);
    talk.felt.say("card 2d");
    assert_eq!(talk.line("reversed 4 1 6h"), "ok 4");
    assert_eq!(talk.line("card 5 1 3c"), "ok 5");
    assert_eq!(talk.felt.dealt(), "Ks 2d 6h 3c");
    talk.felt.say("call points");
    assert_eq!(talk.line("over-drawn 6 1 9d"), "ok 6");
    assert_eq!(talk.line("cut-card 7 1"), "ok 7");
    assert_eq!(talk.felt.said(), ["card Ks", "card 6h face-up", "card 3c", "card 9d to nobody", "marker"]);
}

#[test]
fn numbers_and_shoes_that_cannot_be_are_refused() {
    let mut talk = Talk::ready();
    assert_eq!(talk.line("card 3 1 Ks"), "refused 3 sequence by house:scanning-shoe 2 is missing");
    assert_eq!(talk.line("card 2 1 Ks"), "ok 2");
    assert_eq!(talk.line("card 2 1 Ks"), "ok 2");
    assert_eq!(
        talk.line("card 2 1 Kd"),
        "refused 2 sequence by house:scanning-shoe 3 is next; this number was answered"
    );
    assert!(talk.line("shoe 1 1 8").starts_with("refused 1 sequence"), "an older line is no repeat");
    assert_eq!(talk.felt.said(), ["card Ks"], "once, and only once");
    assert_eq!(talk.felt.alarms(), [""; 0]);
    assert_eq!(
        talk.line("card 3 2 2d"),
        "refused 3 shoe-number by house:scanning-shoe shoe 2 is not in play; shoe 1 is"
    );
    assert_eq!(
        talk.line("shoe 4 1 8"),
        "refused 4 shoe-number by house:scanning-shoe shoe 1 is not new; the shoe in play is 1"
    );
    assert_eq!(talk.felt.alarms().len(), 2, "a card is out that the table does not have");
    let refused = talk.line("shoe 5 2 8");
    assert_eq!(refused, "refused 5 not-ready by house:scanning-shoe a coup is in progress");
    assert_eq!(talk.line("card 6 1 2d"), "ok 6");
}

#[test]
fn another_number_of_decks_or_another_device_does_not_fit() {
    let mut talk = Talk::with(Felt::ready());
    talk.hello("a1", 1, 0);
    assert!(talk.line("card 1 0 Ks").contains("no shoe has been announced"));
    let refused = talk.line("shoe 2 1 6");
    assert!(refused.starts_with("refused 2 not-ready by 3."), "{refused}");
    assert_eq!(talk.line("shoe 3 1 8"), "ok 3");
    let mut talk = Talk::with(Felt::under("nsw-2021", "open method A, limits 5..5000"));
    talk.hello("a1", 1, 0);
    assert!(talk.line("shoe 1 1 8").contains("is opened with shoe, not with a scanning shoe"));
}

#[test]
fn a_reconnect_loses_nothing_and_doubles_nothing() {
    let mut talk = Talk::ready();
    assert_eq!(talk.line("card 2 1 Ks"), "ok 2");
    // The answer is lost on the way; the shoe comes back and says the line again.
    assert_eq!(talk.hello("a1", 2, 1), "welcome 3");
    assert_eq!(talk.line("card 2 1 Ks"), "ok 2");
    // The house itself starts anew: it trusts the numbers it is told, and the journal knows the key.
    talk.memory = ShoeMemory::default();
    assert_eq!(talk.hello("a1", 2, 1), "welcome 2");
    assert_eq!(talk.line("card 2 1 Ks"), "ok 2");
    assert_eq!(talk.line("card 3 1 2d"), "ok 3");
    assert_eq!(talk.felt.said(), ["card Ks", "card 2d"]);
    // A shoe that lost its memory begins a new run.
    assert_eq!(talk.hello("b2", 1, 1), "welcome 1");
    assert_eq!(talk.line("card 1 1 6h"), "ok 1");
    // One that counts anew without a new run is not believed.
    let parted = talk.hello("b2", 9, 1);
    assert!(parted.starts_with("bye sequence the last number of this run was 1;"), "{parted}");
    assert!(talk.hello("c3", 0, 1).starts_with("bye sequence numbers begin with 1"));
}

#[test]
fn nothing_is_acknowledged_before_it_is_durable() {
    let mut talk = Talk::ready();
    talk.felt.fail_next(1);
    assert_eq!(talk.line("card 2 1 Ks"), "bye fault the disk is full\n-");
    assert_eq!(talk.hello("a1", 2, 1), "welcome 2");
    assert_eq!(talk.line("card 2 1 Ks"), "ok 2");
    // A stray card is taken under the key of its line, so a repeat after a restart is not a second card.
    for (n, card) in ["2d", "9h", "3c", "9d"].iter().enumerate() {
        assert_eq!(talk.line(&format!("card {} 1 {card}", n + 3)), format!("ok {}", n + 3));
    }
    talk.memory = ShoeMemory::default();
    talk.hello("a1", 6, 1);
    assert_eq!(talk.line("card 6 1 9d"), "ok 6");
    assert_eq!(talk.felt.said().iter().filter(|said| said.contains("9d")).count(), 1);
}

/// The longest names there can be make keys that the floor takes.
#[test]
fn the_longest_key_is_short_enough() {
    let (mut session, step) = ShoeSession::begin(Challenge::new([255; 16]));
    let device = "a".repeat(32);
    let hello = format!("hello 1 {device} zzzzzzzz {} {} {}", u32::MAX, u32::MAX, "0".repeat(64));
    let hello = TokenDigest::of_token(TOKEN).sign(&step.out[0], FromShoe::read(hello.as_bytes()).unwrap());
    let key = |step: SessionStep| match step.then {
        Then::Ask(_, ask) => ask.key.parse::<CommandKey>().unwrap(),
        other => panic!("{other:?}"),
    };
    session.line(hello.to_string().as_bytes());
    session.known(Some(TokenDigest::of_token(TOKEN)));
    session.enter(ShoeMemory::default());
    key(session.line(format!("card {} 1 Ks", u32::MAX).as_bytes()));
    let (mut session, _) = ShoeSession::begin(Challenge::new([255; 16]));
    session.line(hello.to_string().as_bytes());
    key(session.known(None));
}

#[test]
fn strangers_are_told_nothing_and_people_are_told_of_them() {
    let mut talk = Talk::with(Felt::ready());
    assert_eq!(
        talk.hello_by("guess", "a1", 1, 0),
        "bye denied this device is not known here by that proof\n-"
    );
    assert_eq!(talk.felt.alarms(), ["a device failed to authenticate as this shoe"]);
    for line in ["card 1 1 Ks", "beat", "GET / HTTP/1.1", "", "hello"] {
        let (session, _) = ShoeSession::begin(Challenge::new([7; 16]));
        talk.session = session;
        let parted = talk.line(line);
        assert!(parted.starts_with("bye bad-line ") && parted.ends_with("\n-"), "{parted}");
    }
    assert_eq!(talk.felt.said(), [""; 0]);
    // A proof for one challenge is none for another.
    let (mut first, step) = ShoeSession::begin(Challenge::new([1; 16]));
    let hello = FromShoe::read(format!("hello 1 shoe-7 a1 1 0 {}", "0".repeat(64)).as_bytes());
    let signed = TokenDigest::of_token(TOKEN).sign(&step.out[0], hello.unwrap()).to_string();
    assert_eq!(first.line(signed.as_bytes()).then, Then::Find("shoe-7".parse().unwrap()));
    assert_eq!(first.known(Some(TokenDigest::of_token(TOKEN))).then, Then::Enter("shoe-7".parse().unwrap()));
    let (mut second, _) = ShoeSession::begin(Challenge::new([2; 16]));
    second.line(signed.as_bytes());
    assert!(matches!(second.known(Some(TokenDigest::of_token(TOKEN))).then, Then::Ask(..)));
    assert_eq!(second.answered(ShoeAnswer::Done).then, Then::HangUp);
    let version = talk_version();
    assert!(version.starts_with("bye version punto-shoe 1 is spoken here"), "{version}");
}

fn talk_version() -> String {
    let mut talk = Talk::with(Felt::ready());
    talk.line(&format!("hello 2 shoe-7 a1 1 0 {}", "0".repeat(64)))
}
