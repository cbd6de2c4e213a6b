// Owns schema version 2: what is left of usage whose days were dropped. One row per key keeps the sum, so that usage and
// ledger still agree to the last micro-unit, and a key still knows when it was last used.
export const usageCarried = `
CREATE TABLE usage_carried (
  account_id     TEXT NOT NULL,
  key_id         TEXT NOT NULL,
  calls          INTEGER NOT NULL,
  failures       INTEGER NOT NULL,
  charged_micros INTEGER NOT NULL,
  last_at_ms     INTEGER NOT NULL,
  PRIMARY KEY (account_id, key_id)
) STRICT, WITHOUT ROWID;
`;
