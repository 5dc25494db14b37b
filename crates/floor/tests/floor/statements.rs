//! Statements of random nights add up with the ledger, wherever they are cut.

use std::sync::Arc;
use std::time::Duration;

use punto_accounts::{AccountKind, Command};
use punto_floor::{
    Clock, Dealer, Floor, OutcomeOf, Said, SaidTo, Setup, SimulatedClock, TableHandle, TablePlan,
};
use punto_journal::{Entry, Journal, SqliteJournal, StreamName};
use punto_records::{AccountBody, ENGINE, SCHEMA, Spoken};
use punto_report::{DealtCoups, Disputes, EndedShoes, issued_voucher, past_events, statement, vouchers};
use punto_shoe::SealingKey;
use punto_site::{On, Principal};
use punto_table::{Account, Coin, Phase};
use punto_vocab::{Money, PersonId};
use punto_wire::{StatementView, Worth};

const START: i64 = 1_790_000_000_000_000;

/// A night at one electronic table.
struct Night {
    floor: Floor,
    clock: SimulatedClock,
    table: TableHandle,
    dice: u64,
    acts: u64,
    said: u64,
    _folder: tempfile::TempDir,
}

impl Night {
    async fn begin(seed: u64) -> Night {
        let folder = tempfile::tempdir().unwrap();
        let clock = SimulatedClock::at(punto_vocab::Time(START));
        let journal = Arc::new(SqliteJournal::open(folder.path()).unwrap());
        let key = SealingKey::new([7; 32]);
        let setup = Setup::new(journal, Arc::new(clock.clone()), "test", "one", key);
        let floor = Floor::start(setup).await.unwrap();
        let plan = TablePlan {
            name: "t".parse().unwrap(),
            title: "T".into(),
            rulebook: "rws-2016".into(),
            opening: "usual, limits 5..5000".parse().unwrap(),
            dealer: Dealer::Automatic,
            currency: "SGD".into(),
            bet_seconds: None,
        };
        let table = floor.add_table(plan, punto_table::Actor::System).await.unwrap();
        let night = Night { floor, clock, table, dice: seed, acts: 0, said: 0, _folder: folder };
        for name in ["ada", "ben"] {
            let patron: PersonId = name.parse().unwrap();
            let cat = Principal::Staff("cat".parse().unwrap());
            night.account(name, cat, Command::Register { patron, kind: AccountKind::Real }).await;
            night.account(name, Principal::Patron(patron), Command::SetPin).await;
            night
                .account(
                    name,
                    cat,
                    Command::Deposit { amount: Money::from_minor(100_000), seconded: None, exchanged: None },
                )
                .await;
            night.account(name, Principal::System, Command::StartSession { on: On(None) }).await;
        }
        night
    }

