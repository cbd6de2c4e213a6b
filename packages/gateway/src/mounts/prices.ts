// The prices that mounts add to the catalog. One rule per path depth prices a whole mount, so a thousand operations
// need a handful of rules; only operations with a price of their own need another one.
import { type PriceRule, priceOf } from '../domain/catalog.ts';
import type { Micros } from '../domain/money.ts';
import { type Mount, type MountedRoute, mountPath } from './mount.ts';

/** A price that the operator gave for the same pattern takes precedence. */
export function pricesWithMounts(given: readonly PriceRule[], mounts: readonly Mount[]): PriceRule[] {
  const taken = new Set(given.map(({ path }) => path));
  return [...given, ...mounts.flatMap(mountPrices).filter(({ path }) => !taken.has(path))];
}

export function mountPrices(mount: Mount): PriceRule[] {
  const { unitPriceMicros } = mount.settings;
  const depths = new Set(mount.routes.map(({ of }) => of.template.segments.length));
  const rules = [...depths].sort((a, b) => a - b).map((depth) => wholeMount(mount, depth));
  const own = mount.routes.filter(({ ownPriceMicros }) => ownPriceMicros !== null);
  const priced = new Map(own.map((route) => [patternOf(route), ruleFor(route, route.ownPriceMicros!)]));
  if (priced.size === 0) return rules;
  const draft = {
    currency: '',
    effectiveFromMs: 0,
    overrides: [],
    endpoints: [...rules, ...priced.values()],
  };
  // A price for `/items/*` must not also apply to `/items/mine`.
  for (const route of mount.routes) {
    if (priced.has(patternOf(route)) || priceOf(draft, route.path, null)?.unitPriceMicros === unitPriceMicros)
      continue;
    priced.set(patternOf(route), ruleFor(route, unitPriceMicros));
  }
  return [...rules, ...priced.values()];
}

/** Without a summary, so that the price list shows each operation's own. */
function wholeMount({ settings }: Mount, depth: number): PriceRule {
  return rule(`${mountPath(settings)}${'/*'.repeat(depth)}`, settings.unitPriceMicros, null);
}

function ruleFor(route: MountedRoute, unitPriceMicros: Micros): PriceRule {
  return rule(patternOf(route), unitPriceMicros, route.summary);
}

/** The pattern of a route in the catalog. */
function patternOf({ path }: MountedRoute): string {
  return path.replaceAll(/\{[^{}]*\}/g, '*');
}

function rule(path: string, unitPriceMicros: Micros, summary: string | null): PriceRule {
  return { path, unitPriceMicros, summary, deprecated: false, sunsetAtMs: null, successor: null };
}
