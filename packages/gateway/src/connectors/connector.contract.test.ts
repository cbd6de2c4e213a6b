// Holds every connector to the port's promises. A connector joins by its line in index.ts; its samples are the cases.

import fc from 'fast-check';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { Video } from '../domain/video.ts';
import type {
  AttemptFailure,
  AttemptFailureKind,
  Connector,
  Page,
  Provider,
  Sample,
  UpstreamResponse,
} from './connector.ts';
import { connectors } from './index.ts';

const ParsedVideo = Type.Omit(Video, ['platform', 'rank', 'source', 'raw']);
const FAILURE_KINDS: AttemptFailureKind[] = [
  'timeout',
  'unavailable',
  'rate_limited',
  'refused',
  'bad_response',
  'not_found',
  'input_rejected',
];

function providerOf(connector: Connector): Provider {
  return {
    name: connector.name,
    connector: connector.name,
    baseUrl: 'https://upstream.example',
    token: connector.facts.keyNeeded ? 'secret-token' : null,
    timeoutMs: null,
    userAgent: 'Reelgate/0.1',
    options: Object.fromEntries(Object.keys(connector.options).map((name) => [name, `option-${name}`])),
    publicUrl: 'https://gateway.example',
  };
}

/** A captcha, a login, a notice of maintenance, one without a head, one that was cut off. */
const WEB_PAGES = [
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Verify you are human.</body></html>',
  '<html lang="fr"><body><form action="/login"><input name="mot_de_passe"></form></body></html>',
  '<!doctype html><title>メンテナンス中</title><p>しばらくお待ちください。',
  '<script src="/challenge.js"></script><noscript>Enable JavaScript</noscript>',
  '<HTML><BODY><P>502',
];

const FOLLOW_UPS_MAX = 5; // More exchanges for one page would be a loop.

/** Answers follow-ups with the sample's further answers, as the attempt does with the provider's. */
function parse(
  connector: Connector,
  sample: Sample,
  response: UpstreamResponse = sample.response,
): Page | AttemptFailure {
  let parsed = connector.search.parse(response, sample.input, providerOf(connector));
  for (let i = 0; parsed.kind === 'follow_up'; i += 1) {
    if (i >= FOLLOW_UPS_MAX) throw new Error('too many follow-ups');
    expect(URL.canParse(parsed.request.url)).toBe(true);
    parsed = parsed.parse(
      sample.followUps?.[i] ?? { kind: 'unavailable', detail: 'no further answer in the sample' },
    );
  }
  return parsed;
}

function expectPage(outcome: ReturnType<typeof parse>): asserts outcome is Page {
  expect(outcome.kind, JSON.stringify(outcome)).toBe('page');
}

test('every connector has a name of its own', () => {
  expect(new Set(connectors.map(({ name }) => name)).size).toBe(connectors.length);
  expect(connectors.length).toBeGreaterThan(0);
});

