// Checks the table "Where does a new … go?" in ARCHITECTURE.md against the tree. Every file that a row names must exist. For the
// rows in PROOFS, each existing thing is searched for in all production files: a file that names it and is not in the row is a
// file that the next such thing would need too, and that the table does not mention.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../cli/commands.ts';
import { BY_HAND } from '../config/config-types.ts';
import { type SchemaNode, SETTINGS } from '../config/schema.ts';
import { operations } from '../operations/index.ts';
import { verbs } from '../storage/verbs.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');
const SRC = 'packages/gateway/src';

interface Row {
  name: string;
  /** Globs, from the root of the repository. */
  files: string[];
}

/** `<noun>` and `NAME` stand for a word that the reader chooses. A folder stands for its files. */
function globsOf(written: string): string[] {
  const glob = written.replaceAll(/<[^>]+>|\b[A-Z]{4,}\b/g, '*').replace(/\/$/, '/**');
  return [glob, `${SRC}/${glob}`, `${SRC}/**/${glob}`];
}

/** The first place where the file exists: from the root, from the gateway's source, or in a folder that the row named before. */
function placeOf(written: string): string {
  return globsOf(written).find((glob) => globSync(glob, { cwd: ROOT }).length > 0) ?? `nowhere: ${written}`;
}

function readRows(): Row[] {
  const text = readFileSync(path.join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const [, table = ''] = text.split('## Where does a new … go?');
  const lines = table.split('\n## ')[0]!.split('\n');
  return lines
    .filter((line) => /^\| an? /.test(line))
    .map((line) => {
      const [, name = '', ...cells] = line.split('|').map((cell) => cell.trim());
      const written = [...cells.join(' ').matchAll(/`([\w<>./*-]+\/[\w<>./*-]*)`/g)].map(([, file]) => file!);
      return { name, files: written.map(placeOf) };
    });
}

const rows = readRows();

test('the table has rows, and each names files', () => {
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['an operation', 'a setting']));
  expect(rows.filter(({ files }) => files.length === 0)).toEqual([]);
});

test.each(rows)('every file of the row "$name" exists', ({ files }) => {
  expect(files.filter((file) => file.startsWith('nowhere'))).toEqual([]);
});

/** Where else a thing may be named, and why the next one need not be. */
interface Besides {
  /** A path prefix, from the root. */
  at: string;
  /** Only these things; all when absent. */
  things?: readonly string[];
  why: string;
}

interface Proof {
  row: string;
  things: readonly string[];
  names(thing: string): RegExp;
  /** Whether a string that names it counts, or code only. */
  inTexts: boolean;
  besides: readonly Besides[];
}

const SEARCH = ['video.search'];
const TEXT = 'A text or an example for people names one operation.';

const operationProof: Proof = {
  row: 'an operation',
  things: operations.map(({ name }) => name),
  // By its name, by an action, or by importing its file.
  names: (thing) => {
    const { actions } = operations.find(({ name }) => name === thing)!;
    const file = `operations/${thing.replace('.', '-')}\\.ts`;
    const words = Object.keys(actions).join('|');
    return new RegExp(
      `['"\`]${thing.replace('.', '\\.')}['"\`]|/(?:${words})\\b|['"](?:${words})['"]|${file}`,
    );
  },
  inTexts: true,
  besides: [
    { at: `${SRC}/connectors/`, why: 'A connector says which operations it has.' },
    { at: `${SRC}/call/`, things: SEARCH, why: 'Probes, filters and a search over many platforms.' },
    { at: `${SRC}/call/`, things: ['video.get'], why: 'An address whose id must be looked up.' },
    { at: `${SRC}/assemble/`, things: SEARCH, why: 'Probes of providers, and the table of filters.' },
    {
      at: `${SRC}/assemble/record-live.ts`,
      why: 'A recording asks each one; a missing one is a compile error.',
    },
    { at: `${SRC}/domain/gathering/collection.ts`, things: SEARCH, why: TEXT },
    { at: `${SRC}/cli/`, things: SEARCH, why: 'The filters of a connector; texts and examples.' },
    {
      at: `${SRC}/config`,
      things: SEARCH,
      why: `${TEXT} A connector known by name alone is taken to search.`,
    },
    { at: `${SRC}/features/`, things: SEARCH, why: TEXT },
    { at: 'packages/console/src/keys/NewKey.tsx', things: SEARCH, why: TEXT },
  ],
};

interface Leaf {
  name: string;
  section: string;
}

function leavesOf(schema: SchemaNode, section = ''): Leaf[] {
  const { properties = {}, patternProperties = {}, items } = schema;
  const inner = [...Object.values(patternProperties), ...(items === undefined ? [] : [items])];
  const own = Object.entries(properties).flatMap(([name, one]) => [
    { name, section: section || name },
    ...leavesOf(one, section || name),
  ]);
  return [...own, ...inner.flatMap((one) => leavesOf(one, section))];
}

