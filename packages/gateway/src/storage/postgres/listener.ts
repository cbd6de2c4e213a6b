// The only connection whose state is relied on: it LISTENs for changes of the revision and for new events, and calls its listeners. It
// needs a connection without a pooler, where a LISTEN would stay on a connection that others use. If it finds a pooler, or its own test
// notification does not arrive several times, it reports that and gives up; the gateway then polls the revision. A lost connection is
// opened again.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { REVISION_CHANNEL } from './audit.ts';
import { connectPrimary, type Pool } from './connection.ts';
import { EVENTS_NOTICE } from './events.ts';

const PROBE = 'probe';
/** Milliseconds to wait for the test notification, which usually takes a few. */
const PROBE_MS = 2_000;
const RETRY_MS = 1_000;
/** A server may be slow once. After this many missing test notifications in a row, the listener gives up. */
const DEAF_TIMES_MAX = 3;

/** `pooled`: there is a pooler. `deaf`: no notification arrived. `lost`: the connection ended. */
type ListeningEnd = 'pooled' | 'deaf' | 'lost';

interface ListenerSettings {
  url: string;
  pool: Pool;
  onNotice(text: string): void;
}

export class RevisionListener {
  readonly #settings: ListenerSettings;
  readonly #listeners = new Set<() => void>();
  readonly #eventListeners = new Set<() => void>();
  readonly #stopped = new AbortController();
  #client: pg.Client | null = null;
  #running: Promise<void> | null = null;

  constructor(settings: ListenerSettings) {
    this.#settings = settings;
  }

  add(listener: () => void): () => void {
    return this.#addTo(this.#listeners, listener);
  }

  addForEvents(listener: () => void): () => void {
    return this.#addTo(this.#eventListeners, listener);
  }

  #addTo(listeners: Set<() => void>, listener: () => void): () => void {
    listeners.add(listener);
    this.#running ??= this.#run();
    return () => listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#stopped.abort();
    await this.#client?.end().catch(() => {});
    await this.#running;
  }

  #tell(listeners: ReadonlySet<() => void>): void {
    for (const listener of listeners) listener();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    for (let deafTimes = 0; !signal.aborted; ) {
      const end = await this.#listenOnce().catch((): ListeningEnd => 'lost');
      if (signal.aborted) return;
      if (end === 'pooled') return this.#giveUp();
      deafTimes = end === 'deaf' ? deafTimes + 1 : 0;
      if (deafTimes >= DEAF_TIMES_MAX) return this.#giveUp();
      await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  #giveUp(): void {
    this.#settings.onNotice(
      'PostgreSQL sends no notifications on this connection, usually because of a pooler. ' +
        'Changes by other nodes are polled for twice a second. To be notified faster, connect to the server directly',
    );
  }

  /** Listens until the connection ends. */
  async #listenOnce(): Promise<ListeningEnd> {
    const client = await connectPrimary(this.#settings.url);
    this.#client = client;
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    try {
      // If it was closed meanwhile, there was no connection to end yet.
      if (this.#stopped.signal.aborted) return 'lost';
      if (await isPooled(client)) return 'pooled';
      const received = this.#receive(client);
      await client.query(`LISTEN ${REVISION_CHANNEL}`);
      await this.#settings.pool.query('SELECT pg_notify($1, $2)', [REVISION_CHANNEL, PROBE]);
      const first = await firstOf({ received, lost: ended }, PROBE_MS);
      if (first !== 'received') return first === 'lost' ? 'lost' : 'deaf';
      // Something may have changed while it was not listening.
      this.#tell(this.#listeners);
      this.#tell(this.#eventListeners);
      await ended;
      return 'lost';
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Resolves when the test notification arrives. Any other notification is a change. */
  #receive(client: pg.Client): Promise<void> {
    return new Promise((resolve) => {
      client.on('notification', ({ payload }) => {
        if (payload === PROBE) resolve();
        else this.#tell(payload === EVENTS_NOTICE ? this.#eventListeners : this.#listeners);
      });
    });
  }
}

/** A pooler greets with a process number of its own, not with that of the server process that answers. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  return rows[0].pid !== (client as unknown as { processID: number }).processID;
}

async function firstOf<N extends string>(work: Record<N, Promise<void>>, ms: number): Promise<N | 'late'> {
  const timer = new AbortController();
  const late = pause(ms, 'late' as const, { signal: timer.signal, ref: false }).catch(() => 'late' as const);
  const named = Object.entries<Promise<void>>(work).map(([name, one]) => one.then(() => name as N));
  const first = await Promise.race([...named, late]);
  timer.abort();
  return first;
}
