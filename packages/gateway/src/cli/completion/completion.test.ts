// Completion in the real shells. A shell that is not installed is skipped aloud; bash is everywhere.
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../commands.ts';
import { TestCli } from '../testing/cli.ts';
import { SHELLS, type Shell } from './completion-scripts.ts';
import { completionTree } from './completion-tree.ts';

let cli: TestCli;
const scripts = new Map<Shell, string>();
beforeAll(async () => {
  cli = new TestCli();
  cli.write(
    'reelgate.yaml',
    'platforms: { library: [library], attic: [library] }\nproviders: { library: { connector: library } }\n',
  );
  for (const shell of SHELLS) scripts.set(shell, (await cli.json('completion', shell)).script);
});
afterAll(() => cli.close());

const isThere = (shell: Shell) => spawnSync(shell, ['--version']).status === 0;

function asked(shell: Shell, words: readonly string[]): string[] {
  const file = `${cli.folder}/completion.${shell}`;
  writeFileSync(file, scripts.get(shell)!);
  const out = execFileSync(shell, ASK[shell](file, words), {
    encoding: 'utf8',
    cwd: cli.folder,
    timeout: 20_000,
  });
  return out
    .split('\n')
    .map((line) => line.split('\t')[0]!.trim())
    .filter((line) => line !== '');
}

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

/** How each shell is asked what it would offer for the last word. */
const ASK: Record<Shell, (file: string, words: readonly string[]) => string[]> = {
  bash: (file, words) => [
    '--norc',
    '-c',
    `source ${file}; COMP_WORDS=(${quoted(words)}); COMP_CWORD=${words.length - 1}; _reelgate 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // The line editor of zsh needs a terminal, so the functions that it would call are replaced by ones that print.
  zsh: (file, words) => [
    '-f',
    '-c',
    `compdef() { :; }; _describe() { print -l -- "\${(@)\${(P)@[-1]}%%:*}"; }; compadd() { shift; print -l -- "$@"; }; _files() { print -l -- *(N); }; ` +
      `source ${file}; words=(${quoted(words)}); CURRENT=${words.length}; _reelgate`,
  ],
  fish: (file, words) => ['--no-config', '-c', `source ${file}; complete -C ${quoted([words.join(' ')])}`],
};

describe.each([...SHELLS])('%s', (shell) => {
  const where = isThere(shell) ? test : test.skip;
  if (!isThere(shell)) console.warn(`${shell} is not installed here: its completion is not tested`);

  where('offers the words that may come next, at every depth', () => {
    const first = new Set(commands.map(({ name }) => name.split(' ')[0]!));
    expect(new Set(asked(shell, ['reelgate', '']))).toEqual(first);
    expect(asked(shell, ['reelgate', 'acc'])).toContain('account');
    expect(asked(shell, ['reelgate', 'admin', 'watches', ''])).toEqual(
      expect.arrayContaining(['list', 'show', 'pause', 'resume', 'end']),
    );
    expect(asked(shell, ['reelgate', '--config', 'x.yaml', 'key', ''])).toContain('rotate');
  });

  where('offers the flags of the command, and its own values after a flag', () => {
    const flags = asked(shell, ['reelgate', 'account', 'statement', 'acme', '--']);
    expect(flags).toEqual(expect.arrayContaining(['--from', '--kind', '--csv', '--json', '--wide']));
    expect(flags).not.toContain('--budget');
    const kinds = asked(shell, ['reelgate', 'account', 'statement', 'acme', '--kind', '']);
    expect(kinds.sort()).toEqual(['adjustment', 'charge', 'refund', 'topup']);
    expect(asked(shell, ['reelgate', 'completion', '']).sort()).toEqual(['bash', 'fish', 'zsh']);
    expect(asked(shell, ['reelgate', 'docs', ''])).toEqual(
      expect.arrayContaining(['search', 'prices', 'reference-cli']),
    );
  });

  where('offers platforms of the configuration, connectors, and files', () => {
    expect(asked(shell, ['reelgate', 'search', '']).sort()).toEqual(['all', 'attic', 'library']);
    expect(asked(shell, ['reelgate', 'collect', 'a'])).toContain('attic');
    expect(asked(shell, ['reelgate', 'connectors', 'show', 'peert'])).toContain('peertube');
    // A word of a command is no command after an argument.
    expect(asked(shell, ['reelgate', 'collect', 'library', 'li'])).not.toContain('list');
    if (shell !== 'bash') expect(asked(shell, ['reelgate', '--config', ''])).toContain('reelgate.yaml');
  });

  where('the script has no fault that the shell reports', () => {
    const file = `${cli.folder}/checked.${shell}`;
    writeFileSync(file, scripts.get(shell)!);
    expect(spawnSync(shell, ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});

test('every command and every flag is in every script', () => {
  for (const shell of SHELLS) {
    const script = scripts.get(shell)!;
    const missing = commands.flatMap(({ name, options = [] }) =>
      [`'${name}'`, ...options.map(({ flags }) => flags.split(' ')[0]!)].filter(
        (word) => !script.includes(word),
      ),
    );
    expect(missing).toEqual([]);
  }
});

test('every flag that takes a platform, a provider or a connector offers those that exist, however its value is called', () => {
  const known = { platforms: ['attic'], providers: ['north'], connectors: ['library'], guides: [] };
  const tree = completionTree(commands, {}, known);
  const valuesOf = (flag: string) =>
    tree
      .flatMap(({ flags }) => flags)
      .filter((one) => one.flag === flag && one.takesValue)
      .map(({ values }) => values);
  for (const [flag, expected] of [
    ['--platform', known.platforms],
    ['--provider', known.providers],
  ] as const) {
    expect([flag, valuesOf(flag).length]).not.toEqual([flag, 0]);
    for (const values of valuesOf(flag)) expect([flag, values]).toEqual([flag, expected]);
  }
});

test('a configuration with mistakes does not stop it', async () => {
  const file = cli.write('bad.yaml', 'servise: {}\n');
  const { code, out } = await cli.run('completion', 'bash', '--config', file);
  expect([code, out.includes('complete -F _reelgate reelgate')]).toEqual([0, true]);
});
