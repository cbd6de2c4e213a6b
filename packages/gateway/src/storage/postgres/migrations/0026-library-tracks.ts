// Schema version 25: the transcripts of videos in the library. The body of a record lists them, in the sequence of their places. Additive. A
// migration that has shipped is never edited.

export const libraryTracks = `
CREATE TABLE library_tracks (
  seq     bigint NOT NULL REFERENCES library_records ON DELETE CASCADE,
  place   bigint NOT NULL,
  content text COLLATE "C" NOT NULL,
  PRIMARY KEY (seq, place)
);
`;
