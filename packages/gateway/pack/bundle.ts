// Bundles the sources for the package. The gateway has a thousand modules: finding, reading and linking each of them takes a third of a
// start. A dynamic import stays one, so what few processes need is still loaded when it is needed.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { type Bundled, collectBundled, licencesOf } from '../../console/licences.ts';

const SOURCES = path.join(import.meta.dirname, '../src');

/** Files that are started by their name: the process, what it answers at once, and the threads (`codeFile` in process/places.ts). */
export const ENTRIES = [
  'main',
  'cli/answer-at-once',
  'library/thread',
  'library/reader-thread',
  'storage/sqlite/thread',
];

/** Packages of many small modules. All others stay packages, as npm installed them. */
const BUNDLED = /^(typebox|commander)(\/|$)/;

export async function bundleInto(folder: string): Promise<void> {
  const bundled: Bundled = new Set();
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((name) => [name, path.join(SOURCES, `${name}.ts`)])),
    // The bundle names each source by its path from here.
    cwd: SOURCES,
    platform: 'node',
    external: (id) => isPackage(id) && !BUNDLED.test(id),
    plugins: [collectBundled(bundled)],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
  });
  await bundle.close();
  const { name, text } = licencesOf(bundled);
  writeFileSync(path.join(folder, name), text);
}

function isPackage(id: string): boolean {
  return !id.startsWith('.') && !path.isAbsolute(id);
}