/** Field names of the HTTP API, which may be equal to names of settings. */
const API = readFileSync(path.join(ROOT, 'openapi.json'), 'utf8');
/** Only names with an underscore, so that a name in code cannot be another word. */
const leaves = leavesOf(SETTINGS as SchemaNode).filter(
  ({ name }) => name.includes('_') && !API.includes(`"${name}"`),
);
const byHand: readonly string[] = BY_HAND;
/** The build names these beside their schema, and explains why. */
const RENAMED = ['key_bytes', 'process_bytes'];
const namesIn = (wanted: (leaf: Leaf) => boolean) => [
  ...new Set(leaves.filter(wanted).map(({ name }) => name)),
];
const handNames = namesIn(({ section }) => byHand.includes(section));
const derived = namesIn(() => true).filter((name) => !handNames.includes(name) && !RENAMED.includes(name));

const RULES = {
  at: `${SRC}/config/rules.ts`,
  why: 'A rule between two settings names both.',
};
const settingProof: Proof = {
  row: 'a setting',
  things: namesIn(() => true),
  names: (thing) => new RegExp(`\\b${thing}\\b`),
  inTexts: false,
  besides: [
    RULES,
    { at: `${SRC}/config/mounts.ts`, why: 'Reads the documents that mounts name.' },
    { at: `${SRC}/config/provider-needs.ts`, why: 'What a connector needs of its provider.' },
    { at: `${SRC}/cli/connectors.ts`, things: ['base_url'], why: 'A field of its JSON.' },
    { at: `${SRC}/config/forms.ts`, why: 'The forms of texts bear the names of settings.' },
  ],
};

/** Commands that buy data follow from their operation. A single word such as `usage` is also the name of other things. */
const commandProof: Proof = {
  row: 'a CLI command',
  things: commands
    .filter(({ name, buys }) => name.includes(' ') && buys === undefined)
    .map(({ name }) => name),
  // As a literal of its own. Messages that tell an operator what to run quote a command inside of a sentence.
  names: (thing) => new RegExp(`'${thing}'`),
  inTexts: true,
  besides: [
    ...['assemble/siblings.ts', 'main.ts'].map((file) => ({
      ...{ at: `${SRC}/${file}`, things: ['key check'] },
      why: 'A message between workers has the same name.',
    })),
  ],
};

/** Fields that are not of one grant alone, such as `reason`, are named everywhere: these two say something about the row. */
const GRANT_FIELDS: Record<string, string> = {
  priority: 'priority',
  expires_at: 'expires_at|expiresAtMs|expires_at_ms',
};
const SPENT_FIRST = 'Decides which grant is spent first, by these two fields alone.';
const grantFieldProof: Proof = {
  row: 'a field of grants',
  things: Object.keys(GRANT_FIELDS),
  // In a file that also names grants.
  names: (thing) => new RegExp(`^(?=[\\s\\S]*[gG]rant)[\\s\\S]*\\b(?:${GRANT_FIELDS[thing]})\\b`),
  inTexts: true,
  besides: [
    ...['sqlite', 'postgres'].map((backend) => ({
      ...{ at: `${SRC}/storage/${backend}/migrations/`, things: ['priority', 'expires_at'] },
      why: 'Migrations that have shipped.',
    })),
    { at: `${SRC}/storage/ledger/`, why: SPENT_FIRST },
    { at: `${SRC}/storage/nouns/grant-uses.ts`, why: SPENT_FIRST },
    { at: `${SRC}/storage/sqlite/ledger-read.ts`, why: SPENT_FIRST },
    { at: `${SRC}/storage/postgres/ledger/ledger-read.ts`, why: SPENT_FIRST },
    {
      at: `${SRC}/storage/nouns/signups.ts`,
      why: 'Gives a grant of its own; an optional field is left out.',
    },
    {
      at: `${SRC}/features/grants/grant.cli.ts`,
      why: 'Shorter flags and aligned columns; other fields follow.',
    },
    ...['domain/event.ts', 'features/events/event-schemas.ts', 'storage/transfer/transfer-tables.ts'].map(
      (file) => ({
        ...{ at: `${SRC}/${file}`, things: ['expires_at'] },
        why: 'The expiry of keys.',
      }),
    ),
    {
      ...{ at: 'packages/console/src/console/audit/text.ts', things: ['expires_at'] },
      why: 'The expiry of keys.',
    },
    { at: 'packages/console/src/console/accounts/grants-text.ts', why: 'A sentence explains the word.' },
  ],
};

