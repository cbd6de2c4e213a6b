// Exchanges of the Rutube connector, made up from what its clients read: their field names, our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  AuthorInput,
  AuthorVideosInput,
  ExpectedAbsence,
  ExpectedNoTranscript,
  ExpectedPage,
  ExpectedRecord,
  PlaylistInput,
  PlaylistVideosInput,
  Sample,
  SearchInput,
  TranscriptInput,
  VideoInput,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const ID = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const first: SearchInput = {
  platform: 'rutube',
  keyword: 'кот',
  count: 20,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const one: VideoInput = { platform: 'rutube', id: ID, wantsRaw: false };

const answer = answersAs('application/json');

const video = (changes: object = {}): string =>
  JSON.stringify({
    id: ID,
    thumbnail_url: 'https://pic.example/video/0a/1b/a.jpg',
    video_url: `https://rutube.ru/video/${ID}/`,
    duration: 1_425,
    picture_url: '',
    author: {
      id: 23_348_900,
      name: 'Коты &amp; дом',
      avatar_url: 'https://pic.example/user/c.jpg',
      site_url: 'https://rutube.ru/channel/23348900/',
    },
    pg_rating: { age: 12, logo: null },
    is_paid: false,
    title: 'Кот и клавиши',
    description: 'Первая строка<br>Вторая',
    created_ts: '2021-04-29T08:00:00',
    publication_ts: '2021-04-30T12:00:00',
    track_id: 15_000_001,
    hits: 0,
    comments_count: 4,
    last_update_ts: '2021-05-02T09:00:00',
    is_livestream: false,
    is_adult: false,
    embed_url: `https://rutube.ru/play/embed/${ID}`,
    category: { id: 13, category_url: 'https://rutube.ru/video/category/13/', name: 'Разное' },
    is_hidden: false,
    is_deleted: false,
    hashtags: ['#кот', 'пианино'],
    ...changes,
  });
const WHOLE: Partial<ParsedVideo> = {
  id: ID,
  alt_ids: ['15000001'],
  url: `https://rutube.ru/video/${ID}/`,
  embed_url: `https://rutube.ru/play/embed/${ID}`,
  kind: 'video',
  title: 'Кот и клавиши',
  text: 'Первая строка\nВторая',
  tags: ['кот', 'пианино'],
  published_at: '2021-04-30T00:00:00.000Z',
  published_precision: 'day',
  duration_ms: 1_425_000,
  author: {
    id: '23348900',
    handle: null,
    name: 'Коты & дом',
    url: 'https://rutube.ru/channel/23348900/',
    avatar_url: 'https://pic.example/user/c.jpg',
    verified: null,
    followers: null,
  },
  thumbnails: [{ url: 'https://pic.example/video/0a/1b/a.jpg', width: null, height: null }],
  nsfw: false,
  updated_at: '2021-05-02T00:00:00.000Z',
};
const SPARSE =
  '{"id":"ffff","title":"Эфир","is_livestream":true,"duration":0,"author":{"id":5},"created_ts":"2024-01-02T03:04:05+03:00"}';
const SPARSE_VIDEO: Partial<ParsedVideo> = {
  id: 'ffff',
  url: 'https://rutube.ru/video/ffff/',
  kind: 'live',
  text: null,
  published_at: '2024-01-02T00:04:05.000Z',
  duration_ms: null,
  nsfw: null,
};
const HIDDEN = video({ id: 'eeee', is_hidden: true });

const page = (number: number, hasNext: boolean, records: string[]) =>
  answer(
    200,
    `{"has_next":${hasNext},"next":${hasNext ? '"https://rutube.ru/api/x"' : null},"previous":null,"page":${number},` +
      `"per_page":20,"results":[${records}]}`,
  );

export const samples: Sample[] = [
  {
    name: 'first page',
    input: first,
    response: page(1, true, [video(), SPARSE, HIDDEN]),
    expect: { items: 2, end: 'more', cursor: '[0,"2"]', total: null, videos: [WHOLE, SPARSE_VIDEO] },
  },
  {
    name: 'a part of a page',
    input: { ...first, count: 1 },
    response: page(1, false, [video(), SPARSE]),
    expect: { items: 1, end: 'more', cursor: '[1]', videos: [WHOLE] },
  },
  {
    name: 'last page',
    input: { ...first, cursor: '[0,"2"]', position: 20 },
    response: page(2, false, [video()]),
    expect: { items: 1, end: 'exhausted', videos: [WHOLE] },
  },
  {
    name: 'an empty page that promises more',
    input: { ...first, cursor: '[0,"7"]', position: 120 },
    response: page(7, true, []),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'a whole answer with a hidden video',
    input: { ...first, bodyIsAnswer: true },
    response: page(1, false, [HIDDEN]),
    expect: { failure: 'refused' },
  },
  {
    name: 'records of another shape',
    input: first,
    response: page(1, false, ['{"uuid":"x"}']),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'too many requests',
    input: first,
    response: answer(429, '{"detail":"Request was throttled."}', { 'retry-after': '12' }),
    expect: { failure: 'rate_limited', suspendMs: 12_000 },
  },
];

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  { name: 'a video', input: one, response: answer(200, video()), expect: { record: WHOLE } },
  {
    name: 'a hidden video',
    input: one,
    response: answer(200, video({ is_hidden: true })),
    expect: { absent: 'private' },
  },
  {
    name: 'a deleted video',
    input: one,
    response: answer(200, video({ is_deleted: true })),
    expect: { absent: 'deleted' },
  },
  {
    name: 'another video than was asked for',
    input: { ...one, id: 'ffff' },
    response: answer(200, video()),
    expect: { failure: 'bad_response' },
  },
];

