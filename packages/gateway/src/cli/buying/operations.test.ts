// Commands that maintain an installation: library, configuration and doctor.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isConfigError, loadConfig } from '../../config/config.ts';
import { firstPrices } from '../../operations/index.ts';
import { StorageUnavailable } from '../../storage/storage.ts';
import { CliError, EXIT, NothingThere } from '../../terminal/world.ts';
import { TestCli } from '../testing/cli.ts';

let cli: TestCli;
beforeEach(() => {
  cli = new TestCli();
});
afterEach(() => cli.close());

describe('library', () => {
  const GOOD =
    '{"id":"1","title":"夜の空","language":"ja"}\n{"id":"2","title":"Night sky","language":"en"}\n';

  test('an import counts, names bad records by file and line, and goes on', async () => {
    const file = cli.write('videos.jsonl', `${GOOD}{"id":\n`);
    const { code, out, err } = await cli.run('library', 'import', file);
    expect(code).toBe(EXIT.no);
    expect(out).toMatch(/^2 imported, 0 updated, 0 unchanged, 1 refused: 3 records in 0 s/);
    expect(err).toContain(`${file}:3: `);
    expect((await cli.run('library', 'import', cli.write('good.jsonl', GOOD))).code).toBe(EXIT.ok);
    expect(await cli.json('library', 'stats')).toMatchObject({ records: 2, languages: { ja: 1, en: 1 } });
  });

  test('an import names every fault of a record, and ids that come twice, also in another file', async () => {
    const bad = '{"title":7,"duration":"long","author":{"followers":-1}}\n{"id":"3","title":"Once"}\n';
    const files = [
      cli.write('a.jsonl', `${GOOD}${bad}`),
      cli.write('b.jsonl', '{"id":"2","title":"Later"}\n'),
    ];
    const { code, err } = await cli.run('library', 'import', ...files);
    expect(code).toBe(EXIT.no);
    for (const fault of [
      'id is missing',
      'title must be text',
      'duration must be',
      'author.followers must be',
    ])
      expect(err).toContain(fault);
    expect(err).toContain(`${files[1]}: the id 2 came before in this import; the later record counts\n`);
    expect(err).not.toContain('the id 3');
    expect(await cli.json('library', 'show', '2')).toMatchObject({ record: { title: 'Later' } });
  });

  test('a removal is written down with its reason, and nothing is removed when one record is missing', async () => {
    await cli.run('library', 'import', cli.write('videos.jsonl', GOOD));
    const missing = await cli.run('library', 'remove', '1', 'nobody', '--reason', 'notice 4711');
    expect(missing).toMatchObject({ code: EXIT.no, err: expect.stringContaining('no record "nobody"') });
    expect((await cli.json('audit')).rows).toEqual([]);
    expect(await cli.json('library', 'remove', '1', '--reason', 'notice 4711')).toEqual({ removed: ['1'] });
    expect((await cli.json('audit')).rows).toMatchObject([
      { actor: 'cli:test', action: 'library.remove', subject: '1', detail: { reason: 'notice 4711' } },
    ]);
    expect((await cli.run('library', 'show', '1')).code).toBe(EXIT.no);
    expect((await cli.json('library', 'list')).records).toMatchObject([{ id: '2' }]);
  });

  test('what cannot be written down is not removed', async () => {
    await cli.run('library', 'import', cli.write('videos.jsonl', GOOD));
    cli.world.control = async () => {
      throw new NothingThere('there is no ledger');
    };
    expect((await cli.run('library', 'remove', '1', '--reason', 'x')).code).toBe(EXIT.usage);
    expect((await cli.run('library', 'show', '1')).code).toBe(EXIT.ok);
  });

  test('an export makes a file that was not there, or writes to standard output', async () => {
    await cli.run('library', 'import', cli.write('videos.jsonl', GOOD));
    expect((await cli.run('library', 'export', '-')).out).toBe(GOOD);
    expect((await cli.run('library', 'export', '-', '--json')).code).toBe(EXIT.usage);
    const file = `${cli.folder}/out.jsonl`;
    expect(await cli.json('library', 'export', file)).toEqual({
      file,
      records: 2,
      without_comments: 0,
      without_transcripts: 0,
    });
    expect((await cli.run('library', 'export', file)).code).toBe(EXIT.usage);
  });

  test('its JSON is stable', async () => {
    const report = await cli.json('library', 'import', cli.write('videos.jsonl', GOOD));
    expect(report).toEqual({
      read: 2,
      imported: 2,
      updated: 0,
      unchanged: 0,
      failed: 0,
      duration_ms: 0,
      problems: [],
      problems_omitted: 0,
      left_out: { facts: 0, records: 0, listed: [] },
      doubles: [],
    });
  });

  test('a terminal gets a bar that is cleared again', async () => {
    cli.world.isTerminal = true;
    const { err } = await cli.run('library', 'import', cli.write('videos.jsonl', GOOD));
    expect(err).toContain('100 %  2 records');
    expect(err.endsWith('\r\u001b[K')).toBe(true);
  });

  test('an import without records ends with code 1', async () => {
    const { code, err } = await cli.run('library', 'import', `${cli.folder}/missing.jsonl`);
    expect(code).toBe(EXIT.no);
    expect(err).toContain('missing.jsonl');
  });

  test.each(['stats', 'remove-sample', 'list', 'show 1', 'remove 1 --reason x', 'export out.jsonl'])(
    '%s creates no library, and says where it looked for one',
    async (words) => {
      const { code, out, err } = await cli.run('library', ...words.split(' '));
      expect({ code, out }).toEqual({ code: EXIT.usage, out: '' });
      expect(err).toContain(`there is no library at ${cli.folder}/data/library.db`);
      expect(err).toContain('REELGATE_DATA');
      expect(existsSync(`${cli.folder}/data`)).toBe(false);
    },
  );
});

