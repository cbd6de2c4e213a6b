// Signing in at the console, one-time links for the console and the portal, and the list of sessions.

import { hashSecret, isWorking, makeSecret } from '../../domain/access/key.ts';
import { LOGIN_CODE_MS, ROLES } from '../../domain/access/session.ts';
import { formatTime } from '../../domain/clock.ts';
import { failure, isFailure } from '../../domain/failure.ts';
import { makeId } from '../../domain/ids.ts';
import { LIST_ITEMS_MAX } from '../../domain/limits.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AccountRef, IdText, Name, nameRefusal, nullable, TimeText } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { accountOrFailure, onlyAccount } from '../accounts/account-views.ts';
import { type ServiceDeps, ServiceView, serviceView } from '../service/service.admin.ts';
import { drawHalves, LoginCodeText, SessionView, SignedInFields, sessionView } from './session-views.ts';

/**
 * Exchanges a one-time code for a session with two secrets. The answer carries the page's secret; http/ removes the other one from the
 * result and sends it as a cookie.
 */
export const sessionOpen = verbOf<Pick<AdminDeps, 'storage' | 'clock' | 'random'> & ServiceDeps, null>()({
  name: 'adminOpenSession',
  method: 'POST',
  path: '/admin/v1/session',
  summary: 'Sign in at the console with a one-time code',
  tag: 'Sessions',
  params: Nothing,
  query: Nothing,
  body: Type.Object({ code: LoginCodeText }, { additionalProperties: false }),
  result: Type.Object({ session: SessionView, service: ServiceView, ...SignedInFields }),
  creates: true,
  async run({ storage, clock, random, ...deps }, { body }) {
    const { secrets, stored } = drawHalves(random);
    const codeHash = hashSecret(body.code);
    const opened = await storage.sessions.openByCode({ ...stored, kind: 'console', codeHash });
    if (opened.kind === 'refused') {
      return failure(
        'FORBIDDEN',
        'This link was used before, or is older than two minutes. Make another one.',
      );
    }
    const session = sessionView(opened.session, clock.nowMs());
    return { session, service: serviceView(deps), ...secrets };
  },
});

/** The current operator, for sessions and tokens alike. */
export const sessionRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetSession',
  method: 'GET',
  path: '/admin/v1/session',
  summary: 'Who you are: your session, or the token you called with',
  tag: 'Sessions',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    session: nullable(SessionView),
    caller: Type.Object({
      name: Type.String(),
      role: Type.Enum([...ROLES]),
      actor: Type.String({ description: 'As the audit log writes it.' }),
    }),
    service: ServiceView,
  }),
  needs: 'viewer',
  async run({ clock, ...deps }, _input, { actor, name = actor, role = 'owner', session }) {
    return {
      session: session === undefined ? null : sessionView(session, clock.nowMs()),
      caller: { name, role, actor },
      service: serviceView(deps),
    };
  },
});

export const sessionClose = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCloseSession',
  method: 'DELETE',
  path: '/admin/v1/session',
  summary: 'Sign out of the console',
  tag: 'Sessions',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({ session: SessionView }),
  needs: 'viewer',
  async run({ storage, clock }, _input, { actor, session }) {
    const ended = session && (await storage.sessions.end({ actor, id: session.id }));
    if (!ended) return failure('NOT_FOUND', 'You are not signed in with a session.');
    return { session: sessionView(ended, clock.nowMs()) };
  },
});

/** Ended sessions are listed for a week. */
export const sessionList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListSessions',
  method: 'GET',
  path: '/admin/v1/sessions',
  summary: 'Sessions that are open, and those that ended this week',
  tag: 'Sessions',
  params: Nothing,
  query: Type.Object({ ...pageQuery, account: Type.Optional(AccountRef) }),
  body: Nothing,
  result: Type.Object({ sessions: Type.Array(SessionView), next_cursor: NextCursor }),
  needs: 'viewer',
  async run(deps, { query }) {
    const paging = readPage('sessions', query);
    if (isFailure(paging)) return paging;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const page = await deps.storage.sessions.list({ ...paging, ...only });
    const sessions = page.items.map((session) => sessionView(session, deps.clock.nowMs()));
    return { sessions, next_cursor: nextCursor('sessions', page.next) };
  },
});

