// Schema version 31: up to which position the pages of a collection and the runs of a watch were charged before the ledger was restored. Above
// the row's own position they are asked again, free. A node of an older release neither reads nor writes it. Additive. A migration that has
// shipped is never edited.

export const paidBefore = `
ALTER TABLE collections ADD COLUMN paid_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE watches ADD COLUMN paid_to INTEGER NOT NULL DEFAULT 0;
`;
