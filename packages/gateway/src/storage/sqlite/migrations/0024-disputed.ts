// Schema version 24: the amount that the payer's bank took for a dispute, which may exceed what the payment had left. Null in rows of
// older releases. Additive. A migration that has shipped is never edited.

export const disputed = `
ALTER TABLE disputes ADD COLUMN disputed_micros INTEGER CHECK (disputed_micros >= 0);
`;
