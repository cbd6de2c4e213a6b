// A platform whose answers a test decides: a connector with a small language of its own, and a transport that calls the test's script.
// Calls can be slow, wrong or refused without any network.

import type {
  Absent,
  AttemptFailure,
  Connector,
  FoundRecord,
  Page,
  SeveralFound,
  SeveralInput,
  TranscriptInput,
  TranscriptResult,
  UpstreamResponse,
  VideoInput,
} from '../connectors/connector.ts';
import { blankVideo } from '../connectors/parsing/blank-records.ts';
import { foundVideos } from '../connectors/parsing/found-videos.ts';
import { foundTranscript, noTranscript, wishedTrack } from '../connectors/parsing/transcripts.ts';
import { NO_KNOWN_GAPS } from '../domain/coverage.ts';
import { NO_RETENTION_RULES } from '../domain/retention.ts';
import { type FilterTable, namesOf } from '../domain/search-filters.ts';
import { readCaptions } from '../domain/transcript/read-captions.ts';
import type { ParsedVideo } from '../domain/video.ts';
import type { TimeLimit, Transport } from '../upstream/upstream.ts';

export interface ScriptedPage {
  ids: string[];
  cursor: string | null;
  total?: number;
  /** The duration of each video in seconds; below, its address and raw record, where a test needs them. */
  seconds?: number[];
  urls?: string[];
  /** Further ids of each video. A look-up finds it by them too. */
  alts?: string[][];
  raws?: object[];
  /** Entries of a playlist whose video is not there. */
  unavailable?: number;
}

/** How the platform answers a request: with a page, a failure, or any text. A look-up by `id` finds what is on the page. */
export type ScriptedAnswer = ScriptedPage | AttemptFailure | { text: string };
export type Script = (query: URLSearchParams, at: ScriptedAt) => ScriptedAnswer | Promise<ScriptedAnswer>;

interface ScriptedAt {
  provider: string;
  /** Fires when the gateway no longer waits. */
  signal: AbortSignal;
}

function parse(response: UpstreamResponse): Page | AttemptFailure {
  let page: ScriptedPage;
  try {
    page = JSON.parse(response.body) as ScriptedPage;
  } catch {
    return { kind: 'bad_response', detail: 'not JSON' };
  }
  if (!Array.isArray(page.ids)) return { kind: 'bad_response', detail: 'no ids' };
  const items = page.ids.map((id, i) => {
    const seconds = page.seconds?.[i];
    const duration_ms = seconds === undefined ? null : seconds * 1_000;
    const url = page.urls?.[i] ?? null;
    const alt_ids = page.alts?.[i] ?? [];
    const record = { ...blankVideo(id, []), alt_ids, url, title: `video ${id}`, duration_ms };
    return { record, raw: page.raws?.[i] ?? { id } };
  });
  const total = page.total === undefined ? null : { value: page.total, relation: 'eq' as const };
  const end = page.cursor === null ? 'exhausted' : 'more';
  const { cursor, unavailable } = page;
  return { kind: 'page', items, cursor, end, total, ...(unavailable !== undefined && { unavailable }) };
}

/** The text with which the platform says that it has no such playlist. */
export const GONE = 'gone';

const parsePlaylist = (response: UpstreamResponse): Page | Absent | AttemptFailure =>
  response.body === GONE ? { kind: 'absent', reason: 'unknown' } : parse(response);

/** Prefix of ids that may be asked for together; others are asked for alone. */
const TOGETHER = 's-';

function parseVideos(response: UpstreamResponse, { ids }: SeveralInput): SeveralFound | AttemptFailure {
  const page = parse(response);
  if (page.kind !== 'page') return page;
  return foundVideos(
    response,
    ids,
    page.items.map(({ record }) => record),
    (record) => {
      const video = record as unknown as ParsedVideo;
      return { names: [video.id, ...video.alt_ids], video };
    },
  );
}

function parseVideo(response: UpstreamResponse, { id }: VideoInput): FoundRecord | Absent | AttemptFailure {
  const page = parse(response);
  if (page.kind !== 'page') return page;
  const found = page.items.find(({ record }) => [record.id, ...record.alt_ids].includes(id));
  return found === undefined ? { kind: 'absent', reason: 'unknown' } : { kind: 'record', ...found };
}

