// When colours are used, and that they add nothing but themselves.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestCli } from '../cli/testing/cli.ts';
import { hasColors } from './colors.ts';

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { TERM: 'dumb' }, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
])('a terminal: %j, with %j: colours %j', (isTerminal, env, expected) => {
  expect(hasColors(isTerminal, env)).toBe(expected);
});

let cli: TestCli;
beforeEach(() => {
  cli = new TestCli();
});
afterEach(() => cli.close());

const SEQUENCE = /\u001b\[\d+m/g;

test('without the colours the text is the same; --color decides over what was found', async () => {
  for (const words of [['connectors', 'list'], ['--help'], ['account', 'show']]) {
    cli.world.colors = { out: false, err: false };
    const plain = await cli.run(...words);
    expect(plain.out + plain.err).not.toMatch(SEQUENCE);
    const forced = await cli.run(...words, '--color', 'always');
    expect(forced.out + forced.err).toMatch(SEQUENCE);
    expect((forced.out + forced.err).replace(SEQUENCE, '')).toBe(plain.out + plain.err);
    cli.world.colors = { out: true, err: true };
    expect(await cli.run(...words, '--color=never')).toEqual(plain);
  }
});

test('each stream has its own colours: a file gets none because the other stream is a terminal', async () => {
  cli.world.colors = { out: false, err: true };
  expect((await cli.run('connectors', 'list')).out).not.toMatch(SEQUENCE);
  expect((await cli.run('account', 'show')).err).toMatch(SEQUENCE);
  cli.world.colors = { out: true, err: false };
  expect((await cli.run('connectors', 'list')).out).toMatch(SEQUENCE);
  expect((await cli.run('account', 'show')).err).not.toMatch(SEQUENCE);
});

test('JSON never has colours', async () => {
  cli.world.colors = { out: true, err: true };
  const { out } = await cli.run('connectors', 'list', '--json');
  const { err } = await cli.run('account', 'show', 'nobody', '--json');
  expect(out + err).not.toMatch(SEQUENCE);
});
