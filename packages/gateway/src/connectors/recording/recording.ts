// Makes samples of what a platform really answered, for a repository that everybody may read: no name, id, text or address of it stays, and no
// credential. A word stays only if the parser decides by it (`video`, `no_more`), which is found out by replacing it. An answer that is read
// differently afterwards is not recorded, because it would prove nothing.
import type {
  AttemptFailure,
  Connector,
  OperationName,
  Provider,
  Question,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { FOLLOW_UPS_MAX } from '../connector.ts';
import { isObject } from '../parsing/json.ts';
import { answerShape, differenceOf, type Said } from './answer-shape.ts';
import { createDisguise, type Disguise, type NameForm } from './disguise.ts';

/** One operation that was asked live: every request, and what came back. */
export interface AskedLive {
  operation: OperationName;
  input: Question;
  exchanges: readonly { request: UpstreamRequest; answer: UpstreamResponse | AttemptFailure }[];
}

interface RecordedAnswer {
  /** What was asked, without a credential. */
  asked: string;
  status: number;
  headers: Record<string, string>;
  body: string;
  /** It was fetched as bytes, and is UTF-8. */
  isFile?: true;
}

/** As it stands in the file. `expect` is what its parser makes of it, in the words of samples. */
export interface RecordedSample {
  operation: OperationName;
  input: Question;
  answers: RecordedAnswer[];
  expect: object;
}

export interface Recording {
  connector: string;
  recorded_on: string;
  /** Host of the platform; absent where the operator's own server was asked. */
  from: string | null;
  /** Words of the platform that stayed, because the parser decides by them. Read them before you publish the file. */
  kept: string[];
  samples: RecordedSample[];
}

export interface MadeRecording {
  recording: Recording;
  /** Why answers were left out. */
  refused: { operation: OperationName; platform: string; reason: string }[];
}

interface Making {
  connector: Connector;
  provider: Provider;
  /** Random, and kept nowhere. */
  salt: string;
  /** Names of fields that the connector knows. */
  fields: ReadonlySet<string>;
  recordedOn: string;
}

/** As samples are replayed: at a host of nobody, with a token of nobody. */
export const REPLAY_HOST = 'upstream.example';
/** Headers that a parser may read. */
const HEADERS = ['content-type', 'retry-after'];
/** Shorter values of settings are words like `v1`, and no secrets. */
const SECRET_MIN = 5;

export function makeRecording(asked: readonly AskedLive[], making: Making): MadeRecording {
  const { connector, provider } = making;
  const refused: MadeRecording['refused'] = [];
  const good = asked.filter((one) => {
    const said = replayed(one, connector, provider);
    const reason = isGood(said) ? unusable(one) : `it failed: ${(said as AttemptFailure).detail}`;
    if (reason !== null) refused.push({ operation: one.operation, platform: one.input.platform, reason });
    return reason === null;
  });
  const names = namesOf(good, making);
  const make = (keep: ReadonlySet<string>) => {
    const disguise = createDisguise({ ...rulesOf(making), names, keep });
    return { words: disguise.words, all: good.map((one) => disguised(one, disguise)) };
  };
  // With the settings of the replay, at its own host: only the disguise may make a difference.
  const before = { ...atReplay(making), baseUrl: provider.baseUrl };
  const shapes = good.map((one) => answerShape(replayed(one, connector, before)));
  const differences = (all: readonly AskedLive[]) =>
    all.map((one, i) => differenceOf(shapes[i]!, answerShape(replayed(one, connector, atReplay(making)))));

  const words = allWords(make);
  const lost = differences(make(words).all);
  const isAlike = (keep: ReadonlySet<string>) =>
    differences(make(keep).all).every((difference, i) => difference === null || lost[i] !== null);
  const kept = neededOf(words, isAlike);
  const { all } = make(kept);
  const why = differences(all);
  const samples = all.flatMap((one, i) => {
    const { operation, input } = good[i]!;
    const leak = lost[i] ?? why[i] ?? leaked(one, provider);
    if (leak === null) return [sampleOf(one, connector, atReplay(making))];
    refused.push({
      operation,
      platform: input.platform,
      reason: `its made answer is read differently: ${leak}`,
    });
    return [];
  });
  const from = connector.facts.baseUrl === provider.baseUrl ? hostOf(provider) : null;
  const head = { connector: connector.name, recorded_on: making.recordedOn, from };
  return { recording: { ...head, kept: [...kept].sort(), samples }, refused };
}

const isGood = ({ kind }: Said): boolean => ['page', 'record', 'absent'].includes(kind);

/** Why a good answer is no sample. */
function unusable({ exchanges }: AskedLive): string | null {
  if (exchanges.some(({ answer }) => answer.kind !== 'response')) return 'a follow-up failed';
  const files = exchanges.flatMap(({ answer }) =>
    answer.kind === 'response' && answer.bytes !== undefined ? [answer.bytes] : [],
  );
  return files.every((bytes) => utf8(bytes) !== null) ? null : 'a file is not UTF-8';
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function replayed(
  { operation, input, exchanges }: AskedLive,
  connector: Connector,
  provider: Provider,
): Said {
  const { parse } = connector.operations[operation] as unknown as {
    parse(answer: unknown, input: Question, provider: Provider): Followed;
  };
  let said = parse(exchanges[0]!.answer, input, provider);
  for (let i = 1; said.kind === 'follow_up'; i += 1) {
    if (i > FOLLOW_UPS_MAX) throw new Error(`${connector.name} asks for too many follow-ups`);
    said = said.parse(exchanges[i]?.answer ?? { kind: 'unavailable', detail: 'no further answer' });
  }
  return said;
}

type Followed = Exclude<Said, { kind: 'follow_up' }> & { parse(answer: unknown): Followed };

const hostOf = ({ baseUrl }: Provider): string => (baseUrl === null ? '' : new URL(baseUrl).host);

function atReplay({ connector, provider }: Making): Provider {
  return {
    ...provider,
    name: connector.name,
    baseUrl: `https://${REPLAY_HOST}`,
    token: connector.facts.keyNeeded ? 'secret-token' : null,
    options: Object.fromEntries(Object.keys(connector.options).map((name) => [name, `option-${name}`])),
    publicUrl: 'https://gateway.example',
  };
}

function rulesOf({ connector: { facts, operations }, provider, salt, fields }: Making) {
  const addresses = [facts.website, facts.docs, facts.baseUrl].flatMap((url) => (url === null ? [] : [url]));
  const files = Object.values(operations).flatMap((how) => how.fileHosts?.(provider) ?? []);
  const hosts = [
    ...addresses.map((url) => new URL(url).hostname.replace(/^(?:www|api|docs|developers?)\./, '')),
    ...files.map((host) => host.replace(/^\*\./, '')),
  ];
  return { salt, fields, hosts: [...new Set(hosts)], host: [hostOf(provider), REPLAY_HOST] as const };
}

type IdKind = keyof Connector['ids'];

const ID_KINDS: Record<string, IdKind> = {
  video_id: 'video',
  author_id: 'author',
  handle: 'handle',
  comment_id: 'comment',
  playlist_id: 'playlist',
};
/** Of the record in which they stand. */
const OWN_IDS = new Set(['id', 'alt_ids']);
const RECORD_KINDS: Partial<Record<OperationName, IdKind>> = {
  'video.comments': 'comment',
  'comment.replies': 'comment',
  'author.get': 'author',
  'author.search': 'author',
  'playlist.get': 'playlist',
};
/** Fields of records that name somebody or something, and are replaced alike wherever they stand. */
const NAMING = new Set([...OWN_IDS, ...Object.keys(ID_KINDS), 'parent_id', 'root_id', 'name', 'keyword']);
/** What stands in these names nobody. */
const NAMELESS = new Set(['raw', 'license', 'tracks', 'platform']);

/** What names somebody or something: ids, handles and names of all records, what was asked for, and credentials. */
function namesOf(asked: readonly AskedLive[], { connector, provider }: Making): Map<string, NameForm> {
  const found = new Map<string, IdKind | null>();
  const look = (value: unknown, field: string, own: IdKind): void => {
    if (typeof value === 'string' && value !== '' && NAMING.has(field) && found.get(value) == null)
      found.set(value, OWN_IDS.has(field) ? own : (ID_KINDS[field] ?? null));
    if (Array.isArray(value)) for (const entry of value) look(entry, field, own);
    else if (isObject(value))
      for (const [key, member] of Object.entries(value))
        if (!NAMELESS.has(key)) look(member, key, key === 'author' ? 'author' : own);
  };
  for (const one of asked) {
    look(one.input, '', 'video');
    look(replayed(one, connector, provider), '', RECORD_KINDS[one.operation] ?? 'video');
  }
  for (const secret of secretsOf(provider)) found.set(secret, null);
  return new Map(
    [...found].map(([text, kind]) => {
      const form = kind === null ? null : (connector.ids[kind] ?? null);
      const isNumber = /^\d+$/.test(text);
      const alike = [...found]
        .filter(([other, its]) => its === kind && other.length === text.length)
        .map(([other]) => other);
      const beginning = kind === null || isNumber ? 0 : commonBeginning(text, alike);
      return [text, { form: form?.(text, '') === text ? form : null, beginning }];
    }),
  );
}

const BEGINNING_MAX = 8;
/** At most this part of an id says what kind it is: a quarter, or half where many ids begin alike. */
const PART = 4;
const PART_OF_MANY = 2;
const MANY = 3;
/** Of the ids of a kind, at least this part begins alike. */
const ALIKE = 0.6;

/** How many characters at its beginning an id shares with most of its kind, such as `UC` or `MS4w`. */
function commonBeginning(id: string, ids: readonly string[]): number {
  if (/\s/.test(id)) return 0;
  const part = Math.ceil(id.length / (ids.length < MANY ? PART : PART_OF_MANY));
  for (let length = Math.min(BEGINNING_MAX, part); length > 0; length -= 1)
    if (ids.filter((other) => other.startsWith(id.slice(0, length))).length >= ALIKE * ids.length)
      return length;
  return 0;
}

function secretsOf({ token, options, baseUrl }: Provider): string[] {
  const { username = '', password = '' } = baseUrl === null ? {} : new URL(baseUrl);
  const all = [token ?? '', username, password, ...Object.values(options)];
  return all.filter((text) => text.length >= SECRET_MIN);
}

function disguised({ operation, input, exchanges }: AskedLive, disguise: Disguise): AskedLive {
  const asked = Object.entries(input).map(([name, value]) => [
    name,
    typeof value === 'string' && (NAMING.has(name) || name === 'cursor') ? disguise.text(value, name) : value,
  ]);
  return {
    operation,
    input: Object.fromEntries(asked) as Question,
    exchanges: exchanges.map(({ request, answer }) => ({
      request: { ...request, url: disguise.address(request.url), headers: {}, body: '' },
      answer: answer.kind === 'response' ? disguisedAnswer(answer, disguise) : answer,
    })),
  };
}

function disguisedAnswer(answer: UpstreamResponse, disguise: Disguise): UpstreamResponse {
  const { status, body, bytes, receivedAtMs } = answer;
  const headers = Object.fromEntries(
    Object.entries(answer.headers).filter(([name]) => HEADERS.includes(name)),
  );
  const rest = { kind: 'response' as const, status, headers, receivedAtMs };
  if (bytes === undefined) return { ...rest, body: disguise.body(body) };
  return { ...rest, body: '', bytes: new TextEncoder().encode(disguise.body(utf8(bytes) ?? '')) };
}

/** A word that stays can bring to light others: those that were found are kept until there are no more. */
function allWords(make: (keep: ReadonlySet<string>) => { words: ReadonlySet<string> }): Set<string> {
  const found = new Set<string>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const word of make(found).words) found.add(word);
  }
  return found;
}

