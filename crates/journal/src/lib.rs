//! Append-only, hash-chained, durable streams of records: SQLite, one writer, group commit, signed checkpoints.
