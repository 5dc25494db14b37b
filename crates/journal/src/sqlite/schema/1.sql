-- Version 1 of the journal's database.

-- Every stream and where it ends.
CREATE TABLE stream (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE,
    seq      INTEGER NOT NULL,
    position INTEGER NOT NULL
) STRICT;

-- All records in the order of their commits. An index by stream and number would have to be written in as many places
-- as a commit has streams; so each record names the position of the one before it in its stream instead, and every
-- 64th is noted as a milestone from which the way back is short.
CREATE TABLE record (
    position INTEGER PRIMARY KEY,
    stream   INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    before   INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    actor    TEXT NOT NULL,
    schema   INTEGER NOT NULL,
    engine   INTEGER NOT NULL,
    key      TEXT,
    body     TEXT NOT NULL,
    prev     BLOB NOT NULL,
    hash     BLOB NOT NULL
) STRICT;

CREATE TABLE milestone (
    stream   INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (stream, seq)
) STRICT, WITHOUT ROWID;

-- The index of keys, sorted runs of 16 bytes a record: the first 8 bytes of BLAKE3 over stream and key, and the position.
-- All parts of a run have the position of its last record; the records behind the last run are in none yet.
CREATE TABLE key_part (
    number  INTEGER PRIMARY KEY,
    upto    INTEGER NOT NULL,
    entries BLOB NOT NULL,
    sum     BLOB NOT NULL
) STRICT;

-- One line of JSON each.
CREATE TABLE checkpoint (
    number INTEGER PRIMARY KEY,
    line   TEXT NOT NULL
) STRICT;

-- Small things that may change or be erased, outside the chain.
CREATE TABLE shelf (
    shelf TEXT NOT NULL,
    name  TEXT NOT NULL,
    bytes BLOB NOT NULL,
    sum   BLOB NOT NULL,
    PRIMARY KEY (shelf, name)
) STRICT;

-- For people who read the file with a tool.
CREATE VIEW journal AS
SELECT record.position, stream.name AS stream, record.seq, record.at, record.actor, record.schema, record.engine,
       record.key, record.body, lower(hex(record.prev)) AS prev, lower(hex(record.hash)) AS hash
FROM record JOIN stream ON stream.id = record.stream;

-- A record is the next of its stream and the last of all, whoever writes it: no number twice, no gap, no replacement.
-- Who tries otherwise loses the whole transaction, which also spares SQLite the notes to undo a single statement.
CREATE TRIGGER record_follows BEFORE INSERT ON record
WHEN (NEW.seq, NEW.before) IS NOT (SELECT seq + 1, position FROM stream WHERE id = NEW.stream)
  OR NEW.position <= (SELECT max(position) FROM record)
BEGIN SELECT RAISE(ROLLBACK, 'a record has the number after the last of its stream'); END;

CREATE TRIGGER record_counts AFTER INSERT ON record
BEGIN
    UPDATE stream SET seq = NEW.seq, position = NEW.position WHERE id = NEW.stream;
    INSERT INTO milestone SELECT NEW.stream, NEW.seq, NEW.position WHERE NEW.seq % 64 = 0;
END;

-- What was written stays as it was written.
CREATE TRIGGER stream_stays BEFORE UPDATE OF id, name ON stream
BEGIN SELECT RAISE(ABORT, 'a stream is never renamed'); END;
CREATE TRIGGER stream_kept BEFORE DELETE ON stream
BEGIN SELECT RAISE(ABORT, 'a stream is never deleted'); END;
CREATE TRIGGER record_stays BEFORE UPDATE ON record
BEGIN SELECT RAISE(ABORT, 'a record is never changed'); END;
CREATE TRIGGER record_kept BEFORE DELETE ON record
BEGIN SELECT RAISE(ABORT, 'a record is never deleted'); END;
CREATE TRIGGER milestone_stays BEFORE UPDATE ON milestone
BEGIN SELECT RAISE(ABORT, 'a milestone is never changed'); END;
CREATE TRIGGER milestone_kept BEFORE DELETE ON milestone
BEGIN SELECT RAISE(ABORT, 'a milestone is never deleted'); END;
CREATE TRIGGER key_part_stays BEFORE UPDATE ON key_part
BEGIN SELECT RAISE(ABORT, 'a part of the index of keys is never changed'); END;
CREATE TRIGGER key_part_kept BEFORE DELETE ON key_part
BEGIN SELECT RAISE(ABORT, 'a part of the index of keys is never deleted'); END;
CREATE TRIGGER checkpoint_follows BEFORE INSERT ON checkpoint
WHEN NEW.number <> 1 + (SELECT coalesce(max(number), 0) FROM checkpoint)
BEGIN SELECT RAISE(ABORT, 'a checkpoint has the number after the last'); END;
CREATE TRIGGER checkpoint_stays BEFORE UPDATE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'a checkpoint is never changed'); END;
CREATE TRIGGER checkpoint_kept BEFORE DELETE ON checkpoint
BEGIN SELECT RAISE(ABORT, 'a checkpoint is never deleted'); END;
