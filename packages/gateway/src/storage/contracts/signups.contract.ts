// Contract of every backend for invites and sign-ups: an invite makes one account, also under concurrency; a refusal creates nothing and
// uses nothing up; the count of a day is exact.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toMicros, ZERO } from '../../domain/money.ts';
import type { SignUp, Storage } from '../storage.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

const actor = 'test';
const DAY = 86_400_000;

export function describeSignups(name: string, open: (clock: TestClock) => Promise<OpenedStorage>): void {
  describe(`${name}: sign-ups`, () => {
    const clock = createTestClock();
    let opened: OpenedStorage;
    let storage: Storage;
    let drawn = 0;

    beforeAll(async () => {
      opened = await open(clock);
      storage = opened.storage;
    });
    afterAll(() => opened.close());

    async function invite(creditMicros = ZERO, contact: string | null = null): Promise<string> {
      const id = `inv${++drawn}`;
      const of = { actor, id, hash: `hash-${id}`, title: 'Acme', contact, creditMicros, lastsMs: DAY };
      expect(await storage.signups.invite(of)).toMatchObject({ id, accountId: null, usedAtMs: null });
      return id;
    }

    function wish(id: string, more: Partial<SignUp['account']> = {}): SignUp {
      const n = ++drawn;
      return {
        right: { kind: 'invite', hash: `hash-${id}` },
        account: { id: `acc${n}`, name: `name${n}`, currency: 'USD', contact: null, ...more },
        key: { id: `key${n}`, name: 'first', prefix: 'p', hash: `secret${n}`, groups: ['u1', 'u2'] },
        session: { id: `ses${n}`, cookieHash: `cookie${n}`, pageHash: `page${n}`, lastsMs: DAY },
        creditLastsMs: 30 * DAY,
        perDayMax: 1_000,
      };
    }

    const signUp = (input: SignUp) => storage.signups.signUp(input);
    const stateOf = async (id: string) => {
      const { items } = await storage.signups.invites({ limit: 500, after: null });
      return items.find((one) => one.id === id);
    };

    test('an invite makes an account with its credit, a key that works and a session of the portal', async () => {
      const id = await invite(toMicros(2_500_000), 'owner@example.com');
      const wanted = wish(id, { contact: 'other@example.com' });
      const made = await signUp(wanted);
      expect(made).toMatchObject({
        kind: 'signed_up',
        account: { id: wanted.account.id, name: wanted.account.name, title: 'Acme', status: 'active' },
        key: { id: wanted.key.id, groups: ['u1', 'u2'], status: 'active' },
        session: { kind: 'portal', accountId: wanted.account.id, openedBy: `invite:${id}` },
      });
      expect(await storage.accounts.find({ idOrName: wanted.account.name })).toMatchObject({
        balanceMicros: 2_500_000,
        contact: 'owner@example.com',
      });
      expect((await storage.keys.findByHash({ hash: wanted.key.hash }))?.account.id).toBe(wanted.account.id);
      const found = await storage.sessions.findByCookie({ hash: wanted.session.cookieHash });
      expect(found).toMatchObject({ isByKey: false, holder: { key: { id: wanted.key.id } } });
      expect(await stateOf(id)).toMatchObject({ accountId: wanted.account.id, usedAtMs: clock.nowMs() });
      const { items } = await storage.grants.list({ accountId: wanted.account.id, limit: 5, after: null });
      const grant = { kind: 'promo', remainingMicros: 2_500_000, expiresAtMs: clock.nowMs() + 30 * DAY };
      expect(items).toMatchObject([grant]);
      expect((await storage.ledger.verify({ from: 'start' })).differences).toEqual([]);
    });

    test('concurrent sign-ups with one invite make one account', async () => {
      const id = await invite();
      const wishes = [wish(id), wish(id), wish(id), wish(id)];
      const results = await Promise.all(wishes.map(signUp));
      expect(results.map(({ kind }) => kind).sort()).toEqual(['refused', 'refused', 'refused', 'signed_up']);
      const found = await Promise.all(
        wishes.map(({ account }) => storage.accounts.find({ idOrName: account.name })),
      );
      expect(found.filter((account) => account !== null)).toHaveLength(1);
    });

    test('a name belongs to one account ignoring case, however the account is made', async () => {
      const named = (name: string) => ({
        ...{ actor, id: `id-${name}`, name, currency: 'USD', rate: null },
      });
      expect((await signUp(wish(await invite(), { name: 'Owned' }))).kind).toBe('signed_up');
      for (const name of ['owned', 'OWNED', 'Owned']) {
        expect(await signUp(wish(await invite(), { name }))).toEqual({ kind: 'exists' });
        expect(await storage.accounts.create(named(name))).toEqual({ kind: 'exists' });
      }
      expect((await storage.accounts.create(named('owned-2'))).kind).toBe('created');
      const rename = (name: string) => storage.accounts.update({ actor, accountId: 'id-owned-2', name });
      expect(await rename('oWNED')).toEqual({ kind: 'exists' });
      expect(await rename('OWNED-2')).toMatchObject({ kind: 'changed', account: { name: 'OWNED-2' } });
      expect(await storage.accounts.find({ idOrName: 'Owned' })).toMatchObject({ name: 'Owned' });
    });

    test('a name that is taken uses nothing up', async () => {
      const [first, second] = [await invite(), await invite()];
      await signUp(wish(first, { name: 'taken' }));
      expect(await signUp(wish(second, { name: 'taken' }))).toEqual({ kind: 'exists' });
      const [account] = (await storage.accounts.list({ limit: 1, after: null })).items;
      expect(await signUp(wish(second, { name: account!.id }))).toEqual({ kind: 'exists' });
      expect(await stateOf(second)).toMatchObject({ usedAtMs: null, accountId: null });
      expect((await signUp(wish(second))).kind).toBe('signed_up');
    });

    test('an invite that is unknown, revoked or too old makes nothing; a used one cannot be revoked', async () => {
      const [revoked, late] = [await invite(), await invite()];
      expect(await storage.signups.revokeInvite({ actor, id: revoked })).toMatchObject({
        revokedAtMs: clock.nowMs(),
      });
      expect(await signUp(wish(revoked))).toEqual({ kind: 'refused' });
      expect(await signUp(wish('nobody'))).toEqual({ kind: 'refused' });
      expect(await storage.signups.revokeInvite({ actor, id: 'nobody' })).toBeNull();
      clock.advance(DAY);
      expect(await signUp(wish(late))).toEqual({ kind: 'refused' });
      const used = await invite();
      await signUp(wish(used));
      expect(await storage.signups.revokeInvite({ actor, id: used })).toMatchObject({ revokedAtMs: null });
    });

    test('no more accounts are made on a day than its limit says, and the next day they are', async () => {
      clock.advance(DAY);
      const ids = await Promise.all(Array.from({ length: 4 }, () => invite()));
      const results = await Promise.all(ids.map((id) => signUp({ ...wish(id), perDayMax: 2 })));
      expect(results.map(({ kind }) => kind).sort()).toEqual(['full', 'full', 'signed_up', 'signed_up']);
      clock.advance(DAY - 1);
      const left = ids.find((_id, i) => results[i]!.kind === 'full')!;
      expect((await signUp({ ...wish(left), perDayMax: 2 })).kind).toBe('signed_up');
    });

    test('a solved puzzle makes one account, a network a few a day, and neither is kept for long', async () => {
      const open = (proof: string, network: string): SignUp => ({
        ...wish('none'),
        right: { kind: 'open', network, proof, networkMax: 2, creditMicros: toMicros(5) },
      });
      const same = await Promise.all([signUp(open('p1', 'n1')), signUp(open('p1', 'n1'))]);
      expect(same.map(({ kind }) => kind).sort()).toEqual(['refused', 'signed_up']);
      const taken = open('p2', 'n1');
      expect(await signUp({ ...taken, account: { ...taken.account, name: 'taken' } })).toEqual({
        kind: 'exists',
      });
      const more = await Promise.all(['p2', 'p3', 'p4'].map((proof) => signUp(open(proof, 'n1'))));
      expect(more.map(({ kind }) => kind).sort()).toEqual(['crowded', 'crowded', 'signed_up']);
      expect((await signUp(open('p5', 'n2'))).kind).toBe('signed_up');
      clock.advance(DAY - (clock.nowMs() % DAY) - 1);
      expect((await signUp(open('late', 'n3'))).kind).toBe('signed_up');
      clock.advance(1);
      expect((await signUp(open('late', 'n3'))).kind).toBe('refused');
      clock.advance(2 * DAY);
      expect((await signUp(open('p6', 'n1'))).kind).toBe('signed_up');
      // Its puzzle is out of date by then.
      expect((await signUp(open('late', 'n3'))).kind).toBe('signed_up');
      expect((await storage.ledger.verify({ from: 'start' })).differences).toEqual([]);
    });

    test('invites are listed from the newest to the oldest, page by page', async () => {
      clock.advance(1);
      const newest = await invite();
      const all = (await storage.signups.invites({ limit: 500, after: null })).items.map(({ id }) => id);
      expect(all[0]).toBe(newest);
      const walked: string[] = [];
      for (let after: string | null = null; ; ) {
        const page = await storage.signups.invites({ limit: 2, after });
        walked.push(...page.items.map(({ id }) => id));
        if (page.next === null) break;
        after = page.next;
      }
      expect(walked).toEqual(all);
    });
  });
}
