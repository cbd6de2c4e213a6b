// Migrations 2 to 10, as they shipped. A migration that has shipped is never edited.

// Schema version 2: sums of usage whose days were deleted. One row per key, so that usage and ledger still agree to the micro-unit, and the
// time of a key's last use is kept.

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

// Schema version 3: the service secret that all nodes share, and the machine of each node, because a process id means nothing on another
// machine. Additive, so nodes of version 2 still work.

export const serviceSecret = `
CREATE TABLE service_secret (
  id          bigint PRIMARY KEY CHECK (id = 1),
  fingerprint text NOT NULL,
  secret      text -- null when the environment gives it
);

ALTER TABLE nodes ADD COLUMN host text NOT NULL DEFAULT '';
`;

// Schema version 4: entries other than charges are found without scanning the charges between them. A month of usage is already stored
// together, in its partition.

export const growth = `
CREATE INDEX entries_but_charges ON entries (account_id, seq) WHERE kind <> 'charge';
`;

// Schema version 5: one index over open holds instead of two, by account and then by key. Every call is added to it and removed from it,
// and it serves both kinds of query. The check of an entry finds its call by number and compares afterwards: with all conditions in one
// query, a server without fresh statistics scanned every call of the account.

export const heldByPayer = `
CREATE INDEX calls_held ON calls (account_id, key_id) WHERE state = 'held';
DROP INDEX calls_held_by_key;
DROP INDEX calls_held_by_account;

CREATE OR REPLACE FUNCTION reelgate_entry_fits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  call record;
BEGIN
  IF NEW.call_seq IS NULL THEN
    PERFORM 1 FROM accounts a WHERE a.id = NEW.account_id;
    IF FOUND AND NEW.kind <> 'charge' THEN RETURN NEW; END IF;
  ELSE
    SELECT c.account_id, c.state, c.charged_micros, c.finished_at_ms INTO call FROM calls c WHERE c.seq = NEW.call_seq;
    IF FOUND AND call.state = 'settled' AND call.account_id = NEW.account_id AND (NEW.kind <> 'charge' OR
         (call.charged_micros = -NEW.amount_micros AND call.finished_at_ms = NEW.at_ms)) THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION USING MESSAGE = 'an entry must fit its account and its settled call',
    ERRCODE = 'integrity_constraint_violation';
END $$;
`;

// Schema version 6: terms of calls without a fixed price, and what they delivered. Both are null for every other call.

export const terms = `
ALTER TABLE calls ADD COLUMN terms text, ADD COLUMN delivered text;

-- Calls that an allowance covered, by the day of their opening. A call that failed is taken out again.
CREATE TABLE free_days (
  account_id text COLLATE "C" NOT NULL,
  day        text COLLATE "C" NOT NULL,
  path       text COLLATE "C" NOT NULL, -- of the price rule that grants the allowance
  used       bigint NOT NULL CHECK (used >= 0),
  PRIMARY KEY (account_id, day, path)
) WITH (fillfactor = 50); -- Rewritten by every call that it counts.
`;

// Schema version 7: caps. A key may have a total cap, a highest price of one call, and lists of platforms and operations that it may use. A
// project is a label on keys, with caps of its own. Additive, so nodes of version 6 still work, but do not enforce the new caps.

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

// Schema version 8: complaints about paid answers, one per call. A decided complaint never changes.

