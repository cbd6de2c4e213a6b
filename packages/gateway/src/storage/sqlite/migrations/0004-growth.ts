// Schema version 4: keeps a large ledger fast. Usage is stored by day, so that today's rows share their pages and a report over a month
// reads one range. Entries other than charges are found without scanning the charges between them. A paid call touches the new indexes
// only when it is the first one of a key on a day. A migration that has shipped is never edited.

export const growth = `
CREATE TABLE usage_by_day (
  account_id     TEXT NOT NULL,
  key_id         TEXT NOT NULL,
  day            TEXT NOT NULL,
  path           TEXT NOT NULL,
  calls          INTEGER NOT NULL DEFAULT 0,
  failures       INTEGER NOT NULL DEFAULT 0,
  charged_micros INTEGER NOT NULL DEFAULT 0,
  last_at_ms     INTEGER NOT NULL,
  PRIMARY KEY (day, path, account_id, key_id)
) STRICT, WITHOUT ROWID;
INSERT INTO usage_by_day (account_id, key_id, day, path, calls, failures, charged_micros, last_at_ms)
  SELECT account_id, key_id, day, path, calls, failures, charged_micros, last_at_ms FROM usage_days
   ORDER BY day, path, account_id, key_id;
DROP TABLE usage_days;
ALTER TABLE usage_by_day RENAME TO usage_days;
CREATE INDEX usage_days_by_key ON usage_days (account_id, key_id, day);
CREATE INDEX usage_days_by_account ON usage_days (account_id, day);

CREATE INDEX entries_but_charges ON entries (account_id, seq) WHERE kind <> 'charge';
`;
