//! A whole event: from the conditions over entries, draws, sessions and play-offs to the last prize.

use std::collections::{BTreeMap, BTreeSet};

use punto_rulebook::{BetKind, Rulebook, TournamentRule as R, Way};
use punto_tournament::{Chain, Command, Conditions, Form, Happening, Payment, Phase, Seal, sequence};
use punto_vocab::{BetId, Card, Money, Names, PersonId, Seed};

use crate::chance::Chance;
use crate::house::{RehearsalRoom, Stuck};
use crate::shape::{Bracket, EventSize, Unfit};
use crate::temper::{Hands, Move, Sight, Temper};

/// Coups in a session.
pub const COUPS: u32 = 20;
/// How long a coup takes, in seconds.
const PACE: i64 = 90;
/// Whole units of money in hundredths.
const UNIT: i64 = 100;
/// The fee, of which no share of the pool comes out even, and the chips of a session.
const FEE: i64 = 33 * UNIT + 33;
const CHIPS: i64 = 5_000 * UNIT;

/// What one round came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its tables.
    pub tables: u32,
    /// Those who played.
    pub players: u32,
    /// Coups at all tables.
    pub coups: u32,
    /// Play-offs.
    pub play_offs: u32,
    /// Everybody's chips after each coup of theirs, with those who went on or won.
    pub chips: BTreeMap<PersonId, Vec<Money>>,
    /// Those who went on, or in the final the first place.
    pub on: BTreeSet<PersonId>,
}

/// An event that was played.
pub struct Rehearsed<'b> {
    /// What it was asked to be.
    pub setup: EventSize,
    /// How it was laid out.
    pub shape: Bracket,
    /// The house, with all that was said.
    pub house: RehearsalRoom<'b>,
    /// How everybody plays.
    pub tempers: BTreeMap<PersonId, Temper>,
    /// The rounds.
    pub rounds: Vec<Round>,
}

/// Why an event was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRehearsed {
    /// It cannot be what it is asked to be.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// It came to a stop.
    #[error(transparent)]
    Stuck(#[from] Stuck),
}

/// How many coups an event has at most, play-offs aside.
pub fn most_coups(shape: &Bracket) -> u64 {
    shape.tables.iter().map(|tables| u64::from(tables * COUPS)).sum()
}

/// Plays an event; `watch` is told how many coups are dealt.
pub fn play<'b>(
    book: &'b Rulebook,
    setup: EventSize,
    watch: &dyn Fn(u64),
) -> Result<Rehearsed<'b>, NotRehearsed> {
    let shape = setup.shape(book)?;
    let mut event = Event {
        house: RehearsalRoom::new(book, setup.seed),
        chain: Chain::new(secret(setup.seed)),
        chance: Chance::of(setup.seed, "players"),
        tempers: tempers(&setup),
        hands: hands(book).ok_or_else(|| Unfit::NoTournaments { id: book.id.to_string() })?,
        forms: BTreeMap::new(),
        round: Round::new(0, 0),
        dealt: 0,
        watch,
    };
    event.enter(&setup, &shape)?;
    let mut rounds = Vec::new();
    for (tables, players) in shape.tables.iter().zip(&shape.players) {
        event.round = Round::new(*tables, *players);
        event.play_round(*tables)?;
        rounds.push(std::mem::replace(&mut event.round, Round::new(0, 0)));
    }
    event.pay()?;
    Ok(Rehearsed { setup, shape, house: event.house, tempers: event.tempers, rounds })
}

/// The secret of the draws of a rehearsal.
fn secret(seed: u64) -> Seed {
    let digest = blake3::hash(format!("punto rehearsal {seed} draws").as_bytes()).to_hex();
    // A digest in hexadecimal digits is a seed.
    digest.parse().unwrap_or_else(|_| unreachable!("64 hexadecimal digits"))
}

fn tempers(setup: &EventSize) -> BTreeMap<PersonId, Temper> {
    let mut chance = Chance::of(setup.seed, "tempers");
    let digits = setup.players.to_string().len();
    let name = |number: u32| format!("p{number:0digits$}").parse::<PersonId>().ok();
    let players = (1..=setup.players).filter_map(name);
    players.filter_map(|name| Some((name, *chance.pick(Temper::ALL)?))).collect()
}

fn hands(book: &Rulebook) -> Option<Hands> {
    let bet = |kind: BetKind| book.bets.iter().find(|bet| bet.kind == kind).map(|bet| bet.id);
    Some(Hands { player: bet(BetKind::Player)?, banker: bet(BetKind::Banker)? })
}

