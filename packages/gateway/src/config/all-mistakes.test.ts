// A file with several mistakes: every one is named at once, none twice, and none that only follows from another.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';
import { drawn } from '../testing/drawn.ts';
import { type ConfigError, type ConnectorNeeds, isConfigError, loadConfig } from './config.ts';

const SELLER: ConnectorNeeds = {
  ...{ name: 'seller', platforms: ['kuaishou'], baseUrl: true, token: true, options: ['route'] },
  operations: ['video.search'],
};

function load(yaml: string) {
  const read = (path: string) => {
    if (path.endsWith('.yaml')) return yaml;
    throw Object.assign(new Error('missing'), { code: 'ENOENT' });
  };
  const connectors = ['library', 'peertube', SELLER];
  return loadConfig({ file: 'reelgate.yaml', env: {}, connectors, cwd: '/srv/gate', readFile: read });
}

function mistakes(yaml: string): string[] {
  const loaded = load(yaml);
  return isConfigError(loaded) ? loaded.message.split('\n') : [];
}

test('mistakes of every kind in one file are all named, each with its line and column', () => {
  const yaml = [
    'servise: { name: x }',
    'service:',
    '  public: 127.0.0.1:8080',
    '  admin: 127.0.0.1:8080',
    'log: { level: loud }',
    'platforms:',
    '  library: [library, libary]',
    '  kuaishou: [shop, far]',
    'providers:',
    '  library: { connector: library }',
    '  far: { connector: pertube }',
    '  shop: { connector: seller, base_url: "https://shop.example", options: { rout: x } }',
    '  near: { connector: peertube, base_url: "https://near.example", token: "${NO_SUCH}" }',
    'all: { weights: { librari: 2 } }',
    'prices:',
    '  endpoints:',
    '    - { path: "/api/u1/v1/library/app/search_video_v2", unit_price: "x" }',
    '    - { path: "/api/u1/v1/library/app/search_video_v2", unit_price: "1", minimum: "2" }',
    'data: a',
    'data: b',
    '',
  ].join('\n');
  expect(mistakes(yaml)).toEqual([
    'the configuration has 13 mistakes:',
    'reelgate.yaml:1:1: servise: unknown setting; did you mean "service"?',
    'reelgate.yaml:4:10: service.admin: must differ from service.public',
    expect.stringMatching(/^reelgate\.yaml:5:15: log\.level: expected .*, got "loud"/),
    'reelgate.yaml:7:22: platforms.library[1]: no provider "libary" is defined; did you mean "library"?',
    'reelgate.yaml:11:21: providers.far.connector: there is no connector "pertube"; did you mean "peertube"?',
    'reelgate.yaml:12:3: providers.shop: the connector "seller" needs a token',
    'reelgate.yaml:12:81: providers.shop.options.rout: the connector "seller" has no such option; did you mean "route"?',
    'reelgate.yaml:13:73: providers.near.token: the environment variable NO_SUCH is not set',
    'reelgate.yaml:14:28: all.weights.librari: there is no platform of this name; did you mean "library"?',
    expect.stringMatching(/^reelgate\.yaml:17:\d+: prices\.endpoints\[0\]\.unit_price: expected .*, got "x"/),
    expect.stringMatching(/^reelgate\.yaml:18:\d+: prices\.endpoints\[1\]\.(path|minimum): /),
    expect.stringMatching(/^reelgate\.yaml:18:\d+: prices\.endpoints\[1\]\.(path|minimum): /),
    'reelgate.yaml:20:1: data: set twice, first on line 19',
  ]);
});

test('a hundred mistakes are named, and the rest is counted', () => {
  const settings = (count: number) => Array.from({ length: count }, (_, i) => `none_${i}: 1\n`).join('');
  for (const [count, last] of [
    [100, /none_99/],
    [101, /^… and 1 more$/],
    [103, /^… and 3 more$/],
  ] as const) {
    const [title, ...lines] = mistakes(settings(count));
    expect(title).toBe(`the configuration has ${count} mistakes:`);
    expect(lines.filter((line) => line.includes('none_'))).toHaveLength(100);
    expect(lines.at(-1)).toMatch(last);
  }
});

test('a missing document of a mount is named beside mistakes elsewhere', () => {
  const yaml =
    'colour: red\nproviders:\n  library: { connector: library }\n  up: { connector: openapi, base_url: "https://up.example" }\n' +
    'mounts:\n  - { group: u2, name: up, provider: up, openapi: up.json, unit_price: "0.1" }\n';
  expect(mistakes(yaml).join('\n')).toMatch(
    /colour: unknown setting\n.*mounts\[0\]\.openapi: there is no such file/,
  );
});

test('a mistake hides what only follows from it', () => {
  const misspelt =
    'platforms: { kuaishou: [s] }\nproviders:\n  s: { connector: seller, bse_url: "https://s.example", token: t }\n';
  expect(mistakes(misspelt)).toEqual([
    'reelgate.yaml:3:27: providers.s.bse_url: unknown setting; did you mean "base_url"?',
  ]);
  const broken = 'platforms: { a: [s] }\nproviders:\n  s: { connector: 5 }\n';
  expect(mistakes(broken)).toEqual([expect.stringContaining('providers.s.connector: expected')]);
});

test('what is not valid YAML is one mistake, with its place', () => {
  expect(mistakes('log: { level: loud }\nservice:\n\tname: x\n')).toEqual([
    'reelgate.yaml:3:1: not valid YAML: tabs cannot indent; use spaces',
  ]);
});

const NO_SETTING_TAKES = ['{ wrong: [1] }', '-1', '""'] as const;

/** Of some 250 values; reading the whole file takes 40 ms for each. */
const BROKEN_VALUES = 60;

/** Values of the example file, each replaced by one that no setting takes, together with an unknown setting. */
test('any one broken value of the example file is named beside an unknown setting, and nothing else throws', () => {
  const example = readFileSync(join(import.meta.dirname, '../../../../reelgate.example.yaml'), 'utf8');
  const commented = example.replace(/^# ?(?=[a-z_]+:| {2})/gm, '');
  const text = parseDocument(commented).errors.length === 0 ? commented : example;
  const places: [from: number, to: number][] = [];
  visit(parseDocument(text), {
    Node(_key, node) {
      if (node.range && !isMap(node) && (isScalar(node) || isSeq(node)))
        places.push([node.range[0], node.range[1]]);
    },
  });
  expect(places.length).toBeGreaterThan(BROKEN_VALUES);
  for (const [i, [from, to]] of drawn('broken values', places, BROKEN_VALUES).entries()) {
    const value = NO_SETTING_TAKES[i % NO_SETTING_TAKES.length]!;
    const { problems } = load(`${text.slice(0, from)}${value}${text.slice(to)}\nzzz: 1\n`) as ConfigError;
    const isNamed = problems.some(
      ({ path, text: why }) => path === 'zzz' || why.includes('YAML') || path === 'not valid YAML',
    );
    expect(isNamed, text.slice(from - 40, to)).toBe(true);
  }
});
