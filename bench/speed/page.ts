// The page that every contender passes on: PeerTube's search answer with 1 to 50 items, mixed Chinese and English, about 8 kB for 20. The
// bytes are built once, not during a measurement.

const TITLES = [
  'A cat that opens doors',
  '会弹钢琴的猫 · 第三集',
  'Street food in Chengdu 成都街头小吃',
  '如何在家种番茄',
  'Night train to 乌鲁木齐',
];
const TEXTS = ['Filmed on a phone.', '周末拍摄，手机直出。', 'Part of a series 系列视频', null];

function record(n: number, host: string): object {
  const uuid = `0f8b1c1e-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
  return {
    uuid,
    publishedAt: '2026-05-01T10:00:00.000Z',
    language: { id: n % 2 === 0 ? 'zh' : 'en' },
    name: `${TITLES[n % TITLES.length]} ${n}`,
    description: TEXTS[n % TEXTS.length],
    duration: 30 + n,
    isLocal: true,
    thumbnailPath: `/t/${n}.jpg`,
    url: `https://${host}/w/${n}`,
    views: 1_203 * n,
    likes: 17 * n,
    nsfw: false,
    channel: { name: `c${n}`, displayName: '频道', host },
  };
}

const HOST = 'tube.example';

/** One video, with the requested id. */
export function videoBody(uuid: string): Buffer {
  const whole = { privacy: { id: 1 }, commentsPolicy: { id: 1 }, tags: ['猫', 'cat', 'phone'] };
  return Buffer.from(JSON.stringify({ ...record(1, HOST), ...whole, uuid }));
}

/** What an instance answers when asked for this many videos; there are always more. */
export function pageBody(items: number, host = HOST): Buffer {
  const data = Array.from({ length: items }, (_, n) => record(n + 1, host));
  return Buffer.from(JSON.stringify({ total: 10_000, data }));
}

/** Number of items of the largest page that Reelgate gives. */
export const ITEMS_MAX = 50;
export const ITEMS_DEFAULT = 20;
