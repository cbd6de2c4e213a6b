// Checks rules between settings that are each well formed: names must refer to something, patterns must be unique,
// listeners must not collide. Runs after the schema check and never changes a setting.
import { parseMoney } from '../domain/money.ts';
import { wrongTier } from '../domain/prices/tiers.ts';
import { OPENAPI_CONNECTOR } from '../mounts/openapi-connector.ts';
import { ALL_PLATFORMS, ANY_PLATFORM, operations } from '../operations/index.ts';
import { isFromVariable, type Located, placeAt } from './document.ts';
import { isPrivateByForm, parseBaseUrl, parseListenAddress } from './forms.ts';
import { checkMounts } from './mounts.ts';
import { type ConfigProblem, quote, suggestion } from './problem.ts';
import { type ConnectorNeeds, checkNeeds } from './provider-needs.ts';
import type { Settings } from './schema.ts';

const NAMES: readonly string[] = operations.map(({ name }) => name);
const WORDS = NAMES.map((name) => name.slice(name.lastIndexOf('.') + 1));
const KNOWN = [...new Set([...NAMES, ...WORDS])];
/** Operations of a mount: they are in the upstream's document, so their names are not known here. */
const MOUNTED = /^mount\./;

/**
 * Checks the quota of a provider: it must say how many units there are, its costs must name operations that exist,
 * and no cost may exceed the units. A misspelt operation would silently cost one unit and use up the upstream's real
 * quota unnoticed.
 */
function checkQuotas({ settings, tree }: { settings: Settings; tree: Located }): ConfigProblem[] {
  return Object.entries(settings.providers).flatMap(([name, { quota }]) =>
    Object.entries(quota.cost).flatMap(([operation, cost]) => {
      const text = problemOf(operation, cost, quota.units);
      const place = ['providers', name, 'quota', 'cost', operation];
      return text === null ? [] : [{ ...placeAt(tree, place), path: place.join('.'), text }];
    }),
  );
}

function problemOf(operation: string, cost: number, units: number | undefined): string | null {
  if (units === undefined) return 'a cost has no effect without quota.units; set quota.units';
  if (!KNOWN.includes(operation) && !MOUNTED.test(operation))
    return `there is no such operation${suggestion(operation, KNOWN)}`;
  return cost > units ? 'more than quota.units: it could never be paid' : null;
}

interface RuleInput {
  settings: Settings;
  /** The file as a tree, for the line of each setting. */
  tree: Located;
  connectors: readonly ConnectorNeeds[];
}

type Rule = (input: RuleInput) => ConfigProblem[];

const RULES: readonly Rule[] = [
  checkListeners,
  checkPlatforms,
  checkAll,
  checkConnectors,
  checkProviderNeeds,
  checkBaseUrls,
  checkPricePaths,
  checkMinimums,
  checkTiers,
  checkCacheRoutes,
  checkPriceFactors,
  checkMounts,
  checkPayments,
  checkQuotas,
];

export function checkRules(input: RuleInput): ConfigProblem[] {
  return RULES.flatMap((rule) => rule(input));
}

function checkListeners({ settings, tree }: RuleInput): ConfigProblem[] {
  const [first, second] = [settings.service.public, settings.service.admin];
  // With port 0 each listener gets its own port.
  if (first !== second || parseListenAddress(first)!.port === 0) return [];
  const path = ['service', 'admin'];
  return [{ ...placeAt(tree, path), path: 'service.admin', text: 'must differ from service.public' }];
}

/** Platform names that have a meaning of their own in a path. */
const TAKEN_NAMES = {
  [ANY_PLATFORM]: 'callers use this name to let an address choose the platform; choose another',
  [ALL_PLATFORMS]: 'callers use this name to search many platforms at once; choose another',
};

/** A platform without a weight has weight 1, so a weight for an unknown platform is a mistake. */
function checkAll({ settings, tree }: RuleInput): ConfigProblem[] {
  const { weights, soft_deadline_ms, hard_deadline_ms } = settings.all;
  const names = Object.keys(settings.platforms);
  const unknown = Object.keys(weights)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      ...placeAt(tree, ['all', 'weights', name]),
      path: `all.weights.${name}`,
      text: `there is no platform of this name${suggestion(name, names)}`,
    }));
  if (soft_deadline_ms <= hard_deadline_ms) return unknown;
  const text = 'must not be above all.hard_deadline_ms';
  const place = placeAt(tree, ['all', 'soft_deadline_ms']);
  return [...unknown, { ...place, path: 'all.soft_deadline_ms', text }];
}

