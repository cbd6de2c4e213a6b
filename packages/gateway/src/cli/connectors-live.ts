// Commands that ask platforms: a live search at the providers of a connector, and a recording of a provider's answers. They take the path of
// a paid call but open no call, so no caller is charged. A recording never replaces a file.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Connector } from '../connectors/connector.ts';
import type { LiveRecording, Probe, RecordedBodies } from '../domain/provider-status.ts';
import type { CliCommand, Invocation } from '../terminal/command.ts';
import { show, tableText } from '../terminal/output.ts';
import { type Columns, long, renderFields, right, wrapped } from '../terminal/table.ts';
import { CliError, EXIT } from '../terminal/world.ts';

const PROBE_ROW: Columns<Probe> = {
  provider: 'provider',
  platform: 'platform',
  outcome: 'outcome',
  items: right('items'),
  end: 'end',
  ms: right('duration_ms'),
  new: right(({ new_keys }) => String(new_keys.length)),
  missing: right(({ missing_keys }) => String(missing_keys.length)),
  detail: long('detail'),
};

/** The name of a provider selects that provider; the name of a connector selects all of its providers. */
function chosen(call: Invocation, name: string): string[] {
  const { providers } = call.world.config(call.configFile);
  if (providers[name] !== undefined) return [name];
  if (call.world.connectors.every((connector) => connector.name !== name)) {
    throw new CliError(`there is no provider and no connector "${name}"`, EXIT.no);
  }
  const names = Object.keys(providers).filter((provider) => providers[provider]?.connector === name);
  if (names.length > 0) return names;
  throw new CliError(`no provider uses the connector "${name}"; add one under "providers"`, EXIT.no);
}

/** A text lists so many keys; JSON lists all. */
const KEYS_TOLD_MAX = 20;

