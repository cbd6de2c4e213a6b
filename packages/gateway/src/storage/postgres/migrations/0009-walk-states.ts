// Schema version 9: the state of a search over many platforms after a page, kept for a day. A migration that has shipped is never edited.

export const walkStates = `
CREATE TABLE walk_states (
  id           text COLLATE "C" NOT NULL,
  part         text COLLATE "C" NOT NULL,
  key_id       text COLLATE "C" NOT NULL REFERENCES keys (id),
  stored_at_ms bigint NOT NULL,
  size         bigint NOT NULL CHECK (size = length(body)),
  body         bytea NOT NULL,
  PRIMARY KEY (id, part)
);
CREATE INDEX walk_states_by_key ON walk_states (key_id, stored_at_ms, size);
CREATE INDEX walk_states_by_age ON walk_states (stored_at_ms);
`;
