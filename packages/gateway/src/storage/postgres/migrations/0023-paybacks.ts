// Schema version 23: paybacks, money that goes back to cards. Additive. A migration that has shipped is never edited.

/** Text that is an id is sorted by its bytes, as in SQLite. */
const ID = 'text COLLATE "C"';

export const paybacks = `
CREATE TABLE paybacks (
  id            ${ID} PRIMARY KEY,
  account_id    ${ID} NOT NULL REFERENCES accounts (id),
  payment       ${ID} NOT NULL,
  amount_micros bigint NOT NULL CHECK (amount_micros > 0),
  state         text NOT NULL CHECK (state IN ('wanted', 'made', 'refused')),
  reference     text UNIQUE,
  reason        text NOT NULL,
  failure       text,
  wanted_at_ms  bigint NOT NULL,
  tried_at_ms   bigint NOT NULL,
  ended_at_ms   bigint,
  CHECK ((state = 'wanted') = (ended_at_ms IS NULL)),
  CHECK ((state = 'refused') = (failure IS NOT NULL))
);
CREATE INDEX paybacks_open ON paybacks (tried_at_ms, id) WHERE state = 'wanted';
CREATE INDEX paybacks_by_time ON paybacks (wanted_at_ms, id);
CREATE INDEX paybacks_by_account ON paybacks (account_id, wanted_at_ms, id);
CREATE INDEX paybacks_by_payment ON paybacks (payment);
`;
