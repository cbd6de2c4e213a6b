// Schema version 20: the last reported state of things that cause one event per change. Additive. A migration that has shipped is never
// edited.

export const told = `
CREATE TABLE told (
  name  TEXT PRIMARY KEY,
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
