// The configuration through its public function: a file and an environment in, a Config or one sentence out.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as Schema from 'typebox/schema';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { defaultUrl } from '../domain/network/listen-url.ts';
import {
  type Config,
  type ConfigError,
  configJsonSchema,
  diffConfig,
  isConfigError,
  loadConfig,
  renderConfigReference,
} from './config.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const CONNECTORS = ['library', 'peertube', 'tikhub'];
const FILE = 'reelgate.yaml';

type Env = Record<string, string | undefined>;

function load(yaml: string, env: Env = {}): Config | ConfigError {
  return loadConfig({ file: FILE, env, connectors: CONNECTORS, cwd: '/srv/gate', readFile: () => yaml });
}

function config(yaml: string, env: Env = {}): Config {
  const loaded = load(yaml, env);
  if (isConfigError(loaded)) throw new Error(loaded.message);
  return loaded;
}

function refusal(yaml: string, env: Env = {}): string {
  const loaded = load(yaml, env);
  if (!isConfigError(loaded)) throw new Error('the file was accepted');
  // The first mistake, without its column.
  const first = loaded.message.split('\n').find((line) => !line.endsWith(' mistakes:'))!;
  return first.replace(/^(reelgate\.yaml:\d+):\d+:/, '$1:');
}

/** Everything that is printed. */
function mistakes(yaml: string, env: Env = {}): string {
  const loaded = load(yaml, env);
  if (!isConfigError(loaded)) throw new Error('the file was accepted');
  return loaded.message;
}

function missing(): never {
  throw Object.assign(new Error('missing'), { code: 'ENOENT' });
}

