// A pool of connections that makes do with fewer than it wants. A server, a role or a pooler may have room for less than that: who is
// refused a further connection then waits for one that is open, and the pool gives one of its own away when another part of this process
// has none.
import pg from 'pg';
import { isConnectionRefused } from './connection-refused.ts';

/** A refused connection costs the server little, and room may come back at any time: the next attempt is this much later. */
const TRY_AGAIN_MS = 10_000;
/** Paid calls use one, and another one must be left for a check of the ledger, which may take minutes. */
export const LEDGER_CONNECTIONS_MIN = 2;

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: pg.PoolClient['release'],
) => void;

export class AdaptivePool extends pg.Pool {
  readonly wanted: number;
  #tryAgain: NodeJS.Timeout | undefined;

  constructor(settings: pg.PoolConfig & { max: number }) {
    super(settings);
    this.wanted = settings.max;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connected = super.connect().catch((error: unknown) => {
      if (!isConnectionRefused(error) || this.totalCount === 0) throw error;
      this.#makeDoWith(this.totalCount);
      return super.connect();
    });
    if (callback === undefined) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  /** Closes one connection, for somebody in this process who has none. It keeps at least as many as it cannot do without. */
  async giveOne(): Promise<void> {
    const left = this.totalCount - 1;
    if (left < LEDGER_CONNECTIONS_MIN) return;
    this.#makeDoWith(left);
    (await super.connect()).release(true);
  }

  override end(): Promise<void> {
    clearTimeout(this.#tryAgain);
    return super.end();
  }

  #makeDoWith(count: number): void {
    this.options.max = count;
    clearTimeout(this.#tryAgain);
    this.#tryAgain = setTimeout(() => {
      this.options.max = this.wanted;
    }, TRY_AGAIN_MS).unref();
  }
}
