import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, exchange, rawRequest, type Servers, startServers, statusOf } from '../testing/servers.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.close());

const JSON_TYPE = 'Content-Type: application/json';
const CLOSE = 'Connection: close';

async function check(headers: string[], body: string | Buffer) {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const head = rawRequest('POST /api/test/apikey', [...headers, length, CLOSE]);
  const { text } = await exchange(
    servers.publicPort,
    Buffer.concat([Buffer.from(head), Buffer.from(body)]),
    2000,
  );
  return { status: statusOf(text), body: bodyOf(text) };
}

const GOOD = '{"key":"x"}';

describe('only plain JSON in UTF-8 is read', () => {
  test.each([
    ['plain', [JSON_TYPE], 200],
    ['with charset', ['Content-Type: application/json; charset=UTF-8'], 200],
    ['in capitals', ['Content-Type: APPLICATION/JSON'], 200],
    ['another charset', ['Content-Type: application/json; charset=utf-16'], 415],
    ['text', ['Content-Type: text/plain'], 415],
    ['a form', ['Content-Type: application/x-www-form-urlencoded'], 415],
    ['another JSON', ['Content-Type: application/vnd.api+json'], 415],
    ['no type', [], 415],
    ['an empty type', ['Content-Type: '], 415],
    ['nonsense', ['Content-Type: application/json, text/html'], 415],
    ['gzip', [JSON_TYPE, 'Content-Encoding: gzip'], 415],
    ['br', [JSON_TYPE, 'Content-Encoding: br'], 415],
    ['identity', [JSON_TYPE, 'Content-Encoding: identity'], 415],
  ])('%s', async (_name, headers, status) => {
    const answer = await check(headers, GOOD);
    expect(answer.status).toBe(status);
    if (status === 415) expect(answer.body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('a bad body is 400 and names the field', () => {
  test.each([
    ['nothing', '', 'key'],
    ['no JSON', '{"key":', 'body'],
    ['a list', '[]', 'body'],
    ['null', 'null', 'key'],
    ['no key', '{}', 'key'],
    ['a number', '{"key":1}', 'key'],
    ['one field too many', '{"key":"x","valid":true}', 'valid'],
    ['a prototype', '{"key":"x","__proto__":{"a":1}}', 'body'],
    ['a constructor', '{"key":"x","constructor":{"prototype":{}}}', 'body'],
    ['half a surrogate pair', '{"key":"\\ud800"}', 'key'],
    ['NUL', '{"key":"\\u0000"}', 'key'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'body'],
  ])('%s', async (_name, body, field) => {
    const answer = await check([JSON_TYPE], body);
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('INVALID_REQUEST');
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });
});

describe('too large is 413, before any handler', () => {
  test('by its content-length, at 1 KiB for the key check', async () => {
    expect((await check([JSON_TYPE], `{"key":"${'x'.repeat(500)}"}`)).status).toBe(200);
    expect(await check([JSON_TYPE], `{"key":"${'x'.repeat(1100)}"}`)).toMatchObject({
      status: 413,
      body: { code: 'BODY_TOO_LARGE', detail: 'The body exceeds 1024 bytes.' },
    });
  });

  test('by the bytes that arrive, when it is chunked', async () => {
    const chunk = `400\r\n${'x'.repeat(1024)}\r\n`;
    const head = rawRequest('POST /api/test/apikey', [JSON_TYPE, 'Transfer-Encoding: chunked']);
    const { text, closed } = await exchange(servers.publicPort, head + chunk + chunk, 2000);
    expect(statusOf(text)).toBe(413);
    expect(closed).toBe(true);
  });

  test('at 64 KiB for admin verbs, and only after the token was checked', async () => {
    const body = `{"name":"${'x'.repeat(66_000)}"}`;
    const ask = (headers: string[]) =>
      exchange(
        servers.adminPort,
        rawRequest(
          'POST /admin/v1/accounts',
          [JSON_TYPE, `Content-Length: ${body.length}`, CLOSE, ...headers],
          body,
        ),
        2000,
      );
    expect(statusOf((await ask([`Authorization: Bearer ${servers.adminToken}`])).text)).toBe(413);
    expect(statusOf((await ask([])).text)).toBe(401);
  });
});

test('a key that was checked is never logged', async () => {
  await check([JSON_TYPE], JSON.stringify({ key: servers.key }));
  await check([JSON_TYPE], `{"key":"${servers.key}"`);
  expect(JSON.stringify(servers.logged)).not.toContain(servers.key);
});
