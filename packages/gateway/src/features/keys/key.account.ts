// The caller's own key, and keys that a caller manages: within the rights of the calling key, and as many as the operator allows. No verb
// turns a key into one with more rights.

import { hashSecret, type Key, makeSecret, PREFIX_CHARS } from '../../domain/access/key.ts';
import { covers, hasCaps } from '../../domain/access/key-rights.ts';
import { available } from '../../domain/account.ts';
import { formatTime, utcDay } from '../../domain/clock.ts';
import { type Failure, failure, isFailure } from '../../domain/failure.ts';
import { makeId } from '../../domain/ids.ts';
import { KEYS_MADE_PER_DAY_MAX, LIST_ITEMS_MAX } from '../../domain/limits.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import type { KeyHolder, KeyListed } from '../../storage/storage.ts';
import { callerActor, keyHolder, onlyKeyOf } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { Currency, MoneyText, Name, nameRefusal, nullable, TimeText } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { CapView, capView } from '../caps/cap-views.ts';
import {
  GRACE_SECONDS_DEFAULT,
  GRACE_SECONDS_MAX,
  KeyAnswer,
  KeyView,
  keyParams,
  keyView,
  limitFields,
  readLimits,
  SecretText,
} from './key-views.ts';

export const ownKey = verbOf<AccountDeps, AccountCaller>()({
  name: 'getOwnKey',
  client: 'account.key',
  method: 'GET',
  path: '/api/account/v1/key',
  summary: 'What your key may still spend',
  tag: 'Account',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    key: Type.Object({ id: Type.String(), name: Type.String() }),
    balance: MoneyText,
    held: MoneyText,
    available: MoneyText,
    spent_today: Type.String({
      description:
        'Charged to the account on this UTC day, by all of its keys; by this key alone when it is limited to platforms or operations.',
      examples: ['0.120000'],
    }),
    currency: Currency,
    caps: Type.Array(CapView),
    confirm_above: nullable(
      Type.String({ description: 'Above this price, tools for agents ask first.', examples: ['0.050000'] }),
    ),
  }),
  async run({ storage, clock, confirmAbove }, _input, caller) {
    const { key, account: held } = keyHolder(caller);
    const keyId = onlyKeyOf(caller!);
    const of = { accountId: held.id, ...(keyId !== null && { keyId }) };
    const today = utcDay(clock.nowMs());
    const [account, named, caps, used] = await Promise.all([
      storage.accounts.find({ idOrName: held.id }),
      storage.keys.find({ id: key.id }),
      storage.caps.ofKey({ keyId: key.id }),
      storage.usage.read({ ...of, fromDay: today, toDay: today, by: 'day' }),
    ]);
    if (account === null || named === null) return failure('NOT_FOUND', 'The account no longer exists.');
    return {
      key: { id: key.id, name: named.name },
      balance: formatMoney(account.balanceMicros),
      held: formatMoney(account.heldMicros),
      available: formatMoney(available(account)),
      spent_today: formatMoney(used.reduce((sum, { chargedMicros }) => sum + chargedMicros, 0) as Micros),
      currency: account.currency,
      caps: caps.map(capView),
      confirm_above: confirmAbove(),
    };
  },
});

const noKey = failure('NOT_FOUND', 'Your account has no key of this id that yours may change.');

/**
 * A session opened by the operator's link sees every key of the account. A key sees keys with no more rights than its own. A session opened
 * by a key sees what that key sees, whichever key it uses for calls.
 */
function maySee(caller: NonNullable<AccountCaller>, key: Key): boolean {
  const opener = caller.portal ? caller.portal.signedInWith : caller;
  return opener === null || covers(opener.key, key);
}

function refusalOf({ ownKeys }: AccountDeps): Failure | null {
  if (ownKeys().enabled) return null;
  return failure('FORBIDDEN', 'Only the operator makes keys on this gateway.');
}

const viewOf = (key: Key, { account }: KeyHolder, lastUsedAtMs: number | null = null) =>
  keyView(key, { lastUsedAtMs, currency: account.currency });

const OwnKeyView = Type.Object(
  {
    ...KeyView.properties,
    caps: Type.Array(CapView, {
      description: 'Caps of the key and of its project, with what is left of each.',
    }),
  },
  { $id: 'OwnKey', description: 'An API key of your account, with what is spent of its caps.' },
);

