//! A promotion on the wire, as its viewer may see it. The promotion's own view says who may know what; here it gets words.

use punto_contest::{Campaign, PromotionPlan};
use punto_promotion::{
    Claim, Command, Details, Dispute, Duty, Event, Happening, Outcome, Owed, Plan, Prize, Promotion, Reason,
    Stage, Viewer, decide, view,
};
use punto_rulebook::{Content, PrizeItem, PrizeKind, PromotionItem, Rulebook};
use punto_vocab::{Actor, PersonId, Stamped, Time};
use punto_wire::{
    CitedLine, ClaimStatus, ConditionView, ConditionsForm, DrawnPrize, FormItem, FormKind, Happened,
    HappenedName, PrizeClaim, PrizeForm, PrizeKindForm, ProhibitedView, PromotionDispute, PromotionDraw,
    PromotionDuty, PromotionDutyKind, PromotionForm, PromotionPrize, PromotionStage, PromotionSummary,
    PromotionTerms, PromotionView, Speaker, args,
};

use crate::words::cited;

/// A promotion at a glance.
pub fn promotion_summary(plan: &PromotionPlan, campaign: &Campaign, viewer: Viewer) -> PromotionSummary {
    let own = &campaign.own;
    let published = own.plan.as_ref().filter(|_| own.stage != Stage::Drafting);
    PromotionSummary {
        name: plan.name.to_string(),
        title: plan.title.clone(),
        rulebook: plan.rulebook.clone(),
        currency: plan.currency.clone(),
        demonstration: plan.demonstration,
        stage: stage(own.stage),
        closes: published.map(|plan| plan.closes.0),
        prizes: own.prizes.len() as u32,
        value: own.prizes.values().map(|prize| prize.details.prized().value.minor()).sum(),
        entries: own.entries.len() as u32,
        own: match viewer {
            Viewer::Patron(name) => own.entries_of(name),
            Viewer::Public | Viewer::Official => 0,
        },
        won: own.prizes.values().any(|prize| prize.win.is_some()),
        over: own.is_over(),
    }
}

/// A promotion as its viewer may see it.
pub fn promotion_view(plan: &PromotionPlan, campaign: &Campaign, viewer: Viewer, now: Time) -> PromotionView {
    let own = &*campaign.own;
    let seen = view(&campaign.book, own, viewer);
    let official = viewer == Viewer::Official;
    let names = |list: &mut dyn Iterator<Item = &PersonId>| -> Vec<String> {
        // Whom it is about sees that it is about them.
        list.filter(|name| official || viewer == Viewer::Patron(**name)).map(ToString::to_string).collect()
    };
    let prize = |seen: &punto_promotion::SeenPrize| {
        own.prizes.get(&seen.prize).map(|prize| prize_view(own, prize, seen, viewer))
    };
    let mine = |ticket: &&punto_promotion::Ticket| viewer == Viewer::Patron(ticket.entrant);
    PromotionView {
        name: plan.name.to_string(),
        title: plan.title.clone(),
        rulebook: plan.rulebook.clone(),
        currency: plan.currency.clone(),
        demonstration: plan.demonstration,
        seq: campaign.seq,
        now: now.0,
        stage: stage(own.stage),
        conditions: seen.conditions.is_some().then(|| conditions(own)),
        plan: own.plan.as_ref().filter(|_| seen.conditions.is_some()).map(terms),
        prizes: seen.prizes.iter().filter_map(prize).collect(),
        entries: own.entries.len() as u32,
        own: seen.tickets.iter().filter(mine).map(|ticket| ticket.entry).collect(),
        promise: seen.promise.map(|promise| promise.to_string()),
        seed: seen.seed.map(|seed| seed.to_string()),
        scrutineer: own.scrutineer.filter(|_| official).map(|name| name.to_string()),
        overseen: own.overseen,
        present: names(&mut own.present.iter()),
        barred: names(&mut own.barred.keys()),
        results_published: own.results_published,
        disputes: seen.disputes.iter().map(dispute).collect(),
        duties: seen.duties.iter().map(|duty| duty_view(duty, now)).collect(),
    }
}

