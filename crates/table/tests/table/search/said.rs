//! Everything that could be said to a table, by whoever could say it.

use punto_rulebook::{Breach, Burn, Choices, Cure, HouseSetting, Mishap, Rule, Rulebook, Span};
use punto_table::{
    About, Actor, Call, Cards, Command, Fact, Fault, HandName, Laying, Matter, Open, Opening, PatronOrder,
    PersonsRule, Proposal, Range, ScriptTime, ShuffleBy, SignName, Spot, Table, With,
};
use punto_vocab::line::Field;
use punto_vocab::line::Words;
use punto_vocab::{Card, Money, PersonId, Role, TokenVoucher};

pub(super) fn person(name: &str) -> PersonId {
    name.parse().unwrap()
}

fn words(text: &str) -> Words {
    Words::new(text).unwrap()
}

/// One person in each role of the document, an officer who has not signed on, patrons who are there and one who is not,
/// and the table's own clock.
pub(super) fn speakers(book: &Rulebook) -> Vec<Actor> {
    let name = |role: Role| person(if role == Role::Dealer { "dan" } else { "sue" });
    let staff = book.roles.iter().map(|rule| Actor::Staff(rule.role, name(rule.role)));
    let away = book.roles.iter().filter(|rule| rule.on_duty);
    let away = away.map(|rule| Actor::Staff(rule.role, person("olga")));
    let tournament = [Actor::Staff(Role::TournamentManager, person("tom"))];
    let patrons = ["ada", "ben", "zoe"].map(|name| Actor::Patron(person(name)));
    staff.chain(away).chain(tournament).chain(patrons).chain([Actor::System]).collect()
}

/// Whether a command bears on money, cards or duties, so that what follows it is worth looking at.
pub(super) fn bears(command: &Command) -> bool {
    use Command as C;
    !matches!(
        command,
        C::SignOn
            | C::Sit { .. }
            | C::Stand { .. }
            | C::TakeBox { .. }
            | C::BuyIn { .. }
            | C::CashOut { .. }
            | C::ColourChange { .. }
            | C::Fill { .. }
            | C::Credit { .. }
            | C::Count { .. }
            | C::Tip { .. }
            | C::PostLimits { .. }
            | C::PostStakes { .. }
            | C::PostVariant { .. }
            | C::PostClosure { .. }
            | C::PostOldMinimumEnds { .. }
            | C::PostRestriction { .. }
            | C::TakeDown { .. }
            | C::TellBet { .. }
            | C::MoveOn { .. }
            | C::Dispute { .. }
            | C::Decide { .. }
            | C::Review { .. }
            | C::OfferCut { .. }
            | C::OfferHand { .. }
            | C::DeclineCut { .. }
            | C::Tick { .. }
    )
}

/// Everything that could be said now.
pub(super) fn everything(book: &Rulebook, table: &Table) -> Vec<Command> {
    let Some(open) = &table.open else {
        let shut = [Command::SignOn, Command::SignOff, Command::Settle, Command::Close];
        return shut.into_iter().chain(at_closed_table(book)).collect();
    };
    let mut list = Vec::new();
    of_table(book, table, &mut list);
    of_terms(book, open, &mut list);
    of_patrons(&mut list);
    of_wagers(open, &mut list);
    of_shoe(open, &mut list);
    of_coup(open, &mut list);
    of_trouble(open, &mut list);
    list
}

/// What may be said of a closed table: openings with the usual settings and with others, and complaints.
fn at_closed_table(book: &Rulebook) -> Vec<Command> {
    let other = |own: &&HouseSetting| own.default.is_some();
    let other = book.house.iter().find(other).and_then(|own| match &own.choices {
        Choices::Words(words) => {
            let word = words.iter().find(|word| Some(*word) != own.default.as_ref())?;
            Some(format!("usual, limits 10..500, house {} {word}", own.setting.name()))
        }
        Choices::Number(..) | Choices::InTerms => None,
    });
    let openings = ["usual, limits 10..500", "usual, limits 20..500", "usual, limits 10..500, decks 8"];
    let openings = openings.map(str::to_owned).into_iter().chain(other);
    let mut list: Vec<Command> =
        openings.map(|opening| Command::Open { opening: opening.parse().unwrap() }).collect();
    let what = words("as it was");
    list.push(Command::Dispute { patron: person("ada"), what: what.clone() });
    list.push(Command::Decide { number: None, what: what.clone() });
    list.push(Command::Review { number: None, what });
    list
}

