// Signing up over real HTTP: an invite gives an account, a key and a session once; the cookie is never in a body;
// where sign-up is off, no account is made.
import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { createPuzzles } from '../../features/signups/puzzles.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

let gateway: TestGateway;
let closed: TestGateway;
let everyones: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  closed = await startTestGateway({ settings: TEST_SETTINGS.replace('mode: invite', 'mode: off') });
  const settings = TEST_SETTINGS.replace('mode: invite', 'mode: open, credit: "0.5"');
  everyones = await startTestGateway({ settings });
});
afterAll(async () => {
  await gateway.close();
  await closed.close();
  await everyones.close();
});

async function invite(body: object = {}): Promise<string> {
  const made = await gateway.admin('invites', { method: 'POST', body });
  expect([made.status, made.text]).toEqual([201, made.text]);
  return made.body.url.split('#invite=')[1];
}

const signUp = (body: object, at = gateway, headers = {}) =>
  at.ask('/api/account/v1/signup', { method: 'POST', key: null, body, headers });

test('an invite makes an account whose key and session work, and works once', async () => {
  const code = await invite({ title: 'Acme Inc.', credit: '2.50' });
  const made = await signUp({ name: 'acme', invite: code, contact: 'ann@example.com' });
  expect([made.status, made.body.account?.name]).toEqual([201, 'acme']);
  const cookie = made.headers.get('set-cookie')!.split(';')[0]!;
  expect(made.text).not.toContain(cookie.split('=')[1]);
  const balance = await gateway.ask('/api/account/v1/balance', { key: made.body.secret });
  expect([balance.body.balance, balance.body.account.name]).toEqual(['2.500000', 'acme']);
  const halves = { cookie, 'x-reelgate-page': made.body.page_secret, 'sec-fetch-site': 'same-origin' };
  const session = await gateway.ask('/api/account/v1/session', { key: null, headers: halves });
  expect([session.status, session.body.session.by]).toEqual([200, 'link']);
  const paid = await gateway.search({ keyword: 'cat' }, { key: made.body.secret });
  expect(paid.status).toBe(200);

  const again = await signUp({ name: 'other', invite: code });
  expect([again.status, again.body.code]).toEqual([403, 'FORBIDDEN']);
  const listed = await gateway.admin('invites');
  expect(listed.body.invites[0]).toMatchObject({ state: 'used', account_id: made.body.account.id });
  expect(listed.text).not.toContain(code);
  const account = await gateway.admin('accounts/acme');
  expect(account.body.account).toMatchObject({ title: 'Acme Inc.', contact: 'ann@example.com' });
});

test.each([
  [{}, 7],
  [{ days: 2 }, 2],
])('an invite made with %j works for %i days', async (body, days) => {
  const { invite } = (await gateway.admin('invites', { method: 'POST', body })).body;
  expect(Date.parse(invite.expires_at) - Date.parse(invite.created_at)).toBe(days * DAY_MS);
});

test('an invalid invite, a taken name and a page of another origin have different refusals, and make nothing', async () => {
  const code = await invite();
  const wrong = await signUp({ name: 'nobody', invite: 'rgi_live_x' });
  expect([wrong.status, wrong.body.code]).toEqual([403, 'FORBIDDEN']);
  const taken = await signUp({ name: 'demo', invite: code });
  expect([taken.status, taken.body.code]).toEqual([409, 'CONFLICT']);
  const asId = await signUp({ name: 'acc_demo', invite: code });
  expect([asId.status, asId.body.errors[0].field]).toEqual([400, 'name']);
  const foreign = await signUp({ name: 'fine', invite: code }, gateway, { 'sec-fetch-site': 'cross-site' });
  expect(foreign.status).toBe(403);
  expect((await signUp({ name: 'fine', invite: code })).status).toBe(201);
});

test('where sign-up is off, invites are neither made nor accepted', async () => {
  const refused = await closed.admin('invites', { method: 'POST', body: {} });
  expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
  const out = await signUp({ name: 'acme', invite: 'rgi_live_x' }, closed);
  expect([out.status, out.body.detail]).toEqual([403, 'Only the operator makes accounts on this gateway.']);
});

test('where sign-up is open, a solved puzzle makes one account with a credit that expires', async () => {
  const puzzle = async () => (await everyones.ask('/api/account/v1/signup', { key: null })).body.puzzle;
  const first = await puzzle();
  const unsolved = await signUp({ name: 'a', challenge: first.challenge, answer: 'no' }, everyones);
  const none = await signUp({ name: 'a' }, everyones);
  expect([unsolved.status, none.status, none.body.errors[0].field]).toEqual([403, 400, 'challenge']);
  const solved = { challenge: first.challenge, answer: await solve(first) };
  const made = await signUp({ name: 'a', ...solved }, everyones);
  expect([made.status, made.text]).toEqual([201, made.text]);
  const { body } = await everyones.ask('/api/account/v1/grants', { key: made.body.secret });
  expect(body.grants).toMatchObject([{ kind: 'promo', remaining: '0.500000' }]);
  const { created_at, expires_at } = body.grants[0];
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(30 * DAY_MS);
  const again = await signUp({ name: 'b', ...solved }, everyones);
  expect([again.status, again.body.code]).toEqual([403, 'FORBIDDEN']);
  const foreign = createPuzzles(new Uint8Array(32), systemClock, systemRandom).give('127.0.0.1');
  const forged = { challenge: foreign.challenge, answer: await solve(foreign) };
  expect((await signUp({ name: 'b', ...forged }, everyones)).status).toBe(403);
});

test('a puzzle is only valid for its own network and time', async () => {
  let nowMs = 1_000;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  const puzzles = createPuzzles(new Uint8Array(32), clock, systemRandom);
  const { challenge, bits, expiresAtMs } = puzzles.give('one');
  const answer = await solve({ challenge, bits });
  expect(puzzles.solved(challenge, answer, 'two')).toBeNull();
  expect(puzzles.solved(`${challenge.slice(0, -1)}_`, answer, 'one')).toBeNull();
  nowMs = expiresAtMs - 1;
  expect(puzzles.solved(challenge, answer, 'one')).toBe(challenge.split('.')[0]);
  nowMs = expiresAtMs;
  expect(puzzles.solved(challenge, answer, 'one')).toBeNull();
});

/** Solves it as a page would, with Node's hash. */
async function solve({ challenge, bits }: { challenge: string; bits: number }): Promise<string> {
  for (let n = 0; ; n++) {
    const digest = hash('sha256', `${challenge}:${n}`, 'buffer');
    if (digest.readUInt32BE(0) >>> (32 - bits) === 0) return String(n);
  }
}
