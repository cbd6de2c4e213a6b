// The caller's session at the portal: signing in with a key or the operator's link, the current session, choosing a key, signing out. A
// session never has more rights than the key that opened it.

import { hashSecret, isWorking, type Key } from '../../domain/access/key.ts';
import { covers } from '../../domain/access/key-rights.ts';
import { sessionActor } from '../../domain/access/session.ts';
import { failure, invalid, isFailure } from '../../domain/failure.ts';
import { LIST_ITEMS_MAX } from '../../domain/limits.ts';
import { Type } from '../../domain/schema.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import { keyHolder } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { IdText } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { drawHalves, LoginCodeText, PortalFields, portalView, SignedInFields } from './session-views.ts';

const KEY_CHARS_MAX = 512; // Ten times a real key: anything longer is not a typing error.

const shared = {
  path: '/api/account/v1/session',
  tag: 'Portal',
  params: Nothing,
  query: Nothing,
  result: Type.Object(PortalFields),
};

/** Keys that work and have no more rights than the key that opened the session. A session opened by the operator's link may use all keys. */
async function choosable(
  { storage, clock }: AccountDeps,
  { account }: KeyHolder,
  signedInWith: KeyHolder | null,
): Promise<Key[]> {
  const { items } = await storage.keys.list({ accountId: account.id, limit: LIST_ITEMS_MAX, after: null });
  const nowMs = clock.nowMs();
  return items.filter(
    (key) => isWorking(key, nowMs) && (signedInWith === null || covers(signedInWith.key, key)),
  );
}

/** Checks a key at sign-in as calls check it. */
interface SignIn {
  authenticate(key: string): Promise<KeyHolder | ReturnType<typeof failure>>;
}

export const portalOpen = verbOf<AccountDeps, SignIn>()({
  ...shared,
  name: 'openSession',
  method: 'POST',
  summary: "Sign in at the portal with a key, or with the code of the operator's link",
  body: Type.Object(
    { key: Type.Optional(Type.String({ maxLength: KEY_CHARS_MAX })), code: Type.Optional(LoginCodeText) },
    { additionalProperties: false, examples: [{ key: 'rgk_live_…' }] },
  ),
  result: Type.Object({ ...PortalFields, ...SignedInFields }),
  creates: true,
  async run(deps, { body: { key, code } }, { authenticate }) {
    const { storage, random } = deps;
    if ((key === undefined) === (code === undefined)) return invalid('key', 'send either key or code');
    const { secrets, stored } = drawHalves(random);
    if (key !== undefined) {
      const holder = await authenticate(key);
      if (isFailure(holder)) return failure('FORBIDDEN', 'This key does not work here.');
      const of = { accountId: holder.account.id, keyId: holder.key.id, name: holder.account.name };
      const session = await storage.sessions.openByKey({ ...stored, ...of, secretHash: hashSecret(key) });
      return { ...portalView(holder, session, await choosable(deps, holder, holder)), ...secrets };
    }
    const opened = await storage.sessions.openByCode({
      ...stored,
      kind: 'portal',
      codeHash: hashSecret(code!),
    });
    const found = await storage.sessions.findByCookie({ hash: stored.cookieHash });
    if (opened.kind === 'refused' || !found?.holder)
      return failure(
        'FORBIDDEN',
        'This link was used before, or is older than two minutes. Ask for another one.',
      );
    const keys = await choosable(deps, found.holder, null);
    return { ...portalView(found.holder, opened.session, keys), ...secrets };
  },
});

export const portalRead = verbOf<AccountDeps, AccountCaller>()({
  ...shared,
  name: 'getSession',
  method: 'GET',
  summary: 'Who you are: your session, if you have one, your account and the key of your calls',
  body: Nothing,
  async run(deps, _input, caller) {
    const known = keyHolder(caller);
    // The cached key may have an older name.
    const holder = { ...known, key: (await deps.storage.keys.find({ id: known.key.id })) ?? known.key };
    if (!caller?.portal) return portalView(holder, null);
    const { session, signedInWith } = caller.portal;
    return portalView(holder, session, await choosable(deps, holder, signedInWith));
  },
});

const noSession = failure('NOT_FOUND', 'You are not signed in with a session.');

export const portalUpdate = verbOf<AccountDeps, AccountCaller>()({
  ...shared,
  name: 'updateSession',
  method: 'PATCH',
  summary: 'Choose the key with which the session makes its calls',
  body: Type.Object({ key: IdText }, { additionalProperties: false }),
  async run(deps, { body }, caller) {
    const { storage } = deps;
    const holder = keyHolder(caller);
    if (!caller?.portal) return noSession;
    const { session, signedInWith } = caller.portal;
    const key = await storage.keys.find({ id: body.key });
    if (key === null || key.accountId !== caller.account.id || !isWorking(key, deps.clock.nowMs()))
      return failure('NOT_FOUND', 'Your account has no key of this id that works.');
    if (signedInWith !== null && !covers(signedInWith.key, key))
      return failure('FORBIDDEN', 'This key may do more than the one that you signed in with.');
    await storage.sessions.useKey({ id: session.id, keyId: key.id });
    return portalView({ ...holder, key }, session, await choosable(deps, holder, signedInWith));
  },
});

export const portalClose = verbOf<AccountDeps, AccountCaller>()({
  ...shared,
  name: 'closeSession',
  method: 'DELETE',
  summary: 'Sign out of the portal',
  body: Nothing,
  async run({ storage }, _input, caller) {
    keyHolder(caller);
    if (!caller?.portal) return noSession;
    const { session } = caller.portal;
    await storage.sessions.end({ actor: sessionActor(session), id: session.id });
    return portalView(caller, null);
  },
});
