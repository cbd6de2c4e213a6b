// Owns the adapter to the embedded library, which is asked and answers like any upstream across the network. Pure:
// the `library:` transport does the work. Must never trust the answer's shape: what is no page becomes bad_response.
import type { ParsedVideo } from '../domain/video.ts';
import type {
  AttemptFailure,
  Connector,
  Page,
  Provider,
  SearchInput,
  Total,
  UpstreamResponse,
} from './connector.ts';
import { badResponse, unreadable } from './parsing/failures.ts';
import { count, flag, segment, text, texts, thumbnails } from './parsing/fields.ts';
import { array, isObject, type Json, object, parseJson } from './parsing/json.ts';
import { joined } from './parsing/text.ts';

/** A generated picture's size; see the library's thumbnails. */
const PICTURE = { width: 640, height: 360 };

export const library: Connector = {
  name: 'library',
  facts: {
    website: 'embedded',
    docs: 'docs/guides/library.md',
    baseUrl: 'library://local',
    platforms: null,
    keyNeeded: false,
    resale: 'yes',
    pageItemsMax: 50,
    keyword: "Words of the library's own index; there are no operators, and an address or an id is text.",
    // It answers from this machine at once, and an import must show with the next search.
    cacheSeconds: { min: 0, max: 0 },
    notes: null,
  },
  options: {},
  redirects: false,
  missing: ['published_text', 'approx'],
  search: { request: buildRequest, parse: parseResponse },
  samples: [],
};

function buildRequest(input: SearchInput): { method: 'GET'; url: string; headers: Record<string, string> } {
  const query = new URLSearchParams({ q: input.keyword, count: String(input.count) });
  if (input.cursor !== null) query.set('cursor', input.cursor);
  return { method: 'GET', url: `library://local/search?${query}`, headers: {} };
}

function parseResponse(
  response: UpstreamResponse,
  input: SearchInput,
  provider: Provider,
): Page | AttemptFailure {
  if (response.status !== 200) return classify(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.results)) return badResponse('the answer is no result page');
  const cursor = body.cursor ?? null;
  if (cursor !== null && (typeof cursor !== 'string' || cursor === ''))
    return badResponse('the cursor is no text');
  const items: Page['items'] = [];
  for (const record of body.results) {
    if (!isObject(record) || typeof record.id !== 'string') return badResponse('a result has no id');
    // The library writes each record with JSON.stringify, so writing it again gives its text byte for byte.
    items.push({ video: toVideo(record, record.id, provider), raw: record });
  }
  return {
    kind: 'page',
    items,
    cursor,
    end: cursor === null ? 'exhausted' : 'more',
    total: toTotal(body.total),
  };
}

function classify(response: UpstreamResponse): AttemptFailure {
  const said = object(parseJson(response.body, false)).error;
  const detail = `status ${response.status}: ${typeof said === 'string' ? said.slice(0, 200) : 'no reason given'}`;
  if (response.status === 400) return { kind: 'input_rejected', detail };
  if (response.status === 404) return { kind: 'not_found', detail };
  return { kind: response.status === 503 ? 'unavailable' : 'bad_response', detail };
}

function toVideo(record: Json, id: string, provider: Provider): ParsedVideo {
  return {
    id,
    alt_ids: texts(record.alt_ids),
    url: text(record.url),
    embed_url: text(record.embed_url),
    kind: record.kind === 'images' || record.kind === 'live' ? record.kind : 'video',
    title: text(record.title),
    text: text(record.text),
    text_truncated: record.text_truncated === true,
    tags: texts(record.tags),
    language: text(record.language),
    region: text(record.region),
    published_at: text(record.published_at),
    published_precision: precision(record.published_precision),
    published_text: null,
    duration_ms: count(record.duration_ms),
    width: count(record.width),
    height: count(record.height),
    author: toAuthor(object(record.author)),
    stats: toStats(object(record.stats)),
    approx: [],
    thumbnails: toThumbnails(record, id, provider),
    license: isObject(record.license)
      ? { name: text(record.license.name), url: text(record.license.url) }
      : null,
    nsfw: flag(record.nsfw),
    missing: library.missing,
  };
}

function toAuthor(author: Json): ParsedVideo['author'] {
  return {
    id: text(author.id),
    handle: text(author.handle),
    name: text(author.name),
    url: text(author.url),
    avatar_url: text(author.avatar_url),
    verified: flag(author.verified),
    followers: count(author.followers),
  };
}

