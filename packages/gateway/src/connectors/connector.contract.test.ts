// Holds every operation of every connector to the promises of connector.ts. A connector joins by its line in index.ts, an operation by its
// entry in the connector. The samples in samples/index.ts are the cases. The example that the guide recommends to copy is held to them too.

import fc from 'fast-check';
import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import * as example from '../../../../examples/connector.ts';
import { AuthorProfile } from '../domain/author.ts';
import { Comment } from '../domain/comment.ts';
import { ABSENCE_REASONS } from '../domain/failure.ts';
import { Playlist } from '../domain/playlist.ts';
import { cacheSecondsMax, cacheSecondsMin } from '../domain/retention.ts';
import { lineJson } from '../domain/text/line-json.ts';
import { Transcript } from '../domain/transcript/record.ts';
import { TRANSCRIPT_REASONS } from '../domain/transcript/tracks.ts';
import { Video } from '../domain/video.ts';
import { operations } from '../operations/index.ts';
import type { RecordKind } from '../operations/operation.ts';
import { drawn } from '../testing/drawn.ts';
import {
  type AnyOperation,
  expectsRecords,
  type GoodOutcome,
  providerOf,
  recordsOf,
  replay,
  type AnySample as Sample,
} from '../testing/replay-sample.ts';
import { expectTold } from '../testing/told/told.ts';
import type {
  AttemptFailure,
  AttemptFailureKind,
  OperationName,
  ParsedRecord,
  Question,
  UpstreamResponse,
} from './connector.ts';
import { connectors } from './index.ts';
import { connectorSamples } from './samples/index.ts';

const PARSED_KINDS: Record<RecordKind, ReturnType<typeof Type.Omit>> = {
  video: Type.Omit(Video, ['platform', 'rank', 'source', 'raw']),
  comment: Type.Omit(Comment, ['platform', 'rank', 'source', 'raw']),
  author: Type.Omit(AuthorProfile, ['platform', 'rank', 'source', 'raw']),
  playlist: Type.Omit(Playlist, ['platform', 'source', 'raw']),
  transcript: Type.Object({
    id: Type.String(),
    ...Type.Omit(Transcript, ['platform', 'video_id', 'source']).properties,
  }),
};
/** The schema of each operation's records. */
const PARSED = Object.fromEntries(
  operations.map(({ name, record }) => [name, PARSED_KINDS[record.kind]]),
) as Record<OperationName, ReturnType<typeof Type.Omit>>;
/** Compiled, because millions of records are checked. Error texts are computed only for a record that fails. */
const CHECKS = Object.fromEntries(
  Object.entries(PARSED).map(([name, schema]) => [name, Compile(schema as TSchema)]),
) as Record<OperationName, ReturnType<typeof Compile>>;
/** Input fields that name a record. */
const NAMES = ['id', 'author_id', 'handle', 'comment_id', 'playlist_id'];
/** Input fields that hold a text of the caller. */
const TEXTS: Partial<Record<OperationName, string>> = {
  'video.search': 'keyword',
  'author.search': 'keyword',
  'video.popular': 'category',
};
const GOOD_KINDS: GoodOutcome['kind'][] = ['page', 'record', 'absent'];
const FAILURE_KINDS: AttemptFailureKind[] = [
  'timeout',
  'unavailable',
  'rate_limited',
  'refused',
  'bad_response',
  'not_found',
  'input_rejected',
];

const isLong = process.env.REELGATE_TESTS_LONG === '1';
/** Of each operation; there are more than a hundred operations. */
const MUTATED_BODIES = isLong ? 10_000 : 100;
/** Samples of an operation whose bodies are cut, and places where each is. */
const CUT_SAMPLES = isLong ? Number.POSITIVE_INFINITY : 2;
const CUTS = 40;
/** Values that stand instead of one field, of those that are listed; `lineage.test.ts` also compares what comes of a wrong field. */
const WRONG_VALUES = isLong ? Number.POSITIVE_INFINITY : 1;

/** A captcha, a login, a maintenance notice, a page without a head, and one that was cut off. */
const WEB_PAGES = [
  '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Verify you are human.</body></html>',
  '<html lang="fr"><body><form action="/login"><input name="mot_de_passe"></form></body></html>',
  '<!doctype html><title>メンテナンス中</title><p>しばらくお待ちください。',
  '<script src="/challenge.js"></script><noscript>Enable JavaScript</noscript>',
  '<HTML><BODY><P>502',
];
const BEFORE_THEM = ['', '\ufeff', ' \r\n\t', '<!-- checked -->\n', '\ufeff\n<?xml version="1.0"?>\n'];
const CALLED = ['text/html', 'text/html; charset=utf-8', 'application/json', 'text/plain', ''];

