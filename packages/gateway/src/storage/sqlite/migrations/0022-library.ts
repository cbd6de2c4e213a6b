// Owns schema version 22, which changes nothing here: beside a SQLite ledger the library is a file of its own. The number is that of
// PostgreSQL's migration. A migration that has shipped is never edited.

export const libraryTables = '';
