//! A tournament on the wire, as its viewer may see it.
//!
//! What is on a form that has not been read out is nowhere here: the tournament itself has only its digest. Names are for
//! those who are signed in, applications and offences for officials.

use punto_contest::{Contest, TournamentPlan};
use punto_steward::{ClockKind, TournamentMoment};
use punto_tournament::{
    Entrant, Event, Form, Goods, Happening, Indicator, Length, Owed, Phase, Place, Seal, Stage, Standing,
    Tournament, Venue, Viewer, duties, sequence,
};
use punto_vocab::{Actor, Money, PersonId, Time};
use punto_wire::{
    CitedLine, ConditionView, DrawView, EntrantRef, EntrantStanding, EntryCounts, ExitView, FormState,
    GoodsView, GoodsWinner, Happened, HappenedName, HiddenForm, OwnEntry, PlaceView, PlayOffView,
    PoolStatement, PoolView, PrizeView, ReportedView, Span, Speaker, TimeLimitView, TournamentClock,
    TournamentDuty, TournamentDutyKind, TournamentEntrant, TournamentPhase, TournamentSeat, TournamentStage,
    TournamentSummary, TournamentTable, TournamentView, TournamentWager, WaitView, args,
};

use crate::bracket::bracket;
use crate::words::cited;

/// A tournament with what a view is made of.
#[derive(Clone, Copy)]
pub struct TournamentScene<'a> {
    /// What it was put up as.
    pub plan: &'a TournamentPlan,
    /// How it stands.
    pub moment: &'a TournamentMoment,
    /// The time.
    pub now: Time,
    /// Whether its table with a number is there.
    pub exists: &'a dyn Fn(u8) -> bool,
}

/// A tournament at a glance.
pub fn tournament_summary(scene: &TournamentScene<'_>, viewer: Viewer) -> TournamentSummary {
    let own = &scene.moment.contest.own;
    let plan = own.plan.as_ref().filter(|_| own.stage != Stage::Drafting);
    TournamentSummary {
        name: scene.plan.name.to_string(),
        title: scene.plan.title.clone(),
        rulebook: scene.plan.rulebook.clone(),
        currency: scene.plan.currency.clone(),
        demonstration: scene.plan.demonstration(),
        stage: stage(own.stage),
        start: plan.map(|plan| plan.start.0),
        fee: plan.map_or(0, |plan| plan.fee.minor()),
        pool: own.pool().minor(),
        entrants: own.count(),
        most: plan.map_or(0, |plan| plan.most),
        round: own.round,
        rounds: plan.map_or(0, |plan| plan.rounds),
        joined: matches!(viewer, Viewer::Entrant(name) if own.entrants.contains_key(&name)),
    }
}

/// A tournament as its viewer may see it. `form` is the viewer's own, if one is handed in.
pub fn tournament_view(scene: &TournamentScene<'_>, viewer: Viewer, form: Option<&Form>) -> TournamentView {
    let (plan, contest) = (scene.plan, &*scene.moment.contest);
    let own = &contest.own;
    let eyes = Eyes { contest, viewer };
    let official = viewer == Viewer::Official;
    let published = own.stage != Stage::Drafting || official;
    let written = own.plan.as_ref();
    TournamentView {
        name: plan.name.to_string(),
        title: plan.title.clone(),
        rulebook: plan.rulebook.clone(),
        currency: plan.currency.clone(),
        demonstration: plan.demonstration(),
        dealer: plan.dealer.into(),
        seq: contest.seq,
        now: scene.now.0,
        stage: stage(own.stage),
        round: own.round,
        rounds: written.map_or(0, |plan| plan.rounds),
        is_final: own.is_final(),
        conditions: published.then(|| conditions(own)),
        promise: contest.promised.map(|promise| promise.to_string()),
        drawn: eyes.drawings(),
        pool: pool(own),
        scheduled: (own.stage == Stage::Running).then_some(own.scheduled.0),
        time_limit: own.time_limit.map(|limit| TimeLimitView { seconds: limit.seconds, from: limit.from.0 }),
        entries: EntryCounts {
            applied: contest.entries.len() as u32,
            accepted: own.count(),
            least: written.map_or(0, |plan| plan.least),
            most: written.map_or(0, |plan| plan.most),
        },
        attending: if official {
            own.attending.iter().map(ToString::to_string).collect()
        } else {
            Vec::new()
        },
        tables: own.venues.iter().map(|(table, venue)| eyes.table(scene, *table, venue)).collect(),
        bracket: bracket(contest, |name| eyes.named(name)),
        entrants: eyes.entrants(),
        places: eyes.places(),
        own: eyes.own(form),
        duties: if official { eyes.duties() } else { Vec::new() },
        reported: if official { eyes.reported() } else { Vec::new() },
        waits: scene
            .moment
            .waits
            .iter()
            .map(|wait| WaitView { table: wait.table, what: clock(wait.what), at: wait.at.0 })
            .collect(),
        fault: scene.moment.fault.clone().filter(|_| official),
    }
}

