// Keeps the table of docs/guides/security.md true: it has every risk, and each risk names tests that exist under that name.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SRC = path.join(import.meta.dirname, '..');
const guide = readFileSync(path.join(SRC, '../../../docs/guides/security.md'), 'utf8');

/** Number of the risk → its row. */
const rows = [...guide.matchAll(/^\| \*\*API(\d+)\*\* .*$/gm)].map(
  ([row, number]) => [Number(number), row] as const,
);

test('every risk has its row', () => {
  expect(rows.map(([number]) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test.each(rows)('API%i names tests, and each exists', (_number, row) => {
  const proofs = [...row.matchAll(/`([\w./-]+\.test\.ts)`: "([^"]+)"/g)];
  expect(proofs).not.toEqual([]);
  for (const [, file, name] of proofs) {
    const at = path.join(SRC, file!);
    expect(existsSync(at), `${file} is not there`).toBe(true);
    const text = readFileSync(at, 'utf8').replaceAll("\\'", "'");
    expect(text.includes(name!), `${file} has no test "${name}"`).toBe(true);
  }
});
