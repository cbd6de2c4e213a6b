// Schema version 1. The database enforces: strict types, one call per (account, request id), one charge per call, no balance below zero
// or below what is held, and no change of rows that are written once. A migration that has shipped is never edited.
export const initial = `
CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO meta (name, value) VALUES ('revision', 0), ('proofs', 0);

CREATE TABLE accounts (
  id               TEXT PRIMARY KEY,
  name             TEXT NOT NULL UNIQUE,
  status           TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  currency         TEXT NOT NULL,
  balance_micros   INTEGER NOT NULL DEFAULT 0 CHECK (balance_micros BETWEEN 0 AND 1000000000000000),
  held_micros      INTEGER NOT NULL DEFAULT 0 CHECK (held_micros >= 0),
  entry_seq        INTEGER NOT NULL DEFAULT 0,
  rate_requests    INTEGER,
  rate_per_seconds INTEGER,
  rate_concurrent  INTEGER,
  created_at_ms    INTEGER NOT NULL,
  CHECK (balance_micros - held_micros >= 0)
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
  id                 TEXT PRIMARY KEY,
  account_id         TEXT NOT NULL REFERENCES accounts (id),
  name               TEXT NOT NULL,
  prefix             TEXT NOT NULL,
  groups             TEXT NOT NULL,
  status             TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled', 'revoked')),
  created_at_ms      INTEGER NOT NULL,
  expires_at_ms      INTEGER,
  addresses          TEXT,
  rate_requests      INTEGER,
  rate_per_seconds   INTEGER,
  rate_concurrent    INTEGER,
  daily_cap_micros   INTEGER CHECK (daily_cap_micros >= 0),
  monthly_cap_micros INTEGER CHECK (monthly_cap_micros >= 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_by_account ON keys (account_id, id);

-- Secrets are known by their SHA-256 alone. A rotated one keeps working until valid_until_ms.
CREATE TABLE key_secrets (
  hash           TEXT PRIMARY KEY,
  key_id         TEXT NOT NULL REFERENCES keys (id),
  created_at_ms  INTEGER NOT NULL,
  valid_until_ms INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX key_secrets_by_key ON key_secrets (key_id);

CREATE TABLE calls (
  seq             INTEGER PRIMARY KEY,
  account_id      TEXT NOT NULL REFERENCES accounts (id),
  request_id      TEXT NOT NULL,
  epoch           INTEGER NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('held', 'settled', 'released', 'expired')),
  node            TEXT NOT NULL,
  key_id          TEXT NOT NULL REFERENCES keys (id),
  fingerprint     TEXT NOT NULL,
  path            TEXT NOT NULL,
  route_group     TEXT NOT NULL,
  platform        TEXT NOT NULL,
  operation       TEXT NOT NULL,
  variant         TEXT NOT NULL,
  catalog_version INTEGER NOT NULL,
  price_micros    INTEGER NOT NULL CHECK (price_micros >= 0),
  charged_micros  INTEGER NOT NULL DEFAULT 0 CHECK (charged_micros BETWEEN 0 AND price_micros),
  source          TEXT,
  failure_code    TEXT,
  attempts        TEXT,
  opened_at_ms    INTEGER NOT NULL,
  finished_at_ms  INTEGER,
  UNIQUE (account_id, request_id),
  CHECK (charged_micros = 0 OR state = 'settled')
) STRICT;
CREATE INDEX calls_held_by_key ON calls (key_id) WHERE state = 'held';
CREATE INDEX calls_held_by_account ON calls (account_id) WHERE state = 'held';

-- A charge is final: a settled call can change in nothing, and no call can vanish.
CREATE TRIGGER calls_settled_is_final BEFORE UPDATE ON calls WHEN OLD.state = 'settled'
BEGIN SELECT RAISE(ABORT, 'a settled call is final'); END;
CREATE TRIGGER calls_never_deleted BEFORE DELETE ON calls
BEGIN SELECT RAISE(ABORT, 'calls are never deleted'); END;

CREATE TABLE entries (
  id                   INTEGER PRIMARY KEY,
  account_id           TEXT NOT NULL REFERENCES accounts (id),
  seq                  INTEGER NOT NULL,
  kind                 TEXT NOT NULL CHECK (kind IN ('topup', 'charge', 'refund', 'adjustment')),
  amount_micros        INTEGER NOT NULL,
  balance_after_micros INTEGER NOT NULL CHECK (balance_after_micros >= 0),
  at_ms                INTEGER NOT NULL,
  call_seq             INTEGER REFERENCES calls (seq),
  reference            TEXT,
  actor                TEXT NOT NULL,
  reason               TEXT,
  UNIQUE (account_id, seq),
  CHECK (kind <> 'charge' OR (amount_micros <= 0 AND call_seq IS NOT NULL)),
  CHECK (kind <> 'refund' OR (amount_micros > 0 AND call_seq IS NOT NULL AND reason IS NOT NULL)),
  CHECK (kind <> 'topup' OR (amount_micros > 0 AND reference IS NOT NULL)),
  CHECK (kind <> 'adjustment' OR (amount_micros <> 0 AND reason IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX entries_one_charge_per_call ON entries (call_seq) WHERE kind = 'charge';
CREATE UNIQUE INDEX entries_one_per_reference ON entries (kind, reference) WHERE reference IS NOT NULL;
CREATE INDEX entries_refunds_by_call ON entries (call_seq) WHERE kind = 'refund';
CREATE TRIGGER entries_never_updated BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
CREATE TRIGGER entries_never_deleted BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;

-- Answers for replay, gzip-compressed; dropped after their time, unlike the calls they belong to.
CREATE TABLE answers (
  call_seq     INTEGER PRIMARY KEY REFERENCES calls (seq),
  body         BLOB NOT NULL,
  passed_on    TEXT, -- status and headers of an upstream's own answer, as JSON
  stored_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX answers_by_time ON answers (stored_at_ms);

CREATE TABLE usage_days (
  account_id     TEXT NOT NULL,
  key_id         TEXT NOT NULL,
  day            TEXT NOT NULL,
  path           TEXT NOT NULL,
  calls          INTEGER NOT NULL DEFAULT 0,
  failures       INTEGER NOT NULL DEFAULT 0,
  charged_micros INTEGER NOT NULL DEFAULT 0,
  last_at_ms     INTEGER NOT NULL,
  PRIMARY KEY (account_id, key_id, day, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX usage_days_by_day ON usage_days (day);

-- What attempts cost the operator and what their calls earned.
CREATE TABLE provider_days (
  day            TEXT NOT NULL,
  path           TEXT NOT NULL,
  provider       TEXT NOT NULL,
  attempts       INTEGER NOT NULL,
  failures       INTEGER NOT NULL,
  duration_ms    INTEGER NOT NULL,
  cost_micros    INTEGER NOT NULL,
  charged_micros INTEGER NOT NULL,
  PRIMARY KEY (day, path, provider)
) STRICT, WITHOUT ROWID;

-- One row per key and per account that has a limit: the window that runs now.
CREATE TABLE rate_windows (
  scope    TEXT PRIMARY KEY,
  start_ms INTEGER NOT NULL,
  used     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE catalogs (
  version           INTEGER PRIMARY KEY,
  effective_from_ms INTEGER NOT NULL,
  published_at_ms   INTEGER NOT NULL,
  published_by      TEXT NOT NULL,
  note              TEXT,
  document          TEXT NOT NULL
) STRICT;
CREATE TRIGGER catalogs_never_updated BEFORE UPDATE ON catalogs
BEGIN SELECT RAISE(ABORT, 'catalog versions are immutable'); END;
CREATE TRIGGER catalogs_never_deleted BEFORE DELETE ON catalogs
BEGIN SELECT RAISE(ABORT, 'catalog versions are immutable'); END;

CREATE TABLE admin_tokens (
  id            TEXT PRIMARY KEY,
  name          TEXT NOT NULL,
  prefix        TEXT NOT NULL,
  hash          TEXT NOT NULL UNIQUE,
  created_at_ms INTEGER NOT NULL,
  revoked_at_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
  id      INTEGER PRIMARY KEY,
  at_ms   INTEGER NOT NULL,
  actor   TEXT NOT NULL,
  action  TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail  TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_subject ON audit (subject, id);
CREATE TRIGGER audit_never_updated BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_never_deleted BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
`;
