// Schema version 32: where each question of a collection ended (domain/question-figures.ts). A node of an older release neither reads nor writes
// it: figures of questions that it ended are unknown. Additive. A migration that has shipped is never edited.

export const questionEnds = `
ALTER TABLE collections ADD COLUMN question_ends TEXT NOT NULL DEFAULT '';
`;
