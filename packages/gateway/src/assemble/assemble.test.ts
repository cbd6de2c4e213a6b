// A start that fails at any step must end: nothing that it opened may keep the process alive.
import { mkdtempSync, rmSync } from 'node:fs';
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
