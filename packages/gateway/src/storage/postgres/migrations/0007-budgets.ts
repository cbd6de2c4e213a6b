// Schema version 7: caps. A key may have a total cap, a highest price of one call, and lists of platforms and operations that it may use.
// A project is a label on keys, with caps of its own. Additive, so nodes of version 6 still work, but do not enforce the new caps. A
// migration that has shipped is never edited.

export const budgets = `
CREATE TABLE projects (
  id                 text COLLATE "C" PRIMARY KEY,
  account_id         text COLLATE "C" NOT NULL REFERENCES accounts (id),
  name               text COLLATE "C" NOT NULL,
  created_at_ms      bigint NOT NULL,
  daily_cap_micros   bigint CHECK (daily_cap_micros >= 0),
  monthly_cap_micros bigint CHECK (monthly_cap_micros >= 0),
  total_cap_micros   bigint CHECK (total_cap_micros >= 0),
  UNIQUE (account_id, name)
);

ALTER TABLE keys
  ADD COLUMN total_cap_micros bigint CHECK (total_cap_micros >= 0),
  ADD COLUMN max_call_micros bigint CHECK (max_call_micros >= 0),
  ADD COLUMN platforms text,
  ADD COLUMN operations text,
  ADD COLUMN project_id text COLLATE "C" REFERENCES projects (id);

-- The project of the key when the call was opened: a key that moves leaves its spending behind.
ALTER TABLE calls ADD COLUMN project_id text COLLATE "C";

-- Running sums of what was charged: one row for each project, and one for each key with a total cap.
CREATE TABLE spend (
  scope        text COLLATE "C" PRIMARY KEY,
  account_id   text COLLATE "C" NOT NULL REFERENCES accounts (id),
  day          text COLLATE "C" NOT NULL,
  day_micros   bigint NOT NULL,
  month        text COLLATE "C" NOT NULL,
  month_micros bigint NOT NULL,
  total_micros bigint NOT NULL,
  CHECK (0 <= day_micros AND day_micros <= month_micros AND month_micros <= total_micros)
) WITH (fillfactor = 50);
`;
