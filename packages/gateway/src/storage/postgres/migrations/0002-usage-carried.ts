// Owns schema version 2: what is left of usage whose days were dropped. One row per key keeps the sum, so that usage and
// ledger still agree to the last micro-unit, and a key still knows when it was last used.
export const usageCarried = `
CREATE TABLE usage_carried (
  account_id     text COLLATE "C" NOT NULL,
  key_id         text COLLATE "C" NOT NULL,
  calls          bigint NOT NULL,
  failures       bigint NOT NULL,
  charged_micros bigint NOT NULL,
  last_at_ms     bigint NOT NULL,
  PRIMARY KEY (account_id, key_id)
);
`;
