// Schema version 10: sessions of the console and the portal, the one-time codes that open them, and the roles of admin tokens. Additive,
// so nodes of version 9 still work; for them every token has the role of an owner. A migration that has shipped is never edited.

export const sessions = `
ALTER TABLE admin_tokens ADD COLUMN role text NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'operator', 'viewer'));

CREATE TABLE login_codes (
  id            text COLLATE "C" PRIMARY KEY,
  hash          text COLLATE "C" NOT NULL UNIQUE,
  kind          text NOT NULL CHECK (kind IN ('console', 'portal')),
  name          text NOT NULL,
  role          text CHECK (role IN ('owner', 'operator', 'viewer')),
  account_id    text COLLATE "C" REFERENCES accounts (id),
  key_id        text COLLATE "C" REFERENCES keys (id),
  created_by    text NOT NULL,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  used_at_ms    bigint,
  CHECK ((kind = 'console') = (role IS NOT NULL)),
  CHECK ((kind = 'portal') = (account_id IS NOT NULL AND key_id IS NOT NULL))
);
CREATE INDEX login_codes_expired ON login_codes (expires_at_ms);

-- secret_hash is that of the key it was opened with, and empty when a code opened it.
CREATE TABLE sessions (
  id            text COLLATE "C" PRIMARY KEY,
  kind          text NOT NULL CHECK (kind IN ('console', 'portal')),
  name          text NOT NULL,
  role          text CHECK (role IN ('owner', 'operator', 'viewer')),
  account_id    text COLLATE "C" REFERENCES accounts (id),
  key_id        text COLLATE "C" REFERENCES keys (id),
  secret_hash   text COLLATE "C",
  cookie_hash   text COLLATE "C" NOT NULL UNIQUE,
  page_hash     text COLLATE "C" NOT NULL,
  opened_by     text NOT NULL,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  ended_at_ms   bigint,
  CHECK ((kind = 'console') = (role IS NOT NULL)),
  CHECK ((kind = 'portal') = (account_id IS NOT NULL AND key_id IS NOT NULL))
);
CREATE INDEX sessions_by_account ON sessions (account_id, created_at_ms);
CREATE INDEX sessions_by_time ON sessions (created_at_ms, id);
CREATE INDEX sessions_expired ON sessions (expires_at_ms);
`;
