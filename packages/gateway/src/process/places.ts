// Where the files of this package are. A package contains bundled code (pack/bundle.ts), so a module must not look for files beside
// itself: it asks here.

/** The folder of the code: `src` in a clone, `dist` in a package. */
const [CODE] = /^.*\/(?:src|dist)\//.exec(import.meta.url)!;

/** A clone runs its sources. */
export const isClone = import.meta.url.endsWith('.ts');

/** A file of code that is started by its name, such as `library/thread`. In a package each of them is an entry of the bundle. */
export function codeFile(name: string): URL {
  return new URL(`${name}${isClone ? '.ts' : '.js'}`, CODE);
}

/** A file or folder by its path from the folder of the code. */
export function besideCode(place: string): URL {
  return new URL(place, CODE);
}
