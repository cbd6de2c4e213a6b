// A process that may open few files, and a caller without a key that opens more connections than that: the process goes on, keeps descriptors
// for its own work, and answers its operator meanwhile and its callers afterwards.
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESCRIPTORS_RESERVED, OPERATOR_CONNECTIONS } from '../domain/limits.ts';
import { LOOK_MS } from '../process/idle-collection.ts';
import { DataFolder, GatewayProcess } from '../testing/gateway-process.ts';
import { requestText } from '../testing/raw-http.ts';

const FILES = 1_024;
const TAKEN_MOST = FILES - DESCRIPTORS_RESERVED - OPERATOR_CONNECTIONS;
/** More than the process may open. */
const FLOOD = FILES + 200;
/** Connections are made in groups, as the kernel's queue holds a few hundred. */
const TOGETHER = 100;

let folder: DataFolder;
let gateway: GatewayProcess;
let url: URL;

beforeAll(async () => {
  folder = new DataFolder();
  const env = {
    REELGATE_PUBLIC: '127.0.0.1:0',
    REELGATE_ADMIN: '127.0.0.1:0',
    REELGATE_DATA: `${folder.path}/data`,
  };
  gateway = new GatewayProcess(['serve'], env, undefined, FILES);
  url = new URL(await gateway.url());
}, 90_000);
afterAll(async () => {
  gateway.kill('SIGKILL');
  await gateway.ended;
  folder.remove();
});

/** Asks once and stays; resolves when it was answered or dropped. */
function visit(open: Set<Socket>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(Number(url.port), url.hostname, () => socket.write(requestText('GET /livez')));
  open.add(socket);
  socket.on('error', () => {});
  socket.on('data', () => resolve());
  socket.on('close', () => {
    open.delete(socket);
    resolve();
  });
  return promise;
}

async function flood(): Promise<Set<Socket>> {
  const open = new Set<Socket>();
  for (let made = 0; made < FLOOD; made += TOGETHER)
    await Promise.all(Array.from({ length: Math.min(TOGETHER, FLOOD - made) }, () => visit(open)));
  return open;
}

const secretOf = (prefix: string) => new RegExp(`(${prefix}_live_\\w+)`).exec(gateway.out)![1]!;
const ask = (target: string, secret: string) =>
  fetch(target, { headers: { authorization: `Bearer ${secret}` } });

test('the start says how many connections the process takes', () => {
  expect(gateway.err).toContain(`takes ${FILES - DESCRIPTORS_RESERVED} connections`);
});

test('more idle connections than the process may open files end neither the process nor its own work', async () => {
  const open = await flood();
  expect(open.size).toBe(TAKEN_MOST);
  const metrics = await (await ask(`${gateway.adminUrl()}/metrics`, secretOf('rga'))).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)![1]);
  expect(figure('process_max_fds')).toBe(FILES);
  expect(figure('process_open_fds')).toBeLessThan(FILES - DESCRIPTORS_RESERVED / 2);
  // Meanwhile the process looks whether it is idle, and all jobs run.
  const ended = await Promise.race([gateway.ended, pause(2 * LOOK_MS, null)]);
  expect(ended).toBeNull();
  expect(open.size).toBe(TAKEN_MOST);
  for (const socket of open) socket.destroy();
  const search = `${url.origin}/api/u1/v1/library/app/search_video_v2?keyword=cat`;
  await expect
    .poll(() =>
      ask(search, secretOf('rgk')).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  expect(gateway.err).not.toMatch(/EMFILE|because of a bug|in the background/);
}, 90_000);
