// The option parser as a whole: help, wrong use, exit codes and the reference page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StorageUnavailable } from '../storage/storage.ts';
import { isForCallers } from '../terminal/command.ts';
import type { VerbCall } from '../terminal/verb-command.ts';
import { EXIT, NothingThere } from '../terminal/world.ts';
import { answerAtOnce } from './answer-at-once.ts';
import { commands, groups } from './commands.ts';
import { runProgram } from './program.ts';
import { renderCliReference, renderHelpRows } from './reference.ts';
import { TestCli } from './testing/cli.ts';

let cli: TestCli;
beforeEach(() => {
  cli = new TestCli();
});
afterEach(() => cli.close());

test('docs/reference/cli.md is what the commands print; run write-reference.ts when it is not', () => {
  const file = join(import.meta.dirname, '../../../../docs/reference/cli.md');
  expect(readFileSync(file, 'utf8')).toBe(renderCliReference());
});

test('help-rows.ts lists the commands; run write-reference.ts when it does not', () => {
  expect(readFileSync(join(import.meta.dirname, 'help-rows.ts'), 'utf8')).toBe(renderHelpRows());
});

test.each([60, 100, 160])(
  'at %i columns, what is answered without loading the gateway is what all commands would print',
  async (columns) => {
    for (const word of ['--help', '-h', '--version']) {
      let printed = '';
      const world = { ...cli.world, columns, out: (text: string) => (printed += text) };
      expect(await answerAtOnce(['node', 'reelgate', word], world)).toBe(EXIT.ok);
      const atOnce = printed;
      printed = '';
      expect(await runProgram({ commands, groups }, world, ['node', 'reelgate', word])).toBe(EXIT.ok);
      expect(atOnce).toBe(printed);
    }
  },
);

test.each([[[]], [['serve']], [['--help', 'serve']], [['account', '--help']], [['--json', '--version']]])(
  'the whole program answers %j',
  async (words) => {
    expect(await answerAtOnce(['node', 'reelgate', ...words], cli.world)).toBeNull();
  },
);

test('the version is printed', async () => {
  expect(await cli.run('--version')).toEqual({ code: EXIT.ok, out: '1.2.3\n', err: '' });
});

test.each(commands.map((command) => command.name))('%s has help with examples', async (name) => {
  const { code, out, err } = await cli.run(...name.split(' '), '--help');
  expect({ code, err }).toEqual({ code: EXIT.ok, err: '' });
  expect(out).toContain(`Usage: reelgate ${name}`);
  expect(out).toContain(`$ reelgate ${name}`);
  expect(await cli.run('help', ...name.split(' '))).toEqual({ code, out, err });
});

test('every example is taken by the parser of its own command', () => {
  for (const { name, examples } of commands) {
    for (const example of examples) expect(example.startsWith(name), example).toBe(true);
  }
});

test('the help of the program lists the exit codes', async () => {
  const { out } = await cli.run('--help');
  for (const code of Object.values(EXIT)) expect(out).toMatch(new RegExp(`^ {2}${code} {2}`, 'm'));
});

describe('wrong use ends with code 2', () => {
  test.each([
    [
      'an unknown command, with a suggestion',
      ['acount'],
      "error: unknown command 'acount' (Did you mean account?)\n",
    ],
    [
      'an unknown word of a group without a suggestion',
      ['account', 'balance'],
      'error: unknown command \'balance\'; see "reelgate account --help"\n',
    ],
    ['an unknown word of a group', ['account', 'lst'], "error: unknown command 'lst' (Did you mean list?)\n"],
    [
      'an unknown option, with a suggestion',
      ['account', 'adjust', 'a', '1', '--reson', 'x'],
      "error: unknown option '--reson' (Did you mean --reason?)\n",
    ],
    [
      'a missing argument',
      ['account', 'show'],
      'error: missing required argument \'account\'; see "reelgate account show --help"\n',
    ],
    [
      'a missing argument with known values',
      ['completion'],
      'error: missing required argument \'shell\': bash, zsh, fish; see "reelgate completion --help"\n',
    ],
    [
      'a missing option',
      ['account', 'adjust', 'a', '1', '--reference', 'r'],
      'error: required option \'--reason <TEXT>\' not specified; see "reelgate account adjust --help"\n',
    ],
    ['one argument too many', ['account', 'list', 'x'], /^error: too many arguments for 'list'.*\n$/],
  ])('%s', async (_name, argv, err) => {
    const ran = await cli.run(...argv);
    expect(ran).toEqual({
      code: EXIT.usage,
      out: '',
      err: typeof err === 'string' ? err : expect.stringMatching(err),
    });
  });

  test.each(Object.keys(groups))('%s alone prints its help to standard error', async (group) => {
    const { code, out, err } = await cli.run(...group.split(' '));
    expect({ code, out }).toEqual({ code: EXIT.usage, out: '' });
    expect(err).toContain(`Usage: reelgate ${group}`);
  });

  test.each(['1,50', '1e3', 'abc', '1.0000001', '$5', '٣', ' 1'])('the amount %j', async (text) => {
    const { code, out, err } = await cli.run('account', 'topup', 'acme', text, '--reference', 'r');
    expect({ code, out }).toEqual({ code: EXIT.usage, out: '' });
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain('must be a decimal');
  });
});

