// A thread that is used again behaves as one that was started anew: nothing of the work before is left, and an end is told once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ReusedWorker } from './reused-worker.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-reused-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** It counts its messages, tells its own thread, and ends or breaks when it is asked to. */
const PROGRAM = `
const { parentPort, workerData, threadId } = require('node:worker_threads');
let count = 0;
parentPort.on('message', (message) => {
  if (message === 'close') return parentPort.close();
  if (message === 'break') throw new Error('broken');
  parentPort.postMessage({ name: workerData, thread: threadId, count: ++count });
});`;

interface Told {
  name: string;
  thread: number;
  count: number;
}

const file = path.join(folder, 'program.cjs');
writeFileSync(file, PROGRAM);

function start(name: string) {
  const worker = new ReusedWorker(file, { workerData: name });
  const ends: (number | Error)[] = [];
  worker.on('error', (error: Error) => ends.push(error));
  const ended = new Promise<void>((resolve) =>
    worker.on('exit', (code: number) => {
      ends.push(code);
      resolve();
    }),
  );
  const ask = (message: string) =>
    new Promise<Told>((resolve) => {
      worker.once('message', resolve);
      worker.postMessage(message);
    });
  const end = async (message: string) => {
    worker.postMessage(message);
    await ended;
    return ends;
  };
  return { ask, end };
}

test('a thread whose work is over does the next work from the beginning, and its first user hears nothing of it', async () => {
  const first = start('first');
  const { thread } = await first.ask('a');
  expect(await first.ask('b')).toEqual({ name: 'first', thread, count: 2 });
  const beside = start('beside');
  expect((await beside.ask('a')).thread).not.toBe(thread);
  const ends = await first.end('close');
  const second = start('second');
  const told = await second.ask('a');
  expect(told).toEqual({ name: 'second', thread, count: 1 });
  await second.end('close');
  await beside.end('close');
  expect(ends).toEqual([0]);
});

test('a thread that broke tells its user why and is not used again, and changed code gets a thread of its own', async () => {
  const first = start('first');
  const { thread } = await first.ask('a');
  const [error, code, ...more] = await first.end('break');
  expect([(error as Error).message, code, more]).toEqual(['broken', 1, []]);
  const second = start('second');
  expect((await second.ask('a')).thread).not.toBe(thread);
  await second.end('close');
  writeFileSync(file, PROGRAM.replace('++count', '"changed"'));
  const changed = start('third');
  expect(await changed.ask('a')).toMatchObject({ name: 'third', count: 'changed' });
  await changed.end('close');
});
