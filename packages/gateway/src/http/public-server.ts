// The public listener: billed calls, the caller's own account, prices, the key check, health and the reference. Admin
// routes are never mounted here.
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { SessionHalves } from '../call/callers/authenticate-session.ts';
import type { GatewayCalls } from '../call/gateway-calls.ts';
import type { Guide } from '../documents/guides.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import { PacedWork } from '../domain/limiting/paced-work.ts';
import { COLLECTION_BODY_BYTES_MAX, KEY_CHECK_BODY_BYTES_MAX } from '../domain/limits.ts';
import { AccountRateLimits, type AccountRateSettings } from '../features/account-rate-limits.ts';
import { pricing } from '../features/catalog/price.account.ts';
import { collectionCreate } from '../features/collections/collection.account.ts';
import { accountCsv, accountVerbs } from '../features/index.ts';
import { keyCheck } from '../features/keys/key-check.account.ts';
import { type AddressDeps, resolveUrl } from '../features/providers/platform.account.ts';
import { portalClose, portalOpen } from '../features/sessions/session.account.ts';
import { signUp, signUpRead } from '../features/signups/sign-up.account.ts';
import { ownStatementRead } from '../features/statements/statement.account.ts';
import { statementCsv } from '../features/statements/statement-views.ts';
import { serviceStatus } from '../features/status/status.account.ts';
import type { Mount } from '../mounts/mount.ts';
import { ALL_PLATFORMS } from '../operations/index.ts';
import { packageVersion } from '../process/package-version.ts';
import type { KeyHolder } from '../storage/storage.ts';
import { limitedRefusal } from '../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../verb/deps.ts';
import type { AnyVerb } from '../verb/verb.ts';
import { serveExport } from './answers/serve-export.ts';
import { serveFeeds } from './answers/serve-feeds.ts';
import { admitCalls, serveOperations } from './billed-calls.ts';
import { PUBLIC_TIMES } from './connections/server-times.ts';
import {
  PUBLIC_REFERENCE,
  type Reference,
  type ReferenceSource,
  serveReference,
} from './documents/reference.ts';
import { type DocumentSource, serveDocuments } from './documents/serve-documents.ts';
import { serveHealth } from './health.ts';
import { answerInTurn } from './limits/connection-queues.ts';
import { listWeight } from './limits/list-weight.ts';
import { createCallAdmission } from './limits/shed-load.ts';
import type { StartQueueFigures, StartQueueLimits } from './limits/start-queue.ts';
import { createThrottle, type ThrottleLimit, throttleKey } from './limits/throttle.ts';
import { createMcpTools } from './mcp/mcp-port.ts';
import { serveMcp } from './mcp/serve-mcp.ts';
import { PUBLIC_URL, SAMPLE_PLATFORM } from './openapi/openapi.ts';
import type { MountTexts } from './openapi/openapi-mounts.ts';
import { type LogoFile, type PageFiles, PORTAL_PLACE, servePages } from './pages.ts';
import { type PictureDeps, servePictures } from './pictures.ts';
import { authorizationOf } from './requests/credentials.ts';
import { serveMounts } from './serve-mounts.ts';
import { type PaymentWebhook, servePayments } from './serve-payments.ts';
import { serveVerb, type VerbRouteOptions } from './serve-verb.ts';
import { createServer, type Server, type ServerDeps } from './server.ts';
import { serveCors } from './sessions/cors.ts';
import { crossOriginRefusal, type GatewayHosts } from './sessions/same-origin.ts';
import {
  type CookieOwner,
  clearSessionCookie,
  PAGE_HEADER,
  readSessionHalves,
  setSessionCookie,
} from './sessions/session-cookie.ts';
import { statementHtml } from './statement-page.ts';
import { type DrawThumbnail, serveThumbnails } from './thumbnails.ts';
import { serveWellKnown } from './well-known.ts';

export interface PublicServerDeps extends ServerDeps {
  publicUrl?(): string;
  /** The address in the settings, for references in problems; empty where none is set. */
  statedUrl?(): string;
  mounts?: readonly Mount[];
  mountTexts?: MountTexts;
  calls: GatewayCalls;
  /** For the free routes: the holder of a key. Gives the same failure whatever is wrong with the key. */
  authenticate(authorization: string | null, clientAddress: string): Promise<KeyHolder | Failure>;
  /** The holder of a portal session. Gives the same failure whatever is wrong with the session. */
  authenticatePortal(halves: SessionHalves, clientAddress: string): Promise<KeyHolder | Failure>;
  /** The host names under which browsers may open the portal. */
  portalNames: GatewayHosts;
  account: AccountDeps;
  addresses: AddressDeps;
  /** null: the webhook of the payment provider is not served. */
  payments: PaymentWebhook | null;
  pricingPublic: boolean;
  /** Whether the status of platforms needs no key. */
  statusPublic: boolean;
  /** Whether tools for agents are served, and how they are listed for a client that chooses none. */
  mcp?(): { enabled: boolean; tools: 'short' | 'all' };
  /** Origins of web pages that may read answers; none when absent. */
  corsOrigins?(): readonly string[];
  /** Whom to tell of a security problem; null when nobody is named. */
  securityContact(): string | null;
  keyCheckLimit: ThrottleLimit;
  /** How often an account may read and change its own data. */
  visitLimits(): AccountRateSettings;
  /** Counts key checks over several processes. Without it this process counts alone. */
  takeKeyCheck?: ((address: string) => Promise<Failure | null>) | null;
  ready(): Promise<void>;
  /** The built pages of the portal; empty when they are not built. */
  pages: { portal: PageFiles };
  /** The guides of this release; none when absent. */
  guides?(): Promise<readonly Guide[]>;
  logo: LogoFile | null;
  thumbnails: { library: DrawThumbnail; showcase: DrawThumbnail };
  pictures: PictureDeps;
  /** How many calls may wait to be started; a test makes it small. */
  admission?: StartQueueLimits;
  /** Called once with a function that returns the figures of the queue. */
  watchAdmission?(figures: () => StartQueueFigures): void;
}

