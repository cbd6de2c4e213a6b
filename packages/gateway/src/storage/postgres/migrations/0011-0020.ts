// Migrations 11 to 20, as they shipped. A migration that has shipped is never edited.

// Schema version 11: what lists, overviews and the history of providers need. Answered calls are found by their charges, which already have
// an index. The new indexes only contain calls without a charge, so a paid call writes to none of them. Sums over calls and attempts are
// kept in five-minute steps, and added to their day later.

export const lists = `
CREATE INDEX calls_failed ON calls (finished_at_ms, seq) WHERE state IN ('released', 'expired');
CREATE INDEX calls_failed_by_account ON calls (account_id, finished_at_ms, seq) WHERE state IN ('released', 'expired');
CREATE INDEX entries_but_charges_by_time ON entries (at_ms) WHERE kind <> 'charge';
CREATE INDEX keys_by_prefix ON keys (prefix COLLATE "C");

ALTER TABLE usage_days ADD COLUMN cost_micros bigint NOT NULL DEFAULT 0;
ALTER TABLE usage_carried ADD COLUMN cost_micros bigint NOT NULL DEFAULT 0;

-- The provider of a call is the one that answered it; it is empty for answers that were kept, and for calls that failed.
CREATE TABLE call_steps (
  step_ms        bigint NOT NULL, -- when the five minutes began
  path           text COLLATE "C" NOT NULL,
  provider       text COLLATE "C" NOT NULL,
  calls          bigint NOT NULL,
  failed_calls   bigint NOT NULL,
  charged_micros bigint NOT NULL,
  attempts       bigint NOT NULL,
  failures       bigint NOT NULL,
  duration_ms    bigint NOT NULL,
  cost_micros    bigint NOT NULL,
  -- Attempts that took so many milliseconds at most, and longer than the column before.
  ms_10          bigint NOT NULL,
  ms_25          bigint NOT NULL,
  ms_50          bigint NOT NULL,
  ms_100         bigint NOT NULL,
  ms_250         bigint NOT NULL,
  ms_500         bigint NOT NULL,
  ms_1000        bigint NOT NULL,
  ms_2500        bigint NOT NULL,
  ms_5000        bigint NOT NULL,
  ms_more        bigint NOT NULL,
  PRIMARY KEY (step_ms, path, provider)
) WITH (fillfactor = 50); -- The rows of the five minutes that run are rewritten by every batch.
`;

// Schema version 12: events of accounts and of the operator, the last number of each stream, the limit for `balance.low`, and the contact
// of an account. Additive, so nodes of version 11 still work; their charges cause no events.

export const events = `
ALTER TABLE accounts
  ADD COLUMN low_balance_micros bigint CHECK (low_balance_micros >= 0),
  ADD COLUMN title text,
  ADD COLUMN contact text,
  ADD COLUMN closed_at_ms bigint;

CREATE TABLE event_heads (
  stream text COLLATE "C" PRIMARY KEY,
  seq    bigint NOT NULL CHECK (seq > 0)
);

-- The stream is an account, or 'operator'.
CREATE TABLE events (
  stream text COLLATE "C" NOT NULL,
  seq    bigint NOT NULL,
  id     text COLLATE "C" NOT NULL UNIQUE,
  type   text NOT NULL,
  at_ms  bigint NOT NULL,
  data   text NOT NULL,
  PRIMARY KEY (stream, seq)
);
CREATE INDEX events_by_time ON events (at_ms);
CREATE TRIGGER events_never_changed BEFORE UPDATE ON events FOR EACH ROW
  EXECUTE FUNCTION reelgate_refuse('events are never changed');
`;

// Schema version 13: the checkpoint of the last clean check of the ledger, from which the next one continues. Additive, so nodes of version
// 12 still work.

export const checkpoint = `
CREATE TABLE ledger_checkpoint (
  id       bigint PRIMARY KEY CHECK (id = 1),
  at_ms    bigint NOT NULL,
  call_seq bigint NOT NULL,
  calls    bigint NOT NULL,
  entries  bigint NOT NULL,
  digest   text NOT NULL
);

CREATE TABLE proven_accounts (
  account_id     text COLLATE "C" PRIMARY KEY,
  entry_seq      bigint NOT NULL,
  balance_micros bigint NOT NULL,
  charges        bigint NOT NULL,
  charged_micros bigint NOT NULL,
  settled        bigint NOT NULL,
  unsettled      bigint NOT NULL,
  digest         text NOT NULL
);

CREATE TABLE proven_sums (
  scope  text COLLATE "C" PRIMARY KEY,
  amount bigint NOT NULL
);
`;

// Schema version 14: payments. Top-up orders, disputed payments, saved cards and recharges. The database allows one open recharge per
// account.

/** Text that is an id is sorted by its bytes, as in SQLite. */
const ID = 'text COLLATE "C"';

