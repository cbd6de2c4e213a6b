// Owns the public listener: billed calls, the caller's own account, prices, the key check, health and the reference.
// No admin route is ever mounted here.
import type { FastifyRequest } from 'fastify';
import { accountCsv } from '../account/csv-form.ts';
import type { AccountDeps } from '../account/deps.ts';
import { accountVerbs } from '../account/index.ts';
import { type AddressDeps, keyCheck, pricing, resolveUrl } from '../account/public.ts';
import type { GatewayCalls } from '../call/gateway-calls.ts';
import type { Failure } from '../domain/failure.ts';
import { KEY_CHECK_BODY_BYTES_MAX } from '../domain/limits.ts';
import type { KeyHolder } from '../storage/storage.ts';
import { serveCalls } from './billed-calls.ts';
import { serveCors } from './cors.ts';
import { authorizationOf } from './credentials.ts';
import { serveHealth } from './health.ts';
import { answerInTurn } from './lines.ts';
import { PUBLIC_URL } from './openapi.ts';
import { type PageFiles, PORTAL_PLACE, servePages } from './pages.ts';
import { type ReferenceDeps, serveReference } from './reference.ts';
import { serveMcp } from './serve-mcp.ts';
import { servePasses } from './serve-passes.ts';
import { serveVerb, type VerbRouteOptions } from './serve-verb.ts';
import { createServer, type Server, type ServerDeps } from './server.ts';
import { PUBLIC_TIMES } from './server-times.ts';
import { createDoor } from './shed-load.ts';
import { createThrottle, type ThrottleLimit } from './throttle.ts';
import { serveThumbnails } from './thumbnails.ts';
import type { TurnstileFigures, TurnstileLimits } from './turnstile.ts';

export interface PublicServerDeps extends ServerDeps, ReferenceDeps {
  calls: GatewayCalls;
  /** For the free routes: whose key is this? One failure for whatever is wrong with it. */
  authenticate(authorization: string | null, clientAddress: string): Promise<KeyHolder | Failure>;
  account: AccountDeps;
  addresses: AddressDeps;
  pricingPublic: boolean;
  /** Tools for agents: whether they are served. */
  mcp?(): { enabled: boolean };
  /** Of web pages that may read answers; none when absent. */
  corsOrigins?(): readonly string[];
  keyCheckLimit: ThrottleLimit;
  /** Counts for several processes, instead of this one alone. */
  takeKeyCheck?: ((address: string) => Promise<Failure | null>) | null;
  ready(): Promise<void>;
  /** Of the portal; empty when they are not built. */
  pages: { portal: PageFiles };
  thumbnail(id: string): Promise<string | null>;
  /** How many calls may wait to be begun; a test makes it small. */
  door?: TurnstileLimits;
  /** Told once how to look at who waits and who was refused. */
  watchDoor?(figures: () => TurnstileFigures): void;
}

export function createPublicServer(deps: PublicServerDeps): Server {
  const server = createServer(deps, PUBLIC_TIMES);
  const byKey = (request: FastifyRequest) =>
    deps.authenticate(authorizationOf(request.raw), server.addressOf(request.raw));
  const byNobody = async () => null;
  // A key that is given must be good, also where none is needed: its holder expects its own prices.
  const byKeyIfGiven = (request: FastifyRequest) =>
    deps.pricingPublic && request.headers.authorization === undefined ? byNobody() : byKey(request);
  const own = createThrottle(deps.keyCheckLimit, deps.clock);
  const takeKeyCheck = deps.takeKeyCheck ?? ((address: string) => own.take(address));

  servePasses(server, deps.calls, deps.mounts ?? []);
  serveVerb(server, keyCheck, deps.account, {
    authenticate: byNobody,
    throttle: (request) => takeKeyCheck(server.addressOf(request.raw)),
    bodyBytesMax: KEY_CHECK_BODY_BYTES_MAX,
  });
  serveVerb(server, pricing, deps.account, { authenticate: byKeyIfGiven });
  for (const verb of accountVerbs) {
    const csv = accountCsv[verb.name];
    const options: VerbRouteOptions<KeyHolder | null> = { authenticate: byKey, ...(csv && { csv }) };
    serveVerb(server, verb, deps.account, options);
  }
  serveVerb(server, resolveUrl, deps.addresses, { authenticate: byKey });
  serveThumbnails(server, deps.thumbnail);
  servePages(server, PORTAL_PLACE, deps.pages.portal);
  serveHealth(server, deps);
  serveReference(server, deps);
  const door = createDoor(server.requestIds.header, deps.door);
  deps.watchDoor?.(door.figures);
  serveMcp(server, {
    ...deps,
    door,
    isServed: () => deps.mcp?.().enabled ?? true,
    origins: deps.corsOrigins ?? (() => []),
    publicUrl: deps.publicUrl ?? (() => PUBLIC_URL),
  });
  serveCalls(server, { calls: deps.calls, door, mounts: deps.mounts ?? [] });
  serveCors(server, deps.serviceName, deps.corsOrigins ?? (() => []));
  answerInTurn(server);
  return server;
}
