// Reads the named paths as a stream of entries: every file in turn, every slice of it with its problems. A file that cannot be read is one
// problem, and the next file follows.

import { type Item, readSource } from './file-formats.ts';
import { findFiles } from './find-files.ts';
import { SubtitleFiles } from './subtitle-files.ts';

export interface FileSlice {
  file: string;
  items: Item[];
  bytes: number;
}

export async function* readFiles(paths: readonly string[]): AsyncGenerator<FileSlice> {
  const subtitles = new SubtitleFiles();
  for await (const found of findFiles(paths)) {
    if (found.kind === 'file') yield* readFile(found.path, found.format, subtitles);
    else yield fileProblem(found.path, found.reason);
  }
}

async function* readFile(...source: Parameters<typeof readSource>): AsyncGenerator<FileSlice> {
  const [path] = source;
  try {
    for await (const slice of readSource(...source)) yield { file: path, ...slice };
  } catch (error) {
    if (!isFileError(error)) throw error;
    yield fileProblem(path, error.message);
  }
}

/** Line 0 means the file itself, not a record in it. */
function fileProblem(file: string, reason: string): FileSlice {
  return { file, items: [{ kind: 'problem', line: 0, reason }], bytes: 0 };
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
