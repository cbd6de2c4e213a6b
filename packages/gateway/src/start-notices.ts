// Owns what an operator should know about a start beside that it succeeded: prices that are not in force, routes that are not
// served, input that is not checked. It only reads.
import type { Config } from './config.ts';
import { type CatalogDraft, inForce, priceOf } from './domain/catalog.ts';
import { draftOf } from './first-start.ts';
import { mountPath } from './mounts/mount.ts';
import type { Storage } from './storage/storage.ts';

/** Prices that were changed in the file after the database took them over; null when there is nothing to say. */
export async function priceNotice(storage: Storage, config: Config, nowMs: number): Promise<string | null> {
  const catalogs = await storage.catalog.all();
  const current = inForce(catalogs, nowMs);
  const isKnown = (catalog: CatalogDraft | null | undefined) =>
    JSON.stringify(catalog?.endpoints) === JSON.stringify(draftOf(config).endpoints);
  if (isKnown(catalogs[0]) || isKnown(current)) return null;
  const file = config.file ?? 'FILE';
  return (
    `The prices in ${file} differ from catalog version ${current?.version}, which is in force. ` +
    `To publish them: reelgate catalog apply ${file}`
  );
}

/** Mounts that joined after the catalog was written: what has no price is not served. */
export function unpricedNotices({ file, mounts }: Config, current: CatalogDraft): string[] {
  return mounts.flatMap((mount) => {
    const missing = mount.routes.filter(({ path }) => priceOf(current, path, null) === null);
    if (missing.length === 0) return [];
    return [
      `${missing.length} of ${mount.routes.length} routes under ${mountPath(mount.settings)} have no price and are not served. ` +
        `To price them: reelgate catalog apply ${file ?? 'FILE'}`,
    ];
  });
}

/** Patterns that RE2 cannot express are the upstream's to check; nobody should find that out by accident. */
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
