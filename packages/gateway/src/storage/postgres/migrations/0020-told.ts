// Owns schema version 20: what was told last of things that are told once. It only adds. A migration that has shipped is never edited.

export const told = `
CREATE TABLE told (
  name  text COLLATE "C" PRIMARY KEY,
  state text NOT NULL
);
`;
