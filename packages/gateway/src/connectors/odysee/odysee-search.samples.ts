// Exchanges of Odysee's own search, made up from what its clients ask for: their field names, our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type { AuthorSearchInput, ExpectedPage, Sample, SearchInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const ID = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567';
const CHANNEL = 'ffee00112233445566778899aabbccddeeff0011';
const first: SearchInput = {
  platform: 'odysee',
  keyword: 'cat',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

const answer = answersAs('application/json; charset=utf-8');

const RICH =
  `{"name":"cat-on-keys","claimId":"${ID}","channel":"@catfilms","channel_claim_id":"${CHANNEL}","title":"Cat on keys",` +
  '"description":"First\\r\\nSecond","duration":95,"release_time":"2024-05-01T10:00:00Z","thumbnail_url":"https://t.example/cat.jpg"}';
const RICH_VIDEO: Partial<ParsedVideo> = {
  id: ID,
  url: `https://odysee.com/@catfilms:${CHANNEL}/cat-on-keys:${ID}`,
  embed_url: `https://odysee.com/$/embed/cat-on-keys/${ID}`,
  title: 'Cat on keys',
  text: 'First\nSecond',
  published_at: '2024-05-01T10:00:00.000Z',
  duration_ms: 95_000,
  author: {
    id: CHANNEL,
    handle: 'catfilms',
    name: '@catfilms',
    url: `https://odysee.com/@catfilms:${CHANNEL}`,
    avatar_url: null,
    verified: null,
    followers: null,
  },
  thumbnails: [{ url: 'https://t.example/cat.jpg', width: null, height: null }],
};
const BARE = `{"name":"bare","claimId":"${'b'.repeat(40)}","release_time":1714557600}`;
const BARE_VIDEO: Partial<ParsedVideo> = {
  id: 'b'.repeat(40),
  url: `https://odysee.com/bare:${'b'.repeat(40)}`,
  title: 'bare',
  text: null,
  published_at: '2024-05-01T10:00:00.000Z',
  duration_ms: null,
};

export const samples: Sample[] = [
  {
    name: 'first page',
    input: first,
    response: answer(200, `[${RICH},${BARE}]`),
    expect: {
      items: 2,
      end: 'more',
      cursor: `2.${'b'.repeat(12)}`,
      total: null,
      videos: [RICH_VIDEO, BARE_VIDEO],
    },
  },
  {
    name: 'next page, which begins with the last one again and is short',
    input: { ...first, cursor: `2.${'b'.repeat(12)}`, position: 2 },
    response: answer(200, `[${BARE},${RICH}]`),
    expect: { items: 1, end: 'more', cursor: `4.${ID.slice(-12)}`, videos: [RICH_VIDEO] },
  },
  {
    name: 'the last page that its index gives',
    input: { ...first, cursor: '9998', position: 9_998 },
    response: answer(200, `[${RICH}]`),
    expect: { items: 1, end: 'upstream_cap' },
  },
  {
    name: 'records of another shape',
    input: first,
    response: answer(200, '[{"claim_id":"x"}]'),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a keyword that is too short',
    input: { ...first, keyword: 'ca' },
    response: answer(400, '{"error":"query is too short"}'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'too many requests',
    input: first,
    response: answer(429, '', { 'retry-after': '5' }),
    expect: { failure: 'rate_limited', suspendMs: 5_000 },
  },
];

const channels: AuthorSearchInput = first;
const MAKER =
  `{"name":"@catfilms","claimId":"${CHANNEL}","title":"Cat films","description":"Films\\r\\nof cats",` +
  '"thumbnail_url":"https://t.example/channel.jpg"}';
const OTHER = `{"name":"@cät","claimId":"${'b'.repeat(40)}"}`;

export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'channels of that name',
    input: channels,
    response: answer(200, `[${MAKER},${OTHER}]`),
    expect: {
      items: 2,
      end: 'more',
      cursor: `2.${'b'.repeat(12)}`,
      total: null,
      records: [
        {
          id: CHANNEL,
          handle: 'catfilms',
          name: 'Cat films',
          url: `https://odysee.com/@catfilms:${CHANNEL}`,
          avatar_url: 'https://t.example/channel.jpg',
          text: 'Films\nof cats',
          kind: 'channel',
        },
        { id: 'b'.repeat(40), handle: 'cät', name: '@cät', avatar_url: null, text: null },
      ],
    },
  },
  {
    name: 'videos in their place',
    input: channels,
    response: answer(200, `[${RICH},${BARE}]`),
    expect: { failure: 'bad_response' },
  },
];
