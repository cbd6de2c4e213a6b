import { expect, test } from 'vitest';
import { linesOf } from './digest.ts';
import { Names } from './names.ts';

const STEP_MS = 1_009;
const at = (ms: number) => new Date(ms).toISOString();

/** Each exchange makes a key and tells the key of the exchange before it. */
function tell(titles: readonly string[]): string {
  const names = new Names();
  let nowMs = Date.parse('2026-11-15T12:00:00.000Z');
  let before = '';
  return titles
    .flatMap((title, i) => {
      nowMs += STEP_MS;
      names.begin(`# ${title}`, nowMs);
      const made =
        title === 'inserted'
          ? ''
          : `key_${String(i).padStart(16, '0')} made ${at(nowMs)}, until ${at(nowMs + 3_600_000)}`;
      const text = names.named(`# ${title}\n${made}\nafter ${before}\nat ${Math.floor(nowMs / 1_000)}`);
      before = made || before;
      return text;
    })
    .join('\n');
}

test('an exchange between two others changes no line of the digest but its own', () => {
  const lines = linesOf(tell(['one', 'two', 'three']), /^# /);
  const more = linesOf(tell(['one', 'inserted', 'two', 'three']), /^# /);
  expect(more.filter((line) => !lines.includes(line))).toHaveLength(1);
  expect(more).toHaveLength(lines.length + 1);
});

test('what an exchange made is named by it, and its times are told from its beginning', () => {
  expect(tell(['one', 'two']).split('\n')).toEqual([
    ...['# one', 'key_1 made now, until now+1h', 'after ', 'at seconds now cut to 1s'],
    ...['# two', 'key_1 made now, until now+1h'],
    ...['after <key_1 of one> made one, until one+1h', 'at seconds now cut to 1s'],
  ]);
});

test('a time that is late by a millisecond, and another id than before, are told otherwise', () => {
  const names = new Names();
  names.begin('# one', Date.parse('2026-11-15T12:00:01.009Z'));
  names.named('key_0000000000000000 until 2026-11-15T13:00:01.009Z');
  names.begin('# two', Date.parse('2026-11-15T12:00:02.018Z'));
  const told = (text: string) => names.named(text);
  expect(told('2026-11-15T13:00:01.009Z')).toBe('one+1h');
  expect(told('2026-11-15T13:00:01.010Z')).not.toBe('one+1h');
  expect(told('key_0000000000000000')).toBe('<key_1 of one>');
  expect(told('key_0000000000000001')).toBe('key_1');
});
