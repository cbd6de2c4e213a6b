// The process as its operator sees it: first start, second start, signals, and everything that can be wrong at a
// start.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DataFolder, GatewayProcess, run } from '../testing/gateway-process.ts';

const PORTS = { REELGATE_PUBLIC: '127.0.0.1:0', REELGATE_ADMIN: '127.0.0.1:0' };
const SECRET = /rg[ka]_live_[0-9A-Za-z]{38}/;

let folder: DataFolder;
let env: Record<string, string>;

beforeEach(() => {
  folder = new DataFolder();
  env = { ...PORTS, REELGATE_DATA: path.join(folder.path, 'data') };
});
afterEach(() => folder.remove());

const serve = () => new GatewayProcess(['serve'], env);

async function firstStart(): Promise<{ gateway: GatewayProcess; url: string; key: string; out: string }> {
  const gateway = serve();
  const url = await gateway.url();
  const key = /key {4}(rgk_\S+)/.exec(gateway.out)![1]!;
  return { gateway, url, key, out: gateway.out };
}

async function stop(gateway: GatewayProcess): Promise<void> {
  gateway.kill('SIGTERM');
  expect(await gateway.ended).toMatchObject({ code: 0 });
}

/** Runs a printed curl line without curl, with its URL, headers and body. */
async function paste(line: string): Promise<Response> {
  const url = /(http:[^\s']+)/.exec(line)![1]!;
  const headers = [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name!, value!]);
  const body = /-d '([^']+)'/.exec(line)?.[1];
  return fetch(url, { headers, ...(body && { method: 'POST', body }) } as RequestInit);
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
async function json(response: Response): Promise<any> {
  return response.json();
}

describe('the first start', () => {
  test('writes its secrets into a file readable only by its owner, when told so', async () => {
    const file = path.join(folder.path, 'first.env');
    const gateway = new GatewayProcess(['serve', '--secrets-file', file], env);
    const url = await gateway.url();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [, key, token] = /^REELGATE_KEY=(rgk_\w+)\nREELGATE_ADMIN_TOKEN=(rga_\w+)\n$/.exec(
      readFileSync(file, 'utf8'),
    )!;
    const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });
    expect((await fetch(`${url}/api/account/v1/balance`, bearer(key!))).status).toBe(200);
    expect((await fetch(`${gateway.adminUrl()}/admin/v1/status`, bearer(token!))).status).toBe(200);
    await stop(gateway);
    expect(gateway.out).toContain(file);
    expect(gateway.out + gateway.err).not.toMatch(SECRET);
  });

  test('prints one key and three curl lines that work as pasted', async () => {
    const { gateway, out } = await firstStart();
    const lines = out.split('\n').filter((line) => line.includes('curl'));
    expect(lines).toHaveLength(3);
    const answerTo = async (line: number) => json(await paste(lines[line]!));
    // One after the other, as a reader pastes them: the search would take its price from the balance that the first one shows.
    const [check, search, price] = [await answerTo(0), await answerTo(1), await answerTo(2)];
    expect(check).toMatchObject({ valid: true, account: { name: 'demo', balance: '10.000000' } });
    expect(search.items.length).toBeGreaterThan(0);
    expect(search.keyword).toBe('猫');
    expect(price.endpoints[0]).toMatchObject({ unit_price: '0.012000' });
    await stop(gateway);
  });

  test('leaves only files that the owner alone can read, and no secret in any of them', async () => {
    const { gateway, key } = await firstStart();
    const admin = /rga_\S+/.exec(gateway.out)![0];
    await stop(gateway);
    const data = env.REELGATE_DATA!;
    expect(statSync(path.join(data, 'service.secret')).mode & 0o777).toBe(0o600);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    for (const name of ['reelgate.db', 'library.db']) {
      expect(statSync(path.join(data, name)).mode & 0o077).toBe(0);
    }
    for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(data, name);
      if (!statSync(file).isFile()) continue;
      const content = readFileSync(file, 'latin1');
      expect(content.includes(key) || content.includes(admin)).toBe(false);
    }
  });

  test('is followed by one that prints no secret and has lost nothing', async () => {
    const first = await firstStart();
    const target = '/api/u1/v1/library/app/search_video_v2?keyword=cat';
    const headers = { authorization: `Bearer ${first.key}`, 'x-reelgate-request-id': 'kept' };
    const before = await (await fetch(first.url + target, { headers })).text();
    await stop(first.gateway);
    const second = serve();
    const url = await second.url();
    const after = await fetch(url + target, { headers });
    expect(await after.text()).toBe(before);
    expect(after.headers.get('x-reelgate-replayed')).toBe('true');
    await stop(second);
    expect(second.out + second.err).not.toMatch(SECRET);
  });
});

