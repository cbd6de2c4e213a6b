// The paths of data routes, and how pages of lists name their items and the next cursor.

/** The gateway's cursor after the last page. An empty cursor would ask for the first page again. */
const NO_MORE = 'no_more';

/** Stands for the platform in the path when the query holds a web address. */
const ANY = 'any';

export interface AnyPage {
  items?: unknown[];
  entries?: unknown[];
  pcursor?: string;
  next_cursor?: string | null;
  end?: string;
  receipt?: { charged: string };
}

/** Path and query of a data call. */
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