const functionOf = (verb: object) => ('run' in verb ? (verb.run as { name: string }).name : '');
const BATCHED = 'Calls are batched by code of their own.';
const verbProof: Proof = {
  row: 'a storage verb',
  // The few without a noun have names of one ordinary word.
  things: Object.keys(verbs).filter((name) => name.includes('.')),
  // Its name as a literal, or the definition of its function. Users have neither: they call `storage.grants.give(…)`.
  names: (thing) => {
    const name = functionOf(verbs[thing as keyof typeof verbs]);
    const definition = name === '' || name === 'run' ? '' : `|export function\\*? ${name}\\b`;
    return new RegExp(`'${thing.replace('.', '\\.')}'${definition}`);
  },
  inTexts: true,
  besides: [
    ...['call-messages.ts', 'calls.ts'].map((file) => ({
      at: `${SRC}/storage/sqlite/${file}`,
      why: BATCHED,
    })),
    {
      at: `${SRC}/storage/postgres/single-verbs.ts`,
      things: ['quotas.giveBack'],
      why: 'Never repeated after a lost COMMIT.',
    },
    {
      at: `${SRC}/domain/audit-action.ts`,
      things: ['catalog.publish', 'secret.forget'],
      why: 'Actions of the audit log with the name of their verb.',
    },
    { at: 'packages/console/', why: 'Another program, whose functions may have the same names.' },
    { at: `${SRC}/storage/sqlite/commit-sync.ts`, why: 'Verbs whose commit need not wait for the disk.' },
    ...['sqlite', 'postgres'].map((backend) => ({
      at: `${SRC}/storage/${backend}/open-storage.ts`,
      why: 'Native verbs that need more than a connection.',
    })),
  ],
};

/** For each row: which things exist today, how they are found in a file, and which other files may name them. */
const PROOFS: readonly Proof[] = [operationProof, settingProof, commandProof, grantFieldProof, verbProof];

const isProduction = (file: string) =>
  !/\.test\.tsx?$|\.(?:contract|model|simulation)\.ts$|\/testing[/-]|\/journeys\/|\/stories\//.test(file);
const isMade = (text: string) => text.startsWith('// Made by `npm run openapi`');

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
const withoutTexts = (text: string) =>
  withoutComments(text).replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''");

const production = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter(isProduction)
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))
  .filter(({ text }) => !isMade(text))
  .map(({ file, text }) => ({ file, texts: withoutComments(text), code: withoutTexts(text) }));

/** The files that name a thing. Remembered, because several tests ask for the same ones. */
const namers = new Map<string, string[]>();

function namersOf(proof: Proof, thing: string): string[] {
  const pattern = proof.names(thing);
  const asked = `${proof.inTexts} ${pattern}`;
  const known = namers.get(asked);
  if (known !== undefined) return known;
  const found = production
    .filter(({ texts, code }) => pattern.test(proof.inTexts ? texts : code))
    .map(({ file }) => file);
  namers.set(asked, found);
  return found;
}

function strangers(proof: Proof, thing: string, allowed: readonly string[]): string[] {
  const isBesides = (file: string) =>
    proof.besides.some(({ at, things }) => file.startsWith(at) && (things?.includes(thing) ?? true));
  return namersOf(proof, thing).filter(
    (file) => !allowed.some((glob) => path.matchesGlob(file, glob)) && !isBesides(file),
  );
}

describe.each(PROOFS)('$row', (proof) => {
  const { files = [] } = rows.find(({ name }) => name === proof.row) ?? {};

  test.each(proof.things)('%s is named only by the files of the row', (thing) => {
    expect(strangers(proof, thing, files)).toEqual([]);
  });

  test('every exception is of use: it allows a file that names one of its things', () => {
    const useless = proof.besides.filter(({ at, things = proof.things }) => {
      const others = { ...proof, besides: proof.besides.filter((one) => one.at !== at) };
      return !things.some((thing) => strangers(others, thing, files).some((file) => file.startsWith(at)));
    });
    expect(useless).toEqual([]);
  });

  test('the search finds something: each thing is named by a file of the row', () => {
    expect(proof.things.filter((thing) => strangers(proof, thing, []).length === 0)).toEqual([]);
  });
});

test('a setting of a derived section is named only by its schema', () => {
  const schema = [`${SRC}/config/schema.ts`, `${SRC}/config/sections/**`];
  const own = { ...settingProof, besides: [RULES] };
  expect(derived.length).toBeGreaterThan(10);
  expect(derived.filter((name) => strangers(own, name, schema).length > 0)).toEqual([]);
});

/** A path with the name of a database stands for two files. */
const filesByHand = (row: string) =>
  rows
    .find(({ name }) => name === row)!
    .files.reduce((sum, file) => sum + (file.includes('/storage/*/') ? 2 : 1), 0);

// Of those for a field of grants, three are for the pages.
test.each([
  ['an operation', 6],
  ['a field of grants', 7],
])('by hand, %s touches at most %i files', (row, most) => {
  expect(filesByHand(row)).toBeLessThanOrEqual(most);
});

test('the words of a command are written in one file, and `after` names it in others', () => {
  const rowsOf = (thing: string) => {
    const written = new RegExp(`\\b(?:words|name): '${thing}'`);
    return production.filter(({ texts }) => written.test(texts));
  };
  expect(commandProof.things.filter((thing) => rowsOf(thing).length !== 1)).toEqual([]);
});
