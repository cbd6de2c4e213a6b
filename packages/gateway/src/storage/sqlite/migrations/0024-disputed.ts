// Schema version 24: what the payer's bank took for a dispute, which may be more than the payment had left then. Null in rows of older releases. It
// only adds. A migration that has shipped is never edited.

export const disputed = `
ALTER TABLE disputes ADD COLUMN disputed_micros INTEGER CHECK (disputed_micros >= 0);
`;