/// The statement of the pool; without names for those who are not signed in.
pub fn pool_statement(contest: &Contest, viewer: Viewer) -> PoolStatement {
    let (own, eyes) = (&contest.own, Eyes { contest, viewer });
    let place = |name: &PersonId| {
        let places = eyes.places();
        let number = contest.number(*name)?;
        let has = |own: &&PlaceView| own.entrants.iter().any(|entrant| entrant.number == number);
        places.iter().find(has).map(|own| own.place)
    };
    let prizes = own.entrants.iter().filter_map(|(name, entrant)| {
        let prize = entrant.prize?;
        let paid = contest.payments.get(name).map(|how| (*how).into());
        Some(PrizeView { place: place(name), entrant: eyes.named(*name), prize: prize.minor(), paid })
    });
    let mut prizes: Vec<PrizeView> = prizes.collect();
    prizes.sort_by_key(|prize| (prize.place, prize.entrant.number));
    PoolStatement {
        pool: pool(own),
        guarantee: own.plan.as_ref().map_or(0, |plan| plan.guarantee.minor()),
        awarded: prizes.iter().map(|prize| prize.prize).sum(),
        paid: prizes.iter().filter(|prize| prize.paid.is_some()).map(|prize| prize.prize).sum(),
        prizes,
        goods: goods(&eyes),
    }
}

/// Goods and services, with who has won each: whoever has the place, those who share it together.
fn goods(eyes: &Eyes<'_>) -> Vec<GoodsView> {
    let own = &eyes.contest.own;
    let placed = |place: u32| {
        let mut last = 0;
        let mut down_to = own.places.0.iter().map(|group| {
            last += group.len() as u32;
            (last, group.as_slice())
        });
        down_to.find(|(last, _)| place <= *last).map_or(&[][..], |(_, group)| group)
    };
    let view = |goods: &Goods| {
        let won = placed(goods.place).iter().filter_map(|name| {
            let mut own =
                own.entrants.get(name)?.goods.iter().filter(|(what, _)| *what == goods.what).peekable();
            own.peek()?;
            Some(GoodsWinner { entrant: eyes.named(*name), handed: own.all(|(_, handed)| *handed) })
        });
        let (what, worth) = (goods.what.to_string(), goods.worth.minor());
        GoodsView { place: goods.place, what, worth, winners: won.collect() }
    };
    own.goods.iter().map(view).collect()
}

/// A form as its entrant, or the officer who examines it, reads it.
pub fn hidden_form(entrant: PersonId, form: &Form) -> HiddenForm {
    HiddenForm {
        entrant: entrant.to_string(),
        bet: form.bet.map(|bet| bet.to_string()),
        stake: form.stake.map(Money::minor),
        words: form.words.map(Money::minor),
        seal: Seal::of(form).to_string(),
        number: Seal::of(form).number(),
        text: form.to_string(),
    }
}

