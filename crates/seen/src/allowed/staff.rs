//! What somebody of staff could sensibly say.

use punto_rulebook::{Burn, Mishap, Rule, Rulebook};
use punto_vocab::line::Words;
use punto_vocab::{Card, Money, Role, TokenVoucher, TokenVoucherId};

use punto_table::officers_choices;
use punto_table::{About, Call, Cards, Command, Fact, HandName, Laying, ShuffleBy, With};
use punto_table::{DisputeCase, Open, Owed, PersonsRule, Phase, Range, Sign, Table};

/// How many commands a full table has room for before the list must grow.
const USUAL: usize = 400;

pub(super) fn candidates(book: &Rulebook, table: &Table, open: &Open) -> Vec<Command> {
    let mut list = Vec::with_capacity(USUAL);
    list.extend([Command::SignOn, Command::SignOff, Command::Close]);
    shoe(book, open, &mut list);
    coup(book, open, &mut list);
    signs(book, open, &mut list);
    trouble(book, open, &mut list);
    if table.duties.iter().any(|duty| duty.what == Owed::Act(Rule::SpoiledCards)) {
        list.extend(in_shoe(open).map(|card| Command::Spoiled { cards: Cards(vec![card]) }));
    }
    corrections(open, &mut list);
    patrons(book, table, open, &mut list);
    let grounds = Words::new("on reasonable grounds");
    for wager in open.wagers().iter().map(|placed| placed.wager) {
        let (patron, at, bet) = (wager.patron, wager.at.0, wager.bet);
        list.extend(grounds.clone().map(|why| Command::RefuseWager { patron, at, bet, why }));
        list.push(Command::Withdraw { patron, at, bet });
    }
    list.extend(disputes(table));
    list
}

/// The word that each dispute waits for.
pub(super) fn disputes(table: &Table) -> impl Iterator<Item = Command> {
    let what = Words::new("as it was");
    let word = move |case: &DisputeCase| {
        let (number, what) = (Some(case.number), what.clone().ok()?);
        Some(if case.awaits_review() {
            Command::Review { number, what }
        } else {
            Command::Decide { number, what }
        })
    };
    table.disputes.iter().filter_map(word)
}

/// The cards around the coups.
fn shoe(book: &Rulebook, open: &Open, list: &mut Vec<Command>) {
    let (middle, rules) = (open.terms.cards() / 2, &book.procedure);
    list.extend(
        rules
            .iter()
            .filter(|(rule, _)| !rule.has_own_command())
            .map(|(rule, _)| Command::Act { rule, note: None }),
    );
    list.extend([Command::Marker, Command::EndShoe]);
    if !matches!(open.phase, Phase::Preparing) {
        return;
    }
    // A burn that everybody sees names its card.
    let shown = matches!(open.terms.burn.value, Burn::OneShown | Burn::Counted);
    let shown = shown.then(|| in_shoe(open)).flatten();
    let prepare = |cut: Option<u32>, by| Command::Prepare { cut, by, burn: shown };
    list.extend([prepare(None, None), prepare(Some(middle), None)]);
    list.extend([
        Command::LetPatronsCut,
        Command::Cut { depth: middle, by: None },
        Command::PlaceMarker { behind: open.terms.behind_marker.value },
        Command::Burn { form: open.terms.burn.value, card: shown },
    ]);
    list.extend(ShuffleBy::ALL.iter().map(|by| Command::Shuffle { by: *by }));
    for patron in &open.patrons.arrived {
        list.push(Command::OfferCut { patron: *patron });
        list.extend(
            (open.shoe.cut.offered == Some(*patron)).then_some(Command::DeclineCut { patron: *patron }),
        );
        list.push(Command::Cut { depth: middle, by: Some(*patron) });
        list.push(prepare(Some(middle), Some(*patron)));
    }
}

