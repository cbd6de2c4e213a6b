// Walks simulated platforms that a connector can reach in a second way: by another route, another version or other credentials. The list of
// simulations has one of each platform, so these are tested here.
import { describe, expect, test } from 'vitest';
import { slowWiki, wikiWithoutCirrus } from '../../connectors/commons/commons.simulation.ts';
import {
  FOLLOW_UPS_MAX,
  type Page,
  type Provider,
  type SearchInput,
  type UpstreamRequest,
} from '../../connectors/connector.ts';
import { connectors } from '../../connectors/index.ts';
import { justoneapiKuaishouByCursor } from '../../connectors/justoneapi/justoneapi-kuaishou.simulation.ts';
import { tikhubKuaishouByCursor } from '../../connectors/tikhub/tikhub-kuaishou.simulation.ts';
import {
  tiktokResearch,
  tiktokResearchByClient,
} from '../../connectors/tiktok-research/tiktok-research.simulation.ts';
import type { Simulation } from './simulation.ts';

const first = (platform: string, count: number): SearchInput => ({
  platform,
  keyword: '猫',
  count,
  cursor: null,
  position: 0,
  wantsRaw: false,
});

function providerOf({ connector, settings }: Simulation): Provider {
  const {
    token = null,
    options = {},
    user_agent = 'Reelgate/0.1',
  } = settings as { token?: string; options?: Record<string, string>; user_agent?: string };
  const own = { name: connector, connector, baseUrl: 'http://platform.example', token, options };
  return { ...own, timeoutMs: null, userAgent: user_agent, publicUrl: 'https://gateway.example' };
}

/** The first exchange and its follow-ups, as in an attempt. */
const EXCHANGES_MAX = 1 + FOLLOW_UPS_MAX;

/** One call with its follow-ups; `seen` collects the requests. */
function call(simulation: Simulation, search: SearchInput, total: number, seen: UpstreamRequest[] = []) {
  const connector = connectors.find(({ name }) => name === simulation.connector)!;
  const provider = providerOf(simulation);
  const send = (request: UpstreamRequest) => {
    seen.push(request);
    const { method, url, headers, body = '' } = request;
    expect(seen.length).toBeLessThanOrEqual(EXCHANGES_MAX);
    const { status, body: text } = simulation.answer({ method, url: new URL(url), headers, body }, total);
    const json = { 'content-type': 'application/json' };
    return { kind: 'response', status, headers: json, body: text, receivedAtMs: 0 } as const;
  };
  const { request, parse } = connector.operations['video.search']!;
  let parsed = parse(send(request(search, provider)), search, provider);
  while (parsed.kind === 'follow_up') parsed = parsed.parse(send(parsed.request));
  return parsed;
}

function walk(simulation: Simulation, total: number, count: number) {
  const ids: string[] = [];
  const search = first(simulation.platform, count);
  for (let pages = 0; pages <= total + 1; pages += 1) {
    const page = call(simulation, search, total) as Page;
    expect(page.kind, JSON.stringify(page)).toBe('page');
    ids.push(...page.items.map(({ record }) => record.id));
    if (page.end !== 'more') return { ids, end: page.end };
    search.cursor = page.cursor;
    search.position = ids.length;
  }
  throw new Error('the walk does not end');
}

const settled: Simulation = {
  ...wikiWithoutCirrus,
  settings: { ...wikiWithoutCirrus.settings, options: { cirrus: 'false' } },
};

describe.each([
  ['TikHub, Kuaishou by cursor', tikhubKuaishouByCursor],
  ['JustOneAPI, Kuaishou by cursor', justoneapiKuaishouByCursor],
  ['TikTok Research with client credentials', tiktokResearchByClient],
  ['a wiki without CirrusSearch', wikiWithoutCirrus],
  ['a wiki without CirrusSearch, by its settings', settled],
  ['a wiki that sends few files at a time', slowWiki],
])('%s', (_name, simulation) => {
  test.each([0, 1, 40, 53, 130])('gives each of %i matches once, in order, and proves the end', (total) => {
    const ids = Array.from({ length: total }, (_, n) => simulation.idOf(n));
    for (const count of [1, 7, 20, 50])
      expect(walk(simulation, total, count)).toEqual({ ids, end: 'exhausted' });
  });
});

describe('TikTok Research', () => {
  test('searches first, so that no token is in the first answer of an attempt', () => {
    const seen: UpstreamRequest[] = [];
    expect(call(tiktokResearchByClient, first('tiktok', 20), 3, seen).kind).toBe('page');
    expect(seen.map(({ url }) => new URL(url).pathname)).toEqual([
      '/v2/research/video/query/',
      '/v2/oauth/token/',
      '/v2/research/video/query/',
    ]);
    expect(seen[0]!.headers.authorization).toBeUndefined();
    expect(JSON.stringify([seen[0], seen[2]])).not.toContain('research-test-secret');
  });

  test('requests no token while its own is valid', () => {
    const seen: UpstreamRequest[] = [];
    expect(call(tiktokResearch, first('tiktok', 20), 3, seen).kind).toBe('page');
    expect(seen).toHaveLength(1);
  });

  test('is refused where there is no credential at all', () => {
    const bare = { ...tiktokResearch, settings: {} };
    expect(call(bare, first('tiktok', 20), 3).kind).toBe('refused');
  });
});

describe('a wiki without CirrusSearch', () => {
  const search = first('commons', 5);

  test('is reported to the operator, and takes one request less once it is configured', () => {
    const seen: UpstreamRequest[] = [];
    expect(call(wikiWithoutCirrus, search, 5, seen)).toMatchObject({
      kind: 'page',
      notice: expect.stringContaining('options.cirrus'),
    });
    expect(seen).toHaveLength(2);
    expect(call(settled, search, 20)).not.toHaveProperty('notice');
  });

  test('is never asked for older versions, and gives the newest', () => {
    const seen: UpstreamRequest[] = [];
    const page = call(slowWiki, { ...search, count: 1 }, 1, seen) as Page;
    expect(page.items[0]?.record).toMatchObject({ width: 1920, embed_url: 'https://upload.example/0.webm' });
    for (const { url } of seen) expect(url).not.toContain('iistart');
  });
});
