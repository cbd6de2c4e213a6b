// Addresses as people paste them, and what each one names. No text may throw, take long, or lead to a host that is
// not listed.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADDRESS_TEXT_CHARS_MAX } from '../domain/limits.ts';
import type { ResolvedAddress } from './address.ts';
import { isHostOfPlatform, type OwnHosts, resolveAddress } from './resolve-address.ts';
import { sites } from './sites/index.ts';

const OWN_HOSTS: OwnHosts = new Map([
  ['tube.example', { software: 'peertube', origin: 'https://tube.example' }],
  ['localhost:9000', { software: 'peertube', origin: 'http://localhost:9000' }],
  ['yt.example', { software: 'youtube front-end', origin: 'https://yt.example' }],
]);
const resolve = (text: string) => resolveAddress(text, OWN_HOSTS);

const ID = 'dQw4w9WgXcQ';
const WATCH = `https://www.youtube.com/watch?v=${ID}`;
const CHANNEL = 'UCuAXFkgsw1L7xaCfnd5JJOw';
const UUID = '9c9de5e8-0a1e-484a-b099-e80766180a6d';
const SHORT_UUID = 'kkGMgK9ZtnKfYAgnEtQxbv';
const RUTUBE = '10b3a03fc01d5bbcc632a2f3514e8aab';
const SEC_UID = 'MS4wLjABAAAAEYjCxrtBuPuTiGjHPRzFJmsd0QlZFMnFyOk8d3wVOGvM';
const CLAIM = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567';

