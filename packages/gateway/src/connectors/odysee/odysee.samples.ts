// Exchanges about Odysee's claims, made up from the documents: their field names, our values.
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

export const ID = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567';
export const CHANNEL = 'ffee00112233445566778899aabbccddeeff0011';
const first: SearchInput = {
  platform: 'odysee',
  keyword: 'cat',
  count: 3,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const one: VideoInput = { platform: 'odysee', id: ID, wantsRaw: false };

const answer = answersAs('application/json; charset=utf-8');
export const result = (body: object) => answer(200, JSON.stringify({ jsonrpc: '2.0', result: body, id: 1 }));
export const error = (code: number, status = 200) =>
  answer(status, JSON.stringify({ jsonrpc: '2.0', error: { code, message: 'cat is not allowed' }, id: 1 }));

export const TOO_MANY = answer(429, 'slow down', { 'retry-after': '5' });

export const claim = (changes: object = {}, value: object = {}) => ({
  claim_id: ID,
  name: 'cat-on-keys',
  canonical_url: 'lbry://@Cätfilms#f/cat-on-keys#0',
  permanent_url: `lbry://cat-on-keys#${ID}`,
  value_type: 'stream',
  timestamp: 1_714_560_000,
  meta: { creation_timestamp: 1_714_557_000, reposted: 2 },
  value: {
    title: 'Cat on keys',
    description: 'First line\r\nSecond line',
    tags: ['cats', 'piano', 'c:disable-comments'],
    languages: ['en'],
    locations: [{ country: 'FR', city: 'Nantes' }],
    license: 'Creative Commons Attribution 4.0 International',
    license_url: 'https://creativecommons.org/licenses/by/4.0/legalcode',
    release_time: '1714557600',
    stream_type: 'video',
    source: { media_type: 'video/mp4', sd_hash: 'ab', size: '123456789' },
    thumbnail: { url: 'https://t.example/cat.jpg' },
    video: { duration: 95, height: 1_080, width: 1_920 },
    ...value,
  },
  signing_channel: {
    claim_id: CHANNEL,
    name: '@Cätfilms',
    canonical_url: 'lbry://@Cätfilms#f',
    value: { title: 'Cat films', thumbnail: { url: 'https://t.example/channel.jpg' } },
  },
  ...changes,
});
export const WHOLE: Partial<ParsedVideo> = {
  id: ID,
  url: 'https://odysee.com/@C%C3%A4tfilms:f/cat-on-keys:0',
  embed_url: `https://odysee.com/$/embed/cat-on-keys/${ID}`,
  kind: 'video',
  title: 'Cat on keys',
  text: 'First line\nSecond line',
  tags: ['cats', 'piano'],
  language: 'en',
  published_at: '2024-05-01T10:00:00.000Z',
  published_precision: 's',
  duration_ms: 95_000,
  width: 1_920,
  height: 1_080,
  author: {
    id: CHANNEL,
    handle: 'Cätfilms',
    name: 'Cat films',
    url: 'https://odysee.com/@C%C3%A4tfilms:f',
    avatar_url: 'https://t.example/channel.jpg',
    verified: null,
    followers: null,
  },
  thumbnails: [{ url: 'https://t.example/cat.jpg', width: null, height: null }],
  license: {
    name: 'Creative Commons Attribution 4.0 International',
    url: 'https://creativecommons.org/licenses/by/4.0/legalcode',
  },
  nsfw: null,
  location: 'Nantes, FR',
  updated_at: '2024-05-01T10:40:00.000Z',
  stats: {
    views: null,
    likes: null,
    comments: null,
    shares: null,
    saves: null,
    reposts: 2,
    downloads: null,
    danmaku: null,
  },
};
export const BARE = {
  claim_id: 'b'.repeat(40),
  name: 'bare',
  permanent_url: `lbry://bare#${'b'.repeat(40)}`,
  value_type: 'stream',
  value: { stream_type: 'video', tags: ['mature'] },
};
export const BARE_VIDEO: Partial<ParsedVideo> = {
  id: 'b'.repeat(40),
  url: `https://odysee.com/bare:${'b'.repeat(40)}`,
  title: 'bare',
  tags: ['mature'],
  published_at: null,
  duration_ms: null,
  nsfw: true,
};
export const UNLISTED = claim({ claim_id: 'c'.repeat(40) }, { tags: ['c:unlisted'] });
export const POST = claim({ claim_id: 'd'.repeat(40) }, { stream_type: 'document' });

export const samples: Sample[] = [
  {
    name: 'first page',
    input: first,
    response: result({
      items: [claim(), BARE, UNLISTED],
      page: 1,
      page_size: 3,
      total_items: 7,
      total_pages: 3,
    }),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.3.0',
      total: { value: 7, relation: 'eq' },
      videos: [WHOLE, BARE_VIDEO],
    },
  },
  {
    name: 'last page',
    input: { ...first, cursor: '3.3.0', position: 6 },
    response: result({ items: [claim()], page: 3, page_size: 3, total_items: 7, total_pages: 3 }),
    expect: { items: 1, end: 'exhausted', videos: [WHOLE] },
  },
  {
    name: 'the last page of those that are counted',
    input: { ...first, cursor: '334.3.0', position: 999 },
    response: result({ items: [claim()], page: 334, page_size: 3, total_items: 1_000, total_pages: 334 }),
    expect: { items: 1, end: 'upstream_cap', total: { value: 1_000, relation: 'capped' } },
  },
  {
    name: 'nothing found',
    input: first,
    response: result({ items: [], page: 1, page_size: 3, total_items: 0, total_pages: 0 }),
    expect: { items: 0, end: 'exhausted' },
  },
  {
    name: 'a page without a total, of what is no video',
    input: first,
    response: result({ items: [POST], page: 1, page_size: 3 }),
    expect: { items: 0, end: 'unknown', total: null },
  },
  {
    name: 'a whole answer with an unlisted video',
    input: { ...first, bodyIsAnswer: true },
    response: result({ items: [UNLISTED], page: 1, page_size: 3, total_items: 1 }),
    expect: { failure: 'refused' },
  },
  {
    name: 'claims of another shape',
    input: first,
    response: result({ items: [{ id: 1 }], page: 1, page_size: 3, total_items: 1 }),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a rejected parameter',
    input: first,
    response: error(-32_602),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'too many requests',
    input: first,
    response: TOO_MANY,
    expect: { failure: 'rate_limited', suspendMs: 5_000 },
  },
];

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  { name: 'a video', input: one, response: result({ items: [claim()] }), expect: { record: WHOLE } },
  {
    name: 'a live one, without a file',
    input: one,
    response: result({
      items: [claim({}, { stream_type: undefined, source: undefined, video: undefined })],
    }),
    expect: { record: { id: ID, kind: 'live', duration_ms: null } },
  },
  {
    name: 'a live one, whose kind is said to be nothing',
    input: one,
    response: result({ items: [claim({}, { stream_type: null, source: null, video: null })] }),
    expect: { record: { id: ID, kind: 'live', duration_ms: null, width: null } },
  },
  {
    name: 'a video that only its length tells',
    input: one,
    response: result({ items: [claim({}, { stream_type: undefined, source: undefined })] }),
    expect: { record: { id: ID, kind: 'video', duration_ms: 95_000 } },
  },
  {
    name: 'a video whose maker chose no licence',
    input: one,
    response: result({ items: [claim({}, { license: 'None', license_url: '' })] }),
    expect: { record: { id: ID, license: null } },
  },
  {
    name: 'an unlisted video',
    input: { ...one, id: 'c'.repeat(40) },
    response: result({ items: [UNLISTED] }),
    expect: { absent: 'private' },
  },
  {
    name: 'a post',
    input: { ...one, id: 'd'.repeat(40) },
    response: result({ items: [POST] }),
    expect: { absent: 'unknown' },
  },
  {
    name: 'another claim than was asked for',
    input: { ...one, id: 'e'.repeat(40) },
    response: result({ items: [claim()] }),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a video by its address on the chain',
    input: { ...one, id: 'lbry://@Some.Channel#1/a-video#2' },
    response: result({ 'lbry://@Some.Channel#1/a-video#2': claim() }),
    expect: { record: WHOLE },
  },
  {
    name: 'a parameter that it no longer takes',
    input: one,
    response: error(-32_602),
    expect: { failure: 'input_rejected' },
  },
];

