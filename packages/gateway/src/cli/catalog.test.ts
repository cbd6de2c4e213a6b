// Commands on prices: every form of the file, and that no version is published without a confirmation.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXIT } from '../terminal/world.ts';
import { TestCli } from './testing/cli.ts';

let cli: TestCli;
beforeEach(() => {
  cli = new TestCli();
});
afterEach(() => cli.close());

const PATH = '/api/u1/v1/library/app/search_video_v2';
const PLAIN = `
endpoints:
  - { path: "/api/*/v1/*/app/search_video_v2", unit_price: "0.012" }
  - { path: "/api/*/v1/*/app/search_video", unit_price: "0.004" }
`;
/** This list has none for collections and watches. */
const MISSING = 'warning: 4 prices of collections and watches are missing: those are not offered\n';
const SETTINGS = `
service: { name: gate }
prices:
  currency: USD
  endpoints:
    - { path: "/api/*/v1/*/app/search_video_v2", unit_price: "0.020" }
`;

async function versions(): Promise<number> {
  return (await cli.json('catalog', 'history')).versions.length;
}

describe('catalog apply', () => {
  test('a plain document, a reelgate.yaml and JSON are all taken', async () => {
    await cli.json('catalog', 'apply', cli.write('a.yaml', PLAIN), '--yes', '--note', 'first');
    const second = await cli.json('catalog', 'apply', cli.write('b.yaml', SETTINGS), '--yes', '--replace');
    expect(second.diff).toMatchObject({
      removed: [{ path: '/api/*/v1/*/app/search_video', from: '0.004000' }],
      changed: [{ to: '0.020000' }],
    });
    expect(second.unpriced).toHaveLength(6);
    const json = JSON.stringify({
      endpoints: [{ path: '/api/*/v1/*/app/search_video_v2', unit_price: '1' }],
    });
    expect((await cli.json('catalog', 'apply', cli.write('c.json', json), '--yes')).catalog.version).toBe(3);
    expect((await cli.json('catalog', 'show', '1')).catalog.note).toBe('first');
  });

  test('--first-prices adds the prices of operations that have none, and changes no other', async () => {
    await cli.json('catalog', 'apply', cli.write('b.yaml', SETTINGS), '--yes');
    const added = await cli.json('catalog', 'apply', '--first-prices', '--yes');
    expect(added.diff).toMatchObject({
      added: [
        { path: '/api/*/v1/*/app/search_video', to: '0.004000' },
        { path: '/api/u1/v1/*/collect/search_video_v2', to: '0.020000' },
        { path: '/api/u1/v1/*/watch/search_video_v2', to: '0.002000 per item, at least 0.002000' },
        { path: '/api/u1/v1/*/collect/search_video', to: '0.004000' },
        { path: '/api/u1/v1/*/watch/search_video', to: '0.000400 per item, at least 0.000400' },
      ],
      ...{ changed: [], removed: [] },
    });
    expect(added.unpriced).toEqual([]);
    expect((await cli.run('catalog', 'apply', '--first-prices', '--yes')).code).toBe(EXIT.no);
    const file = cli.write('c.yaml', PLAIN);
    for (const args of [[], [file, '--first-prices'], ['--first-prices', '--replace']]) {
      expect((await cli.run('catalog', 'apply', ...args, '--yes')).code).toBe(EXIT.usage);
    }
  });

  test('only what the file says is changed: other prices, agreed ones and a scheduled version stay', async () => {
    await cli.json('account', 'create', 'acme');
    const agreed = `overrides: [{ account: acme, path: "${PATH}", unit_price: "0.01" }]`;
    await cli.json('catalog', 'apply', cli.write('a.yaml', PLAIN + agreed), '--yes');
    const raise = PLAIN.replace('0.004', '0.009');
    await cli.json('catalog', 'apply', cli.write('b.yaml', raise), '--yes', '--effective-from', '2027-01-01');
    const file = cli.write('c.yaml', SETTINGS);
    const { out } = await cli.run('catalog', 'apply', file, '--yes');
    expect(out).toBe(
      '~ /api/*/v1/*/app/search_video_v2  0.012000 → 0.020000\n' +
        'version 2 stays scheduled for 2027-01-01T00:00:00.000Z\n' +
        MISSING +
        `Published version 3, effective from ${new Date(cli.nowMs).toISOString()}.\n`,
    );
    const { catalog } = await cli.json('catalog', 'show', '3');
    expect(catalog.endpoints).toHaveLength(2);
    expect(catalog.overrides).toHaveLength(1);
    const { catalog: scheduled } = await cli.json('catalog', 'show', '4');
    expect(scheduled).toMatchObject({ effective_from: '2027-01-01T00:00:00.000Z' });
    expect(scheduled.endpoints).toMatchObject([{ unit_price: '0.020000' }, { unit_price: '0.009000' }]);
    expect(scheduled.overrides).toHaveLength(1);
    const cancel = await cli.run('catalog', 'apply', file, '--yes', '--cancel-scheduled');
    expect(cancel.out).toContain(
      '- version 4, scheduled for 2027-01-01T00:00:00.000Z, never comes into force\n',
    );
    // The file changes no price, and the scheduled version is gone all the same.
    expect(cancel.out).toContain('Published version 5,');
    cli.nowMs = Date.parse('2027-01-02T00:00:00Z');
    expect((await cli.json('catalog', 'show')).catalog).toMatchObject({ version: 5 });
  });

  test('new rows are shown with their price, and --new-only changes no other', async () => {
    await cli.json('catalog', 'apply', cli.write('a.yaml', PLAIN), '--yes');
    const more = `${PLAIN.replace('0.012', '0.5')}  - { path: "/api/u2/v1/shop/*", unit_price: "0.003" }\n`;
    const file = cli.write('b.yaml', more);
    const { out } = await cli.run('catalog', 'apply', file, '--yes', '--new-only');
    expect(out).toMatch(/^\+ \/api\/u2\/v1\/shop\/\* {2}0\.003000\n/);
    expect(out).not.toContain('~');
    const both = await cli.run('catalog', 'apply', file, '--new-only', '--replace');
    expect(both).toMatchObject({ code: EXIT.usage, err: /exclude each other/ });
  });

  test('a configuration without prices sets none but those of its mounts', async () => {
    await cli.json('catalog', 'apply', cli.write('a.yaml', PLAIN.replace('0.012', '0.5')), '--yes');
    cli.write('shop.json', JSON.stringify({ openapi: '3.1.0', paths: { '/clips': { get: {} } } }));
    const settings = `providers: { library: { connector: library }, p: { connector: openapi, base_url: "https://a.org" } }
mounts: [{ name: shop, openapi: ./shop.json, provider: p, unit_price: "0.003", gets: ["*"] }]
`;
    const { diff } = await cli.json('catalog', 'apply', cli.write('reelgate.yaml', settings), '--yes');
    expect(diff).toMatchObject({
      added: [{ path: '/api/u2/v1/shop/*', to: '0.003000' }],
      removed: [],
      changed: [],
      reworded: [],
    });
  });

  test('what "catalog show --json" prints can be applied, and the same prices make no second version', async () => {
    await cli.json('catalog', 'apply', cli.write('a.yaml', PLAIN), '--yes');
    cli.nowMs += 3_600_000;
    const { out } = await cli.run('catalog', 'show', '--json');
    const again = await cli.run('catalog', 'apply', cli.write('b.json', out), '--yes');
    expect(again.out).toContain(`No difference from the catalog in force.\n${MISSING}Nothing was published.`);
    expect(await versions()).toBe(1);
    const dearer = out.replaceAll(/"unit_price": "[^"]+"/g, '"unit_price": "0.5"');
    const changed = await cli.run('catalog', 'apply', cli.write('c.json', dearer), '--yes');
    expect(changed.out).toContain('Published version 2');
  });

  test('without a terminal it shows the difference and needs --yes', async () => {
    const { code, out, err } = await cli.run('catalog', 'apply', cli.write('a.yaml', PLAIN));
    expect({ code, err }).toEqual({
      code: EXIT.usage,
      err: 'error: there is no terminal to ask on: add --yes to publish\n',
    });
    expect(out).toContain('+ /api/*/v1/*/app/search_video_v2');
    expect(await versions()).toBe(0);
  });

  test.each([
    ['y', EXIT.ok, 1],
    ['YES ', EXIT.ok, 1],
    ['', EXIT.no, 0],
    ['n', EXIT.no, 0],
  ])('on a terminal the answer %j ends with %i', async (answer, code, published) => {
    const asked: string[] = [];
    cli.world.ask = async (question) => {
      asked.push(question);
      return answer;
    };
    expect((await cli.run('catalog', 'apply', cli.write('a.yaml', PLAIN))).code).toBe(code);
    expect(asked).toHaveLength(1);
    expect(await versions()).toBe(published);
  });

  test('a version may wait for its day', async () => {
    await cli.json('catalog', 'apply', cli.write('a.yaml', PLAIN), '--yes');
    await cli.json(
      'catalog',
      'apply',
      cli.write('b.yaml', SETTINGS),
      '--yes',
      '--effective-from',
      '2027-01-01',
    );
    const { versions: all } = await cli.json('catalog', 'history');
    expect(all).toMatchObject([
      { version: 2, state: 'scheduled', effective_from: '2027-01-01T00:00:00.000Z' },
      { version: 1, state: 'in_force' },
    ]);
    expect((await cli.run('catalog', 'show')).out).toContain('0.012000');
  });

  test.each([
    ['a missing file', null, 'there is no such file'],
    ['bad YAML', 'endpoints: [\n  {', /a\.yaml:\d+: not valid YAML/],
    ['another document', 'hello: 1', 'has neither "endpoints" nor a "prices" section'],
    ['a price without quotes', 'endpoints: [{ path: "/api/*/v1/*/app/x", unit_price: 0.5 }]', 'unit_price'],
    ['another currency', `currency: EUR${PLAIN}`, 'must be USD'],
  ])('%s is wrong use', async (_name, text, message) => {
    const file = text === null ? 'missing.yaml' : cli.write('a.yaml', text);
    const { code, err } = await cli.run('catalog', 'apply', file, '--yes');
    expect(code).toBe(EXIT.usage);
    expect(err).toMatch(message);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(await versions()).toBe(0);
  });
});

