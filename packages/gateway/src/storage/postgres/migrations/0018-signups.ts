// Schema version 18: invites, and the accounts that signed up. Additive. A migration that has shipped is never edited.

export const signups = `
CREATE TABLE invites (
  id            text COLLATE "C" PRIMARY KEY,
  hash          text COLLATE "C" NOT NULL UNIQUE,
  title         text,
  contact       text,
  credit_micros bigint NOT NULL CHECK (credit_micros >= 0),
  created_by    text NOT NULL,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  used_at_ms    bigint,
  revoked_at_ms bigint,
  account_id    text COLLATE "C",
  CHECK (used_at_ms IS NULL OR revoked_at_ms IS NULL)
);
CREATE INDEX invites_by_time ON invites (created_at_ms, id);

CREATE TABLE signups (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES accounts (id),
  at_ms      bigint NOT NULL,
  invite_id  text COLLATE "C",
  -- Of open sign-up: where it came from, until the day is over, and the puzzle that was solved for it.
  network    text,
  proof      text UNIQUE
);
CREATE INDEX signups_by_time ON signups (at_ms);

INSERT INTO meta (name, value) VALUES ('signed_up_at_ms', 0);
`;
