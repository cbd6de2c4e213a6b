// Gives tests a PostgreSQL server with an empty schema to clone. One server serves the whole run, and starts when the first test asks for
// it. REELGATE_TEST_POSTGRES=postgres://… names another server to use; its user must be allowed to create databases.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { inBackground } from './packages/gateway/src/domain/in-background.ts';
import { type EmbeddedServer, startEmbeddedServer } from './packages/gateway/src/testing/postgres-server.ts';
import { dropDatabase, makeTemplate } from './packages/gateway/src/testing/postgres-template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address to GET for `{ url, through, isOurs, template }` of the server. */
    postgresDesk: string;
  }
}

export interface Prepared {
  url: string;
  /** Where tests connect: the server itself, or a pooler in front of it. */
  through: string;
  isOurs: boolean;
  template: string;
  remove: () => Promise<void>;
}

async function prepare(): Promise<Prepared> {
  const given = process.env.REELGATE_TEST_POSTGRES;
  if (given !== undefined) {
    const template = await makeTemplate(given);
    return {
      url: given,
      through: given,
      isOurs: false,
      template,
      remove: () => dropDatabase(given, template),
    };
  }
  return prepareOwn(await startEmbeddedServer());
}

/** A server that was started for this run. */
export async function prepareOwn({ url, stop }: EmbeddedServer): Promise<Prepared> {
  return { url, through: url, isOurs: true, template: await makeTemplate(url), remove: stop };
}

export default (project: TestProject) => openDesk(project, prepare);

/** Prepares the server when the first test asks for it. */
export async function openDesk(
  project: TestProject,
  prepareServer: () => Promise<Prepared>,
): Promise<() => Promise<void>> {
  let prepared: Promise<Prepared> | null = null;
  const answer = async (response: ServerResponse) => {
    try {
      prepared ??= prepareServer();
      const { remove: _remove, ...told } = await prepared;
      response.end(JSON.stringify(told));
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
