// Commands on connectors: the APIs that this build supports, and what an operator should know before enabling one. Those that ask a platform
// are in connectors-live.ts.

import type { Connector, Facts, OperationName, ProofKind } from '../connectors/connector.ts';
import { coverageOf } from '../domain/coverage.ts';
import { cacheSecondsMax, cacheSecondsMin, type Retention } from '../domain/retention.ts';
import type { FilterSupport } from '../domain/search-filters.ts';
import type { AnyCommand, CliCommand, Invocation } from '../terminal/command.ts';
import { show, tableText } from '../terminal/output.ts';
import { type Columns, extra, renderFields } from '../terminal/table.ts';
import { CliError, EXIT } from '../terminal/world.ts';
import { connectorsCheck, connectorsRecord } from './connectors-live.ts';

/** Names of the configured providers that use this connector. */
function providersOf(call: Invocation, connector: string): string[] {
  const { providers } = call.world.config(call.configFile);
  return Object.keys(providers).filter((name) => providers[name]?.connector === connector);
}

function view(call: Invocation, { name, facts }: Connector) {
  return {
    name,
    platforms: facts.platforms,
    made_up: facts.isMadeUp === true,
    key_needed: facts.keyNeeded,
    resale: facts.resale,
    providers: providersOf(call, name),
    website: facts.website,
  };
}

function platformsText(platforms: Facts['platforms'], isMadeUp: boolean): string {
  return `${platforms?.join(', ') ?? 'any name'}${isMadeUp ? ' (made up)' : ''}`;
}

const CONNECTOR_ROW: Columns<ReturnType<typeof view>> = {
  connector: 'name',
  platforms: ({ platforms, made_up }) => platformsText(platforms, made_up),
  key: ({ key_needed }) => (key_needed ? 'needed' : 'none'),
  resale: 'resale',
  providers: extra(({ providers }: { providers: string[] }) => providers.join(', ')),
  website: extra('website'),
};

const connectorsList: CliCommand<[], object> = {
  name: 'connectors list',
  summary: 'List the connectors of this build',
  examples: ['connectors list'],
  async run(call) {
    const connectors = call.world.connectors.map((connector) => view(call, connector));
    show(call, { connectors }, () => tableText(call, CONNECTOR_ROW, connectors, 'There are no connectors.'));
    return EXIT.ok;
  },
};

const RESALE = {
  yes: 'allowed',
  no: 'forbidden: only at price 0',
  'own-key': 'only to holders of their own key or agreement',
};

const FILTER_WORDS: Record<FilterSupport, string> = {
  exact: 'exact',
  checked: 'checked here',
  preferred: 'as a wish',
};

const HOUR_SECONDS = 3_600;

const hours = (seconds: number) => `${seconds / HOUR_SECONDS} h`;

/** In words: these limits override the settings, and an operator should see that. */
function cacheText(retention: Retention): string {
  if (retention.cache === 'never') return 'never';
  const [min, max] = [cacheSecondsMin(retention), cacheSecondsMax(retention)];
  const bounds = [
    min > 0 ? [`at least ${hours(min)}`] : [],
    max === Number.POSITIVE_INFINITY ? [] : [`at most ${hours(max)}`],
  ].flat();
  return bounds.length === 0 ? 'as the settings say' : bounds.join(', ');
}

function retentionRows(retention: Retention): [string, string][] {
  const { keepSecondsMax, linkSeconds } = retention;
  return [
    ['cached', cacheText(retention)],
    [
      'records kept',
      keepSecondsMax === null ? 'no limit in its terms' : `at most ${hours(keepSecondsMax)}, by its terms`,
    ],
    ['links work', linkSeconds === null ? 'they do not lapse' : `for ${hours(linkSeconds)}`],
  ];
}

function findConnector(call: Invocation, name: string): Connector {
  const connector = call.world.connectors.find((candidate) => candidate.name === name);
  if (connector === undefined) throw new CliError(`there is no connector "${name}"`, EXIT.no);
  return connector;
}

interface FilterRow {
  platform: string;
  /** A filter, or a filter and its value. */
  filter: string;
  support: FilterSupport;
}

/** A connector with variable names has the same filters for all of them. */
function filtersOfSearch({ facts, operations }: Connector): FilterRow[] {
  const search = operations['video.search'];
  return (facts.platforms ?? ['any']).flatMap((platform) =>
    Object.entries(search?.filters(platform, {}) ?? {}).map(([filter, support]) => ({
      platform,
      filter,
      support,
    })),
  );
}

/** The sorts that callers may choose. Those of a search are listed as filters. */
function sortsOf(how: object): readonly string[] {
  return 'sorts' in how ? (how.sorts as readonly string[]) : [];
}

