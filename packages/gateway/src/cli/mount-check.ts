// `mount check` reads an OpenAPI document as a mount would. It prints what could be served at which price, and what could not and why, or
// it writes the settings of the mount as a list to choose from. It changes nothing and needs no configuration.
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { GROUPS, type Group } from '../domain/access/key.ts';
import { formatMoney, type Micros, parseMoney, ZERO } from '../domain/money.ts';
import { addressOf } from '../mounts/choose-operations.ts';
import { parseCredential } from '../mounts/credential.ts';
import { DOCUMENT_BYTES_MAX, isProblem } from '../mounts/document.ts';
import { Mount, type MountedRoute } from '../mounts/mount.ts';
import { mountPrices } from '../mounts/prices.ts';
import { type ReadDocument, readDocument } from '../mounts/read-document.ts';
import type { CliCommand, Invocation } from '../terminal/command.ts';
import { show, tableText } from '../terminal/output.ts';
import { type Columns, long, renderFields, right } from '../terminal/table.ts';
import { CliError, EXIT } from '../terminal/world.ts';

interface Options {
  group?: Group;
  name?: string;
  unitPrice?: string;
  credential?: string;
  settings?: boolean;
}

function readText(file: string): string {
  try {
    if (statSync(file).size <= DOCUMENT_BYTES_MAX) return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`;
    throw new CliError(`${file}: ${reason}`, EXIT.usage);
  }
  throw new CliError(`${file}: larger than 16 MiB`, EXIT.usage);
}

function priceOption(text: string | undefined): Micros {
  const price = text === undefined ? ZERO : parseMoney(text);
  if (price !== null && price >= 0) return price;
  throw new CliError('--unit-price: expected a decimal such as "0.003"', EXIT.usage);
}

/** `./justone.v2.json` gets the name `justone`. */
function nameOption(name: string | undefined, file: string): string {
  const plain =
    name ??
    basename(file)
      .split('.')[0]!
      .toLowerCase()
      .replaceAll(/[^a-z0-9_-]+/g, '-');
  if (/^[a-z0-9][a-z0-9_-]{0,39}$/.test(plain)) return plain;
  throw new CliError('--name: expected a name of a-z, 0-9, "-" and "_", at most 40 characters', EXIT.usage);
}

function mountOf(file: string, options: Options): Mount {
  const { credential: given } = options;
  const credential = given === undefined ? null : parseCredential(given);
  if (given !== undefined && credential === null) {
    throw new CliError('--credential: expected none, bearer, basic, header:NAME or query:NAME', EXIT.usage);
  }
  const document: ReadDocument | { problem: string } = readDocument(readText(file), { credential });
  if (isProblem(document)) throw new CliError(`${file}: ${document.problem}`, EXIT.no);
  const settings = {
    group: options.group ?? 'u2',
    name: nameOption(options.name, file),
    provider: '',
    unitPriceMicros: priceOption(options.unitPrice),
    operations: {},
    gets: [],
    credential,
    success: null,
  };
  const chosen = document.operations.map((operation) => ({ operation, ownPriceMicros: null }));
  return new Mount(settings, document, { chosen, digest: '' });
}

function viewOf(mount: Mount, isPriced: boolean) {
  const price = (micros: Micros) => (isPriced ? formatMoney(micros) : null);
  const { unitPriceMicros } = mount.settings;
  return {
    title: mount.title,
    server: mount.server,
    mounted: mount.routes.map(({ method, path, operation, summary, of }) => ({
      method,
      path,
      operation,
      name: addressOf(of),
      tags: of.tags,
      upstream_path: of.path,
      credential:
        'name' in of.credential ? `${of.credential.kind}:${of.credential.name}` : of.credential.kind,
      unit_price: price(unitPriceMicros),
      summary,
      unchecked: of.unchecked,
    })),
    skipped: mount.skipped,
    prices: mountPrices(mount).map((rule) => ({ path: rule.path, unit_price: price(rule.unitPriceMicros) })),
  };
}

type View = ReturnType<typeof viewOf>;

type Mounted = View['mounted'][number];

const MOUNTED_ROW: Columns<Mounted> = {
  method: 'method',
  path: 'path',
  'unit price': right('unit_price'),
  credential: 'credential',
  summary: long('summary'),
};
const UNCHECKED_ROW: Columns<Pick<Mounted, 'method' | 'path'> & { text: string }> = {
  unchecked: 'method',
  path: 'path',
  'left to the upstream': long('text'),
};
const SKIPPED_ROW: Columns<View['skipped'][number]> = {
  skipped: 'method',
  path: 'path',
  why: long('reason'),
};

function viewText(call: Invocation, view: View): string {
  const { mounted, skipped } = view;
  const unchecked = mounted.flatMap((one) => one.unchecked.map((text) => ({ ...one, text })));
  const parts = [
    renderFields([
      ['document', view.title],
      ['server', view.server],
      ['can be mounted', view.mounted.length],
      ['skipped', view.skipped.length],
    ]),
    tableText(call, MOUNTED_ROW, mounted, 'Nothing can be mounted.'),
    ...(unchecked.length === 0 ? [] : [tableText(call, UNCHECKED_ROW, unchecked, '')]),
    ...(skipped.length === 0 ? [] : [tableText(call, SKIPPED_ROW, skipped, '')]),
  ];
  return `${parts.join('\n')}\n${HOW_TO_CHOOSE}\n`;
}

const HOW_TO_CHOOSE =
  'Nothing is served that the settings do not name. `--settings` writes the mount as a list to choose from.';

/** Everything is commented out: the operator uncomments what shall be served with the operator's own credential. */
function settingsText(file: string, { settings, routes }: Mount, unitPrice: string | undefined): string {
  const [reads, others] = [routes.filter(isGet), routes.filter((route) => !isGet(route))];
  return [
    'mounts:',
    `  - name: ${settings.name}`,
    `    group: ${settings.group}`,
    `    openapi: ${JSON.stringify(file)}`,
    '    provider: PROVIDER',
    `    unit_price: ${JSON.stringify(unitPrice ?? 'PRICE')}`,
    '    # Operations with GET, by the beginning of their path or by tag: ["/items/*", "tag:NAME"]',
    '    gets: []',
    '    # Uncomment what is to be served; any of these may have a unit_price of its own.',
    '    operations:',
    ...reads.map(choiceLine),
    ...(others.length === 0 ? [] : ['      # These may change something there: choose one by one.']),
    ...others.map(choiceLine),
    '',
  ].join('\n');
}

const isGet = ({ method }: MountedRoute) => method === 'GET';

function choiceLine({ of, summary }: MountedRoute): string {
  return `      # ${JSON.stringify(addressOf(of))}: {}${summary === null ? '' : `  # ${summary}`}`;
}

export const mountCheckCommand: CliCommand<[string], Options> = {
  name: 'mount check',
  summary: 'Show what a mount of an OpenAPI document could serve; exit code 1 when that is nothing',
  arguments: [{ name: '<file>', summary: 'an OpenAPI 3.0 or 3.1 document, JSON or YAML' }],
  options: [
    { flags: '--group <GROUP>', summary: 'the group of the routes (default: u2)', choices: GROUPS },
    { flags: '--name <NAME>', summary: 'the name of the mount (default: from the file)' },
    { flags: '--unit-price <PRICE>', summary: 'the price of one call' },
    { flags: '--credential <WHERE>', summary: 'none, bearer, basic, header:NAME or query:NAME' },
    { flags: '--settings', summary: 'write the settings of the mount, as a list to choose from' },
  ],
  notes:
    'An operation is mounted whole or not at all, and only when the settings name it. The document is not fetched: download it first.',
  examples: [
    'mount check justone.json --name justone --unit-price 0.003 --credential query:token',
    'mount check justone.json --settings > mount.yaml',
  ],
  async run(call) {
    const mount = mountOf(call.args[0], call.options);
    const view = viewOf(mount, call.options.unitPrice !== undefined);
    const { settings, unitPrice } = call.options;
    const text = () =>
      settings === true ? settingsText(call.args[0], mount, unitPrice) : viewText(call, view);
    show(call, view, text);
    return view.mounted.length > 0 ? EXIT.ok : EXIT.no;
  },
};
