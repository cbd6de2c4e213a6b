// The stage of a kept story: two accounts with money, keys and sessions of every kind, operators of each role, and what verbs need, where each
// thing that a verb tells this process to do is noted in the story.

import { hashSecret, makeSecret } from '../domain/access/key.ts';
import type { Attempt } from '../domain/call.ts';
import type { Catalog } from '../domain/catalog.ts';
import type { DutyWork } from '../domain/gathering/duty.ts';
import { writeQuestion } from '../domain/gathering/question.ts';
import { toMicros } from '../domain/money.ts';
import type { Checkout } from '../domain/payment-port.ts';
import { createPuzzles } from '../features/signups/puzzles.ts';
import { createSealedQuotes } from '../operations/sealed-quote.ts';
import type { HoldRef, KeyHolder, KeyLimits, SettleCall } from '../storage/storage.ts';
import { UNBOUND } from '../storage/testing/payer.ts';
import type { AccountCaller, AccountDeps, AdminDeps } from '../verb/deps.ts';
import { accountDepsOf, adminDepsOf } from '../verb/testing/world.ts';
import type { AnyVerb } from '../verb/verb.ts';
import { type Asked, createStoryWorld, Story, type StoryWorld, type Teller } from './kept-story.ts';
import { runDuties } from './run-duties.ts';

export const SEARCH = '/api/u1/v1/demo/app/search_video_v2';
/** Between two exchanges: a prime, so that no moment is a round time after another by accident. */
export const STEP = 1_009;
export const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000] as const;

const actor = 'stage';
/** What each account has at first. */
const FIRST = toMicros(10_000_000);

// biome-ignore lint/suspicious/noExplicitAny: verbs and answers of every kind.
type Any = any;
type OwnVerb = AnyVerb<AccountDeps, AccountCaller>;

export interface Stage {
  world: StoryWorld;
  story: Story;
  own: AccountDeps;
  admin: AdminDeps;
  /** Of the first account: its key, others of its keys, and sessions; and a key of the second account. */
  owner: Teller;
  limited: Teller;
  capped: Teller;
  byLink: Teller;
  byLimited: Teller;
  /** Opened by the owner's key, and now calls with the capped one. */
  byOwner: Teller;
  stranger: Teller;
  operator: Teller;
  viewer: Teller;
  keyOf(name: string, accountId: string, limits?: Partial<KeyLimits>): Promise<Teller>;
  /** As one caller. */
  ask(verb: OwnVerb, teller: Teller, input?: Asked): Promise<Any>;
  operate(verb: AnyVerb<AdminDeps, Any>, input?: Asked, teller?: Teller): Promise<Any>;
  /** As everybody who may less, then as the owner, twice, and as the owner of the account who came by the operator's link. */
  everybody(verb: OwnVerb, input?: Asked): Promise<Any>;
  /** As a viewer, then as an operator, twice. */
  everyOperator(verb: AnyVerb<AdminDeps, Any>, input?: Asked): Promise<Any>;
  /** One settled call of a key. */
  buy(teller: Teller, requestId: string, changes?: Bought): Promise<void>;
  /** Works on what is due, and tells it. */
  work(...works: DutyWork[]): Promise<void>;
  close(): Promise<void>;
}

interface Bought {
  micros?: number;
  answer?: string;
  path?: string;
  provider?: string;
  fails?: boolean;
  leavesOpen?: boolean;
}

const CATALOG: Catalog = {
  ...{ version: 1, publishedAtMs: 0, publishedBy: actor, note: null, currency: 'USD', effectiveFromMs: 0 },
  endpoints: ['demo', 'other'].map((platform, i) => ({
    ...{ path: `/api/*/v1/${platform}/app/search_video_v2`, unitPriceMicros: toMicros(12_000 + i * 1_000) },
    ...{ summary: `of ${platform}`, deprecated: i === 1, sunsetAtMs: null, successor: null },
  })),
  overrides: [],
};

async function sessionOf(world: StoryWorld, teller: Teller, isByKey: boolean): Promise<AccountCaller> {
  const { storage, random } = world;
  const { account, key } = holderOf(teller);
  const id = `ses_${isByKey ? key.name : 'link'}`;
  const halves = { id, cookieHash: `${id}-cookie`, pageHash: `${id}-page`, lastsMs: 12 * HOUR };
  const of = { accountId: account.id, keyId: key.id, name: account.name };
  if (isByKey) {
    await storage.sessions.openByKey({ ...halves, ...of, secretHash: key.name });
  } else {
    const code = hashSecret(makeSecret('rgc', random));
    const whom = { kind: 'portal' as const, ...of };
    await storage.sessions.createCode({ actor, id: `lgc_${id}`, hash: code, lastsMs: MINUTE, for: whom });
    await storage.sessions.openByCode({ ...halves, kind: 'portal', codeHash: code });
  }
  const found = await storage.sessions.findByCookie({ hash: halves.cookieHash });
  return { ...found!.holder!, portal: { session: found!.session, signedInWith: found!.signedInWith } };
}