describe.each(connectors.map((connector) => [connector.name, connector] as const))(
  '%s',
  (_name, connector) => {
    test('has samples of a page and of a failure', () => {
      expect(connector.samples.some(({ expect }) => 'items' in expect && expect.items > 0)).toBe(true);
      expect(connector.samples.some(({ expect }) => 'failure' in expect)).toBe(true);
      expect(new Set(connector.samples.map(({ name }) => name)).size).toBe(connector.samples.length);
    });

    test('may be kept at least as long as it must be', () => {
      const { min, max } = connector.facts.cacheSeconds;
      for (const seconds of [min, max ?? 0]) expect(Number.isInteger(seconds) && seconds >= 0).toBe(true);
      expect(min).toBeLessThanOrEqual(max ?? Number.POSITIVE_INFINITY);
    });

    test('builds a well-formed request, the same one each time', () => {
      for (const { input } of connector.samples) {
        const request = connector.search.request(input, providerOf(connector));
        expect(connector.search.request(input, providerOf(connector))).toEqual(request);
        expect(['GET', 'POST']).toContain(request.method);
        expect(URL.canParse(request.url)).toBe(true);
        expect(request.method === 'GET' ? request.body : undefined).toBeUndefined();
        for (const value of Object.values(request.headers)) expect(value).toEqual(expect.any(String));
      }
    });

    // Golden: a change of what goes over the wire shows in the diff. Written on the first run of a new connector.
    test('asks exactly what its golden file says', async () => {
      const requests = connector.samples.map(({ name, input }) => ({
        sample: name,
        request: connector.search.request(input, providerOf(connector)),
      }));
      const golden = `./fixtures/${connector.name}/requests.json`;
      await expect(`${JSON.stringify(requests, null, 2)}\n`).toMatchFileSnapshot(golden);
    });

    test('carries any keyword in its request without breaking the URL', () => {
      const { input } = connector.samples[0]!;
      for (const keyword of ['a&b=c#d', '猫 视频', '%', '"', '👩‍🍳', 'a/../b?x', '+', '\u202e']) {
        const request = connector.search.request(
          { ...input, keyword, cursor: null, position: 0 },
          providerOf(connector),
        );
        const encoded = [
          encodeURIComponent(keyword),
          new URLSearchParams({ k: keyword }).toString().slice(2),
        ];
        const sent = `${request.url} ${request.body ?? ''}`;
        expect(
          [...encoded, JSON.stringify(keyword)].some((form) => sent.includes(form)),
          sent,
        ).toBe(true);
      }
    });

    describe.each(connector.samples.map((sample) => [sample.name, sample] as const))(
      'sample: %s',
      (_title, sample) => {
        test('parses as it says', () => {
          const outcome = parse(connector, sample);
          if ('failure' in sample.expect) {
            const { failure, suspendMs } = sample.expect;
            expect(outcome).toMatchObject({ kind: failure, ...(suspendMs !== undefined && { suspendMs }) });
            return;
          }
          expectPage(outcome);
          const { items, videos, ...page } = sample.expect;
          expect(outcome).toMatchObject(page);
          expect(outcome.items).toHaveLength(items);
          videos?.forEach((video, i) => {
            expect(outcome.items[i]?.video).toMatchObject(video);
          });
        });

        test('gives a cursor exactly when there is more', () => {
          const outcome = parse(connector, sample);
          if (outcome.kind === 'page')
            expect(outcome.cursor !== null && outcome.cursor !== '').toBe(outcome.end === 'more');
        });

        test('gives only complete unified records, each with its raw JSON', () => {
          const outcome = parse(connector, sample);
          if (outcome.kind !== 'page') return;
          for (const { video, raw } of outcome.items) {
            expect([...Value.Errors(ParsedVideo, video)]).toEqual([]);
            expect(Object.keys(video).sort()).toEqual(Object.keys(ParsedVideo.properties).sort());
            expect(JSON.parse(JSON.stringify(raw))).toEqual(expect.any(Object));
          }
        });

        test('is a typed failure, never a throw or a page, when its body is cut anywhere', () => {
          const { body } = sample.response;
          if ('failure' in sample.expect) return;
          const whole = body.trimEnd();
          for (let part = 0; part < 40; part += 1) {
            const cut = whole.slice(0, Math.floor((whole.length * part) / 40));
            expect(parse(connector, sample, { ...sample.response, body: cut }).kind, cut.slice(-60)).toBe(
              'bad_response',
            );
          }
        });
      },
    );

    test('answers bad_response to a body that is no JSON', () => {
      const sample = connector.samples.find(({ expect }) => 'items' in expect)!;
      for (const body of ['', '{', '\u0000', 'Service Unavailable', '"text"', '{"a":']) {
        expect(parse(connector, sample, { ...sample.response, body }).kind, body).toBe('bad_response');
      }
    });

    test('is refused, and never says anything else, when a web page comes with status 200', () => {
      const sample = connector.samples.find(({ expect }) => 'items' in expect)!;
      for (const body of WEB_PAGES) {
        for (const before of [
          '',
          '\ufeff',
          ' \r\n\t',
          '<!-- checked -->\n',
          '\ufeff\n<?xml version="1.0"?>\n',
        ]) {
          for (const type of [
            'text/html',
            'text/html; charset=utf-8',
            'application/json',
            'text/plain',
            '',
          ]) {
            const headers = { ...sample.response.headers, 'content-type': type };
            const response = { ...sample.response, status: 200, headers, body: before + body };
            expect(parse(connector, sample, response).kind, `${type}: ${before}${body}`).toBe('refused');
          }
        }
      }
    });

    test('reads JSON that is called HTML', () => {
      const sample = connector.samples.find(({ expect }) => 'items' in expect && expect.items > 0)!;
      const headers = { ...sample.response.headers, 'content-type': 'text/html; charset=utf-8' };
      expect(parse(connector, sample, { ...sample.response, headers })).toEqual(parse(connector, sample));
    });

    test('never reads a proved end out of JSON that is something else', () => {
      const sample = connector.samples.find(({ expect }) => 'items' in expect)!;
      for (const body of ['null', '0', '"text"', '[]', '{}', '{"error":"x"}']) {
        const outcome = parse(connector, sample, { ...sample.response, body });
        // An empty list may be a page of an upstream that has no better way to end, but then its end is not proved.
        if (outcome.kind === 'page') expect(outcome).toMatchObject({ items: [], end: 'unknown' });
        else expect(FAILURE_KINDS, body).toContain(outcome.kind);
      }
    });

    test('never throws, whatever status and JSON an upstream sends', () => {
      const sample = connector.samples.find(({ expect }) => 'items' in expect)!;
      fc.assert(
        fc.property(fc.integer({ min: 100, max: 599 }), fc.jsonValue({ maxDepth: 4 }), (status, json) => {
          const outcome = parse(connector, sample, {
            ...sample.response,
            status,
            body: JSON.stringify(json),
          });
          expect(['page', ...FAILURE_KINDS]).toContain(outcome.kind);
        }),
      );
    });

    test('survives ten thousand mutated bodies without an exception', () => {
      const pages = connector.samples.filter(({ expect }) => 'items' in expect);
      const mutated = (sample: Sample, mutations: readonly Mutation[]): Sample => ({
        ...sample,
        response: mutateAnswer(sample.response, mutations),
        ...(sample.followUps && {
          followUps: sample.followUps.map((answer) => mutateAnswer(answer, mutations)),
        }),
      });
      fc.assert(
        fc.property(
          fc.constantFrom(...pages),
          fc.array(mutation, { minLength: 1, maxLength: 4 }),
          (page, mutations) => {
            const outcome = parse(connector, mutated(page, mutations));
            return outcome.kind === 'page' || FAILURE_KINDS.includes(outcome.kind);
          },
        ),
        { numRuns: 10_000 },
      );
    }, 60_000);

    test('survives any field of a good page being replaced by something else', () => {
      const sample = connector.samples.find(({ expect }) => 'items' in expect && expect.items > 0)!;
      const paths = [...leafPaths(JSON.parse(sample.response.body))];
      for (const path of paths) {
        for (const wrong of [null, 0, -1, 1.5, 'x', [], {}, true]) {
          const body = JSON.stringify(replaceAt(JSON.parse(sample.response.body), path, wrong));
          const outcome = parse(connector, sample, { ...sample.response, body });
          if (outcome.kind !== 'page') expect(FAILURE_KINDS).toContain(outcome.kind);
          else
            for (const { video } of outcome.items)
              expect([...Value.Errors(ParsedVideo, video)], path.join('.')).toEqual([]);
        }
      }
    });
  },
);

