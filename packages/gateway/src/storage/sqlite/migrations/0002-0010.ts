// Migrations 2 to 10, as they shipped. A migration that has shipped is never edited.

// Schema version 2: sums of usage whose days were deleted. One row per key, so that usage and ledger still agree to the micro-unit, and the
// time of a key's last use is kept.

export const usageCarried = `
CREATE TABLE usage_carried (
  account_id     TEXT NOT NULL,
  key_id         TEXT NOT NULL,
  calls          INTEGER NOT NULL,
  failures       INTEGER NOT NULL,
  charged_micros INTEGER NOT NULL,
  last_at_ms     INTEGER NOT NULL,
  PRIMARY KEY (account_id, key_id)
) STRICT, WITHOUT ROWID;
`;

// Schema version 3: the service secret that all nodes share.

export const serviceSecret = `
CREATE TABLE service_secret (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  fingerprint TEXT NOT NULL,
  secret      TEXT -- null when the environment gives it, or a file
) STRICT;
`;

// Schema version 4: keeps a large ledger fast. Usage is stored by day, so that today's rows share their pages and a report over a month
// reads one range. Entries other than charges are found without scanning the charges between them. A paid call touches the new indexes only
// when it is the first one of a key on a day.

export const growth = `
CREATE TABLE usage_by_day (
  account_id     TEXT NOT NULL,
  key_id         TEXT NOT NULL,
  day            TEXT NOT NULL,
  path           TEXT NOT NULL,
  calls          INTEGER NOT NULL DEFAULT 0,
  failures       INTEGER NOT NULL DEFAULT 0,
  charged_micros INTEGER NOT NULL DEFAULT 0,
  last_at_ms     INTEGER NOT NULL,
  PRIMARY KEY (day, path, account_id, key_id)
) STRICT, WITHOUT ROWID;
INSERT INTO usage_by_day (account_id, key_id, day, path, calls, failures, charged_micros, last_at_ms)
  SELECT account_id, key_id, day, path, calls, failures, charged_micros, last_at_ms FROM usage_days
   ORDER BY day, path, account_id, key_id;
DROP TABLE usage_days;
ALTER TABLE usage_by_day RENAME TO usage_days;
CREATE INDEX usage_days_by_key ON usage_days (account_id, key_id, day);
CREATE INDEX usage_days_by_account ON usage_days (account_id, day);

CREATE INDEX entries_but_charges ON entries (account_id, seq) WHERE kind <> 'charge';
`;

// Schema version 5: one index over open holds instead of two, by account and then by key. Every call is added to it and removed from it,
// and it serves both kinds of query.

export const heldByPayer = `
CREATE INDEX calls_held ON calls (account_id, key_id) WHERE state = 'held';
DROP INDEX calls_held_by_key;
DROP INDEX calls_held_by_account;
`;

// Schema version 6: terms of calls without a fixed price, and what they delivered. Both are null for every other call.

export const terms = `
ALTER TABLE calls ADD COLUMN terms TEXT;
ALTER TABLE calls ADD COLUMN delivered TEXT;

-- Calls that an allowance covered, by the day of their opening. A call that failed is taken out again.
CREATE TABLE free_days (
  account_id TEXT NOT NULL,
  day        TEXT NOT NULL,
  path       TEXT NOT NULL, -- of the price rule that grants the allowance
  used       INTEGER NOT NULL CHECK (used >= 0),
  PRIMARY KEY (account_id, day, path)
) STRICT, WITHOUT ROWID;
`;

// Schema version 7: caps. A key may have a total cap, a highest price of one call, and lists of platforms and operations that it may use. A
// project is a label on keys, with caps of its own.

export const budgets = `
CREATE TABLE projects (
  id                 TEXT PRIMARY KEY,
  account_id         TEXT NOT NULL REFERENCES accounts (id),
  name               TEXT NOT NULL,
  created_at_ms      INTEGER NOT NULL,
  daily_cap_micros   INTEGER CHECK (daily_cap_micros >= 0),
  monthly_cap_micros INTEGER CHECK (monthly_cap_micros >= 0),
  total_cap_micros   INTEGER CHECK (total_cap_micros >= 0),
  UNIQUE (account_id, name)
) STRICT, WITHOUT ROWID;

ALTER TABLE keys ADD COLUMN total_cap_micros INTEGER CHECK (total_cap_micros >= 0);
ALTER TABLE keys ADD COLUMN max_call_micros INTEGER CHECK (max_call_micros >= 0);
ALTER TABLE keys ADD COLUMN platforms TEXT;
ALTER TABLE keys ADD COLUMN operations TEXT;
ALTER TABLE keys ADD COLUMN project_id TEXT REFERENCES projects (id);

-- The project of the key when the call was opened: a key that moves leaves its spending behind.
ALTER TABLE calls ADD COLUMN project_id TEXT;

-- Running sums of what was charged: one row for each project, and one for each key with a total cap.
CREATE TABLE spend (
  scope        TEXT PRIMARY KEY,
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  day          TEXT NOT NULL,
  day_micros   INTEGER NOT NULL,
  month        TEXT NOT NULL,
  month_micros INTEGER NOT NULL,
  total_micros INTEGER NOT NULL,
  CHECK (0 <= day_micros AND day_micros <= month_micros AND month_micros <= total_micros)
) STRICT, WITHOUT ROWID;
`;