/// Calls, cards, hands and settlement.
fn coup(book: &Rulebook, open: &Open, list: &mut Vec<Command>) {
    list.extend(Call::ALL.iter().map(|call| Command::Call { call: *call }));
    list.extend([Command::Settle, Command::FreeCoup, Command::Reduce, Command::GiveUpRole]);
    if let Some(card) = open.waiting_card().or_else(|| in_shoe(open)) {
        list.push(Command::card(card));
        list.extend(HandName::ALL.iter().map(|hand| Command::laid(card, Laying::To(*hand))));
        list.push(Command::laid(card, Laying::Nowhere));
    }
    for hand in HandName::ALL {
        list.push(Command::Turn { hand: *hand });
        list.push(Command::Return { hand: *hand });
        list.push(Command::Forfeit { hand: *hand });
        for patron in &open.patrons.arrived {
            list.push(Command::OfferHand { hand: *hand, patron: *patron });
            list.push(Command::Pass { hand: *hand, patron: *patron });
            let nominee = book.procedure.get(Rule::Nominee).is_some();
            list.extend(nominee.then_some(Command::Nominate { hand: *hand, patron: *patron }));
            list.push(Command::DeclineHand { hand: *hand, patron: *patron });
        }
    }
}

/// Signs, and what they let change.
fn signs(book: &Rulebook, open: &Open, list: &mut Vec<Command>) {
    let limits = Range(open.terms.limits.wager);
    list.extend([
        Command::PostLimits { limits, from: None },
        Command::PostClosure { from: None },
        Command::PostOldMinimumEnds { from: None },
        Command::EndOldMinimum,
        Command::ChangeLimits { limits },
        Command::RaiseAtOnce { limits },
    ]);
    for sign in open.signs.keys() {
        list.extend(sign.name().map(|sign| Command::TakeDown { sign }));
        match sign {
            Sign::Limits(min, max) if (*min, *max) != (limits.0.min, limits.0.max) => {
                let limits = Range(punto_rulebook::Span { min: *min, max: *max });
                list.push(Command::ChangeLimits { limits });
            }
            Sign::Stakes(bet, min, max) => {
                let limits = Range(punto_rulebook::Span { min: *min, max: *max });
                list.push(Command::ChangeStakes { bet: *bet, limits });
            }
            _ => {}
        }
    }
    for (bet, span) in &open.terms.limits.of_bet {
        let (bet, limits) = (*bet, Range(*span));
        list.push(Command::PostStakes { bet, limits, from: None });
        list.push(Command::ChangeStakes { bet, limits });
    }
    let others = book.variants.iter().filter(|variant| variant.id != open.terms.variant);
    for variant in others.filter_map(|variant| Words::new(&variant.id).ok()) {
        list.push(Command::PostVariant { variant: variant.clone(), from: None });
        list.push(Command::ChangeVariant { variant });
    }
    let methods = book.methods.iter().filter(|method| *method.id != *open.method);
    for method in methods.filter_map(|method| Words::new(&method.id).ok()) {
        list.push(Command::ChangeMethod { method });
    }
    let may_be_confined =
        |bet: &&punto_rulebook::Bet| bet.restriction.is_some() && open.terms.offer(bet.id).is_some();
    for bet in book.bets.iter().filter(may_be_confined).map(|bet| bet.id) {
        if open.restricted.contains(&bet) {
            list.push(Command::Unrestrict { bet });
            continue;
        }
        list.push(Command::TellBet { role: Role::Surveillance, bet });
        list.push(Command::PostRestriction { bet });
        list.push(Command::Restrict { bet });
    }
}

/// What goes wrong, and who puts it right.
fn trouble(book: &Rulebook, open: &Open, list: &mut Vec<Command>) {
    for mishap in Mishap::ALL {
        list.extend(facts(*mishap).iter().map(|fact| Command::Report { mishap: *mishap, fact: *fact }));
    }
    list.extend([Command::Order { cure: None }, Command::Resume]);
    let trouble = open.in_trouble();
    let choices = trouble.map(|trouble| officers_choices(book, &trouble.ruling)).unwrap_or_default();
    list.extend(choices.into_iter().map(|cure| Command::Order { cure: Some(cure) }));
}

