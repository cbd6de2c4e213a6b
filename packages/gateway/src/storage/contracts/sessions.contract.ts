// Contract of every backend for sign-in sessions and their codes: a code works once and in time; a session is found by its cookie alone,
// ends once, and can use keys of its own account.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT_SESSIONS_MAX, type LoginSession, sessionActor } from '../../domain/access/session.ts';
import type { AdminToken, CodeFor, Storage } from '../storage.ts';
import { UNBOUND } from '../testing/payer.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

const actor = 'test';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OWNER: CodeFor = { kind: 'console', name: 'ann', role: 'owner' };

export function describeSessions(name: string, open: (clock: TestClock) => Promise<OpenedStorage>): void {
  describe(`${name}: sessions`, () => {
    const clock = createTestClock();
    let opened: OpenedStorage;
    let storage: Storage;
    let drawn = 0;

    beforeAll(async () => {
      opened = await open(clock);
      storage = opened.storage;
      for (const id of ['acc', 'other']) {
        await storage.accounts.create({ actor, id, name: id, currency: 'USD', rate: null });
        for (const key of [`${id}-1`, `${id}-2`]) {
          const of = { actor, accountId: id, name: key, prefix: 'p', hash: `secret-${key}` };
          await storage.keys.create({ ...UNBOUND, groups: ['u1'], ...of, id: key });
        }
      }
    });
    afterAll(() => opened.close());

    /** A new id for a code or a session. */
    const draw = () => `n${++drawn}`;

    async function code(whom: CodeFor = OWNER, by = actor): Promise<string> {
      const hash = draw();
      const made = { actor: by, id: `lgc${hash}`, hash, lastsMs: 2 * MINUTE, for: whom };
      await storage.sessions.createCode(made);
      return hash;
    }

    async function signedIn(codeHash: string, kind: 'console' | 'portal' = 'console'): Promise<LoginSession> {
      const result = await byCode(codeHash, kind);
      if (result.kind !== 'signed_in') throw new Error(result.kind);
      return result.session;
    }

    async function token(): Promise<string> {
      const id = draw();
      await storage.adminTokens.create({ actor, id, name: id, role: 'owner', prefix: 'p', hash: id });
      return id;
    }

    const endedAt = async ({ id }: LoginSession) => (await find(id))?.session.endedAtMs;

    function halves() {
      const id = draw();
      return { id, cookieHash: `cookie-${id}`, pageHash: `page-${id}`, lastsMs: 12 * HOUR };
    }

    const byCode = (codeHash: string, kind: 'console' | 'portal' = 'console') =>
      storage.sessions.openByCode({ ...halves(), kind, codeHash });

    const byKey = () =>
      storage.sessions.openByKey({
        ...halves(),
        ...{ name: 'acme', accountId: 'acc', keyId: 'acc-1', secretHash: 'secret-acc-1' },
      });

    const find = (id: string) => storage.sessions.findByCookie({ hash: `cookie-${id}` });

    test('a session is found by its id among everything that has one', async () => {
      const { id } = await byKey();
      const found = { kind: 'session', id, name: 'acme', accountId: 'acc', accountName: 'acc' };
      expect(await storage.lookUp({ id })).toEqual([{ ...found, state: 'open' }]);
      await storage.sessions.end({ actor, id });
      expect(await storage.lookUp({ id })).toEqual([{ ...found, state: 'ended' }]);
      const opened = await byCode(await code());
      if (opened.kind !== 'signed_in') throw new Error('the code was refused');
      expect(await storage.lookUp({ id: opened.session.id })).toMatchObject([
        { kind: 'session', name: 'ann', accountId: null, accountName: null },
      ]);
    });

    test('a code opens one session, under concurrency', async () => {
      const hash = await code();
      const results = await Promise.all([byCode(hash), byCode(hash), byCode(hash)]);
      expect(results.map(({ kind }) => kind).sort()).toEqual(['refused', 'refused', 'signed_in']);
      expect((await byCode(hash)).kind).toBe('refused');
    });

    test('a code works to the last millisecond of its time and not after, and only for its kind', async () => {
      const [inTime, late, other] = [await code(), await code(), await code()];
      expect((await byCode(other, 'portal')).kind).toBe('refused');
      expect((await byCode('nobody')).kind).toBe('refused');
      clock.advance(2 * MINUTE - 1);
      expect((await byCode(inTime)).kind).toBe('signed_in');
      clock.advance(1);
      expect((await byCode(late)).kind).toBe('refused');
    });

    test('a code and what it opened are in the audit log, by whom and as whom', async () => {
      const result = await byCode(await code({ kind: 'console', name: 'bob', role: 'viewer' }));
      if (result.kind !== 'signed_in') throw new Error(result.kind);
      const { items } = await storage.audit.list({ limit: 2, after: null });
      expect(items).toMatchObject([
        { actor: `session:bob/${result.session.id}`, action: 'session.open', subject: result.session.id },
        { actor, action: 'login_code.create', detail: { name: 'bob', role: 'viewer' } },
      ]);
      expect(result.session).toMatchObject({ name: 'bob', role: 'viewer', openedBy: actor, endedAtMs: null });
    });

    test("revoking a token ends its sessions and links, those of its links' links too, and no others", async () => {
      const [mine, other] = [await token(), await token()];
      const PORTAL: CodeFor = { kind: 'portal', name: 'acme', accountId: 'acc', keyId: 'acc-1' };
      const first = await signedIn(await code(OWNER, `admin:${mine}`));
      const left = await signedIn(await code(OWNER, `admin:${mine}`));
      const second = await signedIn(await code(OWNER, sessionActor(first)));
      const third = await signedIn(await code(OWNER, sessionActor(second)));
      const ofLeft = await signedIn(await code(OWNER, sessionActor(left)));
      const portal = await signedIn(await code(PORTAL, `admin:${mine}`), 'portal');
      await storage.sessions.end({ actor: sessionActor(left), id: left.id });
      const leftMs = clock.nowMs();
      const links = [await code(OWNER, `admin:${mine}`), await code(OWNER, sessionActor(third))];
      const link = await code(PORTAL, `admin:${mine}`);
      const strangers = [
        await signedIn(await code(OWNER, `admin:${other}`)),
        await signedIn(await code(OWNER, 'local')),
        await byKey(),
      ];
      const theirs = await code(OWNER, `admin:${other}`);
      clock.advance(1);
      const { token: revoked } = (await storage.adminTokens.revoke({ actor, id: mine })) as {
        token: AdminToken;
      };
      for (const session of [first, second, third, ofLeft, portal])
        expect([session.openedBy, await endedAt(session)]).toEqual([`admin:${mine}`, revoked.revokedAtMs]);
      expect(await endedAt(left)).toBe(leftMs);
      expect(await Promise.all(strangers.map(endedAt))).toEqual([null, null, null]);
      for (const hash of links) expect((await byCode(hash)).kind).toBe('refused');
      expect((await byCode(link, 'portal')).kind).toBe('refused');
      // A link that the token's holder requested just before the token was revoked.
      expect((await byCode(await code(OWNER, `admin:${mine}`))).kind).toBe('refused');
      expect((await byCode(theirs)).kind).toBe('signed_in');
      const { items } = await storage.audit.list({ limit: 1, after: null, subject: mine });
      expect(items).toMatchObject([{ action: 'token.revoke', detail: { sessions_ended: 5 } }]);
      // Repeating it changes nothing, and the other token ends only its own sessions.
      clock.advance(1);
      await storage.adminTokens.revoke({ actor, id: mine });
      expect(await endedAt(first)).toBe(revoked.revokedAtMs);
      await token();
      await storage.adminTokens.revoke({ actor, id: other });
      expect(await Promise.all(strangers.map(endedAt))).toEqual([clock.nowMs(), null, null]);
    });

    test('a sign-in while the token of its link is revoked leaves no session, in either sequence', async () => {
      for (let round = 0; round < 5; round++) {
        const id = await token();
        await token();
        const hash = await code(OWNER, `admin:${id}`);
        const [opened] = await Promise.all([byCode(hash), storage.adminTokens.revoke({ actor, id })]);
        if (opened.kind === 'signed_in') expect(await endedAt(opened.session)).not.toBeNull();
      }
    });

    test('links of a session that another actor ended do not work; those of a session that signed out do', async () => {
      const [ended, left] = [await signedIn(await code()), await signedIn(await code())];
      const links = [await code(OWNER, sessionActor(ended)), await code(OWNER, sessionActor(left))];
      await storage.sessions.end({ actor, id: ended.id });
      await storage.sessions.end({ actor: sessionActor(left), id: left.id });
      expect((await byCode(links[0]!)).kind).toBe('refused');
      expect((await byCode(links[1]!)).kind).toBe('signed_in');
    });

    test('signing in with a key is in the audit log, and has no other process look up its keys', async () => {
      const before = await storage.revision();
      const { id } = await byKey();
      const { items } = await storage.audit.list({ limit: 1, after: null });
      expect(items).toMatchObject([
        {
          ...{ actor: `portal:acme/${id}`, action: 'session.open', subject: id },
          detail: { account: 'acc', opened_by: 'key:acc-1' },
        },
      ]);
      expect(await storage.revision()).toBe(before);
    });

    test('a session is found by its cookie, with the hash of its page and its keys as they are', async () => {
      const { id } = await byKey();
      expect(await find(id)).toMatchObject({
        session: { id, kind: 'portal', accountId: 'acc', keyId: 'acc-1', role: null },
        pageHash: `page-${id}`,
        holder: { key: { id: 'acc-1' }, account: { id: 'acc' }, secretValidUntilMs: null },
        signedInWith: { key: { id: 'acc-1', status: 'active' }, secretValidUntilMs: null },
        isByKey: true,
      });
      expect(await storage.sessions.findByCookie({ hash: `page-${id}` })).toBeNull();
      const graceUntilMs = clock.nowMs() + HOUR;
      await storage.keys.rotate({ actor, id: 'acc-1', prefix: 'p', hash: 'secret-new', graceUntilMs });
      expect((await find(id))?.signedInWith?.secretValidUntilMs).toBe(graceUntilMs);
    });

    test('it makes the calls of another key of its account, and of no other account', async () => {
      const { id } = await byKey();
      expect(await storage.sessions.useKey({ id, keyId: 'acc-2' })).toMatchObject({ keyId: 'acc-2' });
      expect(await storage.sessions.useKey({ id, keyId: 'other-1' })).toBeNull();
      expect(await storage.sessions.useKey({ id, keyId: 'nobody' })).toBeNull();
      expect(await find(id)).toMatchObject({
        holder: { key: { id: 'acc-2' } },
        signedInWith: { key: { id: 'acc-1' } },
      });
    });

    test('it ends once, and is audited once', async () => {
      const { id } = await byKey();
      const before = await storage.revision();
      const ended = await storage.sessions.end({ actor, id });
      expect(ended).toMatchObject({ endedAtMs: clock.nowMs() });
      clock.advance(MINUTE);
      expect(await storage.sessions.end({ actor, id })).toEqual(ended);
      expect(await storage.revision()).toBe(before + 1);
      expect((await find(id))?.session.endedAtMs).toBe(ended!.endedAtMs);
      expect(await storage.sessions.end({ actor, id: 'nobody' })).toBeNull();
    });

    test('the list has the newest first, by pages, of one account or one kind', async () => {
      clock.advance(HOUR);
      const ids: string[] = [];
      for (let i = 0; i < 3; i++) ids.unshift((await byKey()).id);
      const first = await storage.sessions.list({ limit: 2, after: null, accountId: 'acc', kind: 'portal' });
      const rest = await storage.sessions.list({ limit: 2, after: first.next, accountId: 'acc' });
      // Sessions of one millisecond are sorted by id.
      expect(
        [...first.items, ...rest.items]
          .slice(0, 3)
          .map(({ id }) => id)
          .sort(),
      ).toEqual([...ids].sort());
      const consoles = await storage.sessions.list({ limit: 100, after: null, kind: 'console' });
      expect(new Set(consoles.items.map(({ kind }) => kind))).toEqual(new Set(['console']));
      expect(await storage.sessions.list({ limit: 2, after: null, accountId: 'other' })).toEqual({
        items: [],
        next: null,
      });
    });

    test('one session too many of an account ends its oldest, and none of another account', async () => {
      clock.advance(13 * HOUR);
      const console = await byCode(await code());
      const oldest = (await byKey()).id;
      clock.advance(1);
      const second = (await byKey()).id;
      clock.advance(1);
      for (let i = 2; i <= ACCOUNT_SESSIONS_MAX; i++) await byKey();
      expect((await find(oldest))?.session.endedAtMs).not.toBeNull();
      expect((await find(second))?.session.endedAtMs).toBeNull();
      expect(console).toMatchObject({ kind: 'signed_in', session: { endedAtMs: null } });
    });

    test('what expired longer ago than `keepMs` is deleted; the rest stays', async () => {
      clock.advance(13 * HOUR);
      const { id } = await byKey();
      await code();
      while ((await storage.sessions.purge({ keepMs: 0 })).purged > 0);
      expect((await storage.sessions.list({ limit: 500, after: null })).items.map((one) => one.id)).toEqual([
        id,
      ]);
      clock.advance(12 * HOUR + 1);
      expect(await storage.sessions.purge({ keepMs: HOUR * 12 })).toEqual({ purged: 0 });
      clock.advance(12 * HOUR);
      // One session and one code.
      expect(await storage.sessions.purge({ keepMs: HOUR * 12 })).toEqual({ purged: 2 });
    });
  });
}
