// Schema version 13: the checkpoint of the last clean check of the ledger, from which the next one continues. Additive, so nodes of
// version 12 still work. A migration that has shipped is never edited.

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