describe('where the settings come from', () => {
  test('without a file every default applies', () => {
    const loaded = loadConfig({
      file: null,
      env: {},
      connectors: CONNECTORS,
      cwd: '/srv/gate',
      readFile: missing,
    });
    expect(loaded).toEqual({
      file: null,
      given: [],
      service: {
        name: 'reelgate',
        title: 'Reelgate',
        logo: null,
        showProviders: true,
        pictures: 'proxy',
        public: { host: '127.0.0.1', port: 8080 },
        admin: { host: '127.0.0.1', port: 8081 },
        publicUrl: 'http://127.0.0.1:8080',
        adminUrl: null,
        secret: null,
        securityContact: null,
        corsOrigins: [],
      },
      dataDir: '/srv/gate/data',
      storage: { kind: 'sqlite', file: '/srv/gate/data/reelgate.db' },
      storageSync: 'any',
      platforms: { library: ['library'] },
      offers: { library: ['video.search'] },
      madeUp: [],
      outOfAll: [],
      providers: {
        library: {
          connector: 'library',
          baseUrl: null,
          token: null,
          costMicros: 0,
          userAgent: expect.stringMatching(/^Reelgate\/\d+\.\d+$/),
          options: {},
          timeoutMs: null,
          requestsPerSecond: null,
          inFlightMax: null,
          quota: null,
          allowPrivate: false,
          sendTraceparent: false,
          keepAlive: true,
          proxy: [],
        },
      },
      mounts: [],
      prices: {
        currency: 'USD',
        isGiven: false,
        endpoints: [
          { path: '/api/*/v1/*/app/search_video_v2', unitPriceMicros: 12_000, ...plainRule },
          { path: '/api/*/v1/*/app/search_video', unitPriceMicros: 4000, ...plainRule },
          { path: '/api/*/v1/*/app/get_video_v2', unitPriceMicros: 4000, ...plainRule },
          { path: '/api/*/v1/*/app/get_video', unitPriceMicros: 2000, ...plainRule },
          { path: '/api/*/v1/*/app/list_author_videos_v2', unitPriceMicros: 8000, ...plainRule },
          { path: '/api/*/v1/*/app/list_author_videos', unitPriceMicros: 3000, ...plainRule },
          { path: '/api/*/v1/*/app/list_comments_v2', unitPriceMicros: 8000, ...plainRule },
          { path: '/api/*/v1/*/app/list_comments', unitPriceMicros: 3000, ...plainRule },
          { path: '/api/*/v1/*/app/list_replies_v2', unitPriceMicros: 8000, ...plainRule },
          { path: '/api/*/v1/*/app/list_replies', unitPriceMicros: 3000, ...plainRule },
          { path: '/api/*/v1/*/app/get_author_v2', unitPriceMicros: 4000, ...plainRule },
          { path: '/api/*/v1/*/app/get_author', unitPriceMicros: 2000, ...plainRule },
          { path: '/api/*/v1/*/app/search_author_v2', unitPriceMicros: 12_000, ...plainRule },
          { path: '/api/*/v1/*/app/search_author', unitPriceMicros: 4000, ...plainRule },
          { path: '/api/*/v1/*/app/list_popular_videos_v2', unitPriceMicros: 8000, ...plainRule },
          { path: '/api/*/v1/*/app/list_popular_videos', unitPriceMicros: 3000, ...plainRule },
          { path: '/api/*/v1/*/app/list_related_videos_v2', unitPriceMicros: 8000, ...plainRule },
          { path: '/api/*/v1/*/app/list_related_videos', unitPriceMicros: 3000, ...plainRule },
          { path: '/api/*/v1/*/app/get_playlist_v2', unitPriceMicros: 4000, ...plainRule },
          { path: '/api/*/v1/*/app/get_playlist', unitPriceMicros: 2000, ...plainRule },
          { path: '/api/*/v1/*/app/list_playlist_videos_v2', unitPriceMicros: 8000, ...plainRule },
          { path: '/api/*/v1/*/app/list_playlist_videos', unitPriceMicros: 3000, ...plainRule },
          { path: '/api/*/v1/*/app/get_transcript_v2', unitPriceMicros: 8000, ...plainRule },
          { path: '/api/*/v1/*/app/get_transcript', unitPriceMicros: 4000, ...plainRule },
          ...gatheredRules,
        ],
      },
      limits: {
        rate: { requests: 600, perSeconds: 60, concurrent: 50 },
        free: { requests: 100, perSeconds: 10, concurrent: 50 },
        misses: { requests: 1_000, perSeconds: 3_600 },
        account: {
          reads: { requests: 200, perSeconds: 10, concurrent: 20 },
          writes: { requests: 60, perSeconds: 60 },
          webhookTests: { requests: 20, perSeconds: 3_600 },
        },
        unread: { accountBytes: 64 * 1024 * 1024, processBytes: 256 * 1024 * 1024 },
        keywordCharsMax: 200,
        keyCheck: { requests: 60, perSeconds: 60 },
      },
      gathering: {
        enabled: true,
        providerShare: 0.5,
        atOnce: 10,
        except: { platforms: [], accounts: [] },
        collections: { runningMax: 20, keptMax: 200, keepDays: 7 },
        watches: { max: 1000, keepDays: 30, everyMinMinutes: 15 },
      },
      answers: { keepSeconds: 86_400 },
      complaints: { allowanceMicros: 0, automaticPerDay: 20 },
      events: { lowBalanceMicros: 1_000_000, keepDays: 90 },
      webhooks: { enabled: true, perAccountMax: 5, allowPrivate: false },
      payments: { minMicros: 5_000_000, maxMicros: 1_000_000_000, manual: null, stripe: null },
      statements: { name: null, address: null, taxId: null, taxNote: null },
      signup: { mode: 'off', creditMicros: 0, creditDays: 30, perDayMax: 100 },
      retention: { usageMonths: 0 },
      cache: {
        freshSeconds: 60,
        staleIfErrorSeconds: 3600,
        priceFactor: 1,
        bytesMax: 16 * 1024 * 1024,
        url: null,
        timeoutMs: 50,
        routes: [],
      },
      portal: { hosts: [], ownKeys: true, keysMax: 10 },
      console: { hosts: [] },
      all: { softDeadlineMs: 3_000, hardDeadlineMs: 8_000, weights: {} },
      pricing: { public: false },
      status: { public: false },
      mcp: { enabled: true, tools: 'short', confirmAbove: null },
      observe: {
        callLog: 'off',
        logSuccesses: 0.01,
        logKeywords: false,
        keepQuestions: true,
        questionDays: 30,
        otlp: null,
        otlpHeaders: {},
        traceShare: 0.01,
        slowMs: 2_500,
      },
      log: { level: 'info' },
      trustProxy: [],
    });
  });
  const plainRule = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
  /** Lists have a price for collections and one for watches; look-ups of several ids have one for collections. */
  const gatheredRules = (
    [
      ['search_video', 12_000, 4_000],
      ['get_video', 4_000, 2_000],
      ['list_author_videos', 8_000, 3_000],
      ['list_comments', 8_000, 3_000],
      ['list_replies', 8_000, 3_000],
      ['search_author', 12_000, 4_000],
      ['list_popular_videos', 8_000, 3_000],
      ['list_related_videos', 8_000, 3_000],
      ['list_playlist_videos', 8_000, 3_000],
    ] as const
  ).flatMap(([action, stable, economy]) =>
    [[`${action}_v2`, stable] as const, [action, economy] as const].flatMap(([name, unitPriceMicros]) => {
      const tenth = unitPriceMicros / 10;
      const collect = { path: `/api/u1/v1/*/collect/${name}`, unitPriceMicros, ...plainRule };
      const item = { unit: 'item', unitPriceMicros: tenth, minimumMicros: tenth, ...plainRule };
      const watch = { path: `/api/u1/v1/*/watch/${name}`, ...item };
      return action === 'get_video' ? [collect] : [collect, watch];
    }),
  );

  test.each(['', '# only a comment\n', '---\n', '{}'])('an empty file %j is all defaults', (yaml) => {
    expect(config(yaml)).toMatchObject({ file: '/srv/gate/reelgate.yaml', service: { name: 'reelgate' } });
  });

  test.each([
    ['one.yaml', { REELGATE_CONFIG: 'two.yaml' }, '/srv/gate/one.yaml'],
    [null, { REELGATE_CONFIG: 'two.yaml' }, '/srv/gate/two.yaml'],
    [null, { REELGATE_CONFIG: '' }, '/srv/gate/reelgate.yaml'],
    ['/etc/reelgate.yaml', {}, '/etc/reelgate.yaml'],
  ])('argument %j and environment %j read %s', (file, env, expected) => {
    const read: string[] = [];
    const readFile = (path: string) => {
      read.push(path);
      return '';
    };
    const loaded = loadConfig({ file, env, connectors: CONNECTORS, cwd: '/srv/gate', readFile });
    expect(read).toEqual([expected]);
    expect((loaded as Config).file).toBe(expected);
  });

  test.each([
    ['gate.yaml', {}],
    [null, { REELGATE_CONFIG: 'gate.yaml' }],
  ])('a file that was asked for must exist (%j, %j)', (file, env) => {
    const loaded = loadConfig({ file, env, connectors: CONNECTORS, readFile: missing });
    expect(loaded).toEqual({
      kind: 'config_error',
      file: 'gate.yaml',
      line: null,
      message: 'gate.yaml: there is no such file',
      problems: [expect.objectContaining({ text: expect.any(String) })],
    });
  });

  test('relative paths are resolved against the folder of the file', () => {
    const readFile = () => 'data: ../var\nstorage: "sqlite:db/main.db"\n';
    const loaded = loadConfig({
      file: 'conf/a.yaml',
      env: {},
      connectors: CONNECTORS,
      cwd: '/srv',
      readFile,
    });
    expect(loaded).toMatchObject({ dataDir: '/srv/var', storage: { file: '/srv/conf/db/main.db' } });
    expect(config('data: /var/lib/x\n').storage).toEqual({ kind: 'sqlite', file: '/var/lib/x/reelgate.db' });
  });

  test('the environment overrides listeners, data and secret, relative to the working directory', () => {
    const REELGATE_SECRET = 'aB'.repeat(32);
    const env = {
      REELGATE_PUBLIC: '0.0.0.0:80',
      REELGATE_ADMIN: '[::1]:0',
      REELGATE_DATA: 'here',
      REELGATE_SECRET,
    };
    const readFile = () => 'service: { public: "127.0.0.1:1" }\ndata: there\n';
    const loaded = loadConfig({ file: 'conf/a.yaml', env, connectors: CONNECTORS, cwd: '/srv', readFile });
    expect(loaded).toMatchObject({
      service: {
        public: { host: '0.0.0.0', port: 80 },
        admin: { host: '::1', port: 0 },
        publicUrl: 'http://127.0.0.1:80',
        secret: REELGATE_SECRET,
      },
      dataDir: '/srv/here',
    });
  });

  test('a bad override is refused without being shown', () => {
    expect(load('service: { name: x }', { REELGATE_PUBLIC: 'hunter2' })).toEqual({
      kind: 'config_error',
      file: null,
      line: null,
      message: `service.public: expected host:port, got the value of \${REELGATE_PUBLIC}`,
      problems: [expect.objectContaining({ path: 'service.public' })],
    });
    expect(load('service: { name: x }', { REELGATE_SECRET: 'hunter2' })).toMatchObject({
      message: `service.secret: expected 64 hexadecimal digits, got the value of \${REELGATE_SECRET}`,
    });
  });
});