export const ownKeyList = verbOf<AccountDeps, AccountCaller>()({
  name: 'listKeys',
  client: 'account.keys',
  method: 'GET',
  path: '/api/account/v1/keys',
  summary: 'Keys of your account that may do no more than yours',
  tag: 'Portal',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    keys: Type.Array(OwnKeyView),
    may_create: Type.Boolean({ description: 'Whether you may make keys by yourself, with this key.' }),
    keys_max: Type.Integer({
      description: 'You may make a key while your account has fewer unrevoked keys than this.',
    }),
  }),
  async run(deps, _input, caller) {
    const holder = keyHolder(caller);
    const all = await keysOf(deps, holder);
    const shown = all.filter((key) => maySee(caller!, key));
    const { enabled, max } = deps.ownKeys();
    const caps = await deps.storage.caps.ofKeys({ keyIds: shown.map(({ id }) => id) });
    return {
      keys: shown.map((key, at) => ({
        ...viewOf(key, holder, key.lastUsedAtMs),
        caps: caps[at]!.map(capView),
      })),
      may_create: enabled && !hasCaps(holder.key) && living(all) < max,
      keys_max: max,
    };
  },
});

async function keysOf({ storage }: AccountDeps, { account }: KeyHolder): Promise<KeyListed[]> {
  const page = await storage.keys.list({ accountId: account.id, limit: LIST_ITEMS_MAX, after: null });
  return page.items;
}

const living = (keys: readonly Key[]) => keys.filter(({ status }) => status !== 'revoked').length;

export const ownKeyCreate = verbOf<AccountDeps, AccountCaller>()({
  name: 'createKey',
  client: 'account.createKey',
  method: 'POST',
  path: '/api/account/v1/keys',
  summary: 'Make a key that may do no more than yours; its secret is shown once',
  tag: 'Portal',
  params: Nothing,
  query: Nothing,
  body: Type.Object({ name: Name, ...ownLimitFields() }, { additionalProperties: false }),
  result: Type.Object({ key: KeyView, secret: SecretText }),
  creates: true,
  async run(deps, { body }, caller) {
    const holder = keyHolder(caller);
    const limits = readLimits(body, deps.clock.nowMs());
    if (isFailure(limits)) return limits;
    const wanted: Key = { ...holder.key, ...limits, id: '', name: body.name };
    const refusal = nameRefusal(body.name) ?? refusalOf(deps) ?? rightsRefusal(holder.key, wanted);
    if (refusal !== null) return refusal;
    const secret = makeSecret('rgk', deps.random);
    const made = await deps.storage.keys.create({
      ...wanted,
      actor: callerActor(caller!),
      id: makeId('key', deps.random),
      prefix: secret.slice(0, PREFIX_CHARS),
      hash: hashSecret(secret),
      livingMax: deps.ownKeys().max,
      madePerDayMax: KEYS_MADE_PER_DAY_MAX,
    });
    if (made.kind === 'full') return tooManyKeys(deps);
    if (made.kind === 'made_too_many') return madeTooMany(made);
    if (made.kind === 'not_found') return failure('NOT_FOUND', 'The account no longer exists.');
    await deps.refresh();
    return { key: viewOf(made.key, holder), secret };
  },
});

/** New keys take rate and project from the calling key. */
function ownLimitFields() {
  const { rate: _rate, project: _project, ...fields } = limitFields;
  return fields;
}

function rightsRefusal(own: Key, wanted: Key): Failure | null {
  if (hasCaps(own)) {
    const text =
      'A key with a spend cap cannot make keys, because each new key would get the full cap again. A project shares one cap among its keys.';
    return failure('FORBIDDEN', text);
  }
  return covers(own, wanted)
    ? null
    : failure('FORBIDDEN', 'A key may not do more than the one that makes it.');
}

function tooManyKeys({ ownKeys }: AccountDeps): Failure {
  const { max } = ownKeys();
  return failure(
    'CONFLICT',
    `Your account has ${max} keys, which is as many as you may make. Revoke one first.`,
  );
}