function checkPlatforms({ settings, tree }: RuleInput): ConfigProblem[] {
  const defined = Object.keys(settings.providers);
  if (!isGiven(tree, 'platforms') && !defined.includes('library')) {
    const text = 'the default platform "library" needs a provider "library"; define it, or set platforms';
    return [{ ...placeAt(tree, ['providers']), path: 'providers', text }];
  }
  const taken = Object.entries(TAKEN_NAMES)
    .filter(([name]) => Object.hasOwn(settings.platforms, name))
    .map(([name, text]) => ({ ...placeAt(tree, ['platforms', name]), path: `platforms.${name}`, text }));
  const wrong = Object.entries(settings.platforms).flatMap(([platform, names]) =>
    names.flatMap((name, i) => {
      const place = ['platforms', platform, i];
      const shown = isFromVariable(tree, place) ? null : name;
      const isForMounts = settings.providers[name]?.connector === OPENAPI_CONNECTOR;
      const isRepeated = names.indexOf(name) < i;
      const text = platformText({ name, shown, defined, isRepeated, isForMounts });
      return text === null ? [] : [{ ...placeAt(tree, place), path: `platforms.${platform}[${i}]`, text }];
    }),
  );
  return [...taken, ...wrong];
}

interface PlatformEntry {
  name: string;
  /** null when the name may not be shown. */
  shown: string | null;
  defined: string[];
  isRepeated: boolean;
  isForMounts: boolean;
}

function platformText({ name, shown, defined, isRepeated, isForMounts }: PlatformEntry): string | null {
  const which = shown === null ? 'provider' : `provider ${quote(shown)}`;
  if (!defined.includes(name)) {
    return `no ${which} is defined${shown === null ? '' : suggestion(shown, defined)}`;
  }
  if (isForMounts) return `${which} serves mounts only: its connector is ${OPENAPI_CONNECTOR}`;
  return isRepeated ? `${which} is listed twice` : null;
}

function isGiven(tree: Located, key: string): boolean {
  return tree.content instanceof Map && tree.content.has(key);
}

function checkProviderNeeds({ settings, tree, connectors }: RuleInput): ConfigProblem[] {
  return checkNeeds(settings, tree, connectors);
}

function checkConnectors({ settings, tree, connectors }: RuleInput): ConfigProblem[] {
  return Object.entries(settings.providers).flatMap(([name, { connector }]) => {
    const names = connectors.map((known) => known.name);
    if (connector === OPENAPI_CONNECTOR || names.includes(connector)) return [];
    const place = ['providers', name, 'connector'];
    const isShown = !isFromVariable(tree, place);
    const text = isShown
      ? `there is no connector ${quote(connector)}${suggestion(connector, names)}`
      : 'there is no such connector';
    return [{ ...placeAt(tree, place), path: place.join('.'), text }];
  });
}

function checkBaseUrls({ settings, tree }: RuleInput): ConfigProblem[] {
  return Object.entries(settings.providers).flatMap(([name, { base_url, allow_private }]) => {
    if (base_url === undefined || allow_private || !isPrivateByForm(parseBaseUrl(base_url)!)) return [];
    const place = ['providers', name, 'base_url'];
    const text = 'an IP address or this machine needs allow_private: true';
    return [{ ...placeAt(tree, place), path: place.join('.'), text }];
  });
}

function checkPricePaths({ settings, tree }: RuleInput): ConfigProblem[] {
  return findRepeats(settings.prices.endpoints, tree, ['prices', 'endpoints']).map((repeat) => ({
    ...repeat.at,
    text: `this path already has a price on line ${repeat.firstLine}`,
  }));
}