/** The words without which the answers would be read differently: halves are left out, then halves of halves. */
function neededOf(words: ReadonlySet<string>, isAlike: (keep: ReadonlySet<string>) => boolean): Set<string> {
  const kept = new Set(words);
  const leaveOut = (some: readonly string[]): void => {
    for (const word of some) kept.delete(word);
    if (some.length === 0 || isAlike(kept)) return;
    for (const word of some) kept.add(word);
    if (some.length === 1) return;
    const half = Math.ceil(some.length / 2);
    leaveOut(some.slice(0, half));
    leaveOut(some.slice(half));
  };
  leaveOut([...words]);
  return kept;
}

/** The last look: no credential stands in what is written, however it is coded. */
function leaked(one: AskedLive, provider: Provider): string | null {
  const text = JSON.stringify(one, (_, value) => (value instanceof Uint8Array ? utf8(value) : value));
  const coded = secretsOf(provider).flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').split('=')[0]!,
  ]);
  return coded.some((secret) => text.includes(secret)) ? 'a credential stands in it' : null;
}

function sampleOf(one: AskedLive, connector: Connector, provider: Provider): RecordedSample {
  const { operation, input, exchanges } = one;
  const answers = exchanges.flatMap(({ request, answer }): RecordedAnswer[] => {
    if (answer.kind !== 'response') return [];
    const { status, headers, body, bytes } = answer;
    const asked = `${request.method} ${new URL(request.url).pathname}`;
    if (bytes === undefined) return [{ asked, status, headers, body }];
    return [{ asked, status, headers, body: utf8(bytes) ?? '', isFile: true }];
  });
  return { operation, input, answers, expect: expectedOf(replayed(one, connector, provider)) };
}

/** In the words of samples. */
function expectedOf(said: Said): object {
  const { kind, ...rest } = said as { kind: string } & Record<string, unknown>;
  if (kind === 'page') return { items: (rest.items as unknown[]).length, end: rest.end, total: rest.total };
  if (kind === 'record') return { record: { id: (rest.record as { id: string }).id } };
  const { reason, what, tracks } = rest;
  return { absent: reason, ...(what !== undefined && { what }), ...(tracks !== undefined && { tracks }) };
}