test('before the first catalog, show and price are code 1', async () => {
  const err = 'error: No catalog is in force yet. (NOT_FOUND)\n';
  expect(await cli.run('catalog', 'show')).toEqual({ code: EXIT.no, out: '', err });
  expect(await cli.run('price', PATH)).toEqual({ code: EXIT.no, out: '', err });
});

test('a price is the agreed one for its account and the listed one for all others', async () => {
  const { account } = await cli.json('account', 'create', 'acme');
  const agreed = `overrides: [{ account: acme, path: "${PATH}", unit_price: "0.01" }]`;
  await cli.json('catalog', 'apply', cli.write('a.yaml', PLAIN + agreed), '--yes');
  const listed = await cli.json('price', `http://gate.example${PATH}?keyword=x`);
  expect(listed).toEqual({
    path: PATH,
    group: 'u1',
    platform: 'library',
    variant: 'stable',
    account_id: null,
    unit: 'call',
    unit_price: '0.012000',
    tiers: null,
    minimum: null,
    free_per_day: null,
    list_price: '0.012000',
    currency: 'USD',
    catalog_version: 1,
    deprecated: false,
  });
  const own = await cli.json('price', PATH, '--account', 'acme');
  expect(own).toMatchObject({ account_id: account.id, unit_price: '0.010000', list_price: '0.012000' });
  expect((await cli.run('price', '/api/u1/v1/nowhere/app/search_video')).code).toBe(EXIT.no);
  expect((await cli.run('price', PATH, '--account', 'nobody')).code).toBe(EXIT.no);
});