const channelClaim = {
  claim_id: CHANNEL,
  name: '@Cätfilms',
  canonical_url: 'lbry://@Cätfilms#f',
  value_type: 'channel',
  timestamp: 1_600_000_000,
  meta: { creation_timestamp: 1_500_000_000, claims_in_channel: 12 },
  value: {
    title: 'Cat films',
    description: 'One\r\nTwo',
    thumbnail: { url: 'https://t.example/channel.jpg' },
    cover: { url: 'https://t.example/cover.jpg' },
    website_url: 'https://cats.example/',
    locations: [{ country: 'SE' }],
  },
};
const CHANNEL_AUTHOR: Partial<ParsedAuthor> = {
  id: CHANNEL,
  handle: 'Cätfilms',
  name: 'Cat films',
  url: 'https://odysee.com/@C%C3%A4tfilms:f',
  avatar_url: 'https://t.example/channel.jpg',
  banner_url: 'https://t.example/cover.jpg',
  text: 'One\nTwo',
  kind: 'channel',
  country: 'SE',
  joined_at: '2017-07-14T02:40:00.000Z',
  followers: null,
  stats: { videos: 12, views: null, likes: null },
  approx: ['videos'],
  links: [{ title: null, url: 'https://cats.example/' }],
};

const ofChannel: AuthorVideosInput = {
  platform: 'odysee',
  author_id: CHANNEL,
  sort: 'newest',
  count: 3,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const { author_id: _, ...anyone } = ofChannel;

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the newest of a channel',
    input: ofChannel,
    response: result({
      items: [claim(), BARE, UNLISTED],
      page: 1,
      page_size: 3,
      total_items: 4,
      total_pages: 2,
    }),
    expect: { items: 2, end: 'more', cursor: '2.3.0', records: [WHOLE, BARE_VIDEO] },
  },
  {
    name: 'the last page of a channel by its name',
    input: { ...anyone, handle: 'Cätfilms', cursor: '2.3.0', position: 3 },
    response: result({ items: [claim()], page: 2, page_size: 3, total_items: 4, total_pages: 2 }),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a text that is not an id',
    input: { ...ofChannel, author_id: 'no id' },
    response: error(-32_602),
    expect: { absent: 'unknown' },
  },
];

const byId: AuthorInput = { platform: 'odysee', author_id: CHANNEL, wantsRaw: false };
const byName: AuthorInput = { platform: 'odysee', handle: 'Cätfilms', wantsRaw: false };
const resolved = (found: unknown) => result({ 'lbry://@Cätfilms': found });

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  {
    name: 'a channel',
    input: byId,
    response: result({ items: [channelClaim] }),
    expect: { record: CHANNEL_AUTHOR },
  },
  {
    name: 'a channel by its name',
    input: byName,
    response: resolved(channelClaim),
    expect: { record: CHANNEL_AUTHOR },
  },
  {
    name: 'no channel of this id',
    input: byId,
    response: result({ items: [] }),
    expect: { absent: 'unknown' },
  },
];
