// Schema version 12: events of accounts and of the operator, the last number of each stream, the limit for `balance.low`, and the contact
// of an account. Additive, so nodes of version 11 still work; their charges cause no events. A migration that has shipped is never
// edited.

export const events = `
ALTER TABLE accounts ADD COLUMN low_balance_micros INTEGER CHECK (low_balance_micros >= 0);
ALTER TABLE accounts ADD COLUMN title TEXT;
ALTER TABLE accounts ADD COLUMN contact TEXT;
ALTER TABLE accounts ADD COLUMN closed_at_ms INTEGER;

CREATE TABLE event_heads (
  stream TEXT PRIMARY KEY,
  seq    INTEGER NOT NULL CHECK (seq > 0)
) STRICT, WITHOUT ROWID;

-- The stream is an account, or 'operator'.
CREATE TABLE events (
  stream TEXT NOT NULL,
  seq    INTEGER NOT NULL,
  id     TEXT NOT NULL UNIQUE,
  type   TEXT NOT NULL,
  at_ms  INTEGER NOT NULL,
  data   TEXT NOT NULL,
  PRIMARY KEY (stream, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_by_time ON events (at_ms);
CREATE TRIGGER events_never_changed BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
`;
