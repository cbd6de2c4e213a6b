// The databases of this run: on PostgreSQL as Debian has it, reached through PgBouncer in transaction mode.
import type { TestProject } from 'vitest/node';
import { openDesk, type Prepared, prepareOwn } from '../../../vitest.postgres.ts';
import { type Programs, startEmbeddedServer } from '../src/testing/postgres-server.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { SERVERS } from './programs.ts';

/** Three workers, each with a few storages of 13 connections at a time, and those that tests open. */
const CLIENTS_MAX = 500;

async function prepare(): Promise<Prepared> {
  const programs = SERVERS.PostgreSQL.find() as Programs | null;
  const bouncer = SERVERS.PgBouncer.find();
  if (programs === null || bouncer === null) throw new Error('PostgreSQL or PgBouncer is not installed');
  const server = await prepareOwn(await startEmbeddedServer({ programs }));
  const pooler = await startPgBouncer(bouncer.pgbouncer!, server.url, { max_client_conn: CLIENTS_MAX });
  const remove = async () => {
    await pooler.program.remove();
    await server.remove();
  };
  return { ...server, through: pooler.url, remove };
}

export default (project: TestProject) => openDesk(project, prepare);
