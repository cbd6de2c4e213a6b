import { expect, test } from 'vitest';
import { describeHosts, urlsOfHosts } from './database-hosts.ts';

test('a URL with several hosts is the same database on each of them', () => {
  expect(urlsOfHosts('postgres://u:p%40@a:5433,b/ledger?sslmode=require')).toEqual([
    'postgres://u:p%40@a:5433/ledger?sslmode=require',
    'postgres://u:p%40@b/ledger?sslmode=require',
  ]);
  expect(urlsOfHosts('postgres://a,b:1,[::1]:2/x')).toEqual([
    'postgres://a/x',
    'postgres://b:1/x',
    'postgres://[::1]:2/x',
  ]);
});

test('a URL with one host, or with none, stays as it is', () => {
  expect(urlsOfHosts('postgres://u:p@a/x')).toEqual(['postgres://u:p@a/x']);
  expect(urlsOfHosts('postgres:///x?host=/tmp')).toEqual(['postgres:///x?host=/tmp']);
});

test.each(['postgres://a,/x', 'postgres://a:1,b:no/x', `postgres://${Array(9).fill('a').join(',')}/x`])(
  '%s does not read',
  (url) => expect(urlsOfHosts(url)).toBeNull(),
);

test('for people there are hosts, ports and the database, and no password', () => {
  expect(describeHosts('postgres://u:secret@a:5433,b/ledger')).toBe('a:5433,b:5432/ledger');
  expect(describeHosts('postgres://a,/x')).toBe('the configured address');
});