export const payments = `
ALTER TABLE accounts ADD COLUMN owed_micros bigint NOT NULL DEFAULT 0 CHECK (owed_micros >= 0);
-- The line of a plan that is not at rest: a charge that crosses it wants a recharge.
ALTER TABLE accounts ADD COLUMN recharge_below_micros bigint CHECK (recharge_below_micros > 0);
CREATE INDEX accounts_recharged ON accounts (id) WHERE recharge_below_micros IS NOT NULL;

CREATE TABLE topup_orders (
  id            ${ID} PRIMARY KEY,
  account_id    ${ID} NOT NULL REFERENCES accounts (id),
  way           text NOT NULL,
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  state         text NOT NULL CHECK (state IN ('open', 'paid', 'ended')),
  saves_card    bigint NOT NULL CHECK (saves_card IN (0, 1)),
  address       text,
  reference     text,
  created_at_ms bigint NOT NULL,
  ended_at_ms   bigint,
  CHECK ((state = 'paid') = (reference IS NOT NULL)),
  CHECK ((state = 'open') = (ended_at_ms IS NULL))
);
CREATE INDEX topup_orders_by_time ON topup_orders (created_at_ms, id);
CREATE INDEX topup_orders_by_account ON topup_orders (account_id, created_at_ms, id);

CREATE TABLE disputes (
  id               ${ID} PRIMARY KEY,
  account_id       ${ID} NOT NULL REFERENCES accounts (id),
  payment          ${ID} NOT NULL,
  state            text NOT NULL CHECK (state IN ('withdrawn', 'reinstated')),
  applied_micros   bigint NOT NULL CHECK (applied_micros >= 0),
  taken_micros     bigint NOT NULL CHECK (taken_micros >= 0),
  owed_micros      bigint NOT NULL CHECK (owed_micros >= 0),
  withdrawn_at_ms  bigint NOT NULL,
  reinstated_at_ms bigint,
  CHECK (state <> 'withdrawn' OR taken_micros + owed_micros = applied_micros),
  CHECK (state <> 'reinstated' OR owed_micros = 0)
);
CREATE INDEX disputes_by_account ON disputes (account_id, withdrawn_at_ms, id);
CREATE INDEX disputes_by_payment ON disputes (payment);

-- How a provider of payments knows the card of an account; never its number.
CREATE TABLE saved_cards (
  account_id  ${ID} PRIMARY KEY REFERENCES accounts (id),
  way         text NOT NULL,
  customer    text NOT NULL,
  card        text NOT NULL,
  saved_at_ms bigint NOT NULL
);

CREATE TABLE recharge_plans (
  account_id       ${ID} PRIMARY KEY REFERENCES accounts (id),
  below_micros     bigint NOT NULL CHECK (below_micros > 0),
  up_to_micros     bigint NOT NULL CHECK (up_to_micros > below_micros),
  month_max_micros bigint NOT NULL CHECK (month_max_micros > 0),
  declines         bigint NOT NULL,
  paused_by        text
);

CREATE TABLE recharges (
  id            ${ID} PRIMARY KEY,
  account_id    ${ID} NOT NULL REFERENCES accounts (id),
  state         text NOT NULL CHECK (state IN ('wanted', 'charging', 'paid', 'declined', 'not_needed', 'cancelled')),
  amount_micros bigint CHECK (amount_micros > 0),
  month         text,
  payment       text,
  failure       text,
  wanted_at_ms  bigint NOT NULL,
  not_before_ms bigint NOT NULL,
  claimed_at_ms bigint,
  tried_at_ms   bigint,
  ended_at_ms   bigint,
  CHECK (state NOT IN ('charging', 'paid') OR (amount_micros IS NOT NULL AND month IS NOT NULL))
);
CREATE UNIQUE INDEX recharges_one_open ON recharges (account_id) WHERE state IN ('wanted', 'charging');
CREATE INDEX recharges_by_time ON recharges (wanted_at_ms, id);
CREATE INDEX recharges_by_account ON recharges (account_id, wanted_at_ms, id);

INSERT INTO meta (name, value) VALUES ('payments_read_at_ms', 0);
`;

// Schema version 15: webhooks, each with its position in the stream and the lease of the process that sends to it. Additive.

export const webhooks = `
CREATE TABLE webhooks (
  id                text COLLATE "C" PRIMARY KEY,
  stream            text COLLATE "C" NOT NULL,
  url               text NOT NULL,
  secret            text NOT NULL,
  previous_secret   text,
  previous_until_ms bigint,
  state             text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
  cursor_seq        bigint NOT NULL,
  created_at_ms     bigint NOT NULL,
  failing_since_ms  bigint,
  failures          bigint NOT NULL DEFAULT 0,
  next_attempt_ms   bigint NOT NULL DEFAULT 0,
  last_status       bigint,
  last_at_ms        bigint,
  last_took_ms      bigint,
  lease             text,
  lease_until_ms    bigint NOT NULL DEFAULT 0
);
CREATE INDEX webhooks_by_stream ON webhooks (stream, created_at_ms);
`;

// Schema version 16: what is spent of the quotas of providers, and what nodes have leased of their limits. Additive.

