// A pool that works with fewer connections than it wants, because a server, a role or a pooler may allow fewer. When a further connection
// is refused, callers wait for one of the open ones. The pool closes one of its connections when another part of this process has none.
import pg from 'pg';
import { isConnectionRefused } from './connection-refused.ts';

/**
 * Milliseconds until the pool tries to open more connections again. A refused attempt costs the server little, and the server may allow
 * more at any time.
 */
const TRY_AGAIN_MS = 10_000;
/** One for paid calls, and one for a check of the ledger, which may take minutes. */
const LEDGER_CONNECTIONS_MIN = 2;

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

  /** Closes one connection, so that another part of this process can open one. It keeps at least `LEDGER_CONNECTIONS_MIN`. */
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