describe('files on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reelgate-config-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const onDisk = (file: string) => loadConfig({ file, env: {}, connectors: CONNECTORS, cwd: folder });

  test('a real file is read', () => {
    writeFileSync(join(folder, 'a.yaml'), 'service: { name: größe }\n');
    expect(onDisk('a.yaml')).toMatchObject({ line: 1, file: 'a.yaml' });
    writeFileSync(join(folder, 'a.yaml'), 'service: { name: gate }\n');
    expect(onDisk('a.yaml')).toMatchObject({ service: { name: 'gate' }, dataDir: join(folder, 'data') });
  });

  test.each([
    ['a folder', null, 'f.yaml: is a folder, not a file'],
    ['one byte more than 1 MiB', Buffer.alloc(1024 * 1024 + 1, '#'), 'f.yaml: larger than 1 MiB'],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff]), 'f.yaml: is not UTF-8 text'],
  ])('%s is refused', (_what, bytes, message) => {
    if (bytes !== null) writeFileSync(join(folder, 'f.yaml'), bytes);
    const loaded = loadConfig({
      file: bytes === null ? '.' : 'f.yaml',
      env: {},
      connectors: [],
      cwd: folder,
    });
    expect((loaded as ConfigError).message.replace(/^\.:/, 'f.yaml:')).toBe(message);
  });

  test('exactly 1 MiB is read', () => {
    writeFileSync(join(folder, 'g.yaml'), Buffer.alloc(1024 * 1024, '#'));
    expect(onDisk('g.yaml')).toMatchObject({ service: { name: 'reelgate' } });
  });
});

describe('YAML faults name their line', () => {
  test.each([
    ['service:\n\tname: x\n', 'reelgate.yaml:2: not valid YAML: tabs cannot indent; use spaces'],
    ['data: a\nlog: level: info\n', 'reelgate.yaml:2: not valid YAML: two settings on one line'],
    [
      'data: a\nstorage: "x" y\n',
      'reelgate.yaml:2: not valid YAML: text in an unexpected place; a quote may be missing',
    ],
    [
      'data: a\nlog: { level: info\n',
      'reelgate.yaml:3: not valid YAML: the indentation does not fit, or a closing bracket is missing',
    ],
    [
      'data: a\n---\ndata: b\n',
      'reelgate.yaml:2: not valid YAML: only one document is read; remove what follows "---"',
    ],
    ['data: a\nlog: !js x\n', 'reelgate.yaml:2: not valid YAML: tags such as !name are not supported'],
    ['data: a\n\ndata: b\n', 'reelgate.yaml:3: data: set twice, first on line 1'],
    ['log:\n  level: info\n  level: warn\n', 'reelgate.yaml:3: log.level: set twice, first on line 2'],
    ['? [a, b]\n: 1\n', 'reelgate.yaml:1: the name of a setting must be plain text'],
    ['- a\n- b\n', 'reelgate.yaml:1: the file: expected a mapping of settings, got a list'],
  ])('%j', (yaml, message) => {
    expect(refusal(yaml)).toBe(message);
  });

  test('an alias shares the value of its anchor', () => {
    const yaml =
      'platforms:\n  library: &all [library]\n  other: *all\nproviders:\n  library: {connector: library}\n';
    expect(config(yaml).platforms.other).toEqual(['library']);
  });

  test('an alias bomb is refused at once', () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) => `l${i + 1}: &l${i + 1} [*l${i},*l${i},*l${i},*l${i}]`,
    );
    expect(refusal(`l0: &l0 [a,a]\n${levels.join('\n')}\n`)).toBe('reelgate.yaml:1: l0: unknown setting');
    expect(mistakes(`platforms:\n  a: &l0 [a]\n  b: [${Array(17).fill('*l0').join(',')}]\n`)).toContain(
      'reelgate.yaml:3:6: platforms.b: at most 16 entries',
    );
  });

  test('cycles, unknown anchors and deep nesting are refused', () => {
    const circle = 'reelgate.yaml:2: platforms.a[0]: this alias names no finished anchor above it';
    expect(refusal('platforms:\n  a: &a [*a]\n')).toBe(circle);
    expect(refusal('data: *x\n')).toBe('reelgate.yaml:1: data: this alias names no finished anchor above it');
    expect(mistakes(`data: ${'['.repeat(40)}${']'.repeat(40)}\n`)).toMatch(
      /^reelgate\.yaml:1:27: data\[0\].*: nested too deeply$/m,
    );
    expect(refusal('['.repeat(50_000))).toMatch(/^reelgate\.yaml:1: not valid YAML: /);
  });

  test('a %YAML 1.1 directive does not change the meaning of words', () => {
    expect(refusal('%YAML 1.1\n---\npricing: { public: yes }\n')).toBe(
      'reelgate.yaml:3: pricing.public: expected true or false, got "yes"',
    );
  });
});

