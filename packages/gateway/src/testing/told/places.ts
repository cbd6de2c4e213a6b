// Where texts are kept: in `.told`, which is not committed, under the path of their digest.
import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '../../../../..');

/** `now`: of the last run. `green`: whose digest was the committed one. `red`: of the last run, whose was not. */
export type Kind = 'now' | 'green' | 'red';

export const folderOf = (kind: Kind, digest: string): string =>
  path.join(ROOT, '.told', kind, path.relative(ROOT, digest));

export const fileOf = (folder: string, name: string): string =>
  path.join(folder, `${name.replaceAll(/[^\w.-]+/g, '-')}.txt`);
