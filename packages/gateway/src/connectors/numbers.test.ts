// Numbers of platforms, in every operation of every connector: 64-bit ids and cursors in scientific notation keep every digit, and a number
// means the same however it is written.
import { describe, expect, test } from 'vitest';
import {
  type AnyOperation,
  type AnySample,
  expectsRecords,
  type GoodOutcome,
  providerOf,
  recordsOf,
  replay,
} from '../testing/replay-sample.ts';
import type { AttemptFailure, Question, UpstreamResponse } from './connector.ts';
import { connectors } from './index.ts';
import { parseJson } from './parsing/json.ts';
import { connectorSamples } from './samples/index.ts';

/** Platforms that are part of this program write ids as texts. */
const platforms = connectors.filter(({ facts }) => facts.website !== 'embedded');

const cases = platforms.flatMap((connector) =>
  Object.entries(connector.operations).map(([name, operation]) => {
    const samples = connectorSamples[connector.name]?.[name as keyof typeof connector.operations] ?? [];
    const good = (samples as readonly unknown[] as AnySample[]).filter(expectsRecords);
    const run = (sample: AnySample) =>
      replay(operation as unknown as AnyOperation, providerOf(connector), sample);
    return [`${connector.name} ${name}`, good, run] as const;
  }),
);

/** A string, or a number outside of strings. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function withTokens(sample: AnySample, change: (token: string, at: { key: string }) => string): AnySample {
  const changed = (answer: UpstreamResponse): UpstreamResponse => {
    // The file of a transcript has digits, and is no JSON.
    if (parseJson(answer.body, false) === undefined) return answer;
    let key = '';
    const body = answer.body.replace(TOKEN, (token, offset: number) => {
      const isKey = token.startsWith('"') && /^\s*:/.test(answer.body.slice(offset + token.length));
      if (!isKey) return change(token, { key });
      key = token.slice(1, -1);
      return token;
    });
    return { ...answer, body };
  };
  return {
    ...sample,
    response: changed(sample.response),
    ...(sample.followUps && {
      followUps: sample.followUps.map((answer) => (answer.kind === 'response' ? changed(answer) : answer)),
    }),
  };
}

const isNumber = (token: string): boolean => !token.startsWith('"');
const isWhole = (token: string): boolean => /^\d+$/.test(token);

/** Ways in which a platform's JSON writer may write a whole number. */
const WAYS: [string, (digits: string) => string][] = [
  ['with a point', (digits) => `${digits}.0`],
  ['with an exponent', (digits) => `${digits[0]}.${digits.slice(1) || '0'}e+${digits.length - 1}`],
  ['with a capital exponent', (digits) => `${digits[0]}.${digits.slice(1)}000E${digits.length - 1}`],
];

/** Everything that callers see, without the raw records. */
function seen(outcome: GoodOutcome | AttemptFailure): unknown {
  const { body: _, ...rest } = outcome as GoodOutcome & { body?: string };
  return {
    ...rest,
    items: undefined,
    raw: undefined,
    records: recordsOf(outcome).map(({ record }) => record),
  };
}

const asRaw = (sample: AnySample, wantsRaw: boolean): AnySample => ({
  ...sample,
  input: { ...sample.input, wantsRaw },
});

/** Beyond what a double holds exactly: the first number that it would change, and one of twenty digits. */
const LONG_IDS = ['9007199254740993', '17300000000000000001'];
const NAMED_BY = ['id', 'author_id', 'handle', 'comment_id', 'playlist_id'];

/** The ids of a record that are numbers. */
function idsOf(record: unknown): string[] {
  const { id, alt_ids, author, video_id, parent_id, root_id } = record as {
    [field: string]: unknown;
    alt_ids?: unknown[];
    author?: { id?: unknown };
  };
  const all = [id, ...(alt_ids ?? []), author?.id, video_id, parent_id, root_id];
  return all.filter((value): value is string => typeof value === 'string' && isWhole(value));
}

