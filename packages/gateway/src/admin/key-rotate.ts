// Owns giving a key a new secret. The old one works for the grace time, so that callers can change over without a gap.

import { TimeText } from '../account/fields.ts';
import { KeyView, keyParams, keyView, SecretText } from '../account/key-view.ts';
import { formatTime } from '../domain/clock.ts';
import { failure } from '../domain/failure.ts';
import { hashSecret, makeSecret, PREFIX_CHARS } from '../domain/key.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

const GRACE_SECONDS_DEFAULT = 86_400;
const GRACE_SECONDS_MAX = 2_592_000; // 30 days: after that it is not a change-over but a second key.

export const keyRotate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminRotateKey',
  method: 'POST',
  path: '/admin/v1/keys/{key}/rotate',
  summary: 'Give a key a new secret, shown once',
  tag: 'Keys',
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
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const before = await deps.storage.keys.find({ id: params.key });
    if (before === null) return failure('NOT_FOUND', 'There is no such key.');
    const secret = makeSecret('rgk', deps.random);
    const graceUntilMs = deps.clock.nowMs() + (body.grace_seconds ?? GRACE_SECONDS_DEFAULT) * 1000;
    const result = await deps.storage.keys.rotate({
      actor: caller.actor,
      id: params.key,
      prefix: secret.slice(0, PREFIX_CHARS),
      hash: hashSecret(secret),
      graceUntilMs,
    });
    if (result.kind === 'not_found') return failure('NOT_FOUND', 'There is no such key.');
    if (result.kind !== 'rotated') return failure('CONFLICT', 'The key is revoked, and that is final.');
    await deps.refresh();
    const key = keyView(result.key, { lastUsedAtMs: before.lastUsedAtMs, currency: deps.currency });
    return { key, secret, previous_valid_until: formatTime(graceUntilMs) };
  },
});