function checkMinimums({ settings, tree }: RuleInput): ConfigProblem[] {
  return settings.prices.endpoints.flatMap(({ unit, minimum }, i) => {
    if (minimum === undefined || unit === 'item') return [];
    const at = placeAt(tree, ['prices', 'endpoints', i, 'minimum']);
    const text = 'is only for the unit "item": a call of the unit "call" always costs its unit_price';
    return [{ ...at, path: `prices.endpoints[${i}].minimum`, text }];
  });
}

/** The price is in `unit_price`, in the first tier, or in both with the same amount. */
function checkTiers({ settings, tree }: RuleInput): ConfigProblem[] {
  return settings.prices.endpoints.flatMap(({ unit_price, tiers }, i) => {
    const at = ['prices', 'endpoints', i];
    const path = `prices.endpoints[${i}]`;
    if (tiers === undefined)
      return unit_price === undefined ? [{ ...placeAt(tree, at), path, text: 'unit_price is missing' }] : [];
    const read = tiers.map(({ from, unit_price: text }) => ({ from, unitPriceMicros: parseMoney(text)! }));
    const wrong = wrongTier(read);
    if (wrong !== null) {
      const place = placeAt(tree, [...at, 'tiers', wrong.at, wrong.field]);
      return [{ ...place, path: `${path}.tiers[${wrong.at}].${wrong.field}`, text: wrong.message }];
    }
    if (unit_price === undefined || parseMoney(unit_price) === read[0]!.unitPriceMicros) return [];
    const text = 'must equal the price of the first tier, or be left out';
    return [{ ...placeAt(tree, [...at, 'unit_price']), path: `${path}.unit_price`, text }];
  });
}

function checkCacheRoutes({ settings, tree }: RuleInput): ConfigProblem[] {
  return findRepeats(settings.cache.routes, tree, ['cache', 'routes']).map((repeat) => ({
    ...repeat.at,
    text: `this path is already on line ${repeat.firstLine}`,
  }));
}

/** Entries of a list whose path is already used by an earlier entry. */
function findRepeats(rules: readonly { path: string }[], tree: Located, list: [string, string]) {
  const firstUse = new Map<string, number>();
  return rules.flatMap(({ path }, i) => {
    const first = firstUse.get(path);
    if (first === undefined) {
      firstUse.set(path, i);
      return [];
    }
    const placeOf = (index: number) => placeAt(tree, [...list, index, 'path']);
    const at = { ...placeOf(i), path: `${list.join('.')}[${i}].path` };
    return [{ at, firstLine: placeOf(first).line }];
  });
}

/** Only one way to pay may be configured, so that it is clear which is used; and `min` must not exceed `max`. */
function checkPayments({ settings: { payments }, tree }: RuleInput): ConfigProblem[] {
  const problem = (path: string, text: string) => ({ ...placeAt(tree, path.split('.')), path, text });
  const { manual, stripe, min, max } = payments;
  const problems: ConfigProblem[] = [];
  if (manual.instructions !== undefined && stripe.secret_key !== undefined)
    problems.push(
      problem('payments.manual', 'cannot be used together with payments.stripe: remove one of them'),
    );
  const needsKey = ['webhook_secret', 'return_url', 'api_url'] as const;
  const lonely = needsKey.find((name) => stripe.secret_key === undefined && stripe[name] !== undefined);
  if (lonely !== undefined)
    problems.push(problem(`payments.stripe.${lonely}`, 'needs payments.stripe.secret_key'));
  if (parseMoney(min)! > parseMoney(max)!)
    problems.push(problem('payments.min', 'must not be above payments.max'));
  return problems;
}

/** Six decimals, because shares of a price are computed in whole millionths. */
function checkPriceFactors({ settings: { cache }, tree }: RuleInput): ConfigProblem[] {
  const places = [
    { factor: cache.price_factor, place: ['cache', 'price_factor'], path: 'cache.price_factor' },
    ...cache.routes.map(({ price_factor }, i) => ({
      factor: price_factor ?? 1,
      place: ['cache', 'routes', i, 'price_factor'],
      path: `cache.routes[${i}].price_factor`,
    })),
  ];
  return places
    .filter(({ factor }) => Number(factor.toFixed(6)) !== factor)
    .map(({ factor, place, path }) => ({
      ...placeAt(tree, place),
      path,
      text: `expected at most six decimals, got ${factor}`,
    }));
}