/// An event of a tournament as a viewer may read it: nothing of others' applications, of offences that were reported, or of
/// anybody's name to those who are not signed in.
pub fn tournament_line(
    viewer: Viewer,
    (seq, at, by): (u64, Time, Actor),
    event: &Event,
) -> Option<CitedLine> {
    use Happening as H;
    let private = match &event.what {
        H::Applied { entrant } | H::Informed { entrant } | H::Endorsed { entrant } => Some(*entrant),
        H::FeePaid { entrant, .. } | H::EntryRefused { entrant, .. } | H::Withdrew { entrant } => {
            Some(*entrant)
        }
        H::Refunded { entrant, .. } | H::FeeKept { entrant, .. } | H::Reported { entrant, .. } => {
            Some(*entrant)
        }
        _ => None,
    };
    let may = match viewer {
        Viewer::Official => true,
        Viewer::Entrant(own) => {
            let drafts = matches!(event.what, H::Drafted { .. });
            !drafts && private.is_none_or(|about| about == own)
        }
        Viewer::Public => false,
    };
    let mut actor = Speaker::from(by);
    if viewer != Viewer::Official && matches!(by, Actor::Staff(..)) {
        actor.name = None;
    }
    may.then(|| CitedLine {
        seq,
        at: at.0,
        actor: Some(actor),
        text: event.what.to_string(),
        what: Some(Happened {
            name: HappenedName(event.what.stored_name().to_owned()),
            args: args(&event.what.args()),
        }),
        by: cited(&event.by),
    })
}

fn conditions(own: &Tournament) -> Vec<ConditionView> {
    let items = punto_rulebook::Item::ALL.iter();
    let written = items.filter_map(|item| Some((item, own.form.item(*item)?)));
    written.map(|(item, text)| ConditionView { item: item.to_string(), text: text.to_owned() }).collect()
}

fn pool(own: &Tournament) -> PoolView {
    PoolView {
        fees: own.fees().minor(),
        retained: own.retained.minor(),
        added: own.added.minor(),
        pool: own.pool().minor(),
    }
}

/// Who looks at what.
struct Eyes<'a> {
    contest: &'a Contest,
    viewer: Viewer,
}

