// Owns signing up: whoever has an invite of the operator makes an account, its first key and a session of the portal, all in one commit.
// The answer is the only place where the secret of the key is ever seen. It must never say why an invite does not work: unknown and
// used are one answer.
import { type Failure, failure } from '../domain/failure.ts';
import { base62, GROUPS, hashSecret, makeSecret, PREFIX_CHARS } from '../domain/key.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { SignUpResult } from '../storage/storage.ts';
import { ACCOUNT_ID_PREFIX, nameRefusal } from './account-name.ts';
import type { AccountDeps } from './deps.ts';
import { MailAddress, Name } from './input-fields.ts';
import { SecretText } from './key-view.ts';
import { PortalFields, portalView } from './portal-view.ts';
import { drawHalves, SignedInFields } from './session-halves.ts';

const ID_CHARS = 16; // 95 random bits: no two ids meet.
const CODE_CHARS_MAX = 512; // Ten times a real code: anything longer is not a typing error.
const DAY_MS = 86_400_000;
const FIRST_KEY_NAME = 'first';

export const signUp = verbOf<AccountDeps, null>()({
  name: 'signUp',
  method: 'POST',
  path: '/api/account/v1/signup',
  summary: "Make an account by the operator's invite; the secret of its key is shown once",
  tag: 'Portal',
  params: Nothing,
  query: Nothing,
  body: Type.Object(
    {
      name: Name,
      contact: Type.Optional(MailAddress),
      invite: Type.String({
        maxLength: CODE_CHARS_MAX,
        description: "From the operator's link, behind `#invite=`.",
      }),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({ ...PortalFields, ...SignedInFields, secret: SecretText }),
  creates: true,
  async run(deps, { body }) {
    const { storage, random, currency } = deps;
    const { mode, perDayMax, creditDays } = deps.signup();
    if (mode === 'off') return failure('FORBIDDEN', 'Accounts are made by the operator here.');
    const refused = nameRefusal(body.name);
    if (refused !== null) return refused;
    const { secrets, stored } = drawHalves(random);
    const secret = makeSecret('rgk', random);
    const result = await storage.signups.signUp({
      inviteHash: hashSecret(body.invite),
      account: {
        ...{ id: ACCOUNT_ID_PREFIX + base62(random, ID_CHARS), name: body.name, currency },
        contact: body.contact ?? null,
      },
      key: {
        ...{ id: `key_${base62(random, ID_CHARS)}`, name: FIRST_KEY_NAME, groups: GROUPS },
        ...{ prefix: secret.slice(0, PREFIX_CHARS), hash: hashSecret(secret) },
      },
      session: stored,
      creditLastsMs: creditDays * DAY_MS,
      perDayMax,
    });
    if (result.kind !== 'signed_up') return whyNot(result);
    await deps.refresh();
    const { account, key, session } = result;
    return { ...portalView({ account, key, secretValidUntilMs: null }, session), ...secrets, secret };
  },
});

function whyNot({ kind }: Exclude<SignUpResult, { kind: 'signed_up' }>): Failure {
  switch (kind) {
    case 'refused':
      return failure('FORBIDDEN', 'This invite was used before, or no longer works. Ask for another one.');
    case 'exists':
      return failure('CONFLICT', 'An account with this name exists: choose another one.');
    case 'full':
      return failure('FORBIDDEN', 'No more accounts are made today. Try again tomorrow.');
  }
}