test('storage that cannot commit gives one line and code 3', async () => {
  cli.world.control = async () => {
    throw new StorageUnavailable('the disk is full');
  };
  expect(await cli.run('account', 'list')).toEqual({
    code: EXIT.unavailable,
    out: '',
    err: 'error: the disk is full\n',
  });
});

test('storage is closed again, also after a refusal', async () => {
  const { control } = cli.world;
  let closed = 0;
  cli.world.control = async (config, mode) => ({
    ...(await control(config, mode)),
    close: async () => void closed++,
  });
  await cli.run('account', 'list');
  await cli.run('account', 'show', 'nobody');
  expect(closed).toBe(2);
});

/** Splits a line as a shell would, without redirections. */
const wordsOf = (line: string) =>
  line
    .replace(/ [<>].*/, '')
    .match(/"[^"]*"|\S+/g)!
    .map((word) => word.replaceAll('"', ''));

test('a command that creates nothing does not create a missing ledger', async () => {
  const creating = new Set<string>();
  let current = '';
  cli.world.control = async (_config, { mayCreate }) => {
    if (mayCreate) creating.add(current);
    throw new NothingThere('there is no ledger');
  };
  const prices = cli.write('prices.yaml', 'currency: USD\nendpoints: []\n');
  const refused: string[] = [];
  for (const { name, examples } of commands) {
    current = name;
    // An export would write its file into the current folder.
    if (['serve', 'library import', 'library export', 'doctor'].includes(name)) continue;
    const line = name === 'catalog apply' ? `catalog apply ${prices} --yes` : examples[0]!;
    const { code, err } = await cli.run(...wordsOf(line));
    if (err.includes('there is no ledger')) refused.push(`${name} ${code}`);
  }
  expect([...creating]).toEqual(['account create', 'catalog apply', 'token create']);
  // These need no ledger, or another kind of place; commands that buy data call a running gateway.
  const without =
    /^(collect|watch|help|completion|serve|quote|status|resolve|mcp|storage (backup|copy|drill)|library|connectors|mount|config check|docs|doctor|key check)/;
  const expected = commands.flatMap(({ name, buys }) =>
    buys !== undefined || without.test(name) ? [] : [name],
  );
  expect(refused.filter((line) => !line.startsWith('key check'))).toEqual(
    expected.map((name) => `${name} ${EXIT.usage}`),
  );
});

test('a bug prints its stack and fails', async () => {
  cli.world.control = async () => {
    throw new TypeError('x is undefined');
  };
  const { code, err } = await cli.run('account', 'list');
  expect(code).toBe(EXIT.unavailable);
  expect(err).toContain('error: x is undefined\nTypeError: x is undefined\n    at ');
});

test('serve gets the configuration, a way to read it again and its options, and ends with its code', async () => {
  const file = cli.write('gate.yaml', 'service: { name: one }\n');
  const names: string[] = [];
  cli.world.serve = async (config, reload, { workers, secretsFile }) => {
    expect(secretsFile).toBe(`${cli.folder}/first.env`);
    names.push(config.service.name);
    cli.write('gate.yaml', 'service: { name: two }\n');
    names.push(reload().service.name);
    return workers;
  };
  expect(
    (await cli.run('serve', '--config', file, '--workers', '3', '--secrets-file', `${cli.folder}/first.env`))
      .code,
  ).toBe(3);
  expect(names).toEqual(['one', 'two']);
});

