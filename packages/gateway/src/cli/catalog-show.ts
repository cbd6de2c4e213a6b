// Owns `catalog show`: the price list in force, or one version of it.
import { catalogRead, catalogVersion } from '../features/catalog/catalog.admin.ts';
import { type CatalogRow, ENDPOINT_COLUMNS, OVERRIDE_COLUMNS } from './catalog-view.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show, tableText } from './output.ts';
import { withSession } from './session.ts';
import { renderFields } from './table.ts';
import { EXIT } from './world.ts';

/** In the order of the columns. */
function extras(one: Partial<CatalogRow['endpoints'][number]>) {
  const tiers = (one.tiers ?? []).slice(1).map(({ from, unit_price }) => `${unit_price} from ${from}`);
  return [one.unit ?? '', tiers.join(', '), one.minimum ?? '', one.free_per_day ?? ''];
}

function catalogText(call: Invocation, catalog: CatalogRow): string {
  const head = renderFields([
    ['version', catalog.version],
    ['currency', catalog.currency],
    ['effective', catalog.effective_from],
    ['published', `${catalog.published_at} by ${catalog.published_by}`],
    ['note', catalog.note],
  ]);
  const rules = catalog.endpoints.map((one) => [
    one.path,
    one.unit_price,
    ...extras(one),
    one.deprecated ? 'yes' : '',
    one.summary,
  ]);
  const agreed = catalog.overrides.map((one) => [
    one.account,
    one.path,
    one.unit_price,
    ...extras(one).slice(1),
  ]);
  const rest = agreed.length === 0 ? '' : `\n${tableText(call, OVERRIDE_COLUMNS, agreed, '')}`;
  return `${head}\n${tableText(call, ENDPOINT_COLUMNS, rules, 'It has no prices.')}${rest}`;
}

export const catalogShowCommand: CliCommand<[string | undefined], object> = {
  name: 'catalog show',
  summary: 'Show the price list in force, or one version',
  arguments: [{ name: '[version]', summary: 'a number from "catalog history"' }],
  notes: 'The --json form can be edited and given back to "catalog apply".',
  examples: ['catalog show', 'catalog show 3 --json > prices.json'],
  run: (call) =>
    withSession(call, async (session) => {
      const version = call.args[0];
      const answer =
        version === undefined
          ? await session.run(catalogRead)
          : await session.run(catalogVersion, { params: { version } });
      show(call, answer, () => catalogText(call, (answer as { catalog: CatalogRow }).catalog));
      return EXIT.ok;
    }),
};
