use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Barrier};
use std::thread;

use proptest::prelude::*;
use punto_journal::check::verify;
use punto_journal::{AppendError, Hash, Journal};

use crate::{all, entry, folder, open, signer, stream};

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Threads race for the same few streams. Each wins or is told where the stream ends; in the end every
    /// stream is gapless, holds exactly the winners' records, and the whole journal passes the check.
    #[test]
    fn racing_writers_leave_whole_chains(seed in any::<u64>(), writers in 1usize..8, streams in 1u64..4) {
        let folder = folder();
        let journal = Arc::new(open(&folder));
        let (barrier, acknowledged) = (Arc::new(Barrier::new(writers)), Arc::new(AtomicU64::new(0)));
        let threads: Vec<_> = (0..writers as u64)
            .map(|writer| {
                let (journal, barrier, acknowledged) = (journal.clone(), barrier.clone(), acknowledged.clone());
                thread::spawn(move || {
                    let mut random = seed ^ writer.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    let mut next = vec![1; streams as usize];
                    barrier.wait();
                    for n in 0..40 {
                        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                        let (count, first) = (1 + (random >> 33) % 3, (random >> 40) % streams);
                        let mut entries = Vec::new();
                        for k in 0..count {
                            let of = ((first + k) % streams) as usize;
                            let mut entry = entry(&format!("table/t-{of}"), next[of]);
                            entry.key = Some(format!("{writer}-{n}-{k}"));
                            entries.push(entry);
                            next[of] += 1;
                        }
                        match journal.append(entries.clone()).wait() {
                            Ok(records) => {
                                assert!(records.iter().zip(&entries).all(|(record, entry)| record.entry == *entry));
                                acknowledged.fetch_add(records.len() as u64, Relaxed);
                            }
                            Err(AppendError::Conflict { .. }) => {
                                for head in journal.heads().unwrap() {
                                    let of: usize = head.stream.as_str()[8..].parse().unwrap();
                                    next[of] = head.seq + 1;
                                }
                                for (of, next) in next.iter_mut().enumerate() {
                                    let there = journal.read(&stream(&format!("table/t-{of}")), 0, 1).unwrap();
                                    if there.is_empty() { *next = 1; }
                                }
                            }
                            Err(other) => panic!("{other}"),
                        }
                        if n % 13 == 7 { journal.checkpoint(&signer(), n as i64).unwrap(); }
                    }
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());

        let mut total = 0;
        for head in journal.heads().unwrap() {
            let records = all(&*journal, head.stream.as_str());
            let mut prev = Hash::ZERO;
            for (n, record) in records.iter().enumerate() {
                prop_assert_eq!((record.entry.seq, record.prev), (n as u64 + 1, prev));
                prop_assert!(record.holds());
                prev = record.hash;
            }
            prop_assert_eq!(records.last().unwrap().head(), head);
            total += records.len() as u64;
        }
        prop_assert_eq!(total, acknowledged.load(Relaxed));
        let mut visited = 0;
        let report = verify(folder.path(), &[], &mut |_| visited += 1, &mut |_| {}).unwrap();
        prop_assert_eq!(&report.findings, &[]);
        prop_assert_eq!((report.records, visited), (total, total));
    }
}
