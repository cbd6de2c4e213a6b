// The version of this package, from its package.json.
import { readFileSync } from 'node:fs';
import { besideCode } from './places.ts';

/** Read, not imported: the compiler would copy an imported file, and the two copies could differ. */
export function packageVersion(): string {
  const file = readFileSync(besideCode('../package.json'), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
