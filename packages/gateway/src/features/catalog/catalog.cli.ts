// Commands that print the price list and its versions.
import type { Static } from 'typebox';
import type { AnyCommand, CliCommand, Invocation } from '../../terminal/command.ts';
import { withControlPlane } from '../../terminal/control-plane.ts';
import { show, tableText } from '../../terminal/output.ts';
import { type Columns, fieldsOf, long, right, tableOf } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { EXIT } from '../../terminal/world.ts';
import { catalogRead, catalogVersion, catalogVersions } from './catalog.admin.ts';
import type { CatalogView } from './catalog-views.ts';

type Catalog = Static<typeof CatalogView>;
type Endpoint = Catalog['endpoints'][number];
type Override = Catalog['overrides'][number];

const CATALOG: Columns<Catalog> = {
  version: 'version',
  currency: 'currency',
  effective: 'effective_from',
  published: ({ published_at, published_by }) => `${published_at} by ${published_by}`,
  note: 'note',
};

const EXTRAS: Columns<Pick<Partial<Endpoint>, 'tiers' | 'minimum' | 'free_per_day'>> = {
  tiers: ({ tiers }) =>
    (tiers ?? [])
      .slice(1)
      .map(({ from, unit_price }) => `${unit_price} from ${from}`)
      .join(', '),
  minimum: right(({ minimum }) => minimum ?? ''),
  'free a day': right(({ free_per_day }) => free_per_day ?? ''),
};
const ENDPOINT_ROW: Columns<Endpoint> = {
  path: 'path',
  'unit price': right('unit_price'),
  unit: ({ unit }) => unit ?? '',
  ...EXTRAS,
  deprecated: ({ deprecated }) => (deprecated ? 'yes' : ''),
  summary: long('summary'),
};
const OVERRIDE_ROW: Columns<Override> = {
  account: 'account',
  path: 'path',
  'unit price': right('unit_price'),
  ...EXTRAS,
};

function catalogText(call: Invocation, catalog: Catalog): string {
  const { endpoints, overrides } = catalog;
  const rest = overrides.length === 0 ? '' : `\n${tableOf(OVERRIDE_ROW, overrides, call.world.columns)}`;
  const prices = tableText(call, ENDPOINT_ROW, endpoints, 'It has no prices.');
  return `${fieldsOf(CATALOG, catalog, call.world.columns)}\n${prices}${rest}`;
}

const catalogShow: CliCommand<[string | undefined], object> = {
  name: 'catalog show',
  summary: 'Show the price list in force, or one version',
  arguments: [{ name: '[version]', summary: 'a number from "catalog history"' }],
  notes: 'The --json form can be edited and given back to "catalog apply".',
  examples: ['catalog show', 'catalog show 3 --json > prices.json'],
  run: (call) =>
    withControlPlane(call, async (control) => {
      const [version] = call.args;
      const answer =
        version === undefined
          ? await control.run(catalogRead)
          : await control.run(catalogVersion, { params: { version } });
      show(call, answer, () => catalogText(call, answer.catalog));
      return EXIT.ok;
    }),
};

export const catalogCommands: AnyCommand[] = [
  catalogShow,
  verbCommand({
    words: 'catalog history',
    summary: 'List all versions of the price list, newest first',
    verb: catalogVersions,
    examples: ['catalog history'],
    lists: [
      'versions',
      {
        version: right('version'),
        state: ({ state }) => state.replace('_', ' '),
        'effective from': 'effective_from',
        published: 'published_at',
        by: long('published_by'),
        prices: right('endpoint_count'),
        overrides: right('override_count'),
        note: long('note'),
      },
      'No catalog was published yet.',
    ],
  }),
];
