// With --json an error is one line of JSON on standard error, with a code and the exit code, and standard output stays empty.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXPORT_ROWS_MAX } from '../library/limits.ts';
import { StorageUnavailable } from '../storage/storage.ts';
import { EXIT } from '../terminal/world.ts';
import { commands } from './commands.ts';
import { TestCli } from './testing/cli.ts';

let cli: TestCli;
beforeEach(() => {
  cli = new TestCli();
});
afterEach(() => cli.close());

async function errorOf(...words: string[]) {
  const { code, out, err } = await cli.run(...words, '--json');
  expect([out, err.trimEnd().split('\n').length]).toEqual(['', 1]);
  const { error } = JSON.parse(err);
  expect(error.exit_code).toBe(code);
  return error;
}

test.each(commands.map(({ name }) => name))('%s: wrong use is JSON', async (name) => {
  expect(await errorOf(...name.split(' '), '--no-such-flag')).toMatchObject({
    code: 'USAGE',
    exit_code: EXIT.usage,
  });
});

test('a refusal has the code of the API, unavailable storage its own, and a key no place', async () => {
  expect(await errorOf('account', 'show', 'nobody')).toMatchObject({ code: 'NOT_FOUND', exit_code: EXIT.no });
  expect(await errorOf('acount')).toMatchObject({
    code: 'USAGE',
    message: expect.stringContaining('account'),
  });
  const secret = 'rgk_live_abcdefghijklmnop';
  expect((await errorOf('account', secret)).message).not.toContain('abcdef');
  cli.world.control = async () => {
    throw new StorageUnavailable('the disk is full');
  };
  expect(await errorOf('account', 'list')).toMatchObject({
    code: 'STORAGE_UNAVAILABLE',
    exit_code: EXIT.unavailable,
  });
});

test('mistakes of the configuration are a list, in "config check" as its answer', async () => {
  const file = cli.write('gate.yaml', 'servise: {}\nlog: { level: loud }\n');
  const problems = [
    { line: 1, column: 1, setting: 'servise', problem: 'unknown setting; did you mean "service"?' },
    { line: 2, column: 15, setting: 'log.level', problem: expect.stringContaining('got "loud"') },
  ];
  expect(await errorOf('serve', '--config', file)).toMatchObject({
    code: 'CONFIG_INVALID',
    exit_code: 2,
    problems,
  });
  const { code, out, err } = await cli.run('config', 'check', file, '--json');
  expect([code, err]).toEqual([EXIT.no, '']);
  expect(JSON.parse(out)).toMatchObject({ ok: false, code: 'CONFIG_INVALID', problems });
  const [checked, served] = [
    await cli.run('config', 'check', file),
    await cli.run('serve', '--config', file),
  ];
  expect([checked.code, served.code, checked.err]).toEqual([EXIT.no, EXIT.usage, served.err]);
  expect(checked.err.split('\n')).toHaveLength(4);
});

test('an export of a library that is not there, or that cannot be read, leaves no file', async () => {
  const file = `${cli.folder}/records.jsonl`;
  expect((await cli.run('library', 'export', file)).code).toBe(EXIT.usage);
  await cli.json('library', 'import', cli.write('v.jsonl', '{"id":"1","title":"x"}\n'));
  damage(`${cli.folder}/data/library.db`);
  expect((await cli.run('library', 'export', file)).code).not.toBe(EXIT.ok);
  expect(existsSync(file)).toBe(false);
});

test('an export that breaks off half way fails and leaves no file', async () => {
  const many = Array.from({ length: EXPORT_ROWS_MAX + 1 }, (_, i) => `{"id":"${i}","title":"x"}\n`);
  await cli.json('library', 'import', cli.write('v.jsonl', many.join('')));
  // Only a record of the second part, which is read when the first was written.
  damage(`${cli.folder}/data/library.db`, 'WHERE seq = (SELECT max(seq) FROM record)');
  const file = `${cli.folder}/records.jsonl`;
  const { code, err } = await cli.run('library', 'export', file);
  expect([code === EXIT.ok, err]).toEqual([false, expect.stringMatching(/./)]);
  expect(existsSync(file)).toBe(false);
});

/** Its records can no longer be parsed. */
function damage(file: string, which = ''): void {
  const library = new DatabaseSync(file);
  for (const { name } of library.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all())
    library.exec(`DROP TRIGGER "${name}"`);
  library.exec(`UPDATE record SET body = '{' ${which}`);
  library.close();
}
