// Schema version 19: grants, and what each entry used of them. Additive. A migration that has shipped is never edited.

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
