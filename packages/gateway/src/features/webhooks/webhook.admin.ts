// Webhooks for operators: those of an account, and the operator's own for operator events.

import { OPERATOR_STREAM } from '../../domain/event.ts';
import { isFailure } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AccountRef } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { accountOrFailure } from '../accounts/account-views.ts';
import {
  answerOf,
  makeWebhook,
  noWebhook,
  ReplayBody,
  RotateBody,
  rotateSecret,
  WebhookAnswer,
  WebhookList,
  WebhookMade,
  WebhookRemoved,
  WebhookRotated,
  WebhookUrl,
  webhookParams,
  webhooksOf,
} from './webhook-views.ts';

/** The stream of the account, or the operator's own. */
async function streamOf(deps: AdminDeps, account: string | undefined) {
  if (account === undefined) return OPERATOR_STREAM;
  const found = await accountOrFailure(deps, account);
  return isFailure(found) ? found : found.id;
}

export const webhookList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListWebhooks',
  method: 'GET',
  path: '/admin/v1/webhooks',
  summary: 'Webhooks of an account, or those of the operator',
  tag: 'Webhooks',
  params: Nothing,
  query: Type.Object({ account: Type.Optional(AccountRef) }),
  body: Nothing,
  result: WebhookList,
  async run(deps, { query }) {
    const stream = await streamOf(deps, query.account);
    return isFailure(stream) ? stream : webhooksOf(deps, stream);
  },
});

export const webhookCreate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCreateWebhook',
  method: 'POST',
  path: '/admin/v1/webhooks',
  summary: 'Have events sent to an address: those of an account, or those for the operator',
  tag: 'Webhooks',
  params: Nothing,
  query: Nothing,
  body: Type.Object({ account: Type.Optional(AccountRef), url: WebhookUrl }, { additionalProperties: false }),
  result: WebhookMade,
  creates: true,
  needs: 'operator',
  async run(deps, { body }, caller) {
    const stream = await streamOf(deps, body.account);
    if (isFailure(stream)) return stream;
    return makeWebhook(deps, { actor: caller.actor, stream, url: body.url });
  },
});

export const webhookRemove = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminRemoveWebhook',
  method: 'DELETE',
  path: '/admin/v1/webhooks/{webhook}',
  summary: 'Send nothing more to a webhook',
  tag: 'Webhooks',
  params: webhookParams,
  query: Nothing,
  body: Nothing,
  result: WebhookRemoved,
  needs: 'operator',
  async run(deps, { params }, caller) {
    const { removed } = await deps.storage.webhooks.remove({ actor: caller.actor, id: params.webhook });
    return removed ? { removed } : noWebhook;
  },
});

export const webhookTest = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminTestWebhook',
  method: 'POST',
  path: '/admin/v1/webhooks/{webhook}/test',
  summary: 'Write an event that tests a webhook',
  tag: 'Webhooks',
  params: webhookParams,
  query: Nothing,
  body: Nothing,
  result: WebhookAnswer,
  needs: 'operator',
  async run(deps, { params }, caller) {
    return answerOf(await deps.storage.webhooks.test({ actor: caller.actor, id: params.webhook }));
  },
});

export const webhookReplay = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminReplayWebhook',
  method: 'POST',
  path: '/admin/v1/webhooks/{webhook}/replay',
  summary: 'Send events to a webhook again, also when it was disabled',
  tag: 'Webhooks',
  params: webhookParams,
  query: Nothing,
  body: ReplayBody,
  result: WebhookAnswer,
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const of = { actor: caller.actor, id: params.webhook };
    return answerOf(await deps.storage.webhooks.replay({ ...of, after: body.after }));
  },
});

export const webhookRotate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminRotateWebhook',
  method: 'POST',
  path: '/admin/v1/webhooks/{webhook}/rotate',
  summary: 'Give a webhook a new secret, shown once',
  tag: 'Webhooks',
  params: webhookParams,
  query: Nothing,
  body: RotateBody,
  result: WebhookRotated,
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const grace = body.grace_seconds === undefined ? {} : { graceSeconds: body.grace_seconds };
    return rotateSecret(deps, { actor: caller.actor, id: params.webhook, ...grace });
  },
});