/** `{"vtt": "…"}` has times, `{"plain": "…"}` has none, and `{}` has no transcript. */
function parseTranscript(
  response: UpstreamResponse,
  input: TranscriptInput,
): TranscriptResult | AttemptFailure {
  const { vtt, plain } = JSON.parse(response.body) as { vtt?: string; plain?: string };
  const content = vtt === undefined ? { text: plain ?? '' } : readCaptions(vtt);
  if (content === null) return { kind: 'bad_response', detail: 'no captions' };
  const tracks = [{ language: 'en', kind: 'human' as const, raw: {} }];
  const video = { id: input.id, license: null, missing: [] };
  const choice = wishedTrack(tracks, video, input);
  if (choice.kind !== 'chosen') return noTranscript(choice.reason, tracks);
  return foundTranscript(content, { ...choice, tracks }, video);
}

/** One filter of each kind; with the option `filters: none` it has none. */
const FILTERS: FilterTable = {
  'sort=newest': 'exact',
  duration_min: 'checked',
  duration_max: 'checked',
  language: 'preferred',
};

export const scriptedConnector: Connector = {
  name: 'scripted',
  facts: {
    website: 'https://example.org',
    docs: null,
    proof: { checkedAt: '2026-11', by: 'own', unproved: [] },
    baseUrl: 'scripted://local',
    platforms: null,
    keyNeeded: false,
    resale: 'yes',
    keyword: 'Text.',
    retention: NO_RETENTION_RULES,
    notes: null,
  },
  options: { filters: '"none": it knows no filters.' },
  coverage: NO_KNOWN_GAPS,
  redirects: false,
  ids: {},
  operations: {
    'video.search': {
      request: (input, provider) => {
        const { keyword, count, cursor } = input;
        const query = new URLSearchParams({ q: keyword, count: String(count), cursor: cursor ?? '' });
        for (const name of namesOf(input)) query.set(name, input[name]!);
        return { method: 'GET', url: `scripted://${provider.name}/search?${query}`, headers: {} };
      },
      parse,
      pageItemsMax: 50,
      missing: [],
      cost: 1,
      filters: (_platform, { filters }) => (filters === 'none' ? {} : FILTERS),
    },
    'playlist.videos': {
      request: ({ playlist_id, count, cursor }, provider) => {
        const query = new URLSearchParams({
          playlist: playlist_id,
          count: String(count),
          cursor: cursor ?? '',
        });
        return { method: 'GET', url: `scripted://${provider.name}/playlist?${query}`, headers: {} };
      },
      parse: parsePlaylist,
      pageItemsMax: 50,
      missing: [],
      cost: 1,
    },
    'transcript.get': {
      request: ({ id }, provider) => {
        const query = new URLSearchParams({ transcript: id });
        return { method: 'GET', url: `scripted://${provider.name}/transcript?${query}`, headers: {} };
      },
      parse: parseTranscript,
      missing: [],
      cost: 1,
    },
    'video.get': {
      request: ({ id }, provider) => {
        const query = new URLSearchParams({ id });
        return { method: 'GET', url: `scripted://${provider.name}/video?${query}`, headers: {} };
      },
      parse: parseVideo,
      several: {
        idsMax: 3,
        takes: (id) => id.startsWith(TOGETHER),
        request: ({ ids }, provider) => {
          const query = new URLSearchParams({ ids: ids.join(',') });
          return { method: 'GET', url: `scripted://${provider.name}/videos?${query}`, headers: {} };
        },
        parse: parseVideos,
      },
      missing: [],
      cost: 1,
    },
  },
};

/** Both report that the gateway no longer waits: to the script, and to the transport. */
function lateness(timeLimit: TimeLimit): { signal: AbortSignal; late: Promise<AttemptFailure> } {
  const { promise: late, resolve } = Promise.withResolvers<AttemptFailure>();
  const controller = new AbortController();
  timeLimit.listen(() => {
    controller.abort();
    resolve({ kind: 'timeout', detail: 'too late' });
  });
  return { signal: controller.signal, late };
}

export function scriptedTransport(script: () => Script): Transport {
  return async (request, timeLimit, _policy, _onBehalfOf, permit = null) => {
    const refusal = permit === null ? null : await permit(timeLimit);
    if (refusal !== null) return refusal;
    const { signal, late } = lateness(timeLimit);
    const { host: provider, searchParams } = new URL(request.url);
    const answer = await Promise.race([late, script()(searchParams, { provider, signal })]);
    if ('kind' in answer) return answer;
    const body = 'text' in answer ? answer.text : JSON.stringify(answer);
    return { kind: 'response', status: 200, headers: {}, body };
  };
}
