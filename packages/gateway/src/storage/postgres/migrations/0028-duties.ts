// Schema version 28: leases on recharges, on paybacks and on the closing of months, so that they are claimed like all other duties
// (storage/nouns/duties.ts). Nodes of older releases claim by `tried_at_ms`, and months by `value`. Those columns stay and both write
// them, so that neither takes what the other is working on. Additive. A migration that has shipped is never edited.

export const duties = `
ALTER TABLE recharges ADD COLUMN lease text;
ALTER TABLE recharges ADD COLUMN lease_until_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE recharges ADD COLUMN failures bigint NOT NULL DEFAULT 0;
ALTER TABLE paybacks ADD COLUMN lease text;
ALTER TABLE paybacks ADD COLUMN lease_until_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE paybacks ADD COLUMN failures bigint NOT NULL DEFAULT 0;
ALTER TABLE meta ADD COLUMN lease text;
ALTER TABLE meta ADD COLUMN lease_until_ms bigint NOT NULL DEFAULT 0;
ALTER TABLE meta ADD COLUMN failures bigint NOT NULL DEFAULT 0;
`;