export function createPublicServer(deps: PublicServerDeps): Server {
  const server = createServer(deps, PUBLIC_TIMES, {
    page: PUBLIC_REFERENCE.page,
    base: deps.statedUrl ?? (() => ''),
  });
  server.visitorOf = (request) => portalVisitorOf(server, deps, request);
  const byKey = ({ raw }: FastifyRequest) =>
    server.visitorOf?.(raw) ?? deps.authenticate(authorizationOf(raw), server.addressOf(raw));
  const withoutKey = async () => null;
  // A key that is sent must be valid, also where none is needed: its holder expects its own prices.
  const byKeyIfGiven = (isPublic: () => boolean) => (request: FastifyRequest) =>
    isPublic() && request.headers.authorization === undefined && request.headers[PAGE_HEADER] === undefined
      ? withoutKey()
      : byKey(request);
  const own = createThrottle(deps.keyCheckLimit, deps.clock);
  const takeKeyCheck = deps.takeKeyCheck ?? ((address: string) => own.take(address));

  const owner: CookieOwner = { kind: 'portal', url: () => deps.publicUrl?.() ?? '' };

  serveOperations(server, deps.calls);
  serveMounts(server, deps.calls, deps.mounts ?? []);
  serveVerb(server, keyCheck, deps.account, {
    authenticate: withoutKey,
    throttle: (request) => takeKeyCheck(server.addressOf(request.raw)),
    bodyBytesMax: KEY_CHECK_BODY_BYTES_MAX,
  });
  serveVerb(server, portalOpen, deps.account, {
    authenticate: async ({ raw }) =>
      crossOriginRefusal(deps.portalNames, raw, { isOpening: true }) ?? {
        authenticate: (key) => deps.authenticate(`Bearer ${key}`, server.addressOf(raw)),
      },
    throttle: (request) => takeKeyCheck(server.addressOf(request.raw)),
    bodyBytesMax: KEY_CHECK_BODY_BYTES_MAX,
    finish: setSessionCookie(owner),
  });
  const networkOf = ({ raw }: FastifyRequest) => ({ network: throttleKey(server.addressOf(raw)) });
  serveVerb(server, signUpRead, deps.account, {
    authenticate: async (request) => networkOf(request),
    throttle: (request) => takeKeyCheck(server.addressOf(request.raw)),
  });
  serveVerb(server, signUp, deps.account, {
    authenticate: async (request) =>
      crossOriginRefusal(deps.portalNames, request.raw, { isOpening: true }) ?? networkOf(request),
    throttle: (request) => takeKeyCheck(server.addressOf(request.raw)),
    bodyBytesMax: KEY_CHECK_BODY_BYTES_MAX,
    finish: setSessionCookie(owner),
  });
  const visits = new AccountRateLimits(deps.clock, deps.visitLimits);
  const admit =
    (verb: Pick<AnyVerb<never, never>, 'name' | 'method'>) =>
    (caller: AccountCaller, { raw }: FastifyRequest) =>
      caller && visits.take(caller.account.id, verb, listWeight(raw));
  serveVerb(server, pricing, deps.account, {
    authenticate: byKeyIfGiven(() => deps.pricingPublic),
    admit: admit(pricing),
  });
  const strangers = createThrottle(STATUS_LIMIT, deps.clock);
  serveVerb(server, serviceStatus, deps.account, {
    authenticate: byKeyIfGiven(() => deps.statusPublic),
    admit: (caller, request) =>
      caller === null ? strangers.take(server.addressOf(request.raw)) : admit(serviceStatus)(caller, request),
    cache: STATUS_CACHE,
  });
  for (const verb of accountVerbs) {
    const csv = verb === ownStatementRead ? statementCsv : accountCsv[verb.name];
    const options: VerbRouteOptions<AccountCaller> = {
      authenticate: async (request) => {
        const caller = await byKey(request);
        return isFailure(caller) ? caller : (limitedRefusal(verb, caller) ?? caller);
      },
      admit: admit(verb),
      ...(csv && { csv }),
      ...(verb === ownStatementRead && { html: statementHtml }),
      ...(verb === collectionCreate && { bodyBytesMax: COLLECTION_BODY_BYTES_MAX }),
      ...(verb === portalClose && { finish: clearSessionCookie(owner) }),
    };
    serveVerb(server, verb, deps.account, options);
  }
  serveVerb(server, resolveUrl, deps.addresses, { authenticate: byKey, admit: admit(resolveUrl) });
  const work = new PacedWork(deps.clock);
  serveExport(server, {
    account: deps.account,
    authenticate: byKey,
    work,
  });
  const publicUrl = deps.publicUrl ?? (() => PUBLIC_URL);
  const feeds = { ...deps.account, title: deps.title, publicUrl, version: packageVersion() };
  serveFeeds(server, feeds, { clock: deps.clock, missLimit: deps.keyCheckLimit, work });
  servePayments(server, deps.payments);
  serveThumbnails(server, deps.thumbnails);
  servePictures(server, deps.pictures, deps.clock);
  servePages(server, PORTAL_PLACE, {
    files: deps.pages.portal,
    logo: deps.logo,
    face: () => ({ title: deps.title(), publicUrl: publicUrl() }),
  });
  serveWellKnown(server, { ...deps, portal: deps.pages.portal, publicUrl });
  serveHealth(server, deps);
  const reference = serveReference(server, PUBLIC_REFERENCE, deps, () => referenceSource(deps, publicUrl()));
  serveDocuments(server, documentSource(deps, reference));
  const admission = createCallAdmission(server.requestIds.header, server.docs, deps.admission);
  deps.watchAdmission?.(admission.figures);
  const mcp = {
    isServed: () => hasTools(deps),
    listed: () => deps.mcp?.().tools ?? 'short',
    origins: deps.corsOrigins ?? (() => []),
    publicUrl,
    authenticate: deps.authenticate,
    takeRead: (accountId: string) => visits.read(accountId),
  };
  serveMcp(
    server,
    mcp,
    createMcpTools(server, { ...deps, admission, take: (id, verb) => visits.take(id, verb) }),
  );
  admitCalls(server, admission);
  serveCors(server, deps.serviceName, deps.corsOrigins ?? (() => []));
  answerInTurn(server);
  return server;
}

