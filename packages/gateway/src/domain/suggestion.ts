// What a search field suggests while somebody types. Types and bounds only.

export const SUGGESTION_KINDS = ['title', 'author'] as const;

export interface Suggestion {
  kind: (typeof SUGGESTION_KINDS)[number];
  text: string;
}

export const SUGGESTIONS_MAX = 8; // As many as are read before the next letter is typed.
export const SUGGESTION_CHARS_MAX = 120; // Fits into a row, and into a keyword; longer titles are not suggested.
export const TYPED_CHARS_MAX = 200; // A keyword may be no longer, unless the operator says otherwise.
