// A whole connector, to copy from: an imaginary platform "clips" whose API answers
// `GET /v1/search?q=…&limit=…&after=…` with `{"status":"ok","clips":[…],"after":"…"|null,"total":12}`.
// Samples first, which prove the rest; then facts, how to ask, and how to read the answer.

import type {
  AttemptFailure,
  Connector,
  Page,
  Provider,
  Sample,
  SearchInput,
  UpstreamRequest,
  UpstreamResponse,
} from '../packages/gateway/src/connectors/connector.ts';
import { blankVideo } from '../packages/gateway/src/connectors/parsing/blank-records.ts';
import {
  badResponse,
  byStatus,
  failed,
  unreadable,
} from '../packages/gateway/src/connectors/parsing/failures.ts';
import * as read from '../packages/gateway/src/connectors/parsing/fields.ts';
import { isObject, parseJson } from '../packages/gateway/src/connectors/parsing/json.ts';
import { NO_RETENTION_RULES } from '../packages/gateway/src/domain/retention.ts';

/** Fields that the platform never gives, so that a null in a record is explained. */
const MISSING = ['embed_url', 'language', 'region', 'license', 'nsfw'];

const PAGE_ITEMS_MAX = 50;

const input: SearchInput = {
  platform: 'clips',
  keyword: '猫',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

const answer = (status: number, body: string): UpstreamResponse => ({
  kind: 'response',
  status,
  headers: { 'content-type': 'application/json' },
  body,
  receivedAtMs: 0,
});

export const samples: Sample[] = [
  {
    name: 'first page',
    input,
    response: answer(
      200,
      '{"status":"ok","total":2,"after":"c1","clips":[{"id":5193363430624671876,"title":"A &amp; B","seconds":1.5}]}',
    ),
    expect: {
      items: 1,
      end: 'more',
      cursor: 'c1',
      videos: [{ id: '5193363430624671876', title: 'A & B', duration_ms: 1500 }],
    },
  },
  {
    name: 'last page',
    input: { ...input, cursor: 'c1', position: 1 },
    response: answer(200, '{"status":"ok","total":2,"after":null,"clips":[{"id":"x"}]}'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a captcha instead of results',
    input,
    response: answer(200, '{"status":"captcha","clips":[]}'),
    expect: { failure: 'refused' },
  },
  {
    name: 'too many requests',
    input,
    response: { ...answer(429, ''), headers: { 'retry-after': '7' } },
    expect: { failure: 'rate_limited', suspendMs: 7000 },
  },
];

export const clips: Connector = {
  name: 'clips',
  facts: {
    website: 'https://clips.example',
    docs: 'https://clips.example/api',
    // How its paths and fields are known, when that was looked at, and what nothing proves.
    proof: { checkedAt: '2026-11', by: 'document', unproved: [] },
    baseUrl: 'https://api.clips.example',
    platforms: null,
    keyNeeded: true,
    resale: 'own-key',
    keyword: 'Text only: an address or an id finds nothing but what is public.',
    retention: NO_RETENTION_RULES,
    notes: 'At most 10 requests a second.',
  },
  options: {},
  // Whole sentences for callers about caps, gaps and freshness; NO_KNOWN_GAPS where none is known.
  coverage: {
    fresh: null,
    notes: [],
    operations: { 'video.search': { itemsMax: 1_000 } },
  },
  redirects: false,
  // The form of ids, for operations that take one: an id in another form is refused without asking the provider.
  ids: {},
  // One entry for each operation that the API has.
  operations: {
    'video.search': {
      request,
      parse,
      pageItemsMax: PAGE_ITEMS_MAX,
      missing: MISSING,
      cost: 1,
      // Filters that the API supports, and those that can be checked on its records; none here. See docs/guides/filters.md.
      filters: () => ({}),
    },
  },
};

function request({ keyword, count, cursor }: SearchInput, provider: Provider): UpstreamRequest {
  // URLSearchParams encodes what a caller typed. An empty cursor would start over, so it is left out.
  const query = new URLSearchParams({ q: keyword, limit: String(Math.min(count, PAGE_ITEMS_MAX)) });
  if (cursor !== null) query.set('after', cursor);
  const headers = { authorization: `Bearer ${provider.token}`, 'user-agent': provider.userAgent };
  return { method: 'GET', url: `${provider.baseUrl}/v1/search?${query}`, headers };
}

function parse(response: UpstreamResponse, input: SearchInput): Page | AttemptFailure {
  if (response.status !== 200) return byStatus(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response); // A web page is a refusal: a captcha, a login.
  // The platform's own status is checked before its list: a refusal must never look like an empty page.
  if (body.status === 'captcha') return failed('refused', 'a captcha is wanted');
  if (body.status !== 'ok' || !Array.isArray(body.clips)) return badResponse('no list of clips');
  const items = body.clips.flatMap((clip) => toItem(clip) ?? []);
  const cursor = read.text(body.after);
  const total = read.count(body.total);
  return {
    kind: 'page',
    items,
    cursor,
    end: cursor === null ? 'exhausted' : 'more',
    total: total === null ? null : { value: total, relation: 'eq' },
  };
}

function toItem(clip: unknown): Page['items'][number] | null {
  if (!isObject(clip)) return null;
  const id = read.id(clip.id);
  if (id === null) return null;
  const video = {
    ...blankVideo(id, MISSING),
    url: read.url(clip.page),
    title: read.decoded(clip.title),
    duration_ms: read.secondsToMs(clip.seconds),
    ...read.publishedIso(clip.created),
    thumbnails: read.thumbnails([clip.picture]),
  };
  return { record: video, raw: clip };
}
