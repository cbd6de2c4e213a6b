// The field tables of the reference: each bound that a schema has is said, and no other.
import { expect, test } from 'vitest';
import { fieldTable } from './docs-fields.ts';

const meaningOf = (field: object) => {
  const schema = { type: 'object', properties: { one: field } } as Parameters<typeof fieldTable>[0];
  const [, row] = fieldTable(schema, { marksRequired: true }).match(/<tr>.*?<\/tr>/g)!;
  return /<td>([^<]*(?:<code>[^<]*<\/code>[^<]*)*)<\/td><\/tr>$/.exec(row!)![1];
};

test.each([
  [{}, ''],
  [{ description: 'What it is.' }, 'What it is.'],
  [{ description: 'What it is.', default: 20 }, 'What it is. Default <code>20</code>.'],
  [{ default: false }, 'Default <code>false</code>.'],
  [{ default: 'a<b' }, 'Default <code>&quot;a&lt;b&quot;</code>.'],
  [{ minimum: 0, maximum: 5 }, '0 to 5.'],
  [{ minimum: 1 }, '1 to ….'],
  [{ maximum: 0 }, '… to 0.'],
  [{ maxLength: 7 }, 'At most 7 characters.'],
  [{ maxItems: 3, default: [] }, 'At most 3 items. Default <code>[]</code>.'],
])('a field with %j means: %s', (field, meaning) => {
  expect(meaningOf({ type: 'string', ...field })).toBe(meaning);
});
