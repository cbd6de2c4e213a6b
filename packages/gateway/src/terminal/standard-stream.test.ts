// Output that cannot be written, in memory and in a whole process.
import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { StandardStream } from './standard-stream.ts';
import { EXIT } from './world.ts';

/** Accepts `writes` writes, then fails each with this code. */
function failing(writes: number, code: string): { stream: Writable; taken: string[] } {
  const taken: string[] = [];
  const write = (chunk: Buffer, _encoding: string, done: (error?: Error) => void) => {
    if (taken.length === writes) return done(Object.assign(new Error('broken'), { code }));
    taken.push(String(chunk));
    done();
  };
  return { stream: new Writable({ write, autoDestroy: false }), taken };
}

test('what the stream took is no loss', async () => {
  const { stream, taken } = failing(2, 'EPIPE');
  const output = new StandardStream(stream);
  output.write('a');
  output.write('b');
  expect(await output.loss()).toBeNull();
  expect(taken).toEqual(['a', 'b']);
});

test('a write that fails ends nothing, is remembered, and is the last one', async () => {
  const { stream, taken } = failing(1, 'ENOSPC');
  const output = new StandardStream(stream);
  output.write('a');
  output.write('b');
  expect(await output.loss()).toBe('ENOSPC');
  output.write('c');
  expect(await output.loss()).toBe('ENOSPC');
  expect(taken).toEqual(['a']);
});

describe('a whole process', () => {
  const command = `'${process.execPath}' '${path.join(import.meta.dirname, '../../bin/reelgate.js')}'`;
  /** The exit code of the command in a shell pipeline, and its standard error. */
  const shell = (script: string) => {
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    return { code: Number(stdout), err: stderr };
  };

  test('a reader that goes away leaves the exit code as it is, without a word', () => {
    expect(shell(`${command} --help | true; echo \${PIPESTATUS[0]}`)).toEqual({ code: EXIT.ok, err: '' });
    expect(shell(`${command} nonsense 2>&1 | true; echo \${PIPESTATUS[0]}`)).toEqual({
      code: EXIT.usage,
      err: '',
    });
  });

  test.skipIf(!isWritable('/dev/full'))('a full device is one line and code 3', () => {
    expect(shell(`${command} --help > /dev/full; echo $?`)).toEqual({
      code: EXIT.unavailable,
      err: 'error: standard output cannot be written (ENOSPC); what the command did stands\n',
    });
    expect(shell(`${command} nonsense 2> /dev/full; echo $?`)).toEqual({ code: EXIT.usage, err: '' });
  });
});

function isWritable(file: string): boolean {
  try {
    return openSync(file, 'w') > 0;
  } catch {
    return false;
  }
}
