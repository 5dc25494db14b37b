//! One connection of a scanning shoe without its socket: a line in, lines out, and what to ask of the house.

use punto_site::DeviceId;
use punto_table::{Command, Laying, Refused};

use crate::ask::{Alarm, Ask, Request, ShoeAnswer, code, scanning};
use crate::due::ShoeDue;
use crate::proof::{Challenge, TokenDigest};
use crate::protocol::{Cited, Code, FromHouse, FromShoe, Parting, Sentence, ShoeRun, StrictLine, VERSION};

/// A conversation with a shoe.
///
/// The driver sends what it says, does what [`Then`] asks, and passes the answer back; only one thing is asked
/// at a time, and no line is taken before it is answered.
#[derive(Debug)]
pub struct ShoeSession {
    greeting: FromHouse,
    state: State,
    memory: ShoeMemory,
    /// What was due when the shoe was last told.
    due: Option<ShoeDue>,
    /// What it was told, unless it has been answered since: every answer is followed by what is due.
    told: Option<FromHouse>,
    /// How many lines in a row the table refused.
    refused: u32,
}

/// So many lines refused in a row, and the house hangs up: each is an alarm to people, who hear no more by further ones.
const REFUSALS: u32 = 8;

/// What is known of a device from one connection to the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShoeMemory {
    run: Option<ShoeRun>,
    /// The last number that was answered.
    last: u32,
    /// The shoe in play, nought before the first.
    shoe: u32,
    /// The last line with its answer, for when it comes again.
    answered: Option<(FromShoe, FromHouse)>,
    /// What was due when a card came out that could not be read; until that changes, the card is still to be entered.
    unread: Option<ShoeDue>,
}

/// What to do now: send these lines, then the rest.
#[derive(Debug, PartialEq)]
#[allow(missing_docs)]
pub struct SessionStep {
    pub out: Vec<FromHouse>,
    pub then: Then,
}

/// What follows when the lines are sent.
#[derive(Debug, PartialEq)]
pub enum Then {
    /// Wait for the next line.
    Listen,
    /// Look the device's secret up, and tell it with [`ShoeSession::known`].
    Find(DeviceId),
    /// Part with an older connection of the device, and tell what is remembered with [`ShoeSession::enter`].
    Enter(DeviceId),
    /// Ask the house, and tell its answer with [`ShoeSession::answered`].
    Ask(DeviceId, Box<Ask>),
    /// Hang up.
    HangUp,
}

#[derive(Debug)]
enum State {
    /// The greeting is out.
    Greeted,
    /// A hello waits for its secret.
    Asking { device: DeviceId, hello: FromShoe },
    /// The proof holds, and the memory is being fetched.
    Proved { device: DeviceId, run: ShoeRun, next: u32, shoe: u32 },
    /// The house is told of an impostor.
    Denying,
    /// The shoe is known.
    Ready { device: DeviceId, run: ShoeRun },
    /// A numbered line waits for the house's answer.
    Waiting { device: DeviceId, run: ShoeRun, line: FromShoe, n: u32 },
    /// The table has refused, and the house is told that cards lie otherwise than the table says.
    Alarming { device: DeviceId, run: ShoeRun, line: FromShoe, n: u32, reply: FromHouse },
    /// Nothing more is said.
    Over,
}

impl ShoeSession {
    /// Begins with the greeting.
    pub fn begin(challenge: Challenge) -> (ShoeSession, SessionStep) {
        let greeting = FromHouse::Greeting { version: VERSION, challenge };
        let out = vec![greeting.clone()];
        (
            ShoeSession {
                greeting,
                state: State::Greeted,
                memory: ShoeMemory::default(),
                due: None,
                told: None,
                refused: 0,
            },
            SessionStep { out, then: Then::Listen },
        )
    }

    /// What to keep for the device's next connection.
    pub fn memory(&self) -> &ShoeMemory {
        &self.memory
    }

    /// Whether the shoe has been let in.
    pub fn is_known(&self) -> bool {
        matches!(self.state, State::Ready { .. } | State::Waiting { .. } | State::Alarming { .. })
    }

    /// Takes a line, without its line end.
    pub fn line(&mut self, line: &[u8]) -> SessionStep {
        let line = match FromShoe::read(line) {
            Ok(line) => line,
            Err(bad) => return self.part(Parting::BadLine, &bad.to_string()),
        };
        match (std::mem::replace(&mut self.state, State::Over), line) {
            (State::Greeted, FromShoe::Hello { version, .. }) if version != VERSION => {
                self.part(Parting::Version, &format!("punto-shoe {VERSION} is spoken here"))
            }
            (State::Greeted, hello @ FromShoe::Hello { device, .. }) => {
                self.state = State::Asking { device, hello };
                SessionStep::then(Then::Find(device))
            }
            (State::Ready { device, run }, FromShoe::Beat) => {
                self.state = State::Ready { device, run };
                SessionStep::say(FromHouse::Beat)
            }
            (State::Greeted | State::Ready { .. }, FromShoe::Bye) => self.part(Parting::Bye, "good bye"),
            (State::Ready { device, run }, line) => match line.number() {
                Some(n) => self.numbered(device, run, line, n),
                None => self.part(Parting::BadLine, "hello was said before"),
            },
            (_, _) => self.part(Parting::BadLine, "hello comes first, and nothing before it is answered"),
        }
    }

