// The story of events and webhooks: what everybody who asks gets, what a receiver is sent and when, and which rows change.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WEBHOOK_FAILING_MS_MAX } from '../../domain/webhook.ts';
import { DAY, HOUR, MINUTE, made, openStage, SECOND, type Stage } from '../../testing/story-stage.ts';
import { expectTold } from '../../testing/told/told.ts';
import { accountEvents } from '../events/event.account.ts';
import { eventList } from '../events/event.admin.ts';
import { WebhookDeliveries } from '../webhooks/deliver-webhooks.ts';
import {
  ownWebhookCreate,
  ownWebhookList,
  ownWebhookRemove,
  ownWebhookReplay,
  ownWebhookRotate,
  ownWebhookTest,
} from '../webhooks/webhook.account.ts';
import {
  webhookCreate,
  webhookList,
  webhookRemove,
  webhookReplay,
  webhookRotate,
  webhookTest,
} from '../webhooks/webhook.admin.ts';

let stage: Stage;
/** What receivers answer next; afterwards 204. 0: they do not answer. */
let statuses: number[] = [];
/** How long each of them takes. */
let tookMs = 40;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

function deliveries(): WebhookDeliveries {
  const { world, story } = stage;
  const { webhooks, duties } = world.storage;
  return new WebhookDeliveries({
    duties,
    webhooks: {
      taken: (input) => webhooks.taken(input),
      failed: (input) => webhooks.failed(input),
      toSend(input) {
        story.note(`begins a turn of ${input.id}, at most ${input.eventsMax} events`);
        return webhooks.toSend(input);
      },
    },
    ...{ clock: world.clock, chance: () => 0.25 },
    settings: () => ({ enabled: true, allowPrivate: false }),
    onDisabled: ({ id }) => story.note(`${id} is disabled`),
    upstream: {
      async send(request, options) {
        story.note(`sends ${JSON.stringify([request, options])}`);
        world.advance(tookMs);
        const status = statuses.shift() ?? 204;
        if (status === 0) return { kind: 'timeout', detail: 'too late' };
        return { kind: 'response', status, headers: {}, body: '', receivedAtMs: world.clock.nowMs() };
      },
    },
  });
}

async function verbs({ everybody, everyOperator, ask, operate, ...all }: Stage): Promise<string> {
  const { owner, stranger, buy } = all;
  await buy(owner, 'bought', { micros: 7_000_000 });
  for (const url of ['http://plain.example/', 'https://127.0.0.1/', 'https://in.example\\@out.example/'])
    await ask(ownWebhookCreate, owner, { body: { url } });
  const { webhook } = await made(ask(ownWebhookCreate, owner, { body: { url: 'https://alpha.example/in' } }));
  await ask(ownWebhookCreate, stranger, { body: { url: 'https://beta.example/' } });
  const params = { webhook: webhook.id };
  await everybody(ownWebhookTest, { params });
  await everybody(ownWebhookReplay, { params, body: { after: 2 } });
  await everybody(ownWebhookRotate, { params, body: { grace_seconds: 60 } });
  await everybody(ownWebhookList);
  const second = await made(
    operate(webhookCreate, { body: { account: 'alpha', url: 'https://second.example/' } }),
  );
  const forOperator = await made(operate(webhookCreate, { body: { url: 'https://operator.example/' } }));
  for (const account of ['alpha', undefined]) await everyOperator(webhookList, { query: { account } });
  for (const id of [second.webhook.id, forOperator.webhook.id]) {
    await everyOperator(webhookTest, { params: { webhook: id } });
    await everyOperator(webhookReplay, { params: { webhook: id }, body: { after: 0 } });
    await everyOperator(webhookRotate, { params: { webhook: id }, body: {} });
  }
  for (const { webhook: one } of [second, forOperator])
    await everyOperator(webhookRemove, { params: { webhook: one.id } });
  for (const id of ['whk_nobody', webhook.id])
    await ask(ownWebhookRemove, stranger, { params: { webhook: id } });
  return webhook.id;
}

async function events({ everybody, everyOperator, operate, ask, owner }: Stage): Promise<void> {
  for (const query of [
    {},
    { after: 3, limit: 2 },
    { before: 4, limit: 2 },
    { after: 99, wait: 7 },
    { before: 1, wait: 7 },
  ])
    await everybody(accountEvents, { query });
  await ask(accountEvents, owner, { query: { after: 3, wait: 7 } });
  for (const query of [{ account: 'alpha', after: 4 }, { before: 3 }])
    await everyOperator(eventList, { query });
  await operate(eventList, { query: { account: 'beta' } });
}

async function sending({ world, work, ask, owner, operate, everybody }: Stage, id: string): Promise<void> {
  const params = { webhook: id };
  const at = async (passesMs: number) => {
    world.advance(passesMs);
    await work(deliveries());
  };
  statuses = [200, 299, 300];
  await at(0);
  await ask(ownWebhookList, owner);
  statuses = [0, 0, 0];
  const { nextAttemptMs } = (await world.storage.webhooks.find({ id }))!;
  await at((nextAttemptMs ?? 0) - world.clock.nowMs() - 1);
  await at(1);
  await at(MINUTE);
  statuses = [];
  await at(HOUR);
  tookMs = 16 * SECOND;
  await ask(ownWebhookReplay, owner, { params, body: { after: 0 } });
  await at(0);
  await at(0);
  tookMs = 40;
  await at(MINUTE);
  await ask(ownWebhookTest, owner, { params });
  statuses = [500];
  await at(0);
  statuses = [500];
  await at(WEBHOOK_FAILING_MS_MAX);
  await ask(ownWebhookList, owner);
  await ask(ownWebhookReplay, owner, { params, body: { after: 5 } });
  await at(0);
  await operate(webhookTest, { params });
  statuses = [410];
  await at(0);
  await ask(ownWebhookList, owner);
  await everybody(ownWebhookRemove, { params });
  await at(DAY);
}

test('events and webhooks: each caller gets what is kept, and no other row changes', async () => {
  const id = await verbs(stage);
  await events(stage);
  await sending(stage, id);
  expectTold({ by: import.meta.filename, name: 'webhooks', text: stage.story.text(), begins: /^> / });
});

test('an account has as many webhooks as are allowed, and not one more', async () => {
  const { ask, owner } = stage;
  const all = [];
  for (let i = 0; i < 6; i++)
    all.push(
      (await ask(ownWebhookCreate, owner, { body: { url: `https://n${i}.example/` } })).code ?? 'made',
    );
  expect(all).toEqual([...Array<string>(5).fill('made'), 'CONFLICT']);
});
