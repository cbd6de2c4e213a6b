// Owns how a session of the portal looks to whoever signed in: for which account, and with which key its calls are made.
import type { Static } from 'typebox';
import { formatTime } from '../domain/clock.ts';
import type { Key } from '../domain/key.ts';
import { Type } from '../domain/schema.ts';
import type { LoginSession } from '../domain/session.ts';
import type { KeyHolder } from '../storage/storage.ts';
import { Currency, nullable, TimeText } from './fields.ts';

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
