// Owns the version of this package, read from its own file.
import { readFileSync } from 'node:fs';

/** Read rather than imported: a compiler copies what is imported, and then there would be two versions to agree. */
export function packageVersion(): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