/// The draw with all that is needed to make it again, once it is made. It has the names of those who entered.
pub fn promotion_draw(own: &Promotion) -> Option<PromotionDraw> {
    let prize = |(prize, own): (&u8, &Prize)| DrawnPrize {
        prize: *prize,
        entry: own.win.as_ref().map(|win| win.ticket.entry),
        passed_over: own.passed_over.iter().copied().collect(),
    };
    Some(PromotionDraw {
        promise: own.promise?.to_string(),
        seed: own.seed?.to_string(),
        tickets: own.tickets().map(|ticket| ticket.to_string()).collect(),
        prizes: own.prizes.iter().map(prize).collect(),
    })
}

/// An event of a promotion as a viewer may read it: what is said of somebody else is for officials, and who wins is for
/// everybody once the results are published.
pub fn promotion_line(
    (viewer, published): (Viewer, bool),
    (seq, at, by): (u64, Time, Actor),
    event: &Event,
) -> Option<CitedLine> {
    use Happening as H;
    let about = match &event.what {
        H::Entered { entrant: who, .. }
        | H::Present { entrant: who, .. }
        | H::Barred { person: who, .. }
        | H::Notified { winner: who, .. }
        | H::Attempted { winner: who, .. }
        | H::Claimed { claimant: who, .. }
        | H::ClaimAccepted { claimant: who, .. }
        | H::ClaimRefused { claimant: who, .. }
        | H::ReasonsTold { claimant: who, .. }
        | H::ClaimReopened { claimant: who, .. }
        | H::CashTaken { winner: who, .. }
        | H::PaymentChosen { winner: who, .. }
        | H::Awarded { winner: who, .. }
        | H::Disputed { person: who, .. }
        | H::Ruled { person: who, .. }
        | H::Objected { person: who }
        | H::Advised { person: who } => Some((*who, false)),
        H::Won { winner: who, .. }
        | H::PassedOver { winner: who, .. }
        | H::Reinstated { winner: who, .. } => Some((*who, published)),
        _ => None,
    };
    let drafts = matches!(
        event.what,
        H::Drafted { .. } | H::Prescribed { .. } | H::PrizeSet { .. } | H::PrizeDropped { .. }
    );
    let may = match viewer {
        Viewer::Official => true,
        Viewer::Patron(own) => !drafts && about.is_none_or(|(who, open)| open || who == own),
        Viewer::Public => false,
    };
    let mut actor = Speaker::from(by);
    if viewer != Viewer::Official && matches!(by, Actor::Staff(..)) {
        actor.name = None;
    }
    let name = HappenedName(event.what.stored_name().to_owned());
    may.then(|| CitedLine {
        seq,
        at: at.0,
        actor: Some(actor),
        text: event.what.to_string(),
        what: Some(Happened { name, args: args(&event.what.args()) }),
        by: cited(&event.by),
    })
}

fn stage(own: Stage) -> PromotionStage {
    match own {
        Stage::Drafting => PromotionStage::Drafting,
        Stage::Published => PromotionStage::Published,
        Stage::Postponed => PromotionStage::Postponed,
        Stage::Cancelled => PromotionStage::Cancelled,
    }
}

fn conditions(own: &Promotion) -> Vec<ConditionView> {
    let written = PromotionItem::ALL.iter().filter_map(|item| Some((item, own.form.item(*item)?)));
    written.map(|(item, text)| ConditionView { item: item.to_string(), text: text.to_owned() }).collect()
}

fn details(own: &Details) -> Vec<ConditionView> {
    let written = PrizeItem::ALL.iter().filter_map(|item| Some((item, own.item(*item)?)));
    written.map(|(item, text)| ConditionView { item: item.to_string(), text: text.to_owned() }).collect()
}

fn terms(plan: &Plan) -> PromotionTerms {
    PromotionTerms {
        manner: plan.manner.into(),
        wager: plan.wager.minor(),
        play: plan.play,
        each: plan.entries,
        closes: plan.closes.0,
        held: plan.held.0,
        presence: plan.presence,
        claim_by: plan.claim_by.map(|until| until.0),
    }
}

