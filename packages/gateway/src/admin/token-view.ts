// Owns how an admin token looks: never its secret.
import type { Static } from 'typebox';
import { nullable, TimeText } from '../account/fields.ts';
import { formatTime } from '../domain/clock.ts';
import { ROLES } from '../domain/role.ts';
import { Type } from '../domain/schema.ts';
import type { AdminToken } from '../storage/storage.ts';

export const TokenView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    role: Type.Enum([...ROLES]),
    prefix: Type.String(),
    status: Type.Enum(['active', 'revoked']),
    created_at: TimeText,
    revoked_at: nullable(TimeText),
  },
  { $id: 'AdminToken' },
);

export function tokenView(token: AdminToken): Static<typeof TokenView> {
  return {
    id: token.id,
    name: token.name,
    role: token.role,
    prefix: token.prefix,
    status: token.revokedAtMs === null ? 'active' : 'revoked',
    created_at: formatTime(token.createdAtMs),
    revoked_at: token.revokedAtMs === null ? null : formatTime(token.revokedAtMs),
  };
}
