// Migrations 21 to 29, as they shipped. A migration that has shipped is never edited.

// Schema version 21: how many units of a price with tiers an account was charged for in a month. Additive.

export const tiers = `
CREATE TABLE tier_months (
  account_id TEXT NOT NULL,
  month      TEXT NOT NULL, -- in which the calls were opened, such as 2026-11
  path       TEXT NOT NULL, -- of the price rule or the agreed price that has the tiers
  used       INTEGER NOT NULL CHECK (used >= 0),
  PRIMARY KEY (account_id, month, path)
) STRICT, WITHOUT ROWID;
`;

// Schema version 22 changes nothing on SQLite, where the library is a file of its own. The number is that of PostgreSQL's migration.

export const libraryTables = '';

// Schema version 23: paybacks, money that goes back to cards. Additive.

export const paybacks = `
CREATE TABLE paybacks (
  id            TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  payment       TEXT NOT NULL,
  amount_micros INTEGER NOT NULL CHECK (amount_micros > 0),
  state         TEXT NOT NULL CHECK (state IN ('wanted', 'made', 'refused')),
  reference     TEXT UNIQUE,
  reason        TEXT NOT NULL,
  failure       TEXT,
  wanted_at_ms  INTEGER NOT NULL,
  tried_at_ms   INTEGER NOT NULL,
  ended_at_ms   INTEGER,
  CHECK ((state = 'wanted') = (ended_at_ms IS NULL)),
  CHECK ((state = 'refused') = (failure IS NOT NULL))
) STRICT;
CREATE INDEX paybacks_open ON paybacks (tried_at_ms, id) WHERE state = 'wanted';
CREATE INDEX paybacks_by_time ON paybacks (wanted_at_ms, id);
CREATE INDEX paybacks_by_account ON paybacks (account_id, wanted_at_ms, id);
CREATE INDEX paybacks_by_payment ON paybacks (payment);
`;

// Schema version 24: the amount that the payer's bank took for a dispute, which may exceed what the payment had left. Null in rows of older
// releases. Additive.

export const disputed = `
ALTER TABLE disputes ADD COLUMN disputed_micros INTEGER CHECK (disputed_micros >= 0);
`;

// Schema versions 25 and 26 change nothing on SQLite, where the library is a file of its own. The numbers are those of PostgreSQL's
// migrations.

export const libraryLists = '';
export const libraryViews = '';

// Schema version 27: collections and watches, the pages of items that they found, and the ids that they have seen. Additive.

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

// Schema version 28: leases on recharges, on paybacks and on the closing of months, so that they are claimed like all other duties
// (storage/nouns/duties.ts). Nodes of older releases claim by `tried_at_ms`, and months by `value`. Those columns stay and both write them,
// so that neither takes what the other is working on. Additive.

export const duties = `
ALTER TABLE recharges ADD COLUMN lease TEXT;
ALTER TABLE recharges ADD COLUMN lease_until_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE recharges ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE paybacks ADD COLUMN lease TEXT;
ALTER TABLE paybacks ADD COLUMN lease_until_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE paybacks ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE meta ADD COLUMN lease TEXT;
ALTER TABLE meta ADD COLUMN lease_until_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE meta ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
`;

// Schema version 29: what callers asked, for a limited number of days. It is a table of its own because a settled call never changes, and
// these rows are deleted. A node of an older release writes no row, and its calls show no question. Additive.

export const callQuestions = `
-- Every call writes a row, so there is neither a foreign key nor an index over time. The row is written in the transaction that inserts
-- its call, and calls are never deleted. Numbers of calls grow with time, so old rows are found from the lowest number on.
CREATE TABLE call_questions (
  call_seq    INTEGER PRIMARY KEY,
  account_id  TEXT NOT NULL,
  parameters  TEXT NOT NULL, -- JSON, see domain/gathering/question.ts
  asked_at_ms INTEGER NOT NULL
) STRICT;
`;
