// Owns schema version 3: what nodes agreed on as their service secret, and the machine of each node, because a process id means
// nothing on another one. It only adds, so nodes of version 2 go on working. A migration that has shipped is never edited.

export const serviceSecret = `
CREATE TABLE service_secret (
  id          bigint PRIMARY KEY CHECK (id = 1),
  fingerprint text NOT NULL,
  secret      text -- null when the environment gives it
);

ALTER TABLE nodes ADD COLUMN host text NOT NULL DEFAULT '';
`;
