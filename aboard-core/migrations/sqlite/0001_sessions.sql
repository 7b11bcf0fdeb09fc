CREATE TABLE aboard_sessions (
    -- A UUID of version 7: in the order of creation.
    id            BLOB    NOT NULL PRIMARY KEY,
    flow          TEXT    NOT NULL,
    version       INTEGER NOT NULL,
    status        TEXT    NOT NULL,
    subject       TEXT,
    identity      TEXT,
    metadata      TEXT,
    created_at    INTEGER NOT NULL,
    expires_at    INTEGER NOT NULL,
    last_event_at INTEGER NOT NULL,
    next_step     TEXT,
    steps         TEXT    NOT NULL
) STRICT;

-- What lists ask for, each in the order that they show.
CREATE INDEX aboard_sessions_flow    ON aboard_sessions (flow, id);
CREATE INDEX aboard_sessions_status  ON aboard_sessions (flow, status, id);
CREATE INDEX aboard_sessions_next    ON aboard_sessions (flow, next_step, id);
CREATE INDEX aboard_sessions_subject ON aboard_sessions (flow, subject, id);
CREATE INDEX aboard_sessions_end     ON aboard_sessions (expires_at);

CREATE TABLE aboard_events (
    -- Never used twice, not even after the last was purged.
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    session BLOB    NOT NULL,
    type    TEXT    NOT NULL,
    step    TEXT,
    data    TEXT,
    at      INTEGER NOT NULL
) STRICT;

CREATE INDEX aboard_events_session ON aboard_events (session);

CREATE TABLE aboard_notices (
    event INTEGER NOT NULL PRIMARY KEY,
    body  TEXT    NOT NULL,
    at    INTEGER NOT NULL
) STRICT;

CREATE TABLE aboard_creation_keys (
    scope      BLOB    NOT NULL PRIMARY KEY,
    request    BLOB    NOT NULL,
    session    BLOB    NOT NULL,
    keep_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX aboard_creation_keys_end ON aboard_creation_keys (keep_until);