/** With a key, the answer lists what that key may call: so it is private, and asked for again by its ETag. */
const STATUS_CACHE = 'private, no-cache';
/** Of one address without a key. A page asks once a minute; this leaves room for many people behind one address. */
const STATUS_LIMIT: ThrottleLimit = { requests: 120, perSeconds: 60 };
/** Guides for operators name providers and connectors, so they are shown only where callers may know those. */
async function shownGuides({ guides, account }: PublicServerDeps): Promise<readonly Guide[]> {
  const all = (await guides?.()) ?? [];
  return account.showsProviders() ? all : all.filter(({ audience }) => audience === 'callers');
}

const hasTools = ({ mcp }: PublicServerDeps) => mcp?.().enabled ?? true;

function documentSource(deps: PublicServerDeps, reference: Reference): DocumentSource {
  return {
    version: reference.version,
    title: deps.title,
    guides: () => shownGuides(deps),
    async facts() {
      const { built: document, prices, guides } = await reference.written();
      return { document, prices, guides, hasTools: hasTools(deps) };
    },
  };
}

/** Prices are part of the reference only when they are public. */
function referenceSource(deps: PublicServerDeps, url: string): ReferenceSource {
  const { account, pricingPublic } = deps;
  const routes = account
    .routes()
    .filter(({ platform, unit }) => unit === 'call' && platform !== ALL_PLATFORMS);
  const own = routes.find(({ platform }) => platform === SAMPLE_PLATFORM) ?? routes[0];
  return {
    listener: 'public',
    url,
    ...(deps.mounts && { mounts: deps.mounts }),
    ...(deps.mountTexts && { mountTexts: deps.mountTexts }),
    ...(own && { platform: own.platform }),
    showsProviders: account.showsProviders(),
    hasTools: hasTools(deps),
    guides: () => shownGuides(deps),
    pricesVersion: pricingPublic ? pricesVersion(account) : 'none',
    async prices() {
      const list = pricingPublic ? await pricing.run(account, NO_INPUT, null) : null;
      return list === null || isFailure(list) ? null : list;
    },
  };
}

/** Prices change with the catalog, and with the platforms that a reload adds or takes away. */
function pricesVersion({ catalog, routes }: AccountDeps): string {
  const platforms = new Set(routes().map(({ platform }) => platform));
  return `${catalog().version} ${routes().length} ${[...platforms].join()}`;
}

const NO_INPUT = { params: {}, query: {}, body: {} };

/** null when the request has a key, or not both halves of a session: then the key, or its absence, is checked. */
function portalVisitorOf(
  { addressOf }: Server,
  { portalNames, authenticatePortal }: PublicServerDeps,
  request: IncomingMessage,
): Promise<KeyHolder | Failure> | null {
  if (request.headers.authorization !== undefined) return null;
  const halves = readSessionHalves('portal', request);
  if (halves === null) return null;
  const foreign = crossOriginRefusal(portalNames, request);
  return foreign === null ? authenticatePortal(halves, addressOf(request)) : Promise.resolve(foreign);
}
