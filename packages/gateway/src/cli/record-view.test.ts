// Items of several platforms in one table.
import { expect, test } from 'vitest';
import { answerText } from './record-view.ts';

const video = (platform: string, rank: number) => ({
  ...{ platform, rank, id: `v-${rank}`, title: `Cat ${rank}`, text: null, url: null, duration_ms: null },
  ...{
    published_at: null,
    published_text: null,
    stats: { views: null },
    author: { name: 'Ada', handle: null },
  },
});

const tableOf = (...items: object[]) => answerText('reelgate.video.v1', { items }, '', null);

test('items of several platforms say where each is from', () => {
  const [head, first, second] = tableOf(video('library', 1), video('youtube', 2)).split('\n');
  expect(head).toMatch(/^# {2}platform {2}title/);
  expect(first).toMatch(/^1 {2}library {3}Cat 1/);
  expect(second).toMatch(/^2 {2}youtube {3}Cat 2/);
});

test('items of one platform do not repeat its name', () => {
  expect(tableOf(video('library', 1), video('library', 2))).not.toContain('library');
});
