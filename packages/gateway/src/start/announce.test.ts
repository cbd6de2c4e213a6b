// What an operator reads when the gateway serves: the secrets of a first start once, and never where they must not be shown.
import { expect, test } from 'vitest';
import { announcement, announcementJson } from './announce.ts';

const config = {
  ...{ dataDir: '/var/lib/reelgate', storage: { kind: 'sqlite', file: '/var/lib/reelgate/reelgate.db' } },
  prices: { currency: 'EUR' },
} as unknown as Parameters<typeof announcement>[0];
const listening = {
  public: { host: '127.0.0.1', port: 8080 },
  admin: { host: '127.0.0.1', port: 8081 },
  firstStart: { accountName: 'demo', apiKey: 'rgk_live_x', adminToken: 'rga_live_y' },
  consoleLink: 'http://127.0.0.1:8081/console#z',
} as unknown as Parameters<typeof announcement>[1];

test('a first start shows the key and the token under their names, where they are kept, and the link', () => {
  const text = announcement(config, listening, null);
  expect(text).toMatch(/^Reelgate serves http:\/\/127\.0\.0\.1:8080 \(admin http:\/\/127\.0\.0\.1:8081\)\n/);
  expect(text).toContain('  key    rgk_live_x\n  admin  rga_live_y\n');
  expect(text).toContain('with 10.00 EUR, a key and an admin token in\n/var/lib/reelgate.');
  expect(text).toContain('Console: http://127.0.0.1:8081/console#z\n');
});

test.each([
  ['go to a file', listening, '/run/first.env'],
  ['were shown before', { ...listening, firstStart: null }, null],
])('secrets that %s are not shown', (_, given, file) => {
  const text = announcement(config, given, file);
  expect(text).not.toMatch(/rg[ka]_/);
  expect(text.includes('/run/first.env')).toBe(file !== null);
  expect(text.includes('console#z')).toBe(file === null);
});

// The line of `serve --json`.

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

test('the line of a later start has none', () => {
  expect(JSON.parse(announcementJson({ ...listening, firstStart: null }, null)).first_start).toBeNull();
});