// Schema version 8: complaints about paid answers, one per call. A decided complaint never changes.

export const complaints = `
CREATE TABLE complaints (
  id              TEXT PRIMARY KEY,
  account_id      TEXT NOT NULL REFERENCES accounts (id),
  call_seq        INTEGER NOT NULL UNIQUE REFERENCES calls (seq),
  path            TEXT NOT NULL,
  provider        TEXT,
  reason          TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('waiting', 'refunded', 'refused')),
  ground          TEXT NOT NULL,
  note            TEXT NOT NULL,
  refunded_micros INTEGER NOT NULL CHECK (refunded_micros >= 0),
  cost_micros     INTEGER NOT NULL,
  filed_at_ms     INTEGER NOT NULL,
  decided_at_ms   INTEGER,
  decided_by      TEXT,
  CHECK ((state = 'refunded') = (refunded_micros > 0)),
  CHECK ((state = 'waiting') = (decided_at_ms IS NULL))
) STRICT;
CREATE INDEX complaints_by_account ON complaints (account_id, filed_at_ms);
CREATE INDEX complaints_waiting ON complaints (id) WHERE state = 'waiting';
CREATE INDEX complaints_decided ON complaints (decided_at_ms);
CREATE TRIGGER complaints_end_once BEFORE UPDATE ON complaints WHEN OLD.state <> 'waiting'
BEGIN SELECT RAISE(ABORT, 'a complaint that has ended is final'); END;
CREATE TRIGGER complaints_never_deleted BEFORE DELETE ON complaints
BEGIN SELECT RAISE(ABORT, 'complaints are never deleted'); END;
`;

// Schema version 9: the state of a search over many platforms after a page, kept for a day.

export const walkStates = `
CREATE TABLE walk_states (
  id           TEXT NOT NULL,
  part         TEXT NOT NULL,
  key_id       TEXT NOT NULL REFERENCES keys (id),
  stored_at_ms INTEGER NOT NULL,
  size         INTEGER NOT NULL CHECK (size = length(body)),
  body         BLOB NOT NULL,
  PRIMARY KEY (id, part)
) STRICT;
CREATE INDEX walk_states_by_key ON walk_states (key_id, stored_at_ms, size);
CREATE INDEX walk_states_by_age ON walk_states (stored_at_ms);
`;

// Schema version 10: sessions of the console and the portal, the one-time codes that open them, and the roles of admin tokens. Additive, so
// nodes of version 9 still work; for them every token has the role of an owner.

export const sessions = `
ALTER TABLE admin_tokens ADD COLUMN role TEXT NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'operator', 'viewer'));

CREATE TABLE login_codes (
  id            TEXT PRIMARY KEY,
  hash          TEXT NOT NULL UNIQUE,
  kind          TEXT NOT NULL CHECK (kind IN ('console', 'portal')),
  name          TEXT NOT NULL,
  role          TEXT CHECK (role IN ('owner', 'operator', 'viewer')),
  account_id    TEXT REFERENCES accounts (id),
  key_id        TEXT REFERENCES keys (id),
  created_by    TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  used_at_ms    INTEGER,
  CHECK ((kind = 'console') = (role IS NOT NULL)),
  CHECK ((kind = 'portal') = (account_id IS NOT NULL AND key_id IS NOT NULL))
) STRICT;
CREATE INDEX login_codes_expired ON login_codes (expires_at_ms);

-- secret_hash is that of the key it was opened with, and empty when a code opened it.
CREATE TABLE sessions (
  id            TEXT PRIMARY KEY,
  kind          TEXT NOT NULL CHECK (kind IN ('console', 'portal')),
  name          TEXT NOT NULL,
  role          TEXT CHECK (role IN ('owner', 'operator', 'viewer')),
  account_id    TEXT REFERENCES accounts (id),
  key_id        TEXT REFERENCES keys (id),
  secret_hash   TEXT,
  cookie_hash   TEXT NOT NULL UNIQUE,
  page_hash     TEXT NOT NULL,
  opened_by     TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  ended_at_ms   INTEGER,
  CHECK ((kind = 'console') = (role IS NOT NULL)),
  CHECK ((kind = 'portal') = (account_id IS NOT NULL AND key_id IS NOT NULL))
) STRICT;
CREATE INDEX sessions_by_account ON sessions (account_id, created_at_ms);
CREATE INDEX sessions_by_time ON sessions (created_at_ms, id);
CREATE INDEX sessions_expired ON sessions (expires_at_ms);
`;