    /// The device's secret, or none if no such shoe is enrolled.
    pub fn known(&mut self, secret: Option<TokenDigest>) -> SessionStep {
        let State::Asking { device, hello } = std::mem::replace(&mut self.state, State::Over) else {
            return self.part(Parting::Fault, "nobody asked for a secret");
        };
        let accepted = secret.is_some_and(|secret| secret.accepts(&self.greeting, &hello));
        match hello {
            FromShoe::Hello { run, next, shoe, .. } if accepted => {
                self.state = State::Proved { device, run, next, shoe };
                SessionStep::then(Then::Enter(device))
            }
            _ => {
                self.state = State::Denying;
                // The challenge is different each time, and so is the key: each attempt is told.
                let challenge = self.greeting.to_string();
                let fresh = challenge.get(challenge.len().saturating_sub(16)..).unwrap_or_default();
                let key = format!("scan:{device}:denied:{fresh}");
                let ask = Ask { key, request: Request::Alarm(Alarm::Denied) };
                SessionStep::then(Then::Ask(device, Box::new(ask)))
            }
        }
    }

    /// What is remembered of the device.
    pub fn enter(&mut self, memory: ShoeMemory) -> SessionStep {
        let State::Proved { device, run, next, shoe } = std::mem::replace(&mut self.state, State::Over)
        else {
            return self.part(Parting::Fault, "nobody asked for a memory");
        };
        let Some(before) = next.checked_sub(1) else {
            return self.part(Parting::Sequence, "numbers begin with 1");
        };
        if memory.run.as_ref() == Some(&run) {
            // The last line may be on its way a second time.
            if next != memory.last && before != memory.last {
                let why =
                    format!("the last number of this run was {}; a new counter takes a new run", memory.last);
                return self.part(Parting::Sequence, &why);
            }
            self.memory = memory;
        } else {
            self.memory = ShoeMemory { run: Some(run.clone()), last: before, shoe, ..ShoeMemory::default() };
        }
        self.state = State::Ready { device, run };
        SessionStep::say(FromHouse::Welcome { next: self.memory.last.saturating_add(1) })
    }

    /// The house's answer to what was asked.
    pub fn answered(&mut self, answer: ShoeAnswer) -> SessionStep {
        match (std::mem::replace(&mut self.state, State::Over), answer) {
            (State::Denying, _) => self.part(Parting::Denied, "this device is not known here by that proof"),
            (State::Waiting { device, run, line, n }, ShoeAnswer::Done) => {
                if let FromShoe::Shoe { shoe, .. } = line {
                    self.memory.shoe = shoe;
                }
                self.refused = 0;
                self.reply(device, run, line, n, FromHouse::Ok { n })
            }
            (State::Waiting { device, run, line, n }, ShoeAnswer::Refused(refused)) => {
                self.refuse(device, run, line, n, &refused)
            }
            (State::Alarming { device, run, line, n, reply }, ShoeAnswer::Done | ShoeAnswer::Refused(_)) => {
                self.refused += 1;
                let mut step = self.reply(device, run, line, n, reply);
                if self.refused == REFUSALS {
                    let why = "one line after another was refused; somebody must look at the shoe first";
                    let parting = self.part(Parting::Refused, why);
                    step.out.extend(parting.out);
                    step.then = parting.then;
                }
                step
            }
            (State::Waiting { .. } | State::Alarming { .. }, ShoeAnswer::Fault(why)) => {
                self.part(Parting::Fault, &why)
            }
            (_, _) => self.part(Parting::Fault, "nobody asked the house anything"),
        }
    }

    /// What to tell a shoe that has been let in of what is due now; nothing if it has just heard it.
    ///
    /// A card that could not be read is out of the shoe and not at the table, where it is due still. The shoe is
    /// locked until somebody has entered it.
    pub fn tell(&mut self, due: &ShoeDue) -> Option<FromHouse> {
        if !self.is_known() {
            return None;
        }
        if self.memory.unread.as_ref() != Some(due) {
            self.memory.unread = None;
        }
        let waits = "a card that was not read waits to be entered by hand";
        let line: FromHouse = match self.memory.unread {
            Some(_) => FromHouse::DueNothing { why: Sentence::new(waits) },
            None => due.clone().into(),
        };
        self.due = Some(due.clone());
        if self.told.as_ref() == Some(&line) {
            return None;
        }
        self.told = Some(line.clone());
        Some(line)
    }

    /// Hangs up, for a reason outside the conversation.
    pub fn part(&mut self, code: Parting, why: &str) -> SessionStep {
        self.state = State::Over;
        SessionStep { out: vec![FromHouse::Bye { code, why: Sentence::new(why) }], then: Then::HangUp }
    }

