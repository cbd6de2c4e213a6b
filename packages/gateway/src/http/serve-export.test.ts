// The place that a download takes among those of its account.
import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Collection } from '../domain/collection.ts';
import { serveExport } from './serve-export.ts';
import type { Server } from './server.ts';

test('a download whose ledger fails before its first byte leaves its place', async () => {
  const app = fastify();
  const collection: Partial<Collection> = { id: 'col_1', accountId: 'acc', endedAtMs: 0, expiresAtMs: null };
  const away = async () => {
    throw new Error('the ledger is away');
  };
  const taken: string[] = [];
  serveExport(
    { app, answers: {} } as unknown as Server,
    {
      account: {
        storage: { collections: { find: async () => collection }, found: new Proxy({}, { get: () => away }) },
        clock: { nowMs: () => 0 },
        collecting: { links: { isSigned: () => true } },
      },
      admit: (accountId: string) => {
        taken.push(accountId);
        return { kind: 'place', leave: () => void taken.pop() };
      },
    } as never,
  );
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${url}/api/collections/v1/col_1/export?expires=1&signature=s`);
  expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('the ledger is away')]);
  await expect.poll(() => taken).toEqual([]);
  await app.close();
});
