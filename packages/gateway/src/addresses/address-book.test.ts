// Which platforms of a gateway serve an address, and which self-hosted hosts it knows.
import { expect, test } from 'vitest';
import { createAddressBook } from './address-book.ts';
import { resolveAddress } from './resolve-address.ts';

const served = (
  platform: string,
  name: string,
  platforms: string[] | null,
  baseUrl: string | null = null,
) => ({
  platform,
  connector: { name, facts: { platforms } },
  baseUrl,
});
const inner = {
  ...served('inner', 'peertube', null, 'http://10.0.0.7:9000'),
  publicUrl: 'https://tube.example/',
};

const book = createAddressBook([
  inner,
  served('library', 'library', null, 'library://local'),
  served('framatube', 'peertube', null, 'https://framatube.org/'),
  served('tilvids', 'peertube', null, 'https://tilvids.com'),
  served('yt', 'youtube', ['youtube'], 'https://www.googleapis.com/youtube/v3'),
  served('yt', 'invidious', ['youtube'], 'https://inv.example:3000'),
  served('yt-cheap', 'piped', ['youtube'], 'https://piped.example'),
  served('douyin', 'tikhub', ['kuaishou', 'douyin', 'tiktok']),
]);
const servedAs = (url: string) => book.servedAs(resolveAddress(url, book.ownHosts));

test.each([
  ['https://framatube.org/w/kkGMgK9ZtnKfYAgnEtQxbv', ['framatube']],
  ['https://tilvids.com/w/kkGMgK9ZtnKfYAgnEtQxbv', ['tilvids']],
  ['https://tube.example/w/kkGMgK9ZtnKfYAgnEtQxbv', ['inner']],
  ['https://other.example/w/kkGMgK9ZtnKfYAgnEtQxbv', []],
  ['https://youtu.be/dQw4w9WgXcQ', ['yt', 'yt-cheap']],
  ['https://inv.example:3000/watch?v=dQw4w9WgXcQ', ['yt', 'yt-cheap']],
  ['https://www.googleapis.com/watch?v=dQw4w9WgXcQ', []],
  ['https://www.douyin.com/video/7312345678901234567', ['douyin']],
  ['https://www.tiktok.com/@a/video/7312345678901234567', []],
  ['library://sample-0001', ['library']],
])('%s is served as %j', (url, names) => {
  expect(servedAs(url)).toEqual(names);
});
