// Owns the fake platform: a process of its own that answers in the shape of a PeerTube instance, one port per provider.
// Every request is written to its journal before a byte of the answer leaves, with a nonce that the answer carries.
// Started by a round with: upstream.ts SEED EPOCH JOURNAL PROVIDER:PLATFORM… It says its ports to its parent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Journal, type UpstreamEvent } from './journal.ts';
import { diceOf } from './seed.ts';
import { FAULT_NAMES, FAULTS } from './upstream-faults.ts';

/** Which share of requests meets a fault, and which faults there are; sent by the parent at any time. */
export interface UpstreamOrder {
  level: number;
  faults: string[] | null;
}

/** Of a healthy answer; the real ones are slower, but a run has only minutes. */
const LATENCY_MS_MAX = 25;
const PAGE = 3;

const [seedText, epochText, file, ...names] = process.argv.slice(2);
const seed = Number(seedText);
const journal = new Journal<UpstreamEvent>(file!, BigInt(epochText!));
let order: UpstreamOrder = { level: 0, faults: null };
let requests = 0;
/** How often each keyword was asked for. A round ends long before this grows large. */
const asked = new Map<string, number>();

function record(nonce: string, keyword: string, i: number): unknown {
  return {
    id: i,
    uuid: `0f8b1c1e-0000-4000-8000-${i.toString(16).padStart(12, '0')}`,
    name: nonce,
    description: keyword,
    duration: i,
    publishedAt: '2024-05-01T10:00:00.000Z',
    isLocal: true,
    embedPath: `/videos/embed/${i}`,
    url: `https://tube.example/videos/watch/${i}`,
    views: i,
    account: { name: 'a', host: 'tube.example', avatars: [] },
    channel: { name: 'c', displayName: 'C', host: 'tube.example', avatars: [] },
  };
}

function answer(
  provider: string,
  platform: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const keyword = new URL(request.url ?? '/', 'http://upstream').searchParams.get('search') ?? '';
  const times = (asked.get(keyword) ?? 0) + 1;
  asked.set(keyword, times);
  const dice = diceOf(seed, 'answer', provider, keyword, times);
  const fault = dice.chance(order.level) ? dice.pick(order.faults ?? FAULT_NAMES) : 'none';
  const good = fault === 'none' || FAULTS[fault]?.good === true;
  const nonce = `nonce-${++requests}-${provider}`;
  journal.write({ provider, platform, keyword, nonce, fault, good });
  const data = Array.from({ length: PAGE }, (_, i) => record(nonce, keyword, i));
  const body = JSON.stringify({ total: PAGE, data });
  const { socket } = request;
  if (fault !== 'none') {
    FAULTS[fault]?.act({ request, response, socket, body, nonce, dice });
    return;
  }
  const send = () => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  setTimeout(send, dice.int(LATENCY_MS_MAX));
}

async function serve(provider: string, platform: string): Promise<[string, number]> {
  const server = createServer((request, response) => {
    response.on('error', () => {});
    answer(provider, platform, request, response);
  });
  server.on('connection', (socket) => socket.on('error', () => {}));
  // A gateway must be first to close an idle connection, or a request may meet a closing one.
  server.keepAliveTimeout = 10_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return [provider, (server.address() as { port: number }).port];
}

process.on('message', (message: UpstreamOrder) => {
  order = message;
});
process.on('disconnect', () => process.exit(0));
const ports = await Promise.all(names.map((name) => serve(...(name.split(':') as [string, string]))));
process.send?.({ ports: Object.fromEntries(ports) });
