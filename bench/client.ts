// Measures what the client package adds to a call, in microseconds of CPU time of this process. First compared with a `fetch` that answers
// from memory: that is the package's own work, stable on any machine, and the bench fails when it exceeds its limit. Then over HTTP on this
// machine, compared with bare `fetch` and with a `fetch` that has a deadline: the runtime itself charges for an abort signal.
// Run: node bench/client.ts
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Reelgate } from '../packages/client/src/index.ts';

const ADDED_MICROS_MAX = 60;
const ROUNDS = 15;
const CALLS = 400;
const URL_PATH = '/api/u1/v1/library/app/search_video_v2';

interface Document {
  paths: Record<
    string,
    { get: { responses: Record<string, { content: Record<string, { example: { items: object[] } }> }> } }
  >;
}

/** A page of 20 items, from the example in openapi.json. */
function pageText(): string {
  const document = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../openapi.json'), 'utf8'),
  ) as Document;
  const { example } =
    document.paths['/api/{group}/v1/{platform}/app/search_video_v2']!.get.responses['200']!.content[
      'application/json'
    ]!;
  return JSON.stringify({ ...example, items: Array.from({ length: 20 }, () => example.items[0]) });
}

/** On a separate thread; its CPU time counts the same in both measurements. */
const SERVER = `
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json').end(workerData);
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

const text = pageText();
const server = new Worker(SERVER, { eval: true, workerData: text });
const port = await new Promise<number>((resolve) => server.once('message', resolve));
const baseUrl = `http://127.0.0.1:${port}`;
const reelgate = new Reelgate({ apiKey: 'k', baseUrl });

async function bareFetch(more: RequestInit): Promise<unknown> {
  const headers = { authorization: 'Bearer k', 'x-reelgate-request-id': 'x' };
  const response = await fetch(`${baseUrl}${URL_PATH}?keyword=cat`, { headers, ...more });
  return JSON.parse(await response.text());
}

const SEARCH = { platform: 'library', keyword: 'cat' };
// Small, so that reading it does not hide what is measured.
const smallText = JSON.stringify({ ...JSON.parse(text), items: [] });
const fromMemory = async () => new Response(smallText);
const inMemory = new Reelgate({ apiKey: 'k', baseUrl, fetch: fromMemory as typeof fetch });

const WAYS = {
  'memory, bare': async () => JSON.parse(await (await fromMemory()).text()),
  'memory, client': async () => inMemory.videos.search(SEARCH),
  'HTTP, bare': () => bareFetch({}),
  'HTTP, with a signal': () => bareFetch({ signal: new AbortController().signal }),
  'HTTP, client': async () => reelgate.videos.search(SEARCH),
};

async function cpuMicros(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < CALLS; i++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

// The best of several rounds: other work on the machine can only add time.
const best: Record<string, number> = {};
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, call] of Object.entries(WAYS)) {
    best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, await cpuMicros(call));
  }
}
await server.terminate();

const added = best['memory, client']! - best['memory, bare']!;
const print = (name: string, micros: number, more = '') =>
  console.log(`${name.padEnd(20)}${micros.toFixed(1).padStart(8)}${more}`);
console.log(`A page of 20 items, ${Buffer.byteLength(text)} bytes, microseconds of CPU time per call:`);
for (const [name, micros] of Object.entries(best)) print(name, micros);
print('added', added, ` (at most ${ADDED_MICROS_MAX})`);
if (added > ADDED_MICROS_MAX) process.exitCode = 1;
