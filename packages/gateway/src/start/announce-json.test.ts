// The line of `serve --json`.
import { expect, test } from 'vitest';
import { announcementJson } from './announce-json.ts';

const listening = {
  public: { host: '127.0.0.1', port: 8080 },
  admin: { host: '127.0.0.1', port: 8081 },
  firstStart: { accountName: 'demo', apiKey: 'rgk_live_x', adminToken: 'rga_live_y' },
  consoleLink: 'http://127.0.0.1:8081/console#z',
} as unknown as Parameters<typeof announcementJson>[0];

test('a first start has its secrets in the line, unless they go to a file', () => {
  const line = announcementJson(listening, null);
  expect(line.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(line)).toEqual({
    public: 'http://127.0.0.1:8080',
    admin: 'http://127.0.0.1:8081',
    console: 'http://127.0.0.1:8081/console#z',
    first_start: { account: 'demo', key: 'rgk_live_x', admin_token: 'rga_live_y' },
    secrets_file: null,
  });
  const hidden = announcementJson(listening, '/run/first.env');
  expect(hidden).not.toMatch(/live_|console#/);
  expect(JSON.parse(hidden).secrets_file).toBe('/run/first.env');
});

test('a later start has none', () => {
  expect(JSON.parse(announcementJson({ ...listening, firstStart: null }, null)).first_start).toBeNull();
});