function toStats(stats: Json): ParsedVideo['stats'] {
  return {
    views: count(stats.views),
    likes: count(stats.likes),
    comments: count(stats.comments),
    shares: count(stats.shares),
    saves: count(stats.saves),
    reposts: count(stats.reposts),
    downloads: count(stats.downloads),
    danmaku: count(stats.danmaku),
  };
}

/** A record without pictures gets the one the gateway draws for it. */
function toThumbnails(record: Json, id: string, provider: Provider): ParsedVideo['thumbnails'] {
  const given = thumbnails(array(record.thumbnails));
  if (given.length > 0) return given;
  return [
    { url: joined(provider.publicUrl, '/api/library/v1/thumbnails/', segment(id), '.svg'), ...PICTURE },
  ];
}

function toTotal(total: unknown): Total | null {
  if (!isObject(total)) return null;
  const value = count(total.value);
  return value === null ? null : { value, relation: total.relation === 'eq' ? 'eq' : 'capped' };
}

function precision(value: unknown): ParsedVideo['published_precision'] {
  return value === 'ms' || value === 's' || value === 'day' ? value : null;
}

function answer(status: number, body: string): UpstreamResponse {
  return { kind: 'response', status, headers: { 'content-type': 'application/json' }, body, receivedAtMs: 0 };
}

const FULL_RECORD =
  '{"id":"youtube:9007199254740993","alt_ids":["9007199254740993"],"title":"Two cats, one box","text":"Guess who wins.",' +
  '"tags":["cats","funny 😹"],"language":"en","region":"IE","url":"https://example.org/watch/1","published_at":' +
  '"2025-03-04T00:00:00.000Z","published_precision":"day","duration_ms":34500,"width":1080,"height":1920,"author":' +
  '{"id":"UC1","handle":"@boxcats","name":"Box Cats","verified":false,"followers":1200},"stats":{"views":0,"likes":17},' +
  '"thumbnails":[{"url":"https://example.org/1.jpg","width":720,"height":1280}],"license":{"name":"CC BY 4.0"},"nsfw":false}';
const BARE_RECORD = '{"id":"sample/猫 1","title":"猫","sample":true}';
const first: SearchInput = {
  platform: 'library',
  keyword: 'cats',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const second: SearchInput = { ...first, cursor: '1.1825301757493248.3e', position: 2 };

library.samples = [
  {
    name: 'first page',
    input: first,
    response: answer(
      200,
      `{"total":{"value":3,"relation":"eq"},"cursor":"1.1825301757493248.3e","results":[${FULL_RECORD},${BARE_RECORD}]}`,
    ),
    expect: {
      items: 2,
      end: 'more',
      total: { value: 3, relation: 'eq' },
      cursor: '1.1825301757493248.3e',
      videos: [
        {
          id: 'youtube:9007199254740993',
          tags: ['cats', 'funny 😹'],
          nsfw: false,
          published_precision: 'day',
        },
        { id: 'sample/猫 1', text: null, nsfw: null, license: null },
      ],
    },
  },
  {
    name: 'next page of a search with very many results',
    input: second,
    response: answer(
      200,
      `{"total":{"value":10000,"relation":"capped"},"cursor":"2.17.10000c","results":[${BARE_RECORD}]}`,
    ),
    expect: { items: 1, end: 'more' },
  },
  {
    name: 'last page',
    input: second,
    response: answer(200, `{"total":{"value":3,"relation":"eq"},"cursor":null,"results":[${BARE_RECORD}]}`),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'nothing found',
    input: first,
    response: answer(200, '{"total":{"value":0,"relation":"eq"},"cursor":null,"results":[]}'),
    expect: { items: 0, end: 'exhausted' },
  },
  {
    name: 'a cursor the library did not issue',
    input: { ...second, cursor: 'x' },
    response: answer(400, '{"error":"the cursor is not one of this library"}'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'a library that cannot be read',
    input: first,
    response: answer(503, '{"error":"database disk image is malformed"}'),
    expect: { failure: 'unavailable' },
  },
  {
    name: 'a record without an id',
    input: first,
    response: answer(200, '{"total":null,"cursor":null,"results":[{"title":"no id"}]}'),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'an answer cut short',
    input: first,
    response: answer(200, '{"total":{"value":3,"relation":"eq"},"cursor":null,"resu'),
    expect: { failure: 'bad_response' },
  },
];