describe('SIGTERM', () => {
  test('lets a running request end and exits with 0', async () => {
    const { gateway, url, key } = await firstStart();
    const headers = { authorization: `Bearer ${key}` };
    const running = Array.from({ length: 20 }, async (_, i) => {
      const answer = await fetch(`${url}/api/u1/v1/library/app/search_video_v2?keyword=${i}`, { headers });
      return { status: answer.status, text: await answer.text() };
    });
    await running[0];
    gateway.kill('SIGTERM');
    const answers = await Promise.allSettled(running);
    expect(await gateway.ended).toMatchObject({ code: 0 });
    for (const answer of answers) {
      if (answer.status === 'fulfilled') expect(answer.value.status).toBe(200);
    }
    const verdict = await run(['ledger', 'verify', '--json'], env);
    expect(verdict.code).toBe(0);
    expect(JSON.parse(verdict.out)).toMatchObject({ clean: true, held: '0.000000' });
  });
});

describe('a start that cannot work ends with one clear line and an error code', () => {
  async function refusal(args: string[] = ['serve'], more: Record<string, string> = {}): Promise<string> {
    const { code, out, err } = await run(args, { ...env, ...more });
    expect(code).not.toBe(0);
    expect(out).toBe('');
    expect(err.trim().split('\n')).toHaveLength(1);
    return err;
  }

  test('when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await refusal(['serve'], { REELGATE_PUBLIC: `127.0.0.1:${port}` })).toContain(`127.0.0.1:${port}`);
    other.close();
    // This start did not show a key, so none must exist: the next start is the first one.
    const { gateway } = await firstStart();
    await stop(gateway);
  });

  test('when the configuration is bad: its line is named', async () => {
    const file = folder.writeConfig('service:\n  name: reelgate\n  pubic: 127.0.0.1:8080\n');
    expect(await refusal(['serve', '--config', file])).toMatch(/reelgate\.yaml:3:\d+: .*pubic/);
  });

  test('when a variable of the configuration is not set', async () => {
    const file = folder.writeConfig('data: ./x\nstorage: sqlite:${NOWHERE}\n');
    expect(await refusal(['serve', '--config', file])).toMatch(/:2:10: .*NOWHERE/);
  });

  test('when a platform whose terms forbid resale is given a price', async () => {
    const file = folder.writeConfig(
      `data: ${env.REELGATE_DATA}\nplatforms: { niconico: [nico] }\nproviders: { nico: { connector: niconico } }\n`,
    );
    expect(await refusal(['serve', '--config', file])).toMatch(/niconico.*price "0".*forbid resale/);
  });

  test('when the data folder cannot be written', async () => {
    const file = path.join(folder.path, 'file');
    writeFileSync(file, '');
    expect(await refusal(['serve'], { REELGATE_DATA: path.join(file, 'data') })).toContain(file);
  });

  test('when the address is not of this machine', async () => {
    expect(await refusal(['serve'], { REELGATE_PUBLIC: '192.0.2.1:1' })).toContain(
      'cannot listen on 192.0.2.1:1: this machine has no such address',
    );
  });

  // It never returned, and took no signal.
  test.runIf(process.platform === 'linux')('when the kernel lets nobody make the data folder', async () => {
    const dataDir = '/proc/reelgate/data';
    for (const command of [['serve'], ['config', 'check']])
      expect(await refusal(command, { REELGATE_DATA: dataDir })).toContain(`cannot use ${dataDir}`);
  });

  test('when a newer Reelgate wrote the database, which stays unchanged', async () => {
    mkdirSync(env.REELGATE_DATA!);
    const file = path.join(env.REELGATE_DATA!, 'reelgate.db');
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 999');
    db.close();
    expect(await refusal()).toMatch(/schema version 999.*newer/);
  });

  test('when the database file is something else', async () => {
    mkdirSync(env.REELGATE_DATA!);
    writeFileSync(
      path.join(env.REELGATE_DATA!, 'reelgate.db'),
      'this is not a database, but long enough to be read',
    );
    expect(await refusal()).toContain(env.REELGATE_DATA!);
  });
});

