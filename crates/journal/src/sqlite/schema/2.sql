-- Version 2: codes by a key outside the database.

-- The code of a record, over the code of the record before it, its position and its hash. Records that were there before
-- the journal was anchored have none.
ALTER TABLE record ADD COLUMN code BLOB;

-- From which position on records have codes, and what stands before the first of them.
CREATE TABLE start (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    position INTEGER NOT NULL,
    code     BLOB NOT NULL
) STRICT;

-- What is on each shelf taken together, and when it last changed. The row without a name is of all shelves.
CREATE TABLE shelf_code (
    shelf   TEXT PRIMARY KEY NOT NULL,
    version INTEGER NOT NULL,
    content BLOB NOT NULL,
    code    BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER start_stays BEFORE UPDATE ON start
BEGIN SELECT RAISE(ABORT, 'where codes begin is never changed'); END;
CREATE TRIGGER start_kept BEFORE DELETE ON start
BEGIN SELECT RAISE(ABORT, 'where codes begin is never deleted'); END;
