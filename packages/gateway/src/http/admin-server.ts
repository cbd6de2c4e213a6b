// The admin listener: the control plane and the metrics, all behind an admin token or a session of the console.
// Public routes are never mounted here, and an API key opens nothing.
import type { FastifyRequest } from 'fastify';
import type { SessionHalves } from '../call/callers/authenticate-session.ts';
import { mayAct, type Role } from '../domain/access/session.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import { KB } from '../domain/limits.ts';
import { adminCsv, adminVerbs } from '../features/index.ts';
import { sessionClose, sessionOpen } from '../features/sessions/session.admin.ts';
import { statementRead } from '../features/statements/statement.admin.ts';
import type { AdminCaller, AdminDeps } from '../verb/deps.ts';
import type { AnyVerb } from '../verb/verb.ts';
import { relativeDocs } from './answers/problem.ts';
import { PUBLIC_TIMES, type ServerTimes } from './connections/server-times.ts';
import { ADMIN_REFERENCE, serveReference } from './documents/reference.ts';
import { answerInTurn } from './limits/connection-queues.ts';
import { KnownScrapers } from './limits/known-scrapers.ts';
import { createThrottle, type ThrottleLimit } from './limits/throttle.ts';
import { CONSOLE_PLACE, type LogoFile, type PageFiles, servePages } from './pages.ts';
import { authorizationOf } from './requests/credentials.ts';
import { serveVerb } from './serve-verb.ts';
import { createServer, type Server, type ServerDeps } from './server.ts';
import { crossOriginRefusal, type GatewayHosts } from './sessions/same-origin.ts';
import {
  type CookieOwner,
  clearSessionCookie,
  readSessionHalves,
  setSessionCookie,
} from './sessions/session-cookie.ts';
import { statementHtml } from './statement-page.ts';

/** Over HTTP every operator has a role. */
type AdminVisitor = AdminCaller & { role: Role };

export interface AdminServerDeps extends ServerDeps {
  authenticateAdmin(authorization: string | null): Promise<AdminVisitor | Failure>;
  /** Gives the same failure whatever is wrong with the session. */
  authenticateConsole(halves: SessionHalves): Promise<AdminVisitor | Failure>;
  /** The host names under which browsers may open the console. */
  consoleNames: GatewayHosts;
  /** Limits attempts to sign in, which need no token. */
  signInLimit: ThrottleLimit;
  admin: AdminDeps;
  /** The built pages of the console; empty when they are not built. */
  pages: { console: PageFiles };
  logo: LogoFile | null;
  /** True for the credential that may read only the metrics. It is checked without asking the ledger. */
  isMetricsReader(authorization: string | null): boolean;
  /** The metrics in one of the two formats that Prometheus reads. */
  metrics(form: 'text' | 'openmetrics'): Promise<string>;
  /** Only OpenMetrics can carry exemplars. Without exemplars every scrape gets the plain text format. */
  hasExemplars?: boolean;
}

/** Checking a whole ledger takes minutes, and its answer is sent in one piece at the end. */
const ADMIN_TIMES: ServerTimes = { ...PUBLIC_TIMES, stallMs: 600_000 };

/** The body is a single code of 47 characters. */
const SIGN_IN_BODY_BYTES_MAX = KB;

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const OPENMETRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

export function createAdminServer(deps: AdminServerDeps): Server {
  const server = createServer(deps, ADMIN_TIMES, relativeDocs(ADMIN_REFERENCE.page));
  const authenticate = (request: FastifyRequest) => visitorOf(deps, request);
  const owner: CookieOwner = { kind: 'console', url: () => deps.admin.consoleUrl() };
  for (const verb of adminVerbs) {
    serveVerb(server, verb, deps.admin, {
      authenticate: async (request) => withRole(await authenticate(request), neededRole(verb)),
      ...(adminCsv[verb.name] && { csv: adminCsv[verb.name] }),
      ...(verb === statementRead && { html: statementHtml }),
      ...(verb === sessionClose && { finish: clearSessionCookie(owner) }),
    });
  }
  servePages(server, CONSOLE_PLACE, {
    files: deps.pages.console,
    logo: deps.logo,
    face: () => ({ title: deps.title(), publicUrl: deps.admin.publicUrl() }),
  });
  serveReference(server, ADMIN_REFERENCE, deps, () => ({ listener: 'admin', url: deps.admin.consoleUrl() }));
  const signIns = createThrottle(deps.signInLimit, deps.clock);
  serveVerb(server, sessionOpen, deps.admin, {
    authenticate: async ({ raw }) => crossOriginRefusal(deps.consoleNames, raw, { isOpening: true }),
    throttle: (request) => signIns.take(server.addressOf(request.raw)),
    bodyBytesMax: SIGN_IN_BODY_BYTES_MAX,
    finish: setSessionCookie(owner),
  });
  const scrapers = new KnownScrapers(deps.clock);
  server.app.get('/metrics', { exposeHeadRoute: true }, async (request, reply) => {
    const { authorization } = request.headers;
    const refusal = deps.isMetricsReader(authorization ?? null)
      ? null
      : await scrapers.refusal(authorization, () => authenticate(request));
    if (refusal !== null) return server.answers.failure(reply, refusal);
    return server.answers.text(reply, await metricsFor(deps, request));
  });
  answerInTurn(server);
  return server;
}

async function metricsFor({ metrics, hasExemplars }: AdminServerDeps, { headers }: FastifyRequest) {
  const isOpen = hasExemplars === true && headers.accept?.includes('application/openmetrics-text') === true;
  return isOpen
    ? { type: OPENMETRICS_TYPE, text: await metrics('openmetrics') }
    : { type: METRICS_TYPE, text: await metrics('text') };
}

/** A token that is sent must be valid; only a request without one may come from a page of the console. */
async function visitorOf(
  { authenticateAdmin, authenticateConsole, consoleNames }: AdminServerDeps,
  { raw }: FastifyRequest,
): Promise<AdminVisitor | Failure> {
  const halves = raw.headers.authorization === undefined ? readSessionHalves('console', raw) : null;
  if (halves === null) return authenticateAdmin(authorizationOf(raw));
  return crossOriginRefusal(consoleNames, raw) ?? authenticateConsole(halves);
}

/** A verb that names no role needs the owner, unless it only reads. */
export function neededRole(verb: Pick<AnyVerb<never, never>, 'needs' | 'method'>): Role {
  return verb.needs ?? (verb.method === 'GET' ? 'viewer' : 'owner');
}

function withRole(visitor: AdminVisitor | Failure, needed: Role): AdminVisitor | Failure {
  if (isFailure(visitor) || mayAct(visitor.role, needed)) return visitor;
  return failure('FORBIDDEN', `Your role is ${visitor.role}; this needs the role ${needed}.`);
}
