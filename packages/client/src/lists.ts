// Where a data route is, and how the pages of lists name their items and the place of the next page.

/** The gateway's word for the end: an empty cursor would be the first page again. */
const NO_MORE = 'no_more';

/** The gateway's word for the platform that an address names. */
const ANY = 'any';

export interface AnyPage {
  items?: unknown[];
  entries?: unknown[];
  pcursor?: string;
  next_cursor?: string | null;
  end?: string;
  receipt?: { charged: string };
}

/** Where a call of a data route goes, and what goes into its query. */
export function dataRoute(action: string, input: object): { path: string; query: Record<string, unknown> } {
  const { platform = ANY, group = 'u1', variant, ...query } = input as Record<string, string>;
  const version = variant === 'economy' ? '' : '_v2';
  return { path: `/api/${group}/v1/${encodeURIComponent(platform)}/app/${action}${version}`, query };
}

export function nextCursor({ pcursor, next_cursor }: AnyPage): string | null {
  const cursor = pcursor ?? next_cursor ?? null;
  return cursor === NO_MORE ? null : cursor;
}

export function itemsOf({ items, entries }: AnyPage): unknown[] {
  return items ?? entries ?? [];
}
