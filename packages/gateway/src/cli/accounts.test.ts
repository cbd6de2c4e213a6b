// Commands on accounts and their money: effects, exit codes and JSON.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT_FIELDS } from '../domain/account.ts';
import { givenProperties } from '../domain/field-table.ts';
import { EXIT } from '../terminal/world.ts';
import { makeCall, makeKey } from '../verb/testing/account.ts';
import { TestCli } from './testing/cli.ts';

let cli: TestCli;
beforeEach(() => {
  cli = new TestCli();
});
afterEach(() => cli.close());

async function balance(account = 'acme'): Promise<string> {
  return (await cli.json('account', 'show', account)).account.balance;
}

async function charge(requestId: string, price: string): Promise<void> {
  const storage = await cli.open(true);
  try {
    const account = await storage.accounts.find({ idOrName: 'acme' });
    const { holder } = await makeKey(storage, account!.id);
    await makeCall(storage, holder, requestId, price);
  } finally {
    await storage.close();
  }
}

describe('account create', () => {
  test('its JSON is stable', async () => {
    const argv = ['account', 'create', 'acme', '--top-up', '25', '--reference', 'inv-1', '--rate', '600/60'];
    const answer = await cli.json(...argv);
    expect(Object.keys(answer)).toEqual(['account', 'entry']);
    expect(answer.account).toEqual({
      id: expect.stringMatching(/^acc_\w{16}$/),
      name: 'acme',
      status: 'active',
      currency: 'USD',
      balance: '25.000000',
      held: '0.000000',
      available: '25.000000',
      rate: { requests: 600, per_seconds: 60, concurrent: 50 },
      ...Object.fromEntries(Object.keys(givenProperties(ACCOUNT_FIELDS)).map((name) => [name, null])),
      low_balance: null,
      closed_at: null,
      created_at: '2026-11-15T12:00:00.000Z',
    });
    expect(answer.entry).toMatchObject({
      kind: 'topup',
      amount: '25.000000',
      reference: 'inv-1',
      actor: 'cli:test',
    });
  });

  test('a taken name is refused with code 1', async () => {
    await cli.json('account', 'create', 'acme');
    const { code, out, err } = await cli.run('account', 'create', 'acme');
    expect({ code, out, err }).toEqual({
      code: EXIT.no,
      out: '',
      err: 'error: An account with this name exists, in upper or lower case. Choose another one. (CONFLICT)\n',
    });
  });

  test('a bad name is wrong use', async () => {
    const { code, err } = await cli.run('account', 'create', 'a b');
    expect(code).toBe(EXIT.usage);
    expect(err).toMatch(/^error: name: .*\(INVALID_REQUEST\)\n$/);
  });

  test('a payment needs a reference', async () => {
    const { code, err } = await cli.run('account', 'create', 'acme', '--top-up', '5');
    expect({ code, err }).toEqual({ code: EXIT.usage, err: 'error: --top-up and --reference go together\n' });
    expect((await cli.json('account', 'list')).accounts).toEqual([]);
  });

  test('a refused payment leaves the account and says so', async () => {
    await cli.json('account', 'create', 'one', '--top-up', '5', '--reference', 'inv-1');
    const { code, err } = await cli.run('account', 'create', 'two', '--top-up', '6', '--reference', 'inv-1');
    expect(code).toBe(EXIT.no);
    expect(err).toMatch(/^error: the account was created, but not topped up: .*\(CONFLICT\)\n$/);
    expect(await balance('two')).toBe('0.000000');
  });
});