export function holderOf(teller: Teller): KeyHolder {
  if (!('account' in teller)) throw new Error('not of an account');
  return teller.account!;
}

const UNLIMITED: KeyLimits = { groups: ['u1', 'u2'], ...UNBOUND };

async function makeKeyOf(
  { storage }: StoryWorld,
  name: string,
  accountId: string,
  limits: Partial<KeyLimits> = {},
): Promise<Teller> {
  const shown = { id: `key_${name}`, accountId, name, prefix: `rgk_${name}`, hash: name };
  await storage.keys.create({ actor, ...UNLIMITED, ...limits, ...shown });
  return { name, account: await storage.keys.findByHash({ hash: name }) };
}

async function openAccount({ storage }: StoryWorld, name: string): Promise<string> {
  const accountId = `acc_${name}`;
  await storage.accounts.create({ actor, id: accountId, name, currency: 'USD', rate: null });
  await storage.accounts.topUp({
    ...{ actor, accountId, amountMicros: FIRST, reference: `first-${name}`, reason: null },
  });
  return accountId;
}

/** Both sets of what verbs need, with notes in the story. */
function depsOf(world: StoryWorld, story: () => Story) {
  const { storage, clock, random } = world;
  const note = (text: string) => story().note(text);
  const refresh = async () => note('refreshed');
  const checkout = async ({ id, amountMicros }: { id: string; amountMicros: number }): Promise<Checkout> => {
    note(`a page for ${id} over ${amountMicros}`);
    return { kind: 'address', address: `https://pay.example/${id}` };
  };
  const own: AccountDeps = {
    ...(accountDepsOf(world, CATALOG) as AccountDeps),
    ...{ random, refresh, puzzles: createPuzzles(new Uint8Array(32), clock, random) },
    quotes: createSealedQuotes(new Uint8Array(32), random),
    lookForDuties: () => note('looks for duties'),
    takePlace: (accountId: string) => {
      note(`a place for ${accountId}`);
      return { kind: 'place' as const, leave: () => note(`left the place of ${accountId}`) };
    },
    waitForEvents: async (awaited: object) => {
      note(`waits for ${JSON.stringify(awaited)}`);
      return null;
    },
    log: { warn: (fields: object, text: string) => note(`warns ${text} ${JSON.stringify(fields)}`) },
    confirmAbove: () => '0.050000',
    payments: {
      way: 'stripe',
      bounds: { minMicros: toMicros(1_000_000), maxMicros: toMicros(100_000_000), stepMicros: 10_000 },
      checkout,
    },
  };
  const admin: AdminDeps = { ...adminDepsOf(storage, clock, refresh), random };
  return { own, admin };
}

const operatorOf = (name: string, role: 'operator' | 'owner' | 'viewer'): Teller => ({
  ...{ name, admin: { actor: `admin:${name}`, role, name } },
});

export async function openStage(): Promise<Stage> {
  const world = await createStoryWorld();
  let story: Story | null = null;
  const { own, admin } = depsOf(world, () => story!);
  const { endpoints, overrides } = CATALOG;
  const draft = { currency: 'USD', effectiveFromMs: 0, endpoints, overrides };
  await world.storage.catalog.publish({ actor, draft, note: null });
  const alpha = await openAccount(world, 'alpha');
  const beta = await openAccount(world, 'beta');
  const keyOf: Stage['keyOf'] = (name, accountId, limits) => makeKeyOf(world, name, accountId, limits);
  const owner = await keyOf('owner', alpha);
  const limited = await keyOf('limited', alpha, { platforms: ['demo'] });
  const capped = await keyOf('capped', alpha, { dailyCapMicros: toMicros(1_000_000) });
  const stranger = await keyOf('stranger', beta);
  // Sorted before the others, and with a cap of its own.
  await keyOf('above', alpha, { monthlyCapMicros: toMicros(5_000_000) });
  const linked = await sessionOf(world, owner, false);
  // It may do what its link allows, whichever key it calls with.
  const byLink: Teller = { name: 'a session by link', account: { ...linked!, ...holderOf(limited) } };
  const byLimited: Teller = { name: 'a session by limited', account: await sessionOf(world, limited, true) };
  const opened = await sessionOf(world, owner, true);
  const byOwner: Teller = { name: 'a session by owner', account: { ...opened!, ...holderOf(capped) } };
  story = new Story(world);
  const told = story;
  const ask: Stage['ask'] = async (verb, teller, input) => {
    world.advance(STEP);
    return told.ask(verb, own, teller, input);
  };
  const owning = operatorOf('boss', 'owner');
  const viewer = operatorOf('viewer', 'viewer');
  const operate: Stage['operate'] = async (verb, input, teller = owning) => {
    world.advance(STEP);
    return told.ask(verb, admin, teller, input);
  };
  return {
    ...{
      world,
      story,
      own,
      admin,
      owner,
      limited,
      capped,
      stranger,
      byLink,
      byLimited,
      byOwner,
      keyOf,
      ask,
      operate,
    },
    ...{ operator: operatorOf('operator', 'operator'), viewer },
    async everybody(verb, input) {
      for (const teller of [stranger, limited, byLimited, capped]) await ask(verb, teller, input);
      const first = await ask(verb, owner, input);
      await ask(verb, owner, input);
      await ask(verb, byLink, input);
      return first;
    },
    async everyOperator(verb, input) {
      await operate(verb, input, viewer);
      const first = await operate(verb, input, operatorOf('operator', 'operator'));
      await operate(verb, input);
      return first;
    },
    buy: (teller, requestId, changes) => buy(world, teller, requestId, changes),
    async work(...works) {
      told.say('', '> work on what is due');
      await runDuties(world.storage, ...works);
      told.happened();
    },
    async close() {
      told.close();
      await world.close();
    },
  };
}

