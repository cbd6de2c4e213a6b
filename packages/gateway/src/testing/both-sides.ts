// A ledger for tests of filters. Whatever a list can be narrowed by has rows on both sides: two accounts, and for each of them two days,
// two keys, two paths, platforms and providers, and things in several states. Nothing works on it, so that it stays as it was made.

import { gzipSync } from 'node:zlib';
import { hashSecret, makeSecret } from '../domain/access/key.ts';
import { systemRandom } from '../domain/clock.ts';
import { DAY_MS } from '../domain/duration.ts';
import { toMicros, ZERO } from '../domain/money.ts';
import type { Payments } from '../domain/payment-port.ts';
import { pageRequestId, runRequestId } from '../domain/request-id.ts';
import { NO_ENTRIES_YET, StatementSums } from '../domain/statement.ts';
import type { HoldRef, Storage } from '../storage/storage.ts';
import { newCollection, newWatch } from '../storage/testing/gathered.ts';
import { callOf, PRICE, publishPrice, settlementOf, UNBOUND } from '../storage/testing/payer.ts';
import type { World } from '../verb/testing/world.ts';

export const SIDES = ['alpha', 'beta'] as const;
export type Side = (typeof SIDES)[number];
const PROVIDERS = ['one', 'two'] as const;
const FAILURES = ['UPSTREAM_TIMEOUT', 'UPSTREAM_BUSY'] as const;
const MONTHS = ['2026-09', '2026-10'] as const;
/** Of an answer, in micro-units. */
const COST = 7;
const LATE_MS = 600_000;
/** What each of the first two entries of an account credits. */
const FIRST = 10_000 * PRICE;
const AMOUNT = toMicros(1_000 * PRICE);

export const accountOf = (side: Side) => `acc_${side}`;
const keyOf = (side: Side, day: number) => `key_${side}${day}`;
const pathOf = (side: Side, day: number) => `/api/u1/v1/x${day}/app/${side}${day}`;
/** Each path belongs to one account and one day. */
export function sideAndDayOf(path: string): { side: Side; day: 0 | 1 } {
  const name = path.split('/').at(-1)!;
  return { side: name.slice(0, -1) as Side, day: Number(name.at(-1)) as 0 | 1 };
}

/** Where one account is on one of the two days. */
interface Place {
  storage: Storage;
  side: Side;
  day: 0 | 1;
  accountId: string;
  keyId: string;
  actor: string;
}

function must<T extends { kind: string }, K extends T['kind']>(result: T, kind: K): Extract<T, { kind: K }> {
  if (result.kind !== kind) throw new Error(`expected ${kind}, got ${result.kind}`);
  return result as Extract<T, { kind: K }>;
}

/**
 * A failed attempt costs nothing here: a report by provider that is added up from steps has its cost with the provider, and one that is
 * counted from calls has it with nobody, because nobody answered.
 */
function attemptsOf({ day }: Place, outcome: 'ok' | 'timeout') {
  const costMicros = toMicros(outcome === 'ok' ? COST : 0);
  return [{ provider: PROVIDERS[day], startedMs: 1, durationMs: 20, outcome, bytes: 9, costMicros }];
}

async function open({ storage, side, day, keyId, accountId }: Place, requestId: string): Promise<HoldRef> {
  const asked = { accountId, keyId, path: pathOf(side, day), platform: `x${day}` };
  return must(await storage.calls.open(callOf(side, requestId, asked)), 'opened').hold;
}

async function settle(place: Place, requestId: string): Promise<void> {
  const hold = await open(place, requestId);
  await place.storage.calls.settle(settlementOf(hold, { attempts: attemptsOf(place, 'ok'), answer: null }));
}

/** The second account has one call more, so that no report of one can be taken for one of the other. */
async function makeCalls(place: Place): Promise<void> {
  const { storage, side, day } = place;
  const extra = side === 'beta' ? ['extra'] : [];
  for (const name of ['refunded', 'refused', 'waiting', ...extra])
    await settle(place, `${side}-${day}-${name}`);
  const hold = await open(place, `${side}-${day}-failed`);
  await storage.calls.release({ hold, failureCode: FAILURES[day], attempts: attemptsOf(place, 'timeout') });
  await open(place, `${side}-${day}-running`);
}

