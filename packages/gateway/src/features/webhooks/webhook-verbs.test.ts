// Webhooks as their owners and operators manage them: how long an old secret signs, where a webhook belongs, and when none is made.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../../domain/catalog.ts';
import { formatTime } from '../../domain/clock.ts';
import { OPERATOR_STREAM } from '../../domain/event.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import type { WebhookRules } from '../../verb/deps.ts';
import { makeAccount, makeKey } from '../../verb/testing/account.ts';
import {
  type AdminWorld,
  type Answer,
  accountDepsOf,
  ask,
  CALLER,
  createAdminWorld,
  type Input,
  START_MS,
} from '../../verb/testing/world.ts';
import { ownWebhookCreate, ownWebhookList, ownWebhookRotate } from './webhook.account.ts';
import { webhookCreate, webhookRotate } from './webhook.admin.ts';

const url = 'https://receiver.example/';
const DAY_SECONDS = 86_400;

let world: AdminWorld;
let holder: KeyHolder;
let rules: WebhookRules = { enabled: true, perAccountMax: 2, allowPrivate: false };
beforeAll(async () => {
  world = await createAdminWorld();
  holder = (await makeKey(world.storage, (await makeAccount(world.storage)).id)).holder;
});
afterAll(() => world.close());

const own = (
  verb: typeof ownWebhookList | typeof ownWebhookCreate | typeof ownWebhookRotate,
  input: Input,
) => {
  const deps = { ...accountDepsOf(world, {} as Catalog), webhookRules: () => rules };
  return ask(verb, deps, holder, input) as Promise<Answer & { webhook: Answer }>;
};
const operators = (verb: typeof webhookCreate | typeof webhookRotate, input: Input) =>
  ask(verb, { ...world.deps, webhookRules: () => rules }, CALLER, input) as Promise<
    Answer & { webhook: Answer }
  >;
const at = (seconds: number) => formatTime(START_MS + seconds * 1_000);

test('a webhook belongs to the account that made it, to the account that an operator named, or to the operator', async () => {
  const made = [
    await own(ownWebhookCreate, { body: { url } }),
    await operators(webhookCreate, { body: { url, account: holder.account.name } }),
    await operators(webhookCreate, { body: { url } }),
  ];
  const found = made.map(({ webhook }) => world.storage.webhooks.find({ id: webhook.id as string }));
  const streams = (await Promise.all(found)).map((webhook) => webhook?.stream);
  expect(streams).toEqual([holder.account.id, holder.account.id, OPERATOR_STREAM]);
  const { webhooks, webhooks_max } = await own(ownWebhookList, {});
  expect([(webhooks as Answer[]).map(({ id }) => id).sort(), webhooks_max]).toEqual([
    made
      .slice(0, 2)
      .map(({ webhook }) => webhook.id)
      .sort(),
    2,
  ]);
  // Nothing is tried again for a webhook that does not fail.
  expect(webhooks).toMatchObject([{ next_attempt_at: null }, { next_attempt_at: null }]);
  expect(await own(ownWebhookCreate, { body: { url } })).toMatchObject({ code: 'CONFLICT' });
});

test('a replaced secret signs for the seconds that were said, else for a day, for callers and operators', async () => {
  const { webhooks } = await own(ownWebhookList, {});
  const params = { webhook: (webhooks as Answer[])[0]!.id };
  for (const rotate of [
    (body: object) => own(ownWebhookRotate, { params, body }),
    (body: object) => operators(webhookRotate, { params, body }),
  ]) {
    expect(await rotate({})).toMatchObject({ previous_valid_until: at(DAY_SECONDS) });
    expect(await rotate({ grace_seconds: 90 })).toMatchObject({ previous_valid_until: at(90) });
    expect(await rotate({ grace_seconds: 0 })).toMatchObject({ previous_valid_until: at(0) });
    expect(await rotate({ grace_seconds: 30 * DAY_SECONDS + 1 })).toMatchObject({ kind: 'misshapen' });
  }
});

test('where webhooks are off, or the address is private, none is made', async () => {
  rules = { ...rules, perAccountMax: 9 };
  expect(await own(ownWebhookCreate, { body: { url: 'https://10.0.0.1/' } })).toMatchObject({
    errors: [{ field: 'url' }],
  });
  rules = { ...rules, enabled: false };
  expect(await own(ownWebhookCreate, { body: { url } })).toMatchObject({ code: 'FORBIDDEN' });
  expect(await operators(webhookCreate, { body: { url } })).toMatchObject({ code: 'FORBIDDEN' });
});
