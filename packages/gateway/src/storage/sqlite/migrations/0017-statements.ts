// Schema version 17: monthly statements, and the details of an account that they show. Additive, so nodes of version 15 still work. A
// migration that has shipped is never edited.

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
