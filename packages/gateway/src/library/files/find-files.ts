// Finds the files to import from the paths that a person names. Folders are walked sorted by name, and links are not followed. A file of an
// unknown format is skipped in a folder, but reported when it was named.
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLDER_DEPTH_MAX } from '../limits.ts';
import { type Format, formatOf } from './file-formats.ts';

type FoundFile =
  | { kind: 'file'; path: string; format: Format; bytes: number }
  | { kind: 'problem'; path: string; reason: string };

export async function* findFiles(paths: readonly string[]): AsyncGenerator<FoundFile> {
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found === null) yield { kind: 'problem', path, reason: 'there is no such file or folder' };
    else if (found.isDirectory()) yield* walkFolder(path, 1);
    else yield nameFile(path, found.size);
  }
}

function nameFile(path: string, bytes: number): FoundFile {
  const format = formatOf(path);
  if (format !== null) return { kind: 'file', path, format, bytes };
  return {
    kind: 'problem',
    path,
    reason: 'the name must end in .info.json, .json, .jsonl, .ndjson, .csv, .tsv or library.db',
  };
}

async function* walkFolder(folder: string, depth: number): AsyncGenerator<FoundFile> {
  if (depth > FOLDER_DEPTH_MAX) {
    yield { kind: 'problem', path: folder, reason: `deeper than ${FOLDER_DEPTH_MAX} folders` };
    return;
  }
  const children = await readdir(folder, { withFileTypes: true }).catch((error: Error) => error);
  if (children instanceof Error) yield { kind: 'problem', path: folder, reason: children.message };
  else for (const child of children.sort(byName)) yield* walkChild(folder, child, depth);
}

async function* walkChild(folder: string, child: Dirent, depth: number): AsyncGenerator<FoundFile> {
  const path = join(folder, child.name);
  if (child.isDirectory()) yield* walkFolder(path, depth + 1);
  const format = child.isFile() ? formatOf(child.name) : null;
  // In a folder, a bare .json may be a package file or a setting, and a library.db may be this gateway's own; they are read only when
  // named.
  if (format === null || format === 'json' || format === 'library') return;
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  yield { kind: 'file', path, format, bytes: size };
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}
