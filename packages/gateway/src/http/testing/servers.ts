// The fixture of the HTTP tests: both listeners on real ports with real storage; only the call pipeline is scripted.
// `exchange` uses a bare socket, so that a test can send any bytes.

import { connect, type Socket } from 'node:net';
import { createAddressBook } from '../../addresses/address-book.ts';
import { authenticate, authenticateAdmin } from '../../call/authenticate.ts';
import type { CallOutcome } from '../../call/call-outcome.ts';
import { authenticateConsole, authenticatePortal } from '../../call/callers/authenticate-session.ts';
import type { GatewayCalls, SendOutcome } from '../../call/gateway-calls.ts';
import type { CallRequest } from '../../call/read-request.ts';
import { hashSecret, makeSecret } from '../../domain/access/key.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { systemRandom } from '../../domain/clock.ts';
import { failure, isFailure } from '../../domain/failure.ts';
import { KB } from '../../domain/limits.ts';
import { toMicros, ZERO } from '../../domain/money.ts';
import type { Payments } from '../../domain/payment-port.ts';
import type { AccountRateSettings } from '../../features/account-rate-limits.ts';
import { createPuzzles } from '../../features/signups/puzzles.ts';
import { createStatusFigures } from '../../features/status/status-figures.ts';
import { dataRoutes } from '../../operations/index.ts';
import { makeAccount, makeKey } from '../../verb/testing/account.ts';
import { collectsAnything, createWorld, type World, watchesAnything } from '../../verb/testing/world.ts';
import { type AdminServerDeps, createAdminServer } from '../admin-server.ts';
import { createPublicServer, type PublicServerDeps } from '../public-server.ts';
import type { Server } from '../server.ts';

/** High enough never to refuse. */
const WIDE_VISITS: AccountRateSettings = {
  reads: { requests: 1_000_000, perSeconds: 60, concurrent: 10_000 },
  writes: { requests: 1_000_000, perSeconds: 60 },
  webhookTests: { requests: 1_000_000, perSeconds: 60 },
};

export const SEARCH = '/api/u1/v1/demo/app/search_video_v2';
export const ID_HEADER = 'x-reelgate-request-id';

const CATALOG: Catalog = {
  version: 1,
  publishedAtMs: 0,
  publishedBy: 'test',
  note: null,
  currency: 'USD',
  effectiveFromMs: 0,
  endpoints: ['search_video_v2', 'search_video'].map((operation) => ({
    path: `/api/*/v1/*/app/${operation}`,
    unitPriceMicros: toMicros(12_000),
    summary: null,
    deprecated: false,
    sunsetAtMs: null,
    successor: null,
  })),
  overrides: [],
};

/** Checks in the order of the real pipeline: the key, then the query, then the platform. */
class ScriptedCalls implements GatewayCalls {
  readonly seen: CallRequest[] = [];
  next: (request: CallRequest) => CallOutcome | Promise<CallOutcome> = answered;
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async run(request: CallRequest, send: SendOutcome): Promise<void> {
    await send(await this.#outcome(request), () => {});
  }

  async #outcome(request: CallRequest): Promise<CallOutcome> {
    const { storage, clock } = this.#world;
    const keys = { find: (hash: string) => storage.keys.findByHash({ hash }) };
    const holder = await authenticate(keys, clock, request);
    if (isFailure(holder)) return holder;
    const full = request.roomFor?.(holder.account.id) ?? null;
    if (full !== null) return full;
    if (request.target.kind !== 'operation') throw new Error('only operations are scripted');
    const { query, platform } = request.target;
    if (isFailure(query)) return query;
    if (platform !== 'demo') return failure('PLATFORM_NOT_FOUND', 'There is no such platform.');
    this.seen.push(request);
    return this.next(request);
  }
}

export function answered(request: CallRequest): CallOutcome {
  return {
    kind: 'answered',
    content: {
      kind: 'text',
      head: [`{"request_id":${JSON.stringify(request.requestId)},"balance":"`],
      tail: '"}',
    },
    chargedMicros: toMicros(12_000),
    balanceMicros: toMicros(9_988_000),
    rate: { limit: { requests: 600, perSeconds: 60, concurrent: 50 }, remaining: 599, resetMs: 59_001 },
    deprecation: null,
    ageSeconds: null,
  };
}