const ofAuthor: AuthorVideosInput = {
  platform: 'rutube',
  author_id: '23348900',
  sort: 'newest',
  count: 20,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the newest of a channel',
    input: ofAuthor,
    response: page(1, true, [video(), SPARSE]),
    expect: { items: 2, end: 'more', cursor: '[0,"2"]', records: [WHOLE, SPARSE_VIDEO] },
  },
  {
    name: 'last page of a channel',
    input: { ...ofAuthor, cursor: '[0,"2"]', position: 20 },
    response: page(2, false, [video()]),
    expect: { items: 1, end: 'exhausted' },
  },
];

const author: AuthorInput = { platform: 'rutube', author_id: '23348900', wantsRaw: false };

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  {
    name: 'a channel',
    input: author,
    response: answer(
      200,
      '{"id":23348900,"name":"Коты &amp; дом","description":"Первая<br>Вторая","avatar_url":"https://pic.example/user/c.jpg",' +
        '"site_url":"https://rutube.ru/channel/23348900/","appearance":{"cover_image":"https://pic.example/cover.jpg"},' +
        '"date_joined":"2019-03-04T05:06:07","subscribers_count":1200,"video_count":0,"hits":99000,"is_official":false}',
    ),
    expect: {
      record: {
        id: '23348900',
        handle: null,
        name: 'Коты & дом',
        url: 'https://rutube.ru/channel/23348900/',
        avatar_url: 'https://pic.example/user/c.jpg',
        banner_url: 'https://pic.example/cover.jpg',
        text: 'Первая\nВторая',
        kind: 'channel',
        verified: false,
        joined_at: '2019-03-04T00:00:00.000Z',
        followers: 1_200,
        stats: { videos: 0, views: 99_000, likes: null },
      },
    },
  },
  {
    name: 'another shape',
    input: author,
    response: answer(200, '{"id":1}'),
    expect: { failure: 'bad_response' },
  },
];

const playlist: PlaylistInput = { platform: 'rutube', playlist_id: '1442688', wantsRaw: false };
const PLAYLIST =
  '{"id":1442688,"title":"Коты &amp; коты","description":"Первая<br>Вторая","thumbnail_url":"https://pic.example/p.jpg",' +
  '"videos_count":3,"author":{"id":23348900,"name":"Коты"}}';
const found = answer(200, PLAYLIST);
const kept = answer(200, PLAYLIST.replace('{', '{"is_hidden":true,'));