describe('invalid settings are refused with their line', () => {
  test.each([
    // Unknown settings.
    ['servise: {}\n', 'reelgate.yaml:1: servise: unknown setting; did you mean "service"?'],
    ['data: a\ncolour: red\n', 'reelgate.yaml:2: colour: unknown setting'],
    [
      'providers:\n  library:\n    connector: library\n    baseUrl: https://a.org\n',
      'reelgate.yaml:4: providers.library.baseUrl: unknown setting; did you mean "base_url"?',
    ],
    ['<<: {}\n', 'reelgate.yaml:1: "<<": unknown setting'],
    ['__proto__: {}\n', 'reelgate.yaml:1: __proto__: unknown setting'],
    ['data: a\nmounts:\n  - { group: u2 }\n', 'reelgate.yaml:3: mounts[0]: name is missing'],
    // Types.
    ['service: 5\n', 'reelgate.yaml:1: service: expected a mapping of settings, got a number'],
    ['data: a\nservice:\n', 'reelgate.yaml:2: service: expected a mapping of settings, got nothing'],
    ['platforms:\n  library: library\n', 'reelgate.yaml:2: platforms.library: expected a list, got a text'],
    [
      'platforms:\n  library: []\n',
      'reelgate.yaml:2: platforms.library: expected at least 1 entry, got none',
    ],
    ['data:\n  - a\n', 'reelgate.yaml:2: data: expected a path, got a list'],
    ['data:\n\nlog: {}\n', 'reelgate.yaml:1: data: expected a path, got nothing'],
    ['pricing: { public: "true" }\n', 'reelgate.yaml:1: pricing.public: expected true or false, got "true"'],
    [
      'log:\n  level: loud\n',
      'reelgate.yaml:2: log.level: expected one of error, warn, info, debug, got "loud"',
    ],
    // Ranges.
    [
      'limits:\n  rate:\n    requests: 0\n',
      'reelgate.yaml:3: limits.rate.requests: expected a whole number from 1 to 1000000, got 0',
    ],
    [
      'limits: { rate: { concurrent: 1.5 } }\n',
      'reelgate.yaml:1: limits.rate.concurrent: expected a whole number from 1 to 10000, got 1.5',
    ],
    [
      'answers: { keep_seconds: 59 }\n',
      'reelgate.yaml:1: answers.keep_seconds: expected a whole number from 60 to 2592000, got 59',
    ],
    [
      'cache:\n  price_factor: .nan\n',
      'reelgate.yaml:2: cache.price_factor: expected a number from 0 to 1, got NaN',
    ],
    [
      'cache:\n  price_factor: 1.01\n',
      'reelgate.yaml:2: cache.price_factor: expected a number from 0 to 1, got 1.01',
    ],
    [
      'cache:\n  price_factor: 0.1234567\n',
      'reelgate.yaml:2: cache.price_factor: expected at most six decimals, got 0.1234567',
    ],
    [
      'cache:\n  routes:\n    - { path: /a/*, price_factor: 0.5 }\n    - { path: /a/b, price_factor: 1e-7 }\n',
      'reelgate.yaml:4: cache.routes[1].price_factor: expected at most six decimals, got 1e-7',
    ],
    [
      'cache:\n  routes:\n    - path: /a/*\n    - path: /a/*\n',
      'reelgate.yaml:4: cache.routes[1].path: this path is already on line 3',
    ],
    [
      'cache: { url: "http://cache.example" }\n',
      'reelgate.yaml:1: cache.url: expected "redis://USER:PASSWORD@HOST:PORT/DATABASE", or with rediss, valkey or valkeys, got a text; in its password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25',
    ],
    [
      'cache: { bytes_max: 4294967297 }\n',
      'reelgate.yaml:1: cache.bytes_max: expected a whole number from 0 to 4294967296, got 4294967297',
    ],
    [
      'cache: { routes: [{ path: /a/b, fresh_seconds: 86401 }] }\n',
      'reelgate.yaml:1: cache.routes[0].fresh_seconds: expected a whole number from 0 to 86400, got 86401',
    ],
    // Forms.
    [
      '\n\n\n\n\nservice:\n  public: "8080"\n',
      'reelgate.yaml:7: service.public: expected host:port, got "8080"',
    ],
    ['service:\n  public: 8080\n', 'reelgate.yaml:2: service.public: expected host:port, got 8080'],
    [
      'service:\n  name: Reel Gate\n',
      'reelgate.yaml:2: service.name: expected a short name of a-z, 0-9 and "-", at most 20 characters, got "Reel Gate"',
    ],
    [
      'service:\n  title: " Acme"\n',
      'reelgate.yaml:2: service.title: expected a name of at most 60 characters in one line, got " Acme"',
    ],
    [
      'service:\n  logo: ./acme.exe\n',
      'reelgate.yaml:2: service.logo: expected a path that ends in .png, .jpg, .webp or .svg, got "./acme.exe"',
    ],
    [
      'service:\n  public_url: https://a.org/gate\n',
      'reelgate.yaml:2: service.public_url: expected an http or https origin such as "https://video.example.org", got "https://a.org/gate"',
    ],
    [
      'service:\n  trust_proxy:\n    - 10.0.0.1\n    - 10.0.0.0/33\n',
      'reelgate.yaml:4: service.trust_proxy[1]: expected an IP address or range such as "10.0.0.0/8", got "10.0.0.0/33"',
    ],
    [
      'platforms:\n  library: [library]\n  Kuai Shou: [library]\n',
      'reelgate.yaml:3: platforms."Kuai Shou": expected a name of a-z, 0-9, "-" and "_", at most 40 characters',
    ],
    [
      'providers:\n  _x: { connector: library }\n',
      'reelgate.yaml:2: providers._x: expected a name of a-z, 0-9, "-" and "_", at most 40 characters',
    ],
    [
      'prices:\n  currency: usd\n',
      'reelgate.yaml:2: prices.currency: expected a currency of three capital letters such as "USD", got "usd"',
    ],
    // References.
    [
      'providers:\n  library: { connector: library }\n  pt: { connector: pertube }\n',
      'reelgate.yaml:3: providers.pt.connector: there is no connector "pertube"; did you mean "peertube"?',
    ],
    [
      'platforms:\n  library: [library]\n  pt:\n    - library\n    - framatub\nproviders:\n  library: { connector: library }\n  framatube: { connector: peertube }\n',
      'reelgate.yaml:5: platforms.pt[1]: no provider "framatub" is defined; did you mean "framatube"?',
    ],
    [
      'platforms:\n  a: [library, library]\n',
      'reelgate.yaml:2: platforms.a[1]: provider "library" is listed twice',
    ],
    [
      'platforms:\n  library: [library]\n  any: [library]\n',
      'reelgate.yaml:3: platforms.any: callers use this name to let an address choose the platform; choose another',
    ],
    [
      'data: a\nproviders:\n  pt: { connector: peertube }\n',
      'reelgate.yaml:2: providers: the default platform "library" needs a provider "library"; define it, or set platforms',
    ],
    [
      'data: a\nproviders:\n  library:\n    base_url: https://a.org\n',
      'reelgate.yaml:3: providers.library: connector is missing',
    ],
    // Listeners and storage.
    [
      'service:\n  public: 127.0.0.1:9\n  admin: 127.0.0.1:9\n',
      'reelgate.yaml:3: service.admin: must differ from service.public',
    ],
    [
      'data: a\nstorage: postgres://u:hunter2@h\n',
      'reelgate.yaml:2: storage: expected "sqlite", "sqlite:FILE" or "postgres://USER:PASSWORD@HOST:PORT/DATABASE", got a text; in its password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25',
    ],
    ...['p/w', '12/w', 'p?w', 'p#w', '12#w', 'p%w'].map((password) => [
      `storage: "postgres://u:${password}@h/db"\n`,
      'reelgate.yaml:1: storage: expected "sqlite", "sqlite:FILE" or "postgres://USER:PASSWORD@HOST:PORT/DATABASE", got a text; in its password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25',
    ]),
    [
      'storage: mysql://u:hunter2@h/db\n',
      'reelgate.yaml:1: storage: expected "sqlite", "sqlite:FILE" or "postgres://USER:PASSWORD@HOST:PORT/DATABASE", got a text',
    ],
  ])('%j', (yaml, message) => {
    expect(refusal(yaml)).toBe(message);
  });

  test('of several faults the first one in the file is named', () => {
    expect(refusal('log: { level: x }\nservice: { name: "" }\n')).toMatch(/^reelgate\.yaml:1: log\.level/);
  });

  test('text from the file cannot rewrite a terminal, and is cut', () => {
    const message = refusal(`service: { name: "\\e[2J\\u009b${'x'.repeat(500)}" }\n`);
    expect(message).toContain('got "\\u001b[2J\\u009bxxx');
    expect(message.length).toBeLessThan(220);
  });
});

