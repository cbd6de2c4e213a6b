// What becomes of the numbers of platforms, in every operation of every connector: ids of 64 bits and cursors in scientific notation
// come through digit for digit, and a number means the same however it is written.
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
import { connectorSamples } from './samples/index.ts';

/** The library is this program: it writes its ids as texts and its cursors as it likes. */
const platforms = connectors.filter(({ name }) => name !== 'library');

const cases = platforms.flatMap((connector) =>
  Object.entries(connector.operations).map(([name, operation]) => {
    const samples = connectorSamples[connector.name]?.[name as keyof typeof connector.operations] ?? [];
    const good = (samples as readonly unknown[] as AnySample[]).filter(expectsRecords);
    const run = (sample: AnySample) =>
      replay(operation as unknown as AnyOperation, providerOf(connector), sample);
    return [`${connector.name} ${name}`, good, run] as const;
  }),
);

/** A text, or a number outside of texts. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function withTokens(sample: AnySample, change: (token: string, at: { key: string }) => string): AnySample {
  const changed = (answer: UpstreamResponse): UpstreamResponse => {
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

/** Ways to write a whole number that a platform's JSON writer may choose. */
const WAYS: [string, (digits: string) => string][] = [
  ['with a point', (digits) => `${digits}.0`],
  ['with an exponent', (digits) => `${digits[0]}.${digits.slice(1) || '0'}e+${digits.length - 1}`],
  ['with a capital exponent', (digits) => `${digits[0]}.${digits.slice(1)}000E${digits.length - 1}`],
];

/** All that callers see, without the platform's own record. */
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

/** Beyond what a double holds: the first that it would change, and one of twenty digits. */
const LONG_IDS = ['9007199254740993', '17300000000000000001'];
const NAMED_BY = ['id', 'author_id', 'handle', 'comment_id'];

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

/** Of one digit it cannot be told which numbers of an answer are the id. */
const isTelling = (found: string): boolean => found.length > 1;
/** A seller's rounded number beside the id as text: there the id has to stay a text. */
const ROUNDED = '5193363430624672000';
/** First pages: the cursor of a later one holds an id too. */
const isRenamable = (sample: AnySample): boolean =>
  ((sample.input as { cursor?: string | null }).cursor ?? null) === null &&
  !JSON.stringify(sample).includes(ROUNDED);

/** The same exchange about something that has another id, which the platform writes as a number. */
function renamed(sample: AnySample, from: string, to: string): AnySample {
  const input = Object.fromEntries(
    Object.entries(sample.input).map(([field, value]) =>
      NAMED_BY.includes(field) && value === from ? [field, to] : [field, value],
    ),
  ) as unknown as Question;
  // As part of an address, too.
  const within = new RegExp(`(?<!\\d)${from}(?!\\d)`, 'g');
  return withTokens({ ...sample, input }, (token) =>
    token === `"${from}"` ? to : token.replace(within, to),
  );
}

/** What an upstream calls the place where its list goes on. A token is a text everywhere; a cursor may be a number. */
const TOKEN_KEY = /continuation|nextpage|pageToken|search_?id/i;
const CURSOR_KEY = /cursor/i;
const AS_TEXT: [written: string, sent: string] = ['"1.698748219278E12"', '1.698748219278E12'];
const CURSORS: [written: string, sent: string][] = [
  AS_TEXT,
  ['1.698748219278E12', '1698748219278'],
  ['1.730000000e+18', '1730000000000000000'],
  ['9007199254740993', '9007199254740993'],
];
/** Cursors that are places, and end where the platform's list does. */
const PLACES = ['tiktok-research video.comments', 'tiktok-research comment.replies'];

describe.each(cases)('%s', (title, samples, run) => {
  test('gives the same records whether or not the raw ones are wanted', () => {
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

  test.skipIf(PLACES.includes(title))('sends a cursor back as it came, in whichever notation', () => {
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
