// The client of a Valkey or Redis server. It loads the package `iovalkey` only where a shared cache is configured, and declares
// the parts of the package that it uses. It decides nothing about answers, and never waits for a server that is unavailable.
import type { CacheServerAddress } from '../domain/network/cache-server.ts';
import type { CacheServer, ServedValue } from './shared-cache.ts';

type Reply = [error: Error | null, result: unknown];

interface ValkeyPipeline {
  pttl(name: string): ValkeyPipeline;
  getrangeBuffer(name: string, first: number, last: number): ValkeyPipeline;
  exec(): Promise<Reply[] | null>;
}

export interface ValkeyClient {
  connect(): Promise<void>;
  pipeline(): ValkeyPipeline;
  exists(...names: string[]): Promise<unknown>;
  set(name: string, value: Uint8Array, unit: 'PX', lifeMs: number): Promise<unknown>;
  ping(): Promise<unknown>;
  disconnect(reconnect?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): void;
}

export class ValkeyMissing extends Error {
  override name = 'ValkeyMissing';
}

const PACKAGE: string = 'iovalkey';

const CONNECT_MS_MAX = 5_000;
/** Milliseconds between two connection attempts; each is cheap, and no call waits for it. */
const RECONNECT_MS_STEP = 100;
const RECONNECT_MS_MAX = 2_000;

const OPTIONS = {
  lazyConnect: true,
  connectTimeout: CONNECT_MS_MAX,
  // For a server that accepts connections and does not answer.
  socketTimeout: CONNECT_MS_MAX,
  retryStrategy: (times: number) => Math.min(times * RECONNECT_MS_STEP, RECONNECT_MS_MAX),
  // A command that cannot be sent at once fails at once: a late answer is useless.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectionName: 'reelgate',
};

/** Rejects with `ValkeyMissing` when the package is not installed. */
export async function loadValkey(): Promise<new (options: object) => ValkeyClient> {
  const loaded = await import(PACKAGE).catch((cause) => {
    throw new ValkeyMissing('cache.url needs a package that is not installed: npm install iovalkey@0.4', {
      cause,
    });
  });
  return loaded.Valkey;
}

async function createClient(address: CacheServerAddress): Promise<ValkeyClient> {
  const Valkey = await loadValkey();
  const { host, port, username, password, database: db, isSecure } = address;
  const client = new Valkey({ ...OPTIONS, host, port, username, password, db, ...(isSecure && { tls: {} }) });
  // The next command reports the error; without a listener the package prints it.
  client.on('error', () => {});
  return client;
}

/** Connects and reconnects by itself. `ready` resolves at the first connection, or rejects with the reason. */
export async function openValkey(
  address: CacheServerAddress,
): Promise<{ server: CacheServer; ready: Promise<void> }> {
  const client = await createClient(address);
  const server: CacheServer = {
    get: (names, bytesMax) => read(client, names, bytesMax),
    count: async (names) => Number(await client.exists(...names)),
    set: (name, value, lifeMs) => write(client, name, value, lifeMs),
    drop: () => client.disconnect(true),
    close: () => client.disconnect(),
  };
  return { server, ready: client.connect() };
}

/** One request to a server, for the operator. Rejects with the reason. */
export async function pingValkey(address: CacheServerAddress): Promise<void> {
  const client = await createClient(address);
  let reason: unknown = null;
  client.on('error', (error) => {
    // The first error names the cause; those that follow from it say less.
    reason ??= error;
  });
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    throw reason ?? error;
  } finally {
    client.disconnect();
  }
}

/** Errors of a server that still serves reads but accepts no writes: it is full, cannot write to its disk, or is a replica. */
const TAKES_NOTHING = /^(OOM|MISCONF|READONLY|NOREPLICAS)\b/;

async function write(
  client: ValkeyClient,
  name: string,
  value: Uint8Array,
  lifeMs: number,
): Promise<boolean> {
  try {
    await client.set(name, value, 'PX', lifeMs);
    return true;
  } catch (error) {
    if (TAKES_NOTHING.test((error as Error).message)) return false;
    throw error;
  }
}

/** The time to live is read first: if the value is replaced in between, the new one looks older than it is, and never younger. */
async function read(
  client: ValkeyClient,
  names: readonly string[],
  bytesMax: number,
): Promise<(ServedValue | null)[]> {
  const pipeline = client.pipeline();
  // At most one byte more than the longest allowed value: a longer one is not parsed.
  for (const name of names) pipeline.pttl(name).getrangeBuffer(name, 0, bytesMax);
  const replies = (await pipeline.exec()) ?? [];
  return names.map((_, i) => servedValue(replies[2 * i]!, replies[2 * i + 1]!, bytesMax));
}

function servedValue(time: Reply, value: Reply, bytesMax: number): ServedValue | null {
  // Another program's list or set under our name.
  if (value[0]?.message.startsWith('WRONGTYPE')) return null;
  const error = time[0] ?? value[0];
  if (error !== null) throw error;
  const [leftMs, bytes] = [time[1], value[1]];
  if (typeof leftMs !== 'number' || !Buffer.isBuffer(bytes)) throw new Error('an answer of another form');
  return leftMs < 0 || bytes.length === 0 || bytes.length > bytesMax ? null : { value: bytes, leftMs };
}
