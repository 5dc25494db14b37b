use punto_cluster::check;
use punto_journal::{Fault, Journal};
use punto_testkit::journal::{fill, signer};

use crate::{open, server};

/// What somebody who can write the database, and has not the key, does to it.
fn tampered(sql: &str) -> String {
    let address = server().database();
    let journal = open(&address, "node-a");
    fill(&journal, "table/t", 5);
    fill(&journal, "site", 3);
    journal.put("person", "ada", b"Ada").unwrap();
    journal.checkpoint(&signer(), 1).unwrap();
    fill(&journal, "site", 1);
    assert_eq!(check::verify(&journal, &[signer().public_key()], &mut |_| {}).unwrap().findings, []);
    let of = "(SELECT id FROM punto.stream WHERE name = 'table/t')";
    let sql = sql.replace("TABLE", of);
    // Whoever owns the database can turn off what keeps others from changing it.
    server()
        .sql(&address, &format!("SET session_replication_role TO replica; SET search_path TO punto; {sql}"));
    let found = check::verify(&journal, &[signer().public_key()], &mut |_| {}).unwrap();
    format!("{:?}", found.findings)
}

#[test]
fn whatever_is_changed_in_the_database_is_found() {
    for (sql, found) in [
        ("UPDATE record SET body = 'x' WHERE stream = TABLE AND seq = 3", "Hash"),
        ("UPDATE record SET actor = 'x' WHERE stream = TABLE AND seq = 3", "Hash"),
        ("UPDATE record SET code = hash WHERE stream = TABLE AND seq = 3", "Code"),
        ("UPDATE record SET code = NULL WHERE stream = TABLE AND seq = 5", "Code"),
        ("UPDATE record SET prev = hash WHERE stream = TABLE AND seq = 2", "Prev"),
        ("UPDATE record SET epoch = 0 WHERE stream = TABLE AND seq = 2", "under lease 0"),
        ("DELETE FROM record WHERE stream = TABLE AND seq = 2", "Number"),
        ("DELETE FROM record WHERE stream = TABLE AND seq = 5", "ends at record 4"),
        (
            "DELETE FROM record WHERE stream = TABLE AND seq = 5; UPDATE stream SET seq = 4,
             hash = (SELECT hash FROM record WHERE stream = TABLE AND seq = 4) WHERE id = TABLE",
            "Missing { witness: \"checkpoint 1\" }",
        ),
        ("UPDATE checkpoint SET line = replace(line, '\"at\":1,', '\"at\":2,')", "signature"),
        ("DELETE FROM checkpoint", "checkpoint 1 was signed, and is not there"),
        ("UPDATE shelf SET bytes = 'Eve' WHERE name = 'ada'", "not what was put there"),
    ] {
        let findings = tampered(sql);
        assert!(findings.contains(found), "{sql}: {findings}");
    }
}

#[test]
fn what_was_changed_is_not_read_as_a_record() {
    let address = server().database();
    let journal = open(&address, "node-a");
    let written = fill(&journal, "table/t", 3);
    let turned_off = "SET session_replication_role TO replica; SET search_path TO punto;";
    server().sql(&address, &format!("{turned_off} UPDATE record SET body = 'x' WHERE seq = 2"));
    let stream = &written[0].entry.stream;
    assert_eq!(journal.read(stream, 0, 1).unwrap(), written[..1]);
    assert!(matches!(journal.read(stream, 0, 2), Err(Fault::Damaged(_))));
    assert!(matches!(journal.find(stream, "k-2"), Err(Fault::Damaged(_))));
    server().sql(&address, &format!("{turned_off} DELETE FROM record WHERE seq = 2"));
    assert!(matches!(journal.read(stream, 0, 9), Err(Fault::Damaged(_))));
}

#[test]
fn records_are_changed_and_deleted_by_nobody_who_does_not_turn_that_off() {
    let address = server().database();
    let journal = open(&address, "node-a");
    fill(&journal, "table/t", 2);
    for sql in [
        "UPDATE punto.record SET body = 'x'",
        "DELETE FROM punto.record",
        "DELETE FROM punto.stream",
        "UPDATE punto.stream SET seq = 1",
        "UPDATE punto.stream SET epoch = 0",
        "DELETE FROM punto.tenure",
    ] {
        let refused = std::panic::catch_unwind(|| server().sql(&address, sql));
        assert!(refused.is_err(), "{sql}");
    }
}
