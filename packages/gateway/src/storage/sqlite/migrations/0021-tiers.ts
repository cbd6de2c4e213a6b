// Schema version 21: how many units of a price with tiers an account was charged for in a month. Additive. A migration that has shipped
// is never edited.

export const tiers = `
CREATE TABLE tier_months (
  account_id TEXT NOT NULL,
  month      TEXT NOT NULL, -- in which the calls were opened, such as 2026-11
  path       TEXT NOT NULL, -- of the price rule or the agreed price that has the tiers
  used       INTEGER NOT NULL CHECK (used >= 0),
  PRIMARY KEY (account_id, month, path)
) STRICT, WITHOUT ROWID;
`;
