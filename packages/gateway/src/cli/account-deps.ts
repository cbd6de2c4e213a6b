// Owns what the free public verbs need, made from the control plane: their answers come straight from storage, without
// a running gateway.
import type { AccountDeps } from '../account/deps.ts';
import { type Catalog, inForce } from '../domain/catalog.ts';
import { failure } from '../domain/failure.ts';
import { billedRoutes } from '../mounts/billed-routes.ts';
import { refusal, type Session } from '../terminal/session.ts';

export async function catalogInForce({ deps }: Session): Promise<Catalog> {
  const catalog = inForce(await deps.storage.catalog.all(), deps.clock.nowMs());
  if (catalog === null) throw refusal(failure('NOT_FOUND', 'No catalog is in force yet.'));
  return catalog;
}

function noBusiness(): never {
  throw new Error('this verb has no business with prices or with a running gateway');
}

/** For verbs that do not look at prices. */
export function keyDeps({ deps, config }: Session): AccountDeps {
  return {
    storage: deps.storage,
    clock: deps.clock,
    random: deps.random,
    complaintBounds: () => config.complaints,
    catalog: noBusiness,
    routes: () => billedRoutes(config),
    quotes: { seal: noBusiness },
    ownKeys: () => ({ enabled: false, max: 0 }),
    signup: () => config.signup,
    puzzles: { give: noBusiness, solved: noBusiness },
    currency: config.prices.currency,
    refresh: async () => {},
    takePlace: noBusiness,
    waitForEvents: noBusiness,
    webhookRules: noBusiness,
    confirmAbove: () => config.mcp.confirmAbove,
    // Whoever can run a command here is an operator.
    showsProviders: () => true,
    pictureAddress: noBusiness,
    payments: null,
    log: { warn: noBusiness },
    platformHealth: noBusiness,
  };
}
