import { expect, test } from 'vitest';
import { describeCacheServer, parseCacheServer } from './cache-server.ts';

test.each([
  ['redis://10.0.0.7', { host: '10.0.0.7', port: 6379, isSecure: false, password: null, database: 0 }],
  ['valkey://cache.example:7000/3', { host: 'cache.example', port: 7000, isSecure: false, database: 3 }],
  ['rediss://u:p%40ss@[::1]:1/', { host: '::1', port: 1, username: 'u', password: 'p@ss', isSecure: true }],
  ['valkeys://:secret@a', { username: null, password: 'secret', isSecure: true }],
])('%s names a server', (text, expected) => {
  expect(parseCacheServer(text)).toMatchObject(expected);
});

test.each([
  'http://a',
  'redis://',
  'redis:a',
  'redis://a/b',
  'redis://a/1/2',
  'redis://a?db=1',
  'redis://a#1',
  'redis://u:%zz@a',
  'redis://a b',
  'redis://a:99999',
  '',
])('%j is refused', (text) => {
  expect(parseCacheServer(text)).toBeNull();
});

test('what people read of it says neither user nor password', () => {
  const shown = (text: string) => describeCacheServer(parseCacheServer(text)!);
  expect(shown('redis://user:secret@cache.example/2')).toBe('cache.example:6379');
  expect(shown('redis://:secret@[::1]:7000')).toBe('[::1]:7000');
});