const isGood = (outcome: GoodOutcome | AttemptFailure): outcome is GoodOutcome =>
  GOOD_KINDS.some((kind) => kind === outcome.kind);

const expectsGood = ({ expect }: Sample) => !('failure' in expect);

test('every connector has a name of its own', () => {
  expect(new Set(connectors.map(({ name }) => name)).size).toBe(connectors.length);
  expect(connectors.length).toBeGreaterThan(0);
});

test('samples belong to an existing connector and to an operation that it has', () => {
  const known = connectors.flatMap(({ name, operations }) =>
    Object.keys(operations).map((key) => `${name} ${key}`),
  );
  const named = Object.entries(connectorSamples).flatMap(([name, ofOne]) =>
    Object.keys(ofOne).map((key) => `${name} ${key}`),
  );
  expect(named.sort()).toEqual(known.sort());
});

test.each(connectors)('$name may be kept at least as long as it must be', ({ facts }) => {
  const { keepSecondsMax, linkSeconds } = facts.retention;
  const min = cacheSecondsMin(facts.retention);
  expect(Number.isInteger(min) && min >= 0).toBe(true);
  for (const seconds of [keepSecondsMax ?? 1, linkSeconds ?? 1])
    expect(Number.isInteger(seconds) && seconds > 0).toBe(true);
  expect(min).toBeLessThanOrEqual(cacheSecondsMax(facts.retention));
});

const allSamples: typeof connectorSamples = {
  [example.clips.name]: { 'video.search': example.samples },
  ...connectorSamples,
};
/** Without the example where somebody has just copied it under its own name. */
const held = connectors.some(({ name }) => name === example.clips.name)
  ? connectors
  : [...connectors, example.clips];

const cases = held.flatMap((connector) =>
  Object.entries(connector.operations).map(
    ([name, operation]) =>
      [
        `${connector.name} ${name}`,
        connector,
        name as OperationName,
        operation as unknown as AnyOperation,
      ] as const,
  ),
);

