// Schema version 4: entries other than charges are found without scanning the charges between them. A month of usage is already stored
// together, in its partition. A migration that has shipped is never edited.

export const growth = `
CREATE INDEX entries_but_charges ON entries (account_id, seq) WHERE kind <> 'charge';
`;
