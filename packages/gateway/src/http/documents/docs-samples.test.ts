import { expect, test } from 'vitest';
import { type SampledRequest, samplesOf } from './docs-samples.ts';

const BARE: SampledRequest = {
  ...{ method: 'GET', url: 'https://gate.example/api/x', query: {}, body: null },
  ...{ credential: null, client: null, tool: null },
};

const codeOf = (request: Partial<SampledRequest>) =>
  Object.fromEntries(samplesOf({ ...BARE, ...request }).map(({ language, code }) => [language, code]));

/** What a sample says only if the request has it, in every language that needs no package. */
const SAID = {
  body: [`-d '{"a":null}'`, 'body: JSON.stringify({"a":null})', 'data=json.dumps({"a": None}).encode()'],
  type: [
    "'Content-Type: application/json'",
    "'content-type': 'application/json'",
    '"Content-Type": "application/json"',
  ],
  method: ['-X POST', "method: 'POST'", 'method="POST"'],
  credential: ['Bearer $REELGATE_KEY', 'Bearer ${env.REELGATE_KEY}', "Bearer {os.environ['REELGATE_KEY']}"],
  query: ["--data-urlencode 'q=a b'", 'URLSearchParams({"q":"a b"})', 'urlencode({"q": "a b"})'],
};

test.each<[Partial<SampledRequest>, (keyof typeof SAID)[]]>([
  [{}, []],
  [{ body: { a: null } }, ['body', 'type']],
  [{ method: 'POST' }, ['method']],
  [{ credential: 'REELGATE_KEY' }, ['credential']],
  [{ query: { q: 'a b' } }, ['query']],
  [
    { method: 'POST', body: { a: null }, credential: 'REELGATE_KEY' },
    ['body', 'type', 'method', 'credential'],
  ],
])('a request with %j is written in every language with that and nothing else', (request, parts) => {
  const codes = Object.values(codeOf(request));
  expect(codes).toHaveLength(3);
  const said = Object.entries(SAID).map(([part, texts]) => [
    part,
    texts.map((text, i) => codes[i]!.includes(text)),
  ]);
  expect(said).toEqual(
    Object.keys(SAID).map((part) => [part, Array(3).fill((parts as string[]).includes(part))]),
  );
});

test('a call of the packages has its query, and its body only if there is one', () => {
  const call = (body: unknown) => codeOf({ client: { path: '/api/x', query: { q: '1' }, body } });
  expect(call(null)).toMatchObject({
    TypeScript: expect.stringContaining('request("/api/x", {"q":"1"})'),
    Python: expect.stringContaining('request("/api/x", {"q": "1"})'),
  });
  expect(call({ a: true })).toMatchObject({
    TypeScript: expect.stringContaining('request("/api/x", {"q":"1"}, {}, {"a":true})'),
    Python: expect.stringContaining('request("/api/x", {"q": "1"}, {"a": True})'),
  });
});
