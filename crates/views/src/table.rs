//! From the core's view of a viewer to the one on the wire. What the core's view does not hold cannot come in here.

use punto_report::shoe_end;
use punto_rulebook::{Medium, Nature, Rulebook};
use punto_seen::{
    SeenDispute, SeenDuty, SeenHolding, SeenMatter, SeenSettlement, SeenSign, SeenWager, USUAL_SEATS, View,
    Viewer, view,
};
use punto_table::{Command, HandName, Matter, Sign};
use punto_vocab::{Card, PersonId, Role, Side};
use punto_wire::{
    AtTable, CardCheck, CoupRef, DisputeView, Due, DueCode, DutyView, EndedShoe, HandView, Held, MatterView,
    Offer, OnDuty, OutcomeView, PayLine, Settled, SharesStage, SharesView, ShoeView, SignView, SignWords,
    Span, StaffView, TableSummary, TableView, TroubleView, WagerView, WaitingView, args,
};

use crate::roads::{may_project, roads};
use crate::scene::{Scene, Silent};
use crate::words::{beside, cited};

/// A table as a viewer sees it.
pub fn table_view(scene: &Scene, viewer: Viewer) -> TableView {
    let table = &scene.moment.table;
    let seen = view(&scene.book, table, viewer);
    let roads = roads(&seen.entries, may_project(&scene.book, table, viewer));
    TableView {
        table: scene.name.clone(),
        title: scene.plan.title.clone(),
        seq: scene.moment.seq,
        at: scene.moment.at.0,
        rulebook: seen.rulebook.clone(),
        document: scene.book.title.clone(),
        variant: seen.variant.clone(),
        method: seen.method.clone(),
        demonstration: seen.demonstration || scene.demonstration,
        medium: seen.medium.unwrap_or(Medium::Chips).into(),
        by_hand: seen.medium != Some(Medium::Credits) || scene.book.nature.value == Nature::Live,
        currency: scene.plan.currency.clone(),
        dealer: scene.dealer().into(),
        phase: seen.phase.into(),
        coup: coup(scene),
        timer: scene.timer(),
        limits: seen.limits.as_ref().map(|limits| span(limits.wager)),
        own_limits: seen.own_limits.map(|range| span(range.0)),
        differential: seen.limits.as_ref().and_then(|limits| limits.differential).map(|most| most.minor()),
        offers: seen.offers.iter().map(|own| offer(&scene.book, own)).collect(),
        chips: seen.chips.iter().map(|chip| chip.minor()).collect(),
        seats: if seen.open { seen.places.unwrap_or(USUAL_SEATS) } else { 0 },
        layout: seen.layout.clone(),
        patrons: patrons(&seen, &scene.silent, viewer),
        player: hand(&seen, Side::Player),
        banker: hand(&seen, Side::Banker),
        aside: seen.aside.iter().map(card).collect(),
        due: seen.due.as_ref().map(due),
        void: seen.void,
        no_bet: seen.no_bet.is_some(),
        outcome: outcome(&seen),
        wagers: seen.wagers.iter().map(|wager| wagered(wager, viewer)).collect(),
        settled: seen.settled.iter().filter_map(|settlement| settled(settlement, viewer)).collect(),
        settled_of: scene.settled_of,
        call: seen.last_call.map(|(call, _)| call.into()),
        signs: seen.signs.iter().map(sign).collect(),
        trouble: trouble(&seen),
        disputes: seen.disputes.iter().map(|case| dispute(case, viewer)).collect(),
        matters: seen.matters.iter().map(|own| matter(own, viewer)).collect(),
        shoe: shoe(scene, &seen),
        roads,
        balance: seen.balance.map(|balance| balance.minor()),
        owed: seen.owed.map(|owed| owed.minor()),
        duties: seen.duties.iter().map(duty).collect(),
        staff: staff(&seen),
        lines: scene.lines(viewer),
        fault: scene.fault(viewer),
    }
}

