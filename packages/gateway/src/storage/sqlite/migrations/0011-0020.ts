// Migrations 11 to 20, as they shipped. A migration that has shipped is never edited.

// Schema version 11: what lists, overviews and the history of providers need. Answered calls are found by their charges, which already have
// an index. The new indexes only contain calls without a charge, so a paid call writes to none of them. Sums over calls and attempts are
// kept in five-minute steps, and added to their day later.

export const lists = `
CREATE INDEX calls_failed ON calls (finished_at_ms, seq) WHERE state IN ('released', 'expired');
CREATE INDEX calls_failed_by_account ON calls (account_id, finished_at_ms, seq) WHERE state IN ('released', 'expired');
CREATE INDEX entries_but_charges_by_time ON entries (at_ms) WHERE kind <> 'charge';
CREATE INDEX keys_by_prefix ON keys (prefix);

ALTER TABLE usage_days ADD COLUMN cost_micros INTEGER NOT NULL DEFAULT 0;
ALTER TABLE usage_carried ADD COLUMN cost_micros INTEGER NOT NULL DEFAULT 0;

-- The provider of a call is the one that answered it; it is empty for answers that were kept, and for calls that failed.
CREATE TABLE call_steps (
  step_ms        INTEGER NOT NULL, -- when the five minutes began
  path           TEXT NOT NULL,
  provider       TEXT NOT NULL,
  calls          INTEGER NOT NULL,
  failed_calls   INTEGER NOT NULL,
  charged_micros INTEGER NOT NULL,
  attempts       INTEGER NOT NULL,
  failures       INTEGER NOT NULL,
  duration_ms    INTEGER NOT NULL,
  cost_micros    INTEGER NOT NULL,
  -- Attempts that took so many milliseconds at most, and longer than the column before.
  ms_10          INTEGER NOT NULL,
  ms_25          INTEGER NOT NULL,
  ms_50          INTEGER NOT NULL,
  ms_100         INTEGER NOT NULL,
  ms_250         INTEGER NOT NULL,
  ms_500         INTEGER NOT NULL,
  ms_1000        INTEGER NOT NULL,
  ms_2500        INTEGER NOT NULL,
  ms_5000        INTEGER NOT NULL,
  ms_more        INTEGER NOT NULL,
  PRIMARY KEY (step_ms, path, provider)
) STRICT, WITHOUT ROWID;
`;

// Schema version 12: events of accounts and of the operator, the last number of each stream, the limit for `balance.low`, and the contact
// of an account. Additive, so nodes of version 11 still work; their charges cause no events.

export const events = `
ALTER TABLE accounts ADD COLUMN low_balance_micros INTEGER CHECK (low_balance_micros >= 0);
ALTER TABLE accounts ADD COLUMN title TEXT;
ALTER TABLE accounts ADD COLUMN contact TEXT;
ALTER TABLE accounts ADD COLUMN closed_at_ms INTEGER;

CREATE TABLE event_heads (
  stream TEXT PRIMARY KEY,
  seq    INTEGER NOT NULL CHECK (seq > 0)
) STRICT, WITHOUT ROWID;

-- The stream is an account, or 'operator'.
CREATE TABLE events (
  stream TEXT NOT NULL,
  seq    INTEGER NOT NULL,
  id     TEXT NOT NULL UNIQUE,
  type   TEXT NOT NULL,
  at_ms  INTEGER NOT NULL,
  data   TEXT NOT NULL,
  PRIMARY KEY (stream, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_by_time ON events (at_ms);
CREATE TRIGGER events_never_changed BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
`;

// Schema version 13: the checkpoint of the last clean check of the ledger, from which the next one continues. Additive, so nodes of version
// 12 still work.

export const checkpoint = `
CREATE TABLE ledger_checkpoint (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  at_ms    INTEGER NOT NULL,
  call_seq INTEGER NOT NULL,
  calls    INTEGER NOT NULL,
  entries  INTEGER NOT NULL,
  digest   TEXT NOT NULL
) STRICT;

CREATE TABLE proven_accounts (
  account_id     TEXT PRIMARY KEY,
  entry_seq      INTEGER NOT NULL,
  balance_micros INTEGER NOT NULL,
  charges        INTEGER NOT NULL,
  charged_micros INTEGER NOT NULL,
  settled        INTEGER NOT NULL,
  unsettled      INTEGER NOT NULL,
  digest         TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE proven_sums (
  scope  TEXT PRIMARY KEY,
  amount INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

// Schema version 14: payments. Top-up orders, disputed payments, saved cards and recharges. The database allows one open recharge per
// account.

export const payments = `
ALTER TABLE accounts ADD COLUMN owed_micros INTEGER NOT NULL DEFAULT 0 CHECK (owed_micros >= 0);
-- The line of a plan that is not at rest: a charge that crosses it wants a recharge.
ALTER TABLE accounts ADD COLUMN recharge_below_micros INTEGER CHECK (recharge_below_micros > 0);
CREATE INDEX accounts_recharged ON accounts (id) WHERE recharge_below_micros IS NOT NULL;

