// The command on a machine whose own Node is not the pinned one: whichever process is killed, by whatever signal, no
// gateway stays behind, and exit codes, signals, input and output are those of the command.
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataFolder } from '../testing/gateway-process.ts';

const BIN = path.join(import.meta.dirname, '../../bin');
const COMMAND = path.join(BIN, 'reelgate.js');
const HAND_OVER = path.join(BIN, 'hand-over.js');

/** Emulates a Node without exec on any Node, and uses one that has it. */
const handingOver = (before: string) => [
  process.execPath,
  '--input-type=module',
  '--eval',
  `${before}; (await import(${JSON.stringify(HAND_OVER)})).handOver(process.execPath);`,
  '--',
  COMMAND,
];
const WAYS: [string, string[]][] = [
  ['a child with a pipe', handingOver('process.execve = undefined')],
  ['exec', handingOver('')],
];
const PIPED = WAYS[0]![1];
const own = ownNode();
if (own === null) console.warn('skipped: the machine has no older Node of its own to start the command with');

/** The first Node on PATH that is not the project's and is older than the pinned one. */
function ownNode(): string | null {
  const places = (process.env.PATH ?? '').split(path.delimiter).filter((one) => !/node_modules/.test(one));
  const found = places.map((place) => path.join(place, 'node')).find((file) => existsSync(file));
  if (found === undefined) return null;
  const major = Number.parseInt(
    execFileSync(found, ['-p', 'process.versions.node'], { encoding: 'utf8' }),
    10,
  );
  return major >= 20 && major < 26 ? found : null;
}

let folder: DataFolder;
beforeEach(() => {
  folder = new DataFolder();
});
afterEach(() => folder.remove());

function start(way: string[], ...args: string[]): ChildProcessWithoutNullStreams {
  const [program, ...before] = way;
  return spawn(program!, [...before, ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      REELGATE_DATA: path.join(folder.path, 'data'),
      REELGATE_PUBLIC: '127.0.0.1:0',
      REELGATE_ADMIN: '127.0.0.1:0',
    },
  });
}

async function serving(child: ChildProcessWithoutNullStreams): Promise<string> {
  let said = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk;
    const url = /serves (http:\S+)/.exec(said)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`did not serve: ${said}`);
}

/** The process that serves: the launcher itself, or its child. */
function gatewayPid({ pid }: ChildProcessWithoutNullStreams): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? pid! : Number(children.split(' ')[0]);
}

const isReached = (url: string) =>
  fetch(`${url}/livez`).then(
    () => true,
    () => false,
  );

/** Its output closes when the last process that holds it has ended. */
async function killAndWait(way: string[], ...args: string[]): Promise<void> {
  const child = start(way, 'serve', ...args);
  const url = await serving(child);
  child.stdout.resume();
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
  expect(await isReached(url)).toBe(false);
}

describe.each(WAYS)('started by %s', (_name, way) => {
  test('kill -9 of the process that was started leaves no gateway behind', () => killAndWait(way));

  test('a signal stops it with the exit code of the command, and only once everything has ended', async () => {
    const child = start(way, 'serve');
    const url = await serving(child);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await isReached(url)).toBe(false);
  });

  test('a killed gateway is reported as killed', async () => {
    const child = start(way, 'serve');
    await serving(child);
    process.kill(gatewayPid(child), 'SIGKILL');
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  });

  test('exit code, output and errors are those of the command', async () => {
    const child = start(way, 'no-such-command');
    const [out, err] = [child.stdout.toArray(), child.stderr.toArray()];
    expect(await once(child, 'exit')).toEqual([2, null]);
    expect([String(await out), String(await err)]).toEqual(['', expect.stringContaining('no-such-command')]);
  });
});

test('kill -9 of the process that was started leaves no workers behind', () =>
  killAndWait(PIPED, '--workers', '2'));

test.skipIf(own === null)(
  "kill -9 leaves nothing behind where the machine's own Node starts the command",
  () => killAndWait([own!, COMMAND]),
);
