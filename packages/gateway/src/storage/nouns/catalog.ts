// Versions of the price list: numbered, immutable, never deleted.
import type { Catalog, CatalogDraft } from '../../domain/catalog.ts';
import type { Reading } from '../steps/reading.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { readCatalog } from './rows.ts';

/** More than a version a day for ten years. */
const VERSIONS_MAX = 10_000;

interface NewVersion {
  draft: CatalogDraft;
  note: string | null;
}

export interface PublishCatalog extends Actor, NewVersion {
  /** Publish only if this becomes version 1. Of two nodes that start on an empty database, the second is refused. */
  first?: boolean;
  /** Refused when a newer version than this one was published meanwhile. */
  basedOn?: number;
  /**
   * Versions that take effect later, published after this one in the same transaction. Without them, publishing would cancel such
   * versions.
   */
  later?: readonly NewVersion[];
}

type PublishedCatalog = { kind: 'published'; catalog: Catalog } | { kind: 'refused'; detail: string };

/** Publishes the next version, followed by those of `later`. */
export function* publishCatalog(input: PublishCatalog, moment: WriteMoment): Writing<PublishedCatalog> {
  yield { lockControl: true };
  const [newest] = yield { sql: 'SELECT coalesce(max(version), 0) AS version FROM catalogs', values: [] };
  const last = newest!.version as number;
  const versions = [input, ...(input.later ?? [])];
  const detail = whyRefused(input, last, versions.length);
  if (detail !== null) return { kind: 'refused', detail };
  const published: Catalog[] = [];
  for (const [i, { draft, note }] of versions.entries()) {
    published.push(yield* insertVersion({ actor: input.actor, version: last + 1 + i, draft, note }, moment));
  }
  return { kind: 'published', catalog: published[0]! };
}

function whyRefused({ first, basedOn }: PublishCatalog, last: number, added: number): string | null {
  if (first === true && last > 0) return 'there is a version already';
  if (basedOn !== undefined && basedOn !== last) return `version ${last} was published in the meantime`;
  return last + added > VERSIONS_MAX ? `there are already ${last} versions` : null;
}

function* insertVersion(
  { actor, version, draft, note }: Actor & NewVersion & { version: number },
  { nowMs }: WriteMoment,
): Writing<Catalog> {
  const { effectiveFromMs, ...document } = draft;
  const [row] = yield {
    sql: `INSERT INTO catalogs (version, effective_from_ms, published_at_ms, published_by, note, document)
          VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`,
    values: [version, effectiveFromMs, nowMs, actor, note, JSON.stringify(document)],
  };
  const detail = { effective_from_ms: effectiveFromMs, note };
  yield { change: { actor, action: 'catalog.publish', subject: `catalog:${version}`, detail } };
  return readCatalog(row!);
}

/** Every version, oldest first. */
export function* allCatalogs(): Reading<Catalog[]> {
  const sql = 'SELECT * FROM catalogs ORDER BY version LIMIT $1';
  const rows = yield { sql, values: [VERSIONS_MAX] };
  return rows.map(readCatalog);
}
