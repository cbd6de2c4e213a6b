// Numbered items as a tool shows them.
import { expect, test } from 'vitest';
import { numberedRows } from './numbered-rows.ts';
import type { ToolAnswer } from './tool-port.ts';

const PATH = '/api/u1/v1/library/app/search_video_v2';

test('reading goes on after the last item that was shown: what did not fit comes with the next read', () => {
  const record = (id: number) => ({
    platform: 'library',
    id: String(id),
    title: 'x'.repeat(100),
    url: 'https://v.example/',
  });
  const items = Array.from({ length: 2_000 }, (_, i) => ({ number: i + 8, record: record(i) }));
  const { rows, nextAfter } = numberedRows(
    { status: 200, body: { items } } as unknown as ToolAnswer,
    PATH,
    7,
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.length).toBeLessThan(items.length);
  expect(nextAfter).toBe(7 + rows.length);
  expect(numberedRows({ status: 200, body: { items: [] } } as unknown as ToolAnswer, PATH, 7).nextAfter).toBe(
    7,
  );
});
