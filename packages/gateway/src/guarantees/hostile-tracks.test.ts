// A PeerTube instance that is hostile where transcripts begin, through a whole gateway over loopback: where the file of a track is said to
// be, what the file is, and the list of tracks. Nothing of it costs money, reaches another host, or turns other calls away.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TRACK_BYTES_MAX } from '../domain/limits.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nsaid\n';
const PUBLIC = 1;

type Say = (res: ServerResponse) => void;
const good: Say = (res) => res.end(VTT);

let captions: object;
let file: Say;
let privacy: number;
let asked: string[] = [];
let askedElsewhere = 0;

const videoOf = (uuid: string) => ({
  ...{
    id: 1,
    uuid,
    shortUUID: uuid,
    name: 'v',
    privacy: { id: privacy },
    url: `${base}/w/${uuid}`,
    duration: 10,
  },
  ...{ publishedAt: '2024-01-01T00:00:00.000Z', tags: [], views: 1, likes: 0, dislikes: 0 },
  channel: { name: 'c', host: 'h', displayName: 'c' },
  account: { name: 'a', host: 'h', displayName: 'a' },
});

const instance = createServer((req, res) => {
  const path = new URL(req.url!, base).pathname;
  asked.push(path);
  res.setHeader('content-type', 'application/json');
  if (path.endsWith('/captions')) res.end(JSON.stringify(captions));
  else if (path.startsWith('/api/v1/videos/')) res.end(JSON.stringify(videoOf(path.split('/').at(-1)!)));
  else {
    res.setHeader('content-type', 'text/vtt');
    file(res);
  }
});
const elsewhere = createServer((_, res) => {
  askedElsewhere += 1;
  res.end(VTT);
});

let base = '';
let foreign = '';
let gateway: TestGateway;

async function addressOf(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  base = await addressOf(instance);
  foreign = await addressOf(elsewhere);
  const provider = `{ connector: peertube, base_url: "${base}", allow_private: true }`;
  gateway = await startTestGateway({
    settings: [
      'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }',
      'limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 } }',
      `providers: { library: { connector: library }, tube: ${provider}, second: ${provider} }`,
      'platforms: { peertube: [tube, second], library: [library] }',
    ].join('\n'),
  });
});
beforeEach(() => {
  captions = trackAt(`${base}/c.vtt`);
  file = good;
  privacy = PUBLIC;
  asked = [];
  askedElsewhere = 0;
});
afterAll(async () => {
  await gateway.close();
  for (const server of [instance, elsewhere]) {
    server.closeAllConnections();
    server.close();
  }
});

const trackAt = (fileUrl: string) => ({ data: [{ language: { id: 'en' }, fileUrl }] });

let ids = 0;
/** Each about another video, so that nothing comes from the cache. */
async function get(action = 'get_transcript') {
  const before = await gateway.money();
  const id = `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`;
  const answer = await gateway.search({ id }, { path: `/api/u1/v1/peertube/app/${action}` });
  const after = await gateway.money();
  return { ...answer, paid: before.balance - after.balance, held: after.held };
}

const REFUSED = { status: 502, paid: 0, held: 0 };

test.each([
  () => `${foreign}/c.vtt`,
  () => 'file:///etc/passwd',
  () => 'library://local/c.vtt',
  () => 'http://169.254.169.254/latest',
  () => 'http://[::ffff:127.0.0.1]/c.vtt',
  () => base.replace('127.0.0.1', '127.0.0.1.evil.example'),
  () => `${base}.evil.example/c.vtt`,
  () => `${base}@${foreign.slice('http://'.length)}/c.vtt`,
  () => `${base.replace('//', '//user:word@')}/c.vtt`,
  () => `//${foreign.slice('http://'.length)}/c.vtt`,
  () => `\\\\${foreign.slice('http://'.length)}\\c.vtt`,
  () => `${base}/${'a'.repeat(1024 ** 2)}`,
])('a file at another address is not asked for (%#)', async (addressed) => {
  captions = trackAt(addressed());
  expect(await get()).toMatchObject(REFUSED);
  file = (res) => res.writeHead(302, { location: addressed().slice(0, 10_000) }).end();
  captions = trackAt(`${base}/c.vtt`);
  expect(await get()).toMatchObject(REFUSED);
  expect(askedElsewhere).toBe(0);
  // The same instance with a file of its own is served.
  file = good;
  expect(await get()).toMatchObject({ status: 200, held: 0 });
});

