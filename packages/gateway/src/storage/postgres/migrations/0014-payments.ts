// Schema version 14: payments. Top-up orders, disputed payments, saved cards and recharges. The database allows one open recharge per
// account. A migration that has shipped is never edited.

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
