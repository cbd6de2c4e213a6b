// Owns the library's public names. Whoever is not in this folder imports from here.

export { backUpLibrary, moveLibrary } from './copy.ts';
export {
  type ImportOptions,
  type ImportProblem,
  type ImportProgress,
  type ImportReport,
  importLibrary,
} from './import.ts';
export { MissingLibrary, missingLibraryText, unreadLibraryFile } from './left-file.ts';
export { createLibrary, type Library, type LibraryOptions } from './library.ts';
export { libraryPath } from './open-store.ts';
export { type LibraryPlace, libraryBeside, libraryPlaceOf } from './place.ts';
export type { LibraryRecord } from './record.ts';
export { removeSample, seedSample } from './sample.ts';
export { exportLines, findRecord, listRecords, type RecordList, removeRecords } from './shelf.ts';
export { openFileTarget } from './sqlite/whole-library.ts';
export { type LibraryStats, libraryStats } from './stats.ts';
export { renderThumbnail } from './thumbnail.ts';
export { type ArrivedLibrary, type LibraryTarget, markOf, UnreadableLibrary } from './whole-library.ts';