/** One wound of a body: where, how long, and what stands there instead. */
interface Mutation {
  at: number;
  length: number;
  instead: string;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 12 }),
  instead: fc.oneof(
    fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', 'null', 'true', '-1', '1e400', '0.5', '[]', '{}'),
    fc.constantFrom(
      '"\\ud800"',
      '"__proto__"',
      '\\u0000',
      '99999999999999999999',
      '"1970-01-01"',
      '<html>',
      '&lt;',
    ),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  ),
});

function mutateAnswer<T extends UpstreamResponse | AttemptFailure>(
  answer: T,
  mutations: readonly Mutation[],
): T {
  if (answer.kind !== 'response') return answer;
  let { body } = answer as UpstreamResponse;
  for (const { at, length, instead } of mutations) {
    const start = Math.floor(at * body.length);
    body = body.slice(0, start) + instead + body.slice(start + length);
  }
  return { ...answer, body };
}

function* leafPaths(value: unknown, path: string[] = []): Generator<string[]> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* leafPaths(inner, [...path, name]);
}

function replaceAt(root: Record<string, unknown>, path: string[], wrong: unknown): unknown {
  const parent = path.slice(0, -1).reduce((node, name) => node[name] as Record<string, unknown>, root);
  parent[path.at(-1)!] = wrong;
  return root;
}