/** Address → platform, kind, id, canonical address. */
const TABLE: [string, string, string, string | null, string][] = [
  [`https://youtu.be/${ID}?si=TrAcKiNg`, 'youtube', 'video', ID, WATCH],
  [`https://m.youtube.com/watch?app=desktop&v=${ID}&list=PLx&utm_source=a`, 'youtube', 'video', ID, WATCH],
  [`http://www.youtube.com/shorts/${ID}`, 'youtube', 'video', ID, WATCH],
  [`https://www.youtube-nocookie.com/embed/${ID}?start=90`, 'youtube', 'video', ID, `${WATCH}&t=90`],
  [`https://music.youtube.com/watch?v=${ID}&t=1m30s`, 'youtube', 'video', ID, `${WATCH}&t=90`],
  [`youtu.be/${ID}`, 'youtube', 'video', ID, WATCH],
  [`//www.youtube.com/live/${ID}?feature=share`, 'youtube', 'video', ID, WATCH],
  [`https://yt.example/watch?v=${ID}`, 'youtube', 'video', ID, WATCH],
  [
    'https://www.youtube.com/embed/videoseries?list=PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI',
    'youtube',
    'playlist',
    'PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI',
    'https://www.youtube.com/playlist?list=PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI',
  ],
  [
    `https://www.youtube.com/embed/live_stream?channel=${CHANNEL}`,
    'youtube',
    'author',
    CHANNEL,
    `https://www.youtube.com/channel/${CHANNEL}`,
  ],
  [
    `https://www.youtube.com/channel/${CHANNEL}/videos`,
    'youtube',
    'author',
    CHANNEL,
    `https://www.youtube.com/channel/${CHANNEL}`,
  ],
  [
    'https://www.youtube.com/results?search_query=cat+food',
    'youtube',
    'search',
    'cat food',
    'https://www.youtube.com/results?search_query=cat%20food',
  ],
  [
    `https://tube.example/videos/watch/${UUID}?start=1m`,
    'peertube',
    'video',
    UUID,
    `https://tube.example/w/${UUID}?start=60s`,
  ],
  [
    `http://localhost:9000/w/${SHORT_UUID}`,
    'peertube',
    'video',
    SHORT_UUID,
    `http://localhost:9000/w/${SHORT_UUID}`,
  ],
  [
    `https://tube.example/w/p/${SHORT_UUID}`,
    'peertube',
    'playlist',
    SHORT_UUID,
    `https://tube.example/w/p/${SHORT_UUID}`,
  ],
  [
    `https://tube.example/video-playlists/${UUID}`,
    'peertube',
    'playlist',
    UUID,
    `https://tube.example/w/p/${UUID}`,
  ],
  [
    `https://tube.example/w/${SHORT_UUID};threadId=91`,
    'peertube',
    'video',
    SHORT_UUID,
    `https://tube.example/w/${SHORT_UUID}`,
  ],
  [
    `https://tube.example/videos/watch/${UUID};threadId=91?start=1m`,
    'peertube',
    'video',
    UUID,
    `https://tube.example/w/${UUID}?start=60s`,
  ],
  [
    'https://archive.org/details/night_of_the_living_dead',
    'archive',
    'video',
    'night_of_the_living_dead',
    'https://archive.org/details/night_of_the_living_dead',
  ],
  [
    'https://www.dailymotion.com/video/x8abc12_some-title?playlist=x7',
    'dailymotion',
    'video',
    'x8abc12',
    'https://www.dailymotion.com/video/x8abc12',
  ],
  [
    'https://www.dailymotion.fr/video/x8abc12',
    'dailymotion',
    'video',
    'x8abc12',
    'https://www.dailymotion.com/video/x8abc12',
  ],
  [
    'https://dailymotion.de/embed/video/x8abc12',
    'dailymotion',
    'video',
    'x8abc12',
    'https://www.dailymotion.com/video/x8abc12',
  ],
  ['https://dai.ly/x8abc12', 'dailymotion', 'video', 'x8abc12', 'https://www.dailymotion.com/video/x8abc12'],
  [
    'https://geo.dailymotion.com/player/x5.html?video=kAbC123',
    'dailymotion',
    'video',
    'kAbC123',
    'https://www.dailymotion.com/video/kAbC123',
  ],
  [
    'https://vimeo.com/channels/staffpicks/76979871?share=copy#t=30s',
    'vimeo',
    'video',
    '76979871',
    'https://vimeo.com/76979871#t=30s',
  ],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e&badge=0',
    'vimeo',
    'video',
    '76979871',
    'https://vimeo.com/76979871/8272103f6e',
  ],
  ['https://vimeo.com/showcase/1/video/5', 'vimeo', 'video', '5', 'https://vimeo.com/5'],
  [
    'https://vimeo.com/showcase/3706071',
    'vimeo',
    'playlist',
    '3706071',
    'https://vimeo.com/showcase/3706071',
  ],
  ['https://vimeo.com/channels/927', 'vimeo', 'playlist', 'channels/927', 'https://vimeo.com/channels/927'],
  ['https://vimeo.com/user12345', 'vimeo', 'author', '12345', 'https://vimeo.com/user12345'],
  [
    'https://commons.wikimedia.org/wiki/File:Äpfel_im_Garten.webm',
    'commons',
    'video',
    'File:Äpfel im Garten.webm',
    'https://commons.wikimedia.org/wiki/File:%C3%84pfel_im_Garten.webm',
  ],
  [
    'https://upload.wikimedia.org/wikipedia/commons/transcoded/a/ab/Cat.webm/Cat.webm.480p.vp9.webm',
    'commons',
    'video',
    'File:Cat.webm',
    'https://commons.wikimedia.org/wiki/File:Cat.webm',
  ],
  [
    'https://www.pexels.com/de-de/video/katze-855029/',
    'pexels',
    'video',
    '855029',
    'https://www.pexels.com/video/855029/',
  ],
  [
    'https://pixabay.com/de/videos/katze-tier-1234/',
    'pixabay',
    'video',
    '1234',
    'https://pixabay.com/videos/id-1234/',
  ],
  [
    'https://www.kuaishou.com/short-video/3xabcdefghijk12?streamSource=find',
    'kuaishou',
    'video',
    '3xabcdefghijk12',
    'https://www.kuaishou.com/short-video/3xabcdefghijk12',
  ],
  [
    'https://v.m.chenzhongtech.com/fw/photo/3xabcdefghijk12?fid=1&cc=share',
    'kuaishou',
    'video',
    '3xabcdefghijk12',
    'https://www.kuaishou.com/short-video/3xabcdefghijk12',
  ],
  [
    `https://www.douyin.com/user/${SEC_UID}?modal_id=7312345678901234567`,
    'douyin',
    'video',
    '7312345678901234567',
    'https://www.douyin.com/video/7312345678901234567',
  ],
  [
    'https://www.iesdouyin.com/share/note/7312345678901234567/?region=CN',
    'douyin',
    'video',
    '7312345678901234567',
    'https://www.douyin.com/note/7312345678901234567',
  ],
  [
    `https://www.douyin.com/user/${SEC_UID}`,
    'douyin',
    'author',
    SEC_UID,
    `https://www.douyin.com/user/${SEC_UID}`,
  ],
  [
    'https://www.douyin.com/collection/7312345678901234567',
    'douyin',
    'playlist',
    '7312345678901234567',
    'https://www.douyin.com/collection/7312345678901234567',
  ],
  [
    'https://www.iesdouyin.com/share/mix/detail/7312345678901234567/?region=CN',
    'douyin',
    'playlist',
    '7312345678901234567',
    'https://www.douyin.com/collection/7312345678901234567',
  ],
  [
    'https://www.tiktok.com/@some.one/video/7312345678901234567?is_from_webapp=1&sender_device=pc',
    'tiktok',
    'video',
    '7312345678901234567',
    'https://www.tiktok.com/@some.one/video/7312345678901234567',
  ],
  [
    'https://m.tiktok.com/v/7312345678901234567.html',
    'tiktok',
    'video',
    '7312345678901234567',
    'https://www.tiktok.com/@_/video/7312345678901234567',
  ],
  [`https://www.tiktok.com/@${SEC_UID}`, 'tiktok', 'author', SEC_UID, `https://www.tiktok.com/@${SEC_UID}`],
  ['https://nico.ms/sm9?from=30', 'niconico', 'video', 'sm9', 'https://www.nicovideo.jp/watch/sm9?from=30'],
  [
    'https://www.nicovideo.jp/user/123/mylist/456',
    'niconico',
    'playlist',
    '456',
    'https://www.nicovideo.jp/mylist/456',
  ],
  [
    `https://rutube.ru/video/${RUTUBE}/?r=wd`,
    'rutube',
    'video',
    RUTUBE,
    `https://rutube.ru/video/${RUTUBE}/`,
  ],
  [
    `https://rutube.ru/video/private/${RUTUBE}/?p=AbCdEfGh1234&t=5`,
    'rutube',
    'video',
    RUTUBE,
    `https://rutube.ru/video/private/${RUTUBE}/?p=AbCdEfGh1234&t=5`,
  ],
  [
    'https://rutube.ru/channel/23463954/',
    'rutube',
    'author',
    '23463954',
    'https://rutube.ru/channel/23463954/',
  ],
  [
    'https://odysee.com/@Some.Channel:1/a-video:2?r=abc',
    'odysee',
    'video',
    'lbry://@Some.Channel#1/a-video#2',
    'https://odysee.com/@Some.Channel:1/a-video:2',
  ],
  [
    `https://odysee.com/$/embed/a-video/${CLAIM}`,
    'odysee',
    'video',
    CLAIM,
    `https://odysee.com/a-video:${CLAIM}`,
  ],
  [
    `https://odysee.com/$/download/a-video/${CLAIM}`,
    'odysee',
    'video',
    CLAIM,
    `https://odysee.com/a-video:${CLAIM}`,
  ],
  [`lbry://a-video#${CLAIM}`, 'odysee', 'video', CLAIM, `https://odysee.com/a-video:${CLAIM}`],
  [
    'https://images.nasa.gov/details/NHQ_2024%20Cat',
    'nasa',
    'video',
    'NHQ_2024 Cat',
    'https://images.nasa.gov/details/NHQ_2024%20Cat',
  ],
  [
    'https://www.bilibili.com/video/BV1xx411c7mD/?p=1',
    'bilibili',
    'video',
    'BV1xx411c7mD',
    'https://www.bilibili.com/video/BV1xx411c7mD',
  ],
  [
    'https://www.xiaohongshu.com/explore/66a1b2c3000000001e01f2d4?xsec_token=ABk%3D&xsec_source=pc_search',
    'xiaohongshu',
    'video',
    '66a1b2c3000000001e01f2d4',
    'https://www.xiaohongshu.com/explore/66a1b2c3000000001e01f2d4',
  ],
  [
    'https://www.xiaohongshu.com/discovery/item/66a1b2c3000000001e01f2d4',
    'xiaohongshu',
    'video',
    '66a1b2c3000000001e01f2d4',
    'https://www.xiaohongshu.com/explore/66a1b2c3000000001e01f2d4',
  ],
  [
    'https://www.xiaohongshu.com/user/profile/5f00000000000000010001aa',
    'xiaohongshu',
    'author',
    '5f00000000000000010001aa',
    'https://www.xiaohongshu.com/user/profile/5f00000000000000010001aa',
  ],
  [
    'https://www.instagram.com/reel/C6abcDEF_-1/?igsh=x',
    'instagram',
    'video',
    'C6abcDEF_-1',
    'https://www.instagram.com/reel/C6abcDEF_-1/',
  ],
  [
    'https://instagram.com/ada.cat/p/C6abcDEF_-1',
    'instagram',
    'video',
    'C6abcDEF_-1',
    'https://www.instagram.com/reel/C6abcDEF_-1/',
  ],
  ['https://coub.com/view/2x8abc', 'coub', 'video', '2x8abc', 'https://coub.com/view/2x8abc'],
  ['library://youtube%3Aabc', 'library', 'video', 'youtube:abc', 'library://youtube%3Aabc'],
];

