// Schema version 8: complaints about paid answers, one per call. A decided complaint never changes. A migration that has shipped is never
// edited.

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
