// What the samples of every operation of every connector must show beside a good answer: that there is nothing, that the platform refuses,
// that comments are off. Where a platform has no such answer, its reason stands here.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AnySample } from '../testing/replay-sample.ts';
import type { OperationName } from './connector.ts';
import { connectors } from './index.ts';
import { connectorSamples } from './samples/index.ts';

const SHOWN = {
  /** The platform says no to us, not to what was asked. */
  refusal: ({ expect }: AnySample) =>
    'failure' in expect && ['refused', 'rate_limited'].includes(expect.failure),
  /** A video or an author that was deleted, is hidden or never was; a platform seldom tells which. */
  absence: ({ expect }: AnySample) => 'absent' in expect,
  /** Their owner wants none. */
  'comments off': ({ expect }: AnySample) => 'isDisabled' in expect && expect.isDisabled === true,
};
type Proof = keyof typeof SHOWN;

const DEMANDED: Record<OperationName, Proof[]> = {
  'video.search': ['refusal'],
  'video.get': ['refusal', 'absence'],
  'author.videos': ['refusal', 'absence'],
  'author.get': ['refusal', 'absence'],
  'video.comments': ['refusal', 'absence', 'comments off'],
  // Of a comment that is there: where comments are off, there is none to ask about.
  'comment.replies': ['refusal', 'absence'],
};

/** By connector, operation and what is missing: why the platform has no such answer. */
const IN_PROCESS = 'It answers in this process, to this gateway alone: nobody is refused.';
const NEVER: Record<string, string> = {
  'library video.search: refusal': IN_PROCESS,
  'library video.get: refusal': IN_PROCESS,
  'library author.videos: refusal': IN_PROCESS,
  'library author.get: refusal': IN_PROCESS,
  'library video.comments: refusal': IN_PROCESS,
  'library comment.replies: refusal': IN_PROCESS,
  'library video.comments: comments off':
    'Files of yt-dlp do not say so: it saves the comments that there are.',
  'archive video.comments: comments off':
    'Reviews are part of an item, and its answer has no word for their being off.',
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

  test.each(DEMANDED[operation])('has a sample of %s, or a reason why there is none', (proof) => {
    const isShown = samples.some(SHOWN[proof]);
    const reason = NEVER[`${title}: ${proof}`];
    expect(isShown || reason !== undefined).toBe(true);
    expect(isShown && reason !== undefined, 'a reason that is no longer true').toBe(false);
  });
});

test('reasons are about operations that there are', () => {
  const known = cases.flatMap(([title, , operation]) =>
    DEMANDED[operation].map((proof) => `${title}: ${proof}`),
  );
  expect(Object.keys(NEVER).filter((key) => !known.includes(key))).toEqual([]);
});

/** What samples share, and tables that name them. */
const NO_SAMPLES = ['answer.ts', 'filtered.ts', 'index.ts'];
const SAMPLES = path.join(import.meta.dirname, 'samples');

test.each(globSync('*.ts', { cwd: SAMPLES }).filter((file) => !NO_SAMPLES.includes(file)))(
  '%s says whether its answers are made up, or from where they were recorded',
  (file) => {
    const [head = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(path.join(SAMPLES, file), 'utf8')) ?? [];
    const text = head.replaceAll(/\n\/\/ /g, ' ');
    expect(text).toMatch(/made up|Recorded from https?:\/\/\S+ on \d{4}-\d{2}-\d{2}/);
    if (text.includes('made up')) expect(text).not.toMatch(/record(ed|ing)/i);
  },
);
