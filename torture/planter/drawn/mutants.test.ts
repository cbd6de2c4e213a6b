// Mutants are the mistakes that people make, one at a time, and the sample has some of every area.
import { expect, test } from 'vitest';
import { drawn } from './draw.ts';
import { changedBy, type Mutant, mutantsOf } from './mutants.ts';
import { areaOf } from './targets.ts';

const changes = (source: string) =>
  mutantsOf('packages/gateway/src/x/y.ts', source).map((mutant) => changedBy(mutant, source));

test.each([
  ['const x = await f(1n);', 'const x = f(1n);'],
  ['f(a && b);', 'f((a));'],
  ['f(a && b);', 'f((b));'],
  ['f(amount, balance);', 'f(balance, amount);'],
  ['f(2 * DAY_MS);', 'f(2 * (DAY_MS / 24));'],
  ['{ lock.release(); }', '{ ; }'],
  ['function f() { if (a) return; { return; } }', 'function f() { if (a) return; { ; } }'],
  ['f(n + 1);', 'f((n));'],
  ['f([a, b]);', 'f([]);'],
  ['f(list.filter(isOpen));', 'f(list);'],
  ['f(list.slice(0, max));', 'f(list.slice(0, (max) + 1));'],
  [
    'const f = (row) => row.heldMicros + g(row.balanceMicros);',
    'const f = (row) => row.balanceMicros + g(row.balanceMicros);',
  ],
  ['if (a) f();', 'if (!(a)) f();'],
])('%s may become %s', (source, changed) => {
  expect(changes(source)).toContain(changed);
});

test.each([
  ['WHERE account_id = $1 AND at_ms < $2', 'WHERE (account_id = $1 OR TRUE) AND at_ms < $2'],
  ['WHERE id = $1 AND at_ms < $2', 'WHERE id = $1 AND at_ms <= $2'],
  ['ORDER BY at_ms DESC LIMIT $1', 'ORDER BY at_ms LIMIT $1'],
  ['ORDER BY at_ms LIMIT $1', 'ORDER BY at_ms DESC LIMIT $1'],
  ['ORDER BY id LIMIT $1', 'ORDER BY id LIMIT ($1 + 1)'],
  ['UPDATE a SET n = n + $1', 'UPDATE a SET n = n - $1'],
  ['UPDATE a SET held_micros = $1, owed_micros = $2', 'UPDATE a SET held_micros = $2, owed_micros = $1'],
  ['INSERT INTO e (id, from_ms, to_ms) VALUES', 'INSERT INTO e (id, to_ms, from_ms) VALUES'],
])('SQL: %s may become %s', (sql, changed) => {
  expect(changes(`db.all(\`${sql}\`);`)).toContain(`db.all(\`${changed}\`);`);
});

const mutant = (area: string, module: number, line: number): Mutant => ({
  file: `packages/gateway/src/${area}/m${module}.ts`,
  ...{ line, start: 0, end: 0, replacement: '', what: '', text: '' },
});
const many = (area: string, count: number) =>
  Array.from({ length: count }, (_, i) => mutant(area, i % 40, i));

test('the sample has mutants of every area, more of a large one, and one of every module before a second of any', () => {
  const sample = drawn([...many('large', 10_000), ...many('small', 100)], '1').slice(0, 44);
  const counts = Map.groupBy(sample, ({ file, what }) => areaOf(file, what));
  expect([counts.get('large')!.length, counts.get('small')!.length]).toEqual([40, 4]);
  expect(new Set(counts.get('large')!.map(({ file }) => file)).size).toBe(40);
});

test('the same seed draws the same sample again, and another seed another', () => {
  const all = many('large', 300);
  const sample = drawn(all, '7').slice(0, 50);
  expect(drawn(all, '7').slice(0, 50)).toEqual(sample);
  expect(drawn(all, '8').slice(0, 50)).not.toEqual(sample);
});

test('texts for people are left alone', () => {
  const source = "if (a < 1) throw new Error('a < 1' + b);\n";
  expect(changes(source)).toContain("if (((a) <= (1))) throw new Error('a < 1' + b);\n");
  expect(changes(source).every((text) => text.includes("new Error('a < 1' + b)"))).toBe(true);
});
