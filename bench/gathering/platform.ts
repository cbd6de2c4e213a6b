// The platform of bench/gathering.ts: answers like a PeerTube instance, at once, with lists of a hundred thousand videos. A process of its own,
// so that its CPU is not that of the gateway.
import { createServer } from 'node:http';

const TOTAL = 100_000;

const recordAt = (keyword: string, i: number) => ({
  uuid: `${keyword}-${String(i).padStart(12, '0')}`,
  publishedAt: '2026-05-01T10:00:00.000Z',
  language: { id: 'en' },
  name: `Street food in Chengdu 成都街头小吃 ${i}`,
  description: 'Filmed on a phone. 周末拍摄，手机直出。',
  duration: 31,
  thumbnailPath: `/t/${i}.jpg`,
  url: `https://tube.example/w/${keyword}-${i}`,
  views: 1_203 + i,
  likes: 17,
  nsfw: false,
  isLocal: true,
  channel: { name: 'c', displayName: '频道', host: 'tube.example' },
});

const server = createServer((request, response) => {
  const query = new URL(request.url ?? '/', 'http://platform').searchParams;
  const [start, count] = [Number(query.get('start')), Number(query.get('count'))];
  const keyword = query.get('search') ?? '';
  const data = Array.from({ length: Math.min(count, TOTAL - start) }, (_, i) => recordAt(keyword, start + i));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ total: TOTAL, data }));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
process.on('disconnect', () => process.exit(0));
