// Tests of the checker: a clean history passes, and each of these spoiled ones is reported under the invariant that it breaks. A checker
// that stopped checking would pass every run.
import { expect, test } from 'vitest';
import { cleanEvidence } from './check/testing-case.ts';
import { gatheredEvidence, missTop, PLANTED_GATHERED, readFirstAt } from './check/testing-gathered.ts';
import { cardEvidence, PLANTED_PAYMENTS } from './check/testing-payments.ts';
import { PLANTED } from './check/testing-planted.ts';
import { PLANTED_QUESTIONS, PLANTED_TERMS } from './check/testing-planted-terms.ts';
import { PLANTED_TRANSCRIPTS, transcriptEvidence } from './check/testing-transcripts.ts';
import { PLANTED_WALKS, walkEvidence } from './check/testing-walk.ts';
import { check } from './check.ts';
import { coverageOf, missingPairs } from './coverage.ts';

test('a clean history passes, and every invariant had facts to check', () => {
  const verdict = check(cleanEvidence());
  expect(verdict.violations).toEqual([]);
  const looked = Object.keys(verdict.facts).sort();
  expect(looked).toEqual(
    'B1 B2 B3 BUG D1 D11 D12 D2 D3 D4 D7 D8 D9 E1 E2 LIVE M1 M10 M11 M12 M2 M3 M4 M5 M6 M7 M8 M9 P1 P3 Q1 R1 R2 R3 R4 R5 R6 U1 U2 U3 U5 U6 X1 Y2'
      .split(' ')
      .sort(),
  );
});

test.each([...PLANTED, ...PLANTED_TERMS, ...PLANTED_QUESTIONS])(
  '%s is reported as %s',
  (_what, invariant, plant) => {
    const evidence = cleanEvidence();
    plant(evidence);
    expect(Object.keys(check(evidence).counts)).toContain(invariant);
  },
);

test('a clean walk over many platforms passes, and its invariants had facts to check', () => {
  const verdict = check(walkEvidence());
  expect(verdict.violations).toEqual([]);
  for (const name of ['W1', 'W2', 'W3', 'W4']) expect(verdict.facts[name]).toBeGreaterThan(0);
});

test.each(PLANTED_WALKS)('%s is reported as %s', (_what, invariant, plant) => {
  const evidence = walkEvidence();
  plant(evidence);
  expect(Object.keys(check(evidence).counts)).toContain(invariant);
});

test('a clean collection and a clean watch pass, and their invariants had facts to check', () => {
  const verdict = check(gatheredEvidence());
  expect(verdict.violations).toEqual([]);
  for (let i = 1; i <= 11; i++) expect(verdict.facts[`G${i}`] ?? 0, `G${i}`).toBeGreaterThan(0);
});

test.each(PLANTED_GATHERED)('%s is reported as %s', (_what, invariant, plant) => {
  const evidence = gatheredEvidence();
  plant(evidence);
  expect(Object.keys(check(evidence).counts)).toContain(invariant);
});

test('a run that said that it may have missed items excuses what it missed', () => {
  const evidence = gatheredEvidence();
  PLANTED_GATHERED.find(([, invariant]) => invariant === 'G10')![2](evidence);
  for (const run of evidence.ledger.gathered.runs) run.gap = true;
  expect(Object.keys(check(evidence).counts)).not.toContain('G10');
});

test('an item that went to the top while a run was reading may be missed, and one that stayed may not', () => {
  const missed = gatheredEvidence();
  missTop(missed, 40);
  expect(Object.keys(check(missed).counts)).toContain('G10');
  readFirstAt(missed, 36);
  expect(Object.keys(check(missed).counts)).not.toContain('G10');
});

test('a clean transcript passes, and its invariants had facts to check', () => {
  const verdict = check(transcriptEvidence());
  expect(verdict.violations).toEqual([]);
  for (const name of ['T1', 'X1']) expect(verdict.facts[name]).toBeGreaterThan(0);
});

