// The structure of the source: which folder may import which, and the one place of each thing that needs one. A failure names the
// file and where the code belongs. Tests and the folder `testing` may import everything.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SRC = path.join(import.meta.dirname, '..');
const ROOT = path.join(SRC, '../../..');

/** Folder → what it may import beside itself. A name with a file means that file alone: a port. */
const MAY_IMPORT: Record<string, string[]> = {
  domain: [],
  addresses: ['domain', 'connectors/connector.ts', 'upstream/upstream.ts'],
  operations: ['domain', 'connectors/connector.ts'],
  // Samples of the showcase are its own answers.
  connectors: ['domain', 'showcase/index.ts'],
  upstream: ['domain', 'connectors/connector.ts'],
  library: [
    'domain',
    'connectors/connector.ts',
    'upstream/upstream.ts',
    // In PostgreSQL the library is in the ledger's database, and is connected to in the same way.
    'storage/postgres/connection.ts',
    'storage/postgres/migrate.ts',
    'storage/postgres/connection-refused.ts',
    // The library moves as the ledger does: row by row, counted and compared, into a file that gets its name at the end.
    'storage/postgres/export.ts',
    'storage/postgres/import.ts',
    'storage/transfer/row-transfer.ts',
    'storage/steps/reading.ts',
    'storage/sqlite/new-file.ts',
    'storage/transfer/transfer-tables.ts',
    // Where the code of its threads is.
    'process/places.ts',
    'process/make-folder.ts',
  ],
  showcase: ['domain', 'library/index.ts', 'connectors/connector.ts', 'upstream/upstream.ts'],
  pictures: ['domain', 'cache', 'connectors/connector.ts', 'upstream/upstream.ts'],
  observe: ['domain', 'process/make-folder.ts'],
  health: ['domain', 'connectors/connector.ts'],
  workers: ['domain'],
  cache: ['domain'],
  storage: ['domain', 'process/places.ts', 'process/make-folder.ts'],
  // Passes on a foreign API, so it uses the connectors' parsing of JSON and of waiting times.
  mounts: ['domain', 'operations', 'connectors/connector.ts', 'connectors/parsing'],
  call: [
    'domain',
    'operations',
    'mounts',
    'observe',
    'storage/storage.ts',
    'connectors/connector.ts',
    'upstream/upstream.ts',
    'health/health.ts',
    'cache',
    'addresses',
    // Where lists are merged, an item is weighed by the words of the question, folded as the library folds them.
    'library/searching/words-shared.ts',
  ],
  // What verbs are made of, for every noun and for the engine of commands.
  verb: ['domain', 'operations', 'storage/storage.ts', 'health/health.ts', 'call/gathering/gathered.ts'],
  features: [
    'domain',
    'verb',
    'operations',
    'addresses',
    'storage/storage.ts',
    'health/health.ts',
    // Webhooks are sent with the same client as requests to platforms.
    'upstream/upstream.ts',
    // A complaint about a keyword is decided by the search's own definition of equal words.
    'library/searching/search-words.ts',
    // Collections and watches ask the path of a call.
    'call/gathering/gathered.ts',
    'call/gathering/gather-work.ts',
    'terminal',
  ],
  jobs: ['domain', 'observe', 'features/payments', 'storage/storage.ts'],
  duties: ['domain', 'storage/storage.ts'],
  mcp: ['domain', 'operations', 'call', 'verb', 'features'],
  // Reads the guides, which are beside the code.
  documents: ['process/places.ts'],
  http: [
    'domain',
    'operations',
    'mounts',
    'mcp',
    'call',
    'verb',
    'features',
    'documents',
    'storage/storage.ts',
    'process/package-version.ts',
  ],
  config: ['domain', 'operations', 'mounts', 'connectors/connector.ts', 'process/package-version.ts'],
  // The engine of commands. It imports only types from other folders; the test `the engine of commands …` below ensures it.
  terminal: [
    'domain',
    'addresses/explain-address.ts',
    'verb',
    'config/config.ts',
    'connectors/connector.ts',
    'operations/operation.ts',
    'storage/transfer/row-transfer.ts',
    'storage/storage.ts',
    'storage/transfer/transfer.ts',
  ],
  cli: [
    'domain',
    'terminal',
    'operations',
    'mounts',
    'verb',
    'features',
    'addresses',
    'documents',
    'config/config.ts',
    'config/color-environment.ts',
    'connectors/connector.ts',
    'library',
    'mcp',
    'observe/read-scrape.ts',
    'process/make-folder.ts',
    'process/package-version.ts',
    'secrets/service-secret.ts',
    'storage/archive/archive-files.ts',
    'storage/archive/catch-up-archive.ts',
    'storage/archive/archiver.ts',
    'storage/transfer/row-transfer.ts',
    'storage/storage.ts',
    'storage/transfer/transfer.ts',
  ],
  process: ['domain'],
  secrets: [
    'domain',
    'config/config.ts',
    'process/make-folder.ts',
    'process/start-refused.ts',
    'storage/storage.ts',
  ],
  move: ['config/config.ts', 'library', 'secrets/service-secret.ts', 'storage'],
  start: [
    'domain',
    'operations',
    'mounts',
    'verb',
    'features',
    'assemble/assemble.ts',
    'config/config.ts',
    'process/start-refused.ts',
    'storage/storage.ts',
  ],
};

