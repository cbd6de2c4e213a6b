// Schema version 6: terms of calls without a fixed price, and what they delivered. Both are null for every other call. A migration that
// has shipped is never edited.

export const terms = `
ALTER TABLE calls ADD COLUMN terms text, ADD COLUMN delivered text;

-- Calls that an allowance covered, by the day of their opening. A call that failed is taken out again.
CREATE TABLE free_days (
  account_id text COLLATE "C" NOT NULL,
  day        text COLLATE "C" NOT NULL,
  path       text COLLATE "C" NOT NULL, -- of the price rule that grants the allowance
  used       bigint NOT NULL CHECK (used >= 0),
  PRIMARY KEY (account_id, day, path)
) WITH (fillfactor = 50); -- Rewritten by every call that it counts.
`;