    /// Numbers that look random and are the same in every run.
    fn roll(&mut self, sides: u64) -> u64 {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.dice >> 33) % sides
    }

    async fn account(&self, name: &str, by: Principal, command: Command) {
        let account = self.floor.patron(name.parse().unwrap()).await.unwrap();
        let said = account.say(SaidTo { key: None, by, command }).await.unwrap();
        assert!(matches!(said, OutcomeOf::Done(_)), "{said:?}");
    }

    /// Says something that may well be refused.
    async fn say(&mut self, name: &str, line: &str) {
        self.said += 1;
        let key = format!("k{}", self.said).parse().unwrap();
        let by = match line.starts_with("buy-in") {
            true => punto_table::Actor::System,
            false => punto_table::Actor::Patron(name.parse().unwrap()),
        };
        let _ = self.table.say(Said { key, by, command: line.parse().unwrap(), of: None }).await;
    }

    /// The coups of whoever played the fewest.
    fn fewest_coups(&self) -> usize {
        let coups = |name| {
            let items = self.statement(name, i64::MIN, i64::MAX, usize::MAX).items;
            items.iter().filter(|entry| entry.kind == punto_wire::EntryKind::Coup).count()
        };
        coups("ada").min(coups("ben"))
    }

    async fn act(&mut self) {
        self.acts += 1;
        let (name, seat) = [("ada", 1), ("ben", 2)][self.roll(2) as usize];
        let amount = 5 * (1 + self.roll(20));
        let bet = ["player", "banker", "tie"][self.roll(3) as usize];
        let line = match self.roll(20) {
            0 | 1 => format!("sit {name}@{seat}"),
            2..=4 => format!("buy-in {name} {amount} balance"),
            5 => format!("cash-out {name} {amount}"),
            6 => format!("leave {name}"),
            7 => format!("lift {name}@{seat} {bet}"),
            8 => {
                let amount = Money::from_minor(100 * amount as i64);
                let cat = Principal::Staff("cat".parse().unwrap());
                return self
                    .account(name, cat, Command::Deposit { amount, seconded: None, exchanged: None })
                    .await;
            }
            _ => format!("bet {name}@{seat} {bet} {amount}"),
        };
        self.say(name, &line).await;
    }

    /// The dealer goes on, if something waits for its time.
    async fn go_on(&mut self) {
        let mut watch = self.table.watch();
        let timer = watch.borrow_and_update().timer;
        let Some(timer) = timer else {
            self.clock.advance(1_000);
            return;
        };
        self.clock.advance_to(timer.at);
        tokio::time::timeout(Duration::from_secs(120), watch.changed()).await.unwrap().unwrap();
    }

    fn statement(&self, name: &str, from: i64, to: i64, limit: usize) -> StatementView {
        statement(&**self.floor.journal(), name.parse().unwrap(), (from, to), limit).unwrap()
    }

    /// What a patron has, as the ledgers say.
    async fn worth(&self, name: &str) -> Worth {
        let patron: PersonId = name.parse().unwrap();
        let account = self.floor.patron(patron).await.unwrap().now();
        let table = self.table.now().table.clone();
        let on = |place| table.ledger.on(Coin::Credits, place);
        let open = table.open.as_ref().unwrap();
        let staked: Money = open
            .wagers()
            .iter()
            .filter(|own| own.wager.patron == patron)
            .map(|own| own.wager.stake.chips)
            .sum();
        let tables = on(Account::Balance(patron)) + on(Account::Owed(patron)) + staked;
        Worth { account: account.balance().minor(), tables: tables.minor() }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_statement_adds_up_with_the_ledger_wherever_it_is_cut() {
    for seed in [1, 2, 3] {
        let mut night = Night::begin(seed).await;
        // The cards are new in every run: who has lost everything early plays on once there is a deposit.
        while night.acts < 600 || night.fewest_coups() < 6 {
            assert!(night.acts < 20_000, "seed {seed}: a night without coups");
            night.act().await;
            // Wagers are open for longer than the rest of a coup takes.
            if night.roll(3) == 0 || !betting(&night.table) {
                night.go_on().await;
            }
        }
        let end = night.clock.now().0 + 1;
        for name in ["ada", "ben"] {
            let whole = night.statement(name, i64::MIN, i64::MAX, usize::MAX);
            assert_eq!(whole.closing, night.worth(name).await, "seed {seed}, {name}");
            assert_eq!((whole.opening, whole.next), (Worth::default(), None));
            for entry in &whole.items {
                assert!(entry.worth.account >= 0 && entry.worth.tables >= 0, "{entry:?}");
            }
            let middle = START + (end - START) * (1 + night.roll(8) as i64) / 10;
            let (first, second) = (
                night.statement(name, 0, middle, usize::MAX),
                night.statement(name, middle, end, usize::MAX),
            );
            assert_eq!(first.closing, second.opening, "seed {seed}, {name}");
            assert_eq!([first.items, second.items].concat(), whole.items);
            let (mut paged, mut from) = (Vec::new(), 0);
            loop {
                let page = night.statement(name, from, end, 7);
                paged.extend(page.items);
                match page.next {
                    Some(next) => from = next.parse().unwrap(),
                    None => break,
                }
            }
            assert_eq!(paged, whole.items, "seed {seed}, {name}");
        }
        night.floor.stop().await;
    }
}

/// A record that no report can read is told of by each that needs it, and left out by none.
#[tokio::test]
async fn reports_do_not_leave_out_what_they_cannot_read() {
    let folder = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(folder.path()).unwrap();
    let names = ["opened", "concluded", "shoe"];
    let entry = |stream: &str, body: String| Entry {
        stream: stream.parse().unwrap(),
        seq: 1,
        at: START,
        actor: "system".into(),
        schema: SCHEMA,
        engine: ENGINE,
        key: None,
        body,
    };
    let strange = format!("{{\"said\":\"ada\",\"events\":[{names:?}]}}");
    let streams = ["table/t", "patron/ada", "site"];
    journal.append(streams.map(|stream| entry(stream, strange.clone())).to_vec()).await.unwrap();
    let (table, patron): (StreamName, StreamName) =
        (streams[0].parse().unwrap(), streams[1].parse().unwrap());
    let dealt = DealtCoups::default();
    let said = [
        statement(&journal, "ada".parse().unwrap(), (0, i64::MAX), 10).err(),
        vouchers(&journal, &patron).err(),
        issued_voucher(&journal, &patron, 1).err(),
        dealt.look(&journal, &|_| None, &table, (0, START), |coups| coups.len()).err(),
        Disputes::of(&journal, "t".parse().unwrap()).err(),
        EndedShoes::default().of(&journal, &table).err(),
        past_events(&journal).err(),
    ];
    for (fault, place) in said.iter().zip(0..) {
        let why = fault.as_ref().map(ToString::to_string).unwrap_or_default();
        assert!(why.starts_with("record 1 of ") && why.contains("cannot be read"), "{place}: {fault:?}");
    }
}

/// Nor is somebody whom it cannot name taken for the system.
#[tokio::test]
async fn a_report_does_not_take_an_unknown_actor_for_the_system() {
    let folder = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(folder.path()).unwrap();
    let deposit = Spoken::new(
        Command::Deposit { amount: Money::from_minor(1), seconded: None, exchanged: None },
        Vec::new(),
    );
    let stream: StreamName = "patron/ada".parse().unwrap();
    let known = AccountBody::Said(deposit).entry((&stream, 1), START, &Principal::System, None);
    let unknown = Entry { actor: "somebody else".into(), seq: 2, ..known.clone() };
    journal.append(vec![known]).await.unwrap();
    let told = || statement(&journal, "ada".parse().unwrap(), (0, i64::MAX), 10);
    assert!(told().is_ok());
    journal.append(vec![unknown]).await.unwrap();
    assert!(told().unwrap_err().to_string().starts_with("record 2 of patron/ada cannot be read"));
}

fn betting(table: &TableHandle) -> bool {
    let moment = table.now();
    let phase = moment.table.open.as_ref().map(|open| &open.phase);
    matches!(phase, Some(Phase::Betting(betting)) if betting.opened.is_some() && !betting.closed)
}
