import { expect, test } from 'vitest';
import { CAPTIONS_CHARS_MAX } from './cue.ts';
import { readTtml } from './read-ttml.ts';

const file = (body: string) =>
  `<?xml version="1.0" encoding="utf-8" ?>\n<tt xml:lang="en" xmlns="http://www.w3.org/ns/ttml">\n<head><styling>` +
  `<style id="s1" tts:color="white"/></styling></head>\n<body region="r1"><div>\n${body}\n</div></body></tt>`;

test('each paragraph is a cue: breaks end lines, tags go, references are decoded', () => {
  const body =
    '<p begin="00:00:03.000" end="00:00:04.250" style="s2">R&amp;B <span tts:color="red">and</span>\nrain</p>\n' +
    `<p end='00:00:02.000' begin='00:00:01.000'>one<br />two</p><p begin="01:00:00.5" end="01:00:01.000">late</p>`;
  expect(readTtml(`\ufeff${file(body)}`)).toEqual({
    cues: [
      { startMs: 1_000, endMs: 2_000, text: 'one\ntwo' },
      { startMs: 3_000, endMs: 4_250, text: 'R&B and rain' },
      { startMs: 3_600_500, endMs: 3_601_000, text: 'late' },
    ],
    rolledUp: false,
  });
});

test('a paragraph without times or words, and one that was cut off, is left out', () => {
  const body = '<p>a</p><p begin="25f" end="2s">b</p><p begin="00:00:01.000" end="00:00:02.000"> <br/> </p>';
  expect(readTtml(file(body))?.cues).toEqual([]);
  expect(readTtml(file('<p begin="00:00:01.000" end="00:00:02.000">cut'))?.cues).toEqual([]);
});

test('times may be numbers with a unit, and an indented line goes on with one space', () => {
  const body =
    '<p begin="1.5s" end="2500ms">\n    one\n      line <br/>\n    two\n  </p><p begin="1m" end="0.5h">late</p>';
  expect(readTtml(file(body))?.cues).toEqual([
    { startMs: 1_500, endMs: 2_500, text: 'one line\ntwo' },
    { startMs: 60_000, endMs: 1_800_000, text: 'late' },
  ]);
});

test('repeats of rolling lines are removed, and it says so', () => {
  const line = (n: number, text: string) =>
    `<p begin="00:00:0${n}.000" end="00:00:0${n + 1}.000">${text}</p>`;
  const body = line(1, 'a') + line(2, 'a<br/>b') + line(3, 'b<br/>c') + line(4, 'c<br/>d');
  expect(readTtml(file(body))).toMatchObject({
    rolledUp: true,
    cues: [{ text: 'a' }, { text: 'b' }, { text: 'c' }, { text: 'd' }],
  });
});

test('other text is null', () => {
  for (const text of ['', 'WEBVTT\n', '{"a":1}', '<html><p begin="00:01" end="00:02">a</p>', '<tts></tts>'])
    expect(readTtml(text)).toBeNull();
});

test.each(['<p begin="00:00:01.000">', '<p ', '<p >a', '</p>', '<p begin="'])(
  'two megabytes of %s take no longer than a good file of that size, within a factor of 20',
  (part) => {
    const cpuOf = (text: string) => {
      const before = process.cpuUsage();
      readTtml(text);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const filled = (unit: string) => file(unit.repeat(Math.ceil(CAPTIONS_CHARS_MAX / unit.length)));
    const good = cpuOf(filled('<p begin="00:00:01.000" end="00:00:02.000">some words</p>\n'));
    expect(cpuOf(filled(part))).toBeLessThan(20 * good);
  },
);
