// Exchanges of the Coub connector, made up from the documents: their field names, our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  AuthorInput,
  AuthorVideosInput,
  ExpectedAbsence,
  ExpectedPage,
  ExpectedRecord,
  Sample,
  SearchInput,
  VideoInput,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const first: SearchInput = {
  platform: 'coub',
  keyword: 'cat',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const one: VideoInput = { platform: 'coub', id: '1abc2d', wantsRaw: false };

const answer = answersAs('application/json; charset=utf-8');

export const RICH =
  '{"id":88973001,"type":"Coub::Simple","permalink":"1abc2d","title":"Cat &amp; vacuum","visibility_type":"public","channel_id":77,' +
  '"created_at":"2018-10-22T16:46:15Z","published_at":"2018-10-22T16:47:11Z","updated_at":"2019-01-02T03:04:05Z","views_count":1506,"duration":5.92,"likes_count":23,' +
  '"recoubs_count":4,"image_versions":{"template":"https://c.example/image/%{version}_1.jpg","versions":["micro","med","big"]},' +
  '"dimensions":{"big":[936,528],"med":[640,360]},"age_restricted":false,"not_safe_for_work":false,"banned":false,' +
  '"picture":"https://c.example/image/med_1.jpg","tags":[{"id":1,"title":"cat","value":"cat"},{"id":2,"title":"let\'s go","value":"let\'s%20go"}],' +
  '"channel":{"id":77,"permalink":"loops.daily","title":"Loops daily","followers_count":5840,"following_count":1,' +
  '"avatar_versions":{"template":"https://c.example/avatar/%{version}_7.jpg","versions":["medium","profile_pic"]}}}';
export const RICH_VIDEO: Partial<ParsedVideo> = {
  id: '1abc2d',
  alt_ids: ['88973001'],
  url: 'https://coub.com/view/1abc2d',
  embed_url: 'https://coub.com/embed/1abc2d',
  kind: 'video',
  title: 'Cat & vacuum',
  tags: ['cat', "let's go"],
  published_at: '2018-10-22T16:47:11.000Z',
  published_precision: 's',
  updated_at: '2019-01-02T03:04:05.000Z',
  duration_ms: 5_920,
  width: 936,
  height: 528,
  author: {
    id: '77',
    handle: 'loops.daily',
    name: 'Loops daily',
    url: 'https://coub.com/loops.daily',
    avatar_url: 'https://c.example/avatar/profile_pic_7.jpg',
    verified: null,
    followers: 5_840,
  },
  thumbnails: [
    { url: 'https://c.example/image/big_1.jpg', width: null, height: null },
    { url: 'https://c.example/image/med_1.jpg', width: null, height: null },
  ],
  nsfw: false,
};
const SPARSE =
  '{"permalink":"2bare","title":"","image_versions":{},"dimensions":{},"not_safe_for_work":true}';
const SPARSE_VIDEO: Partial<ParsedVideo> = {
  id: '2bare',
  title: null,
  published_at: null,
  duration_ms: null,
  width: null,
  thumbnails: [],
  nsfw: true,
};
const FOR_FRIENDS = '{"permalink":"3priv","title":"Ours","visibility_type":"friends"}';
const BANNED = '{"permalink":"4bann","title":"Gone","visibility_type":"public","banned":true}';

export const page = (number: number, pages: number, records: string[]) =>
  answer(200, `{"page":${number},"per_page":2,"total_pages":${pages},"next":null,"coubs":[${records}]}`);

export const samples: Sample[] = [
  {
    name: 'first page',
    input: first,
    response: page(1, 3, [RICH, SPARSE]),
    expect: { items: 2, end: 'more', cursor: '2.2.0', total: null, videos: [RICH_VIDEO, SPARSE_VIDEO] },
  },
  {
    name: 'next page, with what is not for everybody among it',
    input: { ...first, cursor: '2.2.0', position: 2 },
    response: page(2, 3, [FOR_FRIENDS, RICH]),
    expect: { items: 1, end: 'more', cursor: '3.2.0', videos: [RICH_VIDEO] },
  },
  {
    name: 'last page, of banned ones alone',
    input: { ...first, cursor: '3.2.0', position: 4 },
    response: page(3, 3, [BANNED]),
    expect: { items: 0, end: 'exhausted' },
  },
  {
    name: 'a page without the number of pages',
    input: first,
    response: answer(200, `{"page":1,"coubs":[${RICH}]}`),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: "a whole answer that holds somebody's own",
    input: { ...first, bodyIsAnswer: true },
    response: page(1, 1, [RICH, FOR_FRIENDS]),
    expect: { failure: 'refused' },
  },
  {
    name: 'records of another shape',
    input: first,
    response: page(1, 1, ['{"slug":"x"}']),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'an error with status 200',
    input: first,
    response: answer(200, '{"error":"Access denied"}'),
    expect: { failure: 'refused' },
  },
  {
    name: 'too many requests',
    input: first,
    response: answer(429, '', { 'retry-after': '30' }),
    expect: { failure: 'rate_limited', suspendMs: 30_000 },
  },
];

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  { name: 'a coub', input: one, response: answer(200, RICH), expect: { record: RICH_VIDEO } },
  {
    name: 'a coub by its number',
    input: { ...one, id: '88973001' },
    response: answer(200, RICH),
    expect: { record: RICH_VIDEO },
  },
  {
    name: 'a coub for friends, which opens to who knows its permalink',
    input: { ...one, id: '3priv' },
    response: answer(200, FOR_FRIENDS),
    expect: { absent: 'private' },
  },
  {
    name: 'an error of another kind, with status 200',
    input: one,
    response: answer(200, '{"error":"Access denied"}'),
    expect: { failure: 'refused' },
  },
  {
    name: 'a 404 of a server in between',
    input: one,
    response: answersAs('text/html')(404, '<html><h1>Not found</h1></html>'),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'another coub than was asked for',
    input: { ...one, id: '1other' },
    response: answer(200, RICH),
    expect: { failure: 'bad_response' },
  },
];

