use punto_cluster::{ClusterError, Moves, PostgresJournal, check};
use punto_journal::{AppendError, ChainKey, Fault, Journal};
use punto_testkit::Proxy;
use punto_testkit::journal::{all, entry, fill, signer, stream};

use crate::{key, membership, open, server, streams, until};

fn stale(owner: Option<&str>) -> Result<Vec<punto_journal::Record>, AppendError> {
    Err(AppendError::Stale { stream: stream("table/t"), owner: owner.map(str::to_owned) })
}

#[test]
fn a_table_belongs_to_one_process_until_it_gives_it_up() {
    let address = server().database();
    let (one, two) = (open(&address, "node-a"), open(&address, "node-b"));
    fill(&one, "table/t", 3);
    assert_eq!(two.append(vec![entry("table/t", 4)]).wait(), stale(Some("node-a")));
    assert_eq!(two.acquire(&streams(&["table/t"])), Ok(vec![]), "its owner lives");
    assert!(one.append(vec![entry("table/t", 4)]).wait().is_ok());

    one.release(&streams(&["table/t"])).unwrap();
    assert_eq!(one.append(vec![entry("table/t", 5)]).wait(), stale(None));
    let taken = two.acquire(&streams(&["table/t", "table/unknown"])).unwrap();
    assert_eq!(taken.iter().map(|lease| lease.epoch).collect::<Vec<_>>(), [2]);
    assert_eq!(one.append(vec![entry("table/t", 5)]).wait(), stale(Some("node-b")));
    let repeated = one.append(vec![entry("table/t", 2)]).wait();
    assert!(matches!(repeated, Err(AppendError::Repeated { .. })), "what was done is known to anybody");
    assert!(two.append(vec![entry("table/t", 5)]).wait().is_ok());
    assert!(one.append(vec![entry("patron/ada", 1)]).wait().is_ok(), "an account is everybody's");
    assert_eq!(check::verify(&one, &[], &mut |_| {}).unwrap().findings, []);
}

#[test]
fn the_tables_of_a_process_that_is_gone_are_taken_when_its_lease_has_run_out() {
    let address = server().database();
    let (one, two) = (open(&address, "node-a"), open(&address, "node-b"));
    let written = fill(&one, "table/t", 3);
    one.abandon();
    assert_eq!(two.acquire(&streams(&["table/t"])), Ok(vec![]), "nobody knows yet");
    until("the lease has run out", || !two.acquire(&streams(&["table/t"])).unwrap().is_empty());
    assert_eq!(all(&two, "table/t"), written);
    assert!(two.append(vec![entry("table/t", 4)]).wait().is_ok());
}

#[test]
fn a_process_that_ends_in_order_leaves_its_tables_at_once() {
    let address = server().database();
    let (one, two) = (open(&address, "node-a"), open(&address, "node-b"));
    fill(&one, "table/t", 1);
    drop(one);
    assert_eq!(two.acquire(&streams(&["table/t"])).unwrap().len(), 1);
}

#[test]
fn a_process_that_is_started_again_takes_the_place_of_the_one_before() {
    let address = server().database();
    let one = open(&address, "node-a");
    fill(&one, "table/t", 1);
    let again = open(&address, "node-a");
    assert_eq!(
        again.append(vec![entry("table/t", 2)]).wait(),
        stale(Some("node-a")),
        "it has read nothing yet"
    );
    assert_eq!(again.acquire(&streams(&["table/t"])).unwrap().len(), 1);
    assert!(again.append(vec![entry("table/t", 2)]).wait().is_ok());
    until("the older one has learnt of it", || one.leases().is_empty());
    assert_eq!(one.append(vec![entry("table/t", 3)]).wait(), stale(Some("node-a")));
    assert_eq!(one.acquire(&streams(&["table/t"])), Ok(vec![]), "and never gets it back");
}