describe.each(cases)('%s', (title, connector, name, operation) => {
  const provider = providerOf(connector);
  const samples = (allSamples[connector.name]?.[name] ?? []) as readonly Sample[];
  const errorsOf = (record: ParsedRecord) =>
    CHECKS[name].Check(record) ? [] : [...Value.Errors(PARSED[name], record)];

  const parse = (sample: Sample, response: UpstreamResponse = sample.response) =>
    replay(operation, provider, { ...sample, response });

  test('has samples of an answer and of a failure', () => {
    expect(samples.some(expectsRecords)).toBe(true);
    expect(samples.some(({ expect }) => 'failure' in expect)).toBe(true);
    expect(new Set(samples.map(({ name: title }) => title)).size).toBe(samples.length);
  });

  test('lists as missing only fields that a record has', () => {
    const fields = fieldPaths(PARSED[name]);
    expect(operation.missing.filter((field) => !fields.has(field))).toEqual([]);
  });

  test('costs at most what the provider is configured to cost', () => {
    expect(operation.cost).toBeGreaterThan(0);
    expect(operation.cost).toBeLessThanOrEqual(1);
  });

  test('builds a well-formed request, the same one each time', () => {
    for (const { input } of samples) {
      const request = operation.request(input, provider);
      expect(operation.request(input, provider)).toEqual(request);
      expect(['GET', 'POST']).toContain(request.method);
      expect(URL.canParse(request.url)).toBe(true);
      expect(request.method === 'GET' ? request.body : undefined).toBeUndefined();
      for (const value of Object.values(request.headers)) expect(value).toEqual(expect.any(String));
    }
  });

  test('asks exactly what its digest says', () => {
    const requests = samples.map(({ name: sample, input }) => ({
      sample,
      request: operation.request(input, provider),
    }));
    const text = `${lineJson(requests, 1)}\n`;
    expectTold({ by: import.meta.filename, name: `${connector.name}, ${name}`, text });
  });

  const text = TEXTS[name];
  const takesText = text !== undefined && (text === 'keyword' || samples.some(({ input }) => text in input));

  test.runIf(takesText)('carries any text of a caller in its request without breaking the URL', () => {
    const { input } = samples[0]!;
    for (const keyword of ['a&b=c#d', '猫 视频', '%', '"', '👩‍🍳', 'a/../b?x', '+', '\u202e']) {
      const request = operation.request(
        { ...input, [text!]: keyword, cursor: null, position: 0 } as Question,
        provider,
      );
      const encoded = [encodeURIComponent(keyword), new URLSearchParams({ k: keyword }).toString().slice(2)];
      const sent = `${request.url} ${request.body ?? ''}`;
      expect(
        [...encoded, JSON.stringify(keyword)].some((form) => sent.includes(form)),
        sent,
      ).toBe(true);
    }
  });

  test.runIf(text === undefined)('carries any id in its request without leaving its path or its host', () => {
    const asksOf = (input: Question) => new URL(operation.request(input, provider).url);
    // A platform may have a route for each kind of id, so a path must be as deep as one of them.
    const depths = samples.map(({ input }) => asksOf(input).pathname.split('/').length);
    for (const { input } of samples) {
      const known = asksOf(input);
      const named = Object.keys(input).filter((field) => NAMES.includes(field));
      expect(named).not.toEqual([]);
      for (const id of ['a/../../b', '..', 'a?b=c', 'a#b', '%2e%2e', '猫', 'a&b', '//evil.example']) {
        const asked = { ...input, ...Object.fromEntries(named.map((field) => [field, id])) };
        const { origin, pathname } = asksOf(asked);
        expect(origin).toBe(known.origin);
        expect(depths).toContain(pathname.split('/').length);
      }
    }
  });

  // The sort of a search is one of its filters; filters.test.ts covers it.
  test.runIf(name !== 'video.search')(
    'has orders to choose from exactly where callers may choose one',
    () => {
      const { sorts } = operation as { sorts?: readonly string[] };
      expect(sorts !== undefined && sorts.length > 0).toBe(samples.some(({ input }) => 'sort' in input));
    },
  );

  test.each(samples.map((sample) => [sample.name, sample] as const))(
    'sample: %s: gives the expected result, complete records and a cursor exactly when there is more',
    (_name, sample) => {
      const outcome = parse(sample);
      const wanted = sample.expect;
      if ('failure' in wanted) {
        const { failure, suspendMs } = wanted;
        expect(outcome).toMatchObject({ kind: failure, ...(suspendMs !== undefined && { suspendMs }) });
      } else if ('absent' in wanted) {
        expect(wanted.what === 'transcript' ? TRANSCRIPT_REASONS : ABSENCE_REASONS).toContain(wanted.absent);
        const { absent: reason, ...what } = wanted;
        expect(outcome).toEqual({ kind: 'absent', reason, ...what });
      } else if ('record' in wanted) expect(outcome).toMatchObject({ kind: 'record', record: wanted.record });
      else {
        const { items, videos, records = videos, ...page } = wanted;
        expect(outcome, JSON.stringify(outcome)).toMatchObject({ kind: 'page', ...page });
        expect(recordsOf(outcome)).toHaveLength(items);
        records?.forEach((record, i) => {
          expect(recordsOf(outcome)[i]?.record).toMatchObject(record);
        });
      }
      expectComplete(outcome);
      if (outcome.kind === 'page')
        expect(outcome.cursor !== null && outcome.cursor !== '').toBe(outcome.end === 'more');
    },
  );

  /** Unified records with all their fields, each with its raw JSON. */
  function expectComplete(outcome: ReturnType<typeof parse>): void {
    for (const { record, raw } of recordsOf(outcome)) {
      expect(errorsOf(record)).toEqual([]);
      const optional = Object.keys(record).filter((field) => !PARSED[name].required.includes(field));
      expect(optional.filter((field) => !(field in PARSED[name].properties))).toEqual([]);
      expect(Object.keys(record).length - optional.length).toBe(PARSED[name].required.length);
      expect(JSON.parse(JSON.stringify(raw))).toEqual(expect.any(Object));
    }
  }

  test('is a typed failure, never a throw or an answer, when a body is cut anywhere', () => {
    const whole = samples.filter((sample) => expectsRecords(sample) || 'items' in sample.expect);
    for (const sample of drawn(`${title} cut`, whole, CUT_SAMPLES)) {
      const { status, body } = sample.response;
      // When the status alone marks an answer as a refusal, the status decides the kind of failure.
      const kinds = status === 200 ? ['bad_response'] : FAILURE_KINDS;
      for (let part = 0; part < CUTS; part += 1) {
        const cut = body.slice(0, Math.floor((body.trimEnd().length * part) / CUTS));
        expect(kinds, cut.slice(-60)).toContain(parse(sample, { ...sample.response, body: cut }).kind);
      }
    }
  });

  test('is bad_response when its body is not JSON', () => {
    const sample = samples.find(expectsRecords)!;
    for (const body of ['', '{', '\u0000', 'Service Unavailable', '"text"', '{"a":']) {
      expect(parse(sample, { ...sample.response, body }).kind, body).toBe('bad_response');
    }
  });

  test('is `refused`, and nothing else, when a web page comes with status 200', () => {
    const { response, ...sample } = samples.find(expectsRecords)!;
    for (const type of CALLED) {
      const headers = { ...response.headers, 'content-type': type };
      for (const body of BEFORE_THEM.flatMap((before) => WEB_PAGES.map((page) => before + page))) {
        const page = { ...response, status: 200, headers, body };
        expect(parse({ ...sample, response: page }).kind, `${type}: ${body}`).toBe('refused');
      }
    }
  });

  test('reads JSON that is labelled as HTML', () => {
    const sample = samples.find(expectsRecords)!;
    const headers = { ...sample.response.headers, 'content-type': 'text/html; charset=utf-8' };
    expect(parse(sample, { ...sample.response, headers })).toEqual(parse(sample));
  });

  // What answers in this process has no server before it that could send a status of its own.
  test.runIf(connector.facts.website !== 'embedded')(
    'that is told to wait or met by an outage says so, and never that something is not there',
    () => {
      const sample = samples.find(expectsRecords)!;
      const kindsOf: [number, AttemptFailureKind[]][] = [
        [429, ['rate_limited']],
        [500, ['unavailable']],
        [502, ['unavailable']],
        [503, ['unavailable', 'rate_limited']],
      ];
      for (const [status, kinds] of kindsOf) {
        for (const body of ['', '{}', WEB_PAGES[4]!]) {
          const outcome = parse(sample, { ...sample.response, status, body });
          expect(kinds, `${status} ${body}`).toContain(outcome.kind);
        }
      }
    },
  );

  test('never reads a proved end, a record or an absence out of JSON that is something else', () => {
    const sample = samples.find(expectsRecords)!;
    for (const body of ['null', '0', '"text"', '[]', '{}', '{"error":"x"}']) {
      const outcome = parse(sample, { ...sample.response, body });
      // An upstream may end a list with an empty one, but then its end is not proved.
      if (outcome.kind === 'page') expect(outcome).toMatchObject({ items: [], end: 'unknown' });
      else expect(FAILURE_KINDS, body).toContain(outcome.kind);
    }
  });

  test('never throws, whatever status and JSON an upstream sends', () => {
    const sample = samples.find(expectsGood)!;
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), fc.jsonValue({ maxDepth: 4 }), (status, json) => {
        const outcome = parse(sample, { ...sample.response, status, body: JSON.stringify(json) });
        expect([...GOOD_KINDS, ...FAILURE_KINDS]).toContain(outcome.kind);
      }),
    );
  });

  // Different bodies in every run, shared among all operations; ten thousand in a long run.
  test('survives thousands of mutated bodies without an exception', () => {
    const good = samples.filter(expectsGood);
    const mutated = (sample: Sample, mutations: readonly Mutation[]): Sample => ({
      ...sample,
      response: mutateAnswer(sample.response, mutations),
      ...(sample.followUps && {
        followUps: sample.followUps.map((answer) => mutateAnswer(answer, mutations)),
      }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...good),
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        (sample, mutations) => {
          const outcome = parse(mutated(sample, mutations));
          return isGood(outcome) || FAILURE_KINDS.includes(outcome.kind);
        },
      ),
      { numRuns: MUTATED_BODIES },
    );
  });

  test('survives any field of a good answer being replaced by something else', () => {
    const sample = samples.find(expectsRecords)!;
    const good = JSON.parse(sample.response.body);
    for (const path of leafPaths(JSON.parse(sample.response.body))) {
      for (const wrong of drawn(`${title} ${path}`, [null, 0, -1, 1.5, 'x', [], {}, true], WRONG_VALUES)) {
        const body = replacedAt(good, path, wrong);
        const outcome = parse(sample, { ...sample.response, body });
        if (!isGood(outcome) && !FAILURE_KINDS.includes(outcome.kind)) expect.fail(outcome.kind);
        for (const { record } of recordsOf(outcome)) {
          const errors = errorsOf(record);
          if (errors.length > 0) expect(errors, path.join('.')).toEqual([]);
        }
      }
    }
  });
});

/** Field names as `missing` writes them: `author.name`. */
function fieldPaths(schema: object, before = ''): Set<string> {
  const { properties = {}, anyOf = [] } = schema as {
    properties?: Record<string, object>;
    anyOf?: object[];
  };
  const own = Object.entries(properties).flatMap(([field, inner]) => [
    before + field,
    ...fieldPaths(inner, `${before}${field}.`),
  ]);
  return new Set([...own, ...anyOf.flatMap((one) => [...fieldPaths(one, before)])]);
}

/** One change of a body: where, how many characters, and what replaces them. */
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

/** The JSON text of `root` with one value replaced. `root` itself is unchanged. */
function replacedAt(root: Record<string, unknown>, path: string[], wrong: unknown): string {
  const parent = path.slice(0, -1).reduce((node, name) => node[name] as Record<string, unknown>, root);
  const name = path.at(-1)!;
  const right = parent[name];
  parent[name] = wrong;
  const body = JSON.stringify(root);
  parent[name] = right;
  return body;
}