describe('money', () => {
  beforeEach(async () => {
    await cli.json('account', 'create', 'acme', '--top-up', '10', '--reference', 'inv-1');
  });

  test('a repeated top-up adds nothing', async () => {
    const argv = ['account', 'topup', 'acme', '2.50', '--reference', 'inv-2'];
    expect((await cli.json(...argv)).duplicate).toBe(false);
    expect((await cli.run(...argv)).out).toBe(
      'topup of 2.500000 USD was posted before; nothing was added. Balance at that time: 12.500000 USD\n',
    );
    expect(await balance()).toBe('12.500000');
  });

  test('a top-up into a closed account is made, and its operator is warned', async () => {
    await cli.json('account', 'create', 'shut');
    const pay = (reference: string) => cli.run('account', 'topup', 'shut', '5', '--reference', reference);
    expect((await pay('r1')).err).toBe('');
    await cli.json('account', 'close', 'shut');
    const { code, err } = await pay('r2');
    expect([code, err]).toEqual([0, expect.stringContaining('Warning: shut is closed')]);
    expect(await cli.json('account', 'show', 'shut')).toMatchObject({ account: { balance: '10.000000' } });
  });

  test.each([
    [['account', 'adjust', 'acme', '-1.50', '--reason', 'x', '--reference', 'r'], '8.500000'],
    [['account', 'adjust', '--reference', 'r', '--reason', 'x', 'acme', '-1.50'], '8.500000'],
    [['--json', 'account', 'adjust', 'acme', '-3', '--reason', 'x', '--reference', 'r'], '7.000000'],
    [['account', 'adjust', 'acme', '0.000001', '--reason', 'x', '--reference', 'r'], '10.000001'],
  ])('%j leaves %s', async (argv, expected) => {
    expect((await cli.run(...argv)).code).toBe(EXIT.ok);
    expect(await balance()).toBe(expected);
  });

  test('a correction cannot take more than there is', async () => {
    const { code, err } = await cli.run(
      'account',
      'adjust',
      'acme',
      '-10.01',
      '--reason',
      'x',
      '--reference',
      'r',
    );
    expect(code).toBe(EXIT.no);
    expect(err).toMatch(/^error: .*\(CONFLICT\)\n$/);
    expect(await balance()).toBe('10.000000');
  });

  test('a top-up cannot be negative', async () => {
    const { code, err } = await cli.run('account', 'topup', 'acme', '-5', '--reference', 'r');
    expect(code).toBe(EXIT.usage);
    expect(err).toContain('must not be negative');
  });

  test('a call is refunded in part, then the rest, and never more', async () => {
    await charge('r-1', '1');
    const argv = ['account', 'refund', 'acme', '--request-id', 'r-1', '--reason', 'bad page'];
    expect((await cli.json(...argv, '--amount', '0.25')).entry.amount).toBe('0.250000');
    expect((await cli.json(...argv)).entry.amount).toBe('0.750000');
    expect((await cli.run(...argv)).code).toBe(EXIT.no);
    expect(await balance()).toBe('10.000000');
  });

  test('an unknown account is code 1', async () => {
    const { code, err } = await cli.run('account', 'show', 'nobody');
    expect({ code, err }).toEqual({ code: EXIT.no, err: 'error: There is no such account. (NOT_FOUND)\n' });
  });

  test('disable and enable', async () => {
    expect((await cli.json('account', 'disable', 'acme')).account.status).toBe('disabled');
    expect((await cli.json('account', 'enable', 'acme')).account.status).toBe('active');
  });

  test('the statement is newest first, limited, filtered and as CSV whole', async () => {
    await charge('r-1', '0.012');
    await cli.json('account', 'adjust', 'acme', '-1', '--reference', 'r', '--reason', '=cmd()');
    const { entries } = await cli.json('account', 'statement', 'acme', '--limit', '2');
    expect(entries.map((entry: { seq: number }) => entry.seq)).toEqual([3, 2]);
    const { entries: charges } = await cli.json('account', 'statement', 'acme', '--kind', 'charge');
    expect(charges).toMatchObject([{ request_id: 'r-1', amount: '-0.012000' }]);
    const { out } = await cli.run('account', 'statement', 'acme', '--csv', '--from', '2026-11-15');
    expect(out.trim().split('\r\n')).toHaveLength(4);
    expect(out).toContain(`"'=cmd()"`);
    expect((await cli.run('account', 'statement', 'acme', '--to', '2026-11-14')).out).toBe(
      'There are no entries.\n',
    );
  });

  test('a CSV of several pages has one head', async () => {
    const storage = await cli.open(false);
    const account = await storage.accounts.find({ idOrName: 'acme' });
    const input = { actor: 't', accountId: account!.id, amountMicros: account!.balanceMicros, reason: null };
    await Promise.all(
      Array.from({ length: 600 }, (_, i) => storage.accounts.topUp({ ...input, reference: `p-${i}` })),
    );
    await storage.close();
    const lines = (await cli.run('account', 'statement', 'acme', '--csv')).out.trim().split('\r\n');
    expect(lines).toHaveLength(602);
    expect(lines.filter((line) => line.startsWith('id,'))).toHaveLength(1);
  });

  test('usage and the ledger add up', async () => {
    const prices = 'endpoints: [{ path: "/api/*/v1/*/app/search_video_v2", unit_price: "0.5" }]';
    await cli.json('catalog', 'apply', cli.write('prices.yaml', prices), '--yes');
    await charge('r-1', '0.5');
    const usage = await cli.json('usage', '--account', 'acme', '--by', 'path');
    expect(usage.totals).toEqual({ calls: 1, failures: 0, charged: '0.500000' });
    expect((await cli.run('usage')).out).toMatch(
      /day +calls +failures +charged .*\n.*\ntotal +1 +0 +0\.500000\n$/,
    );
    expect((await cli.run('usage', '--by', 'key')).out).toMatch(/key_\w+ +\S+ +1 +0 +0\.500000/);
    await cli.json('account', 'create', 'other');
    const byProvider = (account: string) => cli.json('usage', '--by', 'provider', '--account', account);
    expect(await byProvider('acme')).toMatchObject({ rows: [{ provider: 'demo' }], totals: { attempts: 1 } });
    expect(await byProvider('other')).toMatchObject({ rows: [], providers: [], totals: { attempts: 0 } });
    const { out } = await cli.run('usage', '--by', 'provider');
    expect(out).toMatch(/all paths +demo +1 .*\ntotal +– +1 /);
    expect(await cli.json('ledger', 'verify')).toMatchObject({
      clean: true,
      balance: '9.500000',
      differences: [],
    });
  });

  test('a difference in the ledger is code 1, with a table', async () => {
    const { control } = cli.world;
    cli.world.control = async (config, mode) => {
      const opened = await control(config, mode);
      const difference = { accountId: 'acc_1', check: 'balance', expected: '1', found: '2' };
      const report = {
        ...(await opened.deps.storage.ledger.verify()),
        differences: [difference],
        differenceCount: 1,
      };
      const storage = {
        ...opened.deps.storage,
        ledger: { ...opened.deps.storage.ledger, verify: async () => report },
      };
      return { ...opened, deps: { ...opened.deps, storage } };
    };
    const { code, out } = await cli.run('ledger', 'verify');
    expect(code).toBe(EXIT.no);
    expect(out).toContain('1 differences');
    expect(out).toMatch(/acc_1 +balance +1 +2\n$/);
  });

  test('events of an account are listed from behind a number, and followed one a line', async () => {
    await cli.run('account', 'create', 'told', '--top-up', '3', '--reference', 'told-1');
    await cli.run('account', 'topup', 'told', '1', '--reference', 'told-2');
    const { events, last_sequence } = await cli.json('events', 'list', 'told', '--after', '1');
    expect([events.map(({ type }: { type: string }) => type), last_sequence]).toEqual([
      ['topup.credited'],
      2,
    ]);
    const followed = await cli.run('events', 'list', 'told', '--follow', '--json');
    const lines = followed.out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).sequence)).toEqual([1, 2]);
    expect((await cli.run('events', 'list')).out).toBe('There are no such events.\n');
  });

  test('the audit log shows who did what', async () => {
    const { rows } = await cli.json('audit', '--limit', '1');
    expect(rows).toMatchObject([{ actor: 'cli:test', detail: expect.anything() }]);
    expect((await cli.run('audit', '--subject', 'nothing')).out).toBe('Nothing was changed yet.\n');
  });
});