fn of_table(book: &Rulebook, table: &Table, list: &mut Vec<Command>) {
    list.extend([Command::Close, Command::SignOn, Command::SignOff]);
    for (rule, procedure) in book.procedure.iter() {
        list.push(Command::Act { rule, note: None });
        list.extend(procedure.told.iter().map(|role| Command::Tell { role: *role, rule }));
    }
    for rule in [Rule::ProhibitedDevices, Rule::Partnership] {
        let rule = PersonsRule::new(rule).expect("a rule about persons");
        list.push(Command::ActAbout { rule, about: About::one(person("ada")) });
    }
    list.push(Command::Tell { role: Role::Surveillance, rule: Rule::FreeCoupsEmpty });
    list.push(Command::Tell { role: Role::Surveillance, rule: Rule::DroppedCards });
    let ada = person("ada");
    list.extend(Matter::ALL.iter().map(|matter| Command::Consent { patron: ada, matter: *matter, to: None }));
    let what = words("as it was");
    list.push(Command::Dispute { patron: ada, what: what.clone() });
    list.extend([
        Command::Decide { number: None, what: what.clone() },
        Command::Review { number: None, what },
    ]);
    list.push(Command::Tick { until: ScriptTime(table.now) });
    list.push(Command::Open { opening: Opening::usual() });
}

fn range(min: Money, max: Money) -> Range {
    Range(Span { min, max })
}

fn of_terms(book: &Rulebook, open: &Open, list: &mut Vec<Command>) {
    let Span { min, max } = open.terms.limits.wager;
    let (higher, lower) = (range(min + min, max), range(min, min + min));
    for limits in [higher, lower] {
        list.extend([Command::PostLimits { limits, from: None }, Command::ChangeLimits { limits }]);
        list.push(Command::RaiseAtOnce { limits });
    }
    let patron = person("ada");
    let to = Some(Proposal::Limits(lower));
    list.push(Command::Consent { patron, matter: Matter::PersonalLimits, to: to.clone() });
    list.push(Command::Consent { patron, matter: Matter::Limits, to });
    let more = range(min, max + max);
    list.extend([Command::Personal { patron, limits: lower }, Command::Personal { patron, limits: more }]);
    list.extend([Command::PostClosure { from: None }, Command::PostOldMinimumEnds { from: None }]);
    list.push(Command::EndOldMinimum);
    let signs = [SignName::Limits(higher), SignName::Closure, SignName::OldMinimumEnds];
    list.extend(signs.map(|sign| Command::TakeDown { sign }));
    list.push(Command::Liability { amount: min });
    // What holds of one bet's own limits holds of the others'.
    if let Some(bet) = book.bets.first().map(|bet| bet.id) {
        list.push(Command::PostStakes { bet, limits: higher, from: None });
        list.extend([higher, lower].map(|limits| Command::ChangeStakes { bet, limits }));
        list.push(Command::ChangeArea { amount: min, bet: Some(bet) });
    }
    list.push(Command::ChangeDifferential { amount: min });
    for variant in book.variants.iter().filter(|variant| variant.id != open.terms.variant) {
        let variant = words(&variant.id);
        list.extend([
            Command::PostVariant { variant: variant.clone(), from: None },
            Command::ChangeVariant { variant },
        ]);
    }
    for method in book.methods.iter().filter(|method| *method.id != *open.method) {
        list.push(Command::ChangeMethod { method: words(&method.id) });
    }
    for bet in book.bets.iter().filter(|bet| bet.restriction.is_some()).map(|bet| bet.id) {
        list.extend([Command::PostRestriction { bet }, Command::Restrict { bet }]);
        list.extend([Command::Unrestrict { bet }, Command::TellBet { role: Role::Surveillance, bet }]);
    }
    list.push(Command::LimitOff { breach: Breach::AboveMaximum });
    list.push(Command::WagerOrder { names: PatronOrder(["ben", "ada"].map(person).to_vec()) });
}

