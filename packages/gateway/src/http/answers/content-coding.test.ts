// Which answers are sent as gzip, and that compression changes nothing else.
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { CallOutcome } from '../../call/call-outcome.ts';
import { toMicros } from '../../domain/money.ts';
import { asGzip, createForms, type Form } from './answer-form.ts';
import { acceptsGzip, isTextType } from './content-coding.ts';
import { relativeDocs } from './problem.ts';

test.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['GZIP', true],
  ['x-gzip', true],
  ['br, gzip;q=0.1', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['*', true],
  ['*;q=0', false],
  ['*, gzip;q=0', false],
  ['gzip;q=0, *', false],
  ['identity', false],
  ['br', false],
  ['not-gzip', false],
])('Accept-Encoding %j takes gzip: %s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected);
});

test.each([
  ['application/json; charset=utf-8', true],
  ['application/problem+json', true],
  ['text/csv', true],
  ['image/png', false],
  ['application/zip', false],
  [undefined, false],
])('%j is text: %s', (type, expected) => {
  expect(isTextType(type)).toBe(expected);
});

const forms = createForms('Gate', 'x-request-id', relativeDocs('/docs'));
const settled = {
  balanceMicros: toMicros(5),
  chargedMicros: toMicros(1),
  rate: null,
  free: undefined,
  deprecation: null,
  ageSeconds: null,
};
const text = (length: number) => ({ kind: 'text', head: ['x'.repeat(length)], tail: '"}' });
const formOf = (outcome: object) => forms.call('r1', { ...settled, ...outcome } as unknown as CallOutcome);
const header = ({ headers }: Form, name: string) =>
  headers.includes(name) ? headers[headers.indexOf(name) + 1] : undefined;

describe('an answer', () => {
  test.each([1_024, 30_000, 300_000])(
    'of %i bytes and more travels as gzip that says the same',
    async (n) => {
      const plain = formOf({ kind: 'answered', content: text(n) });
      const coded = await asGzip(plain);
      expect(gunzipSync(coded.body[0] as Buffer).toString()).toBe(plain.body.join(''));
      expect(header(coded, 'content-length')).toBe(String((coded.body[0] as Buffer).length));
      expect([header(coded, 'content-encoding'), header(plain, 'content-encoding')]).toEqual([
        'gzip',
        undefined,
      ]);
      expect([header(coded, 'vary'), header(plain, 'vary')]).toEqual(
        Array(2).fill('Accept-Encoding, Origin'),
      );
    },
  );

  test('of less than 1,024 bytes is sent uncompressed', async () => {
    const plain = formOf({ kind: 'answered', content: text(1_000) });
    expect(await asGzip(plain)).toEqual(plain);
    expect(header(plain, 'vary')).toBeUndefined();
  });

  test('that is replayed is sent as the stored bytes', async () => {
    const body = Buffer.from('y'.repeat(2_000));
    const gzip = gzipSync(body);
    const coded = await asGzip(formOf({ kind: 'replayed', answer: { body, gzip, passedOn: null } }));
    expect(coded.body[0]).toBe(gzip);
  });

  test.each([
    ['a picture', { 'content-type': 'image/png' }],
    ['a coding of its own', { 'content-type': 'text/plain', 'content-encoding': 'br' }],
  ])('of an upstream with %s travels as it came', async (_, headers) => {
    const content = { kind: 'bytes', bytes: Buffer.alloc(5_000), headers, status: 200 };
    const plain = formOf({ kind: 'answered', content });
    expect(await asGzip(plain)).toEqual(plain);
  });
});