describe('listen addresses', () => {
  test.each([
    ['127.0.0.1:8080', { host: '127.0.0.1', port: 8080 }],
    ['localhost:0', { host: 'localhost', port: 0 }],
    ['[::1]:8080', { host: '::1', port: 8080 }],
    ['[::]:65535', { host: '::', port: 65_535 }],
  ])('%s is accepted', (text, address) => {
    expect(config(`service: { public: "${text}" }`).service.public).toEqual(address);
  });

  test.each([':8080', '::1:8080', '[::g]:1', '127.0.0.300:1', 'a:65536', 'a:', 'a b:1', 'http://a:1'])(
    '%s is refused',
    (text) => {
      expect(refusal(`service: { public: "${text}" }`)).toBe(
        `reelgate.yaml:1: service.public: expected host:port, got "${text}"`,
      );
    },
  );

  test('the public URL follows the listener unless it is set', () => {
    expect(config('service: { public: "[::1]:8080" }').service.publicUrl).toBe('http://[::1]:8080');
    expect(config('service: { public_url: "https://V.example.org/" }').service.publicUrl).toBe(
      'https://v.example.org',
    );
    expect(defaultUrl({ host: '::1', port: 5 })).toBe('http://[::1]:5');
  });

  test('links to a listener on all addresses lead to loopback', () => {
    const { service } = config('service: { public: "0.0.0.0:8080" }');
    expect([service.publicUrl, service.public.host]).toEqual(['http://127.0.0.1:8080', '0.0.0.0']);
    expect(defaultUrl({ host: '::', port: 5 })).toBe('http://[::1]:5');
  });

  test('two listeners may both ask for any free port', () => {
    expect(config('service: { public: "a:0", admin: "a:0" }').service.admin.port).toBe(0);
  });
});

