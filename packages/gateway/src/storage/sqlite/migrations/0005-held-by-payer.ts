// Owns schema version 5: one index over open holds instead of two, by account and then by key. Every call enters and leaves it,
// and it answers for both. A migration that has shipped is never edited.

export const heldByPayer = `
CREATE INDEX calls_held ON calls (account_id, key_id) WHERE state = 'held';
DROP INDEX calls_held_by_key;
DROP INDEX calls_held_by_account;
`;
