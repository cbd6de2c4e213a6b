// Schema version 25: the places of a library's records in playlists, and the transcripts of its videos. Triggers derive the places from
// the body, so they are right also when a node that knows nothing of playlists changes a record. Records of earlier versions are in no
// playlist. The body lists the transcripts, in the sequence of their places. Additive. A migration that has shipped is never edited.

export const libraryLists = `
CREATE TABLE library_places (
  playlist text COLLATE "C" NOT NULL,
  place    bigint NOT NULL,
  seq      bigint NOT NULL REFERENCES library_records ON DELETE CASCADE,
  PRIMARY KEY (playlist, place, seq)
);
CREATE INDEX library_places_record ON library_places (seq);
CREATE FUNCTION library_place_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM library_places WHERE seq = NEW.seq;
  INSERT INTO library_places (playlist, place, seq)
    SELECT one->>'id', (one->>'position')::bigint, NEW.seq
    FROM json_array_elements(NEW.body::json->'playlists') AS one
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER library_placed AFTER INSERT ON library_records FOR EACH ROW
  WHEN (position('"playlists":[' IN NEW.body) > 0) EXECUTE FUNCTION library_place_record();
CREATE TRIGGER library_replaced AFTER UPDATE OF body ON library_records FOR EACH ROW
  WHEN (position('"playlists":[' IN NEW.body) > 0 OR position('"playlists":[' IN OLD.body) > 0)
  EXECUTE FUNCTION library_place_record();
CREATE TABLE library_tracks (
  seq     bigint NOT NULL REFERENCES library_records ON DELETE CASCADE,
  place   bigint NOT NULL,
  content text COLLATE "C" NOT NULL,
  PRIMARY KEY (seq, place)
);
`;
