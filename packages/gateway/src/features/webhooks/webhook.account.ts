// Webhooks of the caller's account.
import { Type } from '../../domain/schema.ts';
import { callerActor, keyHolder } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { ownVerbOf } from '../../verb/own-verb.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
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

const ownVerb = ownVerbOf({
  tag: 'Webhooks',
  path: '/api/account/v1/webhooks/{webhook}',
  params: webhookParams,
  async find({ storage }, { webhook: id }, { account }) {
    const webhook = await storage.webhooks.find({ id });
    return webhook === null || webhook.stream !== account.id ? noWebhook : webhook;
  },
});

export const ownWebhookList = verbOf<AccountDeps, AccountCaller>()({
  name: 'listWebhooks',
  client: 'account.webhooks',
  method: 'GET',
  path: '/api/account/v1/webhooks',
  summary: 'Webhooks of your account',
  tag: 'Webhooks',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: WebhookList,
  run: async (deps, _input, caller) => webhooksOf(deps, keyHolder(caller).account.id),
});

export const ownWebhookCreate = verbOf<AccountDeps, AccountCaller>()({
  name: 'createWebhook',
  client: 'account.createWebhook',
  method: 'POST',
  path: '/api/account/v1/webhooks',
  summary: 'Have the events of your account sent to an address; its secret is shown once',
  tag: 'Webhooks',
  params: Nothing,
  query: Nothing,
  body: Type.Object({ url: WebhookUrl }, { additionalProperties: false }),
  result: WebhookMade,
  creates: true,
  async run(deps, { body }, caller) {
    const { account } = keyHolder(caller);
    return makeWebhook(deps, { actor: callerActor(caller!), stream: account.id, url: body.url });
  },
});

export const ownWebhookRemove = ownVerb({
  name: 'removeWebhook',
  client: 'account.removeWebhook',
  method: 'DELETE',
  summary: 'Send nothing more to a webhook of your account',
  result: WebhookRemoved,
  async run(deps, { own }, caller) {
    const { removed } = await deps.storage.webhooks.remove({ actor: callerActor(caller), id: own.id });
    return removed ? { removed } : noWebhook;
  },
});

export const ownWebhookTest = ownVerb({
  name: 'testWebhook',
  client: 'account.testWebhook',
  method: 'POST',
  below: '/test',
  summary: 'Write an event that tests a webhook of your account',
  result: WebhookAnswer,
  async run(deps, { own }, caller) {
    const tested = await deps.storage.webhooks.test({ actor: callerActor(caller), id: own.id });
    deps.lookForDuties();
    return answerOf(tested);
  },
});

export const ownWebhookReplay = ownVerb({
  name: 'replayWebhook',
  client: 'account.replayWebhook',
  method: 'POST',
  below: '/replay',
  summary: 'Send events to a webhook of your account again, also when it was disabled',
  body: ReplayBody,
  result: WebhookAnswer,
  async run(deps, { own, body }, caller) {
    const of = { actor: callerActor(caller), id: own.id };
    const replayed = await deps.storage.webhooks.replay({ ...of, after: body.after });
    deps.lookForDuties();
    return answerOf(replayed);
  },
});

export const ownWebhookRotate = ownVerb({
  name: 'rotateWebhook',
  client: 'account.rotateWebhook',
  method: 'POST',
  below: '/rotate',
  summary: 'Give a webhook of your account a new secret, shown once',
  body: RotateBody,
  result: WebhookRotated,
  async run(deps, { own, body }, caller) {
    const grace = body.grace_seconds === undefined ? {} : { graceSeconds: body.grace_seconds };
    return rotateSecret(deps, { actor: callerActor(caller), id: own.id, ...grace });
  },
});
