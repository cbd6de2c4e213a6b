// Schema version 26: the library's records by views, built while nodes work, because a library may be large. A migration that has shipped is
// never edited.
import type { OnlineIndex } from '../online-index.ts';

export const libraryViews: readonly OnlineIndex[] = [
  { name: 'library_records_views', table: 'library_records', on: '(views, rank) WHERE views >= 0' },
];
