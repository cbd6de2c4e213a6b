import { describe, expect, test } from 'vitest';
import { isProblem } from './document.ts';
import { LinearPattern, PatternBook } from './linear-pattern.ts';

function patternOf(text: string): LinearPattern {
  const pattern = new PatternBook().read(text);
  if (isProblem(pattern)) throw new Error(pattern.problem);
  return pattern;
}

describe('a pattern that JavaScript could be made to run for hours', () => {
  // On a backtracking engine each would take longer than the test may run.
  test.each([
    ['a{0,256}a{0,256}a{0,256}b', 'a'.repeat(600)],
    [`^${'(a|a)'.repeat(27)}$`, 'a'.repeat(28)],
    [`^${'a?'.repeat(24)}${'a'.repeat(24)}$`, `${'a'.repeat(47)}!`],
    ['(a+)+$', `${'a'.repeat(10_000)}!`],
    ['(a|a)*b', 'a'.repeat(10_000)],
    ['^(x+x+)+y$', 'x'.repeat(10_000)],
    ['^(a{1,10}){1,10}$', `${'a'.repeat(99)}!`],
  ])('%s is checked all the same', (pattern, text) => {
    expect(patternOf(pattern).test(text)).toBe(false);
  });
});

describe('a pattern', () => {
  test.each([
    ['^[A-Z]{2}$', 'DE', 'de'],
    ['^\\d{4}-\\d{2}-\\d{2}$', '2026-11-15', '2026-11-1'],
    ['^x[+*]{1,3}$', 'x+*', 'x'],
    ['^\\p{L}+$', '猫', '1'],
    ['^\\p{Script=Han}+$', '猫', 'cat'],
    ['^[\\p{sc=Han} ]+$', '猫 犬', 'cat'],
    ['^\\u732b\\u{72ac}$', '猫犬', '猫'],
    ['^(?<year>\\d+)/$', '1/', '1'],
    ['^a\\sb$', 'a\u3000b', 'a-b'],
    ['^[a\\s]+$', 'a\u00a0', 'b'],
    ['^\\S+$', 'ab', 'a\u3000b'],
    ['^[^]$', '\n', ''],
    ['b', 'abc', 'ac'],
  ])('%s means what JavaScript means', (pattern, yes, no) => {
    expect([patternOf(pattern).test(yes), patternOf(pattern).test(no)]).toEqual([true, false]);
    expect([new RegExp(pattern, 'u').test(yes), new RegExp(pattern, 'u').test(no)]).toEqual([true, false]);
  });

  test.each([
    ['^(?=a+)b', 'cannot be checked in linear time'],
    ['(?<!a)b', 'cannot be checked in linear time'],
    ['(.*)\\1', 'cannot be checked in linear time'],
    ['(', 'cannot be checked in linear time'],
    ['a{1,9999}', 'cannot be checked in linear time'],
    ['(?:a{1000}|b{1000}|c{1000})', 'is too large when compiled'],
    ['a'.repeat(1_001), 'has more than 1000 characters'],
  ])('%s is a problem with its reason', (pattern, problem) => {
    expect(new PatternBook().read(pattern)).toEqual({ problem });
  });

  test('is shown as the document wrote it', () => {
    expect(JSON.stringify({ pattern: patternOf('^\\s$') })).toBe('{"pattern":"^\\\\s$"}');
    expect(`${patternOf('^\\s$')}`).toBe('^\\s$');
  });
});

describe('the work of one call', () => {
  test('is limited over all of its texts, and starts anew with the next call', () => {
    const book = new PatternBook();
    const pattern = book.read('(a|b)*a(a|b){300}c') as LinearPattern;
    const text = `c${'ab'.repeat(250)}`;
    book.work.begin();
    let tests = 0;
    while (!book.work.isSpent) {
      pattern.test(text);
      tests += 1;
    }
    // A program of some 900 instructions: about 450,000 steps per text.
    expect(tests).toBeLessThan(5);
    expect(pattern.test(`${'a'.repeat(302)}c`)).toBe(false);
    book.work.begin();
    expect(pattern.test(`${'a'.repeat(302)}c`)).toBe(true);
  });

  test('of one document is limited: patterns after too many large ones are not compiled', () => {
    const book = new PatternBook();
    const read = Array.from({ length: 80 }, (_, i) => book.read(`^x${i}.{0,900}$`));
    expect(read.slice(0, 40).every((one) => one instanceof LinearPattern)).toBe(true);
    expect(read.at(-1)).toEqual({ problem: 'comes after too many large patterns' });
  });
});