fn prize_view(
    own: &Promotion,
    prize: &Prize,
    seen: &punto_promotion::SeenPrize,
    viewer: Viewer,
) -> PromotionPrize {
    let official = viewer == Viewer::Official;
    let theirs = prize.winner().is_some_and(|winner| viewer == Viewer::Patron(winner));
    let win = prize.win.as_ref().filter(|_| official || theirs || own.results_published);
    let known = prize.win.as_ref().filter(|_| official || theirs);
    PromotionPrize {
        prize: seen.prize,
        details: details(&prize.details),
        value: prize.details.prized().value.minor(),
        money_due: prize.money_due().map(|amount| amount.minor()),
        winner: seen.winner.map(|name| name.to_string()),
        entry: win.map(|win| win.ticket.entry),
        passed_over: win.map_or_else(Vec::new, |_| prize.passed_over.iter().copied().collect()),
        own: theirs,
        won_at: win.map(|win| win.at.0),
        notified: known.and_then(|win| win.notified).map(Into::into),
        attempts: known.filter(|_| official).map_or(0, |win| win.attempts),
        claims: seen.claims.iter().map(|claim| claim_view(claim, official)).collect(),
        cash_taken: known.is_some() && prize.cash_taken,
        choice: seen.choice.as_ref().map(ToString::to_string),
        awarded: prize.awarded.is_some(),
    }
}

fn claim_view(claim: &Claim, official: bool) -> PrizeClaim {
    let (status, ground, why, address, told) = match &claim.outcome {
        Outcome::Waits => (ClaimStatus::Waits, None, None, None, false),
        Outcome::Accepted => (ClaimStatus::Accepted, None, None, None, false),
        Outcome::Refused { ground, why, address, told } => {
            (ClaimStatus::Refused, *ground, Some(why.to_string()), *address, *told)
        }
    };
    PrizeClaim {
        claimant: claim.claimant.to_string(),
        at: claim.at.0,
        status,
        ground: ground.map(|item| item.to_string()),
        why,
        address: address.filter(|_| official).map(|file| file.to_string()),
        told,
    }
}

fn dispute(own: &Dispute) -> PromotionDispute {
    PromotionDispute {
        person: own.person.to_string(),
        what: own.what.to_string(),
        ruling: own.ruling.as_ref().map(ToString::to_string),
        objected: own.objected,
        advised: own.advised,
    }
}

fn duty_view(duty: &Duty, now: Time) -> PromotionDuty {
    use PromotionDutyKind as K;
    let (what, prize, person) = match duty.what {
        Owed::TellInspectorate => (K::TellInspectorate, None, None),
        Owed::PublishResults => (K::PublishResults, None, None),
        Owed::Notify(prize, who) => (K::Notify, Some(prize), Some(who)),
        Owed::DecideClaim(prize, who) => (K::DecideClaim, Some(prize), Some(who)),
        Owed::TellReasons(prize, who) => (K::TellReasons, Some(prize), Some(who)),
        Owed::Award(prize, who) => (K::Award, Some(prize), Some(who)),
        Owed::Decide(who) => (K::Decide, None, Some(who)),
        Owed::Advise(who) => (K::Advise, None, Some(who)),
    };
    PromotionDuty {
        what,
        prize,
        person: person.map(|name| name.to_string()),
        due: duty.due.map(|due| due.0),
        late: duty.is_late(now),
        by: cited(&duty.by),
    }
}

/// Everything that is filled in before a promotion is published: what the document asks for, by which clause, and what is
/// missing.
pub fn promotion_form(book: &Rulebook, own: &Promotion) -> PromotionForm {
    let missing = missing(book, own);
    let item = |item: &PromotionItem| {
        let rule = book.promotion.item(*item);
        let (kind, choices) = item_kind(*item);
        FormItem {
            item: item.to_string(),
            required: rule.is_some_and(|rule| !rule.optional) || missing.contains(item),
            by: rule.map(|rule| cited(&rule.by)).unwrap_or_default(),
            text: own.form.item(*item).map(str::to_owned),
            kind,
            choices,
        }
    };
    let conditions = ConditionsForm {
        rulebook: book.id.to_string(),
        published: own.stage != Stage::Drafting,
        text: own.form.to_string(),
        items: PromotionItem::ALL.iter().map(item).collect(),
        missing: missing.iter().map(ToString::to_string).collect(),
    };
    let kind_form = |kind: &PrizeKind| {
        let details = format!("kind {kind}").parse().unwrap_or_default();
        PrizeKindForm { kind: (*kind).into(), items: prize_items(book, &details) }
    };
    let content = |content: &Content| {
        let rule = book.promotion.prohibited(*content)?;
        Some(ProhibitedView { what: content.to_string(), most: rule.number, by: cited(&rule.by) })
    };
    PromotionForm {
        conditions,
        prizes: own.prizes.iter().map(|(prize, own)| prize_form(book, *prize, &own.details)).collect(),
        kinds: PrizeKind::ALL.iter().map(kind_form).collect(),
        prohibited: Content::ALL.iter().filter_map(content).collect(),
    }
}

