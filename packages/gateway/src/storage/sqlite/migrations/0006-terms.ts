// Schema version 6: terms of calls without a fixed price, and what they delivered. Both are null for every other call. A migration that
// has shipped is never edited.

export const terms = `
ALTER TABLE calls ADD COLUMN terms TEXT;
ALTER TABLE calls ADD COLUMN delivered TEXT;

-- Calls that an allowance covered, by the day of their opening. A call that failed is taken out again.
CREATE TABLE free_days (
  account_id TEXT NOT NULL,
  day        TEXT NOT NULL,
  path       TEXT NOT NULL, -- of the price rule that grants the allowance
  used       INTEGER NOT NULL CHECK (used >= 0),
  PRIMARY KEY (account_id, day, path)
) STRICT, WITHOUT ROWID;
`;
