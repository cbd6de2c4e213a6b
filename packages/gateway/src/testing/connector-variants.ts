// The inputs, settings and answers with which digests try an operation of a connector, beside those of its samples.
import type { Connector, PageInput, Provider, UpstreamResponse } from '../connectors/connector.ts';
import type { Played } from './connector-outcomes.ts';
import { type AnyOperation, type AnySample, expectsRecords } from './replay-sample.ts';

type Variant<T> = readonly [name: string, value: T];

/** The first sample with records of each platform: what is asked and answered on a good day. */
export function goodSamples(samples: readonly AnySample[]): AnySample[] {
  const byPlatform = new Map<string, AnySample>();
  for (const sample of samples.filter(expectsRecords))
    if (!byPlatform.has(sample.input.platform)) byPlatform.set(sample.input.platform, sample);
  return [...byPlatform.values()];
}

const COUNTS = [1, 7, 30, 50, 100, 500];
/** Cursors that are tried; connectors know two or three forms of them. */
const CURSORS_MAX = 4;

/** What a caller may ask otherwise: other pages, sizes and orders, and the forms in which it wants the answer. */
export function inputsLike(
  { input }: AnySample,
  operation: AnyOperation & { sorts?: readonly string[] },
  cursors: readonly string[],
): Variant<AnySample['input']>[] {
  const forms: Variant<object>[] = [['raw', { wantsRaw: !input.wantsRaw }]];
  if ('count' in input) {
    forms.push(['whole answer', { bodyIsAnswer: true }]);
    forms.push(...COUNTS.map((count) => [`count ${count}`, { count }] as const));
    for (const cursor of cursors.slice(0, CURSORS_MAX)) {
      forms.push([`cursor ${cursor}`, { cursor, position: (input as PageInput).count }]);
      forms.push([`cursor ${cursor}, count 3`, { cursor, position: 3, count: 3 }]);
    }
  }
  for (const sort of operation.sorts ?? []) forms.push([`sort ${sort}`, { sort }]);
  return forms.map(([name, change]) => [name, { ...input, ...change }]);
}

/** The members of an input that name one thing of the platform. */
const NAMES = ['id', 'author_id', 'handle', 'comment_id', 'playlist_id'] as const;

/** The same answer at another place of a walk, or for a caller who used another of the names in it. */
export function questionsLike(
  { input }: AnySample,
  cursors: readonly string[],
  others: readonly string[],
): Variant<AnySample['input']>[] {
  const asked: { [name: string]: unknown } = { ...input };
  const forms: Variant<object>[] = [];
  if ('count' in input)
    for (const cursor of [null, ...cursors])
      if (cursor !== asked.cursor)
        forms.push([`at ${cursor ?? 'the start'}`, { cursor, position: cursor === null ? 0 : 40 }]);
  for (const name of NAMES.filter((one) => one in input))
    for (const other of others)
      if (other !== asked[name]) forms.push([`${name} ${other}`, { [name]: other }]);
  return forms.map(([name, change]) => [name, { ...input, ...change }]);
}

/** The cursors that outcomes lead to. */
export function cursorsOf(outcomes: readonly Played['outcome'][]): string[] {
  const cursors = outcomes.flatMap((outcome) =>
    outcome.kind === 'page' && outcome.cursor !== null ? [outcome.cursor] : [],
  );
  return [...new Set(cursors)];
}

/** What an operator may set otherwise. */
export function providersLike(provider: Provider, { options }: Connector): Variant<Provider>[] {
  const one = (name: string, change: Partial<Provider>): Variant<Provider> => [
    name,
    { ...provider, ...change },
  ];
  const { options: all } = provider;
  return [
    one('no token', { token: null }),
    one('no options', { options: {} }),
    one('another base_url', { baseUrl: 'https://other.example/api' }),
    ...Object.keys(options).map((name) => one(`only option ${name}`, { options: { [name]: all[name]! } })),
  ];
}

const STATUSES = [
  ...[201, 202, 204, 301, 302, 304, 400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 418, 422, 429, 451],
  ...[500, 501, 502, 503, 504, 520],
];

/** The reset header that some platforms use, beside the one of HTTP. */
const RESET = 'x-ratelimit-reset';

const WAITS: [name: string, headers: Record<string, string>][] = [
  ['no time', {}],
  ['seconds', { 'retry-after': '7', [RESET]: '9' }],
  ['a reset in seconds', { [RESET]: '9' }],
  // Two minutes after the samples were received.
  ['a reset as a moment', { [RESET]: '1780000120' }],
  ['a reset as a date', { [RESET]: new Date(1_780_000_120_000).toISOString() }],
  ['a date', { 'retry-after': new Date(1_780_000_120_000).toUTCString() }],
  ['a week', { 'retry-after': '604800' }],
];

type Answers = Variant<UpstreamResponse>[];

/** The answer under every status, with its body, with an empty object and with none. */
export function statusesOf(answer: UpstreamResponse): [status: number, answers: Answers][] {
  const bodies: Variant<string>[] = [
    ['its body', answer.body],
    ['{}', '{}'],
    ['no body', ''],
  ];
  return STATUSES.map((status) => [
    status,
    bodies.map(([name, body]) => [name, { ...answer, status, body }]),
  ]);
}

/** Refusals that tell in every known way how long to wait. */
export function waitsOf(answer: UpstreamResponse): Answers {
  return [403, 429, 503].flatMap((status) =>
    WAITS.map(([name, headers]): Variant<UpstreamResponse> => {
      const all = { ...answer.headers, ...headers };
      return [`${status} with ${name}`, { ...answer, status, headers: all, body: '{}' }];
    }),
  );
}
