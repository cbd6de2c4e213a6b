// Signing up. With an invite, or with a solved puzzle where sign-up is open, a caller makes an account, its first key and a portal session
// in one commit. The key's secret appears only in that answer. An unknown and a used invite get the same answer.

import { NETWORK_SIGNUPS_MAX, SIGNUP_MODES } from '../../domain/access/invite.ts';
import { GROUPS, hashSecret, makeSecret, PREFIX_CHARS } from '../../domain/access/key.ts';
import { formatTime } from '../../domain/clock.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import { makeId } from '../../domain/ids.ts';
import { formatMoney } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import type { SignUpResult, SignUpRight } from '../../storage/storage.ts';
import type { AccountDeps } from '../../verb/deps.ts';
import { Currency, MailAddress, nullable, TimeText } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { AccountName, accountNameRefusal, nameTaken } from '../accounts/account-views.ts';
import { SecretText } from '../keys/key-views.ts';
import { drawHalves, PortalFields, portalView, SignedInFields } from '../sessions/session-views.ts';

const CODE_CHARS_MAX = 512; // Ten times a real code: anything longer is not a typing error.
const ANSWER_CHARS_MAX = 32; // A number that the page counted up.
const FIRST_KEY_NAME = 'first';

const PuzzleView = Type.Object(
  {
    challenge: Type.String(),
    bits: Type.Integer({
      description:
        'SHA-256 of `challenge:answer` must start with this many zero bits. The answer is any text.',
    }),
    expires_at: TimeText,
  },
  { $id: 'SignupPuzzle', description: 'To be solved before an account is made without an invite.' },
);

/** A caller without an account, known only by its network. */
interface SignUpCaller {
  network: string;
}

const shared = { path: '/api/account/v1/signup', tag: 'Portal', params: Nothing, query: Nothing };

export const signUpRead = verbOf<AccountDeps, SignUpCaller>()({
  ...shared,
  name: 'getSignup',
  method: 'GET',
  summary: 'Whether accounts can be made here, and the puzzle for it',
  body: Nothing,
  result: Type.Object({
    mode: Type.Enum([...SIGNUP_MODES]),
    credit: nullable(Type.String({ description: 'Credit that a new account gets; null when it gets none.' })),
    currency: Currency,
    puzzle: nullable(PuzzleView),
  }),
  async run({ signup, puzzles, currency }, _input, { network }) {
    const { mode, creditMicros } = signup();
    if (mode !== 'open') return { mode, credit: null, currency, puzzle: null };
    const { challenge, bits, expiresAtMs } = puzzles.give(network);
    const puzzle = { challenge, bits, expires_at: formatTime(expiresAtMs) };
    return { mode, credit: creditMicros === 0 ? null : formatMoney(creditMicros), currency, puzzle };
  },
});

export const signUp = verbOf<AccountDeps, SignUpCaller>()({
  ...shared,
  name: 'signUp',
  method: 'POST',
  summary: 'Make an account, by an invite or a solved puzzle; the secret of its key is shown once',
  body: Type.Object(
    {
      name: AccountName,
      contact: Type.Optional(MailAddress),
      invite: Type.Optional(
        Type.String({
          maxLength: CODE_CHARS_MAX,
          description: "From the operator's link, behind `#invite=`.",
        }),
      ),
      challenge: Type.Optional(
        Type.String({ maxLength: CODE_CHARS_MAX, description: 'Of the puzzle, where there is no invite.' }),
      ),
      answer: Type.Optional(
        Type.String({ maxLength: ANSWER_CHARS_MAX, description: 'To the puzzle.', examples: ['123456'] }),
      ),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({ ...PortalFields, ...SignedInFields, secret: SecretText }),
  creates: true,
  async run(deps, { body }, caller) {
    const { storage, random, currency } = deps;
    const { perDayMax, creditDays } = deps.signup();
    const right = rightOf(deps, body, caller);
    if (isFailure(right)) return right;
    const refused = accountNameRefusal(body.name);
    if (refused !== null) return refused;
    const { secrets, stored } = drawHalves(random);
    const secret = makeSecret('rgk', random);
    const result = await storage.signups.signUp({
      right,
      account: {
        ...{ id: makeId('account', random), name: body.name, currency },
        contact: body.contact ?? null,
      },
      key: {
        ...{ id: makeId('key', random), name: FIRST_KEY_NAME, groups: GROUPS },
        ...{ prefix: secret.slice(0, PREFIX_CHARS), hash: hashSecret(secret) },
      },
      session: stored,
      creditLastsMs: creditDays * DAY_MS,
      perDayMax,
    });
    if (result.kind !== 'signed_up') return whyNot(result, right);
    await deps.refresh();
    const { account, key, session } = result;
    const holder = { account, key, secretValidUntilMs: null };
    return { ...portalView(holder, session, [key]), ...secrets, secret };
  },
});

interface Shown {
  invite?: string;
  challenge?: string;
  answer?: string;
}

/** The invite or the solved puzzle that allows the sign-up, or the refusal. */
function rightOf(
  { signup, puzzles }: AccountDeps,
  { invite, challenge, answer }: Shown,
  { network }: SignUpCaller,
): SignUpRight | Failure {
  const { mode, creditMicros } = signup();
  if (mode === 'off') return failure('FORBIDDEN', 'Only the operator makes accounts on this gateway.');
  if (invite !== undefined) return { kind: 'invite', hash: hashSecret(invite) };
  if (mode !== 'open') return invalid('invite', 'is required: ask the operator for an invite');
  if (challenge === undefined || answer === undefined)
    return invalid(
      'challenge',
      'and answer are required without an invite: get a puzzle from this address and solve it',
    );
  const proof = puzzles.solved(challenge, answer, network);
  if (proof === null) return unsolved;
  return { kind: 'open', network, proof, networkMax: NETWORK_SIGNUPS_MAX, creditMicros };
}

const unsolved = failure(
  'FORBIDDEN',
  'This puzzle is not solved, or was used or is too old. Take another one.',
);

function whyNot({ kind }: Exclude<SignUpResult, { kind: 'signed_up' }>, right: SignUpRight): Failure {
  switch (kind) {
    case 'refused':
      return right.kind === 'open'
        ? unsolved
        : failure('FORBIDDEN', 'This invite was used before, or no longer works. Ask for another one.');
    case 'exists':
      return nameTaken;
    case 'full':
      return failure('FORBIDDEN', 'No more accounts are made today. Try again tomorrow.');
    case 'crowded':
      return failure('FORBIDDEN', 'No more accounts are made from your network today. Try again tomorrow.');
  }
}
