// Traces of calls over real HTTP, from a gateway to a collector: which are kept, what their spans contain, and that receipt, log
// line and metrics name the same trace.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UpstreamRequest } from '../connectors/connector.ts';
import { systemClock } from '../domain/clock.ts';
import { exchangeSpanId } from '../observe/trace-identity.ts';
import { packageVersion } from '../process/package-version.ts';
import { OtlpReceiver, type ReceivedSpan } from '../testing/otlp-receiver.ts';
import { PlatformServer } from '../testing/platform-server.ts';
import { simulations } from '../testing/platforms/index.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { type AttemptDeps, attempt } from './trying/attempt.ts';
import type { ConnectedProvider } from './trying/connected-provider.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const KEYWORD = 'nobody-may-read-this';

const collector = new OtlpReceiver();
const tube = new PlatformServer(simulations.find(({ connector }) => connector === 'peertube')!);
let gateway: TestGateway;
/** The random number of each call: with a share of one half, calls below 0.5 are kept. */
let drawn = 0.9;

const settings = (otlp: string) => `
service: { public: "127.0.0.1:0", admin: "[::1]:0", public_url: "https://video.example.org" }
platforms: { scripted: [first, second], peertube: [tube] }
providers:
  first: { connector: scripted, cost: "0.001" }
  second: { connector: scripted }
  tube: { connector: peertube, base_url: "${tube.url}", allow_private: true, send_traceparent: true }
cache: { fresh_seconds: 0, stale_if_error_seconds: 60 }
observe: { otlp: "${otlp}", trace_share: 0.5, otlp_headers: { x-collector-key: secret } }
`;

beforeAll(async () => {
  const otlp = await collector.open();
  await tube.start();
  tube.total = 5;
  gateway = await startTestGateway({ settings: settings(otlp), ports: { chance: () => drawn } });
});
afterAll(async () => {
  await gateway.close();
  await collector.close();
  await tube.stop();
});
beforeEach(() => {
  drawn = 0.9;
  gateway.script = () => ({ ids: ['1'], cursor: null });
});

/** Spans are sent every second; this waits until those of the call have arrived. */
async function spansOf(requestId: string): Promise<ReceivedSpan[]> {
  const serverSpan = () =>
    collector.spans.find((span) => span.attributes['reelgate.request_id'] === requestId);
  await expect.poll(serverSpan).toBeDefined();
  return collector.spans.filter(({ traceId }) => traceId === serverSpan()!.traceId);
}

test('a failed call is kept with its hold, its attempts and its end, and contains no secret', async () => {
  gateway.script = () => ({ kind: 'unavailable', detail: 'away' });
  const answer = await gateway.search({ keyword: KEYWORD }, { id: 'failed' });
  expect(answer.status).toBe(502);
  const [call, ...children] = await spansOf('failed');
  expect(call).toMatchObject({
    ...{ name: 'GET /api/u1/v1/:platform/app/search_video_v2', kind: 2, status: 2 },
    attributes: {
      ...{ 'http.request.method': 'GET', 'http.route': '/api/u1/v1/:platform/app/search_video_v2' },
      ...{ 'url.path': '/api/u1/v1/scripted/app/search_video_v2', 'url.scheme': 'https' },
      ...{ 'server.address': 'video.example.org', 'server.port': 443 },
      ...{ 'http.response.status_code': 502, 'error.type': 'UPSTREAM_ERROR' },
      ...{ 'reelgate.platform': 'scripted', 'reelgate.operation': 'video.search' },
    },
  });
  expect(call).not.toHaveProperty('parentSpanId');
  expect(children.map(({ name }) => name).sort()).toEqual(
    expect.arrayContaining(['ask first', 'ask second', 'hold', 'release']),
  );
  for (const { parentSpanId, startMs, endMs } of children) {
    expect(parentSpanId).toBe(call!.spanId);
    // Times of attempts are whole milliseconds.
    expect(startMs).toBeGreaterThanOrEqual(call!.startMs - 1);
    expect(endMs).toBeLessThanOrEqual(call!.endMs + 1);
  }
  const asked = children.find(({ name }) => name === 'ask first');
  expect(asked).toMatchObject({ kind: 1, status: 2, attributes: { 'error.type': 'unavailable' } });
  expect(new Set([call!, ...children].map(({ spanId }) => spanId)).size).toBe(children.length + 1);
  const text = JSON.stringify(collector.spans);
  for (const secret of [KEYWORD, gateway.key]) expect(text).not.toContain(secret);
  expect(collector.requests[0]).toMatchObject({
    url: '/v1/traces',
    headers: { 'x-collector-key': 'secret' },
  });
  const nodes = await gateway.admin('status');
  expect(collector.resource).toEqual({
    'service.name': 'reelgate',
    'service.version': packageVersion(),
    'service.instance.id': nodes.body.nodes[0].id,
  });
});

test('an exchange with a provider is a client span below its attempt, and the provider is told its id', async () => {
  drawn = 0.1;
  let told: unknown = null;
  tube.onRequest = ({ headers }) => {
    told = headers.traceparent;
  };
  const answer = await gateway.search({ keyword: KEYWORD }, { platform: 'peertube', id: 'asked' });
  expect(answer.status).toBe(200);
  const spans = await spansOf('asked');
  const exchange = spans.find(({ kind }) => kind === 3)!;
  const attempt = spans.find(({ name }) => name === 'ask tube')!;
  const { hostname, port } = new URL(tube.url);
  expect(exchange).toMatchObject({ name: 'GET', status: 0, parentSpanId: attempt.spanId });
  expect(exchange.attributes).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'url.full': `${tube.url}/api/v1/search/videos`,
    'server.address': hostname,
    'server.port': Number(port),
    'reelgate.provider': 'tube',
  });
  expect(told).toBe(`00-${exchange.traceId}-${exchange.spanId}-01`);
});

