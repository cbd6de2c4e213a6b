// Schema version 8: complaints about paid answers, one per call. A decided complaint never changes. A migration that has shipped is never
// edited.

export const complaints = `
CREATE TABLE complaints (
  id              TEXT PRIMARY KEY,
  account_id      TEXT NOT NULL REFERENCES accounts (id),
  call_seq        INTEGER NOT NULL UNIQUE REFERENCES calls (seq),
  path            TEXT NOT NULL,
  provider        TEXT,
  reason          TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('waiting', 'refunded', 'refused')),
  ground          TEXT NOT NULL,
  note            TEXT NOT NULL,
  refunded_micros INTEGER NOT NULL CHECK (refunded_micros >= 0),
  cost_micros     INTEGER NOT NULL,
  filed_at_ms     INTEGER NOT NULL,
  decided_at_ms   INTEGER,
  decided_by      TEXT,
  CHECK ((state = 'refunded') = (refunded_micros > 0)),
  CHECK ((state = 'waiting') = (decided_at_ms IS NULL))
) STRICT;
CREATE INDEX complaints_by_account ON complaints (account_id, filed_at_ms);
CREATE INDEX complaints_waiting ON complaints (id) WHERE state = 'waiting';
CREATE INDEX complaints_decided ON complaints (decided_at_ms);
CREATE TRIGGER complaints_end_once BEFORE UPDATE ON complaints WHEN OLD.state <> 'waiting'
BEGIN SELECT RAISE(ABORT, 'a complaint that has ended is final'); END;
CREATE TRIGGER complaints_never_deleted BEFORE DELETE ON complaints
BEGIN SELECT RAISE(ABORT, 'complaints are never deleted'); END;
`;
