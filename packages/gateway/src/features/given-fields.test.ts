// Each field that a request may give as it is kept, of every noun that has such fields: it is kept when the noun is made, changed alone, and
// removed by null. A new row of a field table is tested without a line here.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT_FIELDS } from '../domain/account.ts';
import { type FieldTable, givenProperties } from '../domain/field-table.ts';
import { COLLECTION_FIELDS } from '../domain/gathering/collection.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({});
});
afterAll(() => gateway.close());

interface Noun {
  fields: FieldTable;
  at: string;
  answer: string;
  ask: (
    target: string,
    given?: { method: string; body: object },
  ) => Promise<{ status: number; body: unknown }>;
  /** What a new one needs besides. */
  needs: () => object;
}
let made = 0;
const NOUNS: Record<string, Noun> = {
  account: {
    ...{ fields: ACCOUNT_FIELDS, at: 'accounts', answer: 'account' },
    ask: (target, given) => gateway.admin(target, given),
    needs: () => ({ name: `given-${made++}` }),
  },
  collection: {
    ...{ fields: COLLECTION_FIELDS, at: '/api/collections/v1', answer: 'collection' },
    ask: (target, given) => gateway.ask(target, given),
    needs: () => ({
      path: '/api/u1/v1/scripted/app/search_video_v2',
      query: { keyword: `${made++}` },
      budget: '1',
    }),
  },
};

interface Schema {
  type?: string;
  examples?: readonly unknown[];
  anyOf?: readonly Schema[];
}
const PLAIN: Record<string, readonly unknown[]> = {
  string: ['one thing', 'another'],
  integer: [1, 2],
  boolean: [true, false],
};

/** Two values that the field may have. */
function valuesOf({ type, examples, anyOf }: Schema): readonly unknown[] {
  if (anyOf !== undefined) return valuesOf(anyOf.find((one) => one.type !== 'null')!);
  const [first, second] = PLAIN[type!]!;
  return examples === undefined
    ? [first, second]
    : [examples[0], `${examples[0]}${type === 'string' ? 'a' : ''}`];
}

const CASES = Object.entries(NOUNS).flatMap(([noun, { fields }]) =>
  Object.entries(givenProperties(fields) as Record<string, Schema>).map(
    ([field, schema]) => [noun, field, schema] as const,
  ),
);

test('there are such fields', () => {
  expect(CASES.map(([noun, field]) => `${noun} ${field}`)).toEqual(
    expect.arrayContaining(['account tax_id', 'collection name']),
  );
});

test.each(CASES)('%s: %s is kept as it is given, changed, and removed', async (noun, field, schema) => {
  const { at, answer, ask, needs } = NOUNS[noun]!;
  const [first, second] = valuesOf(schema);
  const of = (said: { body: unknown }) => (said.body as Record<string, Record<string, unknown>>)[answer]!;
  const added = await ask(at, { method: 'POST', body: { ...needs(), [field]: first } });
  expect([added.status, of(added)[field]]).toEqual([201, first]);
  const one = `${at}/${of(added).id}`;
  const without = ({ [field]: _, ...others }: Record<string, unknown>) => others;
  for (const value of [second, null]) {
    const before = of(await ask(one));
    expect(of(await ask(one, { method: 'PATCH', body: { [field]: value } }))[field]).toBe(value);
    expect(of(await ask(one))[field]).toBe(value);
    if (noun === 'account') expect(without(of(await ask(one)))).toEqual(without(before));
  }
});
