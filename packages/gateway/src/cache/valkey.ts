// Owns what the gateway asks of a Valkey or Redis server, and how the package `iovalkey` is loaded: only where a shared cache is configured. What
// is used of the package is written down here. It decides nothing about answers, and never waits for a server that is away.
import type { CacheServerAddress } from '../domain/cache-server.ts';
import type { CacheServer, ServedValue } from './shared-cache.ts';

type Reply = [error: Error | null, result: unknown];

interface ValkeyPipeline {
  pttl(name: string): ValkeyPipeline;
  getrangeBuffer(name: string, first: number, last: number): ValkeyPipeline;
  exec(): Promise<Reply[] | null>;
}

interface ValkeyClient {
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
/** Between two tries to connect; each try is cheap, and nobody waits for it. */
const RECONNECT_MS_STEP = 100;
const RECONNECT_MS_MAX = 2_000;

const OPTIONS = {
  lazyConnect: true,
  connectTimeout: CONNECT_MS_MAX,
  // Of a server that takes connections and says nothing.
  socketTimeout: CONNECT_MS_MAX,
  retryStrategy: (times: number) => Math.min(times * RECONNECT_MS_STEP, RECONNECT_MS_MAX),
  // Whatever cannot be sent at once is a failure at once: a late answer is of no use to anybody.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectionName: 'reelgate',
};

async function createClient(address: CacheServerAddress): Promise<ValkeyClient> {
  const loaded = await import(PACKAGE).catch((cause) => {
    throw new ValkeyMissing('cache.url needs a package that is not installed: npm install iovalkey@0.4', {
      cause,
    });
  });
  const Valkey = loaded.Valkey as new (options: object) => ValkeyClient;
  const { host, port, username, password, database: db, isSecure } = address;
  const client = new Valkey({ ...OPTIONS, host, port, username, password, db, ...(isSecure && { tls: {} }) });
  // Told to whoever asks next; without a listener the package prints it.
  client.on('error', () => {});
  return client;
}

/** Connects by itself, again and again; `ready` tells of the first time, or why not. */
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

/** One question to a server, for people. Rejects with what is wrong. */
export async function pingValkey(address: CacheServerAddress): Promise<void> {
  const client = await createClient(address);
  let reason: unknown = null;
  client.on('error', (error) => {
    // The first says what is wrong; those that follow from it say less.
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

/** What a server says that gives what it has and takes nothing more: it is full, cannot write to its disk, or follows another. */
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

/** The time comes first: should the value be replaced in between, the new one seems older than it is, and never younger. */
async function read(
  client: ValkeyClient,
  names: readonly string[],
  bytesMax: number,
): Promise<(ServedValue | null)[]> {
  const pipeline = client.pipeline();
  // No more than one byte beyond the longest: what is longer is not taken apart.
  for (const name of names) pipeline.pttl(name).getrangeBuffer(name, 0, bytesMax);
  const replies = (await pipeline.exec()) ?? [];
  return names.map((_, i) => servedValue(replies[2 * i]!, replies[2 * i + 1]!, bytesMax));
}

function servedValue(time: Reply, value: Reply, bytesMax: number): ServedValue | null {
  // Somebody else's list or set under our name.
  if (value[0]?.message.startsWith('WRONGTYPE')) return null;
  const error = time[0] ?? value[0];
  if (error !== null) throw error;
  const [leftMs, bytes] = [time[1], value[1]];
  if (typeof leftMs !== 'number' || !Buffer.isBuffer(bytes)) throw new Error('an answer of another form');
  return leftMs < 0 || bytes.length === 0 || bytes.length > bytesMax ? null : { value: bytes, leftMs };
}