    fn numbered(&mut self, device: DeviceId, run: ShoeRun, line: FromShoe, n: u32) -> SessionStep {
        if let Some(again) = self.memory.answered.as_ref().filter(|(before, _)| *before == line) {
            let answer = again.1.clone();
            self.state = State::Ready { device, run };
            return self.answer(answer);
        }
        if Some(n) != self.memory.last.checked_add(1) {
            let next = self.memory.last.saturating_add(1);
            let why = if n > self.memory.last { "is missing" } else { "is next; this number was answered" };
            self.state = State::Ready { device, run };
            return self.answer(refusal(n, Code::Sequence, &format!("{next} {why}")));
        }
        let key = format!("scan:{device}:{run}:{n}");
        match self.request(&line) {
            Ok(request) => {
                self.state = State::Waiting { device, run, line, n };
                SessionStep::then(Then::Ask(device, Box::new(Ask { key, request })))
            }
            Err(why) => self.alarm(device, run, line, n, refusal(n, Code::ShoeNumber, &why), &why),
        }
    }

    /// What a line asks for, or what is wrong with its shoe.
    fn request(&self, line: &FromShoe) -> Result<Request, String> {
        let (shoe, request) = match line {
            FromShoe::Shoe { shoe, decks, .. } if *shoe > self.memory.shoe => {
                return Ok(Request::NewShoe { decks: *decks });
            }
            FromShoe::Shoe { shoe, .. } => {
                return Err(format!("shoe {shoe} is not new; the shoe in play is {}", self.memory.shoe));
            }
            FromShoe::Card { shoe, card, .. } => (shoe, Request::card(*card)),
            FromShoe::CutCard { shoe, .. } => (shoe, Request::say(Command::Marker)),
            FromShoe::Burn { shoe, form, .. } => {
                (shoe, Request::say(Command::Burn { form: *form, card: None }))
            }
            FromShoe::BurnCard { shoe, form, card, .. } => {
                (shoe, Request::say(Command::Burn { form: *form, card: Some(*card) }))
            }
            FromShoe::Unreadable { shoe, .. } => (shoe, Request::Alarm(Alarm::Unreadable)),
            FromShoe::OverDrawn { shoe, card, .. } => {
                (shoe, Request::say(Command::laid(*card, Laying::Nowhere)))
            }
            FromShoe::Reversed { shoe, card, .. } => {
                (shoe, Request::say(Command::laid(*card, Laying::FaceUp)))
            }
            FromShoe::Hello { .. } | FromShoe::Beat | FromShoe::Bye => {
                return Err("no card came from any shoe".to_owned());
            }
        };
        match self.memory.shoe {
            0 => Err("no shoe has been announced".to_owned()),
            in_play if in_play == *shoe => Ok(request),
            in_play => Err(format!("shoe {shoe} is not in play; shoe {in_play} is")),
        }
    }

    fn refuse(
        &mut self,
        device: DeviceId,
        run: ShoeRun,
        line: FromShoe,
        n: u32,
        refused: &Refused,
    ) -> SessionStep {
        let why = refused.reason.to_string();
        let (code, by) = (code(&refused.reason), Cited::from(&refused.by));
        let reply = FromHouse::Refused { n, code, by, why: Sentence::new(&why) };
        self.alarm(device, run, line, n, reply, &format!("{why} ({})", refused.by))
    }

    /// What the shoe saw has happened, refused or not, so people are told before the shoe is.
    fn alarm(
        &mut self,
        device: DeviceId,
        run: ShoeRun,
        line: FromShoe,
        n: u32,
        reply: FromHouse,
        why: &str,
    ) -> SessionStep {
        let alarm = Alarm::Refused { line: line.to_string(), why: why.to_owned() };
        let key = format!("scan:{device}:{run}:{n}:alarm");
        self.state = State::Alarming { device, run, line, n, reply };
        SessionStep::then(Then::Ask(device, Box::new(Ask { key, request: Request::Alarm(alarm) })))
    }

    fn reply(
        &mut self,
        device: DeviceId,
        run: ShoeRun,
        line: FromShoe,
        n: u32,
        reply: FromHouse,
    ) -> SessionStep {
        if matches!(line, FromShoe::Unreadable { .. }) {
            self.memory.unread = self.due.clone();
        }
        self.memory.last = n;
        self.memory.answered = Some((line, reply.clone()));
        self.state = State::Ready { device, run };
        self.answer(reply)
    }

    fn answer(&mut self, answer: FromHouse) -> SessionStep {
        self.told = None;
        SessionStep::say(answer)
    }
}

impl SessionStep {
    fn say(line: FromHouse) -> SessionStep {
        SessionStep { out: vec![line], then: Then::Listen }
    }

    fn then(then: Then) -> SessionStep {
        SessionStep { out: Vec::new(), then }
    }
}

fn refusal(n: u32, code: Code, why: &str) -> FromHouse {
    FromHouse::Refused { n, code, by: Cited::from(&scanning()), why: Sentence::new(why) }
}