/// The conditions of the event: every item that any document asks for.
fn conditions(book: &Rulebook, setup: &EventSize, shape: &Bracket) -> Result<Conditions, Stuck> {
    let by_time = book.tournament.get(R::Session).is_some_and(|rule| rule.value == Some(Way::TimeOrShoes));
    let minutes = i64::from(COUPS) * PACE / 60;
    let session = if by_time { format!("minutes {minutes}") } else { format!("coups {COUPS}") };
    let prizes = match shape.players.last() {
        None | Some(0..=1) => "100",
        Some(2) => "70 30",
        Some(_) => "50 30 20",
    };
    let pass_cards = u32::from(book.tournament.get(R::PassCard).is_some());
    let method = book.usual_method(true).map_or("A", |method| method.id.as_str());
    let text = format!(
        "fee {}, form f-1, entry as-posted, entrants 2..{}, chips {}, compulsory yes, limits 25..1000, unit 25, method {method}, \
         rounds {}, session {session}, tables {}, advance {}, second-chance no, seating draw, order yes, pass-cards {pass_cards}, \
         hidden 2, hidden-after-tie used, buy-backs 0, entitled-only yes, withdraw-days 7, prizes {prizes}, paid cheque, \
         rules-prevail yes, start 1970-01-01T00:00:00Z",
        Money::from_minor(FEE),
        setup.players,
        CHIPS / UNIT,
        setup.rounds,
        setup.tables,
        shape.advance,
    );
    text.parse().map_err(|why| Stuck { who: "the conditions".into(), said: text.clone(), why })
}

impl Round {
    fn new(tables: u32, players: u32) -> Round {
        let (chips, on) = (BTreeMap::new(), BTreeSet::new());
        Round { tables, players, coups: 0, play_offs: 0, chips, on }
    }
}

struct Event<'b, 'w> {
    house: RehearsalRoom<'b>,
    chain: Chain,
    chance: Chance,
    tempers: BTreeMap<PersonId, Temper>,
    hands: Hands,
    forms: BTreeMap<PersonId, Form>,
    round: Round,
    dealt: u64,
    watch: &'w dyn Fn(u64),
}

impl Event<'_, '_> {
    fn say(&mut self, command: Command) -> Result<(), Stuck> {
        self.house.say(command)
    }

    fn enter(&mut self, setup: &EventSize, shape: &Bracket) -> Result<(), Stuck> {
        let conditions = conditions(self.house.book, setup, shape)?;
        self.say(Command::Conditions { conditions })?;
        self.say(Command::Publish { draw: Some(self.chain.promise()) })?;
        let all: Vec<PersonId> = self.tempers.keys().copied().collect();
        for entrant in all.iter().copied() {
            self.say(Command::Apply { entrant })?;
        }
        self.say(Command::Inform { names: Names(all.clone()) })?;
        for entrant in all.iter().copied() {
            self.say(Command::Endorse { entrant })?;
            self.say(Command::PayFee { entrant, amount: Money::from_minor(FEE) })?;
        }
        self.say(Command::Accept { names: Names(all) })?;
        self.say(Command::Start)?;
        self.house.try_say(Command::Attend).map(drop)
    }

    fn play_round(&mut self, tables: u32) -> Result<(), Stuck> {
        let number = self.house.own.round;
        if number > 1 || self.house.own.venues.values().any(|venue| venue.phase == Phase::Declared) {
            self.say(Command::NextRound)?;
        }
        let wanted: Vec<u8> = (1..=tables).filter_map(|table| u8::try_from(table).ok()).collect();
        let have: Vec<u8> = self.house.own.venues.keys().copied().collect();
        for table in have.iter().copied().filter(|table| !wanted.contains(table)) {
            self.say(Command::Release { table })?;
        }
        for table in wanted.iter().copied().filter(|table| !have.contains(table)) {
            self.say(Command::Designate { table })?;
        }
        let seed = self.chain.seed(self.house.own.draws + 1).ok_or_else(|| Stuck {
            who: "the house".into(),
            said: "draw".into(),
            why: "there are no more seeds".into(),
        })?;
        self.say(Command::Draw { seed })?;
        let late = self.take_seats()?;
        self.say(Command::Begin)?;
        for coup in 0.. {
            if coup == 2 {
                for entrant in late.iter().copied() {
                    self.house.try_say(Command::TakeSeat { entrant })?;
                }
            }
            if !self.play_a_coup_each(&wanted)? {
                break;
            }
        }
        wanted.into_iter().try_for_each(|table| self.decided(table))
    }

