// The Valkey of deploy/compose.yaml, started by the command that is written there. Machines that have only Redis start that: both take
// the same settings.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../src/testing/postgres-server.ts';
import { IMAGE_USER } from './containerfile.ts';

const REAL = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);
if (REAL === undefined)
  console.warn(
    'SKIPPED: neither valkey-server nor redis-server is installed, so compose runs without its Valkey',
  );

interface CacheProcess {
  host: string;
  /** What `reelgate doctor` says about it. */
  state: 'ok' | 'warn';
  stop(): Promise<void>;
}

export async function startCacheServer(
  { command }: { command: string[] },
  here: (text: string) => string,
): Promise<CacheProcess> {
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  if (REAL === undefined) return { host, state: 'warn', stop: async () => {} };
  const temporary = path.dirname(here('/tmp/valkey.conf'));
  mkdirSync(temporary);
  chmodSync(temporary, 0o777);
  const [shell, option, script] = command.map((word) => here(word.replaceAll('$$', '$')));
  const own = `${script!.replace('valkey-server', REAL)} --port ${port} --bind 127.0.0.1`;
  const child = spawn(shell!, [option!, own], { cwd: here('/var/lib/reelgate'), ...IMAGE_USER });
  const ended = once(child, 'close');
  await said(child.stdout!, 'eady to accept connections');
  return {
    host,
    state: 'ok',
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function said(stream: Readable, words: string): Promise<void> {
  let text = '';
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes(words)) return;
  }
  throw new Error(`the cache server did not start: ${text}`);
}
