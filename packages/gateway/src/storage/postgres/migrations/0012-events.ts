// Schema version 12: events of accounts and of the operator, the last number of each stream, the limit for `balance.low`, and the contact
// of an account. Additive, so nodes of version 11 still work; their charges cause no events. A migration that has shipped is never
// edited.

export const events = `
ALTER TABLE accounts
  ADD COLUMN low_balance_micros bigint CHECK (low_balance_micros >= 0),
  ADD COLUMN title text,
  ADD COLUMN contact text,
  ADD COLUMN closed_at_ms bigint;

CREATE TABLE event_heads (
  stream text COLLATE "C" PRIMARY KEY,
  seq    bigint NOT NULL CHECK (seq > 0)
);

-- The stream is an account, or 'operator'.
CREATE TABLE events (
  stream text COLLATE "C" NOT NULL,
  seq    bigint NOT NULL,
  id     text COLLATE "C" NOT NULL UNIQUE,
  type   text NOT NULL,
  at_ms  bigint NOT NULL,
  data   text NOT NULL,
  PRIMARY KEY (stream, seq)
);
CREATE INDEX events_by_time ON events (at_ms);
CREATE TRIGGER events_never_changed BEFORE UPDATE ON events FOR EACH ROW
  EXECUTE FUNCTION reelgate_refuse('events are never changed');
`;