/// The one case that only the epoch decides: the number fits, as whoever took the table over has written nothing yet.
#[test]
fn a_process_that_was_cut_off_while_its_table_moved_cannot_write() {
    let (address, proxy) = (server().database(), Proxy::to(server().port()));
    let (one, two) = (open(&server().through(&address, proxy.port()), "node-a"), open(&address, "node-b"));
    let mut lost = one.lost();
    fill(&one, "table/t", 2);
    proxy.cut();
    until("the lease has run out", || !two.acquire(&streams(&["table/t"])).unwrap().is_empty());
    until("it knows that it may have been replaced", || !one.is_safe());
    proxy.mend();
    until("it is refused", || one.append(vec![entry("table/t", 3)]).wait() == stale(Some("node-b")));
    assert!(lost.has_changed().unwrap() && one.leases().is_empty(), "and says so");
    lost.mark_unchanged();
    assert!(two.append(vec![entry("table/t", 3)]).wait().is_ok());
    assert_eq!(check::verify(&two, &[], &mut |_| {}).unwrap().findings, []);
}

#[test]
fn without_the_epoch_it_would_write_and_the_check_finds_it() {
    let (address, proxy) = (server().database(), Proxy::to(server().port()));
    let careless = membership("node-a").without_epochs();
    let through = server().through(&address, proxy.port());
    let one = PostgresJournal::open(&through, careless, Some(key())).unwrap();
    let two = open(&address, "node-b");
    fill(&one, "table/t", 2);
    proxy.cut();
    until("the lease has run out", || !two.acquire(&streams(&["table/t"])).unwrap().is_empty());
    proxy.mend();
    until("it writes", || one.append(vec![entry("table/t", 3)]).wait().is_ok());
    let found = check::verify(&two, &[], &mut |_| {}).unwrap().findings;
    assert!(
        format!("{found:?}").contains("written under lease 1, and the stream was under lease 2"),
        "{found:?}"
    );
}

#[test]
fn processes_share_the_tables_between_them() {
    let address = server().database();
    let one = open(&address, "node-a");
    for n in 0..5 {
        fill(&one, &format!("table/t-{n}"), 1);
    }
    assert_eq!(one.balance(), Ok(Moves::default()), "one alone has all");
    let two = open(&address, "node-b");
    let moves = one.balance().unwrap();
    assert_eq!((moves.give.len(), two.balance()), (2, Ok(Moves::default())), "nothing is free yet");
    one.release(&moves.give).unwrap();
    two.acquire(&two.balance().unwrap().take).unwrap();
    assert_eq!((one.leases().len(), two.leases().len()), (3, 2));
    assert!(two.drain("node-a", true).unwrap() && !two.drain("nobody", true).unwrap());
    assert_eq!(one.balance().unwrap().give.len(), 3);
    let owners: Vec<_> = two.tenancies().unwrap().into_iter().filter_map(|own| own.owner).collect();
    assert_eq!(owners.len(), 5);
    assert!(two.nodes().unwrap().iter().all(|node| node.alive));
}

#[test]
fn one_process_of_the_house_signs_its_checkpoints() {
    let address = server().database();
    let (one, two) = (open(&address, "node-a"), open(&address, "node-b"));
    fill(&one, "table/t", 2);
    fill(&two, "site", 2);
    let first = one.checkpoint(&signer(), 1).unwrap();
    assert_eq!(first.streams, 2, "of all streams, whoever writes them");
    let refused = two.checkpoint(&signer(), 2);
    assert!(matches!(&refused, Err(Fault::Unfit(why)) if why.contains("another process")), "{refused:?}");
    drop(one);
    let second = two.checkpoint(&signer(), 3).unwrap();
    assert_eq!((second.number, second.prev), (2, first.hash()));
    assert_eq!(two.checkpoints(0).unwrap(), [first, second]);
    assert_eq!(two.heads().unwrap().len(), 2, "the right to sign is no stream of records");
}

#[test]
fn a_house_has_one_key_and_names_that_are_names() {
    let address = server().database();
    drop(open(&address, "node-a"));
    for key in [Some(ChainKey::new(&[8; 32])), None] {
        let refused = PostgresJournal::open(&address, membership("node-a"), key).err();
        assert_eq!(refused, Some(ClusterError::OtherKey));
    }
    for name in ["", "Node", "a node", &"a".repeat(41)] {
        let refused = PostgresJournal::open(&address, membership(name), Some(key())).err();
        assert!(matches!(refused, Some(ClusterError::Node(_))), "{name:?}");
    }
    server().sql(&address, "UPDATE punto.house SET version = 99");
    let refused = PostgresJournal::open(&address, membership("node-a"), Some(key())).err();
    assert!(matches!(refused, Some(ClusterError::Newer { found: 99, .. })), "{refused:?}");
}
