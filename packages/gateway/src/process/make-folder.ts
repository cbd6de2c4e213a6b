// Makes folders. Only this file does: Node's own recursive mkdir never returns where the kernel says that a folder is not there which is
// (below /proc), and such a process takes no signal either.
import { existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** What the gateway keeps is read by its owner alone. */
const OWNER_ONLY = 0o700;

/** Makes it and the folders above it that are missing; returns those that it made, the outermost first. Throws when one cannot be made. */
export function makeFolder(folder: string): string[] {
  const missing: string[] = [];
  for (let at = path.resolve(folder); !existsSync(at); at = path.dirname(at)) missing.unshift(at);
  const made = missing.filter(makeOne);
  // A name that is there already may be a file's.
  if (missing.length === 0 && !statSync(folder).isDirectory()) throw notAFolder(folder);
  return made;
}

/** Throws when it could not be made; leaves nothing. */
export function tryFolder(folder: string): void {
  for (const made of makeFolder(folder).reverse()) rmdirSync(made);
}

/** False when another process made it meanwhile. */
function makeOne(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: OWNER_ONLY });
    return true;
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && existsSync(folder);
    if (isThere && statSync(folder).isDirectory()) return false;
    throw error;
  }
}

function notAFolder(folder: string): Error {
  return Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' });
}
