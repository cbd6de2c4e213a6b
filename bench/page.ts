// Measures what a live search costs apart from sockets and storage: the pure work on one page of 20 PeerTube records, step by step, in
// microseconds of CPU time. Each figure is the best of several rounds, because other work on the machine can only add to it.
// Run: node bench/page.ts
import { PageMemory } from '../packages/gateway/src/cache/page-memory.ts';
import { peertube } from '../packages/gateway/src/connectors/peertube.ts';
import { systemRandom } from '../packages/gateway/src/domain/clock.ts';
import { createCursors } from '../packages/gateway/src/operations/cursor.ts';
import { itemResults } from '../packages/gateway/src/operations/results.ts';
import { addSeen, hasSeen, NOTHING_SEEN } from '../packages/gateway/src/operations/seen-ids.ts';
import { videoRecord } from '../packages/gateway/src/operations/video-record.ts';

const ITEMS = 20;
const WARM_UP = 2_000;
const ROUNDS = 9;
const RUNS_PER_ROUND = 500;

const TITLES = ['会弹钢琴的猫 · 第三集', 'Street food in Chengdu 成都街头小吃', 'Night train to 乌鲁木齐'];

const body = JSON.stringify({
  total: 10_000,
  data: Array.from({ length: ITEMS }, (_, i) => ({
    uuid: `0f8b1c1e-0000-4000-8000-${String(i + 1).padStart(12, '0')}`,
    publishedAt: '2026-05-01T10:00:00.000Z',
    language: { id: i % 2 === 0 ? 'en' : 'zh' },
    name: `${TITLES[i % TITLES.length]} ${i + 1}`,
    description: i % 3 === 2 ? null : 'Filmed on a phone. 周末拍摄，手机直出。',
    duration: 31 + i,
    isLocal: true,
    thumbnailPath: `/t/${i + 1}.jpg`,
    url: `https://tube.example/w/${i + 1}`,
    views: 1_203 * (i + 1),
    likes: 17 * (i + 1),
    nsfw: false,
    channel: { name: `c${i + 1}`, displayName: '频道', host: 'tube.example' },
  })),
});
const provider = {
  name: 'p',
  connector: 'peertube',
  baseUrl: 'https://tube.example',
  token: null,
  timeoutMs: null,
  userAgent: 'Reelgate/0.1',
  options: {},
  publicUrl: 'https://gateway.example',
};
const input = {
  platform: 'peertube',
  keyword: '猫 cat',
  count: ITEMS,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const response = { kind: 'response' as const, status: 200, headers: {}, body, receivedAtMs: 0 };
const source = {
  connector: 'peertube',
  upstream_host: 'tube.example',
  route: '/api/v1/search/videos',
  fetched_at: '2026-11-15T12:00:00.000Z',
};
const end = { keeper: new PageMemory(8 * 1024 * 1024), after: ',"end":"more"' };
const cursors = createCursors(new Uint8Array(32).fill(1), systemRandom);
const walk = { platform: 'peertube', operation: 'video.search', target: ['猫 cat'] };
const stand = {
  provider: 'p',
  upstream: '20',
  position: 20,
  total: 10_000,
  delivered: 20,
  ids: 'peertube',
  others: [],
};

const search = peertube.operations['video.search']!;

function parse() {
  const page = search.parse(response, input, provider);
  if (page.kind !== 'page') throw new Error(`the page did not parse: ${page.kind}`);
  return page;
}

const { items } = parse();
const ids = items.map(({ record }) => record.id);
const seen = addSeen(NOTHING_SEEN, ids);

/** With a page that was just parsed, as in a live call: a page that was kept for a while has its strings in a better memory layout. */
function parseAndWrite() {
  const origin = { platform: 'peertube', form: videoRecord, source, position: 0 };
  return itemResults(origin, parse().items, { includeRaw: false, ...end }).write('miss');
}

const STEPS: Record<string, () => unknown> = {
  request: () => search.request(input, provider),
  parse,
  'look up ids, first page': () => ids.filter((id) => hasSeen(NOTHING_SEEN, id)),
  'look up ids, later page': () => ids.filter((id) => hasSeen(seen, id)),
  'remember ids': () => addSeen(NOTHING_SEEN, ids),
  'seal the cursor': () => cursors.seal({ ...stand, seen, mark: null }, walk),
  'parse and write the items': parseAndWrite,
};

/** The lower bound for any reader and writer of JSON; not part of the sum. */
const FLOOR: Record<string, () => unknown> = {
  'JSON.parse alone': () => JSON.parse(body),
  'JSON.stringify alone': () => JSON.stringify(items.map(({ record }) => record)),
};

function cpuMicros(step: () => unknown): number {
  for (let i = 0; i < WARM_UP; i++) step();
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let i = 0; i < RUNS_PER_ROUND; i++) step();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / RUNS_PER_ROUND;
  });
  return Math.min(...rounds);
}

const print = (name: string, micros: number) =>
  console.log(`${name.padEnd(26)}${micros.toFixed(1).padStart(8)} µs`);

console.log(`A page of ${ITEMS} records, ${Buffer.byteLength(body)} bytes:`);
let sum = 0;
for (const [name, step] of Object.entries(STEPS)) {
  const micros = cpuMicros(step);
  if (step !== parse) sum += micros;
  print(name, micros);
}
print('together', sum);
for (const [name, step] of Object.entries(FLOOR)) print(name, cpuMicros(step));
