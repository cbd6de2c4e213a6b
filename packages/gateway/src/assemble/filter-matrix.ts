// The table of filters by connector, made from what each connector declares. Pure: write-reference.ts saves it, and a
// test fails when the saved file is out of date.

import { connectors } from '../connectors/index.ts';
import {
  FILTER_NAMES,
  type FilterKey,
  type FilterTable,
  LIVE_CHOICES,
  MIN_HEIGHTS,
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

interface Column {
  title: string;
  table: FilterTable;
}

const columns: Column[] = connectors.flatMap(({ name, facts, operations }) => {
  const search = operations['video.search'];
  const platforms = facts.platforms ?? [name];
  if (search === undefined) return [];
  return platforms.map((platform) => ({
    title: platforms.length === 1 ? name : `${name} ${platform}`,
    table: search.filters(platform, {}),
  }));
});

function cell({ table }: Column, row: FilterKey): string {
  const [name, value = ''] = row.split('=') as [(typeof FILTER_NAMES)[number], string?];
  const support = supportOf(table, name, value);
  return support === null ? '-' : WORDS[support];
}

export function renderFilterMatrix(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const titles = ['connector', ...ROWS.map((row) => `\`${row}\``)];
  const rows = columns.map((column) => line([column.title, ...ROWS.map((row) => cell(column, row))]));
  return [INTRODUCTION, line(titles), line(titles.map(() => '---')), ...rows, ''].join('\n');
}
