// The table of filters by connector, made from what each connector declares. Pure: write-reference.ts saves it, and a
// test fails when the saved file is out of date.

import type { Connector } from '../connectors/connector.ts';
import { connectors } from '../connectors/index.ts';
import {
  FILTER_NAMES,
  type FilterKey,
  type FilterName,
  type FilterTable,
  LIVE_CHOICES,
  MIN_HEIGHTS,
  PERIODS,
  POPULAR_FILTER_NAMES,
  type PopularKey,
  type PopularTable,
  SORTS,
  supportOf,
} from '../domain/search-filters.ts';

const INTRODUCTION = `# Filters by connector

<!-- Generated from packages/gateway/src/connectors by write-reference.ts. Do not edit. -->

What each connector does with a filter of \`search_video\` and \`search_video_v2\`; [the guide](../guides/filters.md) says what the filters mean.
**E**: the platform applies it. **P**: the gateway checks it on each record, and leaves out what does not say. **A**: the platform takes
it for a wish. **-**: unsupported.
`;

const WORDS = { exact: 'E', checked: 'P', preferred: 'A' };

/** Sort values, heights and choices about broadcasts have rows of their own, because platforms differ in them. */
const ROWS: readonly FilterKey[] = FILTER_NAMES.flatMap((name): FilterKey[] => {
  if (name === 'sort') return SORTS.map((sort) => `sort=${sort}` as const);
  if (name === 'min_height') return MIN_HEIGHTS.map((height) => `min_height=${height}` as const);
  if (name === 'live') return LIVE_CHOICES.map((choice) => `live=${choice}` as const);
  return [name];
});

const POPULAR_ROWS: readonly PopularKey[] = POPULAR_FILTER_NAMES.flatMap((name): PopularKey[] =>
  name === 'period' ? PERIODS.map((period) => `period=${period}` as const) : [name],
);

const POPULAR_INTRODUCTION = `
## Popular videos

The same for filters of \`list_popular_videos\` and \`list_popular_videos_v2\`. A connector that is not in the table has no popular videos.
`;

interface Column {
  title: string;
  table: FilterTable | PopularTable;
}

const SEARCH = 'video.search';

interface Filtered {
  platforms?: readonly string[];
  filters(platform: string, options: Record<string, never>): FilterTable | PopularTable;
}

type Pick = (operations: Connector['operations']) => Filtered | undefined;

const ofSearch: Pick = (operations) => operations[SEARCH];
/** The only other list with filters. */
const ofPopular: Pick = (operations) =>
  Object.entries(operations).find(([name, one]) => name !== SEARCH && 'filters' in one)?.[1] as
    | Filtered
    | undefined;

const columnsOf = (pick: Pick): Column[] =>
  connectors.flatMap(({ name, facts, operations }) => {
    const listing = pick(operations);
    const platforms = facts.platforms ?? [name];
    if (listing === undefined) return [];
    return platforms
      .filter((platform) => listing.platforms?.includes(platform) ?? true)
      .map((platform) => ({
        title: platforms.length === 1 ? name : `${name} ${platform}`,
        table: listing.filters(platform, {}),
      }));
  });

function cell({ table }: Column, row: FilterKey | PopularKey): string {
  const [name, value = ''] = row.split('=') as [FilterName, string?];
  const support = supportOf(table, name, value);
  return support === null ? '-' : WORDS[support];
}

function tableOf(columns: readonly Column[], rows: readonly (FilterKey | PopularKey)[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const titles = ['connector', ...rows.map((row) => `\`${row}\``)];
  const lines = columns.map((column) => line([column.title, ...rows.map((row) => cell(column, row))]));
  return [line(titles), line(titles.map(() => '---')), ...lines];
}

/** More do not fit beside each other on a page of the guides on a desktop. */
const FILTERS_WIDE_MAX = 6;

/** Tables of a few filters each. The values of one filter stay together. */
function tablesOf(columns: readonly Column[], rows: readonly FilterKey[]): string[] {
  const tables: FilterKey[][] = [[]];
  for (const values of Map.groupBy(rows, (row) => row.split('=', 1)[0]).values()) {
    if (tables.at(-1)!.length + values.length > FILTERS_WIDE_MAX) tables.push([]);
    tables.at(-1)!.push(...values);
  }
  return tables.flatMap((filters, at) => [...(at === 0 ? [] : ['']), ...tableOf(columns, filters)]);
}

export function renderFilterMatrix(): string {
  const search = tablesOf(columnsOf(ofSearch), ROWS);
  const popular = tableOf(columnsOf(ofPopular), POPULAR_ROWS);
  return [INTRODUCTION, ...search, POPULAR_INTRODUCTION, ...popular, ''].join('\n');
}
