import { expect, test } from 'vitest';
import { QUESTION_BYTES_MAX, readKeptQuestion, writeQuestion } from './question.ts';

const roundTrip = (...parameters: [string, string][]) => readKeptQuestion(writeQuestion(parameters));

test('a question comes back as it was sent, in the same sequence and with repeated names', () => {
  const sent: [string, string][] = [
    ['keyword', '猫 "x" \u0000'],
    ['tag', 'b'],
    ['tag', 'a'],
  ];
  expect(roundTrip(...sent)).toEqual({ parameters: sent, isCut: false });
  expect(roundTrip()).toEqual({ parameters: [], isCut: false });
});

test('a question of exactly the bound is whole, and one byte more is cut and says so', () => {
  const room = QUESTION_BYTES_MAX - Buffer.byteLength(JSON.stringify([['k', '']]));
  expect(roundTrip(['k', 'x'.repeat(room)])).toEqual({ parameters: [['k', 'x'.repeat(room)]], isCut: false });
  const cut = roundTrip(['k', 'x'.repeat(room + 1)], ['later', '1']);
  expect(cut.isCut).toBe(true);
  expect(cut.parameters).toHaveLength(1);
  expect(cut.parameters[0]![1].length).toBeGreaterThan(room - 20);
});

test.each(['猫', '\u{1F408}', '\u0000', '"', 'é', '\ud800'])(
  'the kept text never exceeds its bound and never ends within a character: %j',
  (character) => {
    for (let extra = 0; extra < 8; extra++) {
      const text = writeQuestion([['k', 'x'.repeat(extra) + character.repeat(3_000)]]);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(QUESTION_BYTES_MAX);
      const [[, value]] = readKeptQuestion(text).parameters as [[string, string]];
      const rest = value.slice(extra);
      expect(rest.length).toBeGreaterThan(100);
      expect(new Set(rest.match(/./gsu))).toEqual(new Set([character.toWellFormed()]));
    }
  },
);

test('signatures and passwords in web addresses are hidden, and what names the video stays', () => {
  const address =
    'see https://me:pw@cdn.example/a.mp4?v=abc&X-Amz-Signature=s3cr3t&token=t0p&sig=x#access_token=frag1';
  const [[, value]] = roundTrip(['keyword', address]).parameters as [[string, string]];
  expect(value).toBe('see https://…@cdn.example/a.mp4?v=abc&X-Amz-Signature=…&token=…&sig=…#access_token=…');
});

test.each([
  ['https://v.example/a.m3u8?auth_key=S3CRET&v=1', 'https://v.example/a.m3u8?auth_key=…&v=1'],
  ['https://a.example/?access_key=S3CRET', 'https://a.example/?access_key=…'],
  ['https://a.example/?subscription-key=S3CRET', 'https://a.example/?subscription-key=…'],
  ['https://a.example/?appKey=S3CRET;pass=S3CRET', 'https://a.example/?appKey=…;pass=…'],
  ['https://a.example/?t%6Fken=S3CRET', 'https://a.example/?t%6Fken=…'],
  ['https://a.example/?sig=a?b=S3CRET&v=1', 'https://a.example/?sig=…&v=1'],
  [
    'https://a.example/?next=https%3A%2F%2Fb%2F%3Ftoken%3DS3CRET%26v%3D1',
    'https://a.example/?next=https%3A%2F%2Fb%2F%3Ftoken%3D…%26v%3D1',
  ],
  ['a.example/?token=S3CRET', 'a.example/?token=…'],
  ['//me:S3CRET@a.example/', '//…@a.example/'],
  ['http:\\\\me:S3CRET@a.example', 'http:\\\\…@a.example'],
])('credentials are hidden in every spelling of an address: %s', (address, shown) => {
  const [[, value]] = roundTrip(['keyword', address]).parameters as [[string, string]];
  expect(value).toBe(shown);
});

test.each(['cats = dogs?', 'a&b=c', 'https://a.example/?keyword=1&monkey=2&design=3', '50%', '#a=%E7%8C%AB'])(
  'a question without credentials stays as it is: %s',
  (text) => {
    expect(roundTrip(['keyword', text]).parameters).toEqual([['keyword', text]]);
  },
);
