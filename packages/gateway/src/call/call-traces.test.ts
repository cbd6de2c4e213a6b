// Traces of calls over real HTTP, from a gateway to a collector: which are kept, what their spans contain, and that receipt, log
// line and metrics name the same trace.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UpstreamRequest } from '../connectors/connector.ts';
import { systemClock } from '../domain/clock.ts';
import { OtlpReceiver, type ReceivedSpan } from '../testing/otlp-receiver.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { type AttemptDeps, attempt } from './trying/attempt.ts';
import type { ConnectedProvider } from './trying/connected-provider.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const KEYWORD = 'nobody-may-read-this';

const collector = new OtlpReceiver();
let gateway: TestGateway;
/** The random number of each call: with a share of one half, calls below 0.5 are kept. */
let drawn = 0.9;

const settings = (otlp: string) => `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { scripted: [first, second] }
providers:
  first: { connector: scripted, cost: "0.001" }
  second: { connector: scripted }
cache: { fresh_seconds: 0, stale_if_error_seconds: 60 }
observe: { otlp: "${otlp}", trace_share: 0.5, otlp_headers: { x-collector-key: secret } }
`;

beforeAll(async () => {
  const otlp = await collector.open();
  gateway = await startTestGateway({ settings: settings(otlp), ports: { chance: () => drawn } });
});
afterAll(async () => {
  await gateway.close();
  await collector.close();
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
    ...{ name: '/api/u1/v1/scripted/app/search_video_v2', kind: 2, status: 2 },
    attributes: {
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
  expect(asked).toMatchObject({ kind: 3, status: 2, attributes: { 'error.type': 'unavailable' } });
  expect(new Set([call!, ...children].map(({ spanId }) => spanId)).size).toBe(children.length + 1);
  const text = JSON.stringify(collector.spans);
  for (const secret of [KEYWORD, gateway.key]) expect(text).not.toContain(secret);
  expect(collector.requests[0]).toMatchObject({
    url: '/v1/traces',
    headers: { 'x-collector-key': 'secret' },
  });
  expect(collector.resource).toMatchObject({ 'service.name': 'reelgate' });
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
  ['is told the trace when its settings say so', true, `00-${TRACE}-${PARENT}-01`],
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
    policy: { sendTraceparent },
  } as unknown as ConnectedProvider;
  const asking = { request: () => ({ method: 'GET' as const, url: 'x://y', headers: { a: 'b' } }) };
  const trace = { traceId: TRACE, spanId: PARENT, parentSpanId: null, isSampled: true };
  const time = { leftMs: 1_000, cancel: null, onBehalfOf: 'acc', requestId: 'r', trace };
  await attempt({ clock: systemClock, upstream }, by, asking as never, {} as never, time as never);
  expect(sent.map(({ headers }) => headers)).toEqual([
    { a: 'b', ...(expected !== undefined && { traceparent: expected }) },
  ]);
});
