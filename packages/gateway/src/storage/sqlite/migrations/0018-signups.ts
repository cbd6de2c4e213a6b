// Schema version 18: invites, and the accounts that signed up. Additive. A migration that has shipped is never edited.

export const signups = `
CREATE TABLE invites (
  id            TEXT PRIMARY KEY,
  hash          TEXT NOT NULL UNIQUE,
  title         TEXT,
  contact       TEXT,
  credit_micros INTEGER NOT NULL CHECK (credit_micros >= 0),
  created_by    TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  used_at_ms    INTEGER,
  revoked_at_ms INTEGER,
  account_id    TEXT,
  CHECK (used_at_ms IS NULL OR revoked_at_ms IS NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX invites_by_time ON invites (created_at_ms, id);

CREATE TABLE signups (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id),
  at_ms      INTEGER NOT NULL,
  invite_id  TEXT,
  -- Of open sign-up: where it came from, until the day is over, and the puzzle that was solved for it.
  network    TEXT,
  proof      TEXT UNIQUE
) STRICT, WITHOUT ROWID;
CREATE INDEX signups_by_time ON signups (at_ms);

INSERT INTO meta (name, value) VALUES ('signed_up_at_ms', 0);
`;