test('prices changed in the file are not applied by a start, which says so and how to apply them', async () => {
  const settings = (price: string) =>
    `data: ${env.REELGATE_DATA}\nservice: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }\n` +
    `prices: { endpoints: [{ path: "/api/*/v1/*/app/search_video", unit_price: "${price}" }] }\n`;
  const start = async (price: string) => {
    const gateway = new GatewayProcess(['serve', '--config', folder.writeConfig(settings(price))]);
    await gateway.url();
    await stop(gateway);
    return gateway.err;
  };
  const notice = /differs? from catalog version 1.*reelgate catalog apply/;
  expect(await start('0.004')).not.toMatch(notice);
  expect(await start('0.005')).toMatch(notice);
  expect(await start('0.004')).not.toMatch(notice);
});

test('a command on an empty folder does not replace the first start, and one that only reads creates nothing', async () => {
  const looked = await run(['ledger', 'verify'], env);
  expect(looked).toMatchObject({ code: 2, out: '' });
  expect(looked.err).toMatch(
    /there is no ledger at .*data\/reelgate\.db; .*--config or REELGATE_CONFIG.*REELGATE_DATA/,
  );
  expect(existsSync(env.REELGATE_DATA!)).toBe(false);
  const prices = path.join(folder.path, 'prices.yaml');
  writeFileSync(prices, 'currency: USD\nendpoints: [{ path: "/api/*/v1/*/app/*", unit_price: "0.01" }]\n');
  expect((await run(['catalog', 'apply', prices, '--yes'], env)).code).toBe(0);
  const { gateway } = await firstStart();
  await stop(gateway);
});

test("two processes serve one data folder together and neither loses the other's changes", async () => {
  const first = await firstStart();
  const second = serve();
  const urls = [first.url, await second.url()];
  const headers = { authorization: `Bearer ${first.key}` };
  const asked = Array.from({ length: 60 }, (_, i) =>
    fetch(`${urls[i % 2]}/api/u1/v1/library/app/search_video?keyword=${i}`, { headers }),
  );
  const answers = await Promise.all(asked);
  expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([]);
  const good = answers.filter(({ status }) => status === 200).length;
  const { balance } = await json(await fetch(`${urls[0]}/api/account/v1/balance`, { headers }));
  expect(balance).toBe((10 - good * 0.004).toFixed(6));
  await Promise.all([stop(first.gateway), stop(second)]);
  expect((await run(['ledger', 'verify'], env)).code).toBe(0);
});

test('SIGHUP applies a changed file without a restart, and a bad file changes nothing', async () => {
  const settings = (max: number) =>
    `data: ${env.REELGATE_DATA}\nservice: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }\n` +
    `limits: { keyword_chars_max: ${max} }\n`;
  const file = folder.writeConfig(settings(200));
  const gateway = new GatewayProcess(['serve', '--config', file]);
  const url = await gateway.url();
  const key = /key {4}(rgk_\S+)/.exec(gateway.out)![1]!;
  const search = async () => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${url}/api/u1/v1/library/app/search_video?keyword=longer`, { headers })).status;
  };
  const reload = async (text: string, word: string) => {
    folder.writeConfig(text);
    gateway.kill('SIGHUP');
    await expect.poll(() => gateway.err, { timeout: 10_000 }).toContain(word);
  };
  expect(await search()).toBe(200);
  await reload(settings(3), 'configuration reloaded');
  expect(await search()).toBe(400);
  await reload('nonsense: true\n', 'not reloaded');
  expect(await search()).toBe(400);
  await stop(gateway);
});
