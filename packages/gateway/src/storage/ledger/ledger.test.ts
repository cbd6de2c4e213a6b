// What the ledger in memory guarantees to the verbs that run on it.
import { describe, expect, test } from 'vitest';
import { type CallRow, Ledger } from './ledger.ts';
import { heldCall, ledgerWith } from './testing/ledger.ts';

test('money of an account that was not read is not moved: the verb throws, and its batch with it', () => {
  const ledger = new Ledger(0, 'node');
  expect(() => ledger.account('acc')).toThrow('the account acc was not read');
});

test('a charge is written together with its account', () => {
  const ledger = ledgerWith();
  const call = heldCall(ledger);
  ledger.moveHold(call, -1);
  ledger.account('acc').changed = false;
  call.state = 'settled';
  call.chargedMicros = 400;
  expect(ledger.charge(call)).toBe(9_600);
  expect(ledger.account('acc')).toMatchObject({ balanceMicros: 9_600, entrySeq: 5, changed: true });
});

describe('a movement that would break the ledger throws and changes nothing', () => {
  /** Runs `move` on an account with money for ten calls, of which one is held. */
  function refused(move: (ledger: Ledger, call: CallRow) => void): string {
    const ledger = ledgerWith();
    const call = heldCall(ledger);
    let broken = '';
    try {
      move(ledger, call);
    } catch (error) {
      broken = (error as Error).message;
    }
    const { balanceMicros, entrySeq } = ledger.account('acc');
    expect({ balanceMicros, entrySeq, charges: ledger.charges }).toEqual({
      balanceMicros: 10_000,
      entrySeq: 4,
      charges: [],
    });
    return broken;
  }

  test('a hold of more than is available', () => {
    const broken = refused((ledger, call) => {
      call.priceMicros = 9_001;
      ledger.moveHold(call, 1);
    });
    expect(broken).toContain('the account acc would have 10000 and hold 10001');
  });

  test('a second end of one hold', () => {
    const broken = refused((ledger, call) => {
      ledger.moveHold(call, -1);
      call.state = 'released';
      ledger.moveHold(call, -1);
    });
    expect(broken).toContain('is released, and its hold is moved');
  });

  test('a hold that was never taken', () => {
    const broken = refused((ledger, call) => {
      ledger.moveHold(call, -1);
      ledger.moveHold(call, -1);
    });
    expect(broken).toContain('the account acc would hold -1000');
  });

  test.each([1_001, -1, 0.5, Number.NaN])('a charge of %s at a price of 1000', (chargedMicros) => {
    const broken = refused((ledger, call) => {
      Object.assign(call, { state: 'settled', chargedMicros });
      ledger.charge(call);
    });
    expect(broken).toContain(`is charged ${chargedMicros} at a price of 1000`);
  });

  test('a charge of a call that is not settled', () => {
    expect(refused((ledger, call) => void ledger.charge(call))).toContain('is held, and is charged');
  });

  test('a charge that takes what is held for another call', () => {
    const broken = refused((ledger, call) => {
      Object.assign(call, { state: 'settled', priceMicros: 10_000, chargedMicros: 9_001 });
      ledger.charge(call);
    });
    expect(broken).toContain('the account acc would have 999 and hold 1000');
  });
});
