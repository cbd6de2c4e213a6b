// Tests that the pages' generated files follow openapi.json: they are current, they contain every route that pages may call, and bounds
// equal those of the schemas.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readDocument } from '../../client/generate/document.ts';
import type { Schema } from '../../client/generate/schema-types.ts';
import { boundsNamed, inputPattern, longest } from './bounds.ts';
import { filesOf } from './write-types.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const OWN_BOUND = /\b(?:maxLength|minLength|pattern|min|max)=(?:\{[\d_]+\}|"[^"]+")/g;

test.each(Object.entries(filesOf(readDocument())))('%s is current', (file, text) => {
  expect(readFileSync(path.join(ROOT, file), 'utf8') === text, 'run `npm run generate`').toBe(true);
});

test('a route that is added, or takes something else, changes the table', () => {
  const table = (document = readDocument()) => filesOf(document)['packages/console/src/api/routes.ts']!;
  const changed = readDocument();
  const grants = changed.paths['/admin/v1/accounts/{account}/grants']!;
  delete grants.get!.parameters;
  changed.paths['/admin/v1/gifts'] = { get: grants.get! };
  const rows = table(changed).split('\n');
  expect(table()).toContain("GET: { params: Record<'account', string>; query?: api.AdminListGrantsQuery;");
  expect(rows.filter((row) => row.includes('api.AdminListGrantsQuery'))).toEqual([]);
  expect(rows).toContain("  '/admin/v1/gifts': {");
});

test.each([
  ['^[a-z]{1,64}$', 64],
  ['^[A-Za-z0-9._-]{0,63}[A-Za-z0-9_-]$', 64],
  ['^-?[0-9]{1,9}(\\.[0-9]{1,6})?$', 17],
  ['^(?!\\s)(?!.*\\s$)[^\\u0000-\\u001F]{1,200}$', 200],
  ['^(day|platform)(,(day|platform))?$', 17],
  ['^(?:ab|c){3}\\]$', 7],
  ['^[^\\]]{2}$', 2],
  ['^a+$', Number.POSITIVE_INFINITY],
  ['^a{2,}b$', Number.POSITIVE_INFINITY],
])('%s lets %d characters through', (pattern, most) => {
  expect(longest(pattern)).toBe(most);
});

test('a pattern of an input takes what the pattern of the schema takes', () => {
  const pattern = '^[A-Za-z0-9._-]{0,63}[A-Za-z0-9_-]$';
  const ofInput = new RegExp(`^(?:${inputPattern(pattern)})$`, 'v');
  for (const text of ['a-b', 'a.', '-', '', 'a'.repeat(64), 'a'.repeat(65), 'a b']) {
    expect(ofInput.test(text)).toBe(new RegExp(pattern).test(text));
  }
});

test('a bound follows its field, and a name that no field has is refused', () => {
  const document = readDocument();
  const body = document.paths['/admin/v1/accounts/{account}/grants']!.post!.requestBody!;
  const fields = body.content['application/json']!.schema.properties!;
  fields.reason = { type: 'string', pattern: '^[a-z]{1,7}$' } as Schema;
  fields.kind = { type: 'string', enum: ['one', 'two'] };
  expect(boundsNamed(document, ['adminGiveGrantReasonMaxLength', 'adminGiveGrantKindChoices'])).toEqual([
    ['adminGiveGrantReasonMaxLength', 7],
    ['adminGiveGrantKindChoices', ['one', 'two']],
  ]);
  for (const name of ['adminGiveGrantMoodMaxLength', 'adminGiveGrantReasonMax']) {
    expect(() => boundsNamed(document, [name])).toThrow(name);
  }
});

test('no page writes the bound of a field by itself', () => {
  const sources = path.join(import.meta.dirname, '../src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const written = files.flatMap((name) =>
    (readFileSync(path.join(sources, name), 'utf8').match(OWN_BOUND) ?? []).map(
      (bound) => `${name}: ${bound}`,
    ),
  );
  expect('maxLength={64} pattern="[a-z]+" max={1_000}'.match(OWN_BOUND)).toHaveLength(3);
  expect(written).toEqual([]);
});