/** A record as platforms give it, with a value of its own in each field. */
export const recordOf = (id: string) => ({
  ...{
    platform: 'demo',
    id,
    url: `https://demo.example/${id}`,
    title: `title <${id}>`,
    text: `text & ${id}`,
  },
  ...{ published_at: `2026-11-0${(id.charCodeAt(0) % 9) + 1}T08:00:00.000Z`, duration_ms: id.charCodeAt(0) },
  author: { id: `by-${id}`, handle: `@${id}`, name: `"${id}"`, url: `https://demo.example/@${id}` },
  stats: { views: 11, likes: 12, comments: 13, shares: 14 },
  thumbnails: [{ url: `https://pictures.example/${id}` }],
});

/** Opens a call and leaves it open. */
export async function openCall(
  { storage }: StoryWorld,
  { account, key }: KeyHolder,
  { requestId, path = SEARCH, micros = 12_000 }: Bought & { requestId: string },
): Promise<HoldRef> {
  const opened = await storage.calls.open({
    ...{ accountId: account.id, keyId: key.id, requestId, fingerprint: 'f', path, group: 'u1' },
    ...{ platform: path.split('/')[4]!, operation: 'video.search', variant: 'stable', catalogVersion: 1 },
    ...{ priceMicros: toMicros(micros), keysMax: 10, question: writeQuestion([['keyword', requestId]]) },
    defaultRate: { requests: 1_000, perSeconds: 60, concurrent: 100 },
  });
  if (opened.kind !== 'opened') throw new Error(`not opened: ${opened.kind}`);
  return opened.hold;
}

/** What one provider did for a call. */
function attemptsOf({ provider = 'demo', fails }: Bought): Attempt[] {
  const [outcome, costMicros] = [fails ? 'timeout' : 'ok', toMicros(700)] as const;
  return [{ provider, startedMs: 1, durationMs: 20, outcome, bytes: 900, costMicros }];
}

/** How a call of the stage ends with a charge. */
export function settlement(hold: HoldRef, bought: Bought = {}): SettleCall {
  const { micros = 12_000, answer } = bought;
  // The ledger puts the balance between the two.
  const halves = { kind: 'text' as const, head: [`${answer?.slice(0, -1)},"balance":"`], tail: '"}' };
  return {
    ...{ hold, chargedMicros: toMicros(micros), source: 'live', attempts: attemptsOf(bought) },
    answer: answer === undefined ? null : halves,
  };
}

async function buy(world: StoryWorld, teller: Teller, requestId: string, bought: Bought = {}): Promise<void> {
  world.advance(STEP);
  const hold = await openCall(world, holderOf(teller), { ...bought, requestId });
  if (bought.leavesOpen) return;
  const { calls } = world.storage;
  if (bought.fails)
    await calls.release({ hold, failureCode: 'UPSTREAM_TIMEOUT', attempts: attemptsOf(bought) });
  else await calls.settle(settlement(hold, bought));
}

/** The answer to what the rest of the story needs. */
export async function made(asked: Promise<Any>): Promise<Any> {
  const answer = await asked;
  const { detail, misshapen, refused } = answer;
  if (detail ?? misshapen ?? refused) throw new Error(String(detail ?? misshapen ?? refused));
  return answer;
}
