// Schema version 5: one index over open holds instead of two, by account and then by key. Every call is added to it and removed from it,
// and it serves both kinds of query. A migration that has shipped is never edited.

export const heldByPayer = `
CREATE INDEX calls_held ON calls (account_id, key_id) WHERE state = 'held';
DROP INDEX calls_held_by_key;
DROP INDEX calls_held_by_account;
`;