describe('callers and operators', () => {
  test('the help lists each word under the heading of those who use it', async () => {
    const { out } = await cli.run('--help');
    const [before, callers] = out.split('\nFor callers (');
    const [, operators] = before!.split('\nFor operators (');
    const isIn = (text: string, word: string) => new RegExp(`^ {2}${word}( |$)`, 'm').test(text);
    const of = (wanted: boolean) =>
      new Set(
        commands.filter((spec) => isForCallers(spec) === wanted).map(({ name }) => name.split(' ')[0]!),
      );
    for (const word of of(true)) expect([word, isIn(callers!, word)]).toEqual([word, true]);
    for (const word of of(false)) {
      if (['help', 'completion'].includes(word)) continue;
      expect([word, isIn(operators!, word)]).toEqual([word, true]);
    }
    // No word is for both.
    expect([...of(true)].filter((word) => of(false).has(word))).toEqual([]);
  });

  test('every older word still works, says the new one, and is not in the help', async () => {
    const renamed = commands.filter(({ formerly }) => formerly !== undefined);
    expect(renamed.map(({ formerly }) => formerly)).toContain('collection stop');
    const { out: help } = await cli.run('--help');
    for (const { name, formerly, examples } of renamed) {
      const example = examples.find((line) => line.startsWith(`${name} `)) ?? name;
      const rest = wordsOf(example.slice(name.length)?.trim() || '--wide');
      const { err } = await cli.run(
        ...formerly!.split(' '),
        ...rest,
        ...(name === 'collect export' ? ['--out', 'x'] : []),
      );
      expect(err).toContain(`"${formerly}" is now "${name}"`);
      const [word] = formerly!.split(' ');
      if (commands.every((one) => one.name.split(' ')[0] !== word))
        expect(help).not.toMatch(new RegExp(`^ {2}${word} `, 'm'));
    }
  });

  test('a group of older words says what they are now, and help lists the commands that mention it', async () => {
    const { out } = await cli.run('collection', '--help');
    expect(out).toContain('"reelgate admin collections list"');
    const help = await cli.run('help', 'collection');
    expect(help.out).toMatch(/^collect cancel /m);
    expect(help.out).toMatch(/^admin collections list /m);
  });

  test('a flag of a command above has the same form in the commands below, and others are refused', async () => {
    for (const { name, options = [] } of commands) {
      const above = commands.find((one) => name.startsWith(`${one.name} `));
      for (const { flags } of above?.options ?? []) {
        const same = options.find((one) => one.flags.split(' ')[0] === flags.split(' ')[0]);
        if (same !== undefined) expect([name, same.flags]).toEqual([name, flags]);
      }
    }
    const { code, err } = await cli.run('collect', 'list', '--budget', '2', '--key', 'k');
    expect([code, err]).toEqual([
      EXIT.usage,
      'error: unknown option \'--budget\'; see "reelgate collect list --help"\n',
    ]);
  });
});

describe('help WORD', () => {
  test('a word that is no command lists the commands that mention it', async () => {
    const { code, out } = await cli.run('help', 'refund');
    expect([code, out]).toEqual([EXIT.ok, expect.stringMatching(/^account refund {2}/m)]);
  });

  test('a typing error gets the name that was meant', async () => {
    expect(await cli.run('help', 'acount')).toEqual({
      code: EXIT.usage,
      out: '',
      err: 'error: no command mentions "acount"; did you mean "account"?\n',
    });
  });
});

test('collect and watch ask the same question in the same words', async () => {
  const { askedQuestion } = await import('./buying/question.ts');
  const asked = (where: string, what: string[]) =>
    askedQuestion({ args: [where, what], options: {} } as unknown as VerbCall);
  const path = '/api/u1/v1/library/app/search_video_v2';
  expect(asked('library', ['night sky'])).toEqual({ path, query: { keyword: 'night sky' } });
  expect(asked(path, ['keyword=night sky', 'count=5'])).toEqual({
    path,
    query: { keyword: 'night sky', count: '5' },
  });
  // Only the first sign of a parameter ends its name: cursors and addresses have more of them.
  expect(asked(path, ['pcursor=aGk==', 'url=https://a.example/?v=1']).query).toEqual({
    pcursor: 'aGk==',
    url: 'https://a.example/?v=1',
  });
  expect(() => asked('library', ['night', 'sky'])).toThrow('needs quotes: "night sky"');
  expect(() => asked(path, ['cat'])).toThrow('is not a parameter');
});
