import { describe, expect, test } from 'vitest';
import { createDisguise, type DisguiseRules, type NameForm } from './disguise.ts';
import { madeWord } from './made-words.ts';

const rules: DisguiseRules = {
  salt: 'salt of this test',
  names: new Map<string, NameForm>([
    ['BV1xx411c7mD', { form: (id) => (/^BV1[\dA-Za-z]{9}$/.test(id) ? id : null), beginning: 3 }],
    ['7311223344556677889', { form: null, beginning: 0 }],
  ]),
  host: ['tube.internal', 'upstream.example'],
  hosts: ['platform.example'],
  fields: new Set(['id', 'title']),
  keep: new Set(['video']),
};
const disguise = createDisguise(rules);
const made = (value: unknown) => JSON.parse(disguise.body(JSON.stringify(value)));

describe('a made word', () => {
  test.each(['Ada Lovelace', '短视频猫', 'Привет', 'かわいいネコ', '고양이', 'قط', 'a1B2-c3_D4', '🐈 cat!'])(
    'has the script and length of %s, and is another one',
    (text) => {
      const word = madeWord('salt', text);
      const scripts = (all: string) =>
        [...all].map((letter) =>
          /\p{Script=Latin}/u.test(letter)
            ? 'Latin'
            : /\p{L}/u.test(letter)
              ? 'other'
              : /\p{N}/u.test(letter)
                ? 'digit'
                : '-',
        );
      expect(scripts(word)).toEqual(scripts(text));
      expect(word).not.toBe(text);
      expect(madeWord('salt', text)).toBe(word);
      expect(madeWord('other salt', text)).not.toBe(word);
    },
  );
});

test('figures, times, lengths, languages and licences stay', () => {
  const kept = {
    views: 123_456,
    created: 1_780_000_000_123,
    at: '2026-05-01T10:00:00.000Z',
    duration: 'PT4M13S',
    length: '3:20',
    plays: '1.2万',
    ago: '3 days ago',
    language: 'pt-BR',
    license: 'https://creativecommons.org/licenses/by/4.0/',
    type: 'video',
    mime: 'video/webm',
    live: false,
    none: null,
    empty: '',
  };
  expect(made(kept)).toEqual(kept);
});

test('an id is the same made one as number, text, part of an address and mention, in its own form', () => {
  const { a, b, c, d } = made({
    a: 'BV1xx411c7mD',
    b: 'https://www.platform.example/video/BV1xx411c7mD?from=BV1xx411c7mD',
    c: 'see https://b23.example/BV1xx411c7mD now',
    d: { BV1xx411c7mD: 1 },
  });
  expect(a).toMatch(/^BV1[\dA-Za-z]{9}$/);
  expect(a).not.toBe('BV1xx411c7mD');
  expect([b.split(a).length, c.includes(a), Object.keys(d)]).toEqual([3, true, [a]]);
  const body = disguise.body('{"number":7311223344556677889,"text":"7311223344556677889"}');
  const [, number, text] = /"number":(\d{19}),"text":"(\d{19})"/.exec(body) ?? [];
  expect([number, number === '7311223344556677889']).toEqual([text, false]);
});

test.each([
  ['a user and a password in an address', 'https://ada:pw12345@x.example/', 'pw12345'],
  ['a value of an address', 'https://x.example/p?sig=Zm9vYmFyc2VjcmV0', 'Zm9vYmFyc2VjcmV0'],
  ['a fragment of an address', '//x.example/p#ada-lovelace', 'lovelace'],
  ['a host', 'http://tube.internal/x', 'tube.internal'],
  ['a host of somebody', 'https://ada-lovelace.example/x', 'lovelace'],
  ['a mail address', 'ada@lovelace.example', 'lovelace'],
  [
    'an attribute of a tag',
    '<a href="https://x.example/@lovelace" title="lovelace">lovelace</a>',
    'lovelace',
  ],
  ['JSON in a text', '{"name":"lovelace"}', 'lovelace'],
  ['a place', { lat: 52.520008, lon: 13.404954 }, '52.520008'],
  ['an id that no record has', { owner_id: 8_123_456 }, '8123456'],
  ['handles as keys', { users: { lovelace: { n: 1 }, babbage: { n: 2 } } }, 'lovelace'],
  ['a line of subtitles', 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nlovelace spoke\n', 'lovelace'],
])('%s is replaced', (_, value, gone) => {
  const text =
    typeof value === 'string' && value.startsWith('WEBVTT')
      ? disguise.body(value)
      : JSON.stringify(made({ value }));
  expect(text.toLowerCase()).not.toContain(gone.toLowerCase());
});

test('times of subtitles stay', () => {
  const body = disguise.body('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nHello there\n');
  expect(body).toMatch(/^WEBVTT\n\n1\n00:00:01\.000 --> 00:00:02\.000\n[A-Z][a-z]{4} [a-z]{5}\n$/);
});
