// Schema version 7: caps. A key may have a total cap, a highest price of one call, and lists of platforms and operations that it may use.
// A project is a label on keys, with caps of its own. A migration that has shipped is never edited.

export const budgets = `
CREATE TABLE projects (
  id                 TEXT PRIMARY KEY,
  account_id         TEXT NOT NULL REFERENCES accounts (id),
  name               TEXT NOT NULL,
  created_at_ms      INTEGER NOT NULL,
  daily_cap_micros   INTEGER CHECK (daily_cap_micros >= 0),
  monthly_cap_micros INTEGER CHECK (monthly_cap_micros >= 0),
  total_cap_micros   INTEGER CHECK (total_cap_micros >= 0),
  UNIQUE (account_id, name)
) STRICT, WITHOUT ROWID;

ALTER TABLE keys ADD COLUMN total_cap_micros INTEGER CHECK (total_cap_micros >= 0);
ALTER TABLE keys ADD COLUMN max_call_micros INTEGER CHECK (max_call_micros >= 0);
ALTER TABLE keys ADD COLUMN platforms TEXT;
ALTER TABLE keys ADD COLUMN operations TEXT;
ALTER TABLE keys ADD COLUMN project_id TEXT REFERENCES projects (id);

-- The project of the key when the call was opened: a key that moves leaves its spending behind.
ALTER TABLE calls ADD COLUMN project_id TEXT;

-- Running sums of what was charged: one row for each project, and one for each key with a total cap.
CREATE TABLE spend (
  scope        TEXT PRIMARY KEY,
  account_id   TEXT NOT NULL REFERENCES accounts (id),
  day          TEXT NOT NULL,
  day_micros   INTEGER NOT NULL,
  month        TEXT NOT NULL,
  month_micros INTEGER NOT NULL,
  total_micros INTEGER NOT NULL,
  CHECK (0 <= day_micros AND day_micros <= month_micros AND month_micros <= total_micros)
) STRICT, WITHOUT ROWID;
`;