describe('prices', () => {
  const rule = (fields: string) =>
    `prices:\n  endpoints:\n    - { path: /a, unit_price: "1" }\n    - { ${fields} }\n`;

  test('a price keeps every field', () => {
    const yaml = rule(
      'path: "/api/*/x", unit_price: "0.000001", summary: Old, deprecated: true, sunset_at: 2027-01-31, successor: /api/*/y',
    );
    expect(config(yaml).prices.endpoints[1]).toEqual({
      path: '/api/*/x',
      unitPriceMicros: 1,
      summary: 'Old',
      deprecated: true,
      sunsetAtMs: Date.UTC(2027, 0, 31),
      successor: '/api/*/y',
    });
  });

  test.each([
    ['0.012', '0.012'],
    ['"0.0000001"', '"0.0000001"'],
    ['"-1"', '"-1"'],
    ['"1,5"', '"1,5"'],
    ['"9999999999"', '"9999999999"'],
    ['""', '""'],
  ])('the amount %s is refused', (text, shown) => {
    expect(refusal(rule(`path: /b, unit_price: ${text}`))).toBe(
      `reelgate.yaml:4: prices.endpoints[1].unit_price: expected a decimal in quotes such as "0.012", with at most six decimals, got ${shown}`,
    );
  });

  test.each(['api', '/', '/a/', '/a//b', '/a/x*', '/a/**', '/a/../b', '/a b', `/${'x'.repeat(200)}`])(
    'the path %j is refused',
    (path) => {
      expect(refusal(rule(`path: "${path}", unit_price: "1"`))).toContain(
        'reelgate.yaml:4: prices.endpoints[1].path: expected a path such as "/api/*/v1/*/app/search_video", where * stands for one whole segment, got "',
      );
    },
  );

  test('a path has one price', () => {
    expect(refusal(rule('path: /a, unit_price: "2"'))).toBe(
      'reelgate.yaml:4: prices.endpoints[1].path: this path already has a price on line 3',
    );
  });

  test('a minimum is for items alone', () => {
    expect(refusal(rule('path: /b, unit_price: "1", minimum: "2"'))).toBe(
      'reelgate.yaml:4: prices.endpoints[1].minimum: is only for the unit "item": a call of the unit "call" always costs its unit_price',
    );
  });

  test('tiers say the price, and stand in their order', () => {
    const tiers = (...steps: string[]) =>
      `path: /b, tiers: [${steps.map((step) => `{ ${step} }`).join(', ')}]`;
    const [first, second] = ['from: 0, unit_price: "2"', 'from: 10, unit_price: "1.5"'];
    expect(config(rule(tiers(first, second))).prices.endpoints[1]).toMatchObject({
      ...{ unitPriceMicros: 2_000_000, tiers: [{ from: 0 }, { from: 10, unitPriceMicros: 1_500_000 }] },
    });
    const at = 'reelgate.yaml:4: prices.endpoints[1]';
    expect(refusal(rule(tiers(second)))).toMatch(`${at}.tiers[0].from: must be 0`);
    expect(refusal(rule(tiers(first, second, second)))).toMatch(`${at}.tiers[2].from: must be above 10`);
    const dearer = 'from: 20, unit_price: "3"';
    expect(refusal(rule(tiers(first, dearer)))).toMatch(`${at}.tiers[1].unit_price: must not be above 2`);
    expect(refusal(rule(`${tiers(first)}, unit_price: "1"`))).toMatch(
      `${at}.unit_price: must equal the price of the`,
    );
  });

  test('a rule without a price is refused at its own line', () => {
    expect(refusal(rule('path: /b'))).toBe('reelgate.yaml:4: prices.endpoints[1]: unit_price is missing');
  });

  test.each(['2027-02-30', '2027-13-01', 'soon', '2027-01-01T00:00:00+01:00'])(
    'the day %s is refused',
    (day) => {
      expect(refusal(rule(`path: /b, unit_price: "1", sunset_at: "${day}"`))).toMatch(
        /^reelgate\.yaml:4: prices\.endpoints\[1\]\.sunset_at: expected a UTC day or time/,
      );
    },
  );
});

describe('providers', () => {
  const provider = (fields: string) =>
    `platforms: { p: [p] }\nproviders:\n  p: { connector: peertube, ${fields} }\n`;

  test('a provider keeps every field, with units', () => {
    const yaml = provider(
      'base_url: "https://A.org/v1/", token: abc, cost: "0.001", timeout_ms: 5000, requests_per_second: 0.5, in_flight_max: 3',
    );
    expect(config(yaml).providers.p).toEqual({
      connector: 'peertube',
      baseUrl: 'https://a.org/v1',
      token: 'abc',
      costMicros: 1000,
      userAgent: expect.stringMatching(/^Reelgate\/\d+\.\d+$/),
      options: {},
      timeoutMs: 5000,
      requestsPerSecond: 0.5,
      inFlightMax: 3,
      quota: null,
      allowPrivate: false,
      sendTraceparent: false,
      keepAlive: true,
      proxy: [],
    });
  });

  test('a quota has units, a period, a place and costs, and what could never be paid is refused', () => {
    const quota =
      'quota: { units: 100, per: month, reset: America/Los_Angeles, cost: { search: 100, video.get: 2 } }';
    expect(config(provider(quota)).providers.p?.quota).toEqual({
      units: 100,
      per: 'month',
      reset: 'America/Los_Angeles',
      cost: { search: 100, 'video.get': 2 },
    });
    expect(refusal(provider('quota: { units: 1, reset: Mars/Olympus }'))).toContain(
      'providers.p.quota.reset',
    );
    expect(refusal(provider('quota: { units: 1, cost: { search: 2 } }'))).toContain('could never be paid');
    expect(refusal(provider('quota: { units: 9, cost: { serach: 2 } }'))).toContain('no such operation');
    expect(refusal(provider('quota: { cost: { search: 2 } }'))).toContain('without quota.units');
  });

  test('a provider has one proxy or a list of proxies, and none by default', () => {
    const place = { hostname: 'a.example', port: 8080 };
    const http = { kind: 'http', ...place, credentials: { user: 'u', password: 'p@' } };
    const socks5 = { kind: 'socks5', ...place, credentials: null };
    const proxies = (text: string) => config(provider(text)).providers.p?.proxy;
    expect(proxies('proxy: "http://u:p%40@a.example:8080"')).toEqual([http]);
    expect(proxies('proxy: ["http://u:p%40@a.example:8080", "socks5://a.example:8080"]')).toEqual([
      http,
      socks5,
    ]);
    expect(proxies('token: t')).toEqual([]);
  });

  test.each(['"ftp://u:SECRET@a"', '["http://a", "http://u:SECRET@a/b"]', '"u:SECRET@a"'])(
    'a proxy written as %s is refused without being shown',
    (text) => {
      const message = refusal(provider(`proxy: ${text}`));
      expect(message).toContain('providers.p.proxy');
      expect(message).not.toContain('SECRET');
    },
  );

  test.each([
    'http://127.0.0.1:9',
    'http://[::1]',
    'http://localhost',
    'http://x.localhost.',
    'http://0x7f.1',
  ])('%s needs allow_private', (url) => {
    expect(refusal(provider(`base_url: "${url}"`))).toBe(
      'reelgate.yaml:3: providers.p.base_url: an IP address or this machine needs allow_private: true',
    );
    expect(config(provider(`base_url: "${url}", allow_private: true`)).providers.p?.allowPrivate).toBe(true);
  });

  test.each(['a.org', 'ftp://a.org', 'https://u:hunter2@a.org', 'https://a.org?key=hunter2', 'https:a.org'])(
    'the base URL %s is refused, and nothing secret in it is shown',
    (url) => {
      const message = refusal(provider(`base_url: "${url}"`));
      expect(message).toContain(
        'reelgate.yaml:3: providers.p.base_url: expected an http or https URL without user, query or fragment, got ',
      );
      expect(message).not.toContain('hunter2');
    },
  );
});

