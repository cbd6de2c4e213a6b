// Schema version 23: paybacks, money that goes back to cards. Additive. A migration that has shipped is never edited.

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