CREATE TABLE topup_orders (
  id            TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  way           TEXT NOT NULL,
  amount_micros INTEGER NOT NULL CHECK (amount_micros > 0),
  state         TEXT NOT NULL CHECK (state IN ('open', 'paid', 'ended')),
  saves_card    INTEGER NOT NULL CHECK (saves_card IN (0, 1)),
  address       TEXT,
  reference     TEXT,
  created_at_ms INTEGER NOT NULL,
  ended_at_ms   INTEGER,
  CHECK ((state = 'paid') = (reference IS NOT NULL)),
  CHECK ((state = 'open') = (ended_at_ms IS NULL))
) STRICT;
CREATE INDEX topup_orders_by_time ON topup_orders (created_at_ms, id);
CREATE INDEX topup_orders_by_account ON topup_orders (account_id, created_at_ms, id);

CREATE TABLE disputes (
  id               TEXT PRIMARY KEY,
  account_id       TEXT NOT NULL REFERENCES accounts (id),
  payment          TEXT NOT NULL,
  state            TEXT NOT NULL CHECK (state IN ('withdrawn', 'reinstated')),
  applied_micros   INTEGER NOT NULL CHECK (applied_micros >= 0),
  taken_micros     INTEGER NOT NULL CHECK (taken_micros >= 0),
  owed_micros      INTEGER NOT NULL CHECK (owed_micros >= 0),
  withdrawn_at_ms  INTEGER NOT NULL,
  reinstated_at_ms INTEGER,
  CHECK (state <> 'withdrawn' OR taken_micros + owed_micros = applied_micros),
  CHECK (state <> 'reinstated' OR owed_micros = 0)
) STRICT;
CREATE INDEX disputes_by_account ON disputes (account_id, withdrawn_at_ms, id);
CREATE INDEX disputes_by_payment ON disputes (payment);