async function complain(place: Place): Promise<void> {
  const { storage, side, day, accountId, actor } = place;
  for (const end of ['refunded', 'refused', 'waiting']) {
    const id = `cmp_${side}${day}${end}`;
    const of = { accountId, requestId: `${side}-${day}-${end}`, reason: 'test', rule: null };
    const cost = {
      provider: PROVIDERS[day],
      costMicros: toMicros(COST),
      allowanceMicros: ZERO,
      automaticPerDay: 0,
    };
    must(await storage.complaints.file({ actor, id, ...of, ...cost }), 'filed');
    if (end !== 'waiting')
      must(
        await storage.complaints.decide({ actor, id, isRefunded: end === 'refunded', note: 'x' }),
        'decided',
      );
  }
}

async function makeGifts({ storage, side, day, accountId, actor }: Place): Promise<void> {
  const name = `${side}${day}`;
  const grant = {
    id: `gra_${name}`,
    accountId,
    kind: 'promo',
    amountMicros: toMicros(PRICE),
    priority: 10,
  } as const;
  await storage.grants.give({ actor, ...grant, expiresAtMs: null, reference: name, reason: 'test' });
  const invite = { id: `inv_${name}`, hash: `${name}-invite`, title: null, contact: null };
  await storage.signups.invite({ actor, ...invite, creditMicros: ZERO, lastsMs: 9 * DAY_MS });
}

/** Orders in every state, a dispute, paybacks in every state. */
async function makePayments({ storage, side, day, accountId, actor }: Place): Promise<void> {
  const name = `${side}${day}`;
  const card = { way: 'stripe', customer: `cus_${side}`, card: `pm_${side}` } as const;
  for (const state of ['open', 'ended', 'paid']) {
    const order = { id: `top_${name}${state}`, accountId, way: 'stripe', savesCard: true } as const;
    must(await storage.payments.order({ actor, ...order, amountMicros: AMOUNT, openMax: 9 }), 'ordered');
  }
  await storage.payments.endOrder({ id: `top_${name}ended` });
  const paid = { actor, accountId, amountMicros: AMOUNT, rechargeId: null };
  await storage.payments.credit({ ...paid, reference: `stripe:${name}_1`, orderId: `top_${name}paid`, card });
  await storage.payments.credit({ ...paid, reference: `stripe:${name}_2`, orderId: null, card: null });
  const disputed = { id: `dp_${name}`, payment: `stripe:${name}_2`, disputedMicros: toMicros(PRICE) };
  must(await storage.payments.withdraw({ actor, ...disputed }), 'withdrawn');
  for (const state of ['wanted', 'made', 'refused']) {
    const payback = {
      id: `pbk_${name}${state}`,
      accountId,
      payment: `stripe:${name}_1`,
      reference: `${name}-${state}`,
    };
    must(
      await storage.paybacks.want({ actor, ...payback, reason: 'test', amountMicros: toMicros(PRICE) }),
      'wanted',
    );
    if (state === 'made') await storage.paybacks.end({ actor, id: payback.id, end: { kind: 'made' } });
    const refused = { kind: 'refused', failure: 'x', isLate: false } as const;
    if (state === 'refused') await storage.paybacks.end({ actor, id: payback.id, end: refused });
  }
}

const RULE = {
  belowMicros: toMicros(100_000 * PRICE),
  upToMicros: toMicros(110_000 * PRICE),
  monthMaxMicros: toMicros(900_000 * PRICE),
};
const BOUNDS = { minMicros: toMicros(PRICE), maxMicros: RULE.upToMicros, stepMicros: PRICE };

/** On the first day a recharge that was declined, on the second one that waits. */
async function makeRecharges(storage: Storage, actor: string, day: 0 | 1): Promise<void> {
  for (const side of SIDES)
    await storage.recharges.setRule({ actor, accountId: accountOf(side), rule: RULE });
  await storage.recharges.want();
  if (day === 1) return;
  const share = { lease: 'test', leaseMs: 1, limit: 9, perParty: 9, held: {} };
  for (const { id } of await storage.duties.claim({ kind: 'recharge', ...share })) {
    must(await storage.recharges.begin({ id, lease: 'test', way: 'stripe', bounds: BOUNDS }), 'begun');
    await storage.recharges.decline({ id, failure: 'test', needsOwner: true });
  }
}

const linesOf = (names: readonly string[]) =>
  names.map((id) => JSON.stringify({ id, thumbnails: [{ url: `https://pictures.example/${id}` }] }));

