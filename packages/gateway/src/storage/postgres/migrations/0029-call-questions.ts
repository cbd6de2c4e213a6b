// Schema version 29: what callers asked, for a limited number of days. It is a table of its own because a settled call never changes, and
// these rows are deleted. A node of an older release writes no row, and its calls show no question. Additive. A migration that has
// shipped is never edited.

export const callQuestions = `
-- Every call writes a row, so there is neither a foreign key nor an index over time. The row is written in the transaction that inserts
-- its call, and calls are never deleted. Numbers of calls grow with time, so old rows are found from the lowest number on.
CREATE TABLE call_questions (
  call_seq    bigint PRIMARY KEY,
  account_id  text COLLATE "C" NOT NULL,
  parameters  text NOT NULL, -- JSON, see domain/question.ts
  asked_at_ms bigint NOT NULL
);
`;