impl Eyes<'_> {
    fn named(&self, name: PersonId) -> EntrantRef {
        let number = self.contest.number(name).unwrap_or(0);
        EntrantRef { number, name: (self.viewer != Viewer::Public).then(|| name.to_string()) }
    }

    fn all(&self, names: &[PersonId]) -> Vec<EntrantRef> {
        names.iter().map(|name| self.named(*name)).collect()
    }

    fn drawings(&self) -> Vec<DrawView> {
        let draw = |own: &punto_contest::DrawnSeats| DrawView {
            round: own.round,
            seed: own.seed.to_string(),
            order: self.all(&own.names.0),
        };
        self.contest.drawings.iter().map(draw).collect()
    }

    fn table(&self, scene: &TournamentScene<'_>, table: u8, venue: &Venue) -> TournamentTable {
        let own = &self.contest.own;
        let played = !matches!(venue.phase, Phase::Idle | Phase::Declared);
        let minutes = own.plan.as_ref().and_then(|plan| match plan.session {
            Length::Minutes(minutes) => Some(minutes),
            Length::Coups(_) | Length::Shoes(_) => None,
        });
        let next = sequence(&self.contest.book, own, table).into_iter().find(|name| !venue.has_acted(*name));
        let next = next.filter(|_| venue.phase == Phase::Betting);
        TournamentTable {
            table,
            name: scene.plan.table(table).map(|name| name.to_string()).unwrap_or_default(),
            exists: (scene.exists)(table),
            phase: phase(venue.phase),
            coups: venue.coups,
            shoes: venue.shoes,
            limits: venue
                .limits
                .or(own.plan.as_ref().map(|plan| plan.limits))
                .map(|span| Span { min: span.min.minor(), max: span.max.minor() }),
            marker: venue.marker,
            since: played.then_some(venue.since.0),
            ends: minutes
                .filter(|_| played && venue.play_off.is_none())
                .map(|minutes| venue.since.plus_minutes(minutes).0),
            last_coup: venue.last_coup,
            waits_since: next.map(|_| venue.waits_since.0),
            next: next.map(|name| self.named(name)),
            last: venue.last.as_ref().map(|cards| cards.outcome().winner.into()),
            play_off: venue
                .play_off
                .as_ref()
                .map(|own| PlayOffView { entrants: self.all(&own.names), coups: own.coups }),
            disputes: venue.disputes.iter().map(|name| self.named(*name)).collect(),
            agreed: venue.agreed.iter().map(|name| self.named(*name)).collect(),
            indicator: venue.indicator != Indicator::None,
            seats: own.at(table).into_iter().map(|(name, place)| self.seat(name, place, venue)).collect(),
            order: venue.order.0.iter().map(|group| self.all(group)).collect(),
            exits: venue
                .exits
                .iter()
                .map(|exit| ExitView { entrant: self.named(exit.entrant), coup: exit.coup })
                .collect(),
        }
    }

    fn seat(&self, name: PersonId, place: &Place, venue: &Venue) -> TournamentSeat {
        let wagers = venue.wagers.iter().filter(|own| own.entrant == name).map(|own| TournamentWager {
            bet: own.bet.to_string(),
            stake: own.stake.minor(),
            hidden: own.hidden,
            stays: own.stays,
        });
        let form = venue.forms.get(&name).map(|form| match (form.announced, form.examined) {
            (true, _) => FormState::Announced,
            (false, true) => FormState::Examined,
            (false, false) => FormState::HandedIn,
        });
        TournamentSeat {
            seat: place.seat,
            entrant: self.named(name),
            present: place.present,
            substitute: place.substitute.is_some(),
            chips: place.stack.minor(),
            counted: place.counted,
            wagers: wagers.collect(),
            form,
            form_number: venue.forms.get(&name).and_then(|form| form.seal).map(Seal::number),
            passed: venue.passed.contains(&name),
            acted: venue.has_acted(name),
            restricted: place.restricted,
            pass_cards: place.pass_cards,
            hidden: place.hidden,
            missed: place.missed,
        }
    }

    fn entrants(&self) -> Vec<TournamentEntrant> {
        let official = self.viewer == Viewer::Official;
        let known = |own: &Entrant| {
            official || matches!(own.standing, Standing::In | Standing::Out | Standing::Disqualified)
        };
        let one = |name: &PersonId| {
            let own = self.contest.own.entrants.get(name).filter(|own| known(own))?;
            let place = own.place.as_ref();
            let named = place.and_then(|place| place.named).filter(|_| official);
            Some(TournamentEntrant {
                entrant: self.named(*name),
                standing: standing(own.standing),
                through: own.through,
                chips: place.map(|place| place.stack.minor()),
                table: place.map(|place| place.table),
                seat: place.map(|place| place.seat),
                prize: own.prize.map(Money::minor),
                paid: own.paid,
                informed: official.then_some(own.informed),
                endorsed: official.then_some(own.endorsed),
                fee: own.fee.map(Money::minor).filter(|_| official),
                second_chance: official.then_some(own.second_chance),
                named: named.map(|name| name.to_string()),
            })
        };
        self.contest.entries.iter().filter_map(one).collect()
    }

    fn places(&self) -> Vec<PlaceView> {
        let mut before = 0;
        let place = |group: &Vec<PersonId>| {
            let place = before + 1;
            before += group.len() as u32;
            PlaceView { place, entrants: self.all(group) }
        };
        self.contest.own.places.0.iter().map(place).collect()
    }

    fn own(&self, form: Option<&Form>) -> Option<OwnEntry> {
        let Viewer::Entrant(name) = self.viewer else { return None };
        let tournament = &self.contest.own;
        let own = tournament.entrants.get(&name)?;
        let place = own.place.clone().unwrap_or_default();
        let seated = own.place.is_some();
        let turn = tournament.venues.get(&place.table).filter(|venue| venue.phase == Phase::Betting);
        let first = |venue: &Venue| {
            let order = sequence(&self.contest.book, tournament, place.table);
            order.into_iter().find(|other| !venue.has_acted(*other))
        };
        Some(OwnEntry {
            number: self.contest.number(name).unwrap_or(0),
            standing: standing(own.standing),
            informed: own.informed,
            endorsed: own.endorsed,
            fee: own.fee.map(Money::minor),
            through: own.through,
            table: seated.then_some(place.table),
            seat: seated.then_some(place.seat),
            present: place.present,
            chips: place.stack.minor(),
            pass_cards: place.pass_cards,
            hidden: place.hidden,
            my_turn: turn.and_then(first) == Some(name),
            restricted: place.restricted,
            buy_backs: own.buy_backs,
            prize: own.prize.map(Money::minor),
            paid: own.paid,
            form: form.map(|form| hidden_form(name, form)),
        })
    }

    fn duties(&self) -> Vec<TournamentDuty> {
        use TournamentDutyKind as Kind;
        let duty = |own: punto_tournament::Duty| {
            let (what, entrant, offence) = match own.what {
                Owed::Attend => (Kind::Attend, None, None),
                Owed::Examine(name) => (Kind::Examine, Some(name), None),
                Owed::Announce(name) => (Kind::Announce, Some(name), None),
                Owed::Disqualify(name, offence) => (Kind::Disqualify, Some(name), Some(offence)),
                Owed::Decide(name) => (Kind::Decide, Some(name), None),
                Owed::Count(name) => (Kind::Count, Some(name), None),
                Owed::Declare => (Kind::Declare, None, None),
                Owed::ReturnChips => (Kind::ReturnChips, None, None),
                Owed::Award => (Kind::Award, None, None),
                Owed::PayPrize(name) => (Kind::PayPrize, Some(name), None),
                Owed::HandOver(name) => (Kind::HandOver, Some(name), None),
            };
            TournamentDuty {
                table: own.table,
                what,
                entrant: entrant.map(|name| self.named(name)),
                offence: offence.map(Into::into),
                by: cited(&own.by),
            }
        };
        duties(&self.contest.book, &self.contest.own).into_iter().map(duty).collect()
    }

    fn reported(&self) -> Vec<ReportedView> {
        let one = |name: PersonId, offence: punto_tournament::Offence| ReportedView {
            entrant: self.named(name),
            offence: offence.into(),
        };
        let all = self.contest.own.must_go.iter();
        all.flat_map(|(name, reported)| reported.iter().map(|offence| one(*name, *offence))).collect()
    }
}

