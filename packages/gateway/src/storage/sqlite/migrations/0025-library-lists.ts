// Schema versions 25 and 26 change nothing on SQLite, where the library is a file of its own. The numbers are those of PostgreSQL's migrations.
// A migration that has shipped is never edited.

export const libraryLists = '';
export const libraryViews = '';
