// Gives tests a PostgreSQL server with an empty schema to clone. One server serves the whole run, and starts when the first test asks for
// it. REELGATE_TEST_POSTGRES=postgres://… names another server to use; its user must be allowed to create databases.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { inBackground } from './packages/gateway/src/domain/in-background.ts';
import { startEmbeddedServer } from './packages/gateway/src/testing/postgres-server.ts';
import { dropDatabase, makeTemplate } from './packages/gateway/src/testing/postgres-template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address to GET for `{ url, isOurs, template }` of the server. */
    postgresDesk: string;
  }
}

interface Prepared {
  url: string;
  isOurs: boolean;
  template: string;
  remove: () => Promise<void>;
}

async function prepare(given: string | undefined): Promise<Prepared> {
  if (given !== undefined) {
    const template = await makeTemplate(given);
    return { url: given, isOurs: false, template, remove: () => dropDatabase(given, template) };
  }
  const server = await startEmbeddedServer();
  const template = await makeTemplate(server.url);
  return { url: server.url, isOurs: true, template, remove: () => server.stop() };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let prepared: Promise<Prepared> | null = null;
  const answer = async (response: ServerResponse) => {
    try {
      prepared ??= prepare(process.env.REELGATE_TEST_POSTGRES);
      const { url, isOurs, template } = await prepared;
      response.end(JSON.stringify({ url, isOurs, template }));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  };
  const desk = createServer((_request, response) => inBackground(answer(response)));
  await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
  project.provide('postgresDesk', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.close();
    await (await prepared)?.remove();
  };
}
