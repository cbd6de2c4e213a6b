// Owns schema version 4: entries that are no charges are found without walking over the charges between them. A month of usage
// lies together already, in its partition. A migration that has shipped is never edited.

export const growth = `
CREATE INDEX entries_but_charges ON entries (account_id, seq) WHERE kind <> 'charge';
`;
