// Builds the two listeners from the core: who may call each, and what each gets.

import type { FastifyInstance } from 'fastify';
import { authenticate, authenticateAdmin } from '../call/authenticate.ts';
import { authenticateConsole, authenticatePortal } from '../call/callers/authenticate-session.ts';
import { createCalls } from '../call/gateway-calls.ts';
import type { ListenAddress } from '../config/config.ts';
import { applyNotification } from '../features/payments/apply-notification.ts';
import { createAdminServer } from '../http/admin-server.ts';
import { NotReady } from '../http/health.ts';
import { createPublicServer, type PublicServerDeps } from '../http/public-server.ts';
import type { PaymentWebhook } from '../http/serve-payments.ts';
import type { Server, ServerDeps } from '../http/server.ts';
import { missingLibraryText } from '../library/index.ts';
import type { MetricsForm } from '../observe/metrics.ts';
import { isLocalOperator, LOCAL_ACTOR, localOperatorToken } from '../secrets/local-operator.ts';
import { metricsTokenOf } from '../secrets/metrics-token.ts';
import { RefusedDatabase } from '../storage/storage.ts';
import type { AdminDeps } from '../verb/deps.ts';
import { accountDepsOf, addressDepsOf, callDepsOf, mountTexts } from './calls.ts';
import type { Core } from './core.ts';

export function publicServerOf(core: Core, draining: () => boolean): Server {
  return createPublicServer(publicDepsOf(core, draining));
}

export function publicDepsOf(core: Core, draining: () => boolean): PublicServerDeps {
  const { config, storage, live, library } = core;
  const { clock } = core.ports;
  // Free routes show balances, so they read the ledger and not the keyring's cache.
  const keys = { find: (hash: string) => storage.keys.findByHash({ hash }) };
  return {
    ...serverDepsOf(core, draining),
    limitConnections: core.places.ofCallers,
    calls: createCalls(callDepsOf(core)),
    mounts: config.mounts,
    mountTexts: (mount) => mountTexts(core, mount),
    publicUrl: () => live.publicUrl,
    statedUrl: () => live.statedUrl,
    authenticate: async (authorization, clientAddress) =>
      authenticate(keys, clock, { authorization, clientAddress }),
    authenticatePortal: (halves, address) => authenticatePortal(storage.sessions, clock, halves, address),
    portalNames: { hosts: () => live.portalHosts, setting: 'portal.hosts' },
    account: accountDepsOf(core),
    addresses: addressDepsOf(core),
    payments: paymentWebhookOf(core),
    get pricingPublic() {
      return live.config.pricing.public;
    },
    get statusPublic() {
      return live.config.status.public;
    },
    mcp: () => live.config.mcp,
    securityContact: () => live.config.service.securityContact,
    corsOrigins: () => live.config.service.corsOrigins,
    keyCheckLimit: config.limits.keyCheck,
    visitLimits: () => live.config.limits.account,
    takeKeyCheck: core.ports.siblings.keyCheck,
    ready: () => ready(core),
    pages: core.builtPages,
    guides: core.guides,
    logo: core.logo,
    thumbnails: {
      library: (id) => library.thumbnail(id),
      showcase: async (id) => (live.config.madeUp.length === 0 ? null : core.showcase.thumbnail(id)),
    },
    pictures: core.pictures,
    watchAdmission: (figures) => core.metrics.watchAdmission(figures),
  };
}

/** A node that serves the library must be able to read it. */
async function ready({ storage, library, missingLibrary }: Core): Promise<void> {
  await storage.ready().catch((error: unknown) => {
    throw error instanceof RefusedDatabase ? new NotReady(error.message) : error;
  });
  if (await missingLibrary.look()) throw new NotReady(missingLibraryText(null));
  const why = library.whyNotReady();
  if (why === null) return;
  const { wanted, ofLedger } = storage.connections!;
  throw new NotReady(
    `The library has no connection to the database (${why}): this process wants ${wanted}, and its ledger has ${ofLedger()}.`,
  );
}

export function adminServerOf(core: Core, admin: AdminDeps, draining: () => boolean): Server {
  const local = localOperatorToken(core.secret);
  const metricsReader = metricsTokenOf(core.secret);
  return createAdminServer({
    ...serverDepsOf(core, draining),
    limitConnections: core.places.ofOperators,
    authenticateAdmin: async (authorization) =>
      isLocalOperator(local, authorization)
        ? { actor: LOCAL_ACTOR, role: 'owner', name: LOCAL_ACTOR }
        : authenticateAdmin(core.storage.adminTokens, authorization),
    authenticateConsole: (halves) => authenticateConsole(core.storage.sessions, core.ports.clock, halves),
    consoleNames: { hosts: () => core.live.consoleHosts, setting: 'console.hosts' },
    signInLimit: core.config.limits.keyCheck,
    admin,
    pages: core.builtPages,
    logo: core.logo,
    isMetricsReader: (authorization) => isLocalOperator(metricsReader, authorization),
    metrics: (form) => renderMetrics(core, form),
    hasExemplars: core.traces.isOn,
  });
}

/** The webhook of the payment provider; null when no signing secret is configured. */
function paymentWebhookOf({ payments, storage, log }: Core): PaymentWebhook | null {
  if (payments?.cards == null || !payments.cards.verifiesNotifications) return null;
  const { way, cards } = payments;
  return {
    read: (raw, headers) => cards.read(raw, headers),
    take: (news) => applyNotification({ storage, way, cards, log }, news),
  };
}

/** Over all processes behind this listener. */
async function renderMetrics({ metrics, ports }: Core, form: MetricsForm): Promise<string> {
  const all = await ports.siblings.figures();
  return metrics.render(all === null ? null : all.map((one) => one.metrics), form);
}

function serverDepsOf(
  { config, live, ports, log }: Core,
  draining: () => boolean,
): Omit<ServerDeps, 'limitConnections'> {
  return {
    serviceName: config.service.name,
    title: () => live.config.service.title,
    clock: ports.clock,
    random: ports.random,
    log,
    trustProxy: config.trustProxy,
    unread: () => live.config.limits.unread,
    draining,
  };
}

/** For `localhost` Fastify would open a second server, on IPv6, that has none of our limits. */
export const boundHostOf = (host: string) => (host === 'localhost' ? '127.0.0.1' : host);

export async function listenOn(app: FastifyInstance, address: ListenAddress): Promise<ListenAddress> {
  await app.listen({ host: boundHostOf(address.host), port: address.port });
  const bound = app.server.address();
  return {
    host: address.host,
    port: typeof bound === 'object' && bound !== null ? bound.port : address.port,
  };
}
