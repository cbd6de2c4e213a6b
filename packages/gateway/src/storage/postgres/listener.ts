// Owns the one connection that keeps something in its session: it LISTENs for changes of the revision and tells whoever asked.
// It needs a way to the server without a pooler in transaction mode; when it gets no notification of its own, it says so
// and gives up, and the gateway goes on asking for the revision instead. A lost connection is made again.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { REVISION_CHANNEL } from './audit.ts';
import { createClient, type Pool } from './connection.ts';

const PROBE = 'probe';
/** A notification takes milliseconds. */
const PROBE_MS = 2_000;
const RETRY_MS = 1_000;

export interface ListenerSettings {
  url: string;
  pool: Pool;
  onNotice(text: string): void;
}

export class RevisionListener {
  readonly #settings: ListenerSettings;
  readonly #listeners = new Set<() => void>();
  readonly #stopped = new AbortController();
  #client: pg.Client | null = null;
  #running: Promise<void> | null = null;

  constructor(settings: ListenerSettings) {
    this.#settings = settings;
  }

  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#running ??= this.#run();
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.#client?.end().catch(() => {});
    await this.#running;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const isDeaf = await this.#listenOnce().catch(() => false);
      if (isDeaf) return this.#giveUp();
      await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  #giveUp(): void {
    this.#settings.onNotice(
      'PostgreSQL sends no notifications on this connection, which usually means a pooler in transaction mode: ' +
        'changes by other nodes are noticed by asking twice a second. For faster notice, connect to the server directly',
    );
  }

  /** Listens until the connection ends; true when no notification comes through on it. */
  async #listenOnce(): Promise<boolean> {
    const client = createClient(this.#settings.url);
    this.#client = client;
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    client.on('error', () => {});
    try {
      await client.connect();
      const heard = this.#hear(client);
      await client.query(`LISTEN ${REVISION_CHANNEL}`);
      await this.#settings.pool.query('SELECT pg_notify($1, $2)', [REVISION_CHANNEL, PROBE]);
      if (!(await within(heard, PROBE_MS))) return !this.#stopped.signal.aborted;
      // Whatever changed while nobody listened.
      this.#tell();
      await ended;
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Resolves with the probe. Everything else that is heard is a change. */
  #hear(client: pg.Client): Promise<void> {
    return new Promise((resolve) => {
      client.on('notification', ({ payload }) => {
        if (payload === PROBE) resolve();
        else this.#tell();
      });
    });
  }
}

async function within(work: Promise<void>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = pause(ms, false, { signal: timer.signal, ref: false }).catch(() => false);
  const done = await Promise.race([work.then(() => true), late]);
  timer.abort();
  return done;
}