export const complaints = `
CREATE TABLE complaints (
  id              text COLLATE "C" PRIMARY KEY,
  account_id      text COLLATE "C" NOT NULL REFERENCES accounts (id),
  call_seq        bigint NOT NULL UNIQUE REFERENCES calls (seq),
  path            text COLLATE "C" NOT NULL,
  provider        text COLLATE "C",
  reason          text NOT NULL,
  state           text NOT NULL CHECK (state IN ('waiting', 'refunded', 'refused')),
  ground          text NOT NULL,
  note            text NOT NULL,
  refunded_micros bigint NOT NULL CHECK (refunded_micros >= 0),
  cost_micros     bigint NOT NULL,
  filed_at_ms     bigint NOT NULL,
  decided_at_ms   bigint,
  decided_by      text,
  CHECK ((state = 'refunded') = (refunded_micros > 0)),
  CHECK ((state = 'waiting') = (decided_at_ms IS NULL))
);
CREATE INDEX complaints_by_account ON complaints (account_id, filed_at_ms);
CREATE INDEX complaints_waiting ON complaints (id) WHERE state = 'waiting';
CREATE INDEX complaints_decided ON complaints (decided_at_ms);
CREATE TRIGGER complaints_end_once BEFORE UPDATE ON complaints FOR EACH ROW WHEN (OLD.state <> 'waiting')
  EXECUTE FUNCTION reelgate_refuse('a complaint that has ended is final');
CREATE TRIGGER complaints_never_deleted BEFORE DELETE ON complaints FOR EACH ROW
  EXECUTE FUNCTION reelgate_refuse('complaints are never deleted');
`;

// Schema version 9: the state of a search over many platforms after a page, kept for a day.

export const walkStates = `
CREATE TABLE walk_states (
  id           text COLLATE "C" NOT NULL,
  part         text COLLATE "C" NOT NULL,
  key_id       text COLLATE "C" NOT NULL REFERENCES keys (id),
  stored_at_ms bigint NOT NULL,
  size         bigint NOT NULL CHECK (size = length(body)),
  body         bytea NOT NULL,
  PRIMARY KEY (id, part)
);
CREATE INDEX walk_states_by_key ON walk_states (key_id, stored_at_ms, size);
CREATE INDEX walk_states_by_age ON walk_states (stored_at_ms);
`;

// Schema version 10: sessions of the console and the portal, the one-time codes that open them, and the roles of admin tokens. Additive, so
// nodes of version 9 still work; for them every token has the role of an owner.

export const sessions = `
ALTER TABLE admin_tokens ADD COLUMN role text NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'operator', 'viewer'));

CREATE TABLE login_codes (
  id            text COLLATE "C" PRIMARY KEY,
  hash          text COLLATE "C" NOT NULL UNIQUE,
  kind          text NOT NULL CHECK (kind IN ('console', 'portal')),
  name          text NOT NULL,
  role          text CHECK (role IN ('owner', 'operator', 'viewer')),
  account_id    text COLLATE "C" REFERENCES accounts (id),
  key_id        text COLLATE "C" REFERENCES keys (id),
  created_by    text NOT NULL,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  used_at_ms    bigint,
  CHECK ((kind = 'console') = (role IS NOT NULL)),
  CHECK ((kind = 'portal') = (account_id IS NOT NULL AND key_id IS NOT NULL))
);
CREATE INDEX login_codes_expired ON login_codes (expires_at_ms);

-- secret_hash is that of the key it was opened with, and empty when a code opened it.
CREATE TABLE sessions (
  id            text COLLATE "C" PRIMARY KEY,
  kind          text NOT NULL CHECK (kind IN ('console', 'portal')),
  name          text NOT NULL,
  role          text CHECK (role IN ('owner', 'operator', 'viewer')),
  account_id    text COLLATE "C" REFERENCES accounts (id),
  key_id        text COLLATE "C" REFERENCES keys (id),
  secret_hash   text COLLATE "C",
  cookie_hash   text COLLATE "C" NOT NULL UNIQUE,
  page_hash     text COLLATE "C" NOT NULL,
  opened_by     text NOT NULL,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  ended_at_ms   bigint,
  CHECK ((kind = 'console') = (role IS NOT NULL)),
  CHECK ((kind = 'portal') = (account_id IS NOT NULL AND key_id IS NOT NULL))
);
CREATE INDEX sessions_by_account ON sessions (account_id, created_at_ms);
CREATE INDEX sessions_by_time ON sessions (created_at_ms, id);
CREATE INDEX sessions_expired ON sessions (expires_at_ms);
`;