/// What publishing would be refused for: asked of `decide`, so that there is no second list.
fn missing(book: &Rulebook, own: &Promotion) -> Vec<PromotionItem> {
    let mut drafted = own.clone();
    if drafted.plan.is_none() {
        drafted.plan = Plan::of(&drafted.form).ok();
    }
    let command = Command::Publish { draw: None, second: None };
    let publish = Stamped { at: own.now, by: Actor::System, command };
    match decide(book, &drafted, &publish).map_err(|refused| refused.reason) {
        Err(Reason::MissingItems { items }) => items.0,
        Ok(_) | Err(_) => Vec::new(),
    }
}

fn prize_form(book: &Rulebook, prize: u8, details: &Details) -> PrizeForm {
    let items = prize_items(book, details);
    let lacks = |item: &&FormItem| item.required && item.text.as_deref().is_none_or(str::is_empty);
    let missing = items.iter().filter(lacks).map(|item| item.item.clone()).collect();
    PrizeForm { prize, text: details.to_string(), items, missing }
}

/// The details that a prize has by its kinds.
fn prize_items(book: &Rulebook, details: &Details) -> Vec<FormItem> {
    let kinds = details.prized().kinds;
    let item = |item: &PrizeItem| {
        let by_kind = kinds.iter().filter_map(|kind| book.promotion.detail_of(*kind, *item));
        let rules: Vec<_> = book.promotion.detail(*item).into_iter().chain(by_kind).collect();
        let (kind, choices) = detail_kind(*item);
        (!rules.is_empty()).then(|| FormItem {
            item: item.to_string(),
            required: rules.iter().any(|rule| !rule.optional),
            by: rules.iter().flat_map(|rule| cited(&rule.by)).collect(),
            text: details.item(*item).map(str::to_owned),
            kind,
            choices,
        })
    };
    PrizeItem::ALL.iter().filter_map(item).collect()
}

/// How an item of the conditions is written, and what there is to choose from.
fn item_kind(item: PromotionItem) -> (FormKind, Vec<String>) {
    use PromotionItem as I;
    match item {
        I::Manner => (FormKind::Choice, vec!["draw".into(), "declare".into()]),
        I::Reserve | I::Staff | I::Play | I::Presence => (FormKind::YesNo, Vec::new()),
        I::Entries => (FormKind::Count, Vec::new()),
        I::Closes | I::Held | I::ClaimBy => (FormKind::Time, Vec::new()),
        I::Awarded | I::Eligible | I::Wager | I::Nature | I::Place | I::Claim => {
            (FormKind::Words, Vec::new())
        }
        I::Notified | I::Results | I::Marketing | I::Available => (FormKind::Words, Vec::new()),
    }
}

/// The same of a detail of a prize.
fn detail_kind(item: PrizeItem) -> (FormKind, Vec<String>) {
    match item {
        PrizeItem::Kind => {
            (FormKind::Choices, PrizeKind::ALL.iter().map(|kind| kind.word().to_owned()).collect())
        }
        PrizeItem::Value | PrizeItem::CashAlternative => (FormKind::Amount, Vec::new()),
        PrizeItem::OnRoad | PrizeItem::SpendingMoney => (FormKind::YesNo, Vec::new()),
        PrizeItem::Travellers => (FormKind::Count, Vec::new()),
        _ => (FormKind::Words, Vec::new()),
    }
}
