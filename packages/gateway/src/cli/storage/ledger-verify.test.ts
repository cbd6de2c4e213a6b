// What `ledger verify` prints while it runs, and that a failing payment provider never hides the result of the ledger.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Payments } from '../../domain/payment-port.ts';
import type { OnVerified } from '../../storage/storage.ts';
import { EXIT } from '../../terminal/world.ts';
import { TestCli } from '../testing/cli.ts';

let cli: TestCli;
beforeEach(() => {
  cli = new TestCli();
});
afterEach(() => cli.close());

const AWAY = {
  way: 'stripe',
  cards: {
    async *paidSince() {
      yield* [];
      throw new Error('connect ECONNREFUSED');
    },
  },
} as unknown as Payments;

test('an unreachable payment provider hides nothing of the ledger: code 3, and the reason', async () => {
  cli.payments = AWAY;
  const { code, out } = await cli.run('ledger', 'verify', '--payments');
  expect(code).toBe(EXIT.unavailable);
  expect(out).toMatch(/^ledger +clean\n/);
  expect(out).toMatch(/payments +not compared: The payment provider cannot be reached right now\./);
  const json = JSON.parse((await cli.run('ledger', 'verify', '--payments', '--json')).out);
  expect(json).toMatchObject({ clean: true, payments: { clean: null, unread: expect.any(String) } });
});

test('without a card provider the ledger is still checked, and the answer about payments is no', async () => {
  const { code, out } = await cli.run('ledger', 'verify', '--payments');
  expect(code).toBe(EXIT.no);
  expect(out).toMatch(/^ledger +clean\n/);
  expect(out).toMatch(/payments +not compared: No provider of card payments is configured\./);
});

/** A check that reports its progress every six seconds. */
async function verifyLong(): Promise<string> {
  const { control } = cli.world;
  cli.world.control = async (config, mode) => {
    const opened = await control(config, mode);
    const { storage } = opened.deps;
    const verify = async (_input: unknown, onVerified?: OnVerified) => {
      for (const done of [10, 20, 30, 40]) {
        cli.nowMs += 6_000;
        onVerified?.(done, 40);
      }
      return storage.ledger.verify();
    };
    const ledger = { ...storage.ledger, verify };
    return { ...opened, deps: { ...opened.deps, storage: { ...storage, ledger } } };
  };
  return (await cli.run('ledger', 'verify', '--full')).err;
}

test('a terminal gets a bar that is cleared again', async () => {
  cli.world.isTerminal = true;
  const err = await verifyLong();
  expect(err).toContain('50 %  20 rows');
  expect(err.endsWith('\r\u001b[K')).toBe(true);
});

test('a log gets a line every ten seconds, without control characters', async () => {
  const lines = (await verifyLong()).split('\n');
  expect(lines).toEqual([
    expect.stringContaining('50 %  20 rows'),
    expect.stringContaining('100 %  40 rows'),
    '',
  ]);
  expect(lines.join('')).not.toContain('\u001b');
});
