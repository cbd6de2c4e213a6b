// Videos that a platform marks as private, deleted, under review or taken down are never sold. Every mark that a connector reads is written
// into its own samples here; then no record may come out. A connector whose platform has no such mark states why.
import { describe, expect, test } from 'vitest';
import { operations } from '../operations/index.ts';
import {
  type AnyOperation,
  type AnySample,
  expectsRecords,
  providerOf,
  recordsOf,
  replay,
} from '../testing/replay-sample.ts';
import type { OperationName, UpstreamResponse } from './connector.ts';
import { connectors } from './index.ts';
import { isObject, type Json, parseJson, writeJson } from './parsing/json.ts';
import { connectorSamples } from './samples/index.ts';

/** How to recognise the records of a platform within an answer, and what each of its marks looks like. */
interface Marked {
  isRecord(value: Json): boolean;
  marks: Json[];
}

const has =
  (...names: string[]) =>
  (value: Json) =>
    names.some((name) => value[name] !== undefined);

/** A hidden playlist is absent with all its videos; a sample shows that. */
const isRutubeVideo = ({ id, videos_count }: Json) => id !== undefined && videos_count === undefined;

/** The forms that sellers pass on: of the app, of TikTok's web site, of Kuaishou's app and of its web site. */
const SHORT_VIDEOS: Marked[] = [
  {
    isRecord: has('aweme_id'),
    marks: [
      { status: { is_delete: true } },
      { status: { is_prohibited: true } },
      { status: { is_private: true } },
      { status: { private_status: 1 } },
      { status: { private_status: 2 } },
      { status: { part_see: 1 } },
      { status: { self_see: true } },
      { status: { in_reviewing: true } },
      { author: { secret: 1 } },
    ],
  },
  {
    isRecord: has('createTime'),
    marks: [
      { privateItem: true },
      { secret: true },
      { forFriend: true },
      { takeDown: 1 },
      { showNotPass: true },
    ],
  },
  { isRecord: has('photo_id', 'photoId'), marks: [{ photo_status: 1 }, { photoStatus: '2' }] },
  { isRecord: ({ photo }) => isObject(photo), marks: [{ photo: { photoStatus: 1 } }] },
];

const MARKED: Record<string, Marked[]> = {
  tikhub: SHORT_VIDEOS,
  justoneapi: SHORT_VIDEOS,
  // Only records of the look-up have the mark; the search has what is public alone.
  'tikhub-bilibili': [{ isRecord: has('owner'), marks: [{ state: -100 }, { state: -4 }] }],
  'tikhub-instagram': [{ isRecord: has('code'), marks: [{ user: { is_private: true } }] }],
  youtube: [
    // Only records of the look-up have the mark; records of the search do not.
    {
      isRecord: ({ id, contentDetails }) => typeof id === 'string' && contentDetails !== undefined,
      marks: [
        { status: { privacyStatus: 'private' } },
        { status: { privacyStatus: 'unlisted' } },
        { status: { uploadStatus: 'rejected' } },
      ],
    },
  ],
  invidious: [{ isRecord: has('isFamilyFriendly', 'isListed'), marks: [{ isListed: false }] }],
  piped: [
    {
      isRecord: has('uploaderSubscriberCount'),
      marks: [{ visibility: 'unlisted' }, { visibility: 'PRIVATE' }],
    },
  ],
  archive: [{ isRecord: has('identifier'), marks: [{ noindex: 'true' }, { noindex: ['true'] }] }],
  coub: [
    {
      isRecord: has('permalink'),
      marks: [{ banned: true }, { visibility_type: 'unlisted' }, { visibility_type: 'private' }],
    },
  ],
  dailymotion: [
    {
      // A playlist can be private too, and has a name in place of a title.
      isRecord: ({ id, created_time, name }) =>
        (id !== undefined || created_time !== undefined) && name === undefined,
      marks: [{ private: true }],
    },
  ],
  odysee: [
    {
      // A playlist with such a mark is absent with all its videos; a sample shows that.
      isRecord: ({ claim_id, value_type }) => claim_id !== undefined && value_type !== 'collection',
      marks: [{ value: { tags: ['c:unlisted'] } }, { value: { tags: ['c:private'] } }],
    },
  ],
  // A playlist has a uuid and a privacy too, and is no video.
  peertube: [
    {
      isRecord: ({ uuid, videosLength }) => uuid !== undefined && videosLength === undefined,
      marks: [{ privacy: { id: 2 } }, { privacy: { id: 3 } }],
    },
  ],
  rutube: [{ isRecord: isRutubeVideo, marks: [{ is_hidden: true }, { is_deleted: true }] }],
  vimeo: [
    {
      // Users and showcases have a `uri` too.
      isRecord: ({ uri }) => String(uri).startsWith('/videos/'),
      marks: ['nobody', 'password', 'unlisted'].map((view) => ({ privacy: { view } })),
    },
  ],
};

const ITS_LISTS = 'Its lists are those of YouTube, which have what is public alone, and say nothing of it.';
const NO_MARKS_BESIDE =
  'Videos beside another have no mark; a sample shows that those beside an unlisted one are not given.';
