// Schema version 11: what lists, overviews and the history of providers need. Answered calls are found by their charges, which already
// have an index. The new indexes only contain calls without a charge, so a paid call writes to none of them. Sums over calls and attempts
// are kept in five-minute steps, and added to their day later. A migration that has shipped is never edited.

export const lists = `
CREATE INDEX calls_failed ON calls (finished_at_ms, seq) WHERE state IN ('released', 'expired');
CREATE INDEX calls_failed_by_account ON calls (account_id, finished_at_ms, seq) WHERE state IN ('released', 'expired');
CREATE INDEX entries_but_charges_by_time ON entries (at_ms) WHERE kind <> 'charge';
CREATE INDEX keys_by_prefix ON keys (prefix COLLATE "C");

ALTER TABLE usage_days ADD COLUMN cost_micros bigint NOT NULL DEFAULT 0;
ALTER TABLE usage_carried ADD COLUMN cost_micros bigint NOT NULL DEFAULT 0;

-- The provider of a call is the one that answered it; it is empty for answers that were kept, and for calls that failed.
CREATE TABLE call_steps (
  step_ms        bigint NOT NULL, -- when the five minutes began
  path           text COLLATE "C" NOT NULL,
  provider       text COLLATE "C" NOT NULL,
  calls          bigint NOT NULL,
  failed_calls   bigint NOT NULL,
  charged_micros bigint NOT NULL,
  attempts       bigint NOT NULL,
  failures       bigint NOT NULL,
  duration_ms    bigint NOT NULL,
  cost_micros    bigint NOT NULL,
  -- Attempts that took so many milliseconds at most, and longer than the column before.
  ms_10          bigint NOT NULL,
  ms_25          bigint NOT NULL,
  ms_50          bigint NOT NULL,
  ms_100         bigint NOT NULL,
  ms_250         bigint NOT NULL,
  ms_500         bigint NOT NULL,
  ms_1000        bigint NOT NULL,
  ms_2500        bigint NOT NULL,
  ms_5000        bigint NOT NULL,
  ms_more        bigint NOT NULL,
  PRIMARY KEY (step_ms, path, provider)
) WITH (fillfactor = 50); -- The rows of the five minutes that run are rewritten by every batch.
`;
