// Computes the cursor after a page: where the walk stands at each provider, and which items it has delivered.
import type { Page, ParsedRecord } from '../../connectors/connector.ts';
import type { CursorContent, OpenedCursor, Stand } from '../../operations/cursor.ts';
import { addSeen, NOTHING_SEEN } from '../../operations/seen-ids.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import { idsOf, type WalkStep } from './walk.ts';

/**
 * Positions at other providers that a cursor keeps. Platforms have two or three providers; each position takes room from the ids
 * of delivered items.
 */
const OTHERS_MAX = 3;

/** What the next page must know of this one. */
interface Delivered {
  items: Page<ParsedRecord>['items'];
  next: Stand;
  total: Page['total'];
  /** In the form that the operation defines. */
  mark: string | null;
}

/** The walk after a page of this provider. */
export function cursorAfter(
  { cursor, platform, maySkip }: WalkStep,
  by: ConnectedProvider,
  { items, next, total, mark }: Delivered,
): CursorContent {
  const ids = idsOf(by, platform);
  const seen = cursor === null ? (maySkip ? NOTHING_SEEN : null) : cursor.seen;
  return {
    ...next,
    delivered: (cursor?.delivered ?? 0) + items.length,
    total: totalAfter(cursor, total),
    ids: cursor === null || cursor.ids === ids ? ids : null,
    others: othersAfter(cursor, [by.provider.name, next.provider]),
    seen:
      seen &&
      addSeen(
        seen,
        items.map(({ record }) => record.id),
      ),
    mark,
  };
}

/** The largest total so far: a provider with fewer items does not make the others' items disappear. */
function totalAfter(cursor: OpenedCursor | null, total: Page['total']): number | null {
  const said = [cursor?.total ?? null, total?.relation === 'eq' ? total.value : null];
  const known = said.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function othersAfter(cursor: OpenedCursor | null, without: readonly string[]): readonly Stand[] {
  if (cursor === null) return [];
  const { provider, upstream, position, others } = cursor;
  const all = [{ provider, upstream, position }, ...others];
  return all.filter((stand) => !without.includes(stand.provider)).slice(0, OTHERS_MAX);
}
