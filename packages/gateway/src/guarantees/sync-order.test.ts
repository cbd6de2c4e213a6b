// Proves that a paid answer is on disk before it is sent. The test traces the system calls of a serving gateway and requires,
// before every billed 2xx, a sync of the write-ahead log later than that log's last write. kill -9 cannot show this, because the
// operating system keeps unsynced writes. Needs strace and the right to use it; skipped without.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DataFolder, GatewayProcess } from '../testing/gateway-process.ts';

const CALLS = 20;

/** The events that are checked, in the order in which the kernel completed them. */
type Event = 'log written' | 'log synced' | 'paid answer sent';

/** strace prints a call that another thread interrupted in two parts; a write counts from its start, a sync from its end. */
function readTrace(text: string): Event[] {
  const events: Event[] = [];
  const syncing = new Set<string>();
  for (const line of text.split('\n')) {
    const thread = line.split(' ')[0]!;
    const isLog = line.includes('-wal>');
    if (/ pwrite64\(/.test(line) && isLog) events.push('log written');
    if (/ f(data)?sync\(/.test(line) && isLog) {
      if (line.includes('<unfinished')) syncing.add(thread);
      else if (/= 0$/.test(line)) events.push('log synced');
    }
    if (/ f(data)?sync resumed/.test(line) && syncing.delete(thread) && /= 0$/.test(line))
      events.push('log synced');
    if (/HTTP\/1\.1 200/.test(line) && /x-reelgate-charged: 0\.0*[1-9]/.test(line))
      events.push('paid answer sent');
  }
  return events;
}

/** The paid answers that were sent without a sync after the last write of the log. */
function unsynced(events: Event[]): { answers: number; unsynced: number } {
  let isSynced = false;
  const count = { answers: 0, unsynced: 0 };
  for (const event of events) {
    if (event === 'log written') isSynced = false;
    if (event === 'log synced') isSynced = true;
    if (event !== 'paid answer sent') continue;
    count.answers++;
    if (!isSynced) count.unsynced++;
    // The next answer needs a sync of its own.
    isSynced = false;
  }
  return count;
}

async function traced(pid: number, file: string, work: () => Promise<void>): Promise<boolean> {
  const calls = 'trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg';
  const tracer = spawn('strace', ['-f', '-y', '-s', '800', '-e', calls, '-o', file, '-p', String(pid)]);
  let said = '';
  const isAttached = await new Promise<boolean>((resolve) => {
    tracer.on('close', () => resolve(false));
    tracer.stderr.on('data', (chunk) => {
      said += chunk;
      if (said.includes('attached')) resolve(true);
    });
  });
  if (!isAttached) return false;
  await work();
  tracer.kill('SIGINT');
  await once(tracer, 'close');
  return true;
}

const hasTracer = spawnSync('strace', ['-V']).status === 0;

test.skipIf(!hasTracer)('every paid answer has its sync to disk before its first byte', async (context) => {
  const folder = new DataFolder();
  const config = folder.writeConfig(
    `data: ${path.join(folder.path, 'data')}\nservice: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }\n`,
  );
  const gateway = new GatewayProcess(['serve', '--config', config]);
  try {
    const url = await gateway.url();
    const key = /key {4}(rgk_\S+)/.exec(gateway.out)![1]!;
    const trace = path.join(folder.path, 'trace');
    const ask = async (id: string) => {
      const headers = { authorization: `Bearer ${key}`, 'x-reelgate-request-id': id };
      const target = `${url}/api/u1/v1/library/app/search_video_v2?keyword=a&max_age=0`;
      const answer = await fetch(target, { headers });
      expect([answer.status, await answer.text()][0]).toBe(200);
    };
    const wasTraced = await traced(gateway.pid, trace, async () => {
      for (let i = 0; i < CALLS; i++) await ask(`one-${i}`);
    });
    if (!wasTraced) context.skip('strace may not attach to a process here');
    expect(unsynced(readTrace(readFileSync(trace, 'utf8')))).toEqual({ answers: CALLS, unsynced: 0 });
  } finally {
    gateway.kill('SIGTERM');
    await gateway.ended;
    folder.remove();
  }
});