function foundOf(names: readonly string[]) {
  const text = linesOf(names)
    .map((line) => `${line}\n`)
    .join('');
  const seen = names.map((id) => `x:${id}`);
  return { items: names.length, bytes: text.length, body: gzipSync(text), linksUntilMs: null, seen };
}

async function makeWatch({ storage, side, day, accountId, keyId, actor }: Place, id: string): Promise<void> {
  const named = {
    actor,
    id,
    keyId,
    requestId: `${id}-request`,
    fingerprint: id,
    name: id,
    platform: `x${day}`,
  };
  const pace = { path: pathOf(side, day), everyMs: DAY_MS, baseline: 'mark', max: 99 } as const;
  must(
    await storage.watches.create(newWatch(accountId, { ...named, ...pace, runMostMicros: PRICE })),
    'created',
  );
}

/** A run that finds three items. */
async function runWatch(place: Place, id: string): Promise<void> {
  const { storage, accountId } = place;
  const share = { lease: id, leaseMs: 1, limit: 99, perParty: 99, held: {} };
  await storage.duties.claim({ kind: 'watch', ...share });
  const leased = { accountId, id, lease: id };
  const begun = must(
    await storage.watches.beginRun({ ...leased, leastMicros: ZERO, mostMicros: ZERO }),
    'begun',
  );
  const { number, slotMs, lateBySeconds } = begun;
  const hold = await open(place, runRequestId(id, number));
  const names = [1, 2, 3].map((n) => `${id}-item-${n}`);
  const run = { number, slotMs, lateBySeconds, pages: 1, gap: false };
  await storage.gathered.settle({
    settle: settlementOf(hold, { attempts: attemptsOf(place, 'ok'), answer: null }),
    found: { kind: 'run', watchId: id, run, ...foundOf(names), eventLines: linesOf(names) },
  });
}

async function makeCollection(
  { storage, side, day, accountId, keyId, actor }: Place,
  id: string,
): Promise<void> {
  const named = { actor, id, keyId, requestId: `${id}-request`, fingerprint: id, platform: `x${day}` };
  const bounds = { budgetMicros: toMicros(9 * PRICE), mostMicros: toMicros(PRICE), keptMax: 99 };
  const questions = [{ path: pathOf(side, day), query: {} }];
  must(
    await storage.collections.create(newCollection(accountId, { ...named, ...bounds, questions })),
    'created',
  );
}

/** A page of three items, the last one. */
async function endCollection(place: Place, id: string): Promise<void> {
  const hold = await open(place, pageRequestId(id, 0));
  const names = [1, 2, 3].map((n) => `${id}-item-${n}`);
  const page = {
    kind: 'page',
    collectionId: id,
    page: 0,
    next: { end: 'exhausted' },
    keepMs: 100 * DAY_MS,
  } as const;
  await place.storage.gathered.settle({
    settle: settlementOf(hold, { attempts: attemptsOf(place, 'ok'), answer: null }),
    found: { ...page, ...foundOf(names) },
  });
}

export const idOf = (kind: 'wat' | 'col', side: Side, day: number, what: string) =>
  `${kind}_${side}${day}${what}`;

async function gather(place: Place): Promise<void> {
  const { storage, side, day, accountId, actor } = place;
  for (const what of ['paused', 'ended'] as const) {
    const id = idOf('wat', side, day, what);
    await makeWatch(place, id);
    if (what === 'paused') await runWatch(place, id);
    must(await storage.watches.update({ actor, accountId, id, state: what, by: 'caller' }), 'changed');
  }
  await makeWatch(place, idOf('wat', side, day, 'late'));
  await makeCollection(place, idOf('col', side, day, 'late'));
  await open(place, pageRequestId(idOf('col', side, day, 'late'), 0));
  await makeCollection(place, idOf('col', side, day, 'done'));
  await endCollection(place, idOf('col', side, day, 'done'));
}

/** Each month has one entry. */
async function stateMonth({ storage, day, accountId }: Place): Promise<void> {
  const seq = day + 1;
  const openingMicros = toMicros(day * FIRST);
  const sums = new StatementSums({ digest: NO_ENTRIES_YET, closingMicros: openingMicros });
  for (const entry of await storage.statements.entries({ accountId, toSeq: seq, afterSeq: day }))
    sums.add(entry);
  const seller = { name: 'S', address: null, taxId: null, taxNote: null };
  await storage.statements.keep({
    ...{ accountId, toSeq: seq, month: MONTHS[day], fromSeq: seq, openingMicros, seller },
    ...{ closingMicros: toMicros(sums.closingMicros), digest: sums.digest, lines: sums.lines() },
  });
}

