// Schema version 3: the service secret that all nodes share, and the machine of each node, because a process id means nothing on another
// machine. Additive, so nodes of version 2 still work. A migration that has shipped is never edited.

export const serviceSecret = `
CREATE TABLE service_secret (
  id          bigint PRIMARY KEY CHECK (id = 1),
  fingerprint text NOT NULL,
  secret      text -- null when the environment gives it
);

ALTER TABLE nodes ADD COLUMN host text NOT NULL DEFAULT '';
`;
