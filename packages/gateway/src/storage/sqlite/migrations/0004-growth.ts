// Owns schema version 4: what keeps a large ledger quick to ask. A month of one account lies together, and entries that are no
// charges are found without walking over the charges between them. Neither index is touched by a paid call, but for the
// first one of a key on a day. A migration that has shipped is never edited.

export const growth = `
CREATE INDEX usage_days_by_account ON usage_days (account_id, day);
CREATE INDEX entries_but_charges ON entries (account_id, seq) WHERE kind <> 'charge';
`;
