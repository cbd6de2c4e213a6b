// Notices after a start: prices of the file that are not in force, and input that is not checked. It only reads.
// Notices about routes without a price are made by features/catalog/price-lists.ts.
import type { Config } from '../config/config.ts';
import { type Catalog, type CatalogDraft, inForce, type PriceRule } from '../domain/catalog.ts';
import { mountPath } from '../mounts/mount.ts';
import { pricesWithMounts } from '../mounts/prices.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Names prices of the file that were never published. A price that was published once and then changed in the catalog
 * is not mentioned, and neither is one that the file does not have. null when there are none.
 */
export async function priceNotice(storage: Storage, config: Config, nowMs: number): Promise<string | null> {
  const catalogs = await storage.catalog.all();
  const current = inForce(catalogs, nowMs);
  if (current === null) return null;
  const given = config.prices.isGiven ? config.prices.endpoints : [];
  const ofMounts = pricesWithMounts([], config.mounts).filter(({ path }) => ruleIn(current, path) !== null);
  const news = [...given, ...ofMounts].filter((rule) => isNews(rule, catalogs, current));
  if (news.length === 0) return null;
  const file = config.file ?? 'FILE';
  const what = news.length === 1 ? `The price of ${news[0]!.path}` : `${news.length} prices`;
  return (
    `${what} in ${file} differ${news.length === 1 ? 's' : ''} from catalog version ${current.version}, which is in force. ` +
    `To see and publish the difference: reelgate catalog apply ${file}`
  );
}

function isNews(rule: PriceRule, catalogs: readonly Catalog[], current: Catalog): boolean {
  const first = catalogs.find((catalog) => ruleIn(catalog, rule.path) !== null) ?? null;
  const isIn = (catalog: Catalog | null) =>
    catalog !== null && JSON.stringify(ruleIn(catalog, rule.path)) === JSON.stringify(rule);
  return !isIn(current) && !isIn(first);
}

function ruleIn({ endpoints }: CatalogDraft, path: string): PriceRule | null {
  return endpoints.find((rule) => rule.path === path) ?? null;
}

/** Patterns that RE2 cannot express are checked only by the upstream, and the operator should know it. */
export function uncheckedNotices({ mounts }: Config): string[] {
  return mounts.flatMap(({ routes, settings }) => {
    const some = routes.filter(({ of }) => of.unchecked.length > 0);
    if (some.length === 0) return [];
    return [
      `${some.length} of ${routes.length} routes under ${mountPath(settings)} have patterns that only the upstream checks. ` +
        'To see them: reelgate mount check',
    ];
  });
}