function madeTooMany({ retryAfterMs }: { retryAfterMs: number }): Failure {
  const text = `An account makes at most ${KEYS_MADE_PER_DAY_MAX} keys on one UTC day, new secrets and revoked keys included. Your operator can make further ones.`;
  return failure('RATE_LIMITED', text, { retryAfterMs });
}

/** The key when the caller may change it, else the refusal. */
async function changeable(
  deps: AccountDeps,
  caller: NonNullable<AccountCaller>,
  id: string,
): Promise<KeyListed | Failure> {
  const refusal = refusalOf(deps);
  if (refusal !== null) return refusal;
  const key = await deps.storage.keys.find({ id });
  if (key === null || key.accountId !== caller.account.id || !maySee(caller, key)) return noKey;
  return key.status === 'revoked' ? failure('CONFLICT', 'The key is revoked, and that is final.') : key;
}

export const ownKeyRename = verbOf<AccountDeps, AccountCaller>()({
  name: 'renameKey',
  client: 'account.renameKey',
  method: 'PATCH',
  path: '/api/account/v1/keys/{key}',
  summary: 'Give a key of your account another name',
  tag: 'Portal',
  params: keyParams,
  query: Nothing,
  body: Type.Object({ name: Name }, { additionalProperties: false }),
  result: KeyAnswer,
  async run(deps, { params, body }, caller) {
    const holder = keyHolder(caller);
    const before = await changeable(deps, caller!, params.key);
    if (isFailure(before)) return before;
    const refused = nameRefusal(body.name, before.name);
    if (refused !== null) return refused;
    const key = await deps.storage.keys.update({
      actor: callerActor(caller!),
      id: before.id,
      name: body.name,
    });
    return { key: viewOf(key ?? before, holder, before.lastUsedAtMs) };
  },
});

export const ownKeyRotate = verbOf<AccountDeps, AccountCaller>()({
  name: 'rotateKey',
  client: 'account.rotateKey',
  method: 'POST',
  path: '/api/account/v1/keys/{key}/rotate',
  summary: 'Give a key of your account a new secret, shown once',
  tag: 'Portal',
  params: keyParams,
  query: Nothing,
  body: Type.Object(
    {
      grace_seconds: Type.Optional(
        Type.Integer({ minimum: 0, maximum: GRACE_SECONDS_MAX, default: GRACE_SECONDS_DEFAULT }),
      ),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({ key: KeyView, secret: SecretText, previous_valid_until: TimeText }),
  async run(deps, { params, body }, caller) {
    const holder = keyHolder(caller);
    const before = await changeable(deps, caller!, params.key);
    if (isFailure(before)) return before;
    const secret = makeSecret('rgk', deps.random);
    const graceUntilMs = deps.clock.nowMs() + (body.grace_seconds ?? GRACE_SECONDS_DEFAULT) * 1_000;
    const of = { actor: callerActor(caller!), id: before.id, prefix: secret.slice(0, PREFIX_CHARS) };
    const result = await deps.storage.keys.rotate({
      ...of,
      hash: hashSecret(secret),
      graceUntilMs,
      madePerDayMax: KEYS_MADE_PER_DAY_MAX,
    });
    if (result.kind === 'made_too_many') return madeTooMany(result);
    if (result.kind !== 'rotated') return noKey;
    await deps.refresh();
    const key = viewOf(result.key, holder, before.lastUsedAtMs);
    return { key, secret, previous_valid_until: formatTime(graceUntilMs) };
  },
});

export const ownKeyRevoke = verbOf<AccountDeps, AccountCaller>()({
  name: 'revokeKey',
  client: 'account.revokeKey',
  method: 'POST',
  path: '/api/account/v1/keys/{key}/revoke',
  summary: 'Revoke a key of your account, for good',
  tag: 'Portal',
  params: keyParams,
  query: Nothing,
  body: Nothing,
  result: KeyAnswer,
  async run(deps, { params }, caller) {
    const holder = keyHolder(caller);
    const before = await changeable(deps, caller!, params.key);
    if (isFailure(before)) return before;
    const key = await deps.storage.keys.revoke({ actor: callerActor(caller!), id: before.id });
    await deps.refresh();
    return { key: viewOf(key ?? before, holder, before.lastUsedAtMs) };
  },
});
