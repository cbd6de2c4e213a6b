// Schema version 16: what is spent of the quotas of providers, and what nodes have leased of their limits. Additive. A migration that has
// shipped is never edited.

export const sharedLimits = `
CREATE TABLE provider_quotas (
  provider   TEXT NOT NULL,
  start_ms   INTEGER NOT NULL,
  used_units INTEGER NOT NULL CHECK (used_units >= 0),
  PRIMARY KEY (provider, start_ms)
) STRICT, WITHOUT ROWID;
CREATE TABLE provider_leases (
  provider      TEXT NOT NULL,
  node          TEXT NOT NULL,
  rate_part     INTEGER NOT NULL CHECK (rate_part >= 0),
  rate_wanted   INTEGER NOT NULL,
  places_part   INTEGER NOT NULL CHECK (places_part >= 0),
  places_wanted INTEGER NOT NULL,
  until_ms      INTEGER NOT NULL,
  PRIMARY KEY (provider, node)
) STRICT, WITHOUT ROWID;
`;