test('a status of 4xx is no error of the span of the call, and is one of the exchange with a provider', async () => {
  drawn = 0.1;
  const mistake = await gateway.search({ keyword: '' }, { id: 'mistaken' });
  expect(mistake.status).toBe(400);
  const [call] = await spansOf('mistaken');
  expect(call).toMatchObject({ status: 0, attributes: { 'reelgate.code': 'INVALID_REQUEST' } });
  expect(call!.attributes).not.toHaveProperty('error.type');
  tube.fault = { status: 404, body: '{}' };
  await gateway.search({ keyword: KEYWORD }, { platform: 'peertube', id: 'refused' });
  const exchange = (await spansOf('refused')).find(({ kind }) => kind === 3);
  expect(exchange).toMatchObject({ status: 2, attributes: { 'error.type': '404' } });
});

/** Stable attributes of OpenTelemetry's conventions for HTTP spans; all others are in our own namespace. */
const CONVENTIONAL = [
  ...['http.request.method', 'http.response.status_code', 'http.route', 'url.path', 'url.scheme', 'url.full'],
  ...['server.address', 'server.port', 'error.type'],
];

test('spans have only attributes of the conventions and of our own namespace', () => {
  const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
  const others = [...names].filter((name) => !name.startsWith('reelgate.'));
  expect(others.filter((name) => !CONVENTIONAL.includes(name))).toEqual([]);
  expect(others.sort()).toEqual(CONVENTIONAL.toSorted());
});

test('a share of the other calls is kept at random; receipt and metrics name their trace', async () => {
  drawn = 0.4;
  const headers = { traceparent: `00-${TRACE}-${PARENT}-00` };
  const kept = await gateway.search({ keyword: KEYWORD }, { id: 'kept', headers });
  expect(kept.body.receipt.trace_id).toBe(TRACE);
  const [call, ...children] = await spansOf('kept');
  expect(call).toMatchObject({
    ...{ traceId: TRACE, parentSpanId: PARENT, status: 0 },
    attributes: { 'reelgate.charged_micros': 12_000, 'reelgate.source': 'live' },
  });
  expect(children.map(({ name }) => name)).toEqual(['hold', 'settle', 'ask first']);
  const accept = 'application/openmetrics-text;version=1.0.0';
  const scraped = await fetch(`${gateway.adminUrl}/metrics`, {
    headers: { accept, authorization: `Bearer ${gateway.adminToken}` },
  });
  expect(scraped.headers.get('content-type')).toContain('application/openmetrics-text');
  expect(await scraped.text()).toContain(`# {trace_id="${TRACE}"}`);
});

test('a call that went well and was not drawn is not kept, but has an id in its receipt', async () => {
  const first = await gateway.search({ keyword: KEYWORD }, { id: 'usual' });
  expect(first.body.receipt.trace_id).toMatch(/^[0-9a-f]{32}$/);
  const again = await gateway.search({ keyword: KEYWORD }, { id: 'usual' });
  expect(again.text).toBe(first.text);
  // A call that was kept after it has arrived, so this one would have arrived too.
  drawn = 0.1;
  await gateway.search({ keyword: KEYWORD }, { id: 'after-it' });
  await spansOf('after-it');
  expect(collector.spans.filter((span) => span.attributes['reelgate.request_id'] === 'usual')).toEqual([]);
});

test("what is the caller's own mistake is not kept", async () => {
  await gateway.search({ keyword: '' }, { id: 'mistake' });
  drawn = 0.1;
  await gateway.search({ keyword: KEYWORD }, { id: 'after-mistake' });
  await spansOf('after-mistake');
  expect(collector.spans.filter((span) => span.attributes['reelgate.request_id'] === 'mistake')).toEqual([]);
});

test.each([
  [
    'is told the trace when its settings say so',
    true,
    `00-${TRACE}-${exchangeSpanId({ spanId: PARENT }, 0)}-01`,
  ],
  ['is told nothing otherwise', false, undefined],
])('a platform %s', async (_name, sendTraceparent, expected) => {
  const sent: UpstreamRequest[] = [];
  const upstream = {
    send: async (request: UpstreamRequest) => {
      sent.push(request);
      return { kind: 'unavailable' as const, detail: 'away' };
    },
  } as unknown as AttemptDeps['upstream'];
  const by = {
    quota: null,
    provider: { timeoutMs: null },
    policy: { sendTraceparent, origin: 'https://y' },
  } as unknown as ConnectedProvider;
  const asking = { request: () => ({ method: 'GET' as const, url: 'https://y/', headers: { a: 'b' } }) };
  const trace = { traceId: TRACE, spanId: PARENT, parentSpanId: null, isSampled: true, exchanges: [] };
  const time = { leftMs: 1_000, cancel: null, onBehalfOf: 'acc', requestId: 'r', trace };
  await attempt({ clock: systemClock, upstream }, by, asking as never, {} as never, time as never);
  expect(sent.map(({ headers }) => headers)).toEqual([
    { a: 'b', ...(expected !== undefined && { traceparent: expected }) },
  ]);
});