const ofChannel: AuthorVideosInput = {
  platform: 'coub',
  author_id: '77',
  sort: 'newest',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const { author_id: _, ...anyone } = ofChannel;

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the newest of a channel',
    input: ofChannel,
    response: page(1, 2, [RICH, SPARSE]),
    expect: { items: 2, end: 'more', cursor: '2.2.0', records: [RICH_VIDEO, SPARSE_VIDEO] },
  },
  {
    name: 'the most viewed of a channel by its handle, last page',
    input: { ...anyone, handle: 'loops.daily', sort: 'views', cursor: '2.2.0', position: 2 },
    response: page(2, 2, [RICH, FOR_FRIENDS]),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'too many requests',
    input: ofChannel,
    response: answer(429, '', { 'retry-after': '30' }),
    expect: { failure: 'rate_limited', suspendMs: 30_000 },
  },
];

const CHANNEL =
  '{"id":77,"user_id":9,"permalink":"loops.daily","title":"Loops &amp; more","description":"One\\r\\nTwo","created_at":"2013-05-01T10:00:00Z",' +
  '"avatar_versions":{"template":"https://c.example/avatar/%{version}_7.jpg","versions":["medium","profile_pic"]},"followers_count":5840,' +
  '"following_count":170,"recoubs_count":89,"likes_count":0,"simple_coubs_count":833,"views_count":90000000,"background_image":null,' +
  '"timeline_banner_image":"https://c.example/banner.jpg","meta":{"homepage":"https://loops.example/","twitter":"loops","youtube":null}}';
const CHANNEL_AUTHOR: Partial<ParsedAuthor> = {
  id: '77',
  handle: 'loops.daily',
  name: 'Loops & more',
  url: 'https://coub.com/loops.daily',
  avatar_url: 'https://c.example/avatar/profile_pic_7.jpg',
  banner_url: 'https://c.example/banner.jpg',
  text: 'One\nTwo',
  kind: 'channel',
  joined_at: '2013-05-01T10:00:00.000Z',
  followers: 5_840,
  following: 170,
  stats: { videos: 833, views: 90_000_000, likes: 0 },
  links: [{ title: 'homepage', url: 'https://loops.example/' }],
};
const numbered = { platform: 'coub', wantsRaw: false };
const channel: AuthorInput = { platform: 'coub', handle: 'loops.daily', wantsRaw: false };

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  { name: 'a channel', input: channel, response: answer(200, CHANNEL), expect: { record: CHANNEL_AUTHOR } },
  {
    name: 'a channel one level down',
    input: channel,
    response: answer(200, `{"redirect_url":"https://coub.com/loops.daily","channel":${CHANNEL}}`),
    expect: { record: CHANNEL_AUTHOR },
  },
  {
    name: 'a channel by its number',
    input: { ...numbered, author_id: '77' },
    response: answer(200, CHANNEL),
    expect: { record: CHANNEL_AUTHOR },
  },
  {
    name: 'another channel than was asked for',
    input: { ...numbered, author_id: '78' },
    response: answer(200, CHANNEL),
    expect: { failure: 'bad_response' },
  },
];
