// Owns catalog versions: numbered, immutable, never deleted.
import type { Catalog, CatalogDraft } from '../../domain/catalog.ts';
import { readCatalog } from '../rows.ts';
import type { CatalogVerbs } from '../storage.ts';
import { recordChange } from './audit.ts';
import type { VerbContext } from './verb-context.ts';

type Publish = CatalogVerbs['publish'];

/** A version a day for ten years, and then some. */
const VERSIONS_MAX = 10_000;

export function publishCatalog(
  context: VerbContext,
  input: Parameters<Publish>[0],
): Awaited<ReturnType<Publish>> {
  const { db } = context;
  const last = db.get('SELECT coalesce(max(version), 0) AS version FROM catalogs')?.version as number;
  if (input.first === true && last > 0) return { kind: 'refused', detail: 'there is a version already' };
  if (input.basedOn !== undefined && input.basedOn !== last)
    return { kind: 'refused', detail: `version ${last} was published in the meantime` };
  const versions = [input, ...(input.later ?? [])];
  if (last + versions.length > VERSIONS_MAX)
    return { kind: 'refused', detail: `there are already ${last} versions` };
  const published: Catalog[] = [];
  for (const [i, one] of versions.entries()) {
    published.push(insertVersion(context, { actor: input.actor, version: last + 1 + i, ...one }));
  }
  return { kind: 'published', catalog: published[0]! };
}

interface Version {
  actor: string;
  version: number;
  draft: CatalogDraft;
  note: string | null;
}

function insertVersion(context: VerbContext, { actor, version, draft, note }: Version): Catalog {
  const { effectiveFromMs, ...document } = draft;
  const row = context.db.get(
    `INSERT INTO catalogs (version, effective_from_ms, published_at_ms, published_by, note, document)
     VALUES (?, ?, ?, ?, ?, ?) RETURNING *`,
    version,
    effectiveFromMs,
    context.nowMs,
    actor,
    note,
    JSON.stringify(document),
  );
  recordChange(context, {
    actor,
    action: 'catalog.publish',
    subject: `catalog:${version}`,
    detail: { effective_from_ms: effectiveFromMs, note },
  });
  return readCatalog(row!);
}

export function allCatalogs({ db }: VerbContext): Catalog[] {
  return db.all('SELECT * FROM catalogs ORDER BY version LIMIT ?', VERSIONS_MAX).map(readCatalog);
}
