// Schema version 17: monthly statements, and the details of an account that they show. Additive, so nodes of version 15 still work. A
// migration that has shipped is never edited.

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
