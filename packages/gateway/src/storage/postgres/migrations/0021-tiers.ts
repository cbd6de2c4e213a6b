// Schema version 21: how many units of a price with tiers an account was charged for in a month. Additive. A migration that has shipped
// is never edited.

export const tiers = `
CREATE TABLE tier_months (
  account_id text COLLATE "C" NOT NULL,
  month      text COLLATE "C" NOT NULL, -- in which the calls were opened, such as 2026-11
  path       text COLLATE "C" NOT NULL, -- of the price rule or the agreed price that has the tiers
  used       bigint NOT NULL CHECK (used >= 0),
  PRIMARY KEY (account_id, month, path)
) WITH (fillfactor = 50); -- Rewritten by every charge that it counts.
`;
