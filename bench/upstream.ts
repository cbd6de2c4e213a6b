// Measures what one exchange with a platform costs, in microseconds of this process's CPU time, with the body as text at
// the end: over bare sockets, which only count bytes, through undici's bare dispatch, which parses but checks little, and
// through our client with every check. A raw server in a process of its own answers on loopback. All are measured in turns,
// and each figure is the best of several rounds, because a busy machine only adds to it. Fresh connections are shown because
// one costs as much as four exchanges; with 100 in flight, enough may rest for 19,000 exchanges per second without any.
// Run: node bench/upstream.ts [--callers 32] [--in-flight 100] [--rounds 6]
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { systemClock } from '../packages/gateway/src/domain/clock.ts';
import { createHttpTransport } from '../packages/gateway/src/upstream/http-transport.ts';
import { createUpstream } from '../packages/gateway/src/upstream/upstream.ts';

const ROUND_MS = 1_500;
const PATH = '/api/v1/search/videos?search=cat&count=20&start=0';
const HEADERS = { accept: 'application/json' };

const { values } = parseArgs({
  options: {
    callers: { type: 'string', default: '32' },
    'in-flight': { type: 'string', default: '100' },
    rounds: { type: 'string', default: '6' },
    serve: { type: 'boolean', default: false },
  },
});
const callers = Number(values.callers);
const inFlightMax = Number(values['in-flight']);

/** A page of twenty records of ordinary size, about 6 KB. */
function pageText(): string {
  const description = `拍摄 filmed on a phone ${'.'.repeat(200)}`;
  const record = (_: unknown, n: number) => ({ uuid: `u${n}`, name: `会弹钢琴的猫 ${n}`, description });
  return JSON.stringify({ total: 100, data: Array.from({ length: 20 }, record) });
}

/** The same for every request. */
function pageAnswer(): Buffer {
  const body = Buffer.from(pageText());
  const lines = [
    'HTTP/1.1 200 OK',
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
}

/** Answers every request at once and reports over IPC how many connections it has accepted. */
function serve(): void {
  const answer = pageAnswer();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.setNoDelay(true).on('error', () => {});
    socket.on('data', () => socket.write(answer));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('message', () => process.send?.(connections));
  process.on('disconnect', () => process.exit());
}

async function ask(platform: ChildProcess): Promise<number> {
  platform.send('connections');
  const [connections] = await once(platform, 'message');
  return connections as number;
}

/** The lower bound: one write and one read on the same socket. */
function bareSocket(port: number): () => Promise<string> {
  const free: Socket[] = [];
  const length = pageAnswer().length;
  const head = `GET ${PATH} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: application/json\r\n\r\n`;
  return () =>
    new Promise((resolve) => {
      const socket = free.pop() ?? connect(port, '127.0.0.1').setNoDelay(true);
      const parts: Buffer[] = [];
      let missing = length;
      const onData = (part: Buffer) => {
        parts.push(part);
        missing -= part.length;
        if (missing > 0) return;
        socket.off('data', onData);
        free.push(socket);
        resolve(Buffer.concat(parts).toString());
      };
      socket.on('data', onData).write(head, 'latin1');
    });
}

function bareDispatch(origin: string): () => Promise<string> {
  const pool = new Pool(origin, { connections: inFlightMax });
  return () =>
    new Promise((resolve, reject) => {
      const parts: Buffer[] = [];
      pool.dispatch(
        { method: 'GET', path: PATH, headers: HEADERS },
        {
          onRequestStart() {},
          onResponseStart() {},
          onResponseData: (_controller, chunk) => void parts.push(chunk),
          onResponseEnd: () => resolve(Buffer.concat(parts).toString()),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
}

function ourClient(origin: string): () => Promise<string> {
  const { transport } = createHttpTransport({ clock: systemClock });
  const upstream = createUpstream({ 'http:': transport }, systemClock);
  const rest = {
    allowPrivate: true,
    requestsPerSecond: null,
    keepAlive: true,
    proxies: [],
    redirects: 'never' as const,
  };
  const policy = { provider: 'p', origin, inFlightMax, ...rest };
  const request = { method: 'GET' as const, url: origin + PATH, headers: HEADERS };
  return async () => {
    const answer = await upstream.send(request, { timeoutMs: 8_000, policy, cancel: null, onBehalfOf: null });
    if (answer.kind !== 'response') throw new Error(answer.detail);
    return answer.body;
  };
}

interface Measured {
  micros: number;
  perSecond: number;
  freshPerThousand: number;
}

async function measure(platform: ChildProcess, exchange: () => Promise<string>): Promise<Measured> {
  const [before, connections, beganMs] = [process.cpuUsage(), await ask(platform), systemClock.monotonicMs()];
  const untilMs = beganMs + ROUND_MS;
  let exchanges = 0;
  const caller = async () => {
    for (; systemClock.monotonicMs() < untilMs; exchanges++) await exchange();
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const { user, system } = process.cpuUsage(before);
  const seconds = (systemClock.monotonicMs() - beganMs) / 1_000;
  const fresh = (await ask(platform)) - connections;
  return {
    micros: (user + system) / exchanges,
    perSecond: exchanges / seconds,
    freshPerThousand: (fresh * 1_000) / exchanges,
  };
}

async function main(): Promise<void> {
  const platform = fork(import.meta.filename, ['--serve']);
  const [port] = await once(platform, 'message');
  const origin = `http://127.0.0.1:${port}`;
  const contenders = {
    'bare sockets': bareSocket(port as number),
    'undici dispatch, bare': bareDispatch(origin),
    'our client': ourClient(origin),
  };
  const best = new Map<string, Measured>();
  for (let round = 0; round <= Number(values.rounds); round++) {
    for (const [name, exchange] of Object.entries(contenders)) {
      const measured = await measure(platform, exchange);
      const isBest = measured.micros < (best.get(name)?.micros ?? Number.POSITIVE_INFINITY);
      // The first round is the warm-up.
      if (round > 0 && isBest) best.set(name, measured);
    }
  }
  platform.disconnect();
  print(best);
  process.exit();
}

function print(best: Map<string, Measured>): void {
  console.log(
    `${callers} callers, in_flight_max ${inFlightMax}, a page of ${Buffer.byteLength(pageText())} bytes:`,
  );
  const row = (...cells: string[]) =>
    console.log(
      cells[0]!.padEnd(24) +
        cells
          .slice(1)
          .map((cell) => cell.padStart(16))
          .join(''),
    );
  row('', 'CPU/exchange', 'exchanges/s', 'fresh/1,000');
  for (const [name, { micros, perSecond, freshPerThousand }] of best)
    row(name, `${micros.toFixed(0)} µs`, perSecond.toFixed(0), freshPerThousand.toFixed(1));
}

if (values.serve) serve();
else await main();