/** These wire the others together. */
const FREE = new Set(['assemble', 'main.ts', 'testing']);

interface Home {
  what: string;
  pattern: RegExp;
  /** Prefixes of the paths where it may occur. */
  at: string[];
}

const HOMES: Home[] = [
  {
    what: 'whether a key works',
    pattern: /\bkey\w*\.status [!=]== 'active'|\bkey\w*\.expiresAtMs [<>]|\bkey\w*\.status === 'disabled'/i,
    at: ['domain/access/key.ts'],
  },
  {
    what: 'the environment',
    pattern: /process\.env/,
    at: ['config/config.ts', 'config/color-environment.ts'],
  },
  {
    what: 'clock and chance',
    pattern: /Date\.now|performance\.now|Math\.random|randomBytes\(|randomUUID|new Date\(\)/,
    at: ['domain/clock.ts'],
  },
  {
    what: 'sockets',
    // From node:net only what opens a socket; address arithmetic may be used everywhere.
    pattern:
      /from '(undici|node:(http|https|tls|dgram|dns))'|(Socket|connect|Server)\b.* from 'node:net'|await fetch\(/,
    at: ['upstream/', 'http/', 'terminal/gateway-client.ts'],
  },
  { what: 'SQLite', pattern: /node:sqlite/, at: ['storage/sqlite/', 'library/'] },
  {
    what: 'SQL',
    pattern: /['"`]\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE) /,
    at: ['storage/', 'library/'],
  },
  {
    what: 'status codes',
    pattern: /reply\.(code|status)\(|statusCode/,
    // In answers of TikTok's web pages it is the name of a field.
    at: [
      'http/',
      'terminal/gateway-client.ts',
      'upstream/tunnel.ts',
      'connectors/short-video/',
      'connectors/recording/known-keys.ts',
    ],
  },
  {
    what: 'printing',
    pattern: /console\.(log|error|warn|info|debug|table|dir)\b|process\.(stdout|stderr)/,
    // The samples of the reference print what they bought.
    at: ['observe/', 'cli/', 'main.ts', 'http/openapi/write-openapi.ts', 'http/documents/docs-samples.ts'],
  },
  {
    // A package has .js files, so a file that is started by its name takes the extension of the file that starts it.
    what: 'a source named by a text',
    pattern: /(?<!from |import |import\()'\.[^' ]*\.ts'/,
    at: [],
  },
  {
    // Whoever listens for it after an `await` comes too late: `untilClosed` looks first. Elsewhere nothing waits between opening and listening.
    what: 'waiting until a response is closed',
    pattern: /\b(on|once|addListener|prependListener)\(([\w.]+, )?['"](close|aborted|finish)['"]/,
    at: [
      'http/connections/until-closed.ts',
      'upstream/',
      'cli/mcp.ts',
      'observe/call-log.ts',
      'process/pager.ts',
    ],
  },
  // Names are told from ids by the same list.
  {
    what: 'how ids begin',
    pattern: /(`[a-z]{3,4}_\$\{|'[a-z]{3,4}_' \+)/,
    at: ['domain/ids.ts', 'secrets/', 'observe/', 'connectors/', 'storage/contracts/', 'storage/testing/'],
  },
  { what: 'a unit of time', pattern: /\bconst (MINUTE|HOUR|DAY)_MS =/, at: ['domain/duration.ts'] },
  // Node's own, with `recursive`, never returns below /proc. The reference is written by a command of contributors.
  {
    what: 'making a folder',
    pattern: /\bmkdir(Sync)?\(|\bmkdir: true/,
    at: ['process/make-folder.ts', 'assemble/write-reference.ts'],
  },
  { what: 'ending the process', pattern: /process\.exit\(/, at: ['main.ts'] },
  // What fails in it is written to the log; elsewhere it would end the process.
  { what: 'work at an interval', pattern: /\bsetInterval\(/, at: ['domain/clock.ts'] },
  // It opens a file, and throws in a process that has no descriptor left. v8.getHeapStatistics() does not.
  {
    what: 'the memory of the process',
    pattern: /process\.memoryUsage\b/,
    at: ['observe/process-metrics.ts'],
  },
  {
    // Of answers from platforms. The state of a walk is what the gateway itself has compressed and stored.
    what: 'a decoder other than gzip',
    pattern: /[bB]rotli|[zZ]std[A-Z]|createInflate|inflateSync/,
    at: ['call/all/walk-state.ts'],
  },
];

/** Tests, and what they are made of. */
const NO_PRODUCTION = /\.(test|contract|samples|simulation)\.ts$|(^|\/)testing|^connectors\/samples\//;

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !NO_PRODUCTION.test(file))
    .sort();
}

const files = sources(SRC).map((file) => ({ file, text: readFileSync(path.join(SRC, file), 'utf8') }));

/** Removes comments, which may mention anything. */
function code(text: string): string {
  return text.replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '').replace(/ \/\/ .*$/gm, '');
}

function imports(file: string, text: string): string[] {
  const found = text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g);
  return [...found].map(([, target]) => path.join(path.dirname(file), target!));
}

const roomOf = (file: string) => file.split('/')[0]!;

test('imports point one way', () => {
  const wrong = files.flatMap(({ file, text }) => {
    const room = roomOf(file);
    if (FREE.has(room)) return [];
    const allowed = MAY_IMPORT[room];
    if (allowed === undefined) return [`${file}: the room "${room}" is not in the layout test`];
    return imports(file, text)
      .filter((target) => roomOf(target) !== room)
      .filter((target) => !allowed.some((place) => target === place || target.startsWith(`${place}/`)))
      .map((target) => `${file} must not import ${target}`);
  });
  expect(wrong).toEqual([]);
});

test('the engine of commands takes values from the domain alone', () => {
  const wrong = files
    .filter(({ file }) => roomOf(file) === 'terminal')
    .flatMap(({ file, text }) =>
      imports(file, text.replace(/^import type [^;]*;$/gm, ''))
        .filter((target) => !['terminal', 'domain'].includes(roomOf(target)))
        .map((target) => `${file} must import only types of ${target}`),
    );
  expect(wrong).toEqual([]);
});

/** The folders of verbs and their views, and of what commands are made with. */
const COMMAND_ROWS_KNOW = ['features', 'verb', 'domain', 'terminal'];

test('rows of commands import only verbs, views and the engine', () => {
  const wrong = files
    .filter(({ file }) => file.endsWith('.cli.ts'))
    .flatMap(({ file, text }) =>
      imports(file, text)
        .filter((target) => !COMMAND_ROWS_KNOW.includes(roomOf(target)))
        .map((target) => `${file} must not import ${target}`),
    );
  expect(wrong).toEqual([]);
});

/** What connectors share: the port, the parsing of fields, and the records that several sellers of one platform give. */
const CONNECTORS_SHARE = /^connectors\/(connector\.ts$|parsing\/|short-video\/|youtube-front-ends\/)/;
/** The folder of an upstream: `connectors/vimeo`. */
const upstreamOf = (file: string) => path.dirname(file);

test('a folder of connectors imports no other, and a storage backend no other backend', () => {
  const wrong = files.flatMap(({ file, text }) => {
    const targets = imports(file, text);
    if (roomOf(file) === 'connectors' && file !== 'connectors/index.ts') {
      return targets.filter(
        (target) =>
          roomOf(target) === 'connectors' &&
          !CONNECTORS_SHARE.test(target) &&
          upstreamOf(target) !== upstreamOf(file),
      );
    }
    const backend = /^storage\/(sqlite|postgres)\//.exec(file)?.[1];
    const other = backend === 'sqlite' ? 'storage/postgres/' : 'storage/sqlite/';
    return backend === undefined ? [] : targets.filter((target) => target.startsWith(other));
  });
  expect(wrong).toEqual([]);
});

test.each(HOMES)('$what is in one place only', ({ pattern, at }) => {
  const strays = files
    .filter(({ file }) => !at.some((place) => file.startsWith(place)))
    .filter(({ text }) => pattern.test(code(text)))
    .map(({ file }) => `${file} belongs in ${at.join(' or ') || 'no file at all'}`);
  expect(strays).toEqual([]);
});

/** Removes modules that import nothing remaining, and modules that nothing remaining imports, until only cycles are left. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(graph);
  for (let before = Number.NaN; before !== left.size; ) {
    before = left.size;
    const imported = new Set([...left.values()].flat());
    for (const [file, targets] of left) {
      if (!imported.has(file) || !targets.some((target) => left.has(target))) left.delete(file);
    }
  }
  return [...left].map(([file, targets]) => `${file} → ${targets.filter((target) => left.has(target))}`);
}

test('no modules import one another in a cycle, not even for types', () => {
  const graph = new Map(files.map(({ file, text }) => [file, imports(file, text)]));
  expect(circlesIn(graph)).toEqual([]);
});

/** What a file of a noun must not import, by the end of its name. The first row that matches decides. */
const FEATURE_FILES: { files: RegExp; mustNotImport: RegExp }[] = [
  // A command uses verbs and the terminal: a verb returns what it needs of the ledger.
  { files: /\.cli\.ts$/, mustNotImport: /^(storage|upstream|operations|addresses|health|library)\// },
  // Verbs of callers and verbs of operators never import each other: what both need is a view or in verb/.
  { files: /\.account\.ts$/, mustNotImport: /^terminal\/|\.(admin|cli)\.ts$/ },
  { files: /\.admin\.ts$/, mustNotImport: /^terminal\/|\.(account|cli)\.ts$/ },
  // The lists of verbs, and the counting of their calls.
  { files: /^features\/[^/]+\.ts$/, mustNotImport: /^terminal\// },
  { files: /^features\//, mustNotImport: /^terminal\/|\.(admin|account|cli)\.ts$/ },
];

test('a file of a noun imports only what the end of its name allows', () => {
  const wrong = files.flatMap(({ file, text }) => {
    if (roomOf(file) !== 'features') return [];
    const rule = FEATURE_FILES.find((row) => row.files.test(file))!;
    return imports(file, text)
      .filter((target) => rule.mustNotImport.test(target))
      .map((target) => `${file} must not import ${target}`);
  });
  expect(wrong).toEqual([]);
});

test('folders of features import one another in one direction', () => {
  const folders = new Map<string, string[]>();
  for (const { file, text } of files) {
    if (roomOf(file) !== 'features') continue;
    const folder = path.dirname(file);
    const others = imports(file, text)
      .filter((target) => roomOf(target) === 'features')
      .map((target) => path.dirname(target))
      .filter((target) => target !== folder);
    folders.set(folder, [...(folders.get(folder) ?? []), ...others]);
  }
  expect(circlesIn(folders)).toEqual([]);
});

/** Modules that export equal names on purpose: each implements the same thing. */
const TWINS = [
  // A verb, its rows and a migration have the same name in every backend.
  /^storage\/(sqlite|postgres)\//,
  /^library\/(sqlite|postgres)\//,
];

/** Names that two modules share, with the reason. */
const SHARED_NAMES: Record<string, string> = {
  badResponse: 'the same failure; upstream may not import what connectors share',
};

function exportedNames(text: string): Set<string> {
  const exported =
    /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type) +(\w+)/gm;
  return new Set([...code(text).matchAll(exported)].map(([, name]) => name!));
}

test('two modules never export the same name for different things', () => {
  const homes = new Map<string, string[]>();
  for (const { file, text } of files) {
    for (const name of exportedNames(text)) homes.set(name, [...(homes.get(name) ?? []), file]);
  }
  const twice = [...homes]
    .filter(([name, at]) => at.length > 1 && SHARED_NAMES[name] === undefined)
    .filter(([, at]) => !TWINS.some((twins) => at.every((file) => twins.test(file))))
    .map(([name, at]) => `${name}: ${at.join(', ')}`);
  expect(twice).toEqual([]);
});

/** Each step that may end the call has one return in this file. Further conditions belong into the steps. */
const RUN_CALL_RETURNS_MAX = 11;
const CALL_LINES_MAX = 400;

test('run-call.ts contains the sequence of a call and nothing else, and no file of call/ is long', () => {
  const { text } = files.find(({ file }) => file === 'call/run-call.ts')!;
  expect(code(text).match(/\breturn\b/g)!.length).toBeLessThanOrEqual(RUN_CALL_RETURNS_MAX);
  const long = files.filter(
    (one) => roomOf(one.file) === 'call' && one.text.split('\n').length > CALL_LINES_MAX + 1,
  );
  expect(long.map(({ file }) => file)).toEqual([]);
});

test('every file opens with a comment that says what it does', () => {
  const silent = files.filter(({ text }) => !text.replace(/^#!.*\n/, '').startsWith('//'));
  expect(silent.map(({ file }) => file)).toEqual([]);
});

test('no file has a vague name', () => {
  const vague = files.filter(({ file }) =>
    /(^|[/-])(utils?|helpers?|manager|common|misc)([./-]|$)/.test(file),
  );
  expect(vague.map(({ file }) => file)).toEqual([]);
});

test('main.ts is the only file beside the folders', () => {
  const single = readdirSync(SRC).filter((name) => statSync(path.join(SRC, name)).isFile());
  expect(single).toEqual(['main.ts']);
});

/** As many names as one reads in one view. */
const FOLDER_FILES_MAX = 60;

test('no folder has more files side by side than one can read', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
  const folders = Map.groupBy(tracked, (file) => path.dirname(file));
  const long = [...folders].filter(([, inside]) => inside.length > FOLDER_FILES_MAX);
  expect(long.map(([folder]) => folder)).toEqual([]);
});

test('every folder is described in ARCHITECTURE.md', () => {
  const text = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const rooms = readdirSync(SRC).filter((name) => statSync(path.join(SRC, name)).isDirectory());
  expect(rooms.filter((room) => !text.includes(`${room}/`))).toEqual([]);
});