/// A table in the lobby; what changes without a record is filled in by the lobby.
pub fn table_summary(scene: &Scene, viewer: Viewer) -> TableSummary {
    let table = &scene.moment.table;
    let seen = view(&scene.book, table, viewer);
    TableSummary {
        table: scene.name.clone(),
        title: scene.plan.title.clone(),
        rulebook: seen.rulebook.clone(),
        document: scene.book.title.clone(),
        variant: seen.variant.clone(),
        demonstration: seen.demonstration || scene.demonstration,
        tournament: scene.plan.opening.is_tournament(),
        phase: seen.phase.into(),
        timer: scene.timer(),
        limits: seen.limits.as_ref().map(|limits| span(limits.wager)),
        seats: seen.places.unwrap_or(0),
        taken: seen.seats.len() as u32,
        dealer: scene.dealer().into(),
        roads: roads(&seen.entries, may_project(&scene.book, table, viewer)),
        trouble: seen.trouble.is_some(),
        fault: scene.fault(viewer),
        pace: None,
        silent: scene.silent.len() as u32,
        seq: scene.moment.seq,
        here: false,
        balance: None,
    }
}

fn span(span: punto_rulebook::Span) -> Span {
    Span { min: span.min.minor(), max: span.max.minor() }
}

fn offer(book: &Rulebook, offer: &punto_seen::SeenOffer) -> Offer {
    let row = |row: &punto_seen::SeenRow| PayLine {
        on: row.on.into(),
        pays: (&row.pays).into(),
        by: cited(&row.by),
    };
    let bet = book.bet(offer.bet);
    let (name, name_zh) = bet.map_or_else(Default::default, |bet| (bet.name.clone(), bet.name_zh.clone()));
    Offer {
        bet: offer.bet.to_string(),
        name,
        name_zh,
        kind: offer.kind.into(),
        beside: bet.and_then(beside),
        pays: offer.rows.iter().map(row).collect(),
        limits: span(offer.span.0),
        restricted: offer.restricted,
    }
}

/// Everybody at the table: seated, standing, and with the boxes they play besides.
fn patrons(seen: &View, silent: &Silent, viewer: Viewer) -> Vec<AtTable> {
    let mut here: Vec<(PersonId, AtTable)> = Vec::new();
    let seated = seen.seats.iter().map(|(at, patron)| (*at, *patron, true));
    let others = seen.standing.iter().chain(&seen.boxes).map(|(at, patron)| (*at, *patron, false));
    for (at, patron, sits) in seated.chain(others) {
        let place = here.iter().position(|(known, _)| *known == patron).unwrap_or_else(|| {
            let (name, mine, silent) = (patron.to_string(), viewer.is(patron), silent.contains(&patron));
            let house = patron.is_house_player();
            here.push((patron, AtTable { patron: name, boxes: Vec::new(), seat: None, mine, silent, house }));
            here.len() - 1
        });
        let own = &mut here[place].1;
        own.boxes.push(at);
        if sits {
            own.seat = Some(at);
        }
    }
    here.into_iter().map(|(_, at_table)| at_table).collect()
}

fn card(card: &Option<Card>) -> Option<punto_wire::Card> {
    card.map(punto_wire::Card)
}

fn hand(seen: &View, side: Side) -> HandView {
    let SeenHolding { designated, holder, out, back, dealer, may_squeeze, may_turn, .. } =
        &seen.holders[side];
    HandView {
        cards: seen.hands[side].iter().map(card).collect(),
        point: seen.points[side].map(|point| point.value()),
        held: match (*out, *back, *dealer) {
            (true, _, _) => holder.map(|patron| Held::Out(patron.to_string())),
            (false, true, _) => Some(Held::Back),
            (false, false, true) => Some(Held::Dealer),
            (false, false, false) => designated.map(|patron| Held::For(patron.to_string())),
        },
        mine: *may_squeeze,
        may_turn: *may_turn,
    }
}

