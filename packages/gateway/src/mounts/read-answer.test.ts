// What of an upstream's answer reaches a caller: rules that no gateway is needed for.
import { expect, test } from 'vitest';
import type { UpstreamResponse } from '../connectors/connector.ts';
import { readAnswer } from './read-answer.ts';

const SECRET = 'upstream-secret';

function answered(given: Partial<UpstreamResponse>): UpstreamResponse {
  return { kind: 'response', status: 200, headers: {}, body: '', receivedAtMs: 0, ...given };
}

const read = (given: Partial<UpstreamResponse>, hides: ((text: string) => string) | null = null) =>
  readAnswer(answered(given), { success: null, secrets: [SECRET], hides });

test.each([
  ['in the body', { body: `x ${SECRET} y` }],
  ['in a header that is passed on', { headers: { 'content-language': `x ${SECRET} y` } }],
])('an answer with the credential %s is not passed on', (_, given) => {
  expect(read(given)).toMatchObject({ kind: 'failure', code: 'UPSTREAM_ERROR' });
});

test('a header that is too long or not plain text is left out, and an answer without a type is bytes', () => {
  const headers = { 'content-language': 'd'.repeat(257), 'last-modified': 'a\nb' };
  const { headers: passed } = read({ headers, body: 'x' }) as { headers: object };
  expect(passed).toEqual({ 'content-type': 'application/octet-stream' });
  expect(read({ headers: { 'content-language': 'd'.repeat(256) } })).toMatchObject({
    headers: { 'content-language': 'd'.repeat(256) },
  });
});

test.each([
  ['60', 60_000],
  ['86400', 86_400_000],
  ['86401', 86_400_000],
])('an upstream that asks for a pause of %s seconds gets it, at most a day', (seconds, ms) => {
  expect(read({ status: 429, headers: { 'retry-after': seconds } })).toMatchObject({ retryAfterMs: ms });
});

test("names of the upstream are removed from texts and from errors, and a picture's bytes stay", () => {
  const hides = (text: string) => text.replaceAll('acme', '…');
  const body = '{"message":"acme says no"}';
  const json = { 'content-type': 'application/json' };
  expect(read({ status: 404, body }, hides)).toMatchObject({ detail: expect.stringContaining('… says no') });
  expect(read({ body, headers: json }, hides)).toMatchObject({
    bytes: Buffer.from('{"message":"… says no"}'),
  });
  const picture = { body: 'acme', headers: { 'content-type': 'image/png' } };
  expect(read(picture, hides)).toMatchObject({ bytes: Buffer.from('acme') });
});

test('an error is explained from at most 64 KiB', () => {
  const error = (bytes: number) => {
    const body = '{"message":"too many"}'.padEnd(bytes);
    return (read({ status: 400, body }) as { detail: string }).detail;
  };
  expect(error(64 * 1024)).toContain('too many');
  expect(error(64 * 1024 + 1)).not.toContain('too many');
});
