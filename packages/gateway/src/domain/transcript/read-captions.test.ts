import { expect, test } from 'vitest';
import { CAPTIONS_CHARS_MAX, CUES_MAX } from './cue.ts';
import { readCaptions } from './read-captions.ts';

const TIMES = '00:00:01,000 --> 00:00:02,000\n';

function textsOf(file: string): string[] | undefined {
  return readCaptions(file)?.cues.map(({ text }) => text);
}

/** The text of one cue of each format. */
const vttText = (text: string) => textsOf(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`)?.[0];
const srtText = (text: string) => textsOf(`1\n${TIMES}${text}`)?.[0];

test('text of neither format is null, and WebVTT without cues is not', () => {
  const neither = [
    '',
    ' \n\n',
    '<html><!-- --></html>',
    '{"events":[]}',
    'webvtt\n\n',
    'WEBVTTX\n',
    '1\n2\n--> \n',
  ];
  for (const text of neither) expect(readCaptions(text)).toBeNull();
  expect(readCaptions('WEBVTT')).toEqual({ cues: [], rolledUp: false, cut: false });
});

test.each([
  ['the header is followed by a cue at once', 'WEBVTT\n00:01.000 --> 00:02.000\na'],
  ['lines end with CR alone', 'WEBVTT\r\r00:01.000 --> 00:02.000\ra\r'],
  [
    'two marks and empty lines stand before the header',
    '\ufeff\ufeff\n\nWEBVTT\n\n00:01.000 --> 00:02.000\na',
  ],
  ['the times of WebVTT have commas', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\na'],
  ['the header is missing', '00:00:01.000 --> 00:00:02.000\na'],
  [
    'another file with its header follows',
    'WEBVTT\n\n00:01.000 --> 00:02.000\na\n\nWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:9,LOCAL:00:00:00.000\n\n',
  ],
  ['SRT has coordinates', '1\n00:00:01,000 --> 00:00:02,000 X1:40 X2:600 Y1:20 Y2:50\na'],
  ['SRT is written by hand', '1\n0:1 --> 0:00:02,0\na'],
  ['the times of SRT are indented', '1\n \t\f00:00:01,000 --> 00:00:02,000\na'],
  ['words stand before the first cue', 'Subtitles by me\n\n1\n00:00:01,000 --> 00:00:02,000\na'],
  ['the last number has no cue', '1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n\n'],
])('a file is read when %s', (_, file) => {
  expect(readCaptions(file)?.cues).toEqual([{ startMs: 1000, endMs: 2000, text: 'a' }]);
});

test('a cue of SRT may have empty lines in its text, or none after it', () => {
  expect(textsOf(`1\n${TIMES}a\n\nb\n\n2\n${TIMES}c\n3\n${TIMES}d\n${TIMES}e`)).toEqual([
    'a\nb',
    'c',
    'd',
    'e',
  ]);
});

test('a number in the text of a cue stays, and the number of the next cue goes', () => {
  expect(textsOf(`1\n${TIMES}42\n\n2\n${TIMES}It is\n42\n\n3\n${TIMES}43`)).toEqual([
    '42',
    'It is\n42',
    '43',
  ]);
});

test('a cue of SRT with times that cannot be read is left out with its text', () => {
  const bad = '2\n-00:00:01,000 --> 00:00:02,000\nbad\n\n3\n00:99:00,000 --> 00:99:01,000\nbad\n\n';
  expect(textsOf(`1\n${TIMES}a --> b\n\n${bad}4\n${TIMES}c`)).toEqual(['a --> b', 'c']);
});

test('a cue that ends before it starts keeps its text, without a duration', () => {
  expect(readCaptions('WEBVTT\n\n00:05.000 --> 00:01.000\na')?.cues).toEqual([
    { startMs: 5000, endMs: 5000, text: 'a' },
  ]);
});

test('minutes and seconds end at 59', () => {
  const cuesOf = (time: string) =>
    readCaptions(`WEBVTT\n\n${time} --> 09:00:00.000\na`)?.cues.map(({ startMs }) => startMs);
  expect(cuesOf('00:59:59.999')).toEqual([3_599_999]);
  for (const time of ['00:00:60.000', '00:60:00.000', '60:00.000']) expect(cuesOf(time)).toEqual([]);
});

test('hours have as many digits as stay exact', () => {
  const read = (hours: string) =>
    readCaptions(`WEBVTT\n\n${hours}:00:00.001 --> ${hours}:00:00.002\na`)?.cues[0]?.startMs;
  expect(read('999999999')).toBe(999_999_999 * 3_600_000 + 1);
  expect(Number.isSafeInteger(read('999999999'))).toBe(true);
  expect(read('9999999999')).toBeUndefined();
});

test('tags, commands and breaks of SRT go, and other brackets stay', () => {
  expect(srtText('{\\an8}<font color="red">Red</font> <i>it</i> <c.x>c</c> <v Ann>v <00:00:01.500>t')).toBe(
    'Red it c v t',
  );
  expect(srtText('one<br>two<BR />three')).toBe('one\ntwo\nthree');
  expect(srtText('1 < 2 > 0, I <3 you, {curly}, <open')).toBe('1 < 2 > 0, I <3 you, {curly}, <open');
});

test('a break in WebVTT ends a line', () => {
  expect(vttText('one<br/>two<c><br></c>')).toBe('one\ntwo');
});

test('references by name and by number are decoded once', () => {
  const source = '&eacute;&#233;&#xE9; &amp;lt; &nbsp;|&#0;&#xD800;';
  for (const read of [vttText, srtText]) expect(read(source)).toBe('ééé &lt; \u00a0|\ufffd\ufffd');
  expect(srtText('R&B, AT&T, ?a=1&copy=2, &notes')).toBe('R&B, AT&T, ?a=1&copy=2, &notes');
});

test('control characters, lone surrogates and empty cues do not get through', () => {
  for (const read of [vttText, srtText]) {
    expect(read('a\0b\x1b[31m\x7f\x85c\td\ud800')).toBe('ab[31mc\td\ufffd');
    expect(read('<i> </i>\n\0')).toBeUndefined();
    expect(read('a&#10;&#10;&#13;b\u2028c')).toBe('a\nb\nc');
  }
});

test('spaces at the ends of lines and empty lines go', () => {
  for (const read of [vttText, srtText]) {
    expect(read(' a  b \n  c\n \n\u00a0d\u3000\n\n')).toBe('a  b\nc\nd');
    expect(read('a \nb')).toBe('a\nb');
    expect(read('a\n b')).toBe('a\nb');
  }
});

test('a file beyond the limits is cut, and says so', () => {
  const cue = '0:1-->0:2\na\n';
  const full = readCaptions(cue.repeat(CUES_MAX));
  expect([full?.cues.length, full?.cut]).toEqual([CUES_MAX, false]);
  const more = readCaptions(cue.repeat(CUES_MAX + 2));
  expect([more?.cues.length, more?.cut]).toEqual([CUES_MAX, true]);
  const head = `${cue}\n`;
  expect(readCaptions(head + 'x'.repeat(CAPTIONS_CHARS_MAX - head.length))?.cut).toBe(false);
  expect(readCaptions(head + 'x'.repeat(CAPTIONS_CHARS_MAX - head.length + 1))?.cut).toBe(true);
});
