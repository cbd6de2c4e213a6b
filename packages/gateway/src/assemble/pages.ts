// Reads the built pages once, at the start: in a clone beside the gateway, in a package within it. Without a build
// there are none, and everything else is served.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONSOLE_PLACE, type PageFiles, type PagePlace, PORTAL_PLACE } from '../http/pages.ts';
import { besideCode, isClone } from '../process/places.ts';

/** Far above what a build produces; a folder with more files is not a build. */
const FILES_MAX = 500;

/** Where `npm run pages` writes them, or where pack/ copies them. */
export const PAGES_FOLDER = fileURLToPath(besideCode(isClone ? '../../console/dist' : 'pages'));

export interface BuiltPages {
  console: PageFiles;
  portal: PageFiles;
}

export function readBuiltPages(folder: string): BuiltPages {
  return {
    console: readEntry(folder, 'console', CONSOLE_PLACE),
    portal: readEntry(folder, 'portal', PORTAL_PLACE),
  };
}

function readEntry(folder: string, entry: string, place: PagePlace): PageFiles {
  const page = path.join(folder, entry, 'index.html');
  if (!existsSync(page)) return new Map();
  const assets = path.join(folder, `assets-${entry}`);
  const names = existsSync(assets) ? readdirSync(assets) : [];
  if (names.length > FILES_MAX) throw new Error(`${assets} has more than ${FILES_MAX} files`);
  const files = names.map(
    (name) => [place.assets + name, new Uint8Array(readFileSync(path.join(assets, name)))] as const,
  );
  return new Map([[place.pages[0]!, new Uint8Array(readFileSync(page))], ...files]);
}
