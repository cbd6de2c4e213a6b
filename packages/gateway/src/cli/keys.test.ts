// Commands on keys and admin tokens. Only the command that makes a secret prints it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXIT } from '../terminal/world.ts';
import { TestCli } from './testing/cli.ts';

let cli: TestCli;
beforeEach(async () => {
  cli = new TestCli();
  await cli.json('account', 'create', 'acme');
});
afterEach(() => cli.close());

const SECRET = /rg[ka]_live_\w{38}/g;

describe('key create', () => {
  test('a secret that could not be written is never printed elsewhere; the way to another one is', async () => {
    await cli.json('account', 'create', 'lost');
    cli.outputLoss = 'ENOSPC';
    const made = await cli.run('key', 'create', 'lost');
    const token = await cli.run('token', 'create', 'lost');
    cli.outputLoss = null;
    expect(made).toMatchObject({ code: EXIT.unavailable, out: '' });
    expect(made.err).toMatch(
      /^error: the secret could not be printed \(ENOSPC\)\. To get one: reelgate key rotate key_\w+ --grace 0\n/,
    );
    expect(token.err).toContain('reelgate token revoke');
    expect(made.err + token.err).not.toMatch(/rg[ka]_live_/);
  });

  test('prints the secret once, with a warning', async () => {
    const { code, out, err } = await cli.run('key', 'create', 'acme', '--name', 'laptop');
    expect({ code, err }).toEqual({ code: EXIT.ok, err: '' });
    expect(out.match(SECRET)).toHaveLength(1);
    expect(out).toContain('shown this once');
  });

  test('takes every limit', async () => {
    const limits = [
      '--groups',
      'u1',
      '--expires',
      '30d',
      '--rate',
      '10/1:2',
      '--daily-cap',
      '5',
      '--monthly-cap',
      '50',
    ];
    const addresses = ['--address', '192.0.2.0/24', '--address', '2001:db8::/32'];
    const { key, secret } = await cli.json('key', 'create', 'acme', ...limits, ...addresses);
    expect(secret).toMatch(SECRET);
    expect(key).toMatchObject({
      name: 'default',
      groups: ['u1'],
      expires_at: '2026-12-15T12:00:00.000Z',
      addresses: ['192.0.2.0/24', '2001:db8::/32'],
      rate: { requests: 10, per_seconds: 1, concurrent: 2 },
      daily_cap: '5.000000',
      monthly_cap: '50.000000',
    });
  });

  test.each([
    [['--groups', 'u3'], 'there is no group "u3"'],
    [['--expires', 'tomorrow'], 'must be a day'],
    [['--expires', '2026-02-30'], 'must be a day'],
    [['--expires', '2020-01-01'], 'must be in the future'],
    [['--rate', '10'], 'must be CALLS/SECONDS'],
    [['--address', 'nowhere'], 'must be an IP address'],
    [['--daily-cap', '-1'], 'must not be negative'],
  ])('%j is wrong use', async (options, message) => {
    const { code, out, err } = await cli.run('key', 'create', 'acme', ...options);
    expect({ code, out }).toEqual({ code: EXIT.usage, out: '' });
    expect(err).toContain(message);
    expect((await cli.json('key', 'list')).keys).toEqual([]);
  });
});

describe('a key that exists', () => {
  let id: string;
  let secret: string;
  beforeEach(async () => {
    const limits = ['--daily-cap', '5', '--address', '192.0.2.1', '--rate', '5/1', '--expires', '1d'];
    const made = await cli.json('key', 'create', 'acme', ...limits);
    id = made.key.id;
    secret = made.secret;
  });

  test('no other command prints a secret', async () => {
    const shown = [
      await cli.run('key', 'list'),
      await cli.run('key', 'list', 'acme', '--json'),
      await cli.run('key', 'show', id),
      await cli.run('key', 'update', id, '--name', 'other'),
      await cli.run('key', 'check', secret),
      await cli.run('key', 'check', `${secret}x`),
      await cli.run('audit', '--json'),
      await cli.run('key', 'revoke', id),
      await cli.run('key', 'show', secret),
      await cli.run('key', 'check', '-', secret),
      await cli.run(secret),
      await cli.run('search', 'library', 'x', '--key', secret, '--url', secret),
    ];
    for (const { out, err } of shown) expect(out + err).not.toMatch(SECRET);
  });

  test('update changes the given limits, and "none" removes one', async () => {
    const none = ['--daily-cap', '--address', '--rate', '--expires'].flatMap((option) => [option, 'none']);
    const { key } = await cli.json('key', 'update', id, '--name', 'new', ...none);
    const unbound = { daily_cap: null, addresses: null, rate: null, expires_at: null };
    expect(key).toMatchObject({ name: 'new', status: 'active', ...unbound });
    expect((await cli.json('key', 'update', id, '--status', 'disabled')).key).toMatchObject({
      name: 'new',
      status: 'disabled',
    });
    expect((await cli.run('key', 'update', id)).code).toBe(EXIT.usage);
  });

  test('rotate shows a new secret, and the old one ends with its grace', async () => {
    const rotated = await cli.json('key', 'rotate', id, '--grace', '2h');
    expect(rotated.previous_valid_until).toBe('2026-11-15T14:00:00.000Z');
    expect((await cli.run('key', 'check', secret)).code).toBe(EXIT.ok);
    cli.nowMs += 2 * 3_600_000;
    expect(await cli.run('key', 'check', secret)).toEqual({
      code: EXIT.no,
      out: 'invalid: EXPIRED\n',
      err: '',
    });
    expect((await cli.run('key', 'check', rotated.secret)).code).toBe(EXIT.ok);
    const { out } = await cli.run('key', 'rotate', id, '--grace', '0');
    expect(out.match(SECRET)).toHaveLength(1);
  });

  test('check takes the key from standard input or the environment too', async () => {
    expect((await cli.run('key', 'check')).code).toBe(EXIT.usage);
    cli.world.apiKey = secret;
    expect((await cli.json('key', 'check')).account.name).toBe('acme');
    cli.world.stdin = async () => `${secret}\n`;
    cli.world.apiKey = null;
    expect((await cli.run('key', 'check', '-')).out).toContain(id);
    cli.world.stdin = async () => '';
    expect((await cli.run('key', 'check', '-')).code).toBe(EXIT.usage);
  });

  test('a revoked key is invalid and takes no change', async () => {
    expect((await cli.json('key', 'revoke', id)).key.status).toBe('revoked');
    const { code, out } = await cli.run('key', 'check', secret, '--json');
    expect({ code, answer: JSON.parse(out) }).toEqual({
      code: EXIT.no,
      answer: { valid: false, reason: 'REVOKED' },
    });
    expect((await cli.run('key', 'rotate', id)).code).toBe(EXIT.no);
  });
});

test('admin tokens: made once, listed without secret, the last one stays', async () => {
  const { token, secret } = await cli.json('token', 'create', 'sync');
  expect(secret).toMatch(SECRET);
  const listed = await cli.run('token', 'list');
  expect(listed.out).toContain(token.id);
  expect(listed.out).not.toMatch(SECRET);
  expect((await cli.run('token', 'revoke', token.id)).code).toBe(EXIT.no);
  const second = await cli.run('token', 'create', 'backup');
  expect(second.out.match(SECRET)).toHaveLength(1);
  expect((await cli.json('token', 'revoke', token.id)).token.status).toBe('revoked');
});