interface LoggedLine {
  level: string;
  fields: object;
  message: string;
}

export interface Servers {
  world: World;
  calls: ScriptedCalls;
  key: string;
  adminToken: string;
  publicPort: number;
  adminPort: number;
  public: Server;
  admin: Server;
  logged: LoggedLine[];
  setDraining(draining: boolean): void;
  close(): Promise<void>;
}

async function listen({ app }: Server): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as { port: number }).port;
}

async function makeAdminToken({ storage }: World): Promise<string> {
  const secret = makeSecret('rga', systemRandom);
  const shown = {
    id: 'adm_test',
    name: 'test',
    role: 'owner' as const,
    prefix: secret.slice(0, 12),
    hash: hashSecret(secret),
  };
  await storage.adminTokens.create({ actor: 'test', ...shown });
  return secret;
}

export async function startServers(
  replaced: Partial<PublicServerDeps> & Partial<AdminServerDeps> = {},
  coverage: PublicServerDeps['account']['coverage'] = () => null,
  payments: Payments | null = null,
): Promise<Servers> {
  const world = await createWorld();
  const { storage, clock } = world;
  const account = await makeAccount(storage);
  const { secret: key } = await makeKey(storage, account.id);
  const adminToken = await makeAdminToken(world);
  const calls = new ScriptedCalls(world);
  const logged: LoggedLine[] = [];
  const line = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields, message });
  let draining = false;
  const routes = dataRoutes({ demo: ['video.search'] });
  const shared = {
    serviceName: 'reelgate',
    title: () => 'Reelgate',
    logo: null,
    clock,
    random: systemRandom,
    log: {
      error: line('error'),
      warn: line('warn'),
      info: line('info'),
      debug: line('debug'),
      isLevelEnabled: () => true,
    },
    trustProxy: [],
    unread: () => ({ accountBytes: 64 * 1024 * KB, processBytes: 256 * 1024 * KB }),
    limitConnections: () => {},
    draining: () => draining,
    pages: { console: new Map(), portal: new Map() },
  };
  const publicServer = createPublicServer({
    ...shared,
    calls,
    authenticate: async (authorization, clientAddress) =>
      authenticate({ find: (hash) => storage.keys.findByHash({ hash }) }, clock, {
        authorization,
        clientAddress,
      }),
    authenticatePortal: (halves, address) => authenticatePortal(storage.sessions, clock, halves, address),
    securityContact: () => null,
    portalNames: { hosts: () => ['portal.example'], setting: 'portal.hosts' },
    account: {
      ...{ ownKeys: () => ({ enabled: true, max: 5 }), refresh: async () => {} },
      ...{
        storage,
        clock,
        random: systemRandom,
        complaintBounds: () => ({ allowanceMicros: ZERO, automaticPerDay: 20 }),
      },
      ...{ catalog: () => CATALOG, routes: () => routes },
      signup: () => ({ mode: 'invite', creditMicros: ZERO, creditDays: 30, perDayMax: 100 }),
      puzzles: createPuzzles(new Uint8Array(32), clock, systemRandom),
      currency: 'USD',
      quotes: { seal: () => 'q'.repeat(60) },
      takePlace: () => ({ kind: 'place', leave: () => {} }),
      confirmAbove: () => null,
      showsProviders: () => true,
      lookForDuties: () => {},
      waitForEvents: async () => null,
      pictureAddress: (url: string) => `/api/pictures/v1/picture?of=${encodeURIComponent(url)}`,
      webhookRules: () => ({ enabled: true, perAccountMax: 5, allowPrivate: false }),
      payments: null,
      log: { warn: () => {} },
      coverage,
      statusFigures: createStatusFigures({ storage, clock }),
      platformHealth: () => [{ platform: 'demo', made_up: false, health: 'ok' }],
      suggest: async () => [],
      collecting: collectsAnything,
      watching: watchesAnything,
      publicUrl: () => 'https://api.example',
    },
    payments: null,
    addresses: {
      book: () => createAddressBook([]),
      links: { follow: async (link) => link },
      takePlace: () => ({ kind: 'place', leave: () => {} }),
    },
    pricingPublic: false,
    statusPublic: false,
    visitLimits: () => WIDE_VISITS,
    keyCheckLimit: { requests: 100, perSeconds: 60 },
    ready: () => storage.ready(),
    pictures: { open: () => null, find: async () => failure('NOT_FOUND', 'There is no such picture.') },
    thumbnails: {
      library: async (id) => (id === 'v1' ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : null),
      showcase: async () => null,
    },
    ...replaced,
  });
  const adminServer = createAdminServer({
    ...shared,
    authenticateAdmin: (authorization) => authenticateAdmin(storage.adminTokens, authorization),
    authenticateConsole: (halves) => authenticateConsole(storage.sessions, clock, halves),
    consoleNames: { hosts: () => ['console.example', 'localhost:9'], setting: 'console.hosts' },
    signInLimit: { requests: 100, perSeconds: 60 },
    isMetricsReader: () => false,
    admin: {
      storage,
      clock,
      random: systemRandom,
      signup: () => ({ mode: 'invite', creditMicros: ZERO, creditDays: 30, perDayMax: 100 }),
      webhookRules: () => ({ enabled: true, perAccountMax: 5, allowPrivate: false }),
      currency: 'USD',
      payments: async () => payments,
      coverage: () => [],
      freeOnlyPaths: () => [],
      providerNames: () => ['demo'],
      madeUp: () => [],
      breakableNames: () => ['demo'],
      settings: () => ({ file: null, given: [] }),
      collectionKeep: () => ({ keepMs: 604_800_000, termsMs: null }),
      consoleUrl: () => 'http://127.0.0.1:8081',
      publicUrl: () => 'http://127.0.0.1:8080',
      title: () => 'Reelgate',
      paths: () => routes.map((route) => route.path),
      probe: async () => [],
      providers: async () => ({ states: [], answered: 0, processes: 0, replays: 0 }),
      refresh: async () => {},
    },
    metrics: async () => 'up 1\n',
    ...replaced,
  });
  return {
    world,
    calls,
    key,
    adminToken,
    publicPort: await listen(publicServer),
    adminPort: await listen(adminServer),
    public: publicServer,
    admin: adminServer,
    logged,
    setDraining: (value) => {
      draining = value;
    },
    async close() {
      publicServer.app.server.closeAllConnections();
      adminServer.app.server.closeAllConnections();
      await Promise.all([publicServer.app.close(), adminServer.app.close()]);
      await world.close();
    },
  };
}

