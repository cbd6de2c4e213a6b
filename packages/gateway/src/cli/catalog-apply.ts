// `catalog apply` shows what a price list would change, asks, and publishes it as the next version. By default it changes only the prices
// in the file. It never publishes without a confirmation, from a person or by --yes.

import type { Static } from 'typebox';
import { catalogPreview, catalogPublish } from '../features/catalog/catalog.admin.ts';
import type { CatalogDocument } from '../features/catalog/catalog-document.ts';
import { type CatalogDiff, missingPrices, type PriceRows } from '../features/catalog/price-lists.ts';
import { purposeOf } from '../operations/gathered-paths.ts';
import { time } from '../terminal/arguments.ts';
import { type CliCommand, given, type Invocation } from '../terminal/command.ts';
import { type ControlPlane, withControlPlane } from '../terminal/control-plane.ts';
import { show } from '../terminal/output.ts';
import { plainText } from '../terminal/text-width.ts';
import { CliError, EXIT } from '../terminal/world.ts';
import { readCatalogFile } from './catalog-file.ts';
import { catalogInForce } from './price.ts';

type CatalogEffect = Static<typeof catalogPreview.result>;

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

function hasDifference({ diff, scheduled }: CatalogEffect): boolean {
  return diffLines(diff).length > 0 || scheduled.some(({ kept }) => !kept);
}

/** What publishing would change, then paths that would have no price and prices that no path uses. */
function effectText({ diff, scheduled, unpriced, unused }: CatalogEffect): string {
  const changes = diffLines(diff);
  const lines = [
    ...(changes.length === 0 ? ['No difference from the catalog in force.'] : changes),
    ...scheduled.map(({ version, effective_from, kept }) =>
      kept
        ? `version ${version} stays scheduled for ${effective_from}`
        : `- version ${version}, scheduled for ${effective_from}, never comes into force`,
    ),
    ...unpricedLines(unpriced),
    ...unused.map((path) => `warning: ${path} fits no configured path`),
  ];
  return lines.map((line) => `${plainText(line)}\n`).join('');
}

/** Those of collections and watches are one line: an operator who offers neither has dozens. */
function unpricedLines(unpriced: readonly string[]): string[] {
  const served = unpriced.filter((path) => purposeOf(path) === null);
  const gathered = unpriced.length - served.length;
  const lines = served.map((path) => `warning: ${path} has no price and will not be served`);
  if (gathered === 0) return lines;
  return [
    ...lines,
    `warning: ${gathered} prices of collections and watches are missing: those are not offered`,
  ];
}

interface Options {
  effectiveFrom?: string;
  note?: string;
  replace?: boolean;
  newOnly?: boolean;
  firstPrices?: boolean;
  cancelScheduled?: boolean;
  yes?: boolean;
}

async function isConfirmed(
  { world, options, json }: Invocation<unknown, Options>,
  from: string,
): Promise<boolean> {
  if (options.yes) return true;
  if (world.ask === null || json) {
    throw new CliError('there is no terminal to ask on: add --yes to publish', EXIT.usage);
  }
  const answer = await world.ask(`Publish these prices, effective from ${from}? [y/N] `);
  return /^y(es)?$/i.test(answer.trim());
}

function modeOf({ replace, newOnly, firstPrices }: Options): NonNullable<CatalogDocument['mode']> {
  if (firstPrices === true) return 'add';
  if (replace === true && newOnly === true)
    throw new CliError('--replace and --new-only exclude each other', EXIT.usage);
  return replace === true ? 'replace' : newOnly === true ? 'add' : 'merge';
}

/** First prices for operations that have none, for example after an upgrade. Nothing else gets a price. */
function firstPricesFor(paths: readonly string[], current: PriceRows): object {
  const endpoints = missingPrices(current, paths);
  if (endpoints.length === 0)
    throw new CliError('every configured path of an operation has a price', EXIT.no);
  return { endpoints };
}

async function listOf(call: Call, control: ControlPlane): Promise<object> {
  const { firstPrices: wantsFirst, replace } = call.options;
  const [file] = call.args;
  if ((file === undefined) !== (wantsFirst === true))
    throw new CliError('name a file, or say --first-prices', EXIT.usage);
  if (wantsFirst && replace)
    throw new CliError('--replace and --first-prices exclude each other', EXIT.usage);
  if (file !== undefined) return readCatalogFile(file, call.world.config);
  return firstPricesFor(control.deps.paths(), await catalogInForce(control));
}

type Call = Invocation<[string | undefined], Options>;

export const catalogApplyCommand: CliCommand<[string | undefined], Options> = {
  name: 'catalog apply',
  after: 'catalog show',
  summary: 'Publish a price list as the next version',
  arguments: [{ name: '[file]', summary: 'YAML or JSON: a catalog, or a reelgate.yaml with "prices"' }],
  options: [
    { flags: '--effective-from <WHEN>', summary: 'a day or a time (default: now)', parse: time },
    { flags: '--note <TEXT>', summary: 'for the history' },
    { flags: '--new-only', summary: 'add prices that are new, and change none' },
    {
      flags: '--first-prices',
      summary:
        'instead of a file: first prices of operations that have none; gathering costs what your own prices make of it',
    },
    { flags: '--replace', summary: 'the file is the whole list: remove prices that it does not hold' },
    { flags: '--cancel-scheduled', summary: 'drop versions that wait for a later day' },
    { flags: '--yes', summary: 'do not ask' },
  ],
  notes:
    'Only what the file says is changed: other prices, agreed prices and scheduled versions stay, unless options say otherwise. ' +
    'Calls that were admitted before keep their price. Without a terminal, and with --json, --yes is needed.',
  examples: [
    'catalog apply prices.yaml',
    'catalog apply reelgate.yaml --new-only',
    'catalog apply --first-prices',
    'catalog apply reelgate.yaml --effective-from 2027-01-01 --yes',
  ],
  async run(call) {
    const { effectiveFrom, note, cancelScheduled } = call.options;
    const scheduled = cancelScheduled === true ? 'cancel' : undefined;
    const options = given({ effective_from: effectiveFrom, note, mode: modeOf(call.options), scheduled });
    return withControlPlane(
      call,
      async (control) => {
        const body = given({ ...(await listOf(call, control)), ...options }) as CatalogDocument;
        const preview = await control.run(catalogPreview, { body });
        if (!call.json) call.world.out(effectText(preview));
        if (!hasDifference(preview)) {
          if (call.json) show(call, preview, () => '');
          else call.world.out('Nothing was published.\n');
          return EXIT.ok;
        }
        if (!(await isConfirmed(call, preview.effective_from))) {
          call.world.err('Nothing was published.\n');
          return EXIT.no;
        }
        const answer = await control.run(catalogPublish, { body });
        const { version, effective_from } = answer.catalog;
        show(call, answer, () => `Published version ${version}, effective from ${effective_from}.\n`);
        return EXIT.ok;
      },
      { mayCreate: true },
    );
  },
};