const endless: Say = (res) => {
  const timer = setInterval(() => res.write('x'.repeat(64 * 1024)), 1);
  res.on('close', () => clearInterval(timer));
};
const bomb = gzipSync(Buffer.alloc(50 * 1024 ** 2, 'x'));

const BAD_FILES: [string, Say][] = [
  ['too large', (res) => res.end(VTT.padEnd(TRACK_BYTES_MAX + 1, 'x'))],
  ['endless', endless],
  ['a bomb', (res) => res.setHeader('content-encoding', 'gzip').end(bomb)],
  ['not there', (res) => res.writeHead(404).end()],
  ['refused', (res) => res.writeHead(403).end()],
  ['no captions', (res) => res.end('no captions')],
  ['a web page', (res) => res.setHeader('content-type', 'text/html').end('<html>sign in</html>')],
  ['text of which 3 % cannot be decoded', (res) => res.end(`${VTT}${'abcd\ufffd'.repeat(3)}`)],
  ['a redirect to itself', (res) => res.writeHead(302, { location: '/c.vtt' }).end()],
];

test.each(BAD_FILES)('a file that is %s costs nothing', async (_, say) => {
  file = say;
  expect(await get()).toMatchObject(REFUSED);
});

test.each<[string, Buffer, string]>([
  ['ru', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), 'Привет'],
  ['en', Buffer.from('caf\xe9', 'latin1'), 'café'],
])(
  'captions in %s that are not UTF-8 are read in the charset of their language',
  async (language, said, text) => {
    captions = { data: [{ language: { id: language }, fileUrl: `${base}/c.vtt` }] };
    file = (res) => res.end(Buffer.concat([Buffer.from(VTT.replace('said\n', '')), said, Buffer.from('\n')]));
    const { status, body, paid } = await get();
    expect([status, body.item.text]).toEqual([200, text]);
    expect(paid).toBeGreaterThan(0);
  },
);

test('files that cannot be used do not turn calls away from the provider', async () => {
  const stateOf = async () => {
    const { body } = await gateway.admin('providers');
    const { health } = body.providers.find((one: { name: string }) => one.name === 'tube');
    // Not the failures of the last seconds: on a busy machine earlier ones are forgotten in between.
    return { isDemoted: health.demoted, state: health.state, lastFailure: health.last_failure };
  };
  const before = await stateOf();
  for (const [name, say] of BAD_FILES.filter(([one]) => one !== 'endless')) {
    file = say;
    for (let i = 0; i < 4; i++) expect((await get('get_transcript_v2')).status, name).toBe(502);
  }
  expect(await stateOf()).toEqual(before);
  // A provider that fails itself is noticed.
  file = (res) => res.writeHead(503).end();
  await get('get_transcript');
  const { lastFailure } = await stateOf();
  expect(lastFailure).toMatchObject({ kind: 'unavailable' });
  expect(lastFailure).not.toEqual(before.lastFailure);
});

test.each([2, 3, 4, 5])('of a video with privacy %i neither list nor file is asked for', async (level) => {
  privacy = level;
  expect(await get()).toMatchObject({ status: 404, body: { code: 'VIDEO_NOT_FOUND' }, paid: 0 });
  expect(asked.filter((path) => !path.startsWith('/api/v1/videos/') || path.endsWith('/captions'))).toEqual(
    [],
  );
});

test('a language that is no tag is not passed on, and a long list is cut', async () => {
  captions = {
    data: Array.from({ length: 2_000 }, (_, i) => ({
      language: { id: i === 0 ? 'e'.repeat(1024 ** 2) : `en-x-${i}` },
      fileUrl: `${base}/c.vtt`,
    })),
  };
  const { status, body, text } = await get();
  expect(status).toBe(200);
  expect(body.item.tracks).toHaveLength(200);
  expect(body.item.tracks[0].language).toBe(null);
  expect(text.length).toBeLessThan(20_000);
});
