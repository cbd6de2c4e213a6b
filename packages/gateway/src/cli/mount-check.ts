// Owns `mount check`: reads an OpenAPI document as a mount would, and shows what would be served, at which price, and what
// would be left out and why. It changes nothing and needs no configuration.
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { GROUPS, type Group } from '../domain/key.ts';
import { formatMoney, type Micros, parseMoney, ZERO } from '../domain/money.ts';
import { parseCredential } from '../mounts/credential.ts';
import { DOCUMENT_BYTES_MAX, isProblem } from '../mounts/document.ts';
import { Mount } from '../mounts/mount.ts';
import { mountPrices } from '../mounts/prices.ts';
import { type ReadDocument, readDocument } from '../mounts/read-document.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show, tableText } from './output.ts';
import { renderFields } from './table.ts';
import { CliError, EXIT } from './world.ts';

interface Options {
  group?: Group;
  name?: string;
  unitPrice?: string;
  credential?: string;
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

/** `./justone.v2.json` would be mounted as `justone`. */
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
    credential,
    success: null,
  };
  return new Mount(settings, document, '');
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

const MOUNTED = [
  { title: 'method' },
  { title: 'path' },
  { title: 'unit price', align: 'right' as const },
  { title: 'credential' },
  { title: 'summary', canShrink: true },
];
const UNCHECKED = [
  { title: 'unchecked' },
  { title: 'path' },
  { title: 'left to the upstream', canShrink: true },
];
const SKIPPED = [{ title: 'skipped' }, { title: 'path' }, { title: 'why', canShrink: true }];

function viewText(call: Invocation, view: View): string {
  const mounted = view.mounted.map((one) => [
    one.method,
    one.path,
    one.unit_price,
    one.credential,
    one.summary,
  ]);
  const skipped = view.skipped.map(({ method, path, reason }) => [method, path, reason]);
  const unchecked = view.mounted.flatMap((one) => one.unchecked.map((text) => [one.method, one.path, text]));
  const parts = [
    renderFields([
      ['document', view.title],
      ['server', view.server],
      ['mounted', view.mounted.length],
      ['skipped', view.skipped.length],
    ]),
    tableText(call, MOUNTED, mounted, 'Nothing can be mounted.'),
    ...(unchecked.length === 0 ? [] : [tableText(call, UNCHECKED, unchecked, '')]),
    ...(skipped.length === 0 ? [] : [tableText(call, SKIPPED, skipped, '')]),
  ];
  return parts.join('\n');
}

export const mountCheckCommand: CliCommand<[string], Options> = {
  name: 'mount check',
  summary: 'Show what a mount of an OpenAPI document would serve; exit code 1 when that is nothing',
  arguments: [{ name: '<file>', summary: 'an OpenAPI 3.0 or 3.1 document, JSON or YAML' }],
  options: [
    { flags: '--group <GROUP>', summary: 'the group of the routes (default: u2)', choices: GROUPS },
    { flags: '--name <NAME>', summary: 'the name of the mount (default: from the file)' },
    { flags: '--unit-price <PRICE>', summary: 'the price of one call' },
    { flags: '--credential <WHERE>', summary: 'none, bearer, basic, header:NAME or query:NAME' },
  ],
  notes: 'An operation is mounted whole or not at all. Its document is not fetched: download it first.',
  examples: ['mount check justone.json --name justone --unit-price 0.003 --credential query:token'],
  async run(call) {
    const mount = mountOf(call.args[0], call.options);
    const view = viewOf(mount, call.options.unitPrice !== undefined);
    show(call, view, () => viewText(call, view));
    return view.mounted.length > 0 ? EXIT.ok : EXIT.no;
  },
};
