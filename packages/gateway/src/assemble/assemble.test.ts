// A start that fails at any step must end: nothing that it opened may keep the process alive.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../observe/log.ts';
import { type Storage, StorageUnavailable } from '../storage/storage.ts';
import { testConfig } from '../testing/test-gateway.ts';
import { assembleGateway } from './assemble.ts';
import { openStorage } from './core.ts';

const away = async () => {
  throw new StorageUnavailable('away');
};

const broken: [string, (storage: Storage) => Partial<Storage>][] = [
  ['the catalog', ({ catalog }) => ({ catalog: { ...catalog, all: away } })],
  ['the first accounts', ({ accounts }) => ({ accounts: { ...accounts, list: away } })],
  ['the holds of before', ({ calls }) => ({ calls: { ...calls, expire: away } })],
];

test.each(broken)('a database that fails while %s are read leaves nothing open', async (_, breaks) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-assemble-'));
  const settings =
    'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }\n' +
    'platforms: { library: [library] }\nproviders: { library: { connector: library } }\n';
  let closed = 0;
  const start = assembleGateway(testConfig(folder, settings), {
    log: silentLog,
    openStorage: async (...asked) => {
      const storage = await openStorage(...asked);
      const close = () => {
        closed++;
        return storage.close();
      };
      return { ...storage, ...breaks(storage), close };
    },
  });
  await expect(start).rejects.toThrow('away');
  expect(closed).toBe(1);
  rmSync(folder, { recursive: true, force: true });
});

/** Somebody listens there, as a gateway of another release would. */
async function taken(): Promise<{ port: number; close(): void }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

const settingsAt = (publicPort: number, adminPort: number) =>
  `service: { public: "127.0.0.1:${publicPort}", admin: "127.0.0.1:${adminPort}" }\n` +
  'platforms: { library: [library] }\nproviders: { library: { connector: library } }\n';

test.each(['public', 'admin'])(
  'a start whose %s address is taken ends before it opens the ledger',
  async (which) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-assemble-'));
    const other = await taken();
    const settings = which === 'public' ? settingsAt(other.port, 0) : settingsAt(0, other.port);
    let opened = 0;
    const start = assembleGateway(testConfig(folder, settings), {
      log: silentLog,
      openStorage: (...asked) => {
        opened++;
        return openStorage(...asked);
      },
    });
    await expect(start).rejects.toMatchObject({ code: 'EADDRINUSE', port: other.port });
    expect(opened).toBe(0);
    other.close();
    rmSync(folder, { recursive: true, force: true });
  },
);

test('a gateway that opens its ledger has its addresses, answers 503 there, and serves them afterwards', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-assemble-'));
  const [free, other] = [await taken(), await taken()];
  for (const one of [free, other]) one.close();
  const settings = settingsAt(free.port, other.port);
  const ask = async (port: number, target: string) =>
    (await fetch(`http://127.0.0.1:${port}${target}`)).status;
  const seen: number[] = [];
  const gateway = await assembleGateway(testConfig(folder, settings), {
    log: silentLog,
    openStorage: async (...asked) => {
      seen.push(await ask(free.port, '/readyz'), await ask(other.port, '/metrics'));
      return openStorage(...asked);
    },
  });
  await gateway.listen();
  expect([...seen, await ask(free.port, '/readyz')]).toEqual([503, 503, 200]);
  await gateway.drain();
  rmSync(folder, { recursive: true, force: true });
});