export const playlistSamples: Sample<PlaylistInput, ExpectedRecord<ParsedPlaylist>>[] = [
  {
    name: 'a playlist',
    input: playlist,
    response: found,
    expect: {
      record: {
        id: '1442688',
        url: 'https://rutube.ru/plst/1442688/',
        title: 'Коты & коты',
        text: 'Первая\nВторая',
        video_count: 3,
        thumbnails: [{ url: 'https://pic.example/p.jpg', width: null, height: null }],
      },
    },
  },
  { name: 'a hidden one', input: playlist, response: kept, expect: { absent: 'private' } },
  {
    name: 'another playlist',
    input: { ...playlist, playlist_id: '7' },
    response: found,
    expect: { failure: 'bad_response' },
  },
];

const ofPlaylist: PlaylistVideosInput = { ...playlist, count: 20, cursor: null, position: 0 };

export const playlistVideosSamples: Sample<PlaylistVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the first page, with a video that was deleted and one that was hidden',
    input: ofPlaylist,
    response: page(1, true, [video(), video({ is_deleted: true }), video({ is_hidden: true }), SPARSE]),
    followUps: [found],
    expect: {
      items: 2,
      end: 'more',
      cursor: '[0,"2"]',
      unavailable: 2,
      records: [
        { ...WHOLE, position: 1 },
        { ...SPARSE_VIDEO, position: 4 },
      ],
    },
  },
  {
    name: 'a part of a page',
    input: { ...ofPlaylist, count: 1, cursor: '[1]', position: 1 },
    response: page(1, true, [video(), SPARSE, SPARSE]),
    expect: { items: 1, end: 'more', cursor: '[2]', unavailable: 0, records: [{ position: 2 }] },
  },
  {
    name: 'the last page',
    input: { ...ofPlaylist, cursor: '[0,"2"]', position: 3 },
    response: page(2, false, [video()]),
    expect: { items: 1, end: 'exhausted', unavailable: 0 },
  },
  {
    name: 'a hidden playlist, whose list came all the same',
    input: ofPlaylist,
    response: page(1, false, [video()]),
    followUps: [kept],
    expect: { absent: 'private' },
  },
];

const file = answersAs('text/vtt');
const input: TranscriptInput = { platform: 'rutube', id: ID, wantsRaw: false };
const transcriptVideo = (changes: object = {}) =>
  answer(200, JSON.stringify({ id: ID, title: 'Кот', ...changes }));
const options = (captions: object[]) =>
  answer(200, JSON.stringify({ effective_video: ID, title: 'Кот', captions }));
const RU = { code: 'ru', langTitle: 'Русский', file: 'https://static.rutube.ru/captions/1.vtt' };
const EN = { code: 'en', langTitle: 'English', file: 'https://static.rutube.ru/captions/2.vtt' };
const VTT = 'WEBVTT\n\n00:01.000 --> 00:03.000\nДоброе утро.\n';

/** Exchanges with Rutube about subtitles, made up from what its clients read: their field names, our values. */
export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript | ExpectedAbsence
>[] = [
  {
    name: 'the first track',
    input,
    response: transcriptVideo(),
    followUps: [options([RU, EN]), file(200, VTT)],
    expect: {
      record: {
        id: ID,
        language: 'ru',
        language_match: null,
        kind: null,
        timed: true,
        cues: [{ start_ms: 1_000, end_ms: 3_000, text: 'Доброе утро.' }],
        tracks: [
          { language: 'ru', kind: null },
          { language: 'en', kind: null },
        ],
      },
    },
  },
  {
    name: 'a wished language that is not there',
    input: { ...input, language: 'de' },
    response: transcriptVideo(),
    followUps: [options([RU])],
    expect: { absent: 'language', what: 'transcript', tracks: [{ language: 'ru', kind: null }] },
  },
  {
    name: 'a video without subtitles',
    input,
    response: transcriptVideo(),
    followUps: [options([])],
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'a hidden video',
    input,
    response: transcriptVideo({ is_hidden: true }),
    followUps: [options([RU]), file(200, VTT)],
    expect: { absent: 'private', what: 'video' },
  },
  {
    name: 'options of another shape',
    input,
    response: transcriptVideo(),
    followUps: [answer(200, '{"detail":1}')],
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a refusal of the options',
    input,
    response: transcriptVideo(),
    followUps: [answer(403, '<html></html>')],
    expect: { failure: 'refused' },
  },
];
