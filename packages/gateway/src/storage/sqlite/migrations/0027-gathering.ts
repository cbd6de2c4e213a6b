// Schema version 27: collections and watches, the pages of items that they found, and the ids that they have seen. Additive. A migration
// that has shipped is never edited.

export const gathering = `
CREATE TABLE collections (
  id              TEXT PRIMARY KEY,
  account_id      TEXT NOT NULL REFERENCES accounts (id),
  key_id          TEXT NOT NULL REFERENCES keys (id),
  request_id      TEXT NOT NULL,
  fingerprint     TEXT NOT NULL,
  name            TEXT,
  platform        TEXT NOT NULL,
  path            TEXT NOT NULL,
  query           TEXT,
  questions       TEXT NOT NULL,
  question_count  INTEGER NOT NULL CHECK (question_count > 0),
  question        INTEGER NOT NULL DEFAULT 0,
  refused_count   INTEGER NOT NULL DEFAULT 0,
  pcursor         TEXT,
  list_end        TEXT,
  idle_pages      INTEGER NOT NULL DEFAULT 0,
  pages           INTEGER NOT NULL DEFAULT 0,
  items           INTEGER NOT NULL DEFAULT 0,
  items_max       INTEGER NOT NULL CHECK (items_max > 0),
  charged_micros  INTEGER NOT NULL DEFAULT 0,
  reserved_micros INTEGER NOT NULL DEFAULT 0,
  budget_micros   INTEGER NOT NULL CHECK (charged_micros + reserved_micros <= budget_micros),
  most_micros     INTEGER NOT NULL,
  page_at_ms      INTEGER,
  until_ms        INTEGER,
  state           TEXT NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'waiting', 'done', 'stopped', 'failed')),
  waiting_for     TEXT,
  told_wait       TEXT,
  end_reason      TEXT,
  end_wanted      TEXT,
  failure         TEXT,
  created_at_ms   INTEGER NOT NULL,
  ended_at_ms     INTEGER,
  expires_at_ms   INTEGER,
  purge_at_ms     INTEGER,
  is_removed      INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
  due_at_ms       INTEGER NOT NULL,
  lease           TEXT,
  lease_until_ms  INTEGER NOT NULL DEFAULT 0,
  failures        INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account_id, request_id),
  CHECK ((state IN ('done', 'stopped', 'failed')) = (ended_at_ms IS NOT NULL)),
  CHECK ((state = 'waiting') = (waiting_for IS NOT NULL)),
  CHECK ((ended_at_ms IS NULL) = (end_reason IS NULL))
) STRICT;
CREATE INDEX collections_by_account ON collections (account_id, created_at_ms, id);
CREATE INDEX collections_by_time ON collections (created_at_ms, id);
CREATE INDEX collections_due ON collections (due_at_ms) WHERE ended_at_ms IS NULL;
CREATE INDEX collections_leased ON collections (lease) WHERE lease IS NOT NULL;
CREATE INDEX collections_purged ON collections (purge_at_ms) WHERE purge_at_ms IS NOT NULL;

CREATE TABLE watches (
  id                  TEXT PRIMARY KEY,
  account_id          TEXT NOT NULL REFERENCES accounts (id),
  key_id              TEXT NOT NULL REFERENCES keys (id),
  request_id          TEXT NOT NULL,
  fingerprint         TEXT NOT NULL,
  name                TEXT,
  platform            TEXT NOT NULL,
  path                TEXT NOT NULL,
  query               TEXT NOT NULL,
  every_ms            INTEGER NOT NULL CHECK (every_ms > 0),
  is_auto             INTEGER NOT NULL DEFAULT 0 CHECK (is_auto IN (0, 1)),
  pages_max           INTEGER NOT NULL CHECK (pages_max > 0),
  baseline            TEXT NOT NULL CHECK (baseline IN ('mark', 'deliver')),
  run_most_micros     INTEGER NOT NULL,
  month_budget_micros INTEGER,
  total_budget_micros INTEGER,
  spent_micros        INTEGER NOT NULL DEFAULT 0,
  spent_month         TEXT NOT NULL DEFAULT '',
  spent_month_micros  INTEGER NOT NULL DEFAULT 0,
  reserved_micros     INTEGER NOT NULL DEFAULT 0,
  state               TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'ended')),
  paused_for          TEXT,
  runs                INTEGER NOT NULL DEFAULT 0,
  items               INTEGER NOT NULL DEFAULT 0,
  extra_runs          INTEGER NOT NULL DEFAULT 0,
  extra_hour          INTEGER NOT NULL DEFAULT 0,
  run_now             INTEGER NOT NULL DEFAULT 0 CHECK (run_now IN (0, 1)),
  has_run             INTEGER NOT NULL DEFAULT 0 CHECK (has_run IN (0, 1)),
  has_gap             INTEGER NOT NULL DEFAULT 0 CHECK (has_gap IN (0, 1)),
  is_told_failing     INTEGER NOT NULL DEFAULT 0 CHECK (is_told_failing IN (0, 1)),
  feed_hash           TEXT UNIQUE,
  created_at_ms       INTEGER NOT NULL,
  ended_at_ms         INTEGER,
  due_at_ms           INTEGER NOT NULL,
  lease               TEXT,
  lease_until_ms      INTEGER NOT NULL DEFAULT 0,
  failures            INTEGER NOT NULL DEFAULT 0,
  UNIQUE (account_id, request_id),
  CHECK ((state = 'paused') = (paused_for IS NOT NULL)),
  CHECK ((state = 'ended') = (ended_at_ms IS NOT NULL)),
  CHECK (total_budget_micros IS NULL OR spent_micros + reserved_micros <= total_budget_micros)
) STRICT;
CREATE INDEX watches_by_account ON watches (account_id, created_at_ms, id);
CREATE INDEX watches_by_time ON watches (created_at_ms, id);
CREATE INDEX watches_due ON watches (due_at_ms) WHERE state = 'active';
CREATE INDEX watches_paused ON watches (lease_until_ms) WHERE state = 'paused';
CREATE INDEX watches_ended ON watches (ended_at_ms) WHERE state = 'ended';
CREATE INDEX watches_leased ON watches (lease) WHERE lease IS NOT NULL;

CREATE TABLE watch_runs (
  watch_id       TEXT NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
  number         INTEGER NOT NULL,
  request_id     TEXT NOT NULL,
  slot_ms        INTEGER NOT NULL,
  at_ms          INTEGER NOT NULL,
  late_by_s      INTEGER NOT NULL,
  pages          INTEGER NOT NULL,
  items          INTEGER NOT NULL,
  charged_micros INTEGER NOT NULL,
  gap            INTEGER NOT NULL CHECK (gap IN (0, 1)),
  failure        TEXT,
  PRIMARY KEY (watch_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE found_pages (
  owner          TEXT NOT NULL,
  first_number   INTEGER NOT NULL,
  items          INTEGER NOT NULL CHECK (items > 0),
  request_id     TEXT NOT NULL,
  found_at_ms    INTEGER NOT NULL,
  links_until_ms INTEGER,
  bytes          INTEGER NOT NULL,
  body           BLOB NOT NULL,
  PRIMARY KEY (owner, first_number)
) STRICT;
CREATE INDEX found_pages_by_time ON found_pages (found_at_ms);

CREATE TABLE seen_items (
  owner   TEXT NOT NULL,
  item    TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (owner, item)
) STRICT, WITHOUT ROWID;
`;