fn stage(own: Stage) -> TournamentStage {
    match own {
        Stage::Drafting => TournamentStage::Drafting,
        Stage::Entering => TournamentStage::Entering,
        Stage::Running => TournamentStage::Running,
        Stage::Over => TournamentStage::Over,
        Stage::Cancelled => TournamentStage::Cancelled,
    }
}

fn phase(own: Phase) -> TournamentPhase {
    match own {
        Phase::Idle => TournamentPhase::Idle,
        Phase::Betting => TournamentPhase::Betting,
        Phase::Closed => TournamentPhase::Closed,
        Phase::Dealing => TournamentPhase::Dealing,
        Phase::Over => TournamentPhase::Over,
        Phase::Declared => TournamentPhase::Declared,
    }
}

fn standing(own: Standing) -> EntrantStanding {
    match own {
        Standing::Applicant => EntrantStanding::Applicant,
        Standing::Refused => EntrantStanding::Refused,
        Standing::Withdrawn => EntrantStanding::Withdrawn,
        Standing::In => EntrantStanding::In,
        Standing::Out => EntrantStanding::Out,
        Standing::Disqualified => EntrantStanding::Disqualified,
    }
}

fn clock(own: ClockKind) -> TournamentClock {
    match own {
        ClockKind::Start => TournamentClock::Start,
        ClockKind::TimeUp => TournamentClock::TimeUp,
        ClockKind::TimeLimit => TournamentClock::TimeLimit,
    }
}