/** By connector, or by connector and operation: why there is no mark to read. */
const UNMARKED: Record<string, string> = {
  commons: 'A wiki leaves what was hidden out of its answers; a sample shows what is left.',
  library: 'The operator chooses what is in it.',
  showcase: 'All its records are made up.',
  nasa: 'All that it lists is public.',
  'tikhub-xiaohongshu': 'Its search has what is public alone, and says nothing of it.',
  'tikhub-bilibili video.search': 'Its search has what is public alone, and says nothing of it.',
  niconico: 'Its index has what is public alone.',
  'odysee-search': 'Its answers have names and times, and no tags.',
  pexels: 'All that it has is public.',
  pixabay: 'All that it has is public.',
  'tiktok-research': 'Its index has what is public alone.',
  'tikhub video.popular': 'Its ranking of TikTok has what is public alone, and says nothing of it.',
  'invidious video.search': ITS_LISTS,
  'invidious author.videos': ITS_LISTS,
  'invidious video.popular': ITS_LISTS,
  'invidious video.related': NO_MARKS_BESIDE,
  'invidious playlist.videos': 'Its playlists mark no video; a sample shows places without one.',
  'piped video.search': ITS_LISTS,
  'piped author.videos': ITS_LISTS,
  'piped video.popular': ITS_LISTS,
  'piped video.related': NO_MARKS_BESIDE,
  'piped playlist.videos': 'Its playlists mark no video; a sample shows places without one.',
};

/** Operations whose records are videos. */
const VIDEOS: readonly OperationName[] = operations
  .filter(({ record }) => record.kind === 'video')
  .map(({ name }) => name);

/** The text with the mark on every record in it; null when it has no record. Numbers keep their digits, because ids do not fit into a double. */
function patched(body: string, { isRecord }: Marked, mark: Json): string | null {
  let isTouched = false;
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    if (!isObject(value)) return value;
    const record = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, within(part)]));
    if (!isRecord(record)) return record;
    isTouched = true;
    return merged(record, mark);
  };
  const text = writeJson(within(parseJson(body, true)));
  return isTouched ? text : null;
}

function merged(record: Json, mark: Json): Json {
  const inner = Object.entries(mark).map(([name, value]) => {
    const own = record[name];
    return [name, isObject(value) && isObject(own) ? { ...own, ...value } : value];
  });
  return { ...record, ...Object.fromEntries(inner) };
}

/** The sample with the mark on every record in it; null when it has no record. */
function marked(sample: AnySample, how: Marked, mark: Json): AnySample | null {
  let isTouched = false;
  const answer = (response: UpstreamResponse): UpstreamResponse => {
    const body = patched(response.body, how, mark);
    isTouched ||= body !== null;
    return { ...response, body: body ?? response.body };
  };
  const response = answer(sample.response);
  const followUps = sample.followUps?.map((one) => (one.kind === 'response' ? answer(one) : one));
  return isTouched ? { ...sample, response, ...(followUps && { followUps }) } : null;
}

const cases = connectors.flatMap((connector) =>
  VIDEOS.filter((name) => connector.operations[name] !== undefined)
    .filter((name) => !(connector.name in UNMARKED) && !(`${connector.name} ${name}` in UNMARKED))
    .flatMap((name) => {
      const operation = connector.operations[name] as unknown as AnyOperation;
      const samples = (connectorSamples[connector.name]?.[name] ?? []) as readonly unknown[] as AnySample[];
      const all = (MARKED[connector.name] ?? []).flatMap((how) =>
        how.marks.flatMap((mark) => {
          const found = samples.filter(expectsRecords).flatMap((sample) => marked(sample, how, mark) ?? []);
          return found.map((sample) => ({ mark: JSON.stringify(mark), sample }));
        }),
      );
      return [{ title: `${connector.name} ${name}`, provider: providerOf(connector), operation, all }];
    }),
);

test('every connector reads marks, or states why it has none to read', () => {
  const unknown = connectors
    .map(({ name }) => name)
    .filter((name) => !(name in MARKED) && !(name in UNMARKED));
  // The comments of Odysee come from a separate host that has no information about the videos.
  expect(unknown, 'each other connector needs an entry in MARKED or UNMARKED').toEqual(['odysee-comments']);
});

describe.each(cases)('$title', ({ title, operation, provider, all }) => {
  test('sells nothing that is marked as not public', () => {
    expect(all.length, 'no sample has a record that a mark of MARKED fits').toBeGreaterThan(0);
    for (const { mark, sample } of all) {
      const outcome = replay(operation, provider, sample);
      expect(recordsOf(outcome), `${mark}: ${sample.name}`).toEqual([]);
      // A list without public videos is still a good answer; some connectors look up its author before they believe it.
      // The video beside which others are shown has the mark too.
      const kinds = operation.pageItemsMax === undefined ? ['absent'] : ['page', 'unavailable'];
      if (title.endsWith(' video.related')) kinds.push('absent');
      expect(kinds, `${mark}: ${sample.name}`).toContain(outcome.kind);
    }
  });

  test.runIf(operation.pageItemsMax !== undefined)(
    'refuses an answer of the platform that holds such a record',
    () => {
      for (const { mark, sample } of all) {
        const outcome = replay(operation, provider, {
          ...sample,
          input: { ...sample.input, bodyIsAnswer: true } as never,
        });
        expect(outcome.kind, `${mark}: ${sample.name}`).toBe('refused');
      }
    },
  );
});
