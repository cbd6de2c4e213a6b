// What every connector relies on: numbers keep their digits, text is clean, and unknown fields are null.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UpstreamResponse } from '../connector.ts';
import { byStatus, isWebPage, resetMs, retryAfterMs } from './failures.ts';
import * as read from './fields.ts';
import { decodeEntities } from './html-text.ts';
import { hasLongNumber, parseJson, writeJson } from './json.ts';
import { hashtags, splitTags, stripHtml, TEXT_CHARS_MAX } from './text.ts';

describe('JSON', () => {
  test.each([
    '{"id":5193363430624671876}',
    '{"id":7320000000000000123,"n":1}',
    '{"cursor":1592951195167,"big":123456789012345678901234567890}',
    '[-9223372036854775808]',
  ])('%s comes back digit for digit without asking', (text) => {
    expect(writeJson(parseJson(text, false))).toBe(text);
  });

  test.each(['{"a":1.0}', '[1e5,1E+2,-0,0.10]', '{"n":100000000000000000000}'])(
    '%s comes back as it was written when raw records are wanted',
    (text) => {
      expect(writeJson(parseJson(text, true))).toBe(text);
    },
  );

  test('reads everything else as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, exact) => {
        const text = JSON.stringify(value);
        expect(writeJson(parseJson(text, exact))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test('finds every run of 15 digits, at any position', () => {
    const digits = fc.nat({ max: 40 }).map((many) => '7'.repeat(many));
    const other = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom('/', ':', '٣'));
    fc.assert(
      fc.property(fc.array(fc.oneof(digits, other), { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        expect(hasLongNumber(text)).toBe(/\d{15}/.test(text));
      }),
      { numRuns: 5_000 },
    );
  });

  test.each(['', '{', 'undefined', '<html>'])('%j is not JSON, and does not throw', (text) => {
    expect(parseJson(text, false)).toBeUndefined();
  });
});

describe('a field', () => {
  const long = parseJson('[5193363430624671876, 12345678901234567890.5]', false) as unknown[];
  const written = parseJson(
    '[9.007199254740993e+15, 7320000000000000123.0, 1.73E18, 1.7305e2, 1e999, 1.2e3, 1.0]',
    true,
  ) as unknown[];

  test.each([
    ['an id as a long number', read.id(long[0]), '5193363430624671876'],
    ['an id as text', read.id('x1'), 'x1'],
    ['an id that is a fraction', read.id(long[1]), null],
    ['an id in scientific notation', read.id(written[0]), '9007199254740993'],
    ['an id with a point', read.id(written[1]), '7320000000000000123'],
    ['an id with more places than digits', read.id(written[2]), '1730000000000000000'],
    ['a fraction in scientific notation', read.id(written[3]), null],
    ['a number without end', read.id(written[4]), null],
    ['a count in scientific notation', read.count(written[5]), 1200],
    ['a flag that is a number with a point', read.looseFlag(written[6]), true],
    ['an empty id', read.id(''), null],
    ['a count as digits', read.count('42'), 42],
    ['a count of 0 that was stated', read.count(0), 0],
    ['a count that is absent', read.count(undefined), null],
    ['a negative count', read.count(-1), null],
    ['a count too long to be exact', read.count('99999999999999999'), null],
    ['a count in words', read.count('1.2w'), null],
    ['a flag that is 0', read.flag(0), null],
    ['a protocol-relative URL', read.url('//i.example/x.jpg'), 'https://i.example/x.jpg'],
    ['a host-relative URL', read.url('/x.jpg', 'https://tube.example/a/b'), 'https://tube.example/x.jpg'],
    ['a host-relative URL without a host', read.url('/x.jpg'), null],
    ['a script URL', read.url('javascript:alert(1)'), null],
    ['a duration in ISO 8601', read.isoDurationMs('PT1H2M3S'), 3_723_000],
    ['a duration in ISO 8601 without padding', read.isoDurationMs('PT4M13S'), 253_000],
    ['an empty ISO duration', read.isoDurationMs('PT'), null],
    ['a duration as unpadded clock', read.clockDurationMs('2:3'), 123_000],
    ['a duration with hours', read.clockDurationMs('1:02:03'), 3_723_000],
    ['a duration in fractions of a second', read.secondsToMs(12.9), 12_900],
  ])('%s', (_name, found, wanted) => {
    expect(found).toBe(wanted);
  });

  test.each([
    ['seconds', read.publishedSeconds(1_422_173_451), '2015-01-25T08:10:51.000Z', 's'],
    ['milliseconds', read.publishedMillis(1_595_570_000_000), '2020-07-24T05:53:20.000Z', 'ms'],
    [
      'ISO 8601 in another zone',
      read.publishedIso('2024-05-01T19:00:00+09:00'),
      '2024-05-01T10:00:00.000Z',
      's',
    ],
    [
      'a time without a zone, by the clock of the platform',
      read.publishedLocal('2024-05-01 19:00:00', '+09:00'),
      '2024-05-01T10:00:00.000Z',
      's',
    ],
    [
      'the same in UTC, with parts of a second',
      read.publishedLocal('2024-05-01T19:00:00.25', 'Z'),
      '2024-05-01T19:00:00.250Z',
      'ms',
    ],
    ['a plain day', read.publishedIso('2024-05-01'), '2024-05-01T00:00:00.000Z', 'day'],
    ['the day of an old film', read.publishedIso('1895-12-28'), '1895-12-28T00:00:00.000Z', 'day'],
    ['the start of 1970', read.publishedIso('1970-01-01T00:00:00.000Z'), null, null],
    ['second 0', read.publishedSeconds(0), null, null],
    ['millisecond -1', read.publishedMillis(-1), null, null],
    ['a day that does not exist', read.publishedIso('2024-13-45'), null, null],
    ['words', read.publishedWords('3 months ago'), null, 'relative'],
  ])('a time given as %s', (_name, found, at, precision) => {
    expect([found.published_at, found.published_precision]).toEqual([at, precision]);
  });

  test('a time in UTC comes out as the calendar has it, or not at all', () => {
    const part = (max: number) => fc.nat({ max }).map((value) => String(value).padStart(2, '0'));
    const year = fc.integer({ min: 1972, max: 3100 });
    const rest = fc.constantFrom('Z', '.000Z', '.123Z', '.5Z', '.123456Z');
    fc.assert(
      fc.property(year, part(13), part(32), part(25), part(60), part(60), rest, (year, ...parts) => {
        const [month, day, hour, minute, second, end] = parts;
        const text = `${year}-${month}-${day}T${hour}:${minute}:${second}${end}`;
        const at = new Date(text);
        const isTime = Number.isFinite(at.getTime());
        expect(read.publishedIso(text)).toEqual({
          published_at: isTime ? at.toISOString() : null,
          published_precision: isTime ? (end === 'Z' ? 's' : 'ms') : null,
          published_text: null,
        });
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ['1.2w', 12_000],
    ['3.4K', 3_400],
    ['5万', 50_000],
    ['1亿', 100_000_000],
  ])('the rounded count %s is expanded and marked', (text, value) => {
    expect(read.roundedCount(text)).toEqual({ value, isApprox: true });
  });

  test('thumbnails come largest first, each address once', () => {
    const list = [
      { url: 'https://a/s', width: 120, height: 90 },
      { url: 'https://a/l', width: 1280, height: 720 },
      { url: 'https://a/s', width: 120 },
      { width: 5 },
    ];
    expect(read.thumbnails(list).map(({ url }) => url)).toEqual(['https://a/l', 'https://a/s']);
  });
});

describe('text', () => {
  test.each([
    ['A &quot;quoted&quot; title', 'A "quoted" title'],
    ['&#39;&#x4e2d;&amp;lt;', "'中&lt;"],
    ['&unknown; &#xD800; &#0;', '&unknown; \ufffd \ufffd'],
    // All 2,231 entity names of HTML, and the numbers that old editors wrote for Windows characters.
    ['Canci&oacute;n &Zcaron;i&zcaron;kov &rarr; &hearts; &fjlig;', 'Canción Žižkov → ♥ fj'],
    ['it&#146;s &#147;so&#148; &#x80;5', 'it’s “so” €5'],
    // A name may lack its semicolon, but an address does not contain entities.
    ['&copy 2024, fish &amp chips', '© 2024, fish & chips'],
    ['https://a.example/?a=1&region=US&copy=2&lang=de', 'https://a.example/?a=1&region=US&copy=2&lang=de'],
  ])('the entities of %s are decoded once', (text, plain) => {
    expect(decodeEntities(text)).toBe(plain);
  });

  test('tags go, line breaks stay, and escaped tags remain the text they are', () => {
    expect(stripHtml('<em class="hl">cat</em> &amp; dog<br/>line<p>two</p> &lt;b&gt;')).toBe(
      'cat & dog\nlinetwo\n <b>',
    );
  });

  test.each([
    ['<style>p { color: red }</style>A cat<script>if (1 < 2) alert("</p>")</script>!', 'A cat!'],
    ['A cat<SCRIPT src="x.js">var cat = 1;</script >s', 'A cats'],
    ['A cat<script>no end: <b>dropped</b>', 'A cat'],
    ['a <!-- no --> b<![CDATA[ no ]]> c<?php no ?> d', 'a  b c d'],
    ['<a href="x>y" title=\'<b>\'>link</a>', 'link'],
    ['1 < 2 && 3 > 2, I <3 cats', '1 < 2 && 3 > 2, I <3 cats'],
    ['fewer <than five words', 'fewer <than five words'],
    ['A&<b>mp;</b>', 'A&mp;'],
    ['<p>One</p><P>Two</P><ul><li>a</li><li>b</li></ul>', 'One\nTwo\na\nb'],
  ])('%s is read as a browser shows it', (html, words) => {
    expect(stripHtml(html)).toBe(words);
  });

  test('a text is bounded before it is cleaned, between two characters, and says so', () => {
    const long = `${'x'.repeat(TEXT_CHARS_MAX - 1)}😀 and more`;
    const cleaned: number[] = [];
    const found = read.prose(long, (text) => {
      cleaned.push(text.length);
      return text;
    });
    expect(cleaned).toEqual([TEXT_CHARS_MAX]);
    expect(found).toEqual({ text: `${'x'.repeat(TEXT_CHARS_MAX - 1)}\ufffd`, text_truncated: true });
    expect(read.prose('short')).toEqual({ text: 'short', text_truncated: false });
    expect(read.decoded('&amp;'.repeat(TEXT_CHARS_MAX))?.length).toBe(TEXT_CHARS_MAX / 5);
  });

  test('lists and addresses are bounded too', () => {
    expect(read.texts(Array<string>(5_000).fill('a'))).toHaveLength(1_000);
    expect(splitTags(['a ;  b;;c', ' d '], ';')).toEqual(['a', 'b', 'c', 'd']);
    expect(splitTags(['a;'.repeat(5_000)], ';')).toHaveLength(500);
    expect(hashtags('#a '.repeat(5_000))).toHaveLength(500);
    expect(read.url(`https://a.example/${'x'.repeat(10_000)}`)).toBeNull();
  });

  test('blanks before a line end go, wherever they stand', () => {
    expect(stripHtml('a \t<br>b  c<br>   <br>d')).toBe('a\nb  c\n\nd');
  });

  test.each([
    '<',
    '<a ',
    '<a>',
    '</b>',
    '<p>',
    '<!--',
    '<script>',
    '<a x="',
    '&',
    '&#',
    '&am',
    '&#146;',
    '<br>  ',
  ])('a text of nothing but %s takes no more than its length', (part) => {
    const cpuMs = (chars: number) => {
      const text = part.repeat(chars / part.length);
      const times = [1, 2, 3].map(() => {
        const before = process.threadCpuUsage();
        stripHtml(text);
        const { user, system } = process.threadCpuUsage(before);
        return (user + system) / 1_000;
      });
      return Math.min(...times);
    };
    // Ten times the text: a quadratic reader would take a hundred times as long. Below the floor the resolution of the clock decides.
    const [short, long] = [cpuMs(TEXT_CHARS_MAX / 10), cpuMs(TEXT_CHARS_MAX)];
    expect(long).toBeLessThan(Math.max(40 * short, 100));
  });

  test('hashtags are found in every script', () => {
    expect(hashtags('hi #cat #猫咪 ＃ねこ #a_b!')).toEqual(['cat', '猫咪', 'ねこ', 'a_b']);
  });
});

describe('an answer that says no', () => {
  const answer = (status: number, headers: Record<string, string> = {}, body = ''): UpstreamResponse => ({
    kind: 'response',
    status,
    headers,
    body,
    receivedAtMs: Date.parse('2026-11-15T12:00:00Z'),
  });

  test.each([
    [429, 'rate_limited'],
    [401, 'refused'],
    [402, 'refused'],
    [403, 'refused'],
    [451, 'refused'],
    [404, 'not_found'],
    [410, 'not_found'],
    [400, 'input_rejected'],
    [422, 'input_rejected'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [302, 'bad_response'],
  ])('with status %d is %s', (status, kind) => {
    expect(byStatus(answer(status)).kind).toBe(kind);
  });

  test.each([
    [429, '86399', 86_399_000],
    [429, '86400', 86_400_000],
    [503, '86401', 86_400_000],
    [503, 'Sun, 15 Nov 2026 11:00:00 GMT', 0],
    [500, '60', undefined],
  ])('with status %d and the wait %s is followed by a pause of at most a day', (status, wait, pauseMs) => {
    expect(byStatus(answer(status, { 'retry-after': wait })).suspendMs).toBe(pauseMs);
  });

  test('gives the time to wait, in seconds or as a date', () => {
    expect(retryAfterMs(answer(429, { 'retry-after': '7' }))).toBe(7_000);
    expect(retryAfterMs(answer(429, { 'retry-after': 'Sun, 15 Nov 2026 12:01:00 GMT' }))).toBe(60_000);
    expect(retryAfterMs(answer(429, { 'retry-after': 'soon' }))).toBeNull();
    expect(resetMs(answer(429, { 'x-reset': '30' }), 'x-reset')).toBe(30_000);
    const at = String(Date.parse('2026-11-15T12:00:09Z') / 1_000);
    expect(resetMs(answer(429, { 'x-reset': at }), 'x-reset')).toBe(9_000);
    expect(resetMs(answer(429), 'x-reset')).toBeNull();
  });

  test('a web page is recognised by its markup, whatever its status and content type', () => {
    const html = { 'content-type': 'text/html' };
    expect(isWebPage(answer(200, {}, '  <!DOCTYPE html><html>'))).toBe(true);
    expect(isWebPage(answer(200, {}, '\ufeff\n<!-- a guard --><p>'))).toBe(true);
    expect(isWebPage(answer(200, html, 'Please log in.'))).toBe(true);
    expect(isWebPage(answer(200, {}, '{"a":"<html>"}'))).toBe(false);
    expect(isWebPage(answer(200, html, ' {"a":1}'))).toBe(false);
    expect(isWebPage(answer(200, html, ''))).toBe(false);
    expect(byStatus(answer(202, html, '<html>')).kind).toBe('refused');
  });
});