describe('variables', () => {
  const withToken = (token: string) =>
    `platforms: { p: [p] }\nproviders:\n  p:\n    connector: tikhub\n    token: ${token}\n`;
  const tokenOf = (token: string, env: Env) => config(withToken(token), env).providers.p?.token;

  test('a variable is filled into text, and two dollars are one', () => {
    expect(tokenOf(`"\${A}-\${B_2}"`, { A: 'x', B_2: 'y' })).toBe('x-y');
    expect(tokenOf(`'a$$b $\${A} $5 $'`, { A: 'x' })).toBe(`a$b \${A} $5 $`);
  });

  test('the value of a variable is never parsed again, neither as YAML nor for variables', () => {
    expect(tokenOf(`\${A}`, { A: `x", connector: "\${B} $$ $&` })).toBe(`x", connector: "\${B} $$ $&`);
    expect(refusal(`limits:\n  keyword_chars_max: \${N}\n`, { N: '7' })).toBe(
      `reelgate.yaml:2: limits.keyword_chars_max: expected a whole number from 1 to 1000, got the value of \${N}`,
    );
  });

  test.each([{}, { TIKHUB_TOKEN: '' }])('an unset variable is refused (%j)', (env) => {
    expect(load(withToken(`"\${TIKHUB_TOKEN}"`), env)).toEqual({
      kind: 'config_error',
      file: 'reelgate.yaml',
      line: 5,
      message: 'reelgate.yaml:5:12: providers.p.token: the environment variable TIKHUB_TOKEN is not set',
      problems: [expect.objectContaining({ text: expect.any(String) })],
    });
  });

  test.each([`\${}`, `\${A`, `\${A-B}`, `\${A:-x}`])('the reference %s is refused', (text) => {
    expect(refusal(withToken(`"${text}"`), { A: 'x' })).toBe(
      `reelgate.yaml:5: providers.p.token: a variable is written \${NAME}; write $$ for a plain dollar`,
    );
  });

  test('names of settings may not contain variables', () => {
    expect(refusal(`"\${A}": 1\n`, { A: 'data' })).toBe(`reelgate.yaml:1: "\${A}": unknown setting`);
  });
});

describe('secrets are not shown', () => {
  const SECRET = 'hunter2-hunter2';
  const places = [
    // From the environment, wherever it is used.
    `service: { public: "\${S}" }`,
    `service: { name: "\${S}!" }`,
    `data: [ "\${S}" ]`,
    `log: { level: "\${S}" }`,
    `platforms: { a: [ "\${S}" ] }`,
    `providers: { library: { connector: "\${S}" } }`,
    `providers: { library: { connector: library, base_url: "\${S}" } }`,
    `providers: { library: { connector: library, cost: "\${S}" } }`,
    `prices: { endpoints: [ { path: "\${S}", unit_price: "1" } ] }`,
    `prices: { endpoints: [ "\${S}" ] }`,
    `storage: "\${S}"`,
    `storage: "postgres://u:\${S}@h"`,
    // Written into the file.
    `providers: { library: { connector: library, token: "${SECRET}\\n" } }`,
    `providers: { library: { connector: library, token: [${SECRET}] } }`,
    `providers: { library: { connector: library, tokn: ${SECRET} } }`,
    `providers: { library: ${SECRET} }`,
    `providers: { library: { connector: library, token: "x" ${SECRET} } }`,
    `providers:\n  library:\n    token: "${SECRET}\n`,
    `providers:\n  library:\n    token: *${SECRET}\n`,
    `providers:\n  library:\n    token: !${SECRET} x\n`,
    `providers:\n  library:\n    token: "\\${SECRET}"\n`,
    `providers:\n  library:\n    token: a\n   ${SECRET}\n`,
    `storage: "sqlight:${SECRET}"`,
  ];
  test.each(places)('%j', (yaml) => {
    const loaded = load(yaml, { S: SECRET });
    expect(isConfigError(loaded)).toBe(true);
    expect(JSON.stringify(loaded)).not.toContain('hunter2');
  });
});

describe('the Config', () => {
  test('is frozen all the way down', () => {
    const loaded = config('');
    const seen: unknown[] = [loaded];
    for (const value of seen) {
      expect(Object.isFrozen(value)).toBe(true);
      if (typeof value === 'object' && value !== null) seen.push(...Object.values(value));
    }
    expect(() => (loaded.prices.endpoints as unknown[]).push(1)).toThrow(TypeError);
    // The defaults must not be shared with a frozen result, or the next load would fail.
    expect(config('')).toEqual(loaded);
  });

  test('has no platform or provider that was not configured', () => {
    expect(config('').platforms.constructor).toBeUndefined();
    expect(config('').providers.toString).toBeUndefined();
    expect(config('platforms: { constructor: [library] }').platforms.constructor).toEqual(['library']);
  });
});

