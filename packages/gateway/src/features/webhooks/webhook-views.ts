// How a webhook is shown, the input of its verbs, and the code that account and admin verbs share. A secret appears only in the answer that
// makes it.

import type { Static } from 'typebox';
import { type Clock, formatTime, type RandomBytes } from '../../domain/clock.ts';
import { type Failure, failure, invalid } from '../../domain/failure.ts';
import { makeId } from '../../domain/ids.ts';
import { Type } from '../../domain/schema.ts';
import {
  makeWebhookSecret,
  WEBHOOK_FIELDS,
  WEBHOOK_URL_CHARS_MAX,
  type Webhook,
  webhookUrlProblem,
} from '../../domain/webhook.ts';
import type { Storage } from '../../storage/storage.ts';
import type { WebhookRules } from '../../verb/deps.ts';
import { nullable, TimeText, timeOrNull } from '../../verb/fields.ts';
import { viewOf } from '../../verb/views.ts';

const GRACE_SECONDS_DEFAULT = 86_400;
const GRACE_SECONDS_MAX = 2_592_000; // The same as for keys.

const shownWebhook = viewOf<Webhook>()(WEBHOOK_FIELDS, (workOut) => ({
  next_attempt_at: workOut('failing_since', nullable(TimeText), ({ state, failures, nextAttemptMs }) =>
    timeOrNull(state === 'active' && failures > 0 ? nextAttemptMs : null),
  ),
}));
export const WebhookView = Type.Object(shownWebhook.properties, {
  $id: 'Webhook',
  description: 'An address that is sent the events of an account, in their order.',
});
const webhookView = (webhook: Webhook) => shownWebhook.show(webhook, null);

export const WebhookUrl = Type.String({
  minLength: 1,
  maxLength: WEBHOOK_URL_CHARS_MAX,
  description: 'Where events are sent, with https.',
  examples: ['https://example.com/reelgate-events'],
});
export const webhookParams = Type.Object({ webhook: Type.String({ minLength: 1, maxLength: 64 }) });
export const WebhookAnswer = Type.Object({ webhook: WebhookView });
export const WebhookList = Type.Object({
  webhooks: Type.Array(WebhookView),
  webhooks_max: Type.Integer({ description: 'How many an account may have.' }),
});
const Secret = Type.String({
  description: 'Verifies signatures, as Standard Webhooks says. Shown this once.',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});
export const WebhookMade = Type.Object({ webhook: WebhookView, secret: Secret });
export const WebhookRotated = Type.Object({
  webhook: WebhookView,
  secret: Secret,
  previous_valid_until: TimeText,
});
export const WebhookRemoved = Type.Object({ removed: Type.Boolean() });
export const ReplayBody = Type.Object(
  {
    after: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Every event with a higher number is sent again; 0 for all that are kept.',
    }),
  },
  { additionalProperties: false },
);
export const RotateBody = Type.Object(
  {
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: GRACE_SECONDS_MAX,
        default: GRACE_SECONDS_DEFAULT,
        description: 'How long events are signed with both secrets.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const noWebhook = failure('NOT_FOUND', 'There is no such webhook.');

interface WebhookDeps {
  storage: Pick<Storage, 'webhooks'>;
  clock: Clock;
  random: RandomBytes;
  webhookRules(): WebhookRules;
}

export async function webhooksOf({ storage, webhookRules }: WebhookDeps, stream: string) {
  const webhooks = await storage.webhooks.list({ stream });
  return { webhooks: webhooks.map(webhookView), webhooks_max: webhookRules().perAccountMax };
}

export async function makeWebhook(
  { storage, random, webhookRules }: WebhookDeps,
  { actor, stream, url }: { actor: string; stream: string; url: string },
): Promise<Static<typeof WebhookMade> | Failure> {
  const { enabled, perAccountMax, allowPrivate } = webhookRules();
  if (!enabled) return failure('FORBIDDEN', 'Webhooks are switched off here.');
  const problem = webhookUrlProblem(url, { allowPrivate });
  if (problem !== null) return invalid('url', problem);
  const secret = makeWebhookSecret(random);
  const id = makeId('webhook', random);
  const made = await storage.webhooks.create({ actor, id, stream, url, secret, max: perAccountMax });
  if (made.kind === 'full')
    return failure('CONFLICT', `There are ${perAccountMax} webhooks already, and no more are allowed.`);
  return { webhook: webhookView(made.webhook), secret };
}

export async function rotateSecret(
  { storage, random, clock }: WebhookDeps,
  { actor, id, graceSeconds = GRACE_SECONDS_DEFAULT }: { actor: string; id: string; graceSeconds?: number },
): Promise<Static<typeof WebhookRotated> | Failure> {
  const secret = makeWebhookSecret(random);
  const graceUntilMs = clock.nowMs() + graceSeconds * 1_000;
  const webhook = await storage.webhooks.rotate({ actor, id, secret, graceUntilMs });
  if (webhook === null) return noWebhook;
  return { webhook: webhookView(webhook), secret, previous_valid_until: formatTime(graceUntilMs) };
}

export function answerOf(webhook: Webhook | null): Static<typeof WebhookAnswer> | Failure {
  return webhook === null ? noWebhook : { webhook: webhookView(webhook) };
}