function keysText(keys: readonly string[]): string {
  const more = keys.length - KEYS_TOLD_MAX;
  return `${keys.slice(0, KEYS_TOLD_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

interface Change {
  provider: string;
  platform: string;
  change: string;
  keys: string;
}

const CHANGE_ROW: Columns<Change> = {
  provider: 'provider',
  platform: 'platform',
  change: 'change',
  keys: wrapped('keys'),
};

/** Words that say what follows: a missing key is a failure of the check, a new one is not. */
const CHANGES = { missing_keys: 'missing, but read', new_keys: 'new, not read' } as const;

function changesText(call: Invocation, probes: readonly Probe[]): string {
  const changes = probes.flatMap((probe) =>
    (Object.keys(CHANGES) as (keyof typeof CHANGES)[])
      .filter((name) => probe[name].length > 0)
      .map((name) => ({ ...probe, change: CHANGES[name], keys: keysText(probe[name]) })),
  );
  return changes.length === 0 ? '' : `\n${tableText(call, CHANGE_ROW, changes, '')}`;
}

export const connectorsCheck: CliCommand<[string], { keyword?: string; against?: string }> = {
  name: 'connectors check',
  summary: 'Search once at each provider of a connector, live, and name what changed in its answer',
  arguments: [{ name: '<name>', summary: 'of a connector, or of one provider' }],
  options: [
    { flags: '--keyword <TEXT>', summary: 'what to search for (default: cat)' },
    { flags: '--against <FILE>', summary: 'compare with this recording too, of "connectors record"' },
  ],
  notes:
    'Uses the settings and credentials of the configuration. The platform may count or bill the search.\n' +
    'Ends with 0 when every provider answered with all keys that its connector reads, new keys or not, and with 1\n' +
    'when one of them failed or its answer lacks such a key.',
  examples: ['connectors check peertube', 'connectors check framatube --keyword 猫'],
  async run(call) {
    const config = call.world.config(call.configFile);
    const names = chosen(call, call.args[0]);
    const recorded = recordedBodies(call.options.against);
    const probes = await call.world.probe(config, names, call.options.keyword ?? 'cat', recorded);
    show(
      call,
      { probes },
      () => tableText(call, PROBE_ROW, probes, 'Nothing was checked.') + changesText(call, probes),
    );
    const isGood = ({ outcome, missing_keys }: Probe) => outcome === 'ok' && missing_keys.length === 0;
    return probes.every(isGood) ? EXIT.ok : EXIT.no;
  },
};

const RECORDING_BYTES_MAX = 20_000_000;

/** The bodies of a file of `connectors record`. */
function recordedBodies(file: string | undefined): RecordedBodies[] {
  if (file === undefined) return [];
  try {
    if (statSync(file).size > RECORDING_BYTES_MAX) throw new Error('it is too large');
    const { samples } = JSON.parse(readFileSync(file, 'utf8')) as LiveRecording['recording'];
    return samples.map(({ operation, input: { platform }, answers }) => ({
      operation,
      platform,
      bodies: answers.map(({ body }) => body),
    }));
  } catch (error) {
    throw new CliError(`${file} is no recording: ${(error as Error).message}`, EXIT.usage);
  }
}

interface RecordOptions {
  keyword?: string;
  video?: string;
  author?: string;
  playlist?: string;
  to?: string;
}

export const connectorsRecord: CliCommand<[string], RecordOptions> = {
  name: 'connectors record',
  summary: 'Ask each operation of a provider once, live, and keep the answers as samples that name nobody',
  arguments: [{ name: '<name>', summary: 'of one provider, or of a connector with one' }],
  options: [
    { flags: '--keyword <TEXT>', summary: 'what to search for (default: cat)' },
    { flags: '--video <ID>', summary: 'the video to ask about (default: the first that is found)' },
    { flags: '--author <ID>', summary: 'the author to ask about (default: of the first video)' },
    { flags: '--playlist <ID>', summary: 'the playlist to ask about; without it, none is' },
    { flags: '--to <FILE>', summary: 'a new file (default: CONNECTOR.recording.json)' },
  ],
  notes:
    'The platform may count or bill every request. In the file, names, handles, ids, texts, addresses and\n' +
    'credentials are made ones of the same form; field names, figures and times are kept, and so are the few words\n' +
    'that the connector decides by. The command prints these words: read them before you publish the file.',
  examples: [
    'connectors record peertube',
    'connectors record tikhub --keyword 猫 --to tikhub.recording.json',
  ],
  async run(call) {
    const config = call.world.config(call.configFile);
    const names = chosen(call, call.args[0]);
    if (names.length > 1) throw new CliError(`name one of the providers: ${names.join(', ')}`, EXIT.usage);
    const { keyword = 'cat', video, author, playlist, to } = call.options;
    const { connector } = config.providers[names[0]!]!;
    if (isOwn(call.world.connectors, connector))
      throw new CliError(`"${connector}" answers in this process: there is nothing to record`, EXIT.no);
    const file = to ?? `${connector}.recording.json`;
    if (exists(file)) throw new CliError(`${file} exists already; name another file with --to`, EXIT.usage);
    const made = await call.world.record(config, names[0]!, { keyword, video, author, playlist });
    const { recording, left } = made;
    if (recording.samples.length > 0)
      writeFileSync(file, `${JSON.stringify(recording, null, 2)}\n`, { flag: 'wx' });
    const operations = recording.samples.map(({ operation, input: { platform } }) => ({
      operation,
      platform,
    }));
    show(
      call,
      { file: operations.length > 0 ? file : null, recorded: operations, kept: recording.kept, left },
      () => recordText(call, file, made),
    );
    return operations.length > 0 ? EXIT.ok : EXIT.no;
  },
};

/** Its records come from this gateway. */
function isOwn(connectors: readonly Connector[], name: string): boolean {
  const baseUrl = connectors.find((connector) => connector.name === name)?.facts.baseUrl ?? null;
  return baseUrl !== null && !baseUrl.startsWith('http');
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

interface Operation {
  operation: string;
  platform: string;
  reason: string;
}

const DONE = 'recorded';

const OPERATION_ROW: Columns<Operation> = {
  operation: 'operation',
  platform: 'platform',
  'recorded, or why not': wrapped('reason'),
};

function recordText(
  call: Invocation,
  file: string,
  { recording: { samples, kept }, left }: LiveRecording,
): string {
  const done = samples.map(({ operation, input: { platform } }) => ({
    operation,
    platform,
    reason: DONE,
  }));
  const table = tableText(call, OPERATION_ROW, [...done, ...left], 'The provider has no operation.');
  if (samples.length === 0) return table;
  const facts: [string, string][] = [
    ['file', file],
    ['words that stayed', kept.length === 0 ? 'none' : kept.join(', ')],
  ];
  return `${table}\n${renderFields(facts, call.world.columns)}`;
}
