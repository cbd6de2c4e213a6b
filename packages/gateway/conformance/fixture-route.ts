// Serves the gateway's route for agents with other tools behind it: the same checks of key, Host and Origin and the
// same protocol code, with the example server of the conformance suite in place of the gateway's tools. It has no
// ledger and charges nothing.
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../src/domain/clock.ts';
import { type Failure, failure } from '../src/domain/failure.ts';
import { AccountLimiter } from '../src/domain/limiting/account-limiter.ts';
import { relativeDocs } from '../src/http/answers/problem.ts';
import { PUBLIC_TIMES } from '../src/http/connections/server-times.ts';
import { serveMcp } from '../src/http/mcp/serve-mcp.ts';
import { createServer } from '../src/http/server.ts';
import type { ToolPort } from '../src/mcp/tool-port.ts';
import type { KeyHolder } from '../src/storage/storage.ts';
import { createFixtureServer } from '../src/testing/protocol-fixtures.ts';

const say = (fields: object, words: string) => console.error(words, fields);
const silent = () => {};

interface FixtureRoute {
  url: string;
  close(): Promise<void>;
}

/** `key` is the only key that is accepted. */
export async function startFixtureRoute(key: string): Promise<FixtureRoute> {
  const server = createServer(
    {
      serviceName: 'fixtures',
      title: () => 'Fixtures',
      clock: systemClock,
      random: randomBytes,
      log: { error: say, warn: say, info: silent, debug: silent },
      trustProxy: [],
      unread: () => ({ accountBytes: 1e9, processBytes: 1e9 }),
      limitConnections: () => {},
      draining: () => false,
    },
    PUBLIC_TIMES,
    relativeDocs('/docs'),
  );
  let url = '';
  const wide = { requests: 1_000_000, perSeconds: 60, concurrent: 1_000 };
  const reads = new AccountLimiter(systemClock, () => wide, { policy: 'reads', what: 'reads' });
  const access = {
    isServed: () => true,
    listed: () => 'all' as const,
    publicUrl: () => url,
    origins: () => [],
    authenticate: async (authorization: string | null): Promise<KeyHolder | Failure> =>
      authorization === `Bearer ${key}`
        ? ({ account: { id: 'fixtures' } } as KeyHolder)
        : failure('UNAUTHORIZED', 'Send the key.'),
    takeRead: (account: string) => reads.take(account),
  };
  serveMcp(server, access, {
    server: { name: 'fixtures', version: '1' },
    onBug: (error) => console.error(error),
    portOf: () => ({}) as ToolPort,
    load: async () => createFixtureServer,
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  return { url, close: () => server.app.close() };
}
