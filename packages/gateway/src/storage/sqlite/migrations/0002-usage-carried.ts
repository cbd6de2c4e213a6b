// Schema version 2: sums of usage whose days were deleted. One row per key, so that usage and ledger still agree to the micro-unit, and
// the time of a key's last use is kept.
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
