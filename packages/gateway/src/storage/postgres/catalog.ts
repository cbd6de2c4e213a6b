// Owns catalog versions: numbered, immutable, never deleted.
import type { Catalog } from '../../domain/catalog.ts';
import { readCatalog } from '../rows.ts';
import type { CatalogVerbs } from '../storage.ts';
import { lockRevision, recordChange } from './audit.ts';
import type { VerbContext } from './verb-context.ts';

type Publish = CatalogVerbs['publish'];

/** A version a day for ten years, and then some. */
const VERSIONS_MAX = 10_000;

export async function publishCatalog(
  context: VerbContext,
  input: Parameters<Publish>[0],
): ReturnType<Publish> {
  const { db, nowMs } = context;
  await lockRevision(db);
  const newest = await db.get('SELECT coalesce(max(version), 0) AS version FROM catalogs');
  const last = newest?.version as number;
  if (input.first === true && last > 0) return { kind: 'refused', detail: 'there is a version already' };
  if (last >= VERSIONS_MAX) return { kind: 'refused', detail: `there are already ${VERSIONS_MAX} versions` };
  const { effectiveFromMs, ...document } = input.draft;
  const row = await db.get(
    `INSERT INTO catalogs (version, effective_from_ms, published_at_ms, published_by, note, document)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`,
    last + 1,
    effectiveFromMs,
    nowMs,
    input.actor,
    input.note,
    JSON.stringify(document),
  );
  await recordChange(context, {
    actor: input.actor,
    action: 'catalog.publish',
    subject: `catalog:${last + 1}`,
    detail: { effective_from_ms: effectiveFromMs, note: input.note },
  });
  return { kind: 'published', catalog: readCatalog(row!) };
}

export async function allCatalogs({ db }: Pick<VerbContext, 'db'>): Promise<Catalog[]> {
  const rows = await db.all('SELECT * FROM catalogs ORDER BY version LIMIT $1', VERSIONS_MAX);
  return rows.map(readCatalog);
}