/** Without what the rows of the operation show already. */
function coverageOfOperation(connector: Connector, operation: string) {
  const { itemsMax, fresh, notes } = coverageOf(connector, operation as OperationName)!;
  return { items_max: itemsMax, fresh, notes };
}

/** The facts of each operation that are worth printing. */
function operationsOf(connector: Connector) {
  return Object.entries(connector.operations).map(([operation, how]) => ({
    operation,
    page_items_max: 'pageItemsMax' in how ? how.pageItemsMax : null,
    missing: how.missing,
    sorts: sortsOf(how),
    filters: 'filters' in how ? filtersOfSearch(connector) : [],
    coverage: coverageOfOperation(connector, operation),
  }));
}

function filterRows(connector: Connector): [string, string][] {
  const rows = new Map<string, string[]>();
  for (const { platform, filter, support } of filtersOfSearch(connector)) {
    const title = `filters of ${platform}, ${FILTER_WORDS[support]}`;
    rows.set(title, [...(rows.get(title) ?? []), filter]);
  }
  return [...rows].map(([title, filters]) => [title, filters.join(', ')]);
}

function coverageText(connector: Connector, operation: string): string {
  const { items_max, fresh, notes } = coverageOfOperation(connector, operation);
  const cap = items_max === null ? [] : [`Ends after ${items_max} items.`];
  return [...cap, ...(fresh === null ? [] : [fresh]), ...notes].join(' ') || 'no gaps known';
}

function operationRows(connector: Connector): [string, string][] {
  return Object.entries(connector.operations).flatMap(([name, how]): [string, string][] => [
    [name, 'pageItemsMax' in how ? `at most ${how.pageItemsMax} items per page` : 'one record'],
    ...(sortsOf(how).length === 0 ? [] : [[`${name} sorts`, sortsOf(how).join(', ')] as [string, string]]),
    [`${name} never gives`, how.missing.join(', ')],
    [`${name} coverage`, coverageText(connector, name)],
  ]);
}

function rowsOf(call: Invocation, connector: Connector): [string, string | number | null][] {
  const { name, facts, options } = connector;
  return [
    ['name', name],
    ['website', facts.website],
    ['documents', facts.docs],
    ['proved', `by ${PROOF_WORDS[facts.proof.by]}, looked at in ${facts.proof.checkedAt}`],
    ['not proved', facts.proof.unproved.join(' ') || null],
    ['base_url', facts.baseUrl ?? 'must be set'],
    ['platforms', platformsText(facts.platforms, facts.isMadeUp === true)],
    ['token', facts.keyNeeded ? 'needed' : 'not needed'],
    ['resale', RESALE[facts.resale]],
    ['keyword', facts.keyword],
    ...retentionRows(facts.retention),
    ['providers', providersOf(call, name).join(', ')],
    ['notes', facts.notes],
    ...operationRows(connector),
    ...filterRows(connector),
    ...Object.entries(options).map(([option, meaning]): [string, string] => [`options.${option}`, meaning]),
  ];
}

/** Where no answer was recorded; docs/reference/connectors.md says it of each operation. */
const PROOF_WORDS: Record<ProofKind, string> = {
  document: 'its documents',
  source: 'the source of its server',
  client: 'clients of others',
  own: 'its own tests',
  unproved: 'nothing',
};

/** With the field names of the API. */
function factsView(facts: Facts) {
  const { baseUrl, keyNeeded, retention, website, docs, proof, platforms, isMadeUp = false, ...rest } = facts;
  const { checkedAt, besides = {}, ...proved } = proof;
  const max = cacheSecondsMax(retention);
  return {
    website,
    docs,
    proof: { checked_at: checkedAt, ...proved, besides },
    base_url: baseUrl,
    platforms,
    made_up: isMadeUp,
    key_needed: keyNeeded,
    ...rest,
    cache_seconds: { min: cacheSecondsMin(retention), max: max === Number.POSITIVE_INFINITY ? null : max },
    keep_seconds_max: retention.keepSecondsMax,
    link_seconds: retention.linkSeconds,
  };
}

const connectorsShow: CliCommand<[string], object> = {
  name: 'connectors show',
  summary: 'Show one connector: its facts, settings and limits',
  arguments: [{ name: '<name>', summary: 'of the connector' }],
  examples: ['connectors show peertube'],
  async run(call) {
    const connector = findConnector(call, call.args[0]);
    const { name, facts, options } = connector;
    const data = {
      name,
      ...factsView(facts),
      options,
      operations: operationsOf(connector),
      providers: providersOf(call, name),
    };
    show(call, data, () => renderFields(rowsOf(call, connector), call.world.columns));
    return EXIT.ok;
  },
};

export const connectorCommands: AnyCommand[] = [
  connectorsList,
  connectorsShow,
  connectorsCheck,
  connectorsRecord,
];
