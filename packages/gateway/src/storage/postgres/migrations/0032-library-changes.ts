// Schema version 32: which records of the library were changed or removed, and in which sequence, so that each node follows with its own
// index. New records need no row: their numbers ascend. Writers of the library take turns, so revisions ascend in the sequence of commits.
// A trigger writes them, so they are right also when a node of an older release changes a record. Additive. A migration that has shipped is
// never edited.

export const libraryChanges = `
CREATE SEQUENCE library_revisions;
CREATE TABLE library_changes (
  seq      bigint PRIMARY KEY,
  revision bigint NOT NULL UNIQUE
);
CREATE FUNCTION library_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO library_changes (seq, revision) VALUES (OLD.seq, nextval('library_revisions'))
    ON CONFLICT (seq) DO UPDATE SET revision = excluded.revision;
  RETURN NULL;
END $$;
CREATE TRIGGER library_changed AFTER UPDATE OR DELETE ON library_records FOR EACH ROW
  EXECUTE FUNCTION library_note_change();
`;
