// A gateway that does the work of Reelgate's live search, as a competent user writes it: the key looked up by its hash in SQLite, the
// price held, the platform asked over kept connections, its records rewritten as unified ones, and the call charged before it is
// answered. With a request id of the caller the answer is stored as it is, and given again for nothing. JavaScript, because its packages are installed apart from the project's and its types too.
// Run: node gateway.js UPSTREAM KEY FILE
import fastify from 'fastify';
import { Pool } from 'undici';
import { BillingLedger } from './ledger.ts';
import { toVideo } from './video.ts';

const PRICE = 12_000; // Millionths, as in Reelgate's default catalog.
const FUNDS = 900_000_000_000_000; // As much as Reelgate's caller has: no run can spend it.
const ANSWER_MS_MAX = 10_000;
const ROUTE = '/api/v1/search/videos';

const [upstream, key, file] = process.argv.slice(2);
const ledger = new BillingLedger(file);
ledger.addCaller(key, FUNDS);
const pool = new Pool(upstream, {
  connections: 512,
  pipelining: 1,
  headersTimeout: ANSWER_MS_MAX,
  bodyTimeout: ANSWER_MS_MAX,
});
const { host } = new URL(upstream);

const app = fastify();
app.decorateRequest('account', 0);
app.addHook('onRequest', async (request, reply) => {
  const { authorization = '' } = request.headers;
  const account = authorization.startsWith('Bearer ') ? ledger.accountOf(authorization.slice(7)) : null;
  if (account === null) return reply.code(401).send({ error: 'unauthorized' });
  request.account = account;
});

const querystring = {
  type: 'object',
  required: ['keyword'],
  properties: {
    keyword: { type: 'string', minLength: 1, maxLength: 200 },
    count: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
    pcursor: { type: 'integer', minimum: 0, default: 0 },
  },
};

app.get('/api/u1/v1/:platform/app/search_video_v2', { schema: { querystring } }, async (request, reply) => {
  const { account, url } = request;
  const requestId = request.headers['x-reelgate-request-id'] ?? null;
  const opened = ledger.open({ account, url, price: PRICE, requestId });
  if (opened.kind === 'poor') return reply.code(402).send({ error: 'insufficient balance' });
  if (opened.kind === 'conflict') return reply.code(409).send({ error: 'the id is in use' });
  reply.type('application/json; charset=utf-8');
  if (opened.kind === 'replay') return opened.body;
  const { call } = opened;
  const page = await search(request.params.platform, request.query).catch(() => null);
  if (page === null) {
    ledger.release(call);
    return reply.code(502).send({ error: 'the platform did not answer' });
  }
  const { platform } = request.params;
  const { keyword } = request.query;
  const request_id = requestId ?? String(call.id);
  return ledger.settle(call, (balance) =>
    JSON.stringify({ request_id, platform, keyword, ...page, receipt: receiptOf(balance) }),
  );
});

function receiptOf(balance) {
  return {
    unit: 'call',
    unit_price: money(PRICE),
    items: null,
    sum: `1 x ${money(PRICE)}`,
    charged: money(PRICE),
    currency: 'USD',
    source: 'live',
    catalog_version: 1,
    balance: money(balance),
  };
}

async function search(platform, { keyword, count, pcursor }) {
  const query = new URLSearchParams({ search: keyword, start: pcursor, count, sort: '-match' });
  const { statusCode, body } = await pool.request({
    path: `${ROUTE}?${query}`,
    method: 'GET',
    headers: { accept: 'application/json', 'user-agent': 'gateway/1.0' },
  });
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`status ${statusCode}`);
  }
  const { data, total } = await body.json();
  const source = {
    connector: 'peertube',
    upstream_host: host,
    route: ROUTE,
    fetched_at: new Date().toISOString(),
    cache: 'miss',
    schema: 'reelgate.video.v1',
  };
  const origin = { platform, upstream, source };
  const next = pcursor + count;
  const hasMore = next < total;
  return {
    items: data.map((video, i) => toVideo(video, origin, pcursor + i + 1)),
    pcursor: hasMore ? String(next) : 'no_more',
    has_more: hasMore,
    end: hasMore ? 'more' : 'exhausted',
    total: { value: total, relation: 'eq' },
    resumed: false,
  };
}

function money(millionths) {
  return (millionths / 1_000_000).toFixed(6);
}

process.stdout.write(`serves ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
process.on('SIGTERM', () => process.exit(0));