describe('config', () => {
  test('a good file is summed up', async () => {
    const file = cli.write('gate.yaml', 'service: { public: "127.0.0.1:9000" }\n');
    expect(await cli.json('config', 'check', file)).toEqual({
      ok: true,
      file,
      public: 'http://127.0.0.1:9000',
      admin: 'http://127.0.0.1:8081',
      data: `${cli.folder}/data`,
      platforms: ['library'],
      price_count: firstPrices().length,
      served: [],
    });
  });

  test('a bad file is code 1 and names the line', async () => {
    const file = cli.write('gate.yaml', 'service:\n  nam: x\n');
    const { code, out, err } = await cli.run('config', 'check', file);
    expect({ code, out }).toEqual({ code: EXIT.no, out: '' });
    expect(err).toMatch(/^error: .*gate\.yaml:2:3: .*\n$/);
  });

  test('reload reaches every running gateway, and is code 1 without one', async () => {
    expect(await cli.run('config', 'reload')).toEqual({
      code: EXIT.no,
      out: 'No gateway runs on this data.\n',
      err: '',
    });
    const storage = await cli.open(true);
    try {
      const { nodes } = await cli.json('config', 'reload');
      expect(nodes).toMatchObject([{ pid: process.pid }]);
      expect(cli.reloaded).toEqual([process.pid]);
    } finally {
      await storage.close();
    }
  });

  test('reload signals no process id of another machine', async () => {
    const { control } = cli.world;
    cli.world.control = async (config, mode) => {
      const open = await control(config, mode);
      const nodes = async () => [{ id: 'far', pid: process.pid, host: 'elsewhere', silentMs: 0 }];
      return { ...open, deps: { ...open.deps, storage: { ...open.deps.storage, nodes } } };
    };
    const { code, out } = await cli.run('config', 'reload');
    expect(code).toBe(EXIT.no);
    expect(out).toBe(`far (process ${process.pid}) runs on elsewhere: reload it there.\n`);
    expect(cli.reloaded).toEqual([]);
  });
});

