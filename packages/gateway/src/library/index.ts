// The library's public names. Other folders import only from here.

export {
  type ImportOptions,
  type ImportProblem,
  type ImportProgress,
  type ImportReport,
  importLibrary,
} from './import.ts';
export { createLibrary, type Library, type LibraryOptions } from './library.ts';
export { type LibraryPlace, libraryBeside, libraryPlaceOf } from './library-place.ts';
export { MissingLibrary, missingLibraryText, unreadLibraryFile } from './missing-library.ts';
export { backUpLibrary, moveLibrary } from './move-library.ts';
export { libraryPath } from './open-store.ts';
export type { LibraryAuthor, LibraryComment, LibraryRecord } from './record.ts';
export { exportLines, findRecord, listRecords, type RecordList, removeRecords } from './record-commands.ts';
export { removeSample, seedSample } from './sample.ts';
export { fold } from './searching/fold.ts';
export { openFileTarget } from './sqlite/whole-library.ts';
export { type LibraryStats, libraryStats } from './stats.ts';
export { renderThumbnail } from './thumbnail.ts';
export { type ArrivedLibrary, type LibraryTarget, markOf, UnreadableLibrary } from './whole-library.ts';