/** Ends another person's session, effective at its next request. */
export const sessionRevoke = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminRevokeSession',
  method: 'POST',
  path: '/admin/v1/sessions/{session}/revoke',
  summary: 'End a session of the console or the portal',
  tag: 'Sessions',
  params: Type.Object({ session: IdText }),
  query: Nothing,
  body: Nothing,
  result: Type.Object({ session: SessionView }),
  needs: 'owner',
  async run({ storage, clock }, { params }, { actor }) {
    const session = await storage.sessions.end({ actor, id: params.session });
    if (session === null) return failure('NOT_FOUND', 'There is no such session.');
    return { session: sessionView(session, clock.nowMs()) };
  },
});

const LinkFields = {
  url: Type.String({ description: 'A link to open in a browser. It works once, for two minutes.' }),
  expires_at: TimeText,
};

/** A one-time link that signs an operator in at the console. Its code appears only in this answer. */
export const loginCodeCreate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCreateLoginCode',
  method: 'POST',
  path: '/admin/v1/login-codes',
  summary: 'Make a one-time link that signs in at the console',
  tag: 'Sessions',
  params: Nothing,
  query: Nothing,
  body: Type.Object(
    { name: Type.Optional(Name), role: Type.Optional(Type.Enum([...ROLES], { default: 'owner' })) },
    { additionalProperties: false },
  ),
  result: Type.Object({
    code: Type.String({ description: 'Shown this once; only its hash is stored.' }),
    ...LinkFields,
  }),
  creates: true,
  needs: 'owner',
  async run({ storage, random, consoleUrl }, { body }, caller) {
    const refused = nameRefusal(body.name);
    if (refused !== null) return refused;
    const code = makeSecret('rgc', random);
    const { expiresAtMs } = await storage.sessions.createCode({
      actor: caller.actor,
      id: makeId('loginCode', random),
      hash: hashSecret(code),
      lastsMs: LOGIN_CODE_MS,
      for: { kind: 'console', name: body.name ?? 'local', role: body.role ?? 'owner' },
    });
    return { code, url: `${consoleUrl()}/#code=${code}`, expires_at: formatTime(expiresAtMs) };
  },
});

/** A one-time link that signs an account's owner in at the portal. Its code appears only in this answer. */
export const portalLinkCreate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCreatePortalLink',
  method: 'POST',
  path: '/admin/v1/accounts/{account}/portal-links',
  summary: 'Make a one-time link that signs the owner of an account into the portal',
  tag: 'Sessions',
  params: Type.Object({ account: AccountRef }),
  query: Nothing,
  body: Type.Object(
    {
      key: Type.Optional(
        Type.String({
          ...IdText,
          description: 'Id of the key of its calls. Default: the first one that works.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  result: Type.Object(LinkFields),
  creates: true,
  needs: 'operator',
  async run(deps, { params, body }, { actor }) {
    const { storage, random } = deps;
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const keys = await storage.keys.list({ accountId: account.id, limit: LIST_ITEMS_MAX, after: null });
    const nowMs = deps.clock.nowMs();
    const key = keys.items.find(
      (one) => isWorking(one, nowMs) && (body.key === undefined || one.id === body.key),
    );
    if (key === undefined) {
      const which = body.key === undefined ? 'no key that works; make one first' : 'no such key that works';
      return failure('NOT_FOUND', `The account has ${which}.`);
    }
    const code = makeSecret('rgc', random);
    const { expiresAtMs } = await storage.sessions.createCode({
      ...{ actor, id: makeId('loginCode', random), hash: hashSecret(code), lastsMs: LOGIN_CODE_MS },
      for: { kind: 'portal', name: account.name, accountId: account.id, keyId: key.id },
    });
    return { url: `${deps.publicUrl()}/portal/#code=${code}`, expires_at: formatTime(expiresAtMs) };
  },
});
