// Exchanges of the PeerTube connector, of an instance and of Sepia Search, made up from the documents: their field names, our values.
import type { Sample, SearchInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const first: SearchInput = {
  platform: 'peertube',
  keyword: 'cat',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const second: SearchInput = { ...first, cursor: '2.000000000002', position: 2 };

const answer = answersAs('application/json; charset=utf-8');

const page = (total: number, records: string[]) => `{"total":${total},"data":[${records.join(',')}]}`;

const CUT_TEXT = `${'A cat walks over the keys. '.repeat(9)}It ...`;

/** As an instance of version 8 writes it; the video belongs to another instance. */
const OF_INSTANCE =
  '{"id":9007199254740993,"uuid":"3f0a7c52-1111-4222-8333-444455556666","shortUUID":"9xKq2LmZ7rTfW4","createdAt":' +
  '"2025-02-03T09:00:00.120Z","updatedAt":"2025-02-04T09:00:00.120Z","publishedAt":"2025-02-03T09:05:00.250Z",' +
  '"originallyPublishedAt":null,"category":{"id":16,"label":"Animals"},"licence":{"id":1,"label":"Attribution"},' +
  '"language":{"id":"fr","label":"French"},"privacy":{"id":1,"label":"Public"},"name":"Le chat & le piano",' +
  `"description":"Premier\\r\\n${CUT_TEXT}","truncatedDescription":"Premier\\r\\n${CUT_TEXT}","duration":95,` +
  '"aspectRatio":1.7778,"thumbnailPath":"/lazy-static/thumbnails/a1.jpg","previewPath":"/lazy-static/previews/a2.jpg",' +
  '"thumbnails":[{"height":157,"width":280,"aspectRatio":"16:9","fileUrl":"https://upstream.example/lazy-static/thumbnails/a1.jpg"},' +
  '{"height":480,"width":850,"aspectRatio":"16:9","fileUrl":"https://upstream.example/lazy-static/thumbnails/a3.jpg"}],' +
  '"embedPath":"/videos/embed/9xKq2LmZ7rTfW4","url":"https://far.example/videos/watch/3f0a7c52-1111-4222-8333-444455556666",' +
  '"isLocal":false,"views":1203,"viewers":2,"downloads":4,"likes":17,"dislikes":0,"comments":0,"isLive":false,"nsfw":false,' +
  '"account":{"id":5,"name":"ada","displayName":"Ada","url":"https://far.example/accounts/ada","host":"far.example","avatars":[]},' +
  '"channel":{"id":8,"name":"ada_cats","displayName":"Ada\'s cats","url":"https://far.example/video-channels/ada_cats",' +
  '"host":"far.example","avatars":[{"path":"/lazy-static/avatars/s.png","width":48},{"path":"/lazy-static/avatars/l.png","width":600}]}}';
const OF_INSTANCE_SPARSE =
  '{"uuid":"aaaa0000-0000-4000-8000-000000000002","language":{"id":null,"label":"Unknown"},"licence":{"id":null,"label":' +
  '"Unknown"},"publishedAt":"2024-05-01T10:00:00.000Z","description":null,"name":"Bare","isLocal":true,"channel":{"name":' +
  '"c"},"account":{"name":"a","host":"tube.example"}}';
/** As Sepia writes it: whole addresses, tags, and the start of 1970 for an unset date. */
const OF_SEPIA =
  '{"id":77,"uuid":"bbbb0000-0000-4000-8000-000000000003","shortUUID":"4sEpIa","score":1.5,"publishedAt":"2023-11-12T13:14:15.000Z",' +
  '"originallyPublishedAt":"1970-01-01T00:00:00.000Z","licence":{"id":null,"label":"Unknown"},"language":{"id":"en","label":"English"},' +
  '"name":"A live cat","description":"Short ...","duration":0,"tags":["cats","live"],"thumbnailPath":"/static/t.jpg",' +
  '"thumbnailUrl":"https://home.example/static/t.jpg","previewUrl":"https://home.example/static/p.jpg","embedPath":"/videos/embed/4sEpIa",' +
  '"embedUrl":"https://home.example/videos/embed/4sEpIa","url":"https://home.example/w/4sEpIa","views":0,"likes":0,"isLive":true,' +
  '"nsfw":true,"account":{"id":8,"name":"bo","host":"home.example","avatars":[]},"channel":{}}';
const OF_SEPIA_DATED =
  '{"uuid":"bbbb0000-0000-4000-8000-000000000004","originallyPublishedAt":"1999-12-31T00:00:00.000Z","publishedAt":' +
  '"2023-11-12T13:14:15.000Z","name":"Old cat","truncatedDescription":"A cat of old","tags":[],"thumbnailPath":"/static/old.jpg","url":"https://home.example/w/old"}';

/** As 8.2.3 cuts texts: the more emoji, the shorter the text. The last one is complete. */
const EMOJI_TEXTS = [`${'🐈'.repeat(60)} chats...`, '...', 'un chat 🐈...', 'un chat...'];
const OF_EMOJI = EMOJI_TEXTS.map((said, n) =>
  JSON.stringify({ uuid: `dddd0000-0000-4000-8000-00000000000${n}`, name: 'Chats', description: said }),
);

/** As a look-up returns them: unlisted, private, internal, behind a password, and blocked. */
const NOT_PUBLIC = [
  ...[2, 3, 4, 5].map((id) => `"privacy":{"id":${id},"label":"Not public"}`),
  '"privacy":{"id":1,"label":"Public"},"blacklisted":true',
].map((says, n) => `{"uuid":"cccc0000-0000-4000-8000-00000000000${n}","name":"Not for you",${says}}`);

export const samples: Sample[] = [
  {
    name: 'texts that were cut, with and without emoji',
    input: { ...first, count: 4 },
    response: answer(200, page(4, OF_EMOJI)),
    expect: {
      items: 4,
      end: 'exhausted',
      videos: [true, true, true, false].map((text_truncated) => ({ text_truncated })),
    },
  },
  {
    name: 'first page of an instance',
    input: first,
    response: answer(200, page(3, [OF_INSTANCE, OF_INSTANCE_SPARSE])),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.000000000002',
      total: { value: 3, relation: 'eq' },
      videos: [
        {
          id: '3f0a7c52-1111-4222-8333-444455556666',
          alt_ids: ['9xKq2LmZ7rTfW4'],
          url: 'https://far.example/videos/watch/3f0a7c52-1111-4222-8333-444455556666',
          embed_url: 'https://upstream.example/videos/embed/9xKq2LmZ7rTfW4',
          kind: 'video',
          title: 'Le chat & le piano',
          text: `Premier\n${CUT_TEXT}`,
          text_truncated: true,
          tags: [],
          language: 'fr',
          published_at: '2025-02-03T09:05:00.250Z',
          published_precision: 'ms',
          duration_ms: 95_000,
          author: {
            id: 'ada_cats@far.example',
            handle: 'ada_cats@far.example',
            name: "Ada's cats",
            url: 'https://far.example/video-channels/ada_cats',
            avatar_url: 'https://upstream.example/lazy-static/avatars/l.png',
            verified: null,
            followers: null,
          },
          stats: {
            views: 1203,
            likes: 17,
            comments: 0,
            shares: null,
            saves: null,
            reposts: null,
            downloads: 4,
            danmaku: null,
          },
          thumbnails: [
            { url: 'https://upstream.example/lazy-static/thumbnails/a3.jpg', width: 850, height: 480 },
            { url: 'https://upstream.example/lazy-static/thumbnails/a1.jpg', width: 280, height: 157 },
          ],
          license: { name: 'Attribution', url: null },
          nsfw: false,
        },
        {
          id: 'aaaa0000-0000-4000-8000-000000000002',
          alt_ids: [],
          url: null,
          embed_url: null,
          text: null,
          text_truncated: false,
          language: null,
          published_at: '2024-05-01T10:00:00.000Z',
          duration_ms: null,
          author: {
            id: 'c@tube.example',
            handle: 'c@tube.example',
            name: 'c',
            url: null,
            avatar_url: null,
            verified: null,
            followers: null,
          },
          stats: {
            views: null,
            likes: null,
            comments: null,
            shares: null,
            saves: null,
            reposts: null,
            downloads: null,
            danmaku: null,
          },
          thumbnails: [],
          license: null,
          nsfw: null,
        },
      ],
    },
  },
  {
    name: 'first page of Sepia Search',
    input: { ...first, wantsRaw: true },
    response: answer(200, page(1860, [OF_SEPIA, OF_SEPIA_DATED])),
    expect: {
      items: 2,
      end: 'more',
      videos: [
        {
          id: 'bbbb0000-0000-4000-8000-000000000003',
          embed_url: 'https://home.example/videos/embed/4sEpIa',
          kind: 'live',
          author: {
            id: 'bo@home.example',
            handle: 'bo@home.example',
            name: 'bo',
            url: null,
            avatar_url: null,
            verified: null,
            followers: null,
          },
          text: 'Short ...',
          text_truncated: false,
          tags: ['cats', 'live'],
          published_at: '2023-11-12T13:14:15.000Z',
          original_published_at: null,
          duration_ms: null,
          nsfw: true,
          license: null,
          thumbnails: [
            { url: 'https://home.example/static/p.jpg', width: null, height: null },
            { url: 'https://home.example/static/t.jpg', width: null, height: null },
          ],
        },
        {
          // The date that an instance filters and sorts by.
          published_at: '2023-11-12T13:14:15.000Z',
          original_published_at: '1999-12-31T00:00:00.000Z',
          text: 'A cat of old',
          thumbnails: [{ url: 'https://home.example/static/old.jpg', width: null, height: null }],
        },
      ],
    },
  },
  {
    name: 'next page, from which one video was left out',
    input: second,
    response: answer(200, page(9, [OF_INSTANCE])),
    expect: { items: 1, end: 'more', cursor: '4.444455556666' },
  },
  {
    name: 'last page',
    input: second,
    response: answer(200, page(3, [OF_INSTANCE_SPARSE, OF_INSTANCE])),
    expect: {
      items: 1,
      end: 'exhausted',
      total: { value: 3, relation: 'eq' },
      videos: [{ id: '3f0a7c52-1111-4222-8333-444455556666' }],
    },
  },
  {
    name: 'a video was withdrawn: what moved up stands where the last one stood',
    input: { ...second, count: 1 },
    response: answer(200, page(5, [OF_INSTANCE, OF_SEPIA])),
    expect: {
      items: 1,
      end: 'more',
      cursor: '2.444455556666',
      videos: [{ id: '3f0a7c52-1111-4222-8333-444455556666' }],
    },
  },
  {
    name: 'what is not public is not delivered',
    input: { ...first, count: 20 },
    response: answer(200, page(6, [...NOT_PUBLIC, OF_INSTANCE])),
    expect: { items: 1, end: 'exhausted', videos: [{ id: '3f0a7c52-1111-4222-8333-444455556666' }] },
  },
  {
    name: 'nothing but what is not public',
    input: first,
    response: answer(200, page(1, NOT_PUBLIC.slice(0, 1))),
    expect: { items: 0, end: 'exhausted' },
  },
  {
    name: "nothing that is not public goes out in the instance's own words either",
    input: { ...first, bodyIsAnswer: true },
    response: answer(200, page(2, [OF_INSTANCE, NOT_PUBLIC[1]!])),
    expect: { failure: 'refused' },
  },
  {
    name: 'an empty page before the total is reached proves no end',
    input: second,
    response: answer(200, page(9, [])),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'a start that the index refuses is its cap',
    input: { ...second, cursor: '9950', position: 9950 },
    response: answer(
      400,
      '{"type":"about:blank","title":"Bad Request","detail":"Incorrect request parameters: start","status":400,' +
        '"invalid-params":{"start":{"type":"field","value":"9950","msg":"Should have a valid start","path":"start","location":"query"}}}',
      { 'content-type': 'application/problem+json' },
    ),
    expect: { items: 0, end: 'upstream_cap' },
  },
  {
    name: 'a limit, said in a sentence of text/html',
    input: first,
    response: answer(429, 'Too many requests, please try again later.', {
      'content-type': 'text/html; charset=utf-8',
      'retry-after': '7',
    }),
    expect: { failure: 'rate_limited', suspendMs: 7_000 },
  },
  {
    name: 'a limit that names the moment of its end',
    input: first,
    response: answer(429, 'Too many requests', { 'x-ratelimit-reset': '1780000004' }),
    expect: { failure: 'rate_limited', suspendMs: 4_000 },
  },
  {
    name: 'a search that the instance rejects',
    input: first,
    response: answer(
      400,
      '{"type":"about:blank","title":"Bad Request","status":400,"invalid-params":{"search":{"msg":"Invalid value","path":"search"}}}',
      { 'content-type': 'application/problem+json' },
    ),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'records of another shape',
    input: first,
    response: answer(200, '{"total":2,"data":[{"videoId":"x"},null]}'),
    expect: { failure: 'bad_response' },
  },
];
