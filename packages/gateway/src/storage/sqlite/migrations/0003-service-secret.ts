// Schema version 3: the service secret that all nodes share. A migration that has shipped is never edited.

export const serviceSecret = `
CREATE TABLE service_secret (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  fingerprint TEXT NOT NULL,
  secret      TEXT -- null when the environment gives it, or a file
) STRICT;
`;
