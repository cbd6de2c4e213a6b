// Proves that a node is alive: a row that it updates every two seconds with the database's time. A node without an update for fifteen
// seconds is gone, and any sweep ends its holds. If it wakes up later, its calls find their holds ended. The row decides nothing about
// charges; only the calls do.

import { systemIntervals } from '../../domain/clock.ts';
import type { ServingNode } from '../storage.ts';
import { type DatabaseClock, nowQuery } from './database-clock.ts';
import { NEWEST } from './marks.ts';
import type { Database } from './transaction.ts';

const BEAT_MS = 2_000;
/**
 * Milliseconds: seven heartbeats. Longer than a restart of the database or a long pause of the process, short enough for a waiting
 * operator.
 */
export const NODE_GONE_MS = 15_000;
/** Milliseconds after which rows of nodes that are gone are deleted. */
const FORGET_MS = 3_600_000;
/** Partitions are made every this many heartbeats: once an hour. */
const MONTHS_EVERY_BEATS = 1_800;

interface NodeSettings {
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
  const stopBeats = systemIntervals(BEAT_MS, () => {
    // There is no second heartbeat while one still waits for the database; a failed one is tried again.
    last ??= beatAndMakeMonths(settings, ++beats)
      .catch(() => {})
      .finally(() => {
        last = null;
      });
  });
  return {
    async stop() {
      stopBeats();
      await last;
      await forget(settings).catch(() => {});
    },
  };
}

async function beatAndMakeMonths(settings: NodeSettings, beats: number): Promise<void> {
  await beat(settings);
  if (beats % MONTHS_EVERY_BEATS === 0) await settings.makeMonths();
}

/** It need not survive a crash of the server, so it does not wait for the disk. */
async function beat({ database, clock, id, pid, host }: NodeSettings): Promise<void> {
  await database.write(async (connection) => {
    const [, now, newest] = await connection.together([
      { text: 'SET LOCAL synchronous_commit = off' },
      nowQuery(clock),
      NEWEST,
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
    return { value: undefined, last, wasCommitted: null, newest: newest!.rows[0] };
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