/** A one-digit id also occurs elsewhere in an answer, so it cannot be replaced reliably. */
const isTelling = (found: string): boolean => found.length > 1;
/** A seller's rounded number beside the id as text: here the id must stay a text. */
const ROUNDED = '5193363430624672000';
/** Only first pages: the cursor of a later page contains an id too. */
const isRenamable = (sample: AnySample): boolean =>
  ((sample.input as { cursor?: string | null }).cursor ?? null) === null &&
  !JSON.stringify(sample).includes(ROUNDED);

/** The same exchange about a record with another id, which the platform writes as a number. */
function renamed(sample: AnySample, from: string, to: string): AnySample {
  const input = Object.fromEntries(
    Object.entries(sample.input).map(([field, value]) =>
      NAMED_BY.includes(field) && value === from ? [field, to] : [field, value],
    ),
  ) as unknown as Question;
  // Also as part of an address.
  const within = new RegExp(`(?<!\\d)${from}(?!\\d)`, 'g');
  return withTokens({ ...sample, input }, (token) =>
    token === `"${from}"` ? to : token.replace(within, to),
  );
}

/** Field names of upstream cursors. A token is always a string; a cursor may be a number. */
const TOKEN_KEY = /continuation|nextpage|pageToken|search_?id/i;
const CURSOR_KEY = /cursor/i;
const AS_TEXT: [written: string, sent: string] = ['"1.698748219278E12"', '1.698748219278E12'];
const CURSORS: [written: string, sent: string][] = [
  AS_TEXT,
  ['1.698748219278E12', '1698748219278'],
  ['1.730000000e+18', '1730000000000000000'],
  ['9007199254740993', '9007199254740993'],
];
/** Lists whose cursor is a position that the connector computes, so it is not sent back unchanged. */
const PLACES = ['tiktok-research video.comments', 'tiktok-research comment.replies'];

describe.each(cases)('%s', (title, samples, run) => {
  test('gives the same records whether or not raw records are asked for', () => {
    for (const sample of samples)
      expect(seen(run(asRaw(sample, true))), sample.name).toEqual(seen(run(asRaw(sample, false))));
  });

  test.each(WAYS)('reads whole numbers that are written %s', (_way, write) => {
    for (const sample of samples) {
      const written = withTokens(sample, (token) =>
        isNumber(token) && isWhole(token) ? write(token) : token,
      );
      expect(seen(run(asRaw(written, true))), sample.name).toEqual(seen(run(sample)));
    }
  });

  test('keeps every digit of an id beyond 2^53', () => {
    for (const sample of samples.filter(isRenamable))
      for (const from of new Set(
        recordsOf(run(sample)).flatMap(({ record }) => idsOf(record).filter(isTelling)),
      ))
        for (const to of LONG_IDS) {
          const records = recordsOf(run(renamed(sample, from, to))).map(({ record }) => record);
          expect(records.flatMap(idsOf), `${sample.name}: ${from}`).toContain(to);
        }
  });

  test.skipIf(PLACES.includes(title))('sends a cursor back unchanged, in any notation', () => {
    for (const sample of samples) {
      const before = run(sample);
      if (before.kind !== 'page' || before.cursor === null) continue;
      for (const [written, sent] of CURSORS) {
        let replaced = 0;
        const changed = withTokens(sample, (token, { key }) => {
          const value = token.replace(/^"|"$/g, '');
          const isNamed = CURSOR_KEY.test(key) || (TOKEN_KEY.test(key) && written === AS_TEXT[0]);
          const isCursor = isNamed && value.length > 1 && before.cursor!.includes(value);
          replaced += Number(isCursor);
          return isCursor ? written : token;
        });
        if (replaced === 0) continue;
        const after = run(changed);
        expect(after.kind === 'page' && after.cursor, `${sample.name}: ${written}`).toContain(sent);
      }
    }
  });
});
