import { expect, test } from 'vitest';
import { unknownParameters } from './unknown-parameters.ts';

const KNOWN = new Set(['keyword', 'pcursor', 'max_age']);

test('known parameters are accepted, and so are none', () => {
  expect(unknownParameters([], KNOWN)).toBeNull();
  expect(unknownParameters(['max_age', 'keyword'], KNOWN)).toBeNull();
});

test.each([
  ['cursor', 'pcursor'],
  ['Keyword', 'keyword'],
  ['maxAge', 'max_age'],
])('%s is refused, and %s is named', (given, meant) => {
  expect(unknownParameters(['keyword', given], KNOWN)).toEqual({
    kind: 'failure',
    code: 'INVALID_REQUEST',
    detail: `${given}: is not a parameter of this route; did you mean "${meant}"?`,
    errors: [{ field: given, message: `is not a parameter of this route; did you mean "${meant}"?` }],
  });
});

test('without a similar name, the known ones are listed, at most twenty', () => {
  expect(unknownParameters(['page'], KNOWN)?.detail).toContain('it takes keyword, pcursor, max_age.');
  expect(unknownParameters(['page'], new Set())?.detail).toContain('it takes none.');
  const many = new Set(Array.from({ length: 300 }, (_, i) => `parameter_${i}`));
  expect(unknownParameters(['page'], many)?.detail.match(/parameter_/g)).toHaveLength(20);
  expect(unknownParameters(['page'], many)?.detail).toContain('parameter_19 and 280 more; see /docs.');
});

test('a thousand unknown names of a thousand characters get an answer of five short lines', () => {
  const names = Array.from({ length: 1_000 }, (_, i) => `${i}${'x'.repeat(1_000)}`);
  const { detail, errors } = unknownParameters(names, KNOWN)!;
  expect(errors).toHaveLength(5);
  expect(detail.length).toBeLessThan(1_000);
});

test('a route with an address says how to write an "&" in it', () => {
  expect(unknownParameters(['t'], new Set(['url']), [])?.detail).toBe(
    't: is not a parameter of this route; it takes url. Within url, write "&" as %26.',
  );
});

test('a route without a price never suggests a bound of it', () => {
  expect(unknownParameters(['dry_rum'], KNOWN, [])?.detail).not.toContain('dry_run');
});