export const sharedLimits = `
CREATE TABLE provider_quotas (
  provider   text COLLATE "C" NOT NULL,
  start_ms   bigint NOT NULL,
  used_units bigint NOT NULL CHECK (used_units >= 0),
  PRIMARY KEY (provider, start_ms)
);
CREATE TABLE provider_leases (
  provider      text COLLATE "C" NOT NULL,
  node          text COLLATE "C" NOT NULL,
  rate_part     bigint NOT NULL CHECK (rate_part >= 0),
  rate_wanted   bigint NOT NULL,
  places_part   bigint NOT NULL CHECK (places_part >= 0),
  places_wanted bigint NOT NULL,
  until_ms      bigint NOT NULL,
  PRIMARY KEY (provider, node)
);
`;

// Schema version 17: monthly statements, and the details of an account that they show. Additive, so nodes of version 15 still work.

export const statements = `
ALTER TABLE accounts
  ADD COLUMN billing_address text,
  ADD COLUMN tax_id text;

-- Made once; what is corrected later is a line of a later month.
CREATE TABLE statements (
  number         bigint PRIMARY KEY CHECK (number > 0),
  account_id     text COLLATE "C" NOT NULL REFERENCES accounts (id),
  month          text COLLATE "C" NOT NULL,
  from_seq       bigint NOT NULL CHECK (from_seq > 0),
  to_seq         bigint NOT NULL CHECK (to_seq >= from_seq),
  opening_micros bigint NOT NULL,
  closing_micros bigint NOT NULL,
  document       text NOT NULL, -- currency, seller, buyer and lines, as JSON
  digest         text NOT NULL,
  closed_at_ms   bigint NOT NULL,
  UNIQUE (account_id, month),
  UNIQUE (account_id, from_seq)
);
CREATE INDEX statements_by_account ON statements (account_id, number);
CREATE TRIGGER statements_never_changed BEFORE UPDATE OR DELETE ON statements FOR EACH ROW
  EXECUTE FUNCTION reelgate_refuse('statements are never changed');
CREATE TRIGGER statements_never_emptied BEFORE TRUNCATE ON statements
  EXECUTE FUNCTION reelgate_refuse('statements are never changed');

INSERT INTO meta (name, value)
VALUES ('statements_run_at_ms', 0), ('statements_month_ms', 0), ('statements_kept_at_ms', 0);
`;

// Schema version 18: invites, and the accounts that signed up. Additive.

export const signups = `
CREATE TABLE invites (
  id            text COLLATE "C" PRIMARY KEY,
  hash          text COLLATE "C" NOT NULL UNIQUE,
  title         text,
  contact       text,
  credit_micros bigint NOT NULL CHECK (credit_micros >= 0),
  created_by    text NOT NULL,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  used_at_ms    bigint,
  revoked_at_ms bigint,
  account_id    text COLLATE "C",
  CHECK (used_at_ms IS NULL OR revoked_at_ms IS NULL)
);
CREATE INDEX invites_by_time ON invites (created_at_ms, id);

CREATE TABLE signups (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES accounts (id),
  at_ms      bigint NOT NULL,
  invite_id  text COLLATE "C",
  -- Of open sign-up: where it came from, until the day is over, and the puzzle that was solved for it.
  network    text,
  proof      text UNIQUE
);
CREATE INDEX signups_by_time ON signups (at_ms);

INSERT INTO meta (name, value) VALUES ('signed_up_at_ms', 0);
`;

// Schema version 19: grants, and what each entry used of them. Additive.

export const grants = `
ALTER TABLE accounts ADD COLUMN granted_micros bigint NOT NULL DEFAULT 0 CHECK (granted_micros >= 0);

CREATE TABLE grants (
  id               text COLLATE "C" PRIMARY KEY,
  account_id       text COLLATE "C" NOT NULL REFERENCES accounts (id),
  kind             text NOT NULL CHECK (kind IN ('paid', 'promo', 'goodwill')),
  amount_micros    bigint NOT NULL CHECK (amount_micros > 0),
  remaining_micros bigint NOT NULL CHECK (remaining_micros BETWEEN 0 AND amount_micros),
  priority         bigint NOT NULL,
  expires_at_ms    bigint,
  reference        text COLLATE "C" NOT NULL UNIQUE,
  reason           text NOT NULL,
  created_at_ms    bigint NOT NULL
);
CREATE INDEX grants_by_account ON grants (account_id, created_at_ms, id);
CREATE INDEX grants_open ON grants (account_id) WHERE remaining_micros > 0;
CREATE INDEX grants_to_expire ON grants (expires_at_ms) WHERE remaining_micros > 0;

CREATE TABLE grant_uses (
  grant_id      text COLLATE "C" NOT NULL REFERENCES grants (id),
  entry_seq     bigint NOT NULL,
  account_id    text COLLATE "C" NOT NULL,
  call_seq      bigint,
  amount_micros bigint NOT NULL CHECK (amount_micros <> 0),
  PRIMARY KEY (grant_id, entry_seq)
);
CREATE INDEX grant_uses_by_call ON grant_uses (call_seq) WHERE call_seq IS NOT NULL;
`;

// Schema version 20: the last reported state of things that cause one event per change. Additive.

export const told = `
CREATE TABLE told (
  name  text COLLATE "C" PRIMARY KEY,
  state text NOT NULL
);
`;