test.each(PLANTED_TRANSCRIPTS)('%s is reported as %s', (_what, invariant, plant) => {
  const evidence = transcriptEvidence();
  plant(evidence);
  expect(Object.keys(check(evidence).counts)).toContain(invariant);
});

test('clean card money passes, and its invariants had facts to check', () => {
  const verdict = check(cardEvidence());
  expect(verdict.violations).toEqual([]);
  for (const name of ['Y1', 'Y2', 'Y3', 'E3']) expect(verdict.facts[name]).toBeGreaterThan(0);
});

test.each(PLANTED_PAYMENTS)('%s is reported as %s', (_what, invariant, plant) => {
  const evidence = cardEvidence();
  plant(evidence);
  expect(Object.keys(check(evidence).counts)).toContain(invariant);
});

test('a final read that was not answered contradicts nothing', () => {
  const evidence = cleanEvidence();
  const end = evidence.client.find(({ op, type }) => op === 'final_receipt' && type === 'ok')!;
  Object.assign(end, { type: 'fail', status: 503, code: 'STORAGE_UNAVAILABLE' });
  expect(Object.keys(check(evidence).counts)).not.toContain('D2');
});

test('a final read of an open hold without money contradicts nothing, and one with money held does', () => {
  for (const price of [0, 8]) {
    const evidence = cleanEvidence();
    const end = evidence.client.find(({ op, type }) => op === 'final_receipt' && type === 'ok')!;
    Object.assign(end, { state: 'held', charged: '0.000000' });
    const call = evidence.ledger.calls.find(({ requestId }) => requestId === end.id)!;
    Object.assign(call, { state: 'expired', charged: 0, price });
    expect(Object.keys(check(evidence).counts).includes('D2')).toBe(price > 0);
  }
});

test('retries beyond the retry tokens are reported while the platform fails everything', () => {
  const evidence = cleanEvidence();
  const { client, upstream, faults } = evidence;
  const ids = Array.from({ length: 400 }, (_, i) => i);
  for (const i of ids) {
    const about = { n: 1_000 + i, op: 'buy', account: 'acct-0', id: `s${i}`, keyword: `s-${i}` } as const;
    client.push({ seq: 0, t: 40e9 + i * 1e6, type: 'invoke', ...about });
    client.push({ seq: 0, t: 41e9, type: 'fail', status: 502, code: 'UPSTREAM_ERROR', ...about });
    for (const nth of [1, 2]) {
      const nonce = `nonce-${i}-${nth}-alpha1`;
      upstream.push({ ...upstream[2]!, t: 40e9 + i * 1e6 + nth, keyword: `s-${i}`, nonce });
    }
  }
  faults.push({ seq: 90, t: 39.9e9, kind: 'upstream', level: 1 });
  faults.push({ seq: 91, t: 49.9e9, kind: 'upstream', level: 0 });
  expect(Object.keys(check(evidence).counts)).toContain('U4');
});

test('a request on a kept connection that was reset before any answer may be sent once more', () => {
  const evidence = cleanEvidence();
  const { upstream } = evidence;
  for (const seq of [11, 12]) upstream.push({ ...upstream[0]!, seq, nonce: `nonce-${seq}-alpha1` });
  upstream.push({
    ...upstream[0]!,
    seq: 13,
    nonce: 'nonce-13-alpha1',
    fault: 'reset_before_head',
    good: false,
  });
  expect(check(evidence).violations).toEqual([]);
});

test('a run that never met a required pair is vacuous, however clean', () => {
  const seen = coverageOf(cleanEvidence().client);
  expect(seen).toMatchObject({
    'buy ok': 3,
    'again replayed': 2,
    'topup_again duplicate': 1,
    'buy unknown': 1,
  });
  expect(missingPairs(seen, 60_000)).toContain('buy 402');
  expect(missingPairs(seen, 60_000)).not.toContain('altered 422');
});