-- How a provider of payments knows the card of an account; never its number.
CREATE TABLE saved_cards (
  account_id  TEXT PRIMARY KEY REFERENCES accounts (id),
  way         TEXT NOT NULL,
  customer    TEXT NOT NULL,
  card        TEXT NOT NULL,
  saved_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE recharge_plans (
  account_id       TEXT PRIMARY KEY REFERENCES accounts (id),
  below_micros     INTEGER NOT NULL CHECK (below_micros > 0),
  up_to_micros     INTEGER NOT NULL CHECK (up_to_micros > below_micros),
  month_max_micros INTEGER NOT NULL CHECK (month_max_micros > 0),
  declines         INTEGER NOT NULL,
  paused_by        TEXT
) STRICT;

CREATE TABLE recharges (
  id            TEXT PRIMARY KEY,
  account_id    TEXT NOT NULL REFERENCES accounts (id),
  state         TEXT NOT NULL CHECK (state IN ('wanted', 'charging', 'paid', 'declined', 'not_needed', 'cancelled')),
  amount_micros INTEGER CHECK (amount_micros > 0),
  month         TEXT,
  payment       TEXT,
  failure       TEXT,
  wanted_at_ms  INTEGER NOT NULL,
  not_before_ms INTEGER NOT NULL,
  claimed_at_ms INTEGER,
  tried_at_ms   INTEGER,
  ended_at_ms   INTEGER,
  CHECK (state NOT IN ('charging', 'paid') OR (amount_micros IS NOT NULL AND month IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX recharges_one_open ON recharges (account_id) WHERE state IN ('wanted', 'charging');
CREATE INDEX recharges_by_time ON recharges (wanted_at_ms, id);
CREATE INDEX recharges_by_account ON recharges (account_id, wanted_at_ms, id);

INSERT INTO meta (name, value) VALUES ('payments_read_at_ms', 0);
`;

// Schema version 15: webhooks, each with its position in the stream and the lease of the process that sends to it. Additive.

export const webhooks = `
CREATE TABLE webhooks (
  id                TEXT PRIMARY KEY,
  stream            TEXT NOT NULL,
  url               TEXT NOT NULL,
  secret            TEXT NOT NULL,
  previous_secret   TEXT,
  previous_until_ms INTEGER,
  state             TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
  cursor_seq        INTEGER NOT NULL,
  created_at_ms     INTEGER NOT NULL,
  failing_since_ms  INTEGER,
  failures          INTEGER NOT NULL DEFAULT 0,
  next_attempt_ms   INTEGER NOT NULL DEFAULT 0,
  last_status       INTEGER,
  last_at_ms        INTEGER,
  last_took_ms      INTEGER,
  lease             TEXT,
  lease_until_ms    INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX webhooks_by_stream ON webhooks (stream, created_at_ms);
`;

// Schema version 16: what is spent of the quotas of providers, and what nodes have leased of their limits. Additive.

export const sharedLimits = `
CREATE TABLE provider_quotas (
  provider   TEXT NOT NULL,
  start_ms   INTEGER NOT NULL,
  used_units INTEGER NOT NULL CHECK (used_units >= 0),
  PRIMARY KEY (provider, start_ms)
) STRICT, WITHOUT ROWID;
CREATE TABLE provider_leases (
  provider      TEXT NOT NULL,
  node          TEXT NOT NULL,
  rate_part     INTEGER NOT NULL CHECK (rate_part >= 0),
  rate_wanted   INTEGER NOT NULL,
  places_part   INTEGER NOT NULL CHECK (places_part >= 0),
  places_wanted INTEGER NOT NULL,
  until_ms      INTEGER NOT NULL,
  PRIMARY KEY (provider, node)
) STRICT, WITHOUT ROWID;
`;

// Schema version 17: monthly statements, and the details of an account that they show. Additive, so nodes of version 15 still work.

export const statements = `
ALTER TABLE accounts ADD COLUMN billing_address TEXT;
ALTER TABLE accounts ADD COLUMN tax_id TEXT;

-- Made once; what is corrected later is a line of a later month.
CREATE TABLE statements (
  number         INTEGER PRIMARY KEY CHECK (number > 0),
  account_id     TEXT NOT NULL REFERENCES accounts (id),
  month          TEXT NOT NULL,
  from_seq       INTEGER NOT NULL CHECK (from_seq > 0),
  to_seq         INTEGER NOT NULL CHECK (to_seq >= from_seq),
  opening_micros INTEGER NOT NULL,
  closing_micros INTEGER NOT NULL,
  document       TEXT NOT NULL, -- currency, seller, buyer and lines, as JSON
  digest         TEXT NOT NULL,
  closed_at_ms   INTEGER NOT NULL,
  UNIQUE (account_id, month),
  UNIQUE (account_id, from_seq)
) STRICT;
CREATE INDEX statements_by_account ON statements (account_id, number);
CREATE TRIGGER statements_never_changed BEFORE UPDATE ON statements
BEGIN SELECT RAISE(ABORT, 'statements are never changed'); END;
CREATE TRIGGER statements_never_deleted BEFORE DELETE ON statements
BEGIN SELECT RAISE(ABORT, 'statements are never changed'); END;

INSERT INTO meta (name, value)
VALUES ('statements_run_at_ms', 0), ('statements_month_ms', 0), ('statements_kept_at_ms', 0);
`;

// Schema version 18: invites, and the accounts that signed up. Additive.

export const signups = `
CREATE TABLE invites (
  id            TEXT PRIMARY KEY,
  hash          TEXT NOT NULL UNIQUE,
  title         TEXT,
  contact       TEXT,
  credit_micros INTEGER NOT NULL CHECK (credit_micros >= 0),
  created_by    TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  used_at_ms    INTEGER,
  revoked_at_ms INTEGER,
  account_id    TEXT,
  CHECK (used_at_ms IS NULL OR revoked_at_ms IS NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX invites_by_time ON invites (created_at_ms, id);

CREATE TABLE signups (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  at_ms      INTEGER NOT NULL,
  invite_id  TEXT,
  -- Of open sign-up: where it came from, until the day is over, and the puzzle that was solved for it.
  network    TEXT,
  proof      TEXT UNIQUE
) STRICT, WITHOUT ROWID;
CREATE INDEX signups_by_time ON signups (at_ms);

INSERT INTO meta (name, value) VALUES ('signed_up_at_ms', 0);
`;

// Schema version 19: grants, and what each entry used of them. Additive.

export const grants = `
ALTER TABLE accounts ADD COLUMN granted_micros INTEGER NOT NULL DEFAULT 0 CHECK (granted_micros >= 0);

CREATE TABLE grants (
  id               TEXT PRIMARY KEY,
  account_id       TEXT NOT NULL REFERENCES accounts (id),
  kind             TEXT NOT NULL CHECK (kind IN ('paid', 'promo', 'goodwill')),
  amount_micros    INTEGER NOT NULL CHECK (amount_micros > 0),
  remaining_micros INTEGER NOT NULL CHECK (remaining_micros BETWEEN 0 AND amount_micros),
  priority         INTEGER NOT NULL,
  expires_at_ms    INTEGER,
  reference        TEXT NOT NULL UNIQUE,
  reason           TEXT NOT NULL,
  created_at_ms    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX grants_by_account ON grants (account_id, created_at_ms, id);
CREATE INDEX grants_open ON grants (account_id) WHERE remaining_micros > 0;
CREATE INDEX grants_to_expire ON grants (expires_at_ms) WHERE remaining_micros > 0;

CREATE TABLE grant_uses (
  grant_id      TEXT NOT NULL REFERENCES grants (id),
  entry_seq     INTEGER NOT NULL,
  account_id    TEXT NOT NULL,
  call_seq      INTEGER,
  amount_micros INTEGER NOT NULL CHECK (amount_micros <> 0),
  PRIMARY KEY (grant_id, entry_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX grant_uses_by_call ON grant_uses (call_seq) WHERE call_seq IS NOT NULL;
`;

// Schema version 20: the last reported state of things that cause one event per change. Additive.

export const told = `
CREATE TABLE told (
  name  TEXT PRIMARY KEY,
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
