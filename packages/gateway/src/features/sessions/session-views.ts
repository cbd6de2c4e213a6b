// How sessions of the console and the portal are shown, and how a new one is made: two secrets, which are given out once, and their hashes,
// which are stored.

import type { Static } from 'typebox';
import { hashSecret, type Key, makeSecret } from '../../domain/access/key.ts';
import { isLive, type LoginSession, ROLES, SESSION_MS } from '../../domain/access/session.ts';
import { formatTime, type RandomBytes } from '../../domain/clock.ts';
import { makeId } from '../../domain/ids.ts';
import { Type } from '../../domain/schema.ts';
import type { KeyHolder, NewSession } from '../../storage/storage.ts';
import { Currency, nullable, TimeText, timeOrNull } from '../../verb/fields.ts';

export const SessionView = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(['console', 'portal']),
    name: Type.String({ description: 'Who signed in, as the audit log names them.' }),
    role: nullable(Type.Enum([...ROLES])),
    account_id: nullable(Type.String()),
    key_id: nullable(Type.String()),
    opened_by: Type.String({ description: 'The token, command or key that it goes back to.' }),
    status: Type.Enum(['live', 'ended', 'expired']),
    created_at: TimeText,
    expires_at: TimeText,
    ended_at: nullable(TimeText),
  },
  { $id: 'Session', description: 'A sign-in at the console or the portal.' },
);

export function sessionView(session: LoginSession, nowMs: number): Static<typeof SessionView> {
  const { endedAtMs } = session;
  return {
    id: session.id,
    kind: session.kind,
    name: session.name,
    role: session.role,
    account_id: session.accountId,
    key_id: session.keyId,
    opened_by: session.openedBy,
    status: isLive(session, nowMs) ? 'live' : endedAtMs === null ? 'expired' : 'ended',
    created_at: formatTime(session.createdAtMs),
    expires_at: formatTime(session.expiresAtMs),
    ended_at: timeOrNull(endedAtMs),
  };
}

const CODE_CHARS_MAX = 512; // Ten times a real code: anything longer is not a typing error.

export const LoginCodeText = Type.String({
  maxLength: CODE_CHARS_MAX,
  description: 'From the link, behind `#code=`.',
});

/** `cookie` never appears in a body: http/ sends it as Set-Cookie. */
export const SignedInFields = {
  page_secret: Type.String({
    description:
      'The secret of the page: sent as `x-reelgate-page` with each request, together with the cookie.',
  }),
};

interface Halves {
  secrets: { page_secret: string; cookie: string };
  stored: NewSession;
}

export function drawHalves(random: RandomBytes): Halves {
  const cookie = makeSecret('rgs', random);
  const page = makeSecret('rgp', random);
  return {
    secrets: { page_secret: page, cookie },
    stored: {
      id: makeId('session', random),
      cookieHash: hashSecret(cookie),
      pageHash: hashSecret(page),
      lastsMs: SESSION_MS,
    },
  };
}

const PortalSessionView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    by: Type.Enum(['key', 'link'], { description: "Opened with a key, or by the operator's link." }),
    created_at: TimeText,
    expires_at: TimeText,
  },
  { $id: 'PortalSession' },
);

const KeyName = Type.Object({ id: Type.String(), name: Type.String(), prefix: Type.String() });

export const PortalFields = {
  session: nullable(PortalSessionView),
  account: Type.Object({ id: Type.String(), name: Type.String(), currency: Currency }),
  key: Type.Object(KeyName.properties, { description: 'The key with which calls are made.' }),
  keys: Type.Array(KeyName, {
    description: 'Keys with which the session may make its calls instead. Empty without a session.',
  }),
};
const PortalView = Type.Object(PortalFields);

function nameOf({ id, name, prefix }: Key): Static<typeof KeyName> {
  return { id, name, prefix };
}

export function portalView(
  { key, account }: KeyHolder,
  session: LoginSession | null,
  keys: readonly Key[] = [],
): Static<typeof PortalView> {
  return {
    session: session && {
      id: session.id,
      name: session.name,
      by: session.openedBy.startsWith('key:') ? 'key' : 'link',
      created_at: formatTime(session.createdAtMs),
      expires_at: formatTime(session.expiresAtMs),
    },
    account: { id: account.id, name: account.name, currency: account.currency },
    key: nameOf(key),
    keys: keys.map(nameOf),
  };
}