describe('the difference of two configurations', () => {
  const before = config('');

  test('equal settings have no difference', () => {
    expect(diffConfig(before, config('log: { level: info }'))).toEqual({
      changed: [],
      needsRestart: [],
      needsApply: [],
    });
  });

  test('settings are named as in the file, without their values', () => {
    const yaml = `
service: { trust_proxy: [10.0.0.1], public_url: "https://a.org" }
platforms: { library: [library], tk: [tk] }
providers: { library: { connector: library, cost: "1" }, tk: { connector: tikhub, token: hunter2 } }
prices: { endpoints: [] }
limits: { key_check: { per_seconds: 5 } }
`;
    const { changed, needsRestart, needsApply } = diffConfig(before, config(yaml));
    expect(changed).toEqual([
      'limits.key_check.per_seconds',
      'platforms.tk',
      'prices.endpoints',
      'providers.library.cost',
      'providers.tk.allow_private',
      'providers.tk.base_url',
      'providers.tk.connector',
      'providers.tk.cost',
      'providers.tk.in_flight_max',
      'providers.tk.keep_alive',
      'providers.tk.proxy',
      'providers.tk.quota',
      'providers.tk.requests_per_second',
      'providers.tk.send_traceparent',
      'providers.tk.timeout_ms',
      'providers.tk.token',
      'providers.tk.user_agent',
      'service.public_url',
      'service.trust_proxy',
    ]);
    expect(needsRestart).toEqual(['limits.key_check.per_seconds', 'service.trust_proxy']);
    expect(needsApply).toEqual(['prices.endpoints']);
  });

  test.each([
    ['service: { name: other }', ['service.name']],
    ['service: { public: "a:1", public_url: "http://127.0.0.1:8080" }', ['service.public']],
    ['service: { admin: "a:1" }', ['service.admin']],
    ['data: elsewhere', ['data', 'storage']],
    ['storage: "sqlite:x.db"', ['storage']],
  ])('%s needs a restart', (yaml, names) => {
    expect(diffConfig(before, config(yaml))).toEqual({ changed: names, needsRestart: names, needsApply: [] });
  });
});

describe('documents', () => {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  const remedy = 'stale: run npm run reference';

  test('the settings page and the JSON Schema match the code', () => {
    expect(read('docs/reference/config.md'), remedy).toBe(renderConfigReference());
    const schema = `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
    expect(read('docs/reference/reelgate.schema.json'), remedy).toBe(schema);
  });

  test('an editor accepts the example with its variables, and marks what the gateway refuses', () => {
    const accepts = (yaml: string) => Schema.Check(configJsonSchema(), parse(yaml));
    expect(accepts(read('reelgate.example.yaml'))).toBe(true);
    expect(accepts(`service: { public: "\${LISTEN}" }\nlog: { level: "\${LEVEL}" }`)).toBe(true);
    expect(accepts('service: { public: 8080 }')).toBe(false);
    expect(accepts('servise: {}')).toBe(false);
    expect(accepts('providers: { a: { token: x } }')).toBe(false);
    expect(accepts('platforms: { "A B": [a] }')).toBe(false);
  });

  test('the example loads, and shows the defaults', () => {
    const example = config(read('reelgate.example.yaml'));
    expect(
      diffConfig(config(''), example).changed.filter((name) => !/^p(latforms|roviders)\./.test(name)),
    ).toEqual([]);
  });

  test('the commented-out lines of the example load too', () => {
    const yaml = read('reelgate.example.yaml').replace(/^( +)# (?=[a-z_]+: [{[h])/gm, '$1');
    const example = config(yaml, { TIKHUB_TOKEN: 'x' });
    expect(example.platforms.kuaishou).toEqual(['tikhub']);
    expect(example.providers.own?.allowPrivate).toBe(true);
    expect(example.service.publicUrl).toBe('https://video.example.org');
  });
});

describe('what a connector needs from its providers', () => {
  const needs = {
    name: 'seller',
    platforms: ['kuaishou'],
    baseUrl: true,
    token: true,
    options: ['route'],
    operations: ['video.search' as const],
  };
  const load = (provider: string, platform = 'kuaishou') =>
    loadConfig({
      file: 'reelgate.yaml',
      env: {},
      connectors: ['library', needs],
      readFile: () => `platforms:\n  ${platform}: [mine]\nproviders:\n  mine:\n${provider}`,
    });
  const good = '    connector: seller\n    base_url: "https://x.example"\n    token: t\n';

  test('an operation that it has on some of its platforms is offered only on those', () => {
    const some = {
      ...needs,
      platforms: null,
      operations: ['video.search' as const, 'comment.replies' as const],
      onlyOn: { 'comment.replies': ['douyin'] },
    };
    const config = loadConfig({
      file: 'reelgate.yaml',
      env: {},
      connectors: ['library', some],
      readFile: () => `platforms: { kuaishou: [mine], douyin: [mine] }\nproviders:\n  mine:\n${good}`,
    });
    if (isConfigError(config)) throw config;
    expect({ ...config.offers }).toMatchObject({
      kuaishou: ['video.search'],
      douyin: ['video.search', 'comment.replies'],
    });
  });

  test('is met by a complete provider', () => {
    expect(isConfigError(load(`${good}    options: { route: a }\n`))).toBe(false);
  });

  test.each([
    [
      'a place',
      '    connector: seller\n    token: t\n',
      'kuaishou',
      /:\d+: providers\.mine: .*needs a base_url/,
    ],
    [
      'a credential',
      '    connector: seller\n    base_url: "https://x.example"\n',
      'kuaishou',
      /needs a token/,
    ],
    [
      'options that it knows',
      `${good}    options: { rout: a }\n`,
      'kuaishou',
      /:8: providers\.mine\.options\.rout: .*route/,
    ],
    ['a platform that it serves', good, 'vimeo', /:2: platforms\.vimeo: .*serves only kuaishou/],
  ])('includes %s: without, the line is named', (_name, provider, platform, wanted) => {
    const error = load(provider, platform);
    expect(isConfigError(error) && error.message.replace(/(:\d+):\d+: /, '$1: ')).toMatch(wanted);
  });
});
