// Owns how a session looks to operators: who, until when, and opened by whom. Its secrets are never part of it.
import type { Static } from 'typebox';
import { nullable, TimeText } from '../account/fields.ts';
import { formatTime } from '../domain/clock.ts';
import { ROLES } from '../domain/role.ts';
import { Type } from '../domain/schema.ts';
import { isLive, type LoginSession } from '../domain/session.ts';

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
  { $id: 'Session', description: 'Somebody who signed in at the console or the portal.' },
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
    ended_at: endedAtMs === null ? null : formatTime(endedAtMs),
  };
}
