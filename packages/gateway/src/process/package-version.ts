// The version of this package, from its package.json.
import { readFileSync } from 'node:fs';

/** Read, not imported: the compiler would copy an imported file, and the two copies could differ. */
export function packageVersion(): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