fn of_patrons(list: &mut Vec<Command>) {
    let amount = Money::from_minor(10_000);
    for patron in ["ada", "zoe"].map(person) {
        list.extend([Command::Sit { patron, at: 3 }, Command::Stand { patron, at: 1 }]);
        list.extend([Command::TakeBox { patron, at: 4 }, Command::Leave { patron }]);
        for voucher in [None, Some("P-1"), Some("P-2:on-player:collected")] {
            let voucher = voucher.map(|text| TokenVoucher::read(text).unwrap());
            let bought =
                |with: &With| Command::BuyIn { patron, amount, with: *with, voucher: voucher.clone() };
            list.extend(With::ALL.iter().map(bought));
        }
        list.extend([Command::CashOut { patron, amount }, Command::ColourChange { patron, amount }]);
        list.extend([Command::Exclude { patron, why: words("cheating") }, Command::MoveOn { patron }]);
        list.extend([Command::ApproveBoth { patron }, Command::VoidWagers { patron }]);
        list.push(Command::ForfeitWagers { patron });
    }
    list.extend([Command::Fill { amount }, Command::Credit { amount }]);
    list.push(Command::Count { tray: "20x100".parse().unwrap() });
    list.push(Command::Tip { patron: person("ada"), amount });
}

/// Every wager that lies, and one that does not.
fn spots(open: &Open) -> Vec<(Spot, Money)> {
    let lie = open.wagers().iter().map(|placed| (placed.spot(), placed.wager.stake.total()));
    let mut list: Vec<_> = lie.collect();
    let minimum = open.terms.limits.wager.min;
    for spot in [(person("ada"), 1, "tie"), (person("ben"), 2, "player"), (person("zoe"), 3, "banker")] {
        let spot = (spot.0, spot.1, spot.2.parse().unwrap());
        if !list.iter().any(|(own, _)| *own == spot) {
            list.push((spot, minimum));
        }
    }
    list
}

fn of_wagers(open: &Open, list: &mut Vec<Command>) {
    let Span { min, max } = open.terms.limits.wager;
    for ((patron, at, bet), stake) in spots(open) {
        list.extend([Command::Bet { patron, at, bet, stake }, Command::Tokens { patron, at, bet, stake }]);
        for stake in [stake + min, max + max, min] {
            list.push(Command::Alter { patron, at, bet, stake });
            list.push(Command::Found { patron, at, bet, stake });
        }
        list.push(Command::Found { patron, at, bet, stake: Money::from_minor(100) });
        list.extend([Command::Lift { patron, at, bet }, Command::Withdraw { patron, at, bet }]);
        list.extend(Fault::ALL.iter().map(|fault| Command::Mark { patron, at, bet, fault: *fault }));
        list.push(Command::RefuseWager { patron, at, bet, why: words("no") });
        list.extend([stake, stake + min, Money::ZERO].map(|stake| Command::Relax { patron, at, bet, stake }));
        list.extend([None, Some(stake)].map(|chips| Command::Spoken { patron, at, bet, stake, chips }));
        list.extend([
            Command::Seal { patron, at, bet, stake },
            Command::Reveal { patron, at, bet, stake: None },
        ]);
    }
    list.push(Command::Reduce);
    let (patron, bet) = (person("ada"), "player".parse().unwrap());
    list.push(Command::Mispaid { patron, at: 1, bet, paid: max, said: None });
    list.push(Command::Mispaid { patron: person("zoe"), at: 3, bet, paid: max, said: Some(min) });
}

