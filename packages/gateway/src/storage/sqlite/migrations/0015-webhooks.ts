// Schema version 15: webhooks, each with its position in the stream and the lease of the process that sends to it. Additive. A migration
// that has shipped is never edited.

export const webhooks = `
CREATE TABLE webhooks (
  id                TEXT PRIMARY KEY,
  stream            TEXT NOT NULL,
  url               TEXT NOT NULL,
  secret            TEXT NOT NULL,
  previous_secret   TEXT,
  previous_until_ms INTEGER,
  state             TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
  cursor_seq        INTEGER NOT NULL,
  created_at_ms     INTEGER NOT NULL,
  failing_since_ms  INTEGER,
  failures          INTEGER NOT NULL DEFAULT 0,
  next_attempt_ms   INTEGER NOT NULL DEFAULT 0,
  last_status       INTEGER,
  last_at_ms        INTEGER,
  last_took_ms      INTEGER,
  lease             TEXT,
  lease_until_ms    INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX webhooks_by_stream ON webhooks (stream, created_at_ms);
`;
