// Schema version 31: up to which position the pages of a collection and the runs of a watch were charged before the ledger was restored. Above
// the row's own position they are asked again, free. And which key made the feeds of a watch, so that revoking the key ends them. A node of an
// older release neither reads nor writes them. Additive. A migration that has shipped is never edited.

export const paidBefore = `
ALTER TABLE collections ADD COLUMN paid_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE watches ADD COLUMN paid_to INTEGER NOT NULL DEFAULT 0;
ALTER TABLE watches ADD COLUMN feed_key_id TEXT; -- null: not known, or no feeds
`;