fn due(due: &punto_seen::SeenDue) -> Due {
    Due {
        hand: due.hand.map(|hand| HandName::of(hand).into()),
        nth: due.nth,
        why: due.why.clone(),
        code: DueCode(due.code.to_owned()),
        args: args(&due.args),
        by: cited(&due.by),
    }
}

fn outcome(seen: &View) -> Option<OutcomeView> {
    seen.outcome.map(|outcome| OutcomeView {
        winner: outcome.winner.into(),
        player: outcome.points.player.value(),
        banker: outcome.points.banker.value(),
        natural: outcome.natural,
        player_pair: outcome.pairs.player,
        banker_pair: outcome.pairs.banker,
    })
}

fn wagered(wager: &SeenWager, viewer: Viewer) -> WagerView {
    WagerView {
        patron: wager.patron.to_string(),
        at: wager.at,
        bet: wager.bet.to_string(),
        stake: wager.stake.map(|stake| stake.minor()),
        mine: viewer.is(wager.patron),
        fault: wager.fault.map(Into::into),
        sealed: wager.sealed,
    }
}

/// What a wager became; one whose stake the viewer may not know is left out, as its amount would tell it.
fn settled(settlement: &SeenSettlement, viewer: Viewer) -> Option<Settled> {
    Some(Settled {
        patron: settlement.patron.to_string(),
        at: settlement.at,
        bet: settlement.bet.to_string(),
        stake: settlement.stake?.minor(),
        result: settlement.result.into(),
        amount: settlement.amount?.minor(),
        commission: settlement.commission?.minor(),
        by: cited(&settlement.by),
        mine: viewer.is(settlement.patron),
    })
}

fn sign(sign: &SeenSign) -> SignView {
    let says = match &sign.sign {
        Sign::Limits(min, max) => SignWords::Limits { min: min.minor(), max: max.minor() },
        Sign::Stakes(bet, min, max) => {
            SignWords::Stakes { bet: bet.to_string(), min: min.minor(), max: max.minor() }
        }
        Sign::Variant(variant) => SignWords::Variant { variant: variant.clone() },
        Sign::Closure => SignWords::Closure,
        Sign::OldMinimumEnds => SignWords::OldMinimumEnds,
        Sign::Restriction(bet) => SignWords::Restriction { bet: bet.to_string() },
    };
    SignView {
        says,
        does: sign.does.clone().map(Into::into),
        since: sign.since.0,
        due: sign.due.map(|due| due.0),
    }
}

fn roles(roles: &[Role]) -> Vec<punto_wire::Role> {
    roles.iter().map(|role| (*role).into()).collect()
}

fn trouble(seen: &View) -> Option<TroubleView> {
    let trouble = seen.trouble.as_ref()?;
    Some(TroubleView {
        mishap: trouble.mishap.into(),
        cure: trouble.cure.into(),
        by: cited(&trouble.by),
        orders: roles(&trouble.orders),
        ordered: trouble.ordered,
        choices: trouble.choices.iter().map(|cure| (*cure).into()).collect(),
        may_withdraw: seen.may_withdraw,
    })
}

fn duty(duty: &SeenDuty) -> DutyView {
    DutyView {
        what: duty.what.kind().into(),
        command: Command::discharging(duty.what).map(Into::into),
        roles: roles(&duty.roles),
        by: cited(&duty.by),
        at_close: duty.only_before_closing(),
    }
}

fn coup(scene: &Scene) -> CoupRef {
    let punto_floor::CoupRef { shoe, coup, seq } =
        punto_floor::CoupRef::of(&scene.moment.table, scene.moment.seq);
    CoupRef { shoe, coup, seq }
}

fn dispute(case: &SeenDispute, viewer: Viewer) -> DisputeView {
    DisputeView {
        number: case.number,
        patron: case.patron.to_string(),
        what: case.what.clone(),
        decided: case.decided_by.is_some(),
        mine: viewer.is(case.patron),
    }
}

