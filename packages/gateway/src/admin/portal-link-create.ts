// Owns making a one-time link that signs the owner of an account into the portal. The answer is the only place where its code is seen.
import { formatTime } from '../domain/clock.ts';
import { failure, isFailure } from '../domain/failure.ts';
import { base62, hashSecret, isExpired, type Key, makeSecret } from '../domain/key.ts';
import { LIST_ITEMS_MAX } from '../domain/limits.ts';
import { Type } from '../domain/schema.ts';
import { LOGIN_CODE_MS } from '../domain/session.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { ID_CHARS } from './account-create.ts';
import { accountOrFailure } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef, IdText } from './fields.ts';
import { LinkFields } from './login-code-create.ts';

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
    const works = (key: Key) => key.status === 'active' && !isExpired(key, nowMs);
    const key = keys.items.find((one) => works(one) && (body.key === undefined || one.id === body.key));
    if (key === undefined) {
      const which = body.key === undefined ? 'no key that works; make one first' : 'no such key that works';
      return failure('NOT_FOUND', `The account has ${which}.`);
    }
    const code = makeSecret('rgc', random);
    const { expiresAtMs } = await storage.sessions.createCode({
      ...{ actor, id: `lgc_${base62(random, ID_CHARS)}`, hash: hashSecret(code), lastsMs: LOGIN_CODE_MS },
      for: { kind: 'portal', name: account.name, accountId: account.id, keyId: key.id },
    });
    return { url: `${deps.publicUrl()}/portal/#code=${code}`, expires_at: formatTime(expiresAtMs) };
  },
});