/// What may have been established of a mishap, where the cure depends on it.
fn facts(mishap: Mishap) -> &'static [Fact] {
    match mishap {
        Mishap::Misdeal => &[Fact::Reconstructable, Fact::BeyondRepair],
        Mishap::ScannerDisagrees => &[Fact::Confirmed, Fact::NotConfirmed],
        Mishap::DeviceFails => &[Fact::Harm, Fact::Sound, Fact::Damaged, Fact::NotTransferable],
        Mishap::WrongPaytable => &[Fact::Plain, Fact::EarlierCoup],
        Mishap::TooFewCards
        | Mishap::ForeignCard
        | Mishap::MoreFaceUpCards
        | Mishap::MissingCard
        | Mishap::NotCut
        | Mishap::BurnForgotten
        | Mishap::ShuffleMissed
        | Mishap::WrongDisplay
        | Mishap::WrongHolder
        | Mishap::BurnedCard
        | Mishap::SequenceRevealed
        | Mishap::Disruption
        | Mishap::Fraud
        | Mishap::ProhibitedDevice
        | Mishap::StrayPlayerCard
        | Mishap::StrayBankerCard
        | Mishap::PlayersCardToBanker
        | Mishap::SurplusCard
        | Mishap::FaceUpCard => &[Fact::Plain],
    }
}

/// What may have been otherwise than it was believed: the last card, and what the last coup paid.
fn corrections(open: &Open, list: &mut Vec<Command>) {
    let given = match &open.phase {
        Phase::Dealing(dealing) => dealing.given.last(),
        Phase::Betting(_) | Phase::Preparing => open.last_coup().and_then(|last| last.dealing.given.last()),
    };
    if let (Some(was), Some(card)) = (given.map(|own| own.card), in_shoe(open).filter(|_| given.is_some())) {
        list.push(Command::Rekey { was, card, place: None, back: None });
    }
    for own in open.shown.iter().flat_map(|shown| &shown.settled) {
        let (patron, at, bet) = own.spot();
        list.push(Command::Mispaid { patron, at, bet, paid: own.got + own.stake, said: None });
    }
}

/// What concerns a patron who is there.
fn patrons(book: &Rulebook, table: &Table, open: &Open, list: &mut Vec<Command>) {
    let limits = Range(open.terms.limits.wager);
    let acts: Vec<_> = book.procedure.iter().filter_map(|(rule, _)| PersonsRule::new(rule)).collect();
    for patron in open.patrons.arrived.iter().copied() {
        list.extend(acts.iter().map(|rule| Command::ActAbout { rule: *rule, about: About::one(patron) }));
        list.push(Command::ApproveBoth { patron });
        list.push(Command::MoveOn { patron });
        list.push(Command::Personal { patron, limits });
        list.extend(With::ALL.iter().map(|with| Command::BuyIn {
            patron,
            amount: Money::from_minor(10_000),
            with: *with,
            voucher: (*with == With::Voucher).then(|| any_voucher(table)),
        }));
    }
}

/// A promotional voucher that was not exchanged here; which one it is, whoever takes it reads from the paper.
fn any_voucher(table: &Table) -> TokenVoucher {
    let free = |number: &TokenVoucherId| !table.tokens.taken.contains(number);
    let numbers = (1_u64..).map_while(|number| number.to_string().parse().ok());
    let number = numbers.into_iter().find(free).expect("there are more numbers than vouchers");
    TokenVoucher { number, until: None, bets: Vec::new(), after_win: Default::default() }
}

/// A card that the shoe still holds.
pub(super) fn in_shoe(open: &Open) -> Option<Card> {
    Card::all().find(|card| open.shoe.seen.get(card).copied().unwrap_or(0) < open.terms.decks)
}
