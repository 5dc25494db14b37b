-- Names are kept once; rows have their numbers.
CREATE TABLE name (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (kind, name)) STRICT;
-- Where the fold of each table stands.
CREATE TABLE fold (tbl INTEGER PRIMARY KEY, seq INTEGER NOT NULL, state TEXT NOT NULL) STRICT;
-- What tables chose: a game is a document in one of its variants.
CREATE TABLE terms (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, game INTEGER NOT NULL, said TEXT NOT NULL) STRICT;
-- A row for each coup that ended, and one with the other sign for each that was undone.
CREATE TABLE coup (
  at INTEGER NOT NULL, tbl INTEGER NOT NULL, seq INTEGER NOT NULL, dealer INTEGER NOT NULL, game INTEGER NOT NULL,
  sign INTEGER NOT NULL, came INTEGER NOT NULL, micros INTEGER NOT NULL,
  known INTEGER NOT NULL, mean REAL NOT NULL, variance REAL NOT NULL
) STRICT;
CREATE INDEX coup_at ON coup (at);
-- A row for what each patron wagered on each bet in a coup, or beside one.
CREATE TABLE wager (
  at INTEGER NOT NULL, tbl INTEGER NOT NULL, seq INTEGER NOT NULL, dealer INTEGER NOT NULL, game INTEGER NOT NULL,
  patron INTEGER NOT NULL, bet INTEGER NOT NULL, credits INTEGER NOT NULL,
  wagers INTEGER NOT NULL, stakes INTEGER NOT NULL, paid INTEGER NOT NULL, collected INTEGER NOT NULL,
  tokens INTEGER NOT NULL, stood_off INTEGER NOT NULL, commission INTEGER NOT NULL
) STRICT;
CREATE INDEX wager_at ON wager (at);
-- The same by the hour, so that a long period is a few rows.
CREATE TABLE coup_hour (
  hour INTEGER NOT NULL, tbl INTEGER NOT NULL, dealer INTEGER NOT NULL, game INTEGER NOT NULL,
  coups INTEGER NOT NULL, voids INTEGER NOT NULL, undone INTEGER NOT NULL,
  player INTEGER NOT NULL, banker INTEGER NOT NULL, tie INTEGER NOT NULL, micros INTEGER NOT NULL,
  unknown INTEGER NOT NULL, mean REAL NOT NULL, variance REAL NOT NULL,
  PRIMARY KEY (hour, tbl, dealer, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE wager_hour (
  hour INTEGER NOT NULL, tbl INTEGER NOT NULL, dealer INTEGER NOT NULL, game INTEGER NOT NULL,
  patron INTEGER NOT NULL, bet INTEGER NOT NULL, credits INTEGER NOT NULL,
  wagers INTEGER NOT NULL, stakes INTEGER NOT NULL, paid INTEGER NOT NULL, collected INTEGER NOT NULL,
  tokens INTEGER NOT NULL, stood_off INTEGER NOT NULL, commission INTEGER NOT NULL,
  PRIMARY KEY (hour, tbl, dealer, game, patron, bet, credits)
) STRICT, WITHOUT ROWID;
-- Money that moved beside wagers.
CREATE TABLE moved (
  at INTEGER NOT NULL, tbl INTEGER NOT NULL, seq INTEGER NOT NULL, what TEXT NOT NULL, coin TEXT NOT NULL,
  dealer INTEGER NOT NULL, game INTEGER NOT NULL, patron INTEGER, amount INTEGER NOT NULL, tray TEXT
) STRICT;
CREATE INDEX moved_at ON moved (at);
-- Who was at a table, and until when.
CREATE TABLE visit (tbl INTEGER NOT NULL, patron INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER) STRICT;
CREATE INDEX visit_open ON visit (tbl, patron) WHERE until IS NULL;
CREATE TABLE exception (
  at INTEGER NOT NULL, stream TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, who TEXT, line TEXT NOT NULL
) STRICT;
CREATE INDEX exception_at ON exception (at);
CREATE TABLE day (day TEXT PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL) STRICT;