    /// Everybody takes their seat, but for some who come late; nobody plays alone for it.
    fn take_seats(&mut self) -> Result<Vec<PersonId>, Stuck> {
        let seated: Vec<(PersonId, u8)> = self
            .house
            .own
            .playing()
            .filter_map(|(name, own)| Some((name, own.place.as_ref()?.table)))
            .collect();
        let (mut late, mut tables) = (Vec::new(), BTreeSet::new());
        for (entrant, table) in seated {
            let others = self.house.own.at(table).len() > 2;
            if others && self.chance.once_in(40) && tables.insert(table) {
                late.push(entrant);
            } else {
                self.say(Command::TakeSeat { entrant })?;
            }
        }
        Ok(late)
    }

    /// One coup at every table that is in session; tells whether there was one.
    fn play_a_coup_each(&mut self, tables: &[u8]) -> Result<bool, Stuck> {
        self.house.now = self.house.now.plus_seconds(PACE);
        let mut played = false;
        for table in tables.iter().copied() {
            if self.in_session(table)
                && !self.house.try_say(Command::TimeUp { table })?
                && !self.house.try_say(Command::EndEarly { table })?
            {
                self.coup(table)?;
                played = true;
            }
        }
        Ok(played)
    }

    fn in_session(&self, table: u8) -> bool {
        self.house.own.venues.get(&table).is_some_and(|venue| venue.phase == Phase::Betting)
    }

    fn coup(&mut self, table: u8) -> Result<(), Stuck> {
        for entrant in sequence(self.house.book, &self.house.own, table) {
            self.turn(table, entrant)?;
        }
        let forms = |event: &Self| -> Vec<PersonId> {
            event
                .house
                .own
                .venues
                .get(&table)
                .map_or_else(Vec::new, |own| own.forms.keys().copied().collect())
        };
        for entrant in forms(self) {
            self.say(Command::Examine { entrant })?;
        }
        self.say(Command::Close { table })?;
        let announce = self.house.book.tournament.get(R::Announce);
        if announce.is_some_and(|rule| rule.value == Some(Way::BeforeCards)) {
            read_out(&mut self.house, table, &mut self.forms)?;
        }
        self.say(Command::Deal { table })?;
        let missed: Vec<PersonId> = self.absent(table);
        let forms = &mut self.forms;
        self.house.deal(table, |house| read_out(house, table, forms))?;
        for entrant in missed {
            self.house.try_say(Command::Deduct { entrant })?;
        }
        // A play-off may have chips counted after each coup.
        if self.house.own.venues.get(&table).is_some_and(|venue| venue.count_ordered) {
            self.count(table)?;
        }
        self.noted(table);
        Ok(())
    }

    fn count(&mut self, table: u8) -> Result<(), Stuck> {
        let stacks: Vec<(PersonId, Money)> =
            self.house.own.at(table).iter().map(|(name, place)| (*name, place.stack)).collect();
        for (entrant, amount) in stacks {
            self.house.try_say(Command::Count { entrant, amount })?;
        }
        Ok(())
    }

    fn absent(&self, table: u8) -> Vec<PersonId> {
        let here = self.house.own.at(table);
        here.iter().filter(|(_, place)| !place.present).map(|(name, _)| *name).collect()
    }

    /// Writes down everybody's chips after a coup.
    fn noted(&mut self, table: u8) {
        self.round.coups += 1;
        self.dealt += 1;
        (self.watch)(self.dealt);
        for (name, place) in self.house.own.at(table) {
            self.round.chips.entry(name).or_default().push(place.stack);
        }
        let gone = self.house.own.venues.get(&table).map_or(&[][..], |venue| &venue.exits);
        for exit in gone {
            let chips = self.round.chips.entry(exit.entrant).or_default();
            if chips.last() != Some(&Money::ZERO) {
                chips.push(Money::ZERO);
            }
        }
    }

