// Schema version 20: the last reported state of things that cause one event per change. Additive. A migration that has shipped is never
// edited.

export const told = `
CREATE TABLE told (
  name  text COLLATE "C" PRIMARY KEY,
  state text NOT NULL
);
`;
