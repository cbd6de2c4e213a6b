// Owns how price lists and the differences between them look on a terminal.
import type { Static } from 'typebox';
import type { CatalogView } from '../features/catalog/catalog-views.ts';
import type { CatalogDiff } from '../features/catalog/price-lists.ts';
import type { Column } from './table.ts';
import { plainText } from './text-width.ts';

export type CatalogRow = Static<typeof CatalogView>;

const EXTRA_COLUMNS: Column[] = [
  { title: 'tiers' },
  { title: 'minimum', align: 'right' },
  { title: 'free a day', align: 'right' },
];

export const ENDPOINT_COLUMNS: Column[] = [
  { title: 'path' },
  { title: 'unit price', align: 'right' },
  { title: 'unit' },
  ...EXTRA_COLUMNS,
  { title: 'deprecated' },
  { title: 'summary', canShrink: true },
];

export const OVERRIDE_COLUMNS: Column[] = [
  { title: 'account' },
  { title: 'path' },
  { title: 'unit price', align: 'right' },
  ...EXTRA_COLUMNS,
];

export interface CatalogEffect {
  diff: CatalogDiff;
  scheduled: { version: number; effective_from: string; kept: boolean }[];
  unpriced: string[];
  unused: string[];
}

function diffLines({ added, removed, changed, reworded, overrides }: CatalogDiff): string[] {
  return [
    ...added.map(({ path, to }) => `+ ${path}  ${to}`),
    ...removed.map(({ path, from }) => `- ${path}  ${from}`),
    ...changed.map(({ path, from, to }) => `~ ${path}  ${from} → ${to}`),
    ...reworded.map((path) => `~ ${path}  same price, other wording`),
    ...overrides.added.map(({ account, path, to }) => `+ ${account} ${path}  ${to}`),
    ...overrides.removed.map(({ account, path, from }) => `- ${account} ${path}  ${from}`),
    ...overrides.changed.map(({ account, path, from, to }) => `~ ${account} ${path}  ${from} → ${to}`),
  ];
}

export function hasDifference({ diff, scheduled }: CatalogEffect): boolean {
  return diffLines(diff).length > 0 || scheduled.some(({ kept }) => !kept);
}

/** What publishing would change, then what it would leave without a price or without a use. */
export function effectText({ diff, scheduled, unpriced, unused }: CatalogEffect): string {
  const changes = diffLines(diff);
  const lines = [
    ...(changes.length === 0 ? ['No difference from the catalog in force.'] : changes),
    ...scheduled.map(({ version, effective_from, kept }) =>
      kept
        ? `version ${version} stays scheduled for ${effective_from}`
        : `- version ${version}, scheduled for ${effective_from}, never comes into force`,
    ),
    ...unpriced.map((path) => `warning: ${path} has no price and will not be served`),
    ...unused.map((path) => `warning: ${path} fits no configured path`),
  ];
  return lines.map((line) => `${plainText(line)}\n`).join('');
}
