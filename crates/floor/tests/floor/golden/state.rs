//! What a stream comes to, in plain words: whose money lies where, who is there, which cards and wagers lie, what is owed.
//!
//! It names what records mean and nothing of how a program keeps it, so that it is the same in every later program.

use std::fmt::Write;

use punto_accounts::Account;
use punto_contest::Contest;
use punto_floor::Standing;
use punto_site::Site;
use punto_table::{Account as Place, Phase, Placed, Table};
use punto_vocab::Side;

macro_rules! line {
    ($text:expr, $($arg:tt)*) => {
        writeln!($text, $($arg)*).unwrap()
    };
}

pub(super) fn of_table(standing: &Standing) -> String {
    let (mut text, table) = (String::new(), &*standing.table);
    line!(text, "coups {}, excluded {:?}", table.coups.ended(), names(&table.excluded));
    for (role, who) in &table.on_duty {
        line!(text, "on duty {role} {who}");
    }
    for (coin, place, sum) in table.ledger.iter().filter(|(.., sum)| !sum.is_zero()) {
        line!(text, "{coin} {} {sum}", place_of(place));
    }
    for duty in &table.duties {
        line!(text, "owed {} by {}", duty.what, duty.by);
    }
    for dispute in &table.disputes {
        line!(text, "dispute {} of {}: {}", dispute.number, dispute.patron, dispute.what);
    }
    open(&mut text, table);
    let meters = &standing.meters;
    // As the first engines counted: a coup that was undone with its shoe among those with a result.
    let undone = meters.undone;
    let (coups, voids) = (meters.coups + undone, meters.voids - undone);
    let counted = (coups, voids, meters.no_bet, meters.corrections - undone);
    line!(
        text,
        "meters {counted:?} drop {} in {} out {}",
        meters.drop,
        meters.credits_in,
        meters.credits_out
    );
    if let Some(coup) = standing.recall.coups().next_back() {
        let cards: Vec<String> = coup.cards.iter().map(|card| card.card.to_string()).collect();
        line!(text, "last coup {} void {}: {}", coup.number, coup.void, cards.join(" "));
    }
    text
}

fn open(text: &mut String, table: &Table) {
    let Some(open) = &table.open else {
        line!(text, "closed");
        return;
    };
    line!(text, "open under {}, method {}", open.terms.rulebook, open.method);
    let wager = open.terms.limits.wager;
    line!(text, "limits {}..{}", wager.min, wager.max);
    for (seat, patron) in &open.patrons.seated {
        line!(text, "seat {seat} {patron}");
    }
    line!(text, "shoe {} drawn {}", open.shoe.number, open.shoe.drawn);
    match &open.phase {
        Phase::Preparing => line!(text, "preparing"),
        Phase::Betting(betting) => {
            line!(text, "betting, closed {}", betting.closed);
            wagers(text, &betting.wagers);
        }
        Phase::Dealing(dealing) => {
            let hands = dealing.coup.hands();
            line!(text, "dealing, player {}, banker {}", hands[Side::Player], hands[Side::Banker]);
            wagers(text, &dealing.wagers);
            if let Some(trouble) = &dealing.trouble {
                line!(text, "trouble {} by {}", trouble.ruling.mishap, trouble.ruling.by);
            }
        }
    }
}

fn wagers(text: &mut String, wagers: &[Placed]) {
    for placed in wagers {
        let (patron, at, bet) = placed.spot();
        let (stake, limits) = (placed.wager.stake, placed.limits);
        line!(
            text,
            "wager {patron}@{at} {bet} {} tokens {} under {}..{}",
            stake.total(),
            stake.tokens,
            limits.min,
            limits.max
        );
    }
}

fn place_of(place: Place) -> String {
    match place {
        Place::Float => "float".into(),
        Place::Layout => "layout".into(),
        Place::Pocket => "pocket".into(),
        Place::Balance(patron) => format!("balance {patron}"),
        Place::Owed(patron) => format!("owed by {patron}"),
        Place::DropBox => "drop-box".into(),
        Place::Cage => "cage".into(),
        Place::Tips => "tips".into(),
        Place::Miscount => "miscount".into(),
    }
}

pub(super) fn of_account(account: &Account) -> String {
    let mut text = String::new();
    if let Some(holder) = &account.holder {
        line!(text, "{} {} closed {}", holder.patron, holder.kind, holder.closed);
    }
    let purses = account.purses;
    line!(text, "cashable {} held {} promotional {}", purses.cashable, purses.held, purses.promotional);
    for (table, visit) in &account.visits {
        line!(text, "at {table} {} promotional {}", visit.cashable, visit.promotional);
    }
    for (voucher, worth) in &account.vouchers {
        line!(text, "voucher {voucher} {worth}");
    }
    let excluded = account.own_exclusion.map(|own| own.until);
    let by_house = account.house_exclusion.map(|own| own.until);
    line!(text, "excluded {} by the house {}", excluded.is_some(), by_house.is_some());
    line!(
        text,
        "limits {}, session {}, PIN {}",
        account.limits.len(),
        account.session.is_some(),
        account.pin_set
    );
    text
}

pub(super) fn of_site(site: &Site) -> String {
    let mut text = String::new();
    for (name, person) in &site.people {
        let grants: Vec<&str> = person.grants.iter().map(|grant| grant.word()).collect();
        line!(text, "{name} {}: {}", person.standing, grants.join(" "));
    }
    for (name, device) in &site.devices {
        line!(text, "device {name} {} at {}", device.kind, device.place);
    }
    for (number, notice) in &site.notices {
        line!(text, "waits {number} {}", notice.kind);
    }
    for (kind, count) in &site.noted {
        line!(text, "noted {kind} {count}");
    }
    line!(text, "signed in {}, proposals {}", site.sessions.len(), site.proposals.len());
    text
}

pub(super) fn of_tournament(contest: &Contest) -> String {
    let (mut text, own) = (String::new(), &contest.own);
    line!(text, "stage {:?}, round {}, pool {}, fees {}", own.stage, own.round, own.pool(), own.fees());
    for (name, entrant) in &own.entrants {
        let goods: Vec<String> =
            entrant.goods.iter().map(|(what, handed)| format!("{what} {handed}")).collect();
        let prize = entrant.prize.unwrap_or_default();
        line!(text, "{name} {:?} prize {prize} paid {} goods {goods:?}", entrant.standing, entrant.paid);
    }
    for (table, venue) in &own.venues {
        line!(text, "table {table} {:?} after {} coups: {:?}", venue.phase, venue.coups, venue.order);
    }
    line!(text, "places {:?}, draws {}, heard {:?}", own.places, contest.drawings.len(), contest.heard);
    text
}

fn names(all: &std::collections::BTreeSet<punto_vocab::PersonId>) -> Vec<String> {
    all.iter().map(ToString::to_string).collect()
}
