// Gives tests a PostgreSQL server: one for the whole run, started when the first test asks for it, so that runs without such a
// test do not pay for it. REELGATE_TEST_POSTGRES=postgres://… names a server to use instead; its user must be allowed to
// create databases.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type EmbeddedServer, startEmbeddedServer } from './packages/gateway/src/testing/postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** GET it for the server: `{ url, isOurs }`. */
    postgresDesk: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.REELGATE_TEST_POSTGRES;
  let started: Promise<EmbeddedServer> | null = null;
  const desk = createServer(async (_request, response) => {
    try {
      started ??= given === undefined ? startEmbeddedServer() : null;
      const url = given ?? (await started)?.url;
      response.end(JSON.stringify({ url, isOurs: given === undefined }));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  project.provide('postgresDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.close();
    await (await started)?.stop();
  };
}