/** The account's secrets, in the sequence of its days. */
async function openKey({ storage, side, day, accountId, keyId, actor }: Place): Promise<string> {
  const secret = makeSecret('rgk', systemRandom);
  const project = { id: `prj_${side}${day}`, accountId, name: `project ${side} ${day}`, ...UNBOUND };
  await storage.projects.create({ actor, ...project });
  const shown = {
    id: keyId,
    accountId,
    name: `name-of-${keyId}`,
    prefix: secret.slice(0, 12),
    hash: hashSecret(secret),
  };
  await storage.keys.create({ actor, ...shown, ...UNBOUND, groups: ['u1'], projectId: project.id });
  const half = { cookieHash: `${keyId}-cookie`, pageHash: `${keyId}-page`, lastsMs: 9 * DAY_MS };
  await storage.sessions.openByKey({
    id: `ses_${side}${day}`,
    ...half,
    name: side,
    accountId,
    keyId,
    secretHash: shown.hash,
  });
  return secret;
}

async function openAccount({ storage, side, accountId, actor }: Place): Promise<void> {
  await storage.accounts.create({ actor, id: accountId, name: side, currency: 'USD', rate: null });
  const money = { accountId, amountMicros: toMicros(FIRST), reason: null };
  for (const n of [1, 2]) await storage.accounts.topUp({ actor, ...money, reference: `first-${side}-${n}` });
  const hook = {
    id: `whk_${side}`,
    stream: accountId,
    url: `https://${side}.example/`,
    secret: side,
    max: 2,
  };
  await storage.webhooks.create({ actor, ...hook });
}

const placeOf = (storage: Storage, side: Side, day: 0 | 1): Place => ({
  ...{
    storage,
    side,
    day,
    accountId: accountOf(side),
    keyId: keyOf(side, day),
    actor: `admin:${side}${day}`,
  },
});

/** Fills the ledger, and returns a secret of each account. `betweenDays` runs when the second day has begun and nothing has happened on it. */
export async function fillBothSides(
  world: World,
  betweenDays: () => Promise<void>,
): Promise<Record<Side, string>> {
  const { storage } = world;
  const secrets = { alpha: '', beta: '' };
  await publishPrice(storage);
  for (const side of SIDES) await openAccount(placeOf(storage, side, 0));
  const hook = {
    id: 'whk_operator',
    stream: 'operator',
    url: 'https://operator.example/',
    secret: 'x',
    max: 2,
  };
  await storage.webhooks.create({ actor: 'admin:operator', ...hook });
  for (const day of [0, 1] as const) {
    for (const side of SIDES) {
      const place = placeOf(storage, side, day);
      secrets[side] = await openKey(place);
      await makeCalls(place);
      await complain(place);
      await makePayments(place);
      await makeGifts(place);
      await gather(place);
      await stateMonth(place);
    }
    await makeRecharges(storage, `admin:recharge${day}`, day);
    if (day === 0) {
      world.advance(DAY_MS);
      await betweenDays();
    }
  }
  world.advance(LATE_MS);
  for (const side of SIDES) {
    await makeWatch(placeOf(storage, side, 1), idOf('wat', side, 1, 'fresh'));
    await makeCollection(placeOf(storage, side, 1), idOf('col', side, 1, 'fresh'));
  }
  return secrets;
}

/** A card provider with one payment an hour old, and one that is five days old. Neither is in the ledger. */
export function paymentsOfDays(nowMs: () => number): Payments {
  const payment = (reference: string, ageMs: number) => ({
    ...{
      reference: `stripe:${reference}`,
      accountId: accountOf('alpha'),
      amountMicros: AMOUNT,
      orderId: null,
    },
    ...{ rechargeId: null, card: null, refundedMicros: ZERO, createdAtMs: nowMs() - ageMs },
  });
  const cards = {
    async *paidSince(sinceMs: number) {
      const all = [payment('new', DAY_MS / 24), payment('old', 5 * DAY_MS)];
      yield* all.filter(({ createdAtMs }) => createdAtMs >= sinceMs);
    },
    async *disputedSince() {},
  };
  return {
    way: 'stripe',
    bounds: { minMicros: ZERO, maxMicros: AMOUNT, stepMicros: 1 },
    cards,
  } as unknown as Payments;
}
