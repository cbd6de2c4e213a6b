// Fields that few platforms give: a record that lists one as missing never has it, and a connector that does not list it shows it in a
// sample. So neither a forgotten entry nor a field that nothing fills stays unnoticed.
import { describe, expect, test } from 'vitest';
import type { ParsedVideo } from '../domain/video.ts';
import { operations } from '../operations/index.ts';
import {
  type AnyOperation,
  type AnySample,
  providerOf,
  recordsOf,
  replay,
} from '../testing/replay-sample.ts';
import { connectors } from './index.ts';
import { SELDOM } from './parsing/blank-records.ts';
import { connectorSamples } from './samples/index.ts';

const OF_VIDEOS = operations.filter(({ record }) => record.kind === 'video').map(({ name }) => name);

const cases = connectors.filter((connector) => OF_VIDEOS.some((name) => name in connector.operations));

/** All videos in the samples of a connector. */
function videosOf(connector: (typeof connectors)[number]): ParsedVideo[] {
  return OF_VIDEOS.flatMap((name) => {
    const operation = connector.operations[name] as unknown as AnyOperation | undefined;
    const samples = (connectorSamples[connector.name]?.[name] ?? []) as readonly AnySample[];
    if (operation === undefined) return [];
    return samples
      .flatMap((sample) => recordsOf(replay(operation, providerOf(connector), sample)))
      .map(({ record }) => record as ParsedVideo);
  });
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);

describe.each(cases)('$name', (connector) => {
  const videos = videosOf(connector);

  test('has no value in a field that it lists as missing', () => {
    const wrong = videos.flatMap((video) =>
      [...SELDOM, 'orientation' as const].filter(
        (field) => video.missing.includes(field) && !isEmpty(video[field]),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('has a sample of each field that it does not list as missing', () => {
    const unseen = SELDOM.filter(
      (field) =>
        videos.some(({ missing }) => !missing.includes(field)) &&
        videos.every((video) => isEmpty(video[field])),
    );
    expect(unseen).toEqual([]);
  });
});