/** Makes calls wait until `letGo`; `started` resolves when the first call has arrived. */
export function holdCalls({ calls }: Servers): { started: Promise<void>; letGo(): void } {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  calls.next = async (request) => {
    start();
    await gate;
    return answered(request);
  };
  return { started, letGo };
}

/** How many connections the public listener has open. */
export function connectionsOf({ public: { app } }: Servers): Promise<number> {
  return new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
}

/**
 * Sends the bytes as they are and returns everything received until the server closes or is silent for `quietMs`
 * milliseconds.
 */
export function exchange(
  port: number,
  sent: string | Buffer,
  quietMs = 400,
): Promise<{ text: string; closed: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ text: string; closed: boolean }>();
  const chunks: Buffer[] = [];
  const socket: Socket = connect(port, '127.0.0.1', () => socket.write(sent));
  const finish = (closed: boolean) => {
    clearTimeout(timer);
    socket.destroy();
    resolve({ text: Buffer.concat(chunks).toString('utf8'), closed });
  };
  let timer = setTimeout(() => finish(false), quietMs);
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    clearTimeout(timer);
    timer = setTimeout(() => finish(false), quietMs);
  });
  socket.on('error', () => {});
  socket.on('close', () => finish(true));
  return promise;
}

/** A well-formed request with these additional header lines. */
export function rawRequest(line: string, headers: readonly string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: test', ...headers, '', body].join('\r\n');
}

export function statusOf(text: string): number {
  return Number(text.split(' ')[1]);
}

/** The JSON body of the first answer in the text. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
export function bodyOf(text: string): any {
  const at = text.indexOf('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1]);
  const bytes = Buffer.from(text.slice(at + 4)).subarray(0, length);
  return JSON.parse(bytes.toString('utf8'));
}