/// The command by which staff do what was agreed to, where it needs nothing else.
fn carried_out(matter: Matter) -> Option<Command> {
    match matter {
        Matter::EndShoe => Some(Command::EndShoe),
        Matter::NoBetCoups
        | Matter::Limits
        | Matter::Variant
        | Matter::PersonalLimits
        | Matter::Squeeze
        | Matter::Preshuffled => None,
    }
}

fn matter(seen: &SeenMatter, viewer: Viewer) -> MatterView {
    let done = matches!(viewer, Viewer::Staff(_)) && seen.agreed >= seen.needed;
    MatterView {
        matter: seen.matter.into(),
        asked: seen.asked,
        agreed: seen.agreed,
        needed: seen.needed,
        mine: seen.mine,
        then: carried_out(seen.matter).filter(|_| done).map(Into::into),
        by: cited(&seen.by),
    }
}

fn shoe(scene: &Scene, seen: &View) -> ShoeView {
    let moment = &scene.moment;
    let mut view = ShoeView {
        own: moment.shoe.is_some() || scene.plan.own_shoe(),
        commitment: moment.shoe.as_ref().map(|notice| notice.commitment.to_string()),
        promised_in: moment.shoe.as_ref().and_then(|notice| promised_in(notice)),
        shares: moment.shoe.as_ref().and_then(|notice| notice.shares.as_ref()).map(shares),
        cut_until: scene.cut_until().map(|until| until.0),
        ended: moment.opened.iter().filter_map(|opened| ended(opened)).collect(),
        ..ShoeView::default()
    };
    if let Some(shoe) = &seen.shoe {
        view.number = shoe.number;
        view.coups = shoe.coups;
        view.drawn = shoe.drawn;
        view.cards = shoe.cards;
        view.marker = Some(shoe.marker.into());
        view.last_coup = shoe.last_coup;
    }
    view
}

fn ended(opened: &punto_floor::OpenedShoe) -> Option<EndedShoe> {
    let number = promised_in(&opened.notice)?;
    let (commitment, end) = (opened.notice.commitment.to_string(), shoe_end(opened.discarded));
    Some(EndedShoe { number, commitment, end, shares: opened.shares })
}

/// The record in which a shoe was promised.
fn promised_in(notice: &punto_floor::ShoeNotice) -> Option<u32> {
    notice.id.shoe().strip_prefix("record-")?.parse().ok()
}

fn shares(notice: &punto_floor::SharesNotice) -> SharesView {
    let stage = match notice.stage {
        punto_floor::SharesStage::Pledging => SharesStage::Pledging,
        punto_floor::SharesStage::Revealing => SharesStage::Revealing,
        punto_floor::SharesStage::In => SharesStage::In,
    };
    SharesView { stage, pledges: notice.pledges.iter().map(ToString::to_string).collect() }
}

fn staff(seen: &View) -> Option<StaffView> {
    let till = seen.till.as_ref()?;
    let waiting = |waiting: &punto_seen::Waiting| WaitingView {
        what: waiting.what.into(),
        dispute: waiting.dispute,
        patron: waiting.patron.map(|patron| patron.to_string()),
        command: waiting.command.clone().map(Into::into),
        roles: roles(&waiting.roles),
        by: waiting.by.as_ref().map(cited).unwrap_or_default(),
    };
    let check =
        |check: &punto_seen::SeenCheck| CardCheck { rule: check.rule.into(), roles: roles(&check.roles) };
    Some(StaffView {
        float: till.float.minor(),
        layout: till.layout.map(|layout| layout.minor()),
        drop: till.drop.minor(),
        on_player: till.on_player.map(|staked| staked.minor()),
        on_banker: till.on_banker.map(|staked| staked.minor()),
        on_duty: seen
            .on_duty
            .iter()
            .map(|(role, name)| OnDuty { role: (*role).into(), name: name.to_string() })
            .collect(),
        stage: seen.shoe.as_ref().map(|shoe| shoe.stage.into()),
        waiting: seen.waiting.iter().map(waiting).collect(),
        checks: seen.checks.iter().map(check).collect(),
    })
}