    /// Somebody's turn.
    fn turn(&mut self, table: u8, entrant: PersonId) -> Result<(), Stuck> {
        let own = &self.house.own;
        let (Some(venue), Some(place)) = (own.venues.get(&table), own.place(entrant)) else { return Ok(()) };
        let (Some(temper), Some(plan)) = (self.tempers.get(&entrant), &own.plan) else { return Ok(()) };
        if venue.has_acted(entrant) {
            return Ok(());
        }
        let best = own.at(table).iter().map(|(_, place)| place.stack).max().unwrap_or_default();
        let sight = Sight {
            chips: place.stack,
            best,
            limits: venue.limits.unwrap_or(plan.limits),
            left: COUPS.saturating_sub(venue.coups).max(1),
            pass_cards: place.pass_cards,
            hidden: place.hidden,
            last: venue.last.as_ref().map(|cards| cards.outcome().winner),
        };
        let seat = place.seat;
        match temper.plays(&sight, self.hands, &mut self.chance) {
            Move::Pass => self.say(Command::Pass { entrant }),
            Move::Hidden { hand, stake } => self.hide(entrant, hand, stake),
            Move::Chips { hand, stake, tie } => {
                self.say(Command::Wager { entrant, seat, bet: hand, stake })?;
                let tie = tie.zip(self.house.book.bets.iter().find(|bet| bet.kind == BetKind::Tie));
                match tie {
                    Some((stake, bet)) => self.say(Command::Wager { entrant, seat, bet: bet.id, stake }),
                    None => Ok(()),
                }
            }
        }
    }

    /// A form, rightly filled in or, where it is read out after the cards, now and then not.
    fn hide(&mut self, entrant: PersonId, hand: BetId, stake: Money) -> Result<(), Stuck> {
        let announce = self.house.book.tournament.get(R::Announce);
        let late = announce.is_some_and(|rule| rule.value == Some(Way::AfterCards));
        let figures = if late && self.chance.once_in(8) { "5".to_owned() } else { stake.to_string() };
        let text = format!("{hand}:{figures}/{figures}:{:016x}", self.chance.below(u64::MAX));
        let form: Form = text.parse().map_err(|why| Stuck {
            who: entrant.to_string(),
            said: format!("the form {text}"),
            why,
        })?;
        self.say(Command::Seal { entrant, form: Some(Seal::of(&form)) })?;
        self.forms.insert(entrant, form);
        Ok(())
    }

    /// Counts, play-offs as long as somebody is level, and the declaration.
    fn decided(&mut self, table: u8) -> Result<(), Stuck> {
        for _ in 0..100 {
            self.count(table)?;
            let before = self.house.said.len();
            if self.house.try_say(Command::Declare { table })? {
                self.on(before);
                self.house.try_say(Command::ReturnChips { table, missing: None })?;
                return Ok(());
            }
            self.round.play_offs += 1;
            if !self.house.try_say(Command::PlayOff { table, chips: None, card: None })? {
                let chips = Some(Money::from_minor(CHIPS));
                let card = Card::from_index(self.chance.below(52) as usize);
                self.say(Command::PlayOff { table, chips, card })?;
            }
            while self.in_session(table) {
                self.house.now = self.house.now.plus_seconds(PACE);
                self.coup(table)?;
            }
        }
        // Says once more what cannot be declared, for its refusal.
        self.say(Command::Declare { table })
    }

    /// Those who go on by what was said last, or who have the first place.
    fn on(&mut self, before: usize) {
        for event in self.house.said[before..].iter().flat_map(|said| &said.events) {
            if let Happening::Advanced { entrant } = &event.what {
                self.round.on.insert(*entrant);
            } else if let Happening::Placed { place: 1, names } = &event.what {
                self.round.on.extend(names.0.iter().copied());
            }
        }
    }

    fn pay(&mut self) -> Result<(), Stuck> {
        self.say(Command::Award)?;
        let own = self.house.own.entrants.iter().filter(|(_, own)| own.prize.is_some());
        let winners: Vec<PersonId> = own.map(|(name, _)| *name).collect();
        for entrant in winners {
            self.say(Command::PayPrize { entrant, how: Payment::Cheque })?;
        }
        Ok(())
    }
}

/// Reads out every form that has not been.
fn read_out(
    house: &mut RehearsalRoom<'_>,
    table: u8,
    forms: &mut BTreeMap<PersonId, Form>,
) -> Result<(), Stuck> {
    let Some(venue) = house.own.venues.get(&table) else { return Ok(()) };
    let waits: Vec<PersonId> =
        venue.forms.iter().filter(|(_, form)| !form.announced).map(|(name, _)| *name).collect();
    for entrant in waits {
        if let Some(form) = forms.remove(&entrant) {
            house.say(Command::Announce { entrant, form })?;
        }
    }
    Ok(())
}