fn of_shoe(open: &Open, list: &mut Vec<Command>) {
    let middle = open.terms.cards() / 2;
    let form = open.terms.burn.value;
    let card = matches!(form, Burn::OneShown | Burn::Counted).then(|| card(open));
    list.push(Command::Prepare { cut: None, by: None, burn: card });
    list.push(Command::Prepare { cut: Some(middle), by: Some(person("ada")), burn: card });
    list.extend(ShuffleBy::ALL.iter().map(|by| Command::Shuffle { by: *by }));
    list.extend([Command::LetPatronsCut, Command::Marker, Command::MarkerSeen, Command::EndShoe]);
    for patron in ["ada", "zoe"].map(person) {
        list.extend([Command::OfferCut { patron }, Command::DeclineCut { patron }]);
        list.extend([
            Command::PassCut { patron, to: person("ben") },
            Command::Cut { depth: middle, by: Some(patron) },
        ]);
    }
    list.push(Command::Cut { depth: middle, by: None });
    list.push(Command::PlaceMarker { behind: open.terms.behind_marker.value });
    list.push(Command::Burn { form, card });
    list.extend(["red", "blue"].map(|colour| Command::NewCards { colour: words(colour) }));
}

/// The card that waits, or one that leaves most coups open.
fn card(open: &Open) -> Card {
    open.waiting_card().unwrap_or_else(|| {
        let left = |card: &Card| open.shoe.seen.get(card).copied().unwrap_or(0) < open.terms.decks;
        ["3h", "4s"].into_iter().map(|name| name.parse().unwrap()).find(left).unwrap()
    })
}

fn of_coup(open: &Open, list: &mut Vec<Command>) {
    list.extend(Call::ALL.iter().map(|call| Command::Call { call: *call }));
    let card = card(open);
    list.push(Command::card(card));
    let hands = HandName::ALL.iter().flat_map(|hand| [Laying::To(*hand), Laying::ToSeen(*hand)]);
    let others =
        [Laying::Nowhere, Laying::NowhereSeen, Laying::FaceUp, Laying::FaceDown, Laying::InShoe].into_iter();
    list.extend(hands.chain(others).map(|lies| Command::laid(card, lies)));
    for hand in HandName::ALL.iter().copied() {
        list.extend([Command::Turn { hand }, Command::Return { hand }, Command::ReturnUnseen { hand }]);
        list.push(Command::Forfeit { hand });
        for patron in ["ada", "ben", "zoe"].map(person) {
            list.extend([Command::OfferHand { hand, patron }, Command::DeclineHand { patron, hand }]);
            list.extend([Command::Pass { hand, patron }, Command::Nominate { hand, patron }]);
        }
    }
    list.extend([Command::GiveUpRole, Command::FreeCoup, Command::Settle]);
    for was in ["9s", "3c", "3h"].map(|name| name.parse().unwrap()) {
        let card: Card = "7d".parse().unwrap();
        list.push(Command::Rekey { was, card, place: None, back: None });
        list.push(Command::Rekey { was, card, place: None, back: Some(1) });
    }
}

fn of_trouble(open: &Open, list: &mut Vec<Command>) {
    for mishap in Mishap::ALL.iter().copied() {
        let facts: &[Fact] = match mishap {
            Mishap::Misdeal => &[Fact::Reconstructable, Fact::BeyondRepair, Fact::EarlierCoup],
            Mishap::ScannerDisagrees => &[Fact::Confirmed, Fact::NotConfirmed],
            Mishap::DeviceFails => &[Fact::Harm, Fact::Sound, Fact::Damaged, Fact::NotTransferable],
            _ => &[Fact::Plain, Fact::EarlierCoup],
        };
        list.extend(facts.iter().map(|fact| Command::Report { mishap, fact: *fact }));
    }
    let trouble = match &open.phase {
        punto_table::Phase::Dealing(dealing) => dealing.trouble.is_some(),
        _ => open.trouble.is_some(),
    };
    list.extend([Command::Order { cure: None }, Command::Resume]);
    list.push(Command::Spoiled { cards: Cards(vec![card(open)]) });
    let cures = Cure::ALL.iter().filter(|_| trouble);
    list.extend(cures.map(|cure| Command::Order { cure: Some(*cure) }));
}
