// Schema version 32 changes nothing on SQLite, where the library is a file of its own. The number is that of PostgreSQL's migration. A
// migration that has shipped is never edited.

export const libraryChanges = '';