describe('console', () => {
  test('prints a link, and a warning only if no gateway runs that could open it', async () => {
    const alone = await cli.run('console');
    expect(alone).toMatchObject({ code: EXIT.ok, out: expect.stringMatching(/^http\S+\n/) });
    expect(alone.err).toContain('No gateway runs on this data: start one within two minutes');
    const serving = await cli.open(true);
    const { out, err } = await cli.run('console');
    await serving.close();
    expect([out, err]).toEqual([
      expect.stringMatching(/^http\S+\n/),
      expect.not.stringContaining('No gateway'),
    ]);
  });

  test('needs an address that stays: a fixed port, or one that is given', async () => {
    const settings = (more: string) =>
      cli.write('reelgate.yaml', `service: { admin: "127.0.0.1:0"${more} }\n`);
    settings('');
    const refused = await cli.run('console');
    expect(refused).toMatchObject({ out: '', err: expect.stringContaining('has no fixed port') });
    settings(', admin_url: "https://ops.example"');
    expect((await cli.run('console')).code).toBe(EXIT.ok);
  });
});

test('the service secret is rotated only while no gateway serves', async () => {
  const secret = async () => {
    const { deps } = await cli.world.control(cli.world.config(null), { mayCreate: true });
    return cli.world.operatorToken(cli.world.config(null), deps.storage);
  };
  const before = await secret();
  const serving = await cli.open(true);
  const refused = await cli.run('secret', 'rotate');
  await serving.close();
  expect(refused).toMatchObject({ code: EXIT.no, err: expect.stringContaining('stop them first') });
  expect(await secret()).toBe(before);
  expect((await cli.run('secret', 'rotate')).code).toBe(EXIT.ok);
  expect(await secret()).not.toBe(before);
});

