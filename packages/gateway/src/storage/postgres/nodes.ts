// Owns the proof that a node is alive: a row that it touches every two seconds by the database's clock. A node that was not
// heard of for fifteen seconds is gone, and any sweep gives back its holds; should it wake up later, its calls find
// their holds ended. A row is a sign of life and nothing more: what may be charged is decided by the calls alone.
import type { ServingNode } from '../storage.ts';
import { type DatabaseClock, nowQuery } from './database-clock.ts';
import type { Database } from './transaction.ts';

const BEAT_MS = 2_000;
/** Seven beats: longer than a restart of the database or a long pause of the process, shorter than a person's patience. */
export const NODE_GONE_MS = 15_000;
/** Rows of nodes that are long gone are dropped. */
const FORGET_MS = 3_600_000;
/** MonthPartitions are made this often, in beats: once an hour. */
const MONTHS_EVERY_BEATS = 1_800;

export interface NodeSettings {
  database: Database;
  clock: DatabaseClock;
  id: string;
  pid: number;
  host: string;
  makeMonths(): Promise<void>;
}

export interface NodeSign {
  stop(): Promise<void>;
}

export async function startNode(settings: NodeSettings): Promise<NodeSign> {
  await beat(settings);
  let beats = 0;
  let last: Promise<void> | null = null;
  const timer = setInterval(() => {
    // A beat that still waits for the database is not joined by a second one; one that fails is tried again.
    last ??= beatAndMakeMonths(settings, ++beats)
      .catch(() => {})
      .finally(() => {
        last = null;
      });
  }, BEAT_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await last;
      await forget(settings).catch(() => {});
    },
  };
}

async function beatAndMakeMonths(settings: NodeSettings, beats: number): Promise<void> {
  await beat(settings);
  if (beats % MONTHS_EVERY_BEATS === 0) await settings.makeMonths();
}

/** Need not survive a crash of the server, so it waits for no disk. */
export async function beat({ database, clock, id, pid, host }: NodeSettings): Promise<void> {
  await database.write(async (connection) => {
    const [, now] = await connection.together([
      { text: 'SET LOCAL synchronous_commit = off' },
      nowQuery(clock),
    ]);
    const nowMs = now!.rows[0]!.now_ms as number;
    const last = [
      {
        text: `INSERT INTO nodes (id, pid, host, started_at_ms, seen_at_ms) VALUES ($1, $2, $4, $3, $3)
               ON CONFLICT (id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms`,
        values: [id, pid, nowMs, host],
      },
      { text: 'DELETE FROM nodes WHERE seen_at_ms < $1', values: [nowMs - FORGET_MS] },
    ];
    return { value: undefined, last, wasCommitted: null };
  });
}

async function forget({ database, id }: NodeSettings): Promise<void> {
  await database.write(async () => ({
    value: undefined,
    last: [{ text: 'DELETE FROM nodes WHERE id = $1', values: [id] }],
    wasCommitted: null,
  }));
}

export async function listNodes(database: Database, clock: DatabaseClock): Promise<ServingNode[]> {
  return database.read(async (connection) => {
    const now = await connection.query(nowQuery(clock));
    const nowMs = now.rows[0]!.now_ms as number;
    const rows = await connection.all(
      'SELECT id, pid, host, seen_at_ms FROM nodes WHERE seen_at_ms > $1 ORDER BY id',
      nowMs - NODE_GONE_MS,
    );
    return rows.map((row) => ({
      id: row.id as string,
      pid: row.pid as number,
      host: row.host as string,
      silentMs: Math.max(0, nowMs - (row.seen_at_ms as number)),
    }));
  });
}
