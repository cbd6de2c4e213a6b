// Schema version 16: what is spent of the quotas of providers, and what nodes have leased of their limits. Additive. A migration that has
// shipped is never edited.

export const sharedLimits = `
CREATE TABLE provider_quotas (
  provider   text COLLATE "C" NOT NULL,
  start_ms   bigint NOT NULL,
  used_units bigint NOT NULL CHECK (used_units >= 0),
  PRIMARY KEY (provider, start_ms)
);
CREATE TABLE provider_leases (
  provider      text COLLATE "C" NOT NULL,
  node          text COLLATE "C" NOT NULL,
  rate_part     bigint NOT NULL CHECK (rate_part >= 0),
  rate_wanted   bigint NOT NULL,
  places_part   bigint NOT NULL CHECK (places_part >= 0),
  places_wanted bigint NOT NULL,
  until_ms      bigint NOT NULL,
  PRIMARY KEY (provider, node)
);
`;
