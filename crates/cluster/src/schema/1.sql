-- Version 1 of the journal's schema in PostgreSQL.

-- Every stream: where it ends, and which process may write it. The row is locked by whoever appends to the stream and by
-- whoever takes it over, so that no append can come between a change of its owner and the new epoch.
CREATE TABLE stream (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name     text COLLATE "C" NOT NULL UNIQUE,
    seq      bigint NOT NULL DEFAULT 0,
    hash     bytea,
    code     bytea,
    engine   integer NOT NULL DEFAULT 0,
    -- The lease: whose it is, and how often it has changed hands. Sites and accounts have no owner.
    owner    text,
    epoch    bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- Every process of the house. Its leases hold as long as it says that it lives; the clock is the database's.
CREATE TABLE member (
    name        text PRIMARY KEY,
    incarnation bigint NOT NULL,
    expires     timestamptz NOT NULL,
    engine      integer NOT NULL,
    draining    boolean NOT NULL DEFAULT false
);

-- Who has held which stream: since when, and from behind which record on.
CREATE TABLE tenure (
    stream bigint NOT NULL,
    epoch  bigint NOT NULL,
    owner  text NOT NULL,
    at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    seq    bigint NOT NULL,
    PRIMARY KEY (stream, epoch)
);

-- All records. A table of the database for each volume, so that a sealed one can be taken away as a whole; the key begins
-- with the stream, so that a distributed database can spread them. `position` grows with the transaction that wrote it.
-- `epoch` is that of the lease it was written under. Texts are bytes, as a text of PostgreSQL cannot hold every character.
CREATE TABLE record (
    stream   bigint NOT NULL,
    volume   integer NOT NULL DEFAULT 1,
    seq      bigint NOT NULL,
    at       bigint NOT NULL,
    actor    bytea NOT NULL,
    schema   integer NOT NULL,
    engine   integer NOT NULL,
    key      bytea,
    body     bytea NOT NULL,
    prev     bytea NOT NULL,
    hash     bytea NOT NULL,
    code     bytea,
    epoch    bigint NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (stream, seq, volume),
    UNIQUE (stream, key, volume)
) PARTITION BY LIST (volume);

CREATE TABLE record_1 PARTITION OF record FOR VALUES IN (1);
CREATE INDEX record_position ON record (position);

-- One line of JSON each.
CREATE TABLE checkpoint (
    number bigint PRIMARY KEY,
    line   text NOT NULL
);

-- Small things that may change or be erased, outside the chain.
CREATE TABLE shelf (
    shelf text COLLATE "C" NOT NULL,
    name  text COLLATE "C" NOT NULL,
    bytes bytea NOT NULL,
    code  bytea,
    PRIMARY KEY (shelf, name)
);

-- For people who read the database with a tool.
CREATE VIEW journal AS
SELECT record.position, stream.name AS stream, record.seq, record.at, convert_from(record.actor, 'UTF8') AS actor,
       record.schema, record.engine, convert_from(record.key, 'UTF8') AS key, convert_from(record.body, 'UTF8') AS body,
       encode(record.prev, 'hex') AS prev, encode(record.hash, 'hex') AS hash, record.epoch
FROM record JOIN stream ON stream.id = record.stream;

-- What was written stays as it was written.
CREATE FUNCTION stays() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'what is in % is never changed', TG_TABLE_NAME; END $$;

CREATE TRIGGER record_stays BEFORE UPDATE OR DELETE ON record FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER checkpoint_stays BEFORE UPDATE OR DELETE ON checkpoint FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER tenure_stays BEFORE UPDATE OR DELETE ON tenure FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER stream_kept BEFORE DELETE ON stream FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER stream_counts BEFORE UPDATE ON stream FOR EACH ROW
WHEN (NEW.name <> OLD.name OR NEW.seq < OLD.seq OR NEW.epoch < OLD.epoch) EXECUTE FUNCTION stays();