describe('doctor', () => {
  async function states(): Promise<{ code: number; states: Record<string, string> }> {
    const { code, out } = await cli.run('doctor', '--json');
    const { checks } = JSON.parse(out) as { checks: { check: string; state: string }[] };
    return { code, states: Object.fromEntries(checks.map(({ check, state }) => [check, state])) };
  }

  test('a fresh machine has warnings and no failure, and nothing is created', async () => {
    cli.write('reelgate.yaml', 'service: { public: "127.0.0.1:1" }\n');
    cli.world.control = () => Promise.reject(new NothingThere('there is no ledger'));
    const expected = {
      node: 'ok',
      sqlite: 'ok',
      configuration: 'ok',
      start: 'ok',
      'data folder': 'warn',
      database: 'warn',
      library: 'warn',
      gateway: 'warn',
    };
    expect(await states()).toEqual({ code: EXIT.ok, states: expected });
    expect(await states()).toEqual({ code: EXIT.ok, states: expected });
  });

  async function details(...flags: string[]): Promise<Record<string, string>> {
    const { out } = await cli.run('doctor', '--json', ...flags);
    const { checks } = JSON.parse(out) as { checks: { check: string; detail: string; state: string }[] };
    return Object.fromEntries(checks.map(({ check, state, detail }) => [check, `${state}: ${detail}`]));
  }

  test('records of the library that no platform serves are called so', async () => {
    await cli.run('library', 'import', cli.write('videos.jsonl', '{"id":"1","title":"A"}\n'));
    expect((await details()).library).toBe('ok: 1 records');
    const { config } = cli.world;
    cli.world.config = (file) => ({ ...config(file), platforms: {} });
    expect((await details()).library).toBe('ok: 1 records; no platform serves them');
  });

  test('made-up records are named, and a gateway that sells or is open to others is warned of them', async () => {
    const { config } = cli.world;
    let madeUp: string[] = ['showcase'];
    cli.world.config = (file) => ({ ...config(file), madeUp });
    const said = 'showcase: its records are made up, for a demonstration';
    cli.write('reelgate.yaml', 'service: { public: "127.0.0.1:1" }\n');
    expect((await details())['made up']).toBe(`ok: ${said}`);
    cli.write('reelgate.yaml', 'service: { public: "0.0.0.0:1" }\n');
    expect((await details())['made up']).toMatch(`warn: ${said}; this gateway is open to other machines`);
    const payments = 'payments: { manual: { instructions: "Pay." } }';
    cli.write('reelgate.yaml', `service: { public: "[::1]:1" }\n${payments}\n`);
    expect((await details())['made up']).toMatch(`warn: ${said}; this gateway takes payments`);
    madeUp = [];
    expect((await details())['made up']).toBeUndefined();
  });

  test('a ledger that does not add up is a failure, and one that does is not', async () => {
    cli.write('reelgate.yaml', 'service: { public: "127.0.0.1:1" }\n');
    expect((await cli.run('account', 'create', 'acme')).code).toBe(EXIT.ok);
    expect((await states()).states.ledger).toBe('ok');
    const db = new DatabaseSync(path.join(cli.folder, 'data', 'reelgate.db'));
    db.exec('UPDATE accounts SET balance_micros = 1');
    db.close();
    expect(await states()).toMatchObject({ code: EXIT.no, states: { ledger: 'fail' } });
  });

  test('a shared cache is named without its password, and one that is away is a warning', async () => {
    const url = 'redis://user:hunter2@cache.internal';
    cli.write('reelgate.yaml', `service: { public: "127.0.0.1:1" }\ncache: { url: "${url}" }\n`);
    expect((await details())['shared cache']).toBe('ok: cache.internal:6379 answers');
    cli.cacheTrouble = 'connect ECONNREFUSED';
    expect((await details())['shared cache']).toBe(
      'warn: cache.internal:6379 does not answer, so every node keeps its own: connect ECONNREFUSED',
    );
  });

  test('a start that would be refused is a failure, for doctor and for config check', async () => {
    cli.write('reelgate.yaml', 'service: { public: "127.0.0.1:1" }\n');
    expect([(await details()).start, (await cli.run('config', 'check')).code]).toEqual([
      'ok: packages, files, data folder and addresses are there',
      EXIT.ok,
    ]);
    cli.startTrouble = 'payments.stripe needs the package stripe: npm install stripe@23';
    expect((await details()).start).toBe(`fail: ${cli.startTrouble}`);
    const checked = await cli.run('config', 'check');
    expect(checked).toMatchObject({ code: EXIT.no, err: expect.stringContaining(cli.startTrouble) });
  });

  test('an address that a running gateway has is named, and a failure only when that gateway has other data', async () => {
    cli.write('reelgate.yaml', 'service: { public: "127.0.0.1:1" }\n');
    cli.served = ['http://127.0.0.1:1'];
    const checked = await cli.run('config', 'check', '--json');
    expect([checked.code, JSON.parse(checked.out).served]).toEqual([EXIT.ok, cli.served]);
    expect((await details()).start).toBe('fail: http://127.0.0.1:1 is in use by a gateway on other data');
  });

  test.runIf(process.platform === 'linux')(
    'a data folder that root itself cannot write is a failure',
    async () => {
      for (const data of ['/proc', '/proc/reelgate/data']) {
        cli.write('reelgate.yaml', `data: ${data}\nservice: { public: "127.0.0.1:1" }\n`);
        expect((await details())['data folder']).toMatch(`fail: ${data} cannot be written: ENOENT`);
      }
    },
  );

  test('a log of calls that cannot be written is a failure, and nothing is created for one that can', async () => {
    const lines = path.join(cli.folder, 'logs', 'calls.log');
    const withLog = (file: string) =>
      cli.write('reelgate.yaml', `service: { public: "127.0.0.1:1" }\nobserve: { call_log: "${file}" }\n`);
    withLog(lines);
    expect((await details())['call log']).toBe(`ok: ${lines} can be written`);
    expect(existsSync(path.dirname(lines))).toBe(false);
    withLog(cli.folder);
    expect((await details())['call log']).toMatch(/^fail: the log of calls cannot .*: .* is a folder$/);
    withLog(path.join(cli.folder, 'reelgate.yaml', 'calls.log'));
    expect((await details())['call log']).toMatch(/^fail: .*reelgate\.yaml is no folder$/);
  });

  test('a collector of traces that takes none is a warning', async () => {
    const otlp = 'observe: { otlp: "http://127.0.0.1:4318" }';
    cli.write('reelgate.yaml', `service: { public: "127.0.0.1:1" }\n${otlp}\n`);
    expect((await details()).traces).toBe('ok: 127.0.0.1:4318 takes traces');
    cli.collectorTrouble = 'connect ECONNREFUSED';
    expect((await details()).traces).toMatch(/^warn: 127\.0\.0\.1:4318 takes no traces, .*ECONNREFUSED$/);
  });

  test('a damaged page of the database is a failure', async () => {
    cli.write('reelgate.yaml', 'service: { public: "127.0.0.1:1" }\n');
    expect((await cli.run('account', 'create', 'acme')).code).toBe(EXIT.ok);
    expect((await states()).states.pages).toBe('ok');
    const file = path.join(cli.folder, 'data', 'reelgate.db');
    const db = new DatabaseSync(file);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const { rootpage } = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'").get()!;
    const { page_size } = db.prepare('PRAGMA page_size').get()!;
    db.close();
    const bytes = readFileSync(file);
    bytes.fill(
      0xff,
      ((rootpage as number) - 1) * (page_size as number),
      (rootpage as number) * (page_size as number),
    );
    writeFileSync(file, bytes);
    expect((await details()).pages).toMatch(/^fail: .*reelgate\.db is damaged: /);
  });

  test('a database that is away is named, without its password; gateway and providers are looked at all the same', async () => {
    const server = createServer((request, response) =>
      response.end(JSON.stringify({ status: request.url === '/livez' ? 'live' : 'not_ready' })),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    cli.write(
      'reelgate.yaml',
      `service: { public: "127.0.0.1:${port}" }\nstorage: "postgres://user:hunter2@db.internal/ledger"\n` +
        'platforms: { library: [library, far] }\n' +
        'providers: { library: { connector: library }, far: { connector: peertube, base_url: "https://far.example" } }\n',
    );
    cli.world.config = (file) => {
      const loaded = loadConfig({ file, connectors: ['library', 'peertube'], env: {}, cwd: cli.folder });
      if (isConfigError(loaded)) throw new CliError(loaded.message, EXIT.usage);
      return loaded;
    };
    cli.world.control = async () => {
      throw new StorageUnavailable('the database does not answer');
    };
    const found = await details();
    expect(found).toMatchObject({
      database: 'fail: PostgreSQL at db.internal:5432/ledger: the database does not answer',
      gateway: `fail: http://127.0.0.1:${port} is live, but not ready`,
      'provider far': 'ok: library: 5 items in 12 ms',
    });
    expect(JSON.stringify(found)).not.toContain('hunter2');
    expect(found['provider library']).toBeUndefined();
    cli.probed = { ...cli.probed, outcome: 'timeout' };
    expect((await details())['provider far']).toMatch(/^warn: library: timeout/);
    expect((await details('--skip-providers'))['provider far']).toBeUndefined();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await details()).toMatchObject({
      gateway: expect.stringMatching(/^warn: .* does not answer, and the database/),
    });
  });

  test('a folder without a ledger is a warning, and stays without one', async () => {
    cli.write('reelgate.yaml', 'service: { public: "127.0.0.1:1" }\n');
    mkdirSync(`${cli.folder}/data`);
    const missing = new NothingThere('there is no ledger at x');
    cli.world.control = async (_config, { mayCreate }) =>
      Promise.reject(mayCreate ? new Error('made one') : missing);
    expect(await details()).toMatchObject({
      'data folder': expect.stringMatching(/^ok/),
      database: 'warn: there is no ledger at x',
      gateway: expect.stringMatching(/^warn: no gateway runs on this data/),
    });
    expect(readdirSync(`${cli.folder}/data`)).toEqual([]);
  });

  test('a disk without room is named before calls are refused', async () => {
    cli.write('reelgate.yaml', 'service: { public: "127.0.0.1:1" }\n');
    await (await cli.open(true)).close();
    const disk = async (megabytes: number) => {
      cli.freeBytes = megabytes * 1_024 * 1_024;
      return (await details()).disk;
    };
    expect(await disk(1_024)).toBe('ok: 1024 MB are free where the ledger is');
    expect(await disk(1_023)).toMatch(/^warn: 1023 MB are free where the ledger is; calls are refused/);
    expect(await disk(63)).toMatch(/^fail: 63 MB are free/);
  });

  test('a service secret that a start would refuse, or make anew, is named and not made', async () => {
    cli.write('reelgate.yaml', 'service: { public: "127.0.0.1:1" }\n');
    const storage = await cli.open(true);
    const file = `${cli.folder}/data/service.secret`;
    expect((await details()).secret).toMatch(/^warn: there is none yet; the next start makes one/);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, 'ab');
    expect((await details()).secret).toBe(`fail: ${file} does not contain a service secret of 32 bytes`);
    writeFileSync(file, 'ab'.repeat(32));
    expect((await details()).secret).toBe(`ok: ${file}`);
    await storage.secret.claim({ fingerprint: 'of another', secret: null });
    expect((await details()).secret).toMatch(/^fail: .* give this process the same REELGATE_SECRET/);
    cli.write('reelgate.yaml', `service: { public: "127.0.0.1:1", secret: "${'cd'.repeat(32)}" }\n`);
    expect((await details()).secret).toMatch(/^fail: .* is not the one that this database is used with/);
    await storage.close();
  });

  test('a running installation is all ok', async () => {
    const server = createServer((request, response) =>
      response.end(JSON.stringify({ status: request.url === '/livez' ? 'live' : 'ready' })),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const prices = 'prices: { endpoints: [{ path: "/api/*/v1/*/*/*", unit_price: "0.1" }] }\n';
    const file = cli.write('reelgate.yaml', `service: { public: "127.0.0.1:${port}" }\n${prices}`);
    await cli.json('catalog', 'apply', file, '--yes');
    await cli.json('library', 'import', cli.write('v.jsonl', '{"id":"1","title":"x"}\n'));
    await cli.json('storage', 'backup', `${cli.folder}/backup.db`);
    const node = await cli.open(true);
    await cli.world.operatorToken(cli.world.config(null), node);
    const all = [
      'node',
      'sqlite',
      'configuration',
      'start',
      'data folder',
      'disk',
      'database',
      'secret',
      'catalog',
      'ledger',
      'backup',
      'duties',
      'pages',
      'library',
      'gateway',
    ];
    expect(await states()).toEqual({
      code: EXIT.ok,
      states: Object.fromEntries(all.map((check) => [check, 'ok'])),
    });
    cli.nowMs += 26 * 3_600_000;
    expect((await states()).states).toMatchObject({ backup: 'warn' });
    await node.close();
    // A server answers there, but not a gateway of this data.
    expect((await states()).states).toMatchObject({ gateway: 'warn' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('a broken part is named, and the code is 1', async () => {
    cli.write('reelgate.yaml', 'service: { public: "127.0.0.1:1" }\n');
    const storage = await cli.open(true);
    cli.world.versions = { ...cli.world.versions, sqlite: '3.9.0' };
    expect(await states()).toMatchObject({
      code: EXIT.no,
      states: { sqlite: 'fail', database: 'ok', catalog: 'fail', gateway: 'fail' },
    });
    await storage.close();
    cli.write('reelgate.yaml', 'nonsense: 1\n');
    expect(await states()).toEqual({
      code: EXIT.no,
      states: { node: 'ok', sqlite: 'fail', configuration: 'fail' },
    });
  });
});