describe('an address', () => {
  test.each(TABLE)('%s', (address, platform, kind, id, canonicalUrl) => {
    expect(resolve(address)).toMatchObject({ platform, kind, id, canonical_url: canonicalUrl });
  });

  test.each(TABLE)('%s means the same in its canonical form', (address) => {
    const found = resolve(address);
    const again = resolve(found.canonical_url!);
    // The address of a player does not name the author.
    expect({ ...again, alt: { ...again.alt, ...found.alt } }).toEqual(found);
  });

  test.each<[string, Partial<ResolvedAddress>]>([
    ['https://www.youtube.com/@Some.Handle/shorts', { alt: { handle: 'Some.Handle' } }],
    ['https://www.tiktok.com/@some.one', { alt: { handle: 'some.one' } }],
    [
      'https://tube.example/c/films@other.example/videos',
      { alt: { handle: 'films@other.example', host: 'tube.example' } },
    ],
    ['https://tube.example/@films', { alt: { handle: 'films', host: 'tube.example' } }],
    ['https://www.dailymotion.com/bbc', { alt: { handle: 'bbc' } }],
    ['https://vimeo.com/staff', { alt: { handle: 'staff' } }],
    ['https://odysee.com/@Some.Channel:1', { alt: { handle: 'Some.Channel#1' } }],
    ['https://coub.com/some.channel', { alt: { handle: 'some.channel' } }],
  ])('%s is an author whose id the platform must say', (address, expected) => {
    expect(resolve(address)).toMatchObject({ kind: 'author', id: null, needs: 'lookup', ...expected });
  });

  test.each([
    [`https://www.youtube.com/watch?v=${ID}&list=PLx0&index=2`, ID, 'PLx0'],
    [`https://youtu.be/${ID}?list=PLx0`, ID, 'PLx0'],
    ['https://www.dailymotion.com/video/x8abc12?playlist=x7xyz', 'x8abc12', 'x7xyz'],
  ])('%s is a video, and says in which playlist it is opened', (address, id, playlist_id) => {
    expect(resolve(address)).toMatchObject({ kind: 'video', id, alt: { playlist_id } });
    expect(resolve(address).canonical_url).not.toContain(playlist_id);
  });

  test.each([`${WATCH}&list=`, `${WATCH}&list=a/b`, 'https://www.dailymotion.com/video/x8abc12?playlist=7'])(
    '%s names no playlist',
    (address) => expect(resolve(address).alt).toEqual({}),
  );

  test.each([
    ['https://v.douyin.com/iRNBho5m/', 'douyin'],
    ['https://v.kuaishou.com/AbCd12', 'kuaishou'],
    ['https://www.kuaishou.com/f/X-1abcDEF', 'kuaishou'],
    ['https://vm.tiktok.com/ZMabcdef/', 'tiktok'],
    ['https://vt.tiktok.com/ZSabcdef/?k=1', 'tiktok'],
    ['https://www.tiktok.com/t/ZTabcdef/', 'tiktok'],
  ])('%s is a short link, and nothing more is known without a request', (address, platform) => {
    expect(resolve(address)).toMatchObject({ platform, kind: 'unknown', id: null, needs: 'hop' });
  });

  test('keeps the key of an unlisted video, and the start time', () => {
    expect(resolve('https://vimeo.com/76979871/8272103f6e#t=1m5s').alt).toEqual({
      unlisted_hash: '8272103f6e',
      start_ms: 65_000,
    });
  });

  test.each([
    '',
    'cat',
    'https://',
    'https://example.org/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/https://youtu.be/dQw4w9WgXcQ',
    `https://youtube.com@evil.example/watch?v=${ID}`,
    `https://user:secret@www.youtube.com/watch?v=${ID}`,
    `https://www.youtube.com:8443/watch?v=${ID}`,
    `ftp://www.youtube.com/watch?v=${ID}`,
    `https://other.example/w/${SHORT_UUID}`,
    'https://xn--yutube-wqf.com/watch?v=dQw4w9WgXcQ',
  ])('%s is of no platform', (address) => {
    expect(resolve(address)).toMatchObject({ platform: null, kind: 'unknown', id: null, needs: null });
  });

  // Each has what would be an id on another page.
  test.each([
    'https://www.youtube.com/',
    'https://vimeo.com/event/1',
    'https://player.vimeo.com/event/1',
    'https://vimeo.com/groups/cats/members/1',
    'https://www.tiktok.com/tag/cats',
    'https://www.tiktok.com/music/7312345678901234567',
    `https://odysee.com/$/help/a-video:${CLAIM}`,
    'https://odysee.com/$/playlist/7',
    'https://odysee.com/a-video/another-video',
    'https://archive.org/services/some-item',
    'https://coub.com/view/',
    'https://live.kuaishou.com/profile/3xabcdefghijk',
    'https://www.kuaishou.com/other/AbCd12',
    'https://www.nicovideo.jp/ranking/9',
    'https://www.nicovideo.jp/series/sm9',
    `https://rutube.ru/feeds/${RUTUBE}`,
    'https://www.douyin.com/mix/7312345678901234567',
    'https://www.douyin.com/root/other/cat',
    'https://www.pexels.com/photo/a-cat-123/',
    'https://pixabay.com/photos/id-123/',
    'https://commons.wikimedia.org/wiki/Category:Cats',
    'https://upload.wikimedia.org/wikipedia/en/a/ab/A.webm',
  ])('%s is of a known platform, and no thing of it', (address) => {
    expect(resolve(address)).toMatchObject({ platform: expect.any(String), kind: 'unknown', id: null });
  });
});

