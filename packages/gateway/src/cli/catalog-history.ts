// Owns `catalog history`.
import type { Static } from 'typebox';
import { catalogVersions } from '../features/catalog/catalog.admin.ts';
import type { CatalogSummary } from '../features/catalog/catalog-views.ts';
import type { CliCommand } from './command.ts';
import { show, tableText } from './output.ts';
import { withSession } from './session.ts';
import type { Cell, Column } from './table.ts';
import { EXIT } from './world.ts';

type Version = Static<typeof CatalogSummary>;

const COLUMNS: Column[] = [
  { title: 'version', align: 'right' },
  { title: 'state' },
  { title: 'effective from' },
  { title: 'published' },
  { title: 'by', canShrink: true },
  { title: 'prices', align: 'right' },
  { title: 'overrides', align: 'right' },
  { title: 'note', canShrink: true },
];

function cells(one: Version): Cell[] {
  const { version, effective_from, published_at, published_by, endpoint_count, override_count, note } = one;
  return [
    version,
    one.state.replace('_', ' '),
    effective_from,
    published_at,
    published_by,
    endpoint_count,
    override_count,
    note,
  ];
}

export const catalogHistoryCommand: CliCommand<[], object> = {
  name: 'catalog history',
  summary: 'List all versions of the price list, newest first',
  examples: ['catalog history'],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await session.run(catalogVersions);
      const rows = (answer as { versions: Version[] }).versions.map(cells);
      show(call, answer, () => tableText(call, COLUMNS, rows, 'No catalog was published yet.'));
      return EXIT.ok;
    }),
};
