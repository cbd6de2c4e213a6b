// Schema version 15: webhooks, each with its position in the stream and the lease of the process that sends to it. Additive. A migration
// that has shipped is never edited.

export const webhooks = `
CREATE TABLE webhooks (
  id                text COLLATE "C" PRIMARY KEY,
  stream            text COLLATE "C" NOT NULL,
  url               text NOT NULL,
  secret            text NOT NULL,
  previous_secret   text,
  previous_until_ms bigint,
  state             text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
  cursor_seq        bigint NOT NULL,
  created_at_ms     bigint NOT NULL,
  failing_since_ms  bigint,
  failures          bigint NOT NULL DEFAULT 0,
  next_attempt_ms   bigint NOT NULL DEFAULT 0,
  last_status       bigint,
  last_at_ms        bigint,
  last_took_ms      bigint,
  lease             text,
  lease_until_ms    bigint NOT NULL DEFAULT 0
);
CREATE INDEX webhooks_by_stream ON webhooks (stream, created_at_ms);
`;
