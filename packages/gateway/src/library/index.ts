// Owns the library's public names. Whoever is not in this folder imports from here.

export { copyLibrary } from './copy.ts';
export {
  type ImportOptions,
  type ImportProblem,
  type ImportProgress,
  type ImportReport,
  importLibrary,
} from './import.ts';
export { leftLibraryFile } from './left-file.ts';
export { createLibrary, type Library, type LibraryOptions } from './library.ts';
export { hasLibrary } from './open-store.ts';
export { type LibraryPlace, libraryPlaceOf } from './place.ts';
export type { LibraryRecord } from './record.ts';
export { removeSample, seedSample } from './sample.ts';
export { exportLines, findRecord, listRecords, type RecordList, removeRecords } from './shelf.ts';
export { type LibraryStats, libraryStats } from './stats.ts';
export { renderThumbnail } from './thumbnail.ts';
