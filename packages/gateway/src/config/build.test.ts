// No setting is only described: every leaf of the schema reaches Config, and code outside the configuration reads it.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildConfig } from './build.ts';
import { diffConfig } from './diff.ts';
import { emptyTree } from './document.ts';
import type { FormName } from './forms.ts';
import { readMounts } from './mounts.ts';
import { type SchemaNode, SETTINGS, type Settings } from './schema.ts';

/** Two valid values of every form. */
const VALUES: Record<FormName, readonly [string, string]> = {
  service_name: ['one', 'two'],
  title: ['One', 'Two'],
  picture_file: ['one.png', 'two.png'],
  contact: ['mailto:one@one.example', 'https://two.example/security'],
  name: ['one', 'two'],
  listen: ['127.0.0.1:1', '127.0.0.1:2'],
  origin: ['https://one.example', 'https://two.example'],
  host: ['one.example', 'two.example:81'],
  cors_origin: ['https://one.example', '*'],
  base_url: ['https://one.example/v1', 'https://two.example/v1'],
  proxy: ['http://u:p@one.example:1', 'http://u:p@two.example:1'],
  address_range: ['10.0.0.0/8', '11.0.0.0/8'],
  path: ['one', 'two'],
  call_log: ['stderr', 'two'],
  header_name: ['one', 'two'],
  storage: ['sqlite:one', 'sqlite:two'],
  cache_server: ['redis://one', 'redis://two'],
  secret: ['0'.repeat(64), '1'.repeat(64)],
  token: ['one', 'two'],
  header: ['one', 'two'],
  money: ['1', '2'],
  currency: ['ONE', 'TWO'],
  route: ['/api/u1/one', '/api/u1/two'],
  operation: ['one', 'two'],
  gets: ['/one', '/two'],
  credential: ['none', 'bearer'],
  field: ['one', 'two'],
  time: ['2027-01-31', '2028-01-31'],
  time_zone: ['UTC', 'America/Los_Angeles'],
  paragraph: ['one', 'two'],
  summary: ['one', 'two'],
};

/** The contents of the files that `openapi` names. */
function documentAt(file: string): string {
  const get = (operationId: string) => ({ get: { operationId, responses: { 200: { description: 'ok' } } } });
  return JSON.stringify({
    openapi: '3.0.0',
    info: { title: path.basename(file), version: '1' },
    paths: { '/one': get('one'), '/two': get('two') },
  });
}

/** Settings with the first value everywhere, and the second value for one leaf; also collects the leaves. */
function settingsWith(changed: string | null, leaves: string[] = []): Settings {
  const give = (schema: SchemaNode, at: string): unknown => {
    const { form, properties, patternProperties, items } = schema;
    if (properties !== undefined) {
      const fields = Object.entries(properties);
      return Object.fromEntries(
        fields.map(([name, one]) => [name, give(one, at === '' ? name : `${at}.${name}`)]),
      );
    }
    const [each] = Object.values(patternProperties ?? {});
    // Settings that refer to another one find both of its names.
    if (each !== undefined) return { one: give(each, `${at}.*`), two: give(each, '.') };
    if (items !== undefined) return [give(items, `${at}[]`)];
    if (!at.startsWith('.')) leaves.push(at);
    const which = at === changed ? 1 : 0;
    if (form !== undefined) return VALUES[form][which];
    if (schema.enum !== undefined) return schema.enum[which];
    return schema.type === 'boolean' ? which === 0 : which === 1 ? schema.maximum : schema.minimum;
  };
  return give(SETTINGS as SchemaNode, '') as Settings;
}

function built(changed: string | null) {
  const settings = settingsWith(changed);
  const input = { settings, tree: emptyTree(), folder: '/srv', read: documentAt };
  const { mounts, problems } = readMounts(input);
  expect(problems).toEqual([]);
  return buildConfig({
    settings,
    file: null,
    given: [],
    folder: '/srv',
    mounts,
    hasPrices: true,
    connectors: [],
  });
}

const leaves: string[] = [];
settingsWith(null, leaves);

test('the schema has settings at every depth', () => {
  expect(leaves).toEqual(
    expect.arrayContaining(['data', 'service.name', 'providers.*.token', 'cache.routes[].path']),
  );
});

/** In the file, where the operator chose the name "one". Of a list only the whole is compared. */
const inFile = (leaf: string) => leaf.replace(/\[\].*/, '').replaceAll('*', 'one');

test.each([...new Set(leaves)])('%s reaches Config under its own name, and no other field', (leaf) => {
  expect(diffConfig(built(null), built(leaf)).changed).toEqual([inFile(leaf)]);
});

/** The names of its fields, without those that the operator or a document chose. */
function fieldsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => [name, ...fieldsOf(child)]);
}

test('every field of Config is read outside the configuration', () => {
  const src = path.join(import.meta.dirname, '..');
  const outside = globSync('**/*.ts', { cwd: src })
    .filter((file) => !/^config(\.|\/)|\.test\.ts$|(^|\/)testing/.test(file))
    .map((file) => readFileSync(path.join(src, file), 'utf8'))
    .join('\n');
  const { mounts: _mounts, ...config } = built(null);
  const unread = [...new Set(fieldsOf(config))].filter((name) => !new RegExp(`\\b${name}\\b`).test(outside));
  expect(unread).toEqual([]);
});
