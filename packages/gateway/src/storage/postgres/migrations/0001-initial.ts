// Schema version 1, with the tables and columns of SQLite; schema.test.ts lists what differs and why. The database enforces: one call per
// (account, request id), one charge per call, no balance below zero or below what is held, and no change of rows that are written once. A
// migration that has shipped is never edited.

/** Text that is an id, a name or a day is sorted by its bytes, as in SQLite and on every server. */
const ID = 'text COLLATE "C"';

export const initial = `
CREATE TABLE meta (
  name  ${ID} PRIMARY KEY,
  value bigint NOT NULL
);
-- The row 'sweep' counts nothing: it is locked by the one node that gives back holds at a time.
INSERT INTO meta (name, value) VALUES ('revision', 0), ('proofs', 0), ('sweep', 0);

CREATE FUNCTION reelgate_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation'; END $$;

-- Statements and their COMMIT travel together, so the database itself must object when one changed too few rows.
CREATE FUNCTION reelgate_expect(changed bigint, expected bigint, what text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF changed <> expected THEN
    RAISE EXCEPTION USING MESSAGE = format('%s: expected %s changed rows, got %s', what, expected, changed),
      ERRCODE = 'integrity_constraint_violation';
  END IF;
END $$;

CREATE TABLE accounts (
  id               ${ID} PRIMARY KEY,
  name             ${ID} NOT NULL UNIQUE,
  status           text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled')),
  currency         text NOT NULL,
  balance_micros   bigint NOT NULL DEFAULT 0 CHECK (balance_micros BETWEEN 0 AND 1000000000000000),
  held_micros      bigint NOT NULL DEFAULT 0 CHECK (held_micros >= 0),
  entry_seq        bigint NOT NULL DEFAULT 0,
  rate_requests    bigint,
  rate_per_seconds bigint,
  rate_concurrent  bigint,
  created_at_ms    bigint NOT NULL,
  CHECK (balance_micros - held_micros >= 0)
) WITH (fillfactor = 50); -- Every batch rewrites the rows of its accounts: leave them room on their page.
CREATE TRIGGER accounts_never_deleted BEFORE DELETE ON accounts FOR EACH ROW
  EXECUTE FUNCTION reelgate_refuse('accounts are never deleted');

CREATE TABLE keys (
  id                 ${ID} PRIMARY KEY,
  account_id         ${ID} NOT NULL REFERENCES accounts (id),
  name               text NOT NULL,
  prefix             text NOT NULL,
  groups             text NOT NULL,
  status             text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'disabled', 'revoked')),
  created_at_ms      bigint NOT NULL,
  expires_at_ms      bigint,
  addresses          text,
  rate_requests      bigint,
  rate_per_seconds   bigint,
  rate_concurrent    bigint,
  daily_cap_micros   bigint CHECK (daily_cap_micros >= 0),
  monthly_cap_micros bigint CHECK (monthly_cap_micros >= 0)
);
CREATE INDEX keys_by_account ON keys (account_id, id);

-- Secrets are known by their SHA-256 alone. A rotated one keeps working until valid_until_ms.
CREATE TABLE key_secrets (
  hash           ${ID} PRIMARY KEY,
  key_id         ${ID} NOT NULL REFERENCES keys (id),
  created_at_ms  bigint NOT NULL,
  valid_until_ms bigint
);
CREATE INDEX key_secrets_by_key ON key_secrets (key_id);

-- Never partitioned: UNIQUE (account, request id) must hold for ever.
CREATE SEQUENCE calls_seq;
CREATE TABLE calls (
  seq             bigint PRIMARY KEY DEFAULT nextval('calls_seq'),
  account_id      ${ID} NOT NULL REFERENCES accounts (id),
  request_id      ${ID} NOT NULL,
  epoch           bigint NOT NULL,
  state           text NOT NULL CHECK (state IN ('held', 'settled', 'released', 'expired')),
  node            ${ID} NOT NULL,
  key_id          ${ID} NOT NULL REFERENCES keys (id),
  fingerprint     text NOT NULL,
  path            ${ID} NOT NULL,
  route_group     text NOT NULL,
  platform        text NOT NULL,
  operation       text NOT NULL,
  variant         text NOT NULL,
  catalog_version bigint NOT NULL,
  price_micros    bigint NOT NULL CHECK (price_micros >= 0),
  charged_micros  bigint NOT NULL DEFAULT 0 CHECK (charged_micros BETWEEN 0 AND price_micros),
  source          text,
  failure_code    text,
  attempts        text,
  opened_at_ms    bigint NOT NULL,
  finished_at_ms  bigint,
  UNIQUE (account_id, request_id),
  CHECK (charged_micros = 0 OR state = 'settled'),
  CHECK ((state = 'held') = (finished_at_ms IS NULL))
);
CREATE INDEX calls_held_by_key ON calls (key_id) WHERE state = 'held';
CREATE INDEX calls_held_by_account ON calls (account_id) WHERE state = 'held';

-- A charge is final: a settled call can change in nothing, and no call can vanish.
CREATE TRIGGER calls_settled_is_final BEFORE UPDATE ON calls FOR EACH ROW WHEN (OLD.state = 'settled')
  EXECUTE FUNCTION reelgate_refuse('a settled call is final');
CREATE TRIGGER calls_never_deleted BEFORE DELETE ON calls FOR EACH ROW
  EXECUTE FUNCTION reelgate_refuse('calls are never deleted');
CREATE TRIGGER calls_never_emptied BEFORE TRUNCATE ON calls
  EXECUTE FUNCTION reelgate_refuse('calls are never deleted');

CREATE SEQUENCE entries_id_seq;
CREATE TABLE entries (
  id                   bigint NOT NULL DEFAULT nextval('entries_id_seq'),
  account_id           ${ID} NOT NULL,
  seq                  bigint NOT NULL,
  kind                 text NOT NULL CHECK (kind IN ('topup', 'charge', 'refund', 'adjustment')),
  amount_micros        bigint NOT NULL,
  balance_after_micros bigint NOT NULL CHECK (balance_after_micros >= 0),
  at_ms                bigint NOT NULL,
  call_seq             bigint,
  reference            text,
  actor                text NOT NULL,
  reason               text,
  PRIMARY KEY (id, at_ms),
  UNIQUE (account_id, seq, at_ms),
  CHECK (kind <> 'charge' OR (amount_micros <= 0 AND call_seq IS NOT NULL)),
  CHECK (kind <> 'refund' OR (amount_micros > 0 AND call_seq IS NOT NULL AND reason IS NOT NULL)),
  CHECK (kind <> 'topup' OR (amount_micros > 0 AND reference IS NOT NULL)),
  CHECK (kind <> 'adjustment' OR (amount_micros <> 0 AND reason IS NOT NULL))
) PARTITION BY RANGE (at_ms);
-- An index over months cannot promise one charge per call. But a charge must bear the time at which its call ended, so a
-- second one could only come to lie in the very month of the first, where this index refuses it.
CREATE UNIQUE INDEX entries_one_charge_per_call ON entries (call_seq, at_ms) WHERE kind = 'charge';
CREATE INDEX entries_refunds_by_call ON entries (call_seq) WHERE kind = 'refund';

-- Does the work of two foreign keys as well, in one look.
CREATE FUNCTION reelgate_entry_fits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.kind = 'charge' THEN
    PERFORM 1 FROM calls c WHERE c.seq = NEW.call_seq AND c.state = 'settled' AND c.account_id = NEW.account_id
       AND c.charged_micros = -NEW.amount_micros AND c.finished_at_ms = NEW.at_ms;
  ELSIF NEW.call_seq IS NOT NULL THEN
    PERFORM 1 FROM calls c WHERE c.seq = NEW.call_seq AND c.state = 'settled' AND c.account_id = NEW.account_id;
  ELSE
    PERFORM 1 FROM accounts a WHERE a.id = NEW.account_id;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION USING MESSAGE = 'an entry must fit its account and its settled call',
      ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER entries_fit BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION reelgate_entry_fits();

-- One entry per (kind, reference), over all months.
CREATE TABLE entry_references (
  kind      text NOT NULL,
  reference ${ID} NOT NULL,
  entry_id  bigint NOT NULL,
  at_ms     bigint NOT NULL,
  PRIMARY KEY (kind, reference)
);
CREATE FUNCTION reelgate_claim_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO entry_references (kind, reference, entry_id, at_ms) VALUES (NEW.kind, NEW.reference, NEW.id, NEW.at_ms);
  RETURN NEW;
END $$;
CREATE TRIGGER entries_one_per_reference BEFORE INSERT ON entries FOR EACH ROW WHEN (NEW.reference IS NOT NULL)
  EXECUTE FUNCTION reelgate_claim_reference();
CREATE TRIGGER entry_references_never_changed BEFORE UPDATE OR DELETE ON entry_references FOR EACH ROW
  EXECUTE FUNCTION reelgate_refuse('entries are append-only');

CREATE TRIGGER entries_never_changed BEFORE UPDATE OR DELETE ON entries FOR EACH ROW
  EXECUTE FUNCTION reelgate_refuse('entries are append-only');
CREATE TRIGGER entries_never_emptied BEFORE TRUNCATE ON entries
  EXECUTE FUNCTION reelgate_refuse('entries are append-only');

-- Answers for replay, gzip-compressed; dropped after their time, unlike the calls they belong to.
CREATE TABLE answers (
  call_seq     bigint PRIMARY KEY REFERENCES calls (seq),
  body         bytea NOT NULL,
  passed_on    text, -- status and headers of an upstream's own answer, as JSON
  stored_at_ms bigint NOT NULL
) WITH (toast_tuple_target = 8160); -- A usual answer stays on the page of its row.
ALTER TABLE answers ALTER COLUMN body SET STORAGE EXTERNAL; -- It is compressed already.
CREATE INDEX answers_by_time ON answers (stored_at_ms);

CREATE TABLE usage_days (
  account_id     ${ID} NOT NULL,
  key_id         ${ID} NOT NULL,
  day            ${ID} NOT NULL,
  path           ${ID} NOT NULL,
  calls          bigint NOT NULL DEFAULT 0,
  failures       bigint NOT NULL DEFAULT 0,
  charged_micros bigint NOT NULL DEFAULT 0,
  last_at_ms     bigint NOT NULL,
  PRIMARY KEY (account_id, key_id, day, path)
) PARTITION BY RANGE (day);
CREATE INDEX usage_days_by_day ON usage_days (day);

-- What attempts cost the operator and what their calls earned.
CREATE TABLE provider_days (
  day            ${ID} NOT NULL,
  path           ${ID} NOT NULL,
  provider       ${ID} NOT NULL,
  attempts       bigint NOT NULL,
  failures       bigint NOT NULL,
  duration_ms    bigint NOT NULL,
  cost_micros    bigint NOT NULL,
  charged_micros bigint NOT NULL,
  PRIMARY KEY (day, path, provider)
) PARTITION BY RANGE (day);

-- Makes the partitions of that month and the next ones where they are missing; returns the end of the last, in
-- milliseconds. A table is made first and attached then, because attaching leaves readers and writers alone.
CREATE FUNCTION reelgate_make_months(from_ms bigint, months integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  start timestamp := date_trunc('month', to_timestamp(from_ms / 1000.0) AT TIME ZONE 'UTC');
  stop  timestamp;
  name  text;
BEGIN
  PERFORM pg_advisory_xact_lock(7233941, 2);
  FOR i IN 1 .. months LOOP
    stop := start + interval '1 month';
    name := to_char(start, '"_y"YYYY"m"MM');
    IF to_regclass('entries' || name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I (LIKE entries INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', 'entries' || name);
      EXECUTE format('ALTER TABLE entries ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', 'entries' || name,
        (extract(epoch FROM start) * 1000)::bigint, (extract(epoch FROM stop) * 1000)::bigint);
    END IF;
    IF to_regclass('usage_days' || name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I (LIKE usage_days INCLUDING DEFAULTS) WITH (fillfactor = 50)', 'usage_days' || name);
      EXECUTE format('ALTER TABLE usage_days ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', 'usage_days' || name,
        to_char(start, 'YYYY-MM-DD'), to_char(stop, 'YYYY-MM-DD'));
    END IF;
    IF to_regclass('provider_days' || name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I (LIKE provider_days) WITH (fillfactor = 50)', 'provider_days' || name);
      EXECUTE format('ALTER TABLE provider_days ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        'provider_days' || name, to_char(start, 'YYYY-MM-DD'), to_char(stop, 'YYYY-MM-DD'));
    END IF;
    start := stop;
  END LOOP;
  RETURN (extract(epoch FROM start) * 1000)::bigint;
END $$;

-- One row per key and per account that has a limit: the window that runs now.
CREATE TABLE rate_windows (
  scope    ${ID} PRIMARY KEY,
  start_ms bigint NOT NULL,
  used     bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE catalogs (
  version           bigint PRIMARY KEY,
  effective_from_ms bigint NOT NULL,
  published_at_ms   bigint NOT NULL,
  published_by      text NOT NULL,
  note              text,
  document          text NOT NULL
);
CREATE TRIGGER catalogs_never_changed BEFORE UPDATE OR DELETE ON catalogs FOR EACH ROW
  EXECUTE FUNCTION reelgate_refuse('catalog versions are immutable');
CREATE TRIGGER catalogs_never_emptied BEFORE TRUNCATE ON catalogs
  EXECUTE FUNCTION reelgate_refuse('catalog versions are immutable');

CREATE TABLE admin_tokens (
  id            ${ID} PRIMARY KEY,
  name          text NOT NULL,
  prefix        text NOT NULL,
  hash          ${ID} NOT NULL UNIQUE,
  created_at_ms bigint NOT NULL,
  revoked_at_ms bigint
);

CREATE TABLE audit (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at_ms   bigint NOT NULL,
  actor   text NOT NULL,
  action  text NOT NULL,
  subject ${ID} NOT NULL,
  detail  text NOT NULL
);
CREATE INDEX audit_by_subject ON audit (subject, id);
CREATE TRIGGER audit_never_changed BEFORE UPDATE OR DELETE ON audit FOR EACH ROW
  EXECUTE FUNCTION reelgate_refuse('the audit log is append-only');
CREATE TRIGGER audit_never_emptied BEFORE TRUNCATE ON audit
  EXECUTE FUNCTION reelgate_refuse('the audit log is append-only');

-- Who serves on this database, and when it was last heard of by the database's own clock.
CREATE TABLE nodes (
  id            ${ID} PRIMARY KEY,
  pid           bigint NOT NULL,
  started_at_ms bigint NOT NULL,
  seen_at_ms    bigint NOT NULL
);
`;
