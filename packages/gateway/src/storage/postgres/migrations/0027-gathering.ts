// Schema version 27: collections and watches, the pages of items that they found, and the ids that they have seen. Additive. A migration
// that has shipped is never edited.

export const gathering = `
CREATE TABLE collections (
  id              text PRIMARY KEY,
  account_id      text NOT NULL REFERENCES accounts (id),
  key_id          text NOT NULL REFERENCES keys (id),
  request_id      text NOT NULL,
  fingerprint     text NOT NULL,
  name            text,
  platform        text NOT NULL,
  path            text NOT NULL,
  query           text,
  questions       text NOT NULL,
  question_count  bigint NOT NULL CHECK (question_count > 0),
  question        bigint NOT NULL DEFAULT 0,
  refused_count   bigint NOT NULL DEFAULT 0,
  pcursor         text,
  list_end        text,
  idle_pages      bigint NOT NULL DEFAULT 0,
  pages           bigint NOT NULL DEFAULT 0,
  items           bigint NOT NULL DEFAULT 0,
  items_max       bigint NOT NULL CHECK (items_max > 0),
  charged_micros  bigint NOT NULL DEFAULT 0,
  reserved_micros bigint NOT NULL DEFAULT 0,
  budget_micros   bigint NOT NULL CHECK (charged_micros + reserved_micros <= budget_micros),
  most_micros     bigint NOT NULL,
  page_at_ms      bigint,
  until_ms        bigint,
  state           text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'waiting', 'done', 'stopped', 'failed')),
  waiting_for     text,
  told_wait       text,
  end_reason      text,
  end_wanted      text,
  failure         text,
  created_at_ms   bigint NOT NULL,
  ended_at_ms     bigint,
  expires_at_ms   bigint,
  purge_at_ms     bigint,
  is_removed      bigint NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
  due_at_ms       bigint NOT NULL,
  lease           text,
  lease_until_ms  bigint NOT NULL DEFAULT 0,
  failures        bigint NOT NULL DEFAULT 0,
  UNIQUE (account_id, request_id),
  CHECK ((state IN ('done', 'stopped', 'failed')) = (ended_at_ms IS NOT NULL)),
  CHECK ((state = 'waiting') = (waiting_for IS NOT NULL)),
  CHECK ((ended_at_ms IS NULL) = (end_reason IS NULL))
);
CREATE INDEX collections_by_account ON collections (account_id, created_at_ms, id);
CREATE INDEX collections_by_time ON collections (created_at_ms, id);
CREATE INDEX collections_due ON collections (due_at_ms) WHERE ended_at_ms IS NULL;
CREATE INDEX collections_leased ON collections (lease) WHERE lease IS NOT NULL;
CREATE INDEX collections_purged ON collections (purge_at_ms) WHERE purge_at_ms IS NOT NULL;

CREATE TABLE watches (
  id                  text PRIMARY KEY,
  account_id          text NOT NULL REFERENCES accounts (id),
  key_id              text NOT NULL REFERENCES keys (id),
  request_id          text NOT NULL,
  fingerprint         text NOT NULL,
  name                text,
  platform            text NOT NULL,
  path                text NOT NULL,
  query               text NOT NULL,
  every_ms            bigint NOT NULL CHECK (every_ms > 0),
  is_auto             bigint NOT NULL DEFAULT 0 CHECK (is_auto IN (0, 1)),
  pages_max           bigint NOT NULL CHECK (pages_max > 0),
  baseline            text NOT NULL CHECK (baseline IN ('mark', 'deliver')),
  run_most_micros     bigint NOT NULL,
  month_budget_micros bigint,
  total_budget_micros bigint,
  spent_micros        bigint NOT NULL DEFAULT 0,
  spent_month         text NOT NULL DEFAULT '',
  spent_month_micros  bigint NOT NULL DEFAULT 0,
  reserved_micros     bigint NOT NULL DEFAULT 0,
  state               text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'ended')),
  paused_for          text,
  runs                bigint NOT NULL DEFAULT 0,
  items               bigint NOT NULL DEFAULT 0,
  extra_runs          bigint NOT NULL DEFAULT 0,
  extra_hour          bigint NOT NULL DEFAULT 0,
  run_now             bigint NOT NULL DEFAULT 0 CHECK (run_now IN (0, 1)),
  has_run             bigint NOT NULL DEFAULT 0 CHECK (has_run IN (0, 1)),
  has_gap             bigint NOT NULL DEFAULT 0 CHECK (has_gap IN (0, 1)),
  is_told_failing     bigint NOT NULL DEFAULT 0 CHECK (is_told_failing IN (0, 1)),
  feed_hash           text UNIQUE,
  created_at_ms       bigint NOT NULL,
  ended_at_ms         bigint,
  due_at_ms           bigint NOT NULL,
  lease               text,
  lease_until_ms      bigint NOT NULL DEFAULT 0,
  failures            bigint NOT NULL DEFAULT 0,
  UNIQUE (account_id, request_id),
  CHECK ((state = 'paused') = (paused_for IS NOT NULL)),
  CHECK ((state = 'ended') = (ended_at_ms IS NOT NULL)),
  CHECK (total_budget_micros IS NULL OR spent_micros + reserved_micros <= total_budget_micros)
);
CREATE INDEX watches_by_account ON watches (account_id, created_at_ms, id);
CREATE INDEX watches_by_time ON watches (created_at_ms, id);
CREATE INDEX watches_due ON watches (due_at_ms) WHERE state = 'active';
CREATE INDEX watches_paused ON watches (lease_until_ms) WHERE state = 'paused';
CREATE INDEX watches_ended ON watches (ended_at_ms) WHERE state = 'ended';
CREATE INDEX watches_leased ON watches (lease) WHERE lease IS NOT NULL;

CREATE TABLE watch_runs (
  watch_id       text NOT NULL REFERENCES watches (id) ON DELETE CASCADE,
  number         bigint NOT NULL,
  request_id     text NOT NULL,
  slot_ms        bigint NOT NULL,
  at_ms          bigint NOT NULL,
  late_by_s      bigint NOT NULL,
  pages          bigint NOT NULL,
  items          bigint NOT NULL,
  charged_micros bigint NOT NULL,
  gap            bigint NOT NULL CHECK (gap IN (0, 1)),
  failure        text,
  PRIMARY KEY (watch_id, number)
);

CREATE TABLE found_pages (
  owner          text NOT NULL,
  first_number   bigint NOT NULL,
  items          bigint NOT NULL CHECK (items > 0),
  request_id     text NOT NULL,
  found_at_ms    bigint NOT NULL,
  links_until_ms bigint,
  bytes          bigint NOT NULL,
  body           bytea NOT NULL,
  PRIMARY KEY (owner, first_number)
);
CREATE INDEX found_pages_by_time ON found_pages (found_at_ms);

CREATE TABLE seen_items (
  owner   text NOT NULL,
  item    text NOT NULL,
  seen_at bigint NOT NULL,
  PRIMARY KEY (owner, item)
);
`;
