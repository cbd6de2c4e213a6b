// Schema version 2: sums of usage whose days were deleted. One row per key, so that usage and ledger still agree to the micro-unit, and
// the time of a key's last use is kept.
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