describe('a text with an address in it', () => {
  test.each([
    [
      '7.43 复制打开抖音，看看【某人的作品】 https://v.douyin.com/iRNBho5m/ :0pm 12/30 c@A.bC',
      'https://v.douyin.com/iRNBho5m/',
    ],
    [
      '看这个！https://v.kuaishou.com/AbCd12复制此消息，打开【快手】直接观看',
      'https://v.kuaishou.com/AbCd12',
    ],
    ['https://v.douyin.com/iRNBho5m/复制此链接', 'https://v.douyin.com/iRNBho5m/'],
    [`Watch this (https://youtu.be/${ID}).`, WATCH],
    [`<a href="https://youtu.be/${ID}">`, WATCH],
    [`HTTPS://YOUTU.BE/${ID} and https://vimeo.com/5`, WATCH],
  ])('%s', (text, canonicalUrl) => {
    expect(resolve(text).canonical_url).toBe(canonicalUrl);
  });
});

const host = fc.oneof(
  fc.constantFrom(...sites.flatMap((site) => site.hosts), ...OWN_HOSTS.keys()),
  fc.domain(),
  fc.tuple(fc.constantFrom('youtube.com', 'v.douyin.com'), fc.domain()).map((parts) => parts.join('.')),
);
const segment = fc.oneof(
  fc.constantFrom(
    'watch',
    'video',
    'w',
    'p',
    'videos',
    'share',
    'embed',
    't',
    'f',
    '$',
    '@',
    'user',
    'wiki',
    '..',
    '%',
    '%ff',
  ),
  fc.constantFrom(
    ID,
    CHANNEL,
    UUID,
    SHORT_UUID,
    RUTUBE,
    SEC_UID,
    CLAIM,
    '@name',
    'File:A.webm',
    '7312345678901234567',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const address = fc
  .tuple(
    fc.constantFrom(
      'https://',
      'http://',
      'HTTPS://',
      '',
      '//',
      'lbry://',
      'library://',
      'https:/',
      'https://a@',
    ),
    host,
    fc.array(segment, { maxLength: 6 }),
    fc.constantFrom(
      '',
      `?v=${ID}`,
      '?list=a&t=9',
      '?modal_id=7312345678901234567',
      '?h=8272103f6e#t=1m',
      '?%',
      '#',
    ),
  )
  .map(([scheme, at, path, rest]) => `${scheme}${at}/${path.join('/')}${rest}`);
const anyText = fc.oneof(
  address,
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .tuple(fc.string({ unit: 'grapheme' }), address, fc.string({ unit: 'grapheme' }))
    .map((parts) => parts.join('')),
);

describe('no text', () => {
  test('throws, or leads to a host that is not listed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = resolve(text);
        if (found.canonical_url === null) return found.id === null && found.needs === null;
        if (found.platform === 'library') return true;
        const { host: at, protocol } = new URL(found.canonical_url);
        const isOwn = found.platform === 'peertube' && OWN_HOSTS.has(at);
        return isOwn || (isHostOfPlatform(found.platform!, at) && protocol === 'https:');
      }),
      { numRuns: 3_000 },
    );
  });

  test('gives an id that could not be sent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { id, kind } = resolve(text);
        return id === null || kind === 'search' || (id.length <= 300 && id === id.trim() && id !== '');
      }),
    );
  });

  test('is read beyond its limit: a megabyte costs no more than checking its length', () => {
    const long = `https://youtu.be/${ID}${' '.repeat(1_000_000)}`;
    expect(resolve(long)).toMatchObject({ platform: null, kind: 'unknown' });
    expect(resolve(long.slice(0, ADDRESS_TEXT_CHARS_MAX)).id).toBe(ID);
  });
});
