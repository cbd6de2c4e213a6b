// Which cases the samples of every operation must include besides a good answer: nothing found, a refusal, comments that are switched off.
// Where a platform has no such answer, the reason is listed here.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { POPULAR_FILTER_NAMES } from '../domain/search-filters.ts';
import type { AnySample } from '../testing/replay-sample.ts';
import type { OperationName } from './connector.ts';
import { connectors } from './index.ts';
import { connectorSamples } from './samples/index.ts';

const SHOWN = {
  /** The platform refuses us, whatever was asked for. */
  refusal: ({ expect }: AnySample) =>
    'failure' in expect && ['refused', 'rate_limited'].includes(expect.failure),
  /** A video or an author that was deleted, is hidden or never existed; a platform seldom tells which. */
  /** A playlist with an entry whose video is not there any more: counted, and not an item. */
  'unavailable entries': ({ expect }: AnySample) => 'unavailable' in expect && (expect.unavailable ?? 0) > 0,
  /** A list that is narrowed by something that the connector says it can apply. */
  narrowed: ({ input }: AnySample) => POPULAR_FILTER_NAMES.some((name) => name in input),
  absence: ({ expect }: AnySample) => 'absent' in expect && expect.what !== 'transcript',
  /** A video that exists, and has no transcript at all. */
  'no transcript': ({ expect }: AnySample) => 'absent' in expect && expect.what === 'transcript',
  /** The owner switched comments off. */
  'comments off': ({ expect }: AnySample) => 'isDisabled' in expect && expect.isDisabled === true,
};
type Proof = keyof typeof SHOWN;

const DEMANDED: Record<OperationName, Proof[]> = {
  'video.search': ['refusal'],
  'video.get': ['refusal', 'absence'],
  'author.videos': ['refusal', 'absence'],
  'author.get': ['refusal', 'absence'],
  'video.comments': ['refusal', 'absence', 'comments off'],
  // Replies need an existing comment, so there is no case of comments that are switched off.
  'comment.replies': ['refusal', 'absence'],
  'author.search': ['refusal'],
  'video.popular': ['refusal', 'narrowed'],
  'video.related': ['refusal', 'absence'],
  'playlist.get': ['refusal', 'absence'],
  'playlist.videos': ['refusal', 'absence', 'unavailable entries'],
  'transcript.get': ['refusal', 'absence', 'no transcript'],
};

/** Keyed by connector, operation and case: why the platform has no such answer. */
const IN_PROCESS = 'It answers in this process, only to this gateway: it refuses no caller.';
const NEVER: Record<string, string> = {
  'library video.search: refusal': IN_PROCESS,
  'library video.get: refusal': IN_PROCESS,
  'library author.videos: refusal': IN_PROCESS,
  'library author.get: refusal': IN_PROCESS,
  'library video.comments: refusal': IN_PROCESS,
  'library comment.replies: refusal': IN_PROCESS,
  'library transcript.get: refusal': IN_PROCESS,
  'library author.search: refusal': IN_PROCESS,
  'library video.popular: refusal': IN_PROCESS,
  'library video.related: refusal': IN_PROCESS,
  'library playlist.get: refusal': IN_PROCESS,
  'library playlist.videos: refusal': IN_PROCESS,
  'showcase video.comments: comments off': 'None of its made-up owners did that.',
  'showcase playlist.videos: unavailable entries': 'None of its made-up videos was removed.',
  'odysee video.popular: narrowed': 'It has no regions, and its trend is the one of now.',
  'pexels video.popular: narrowed': 'It has no regions, categories or periods.',
  'library video.comments: comments off':
    'Files of yt-dlp do not say so: it saves the comments that there are.',
  'archive video.comments: comments off':
    'Reviews are part of an item, and its answer has no word for their being off.',
  'vimeo video.popular: narrowed': 'Staff picks are one list for everybody.',
  'tiktok-research video.comments: comments off':
    'It gives what is in its index, and never says why that is nothing.',
};

const cases = connectors.flatMap(({ name, operations }) =>
  Object.keys(operations).map(
    (operation) => [`${name} ${operation}`, name, operation as OperationName] as const,
  ),
);

describe.each(cases)('%s', (title, name, operation) => {
  const samples = (connectorSamples[name]?.[operation] ?? []) as readonly unknown[] as AnySample[];

  test.each(DEMANDED[operation])('has a sample of %s, or a reason why it has none', (proof) => {
    const isShown = samples.some(SHOWN[proof]);
    const reason = NEVER[`${title}: ${proof}`];
    expect(isShown || reason !== undefined).toBe(true);
    expect(isShown && reason !== undefined, 'a reason that is no longer true').toBe(false);
  });
});

test('every reason names an existing operation', () => {
  const known = cases.flatMap(([title, , operation]) =>
    DEMANDED[operation].map((proof) => `${title}: ${proof}`),
  );
  expect(Object.keys(NEVER).filter((key) => !known.includes(key))).toEqual([]);
});

test.each(globSync('*/*.samples.ts', { cwd: import.meta.dirname }))(
  '%s says whether its answers are made up, or from where they were recorded',
  (file) => {
    const [head = ''] =
      /^(?:\/\/.*\n)+/.exec(readFileSync(path.join(import.meta.dirname, file), 'utf8')) ?? [];
    const text = head.replaceAll(/\n\/\/ /g, ' ');
    expect(text).toMatch(/made up|Recorded from https?:\/\/\S+ on \d{4}-\d{2}-\d{2}/i);
    if (/made up/i.test(text)) expect(text).not.toMatch(/record(ed|ing)/i);
  },
);
