// Schema version 13: the checkpoint of the last clean check of the ledger, from which the next one continues. Additive, so nodes of
// version 12 still work. A migration that has shipped is never edited.

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
