// Watches and their runs from their making to their deletion, of two accounts.

import { toMicros } from '../../../domain/money.ts';
import { runRequestId } from '../../../domain/request-id.ts';
import type { Storage } from '../../storage.ts';
import { newWatch } from '../gathered.ts';
import { keyIdOf, openHold, PRICE, settlementOf } from '../payer.ts';
import type { Recorder } from '../recorder.ts';
import { addOwners, claimDue, foundOf, OTHER_KEY, ownerOf, wat } from './gathered-parts.ts';
import { DAY, eachPage, HOUR } from './same-for-all.ts';

const watchOf = (n: number, side: string, more: Parameters<typeof newWatch>[1] = {}) =>
  newWatch(ownerOf(side).accountId, {
    ...{ ...ownerOf(side), id: wat(n), requestId: `watch-${n}`, fingerprint: `f-${n}`, name: `watch ${n}` },
    ...{ platform: 'tube', query: { keyword: `dogs ${n}` }, everyMs: DAY, pagesMax: 2, baseline: 'mark' },
    ...{ max: 3, runMostMicros: PRICE, ...more },
  });

async function makeWatches({ storage, title }: Recorder): Promise<void> {
  const { watches } = storage;
  title('watches are made');
  await watches.create(watchOf(1, 'a', { isAuto: true, everyMs: HOUR }));
  await watches.create(watchOf(1, 'a'));
  await watches.create(watchOf(2, 'a', { requestId: 'watch-1' }));
  await watches.create(
    watchOf(2, 'a', { monthBudgetMicros: toMicros(1_500), totalBudgetMicros: toMicros(9_000) }),
  );
  await watches.create(watchOf(3, 'a', { totalBudgetMicros: toMicros(1_200), name: null }));
  await watches.create(watchOf(4, 'a'));
  await watches.create(watchOf(5, 'b', { baseline: 'deliver', platform: 'clips' }));
  await watches.create({ ...watchOf(6, 'b'), accountId: 'acc_none' });
}

const owned = (n: number, side: string, lease: string) => ({ accountId: `acc_${side}`, id: wat(n), lease });

/** A whole run: begun, and settled with these items. */
async function run(storage: Storage, n: number, side: string, lease: string, names: string[]): Promise<void> {
  const begun = await storage.watches.beginRun({
    ...owned(n, side, lease),
    leastMicros: toMicros(400),
    mostMicros: PRICE,
  });
  if (begun.kind !== 'begun') return;
  const hold = await openHold(storage, `acc_${side}`, runRequestId(wat(n), begun.number));
  const { number, slotMs, lateBySeconds } = begun;
  const found = {
    ...{
      kind: 'run' as const,
      watchId: wat(n),
      run: { number, slotMs, lateBySeconds, pages: 1, gap: names.length > 1 },
    },
    ...{ ...foundOf(names), eventLines: names.map((id) => JSON.stringify({ id })) },
  };
  await storage.gathered.settle({ settle: settlementOf(hold, { answer: null }), found });
}

async function runWatches({ storage, title, clock }: Recorder): Promise<void> {
  const { watches } = storage;
  title('watches run');
  await claimDue(storage, 'watch', 'l-1');
  await run(storage, 1, 'a', 'l-0', []);
  await run(storage, 1, 'b', 'l-1', []);
  await run(storage, 1, 'a', 'l-1', []);
  await run(storage, 2, 'a', 'l-1', ['one']);
  await run(storage, 3, 'a', 'l-1', ['three']);
  await run(storage, 5, 'b', 'l-1', ['five', 'six']);
  clock.advance(DAY);
  await claimDue(storage, 'watch', 'l-2');
  await run(storage, 1, 'a', 'l-2', ['two']);
  await run(storage, 2, 'a', 'l-2', []);
  await run(storage, 3, 'a', 'l-2', []);
  title('runs fail');
  for (const [i, number] of [2, 3, 4].entries()) {
    const lease = `l-f${i}`;
    if (i > 0) {
      clock.advance(DAY * (i + 1));
      await claimDue(storage, 'watch', lease);
    }
    const failed = {
      ...owned(5, 'b', i === 0 ? 'l-2' : lease),
      number,
      slotMs: clock.nowMs() - 5_000,
      lateBySeconds: 5,
      requestId: `w-${number}`,
    };
    await watches.beginRun({ ...failed, leastMicros: toMicros(0), mostMicros: toMicros(300) });
    await watches.failRun({ ...failed, failure: 'UPSTREAM_BUSY', retryAfterMs: i * HOUR });
    await watches.failRun({ ...failed, failure: 'UPSTREAM_BUSY', retryAfterMs: 0 });
  }
  title('a run is asked for');
  await watches.requestRun({ accountId: 'acc_b', id: wat(5), requestId: 'now-1' });
  await watches.requestRun({ accountId: 'acc_b', id: wat(5), requestId: 'now-1' });
  await watches.requestRun({ accountId: 'acc_b', id: wat(5), requestId: 'now-2' });
  await watches.requestRun({ accountId: 'acc_a', id: wat(5), requestId: 'now-3' });
  await watches.requestRun({ accountId: 'acc_a', id: wat(3), requestId: 'now-3' });
  await claimDue(storage, 'watch', 'l-3');
  await run(storage, 5, 'b', 'l-3', ['seven']);
}

async function pauseWatches({ storage, title, clock }: Recorder): Promise<void> {
  const { watches, accounts } = storage;
  title('watches are paused and go on');
  const pause = (
    n: number,
    side: string,
    pausedFor: 'balance' | 'cap' | 'key' | 'budget',
    resumesInMs: number | null,
  ) => watches.pauseRun({ ...owned(n, side, 'l-4'), pausedFor, resumesInMs });
  clock.advance(2 * DAY);
  await claimDue(storage, 'watch', 'l-4');
  await pause(5, 'b', 'balance', null);
  await pause(5, 'b', 'balance', null);
  await pause(1, 'a', 'cap', HOUR);
  await storage.gathered.leftUndone();
  await accounts.topUp({
    actor: 'admin',
    accountId: 'acc_b',
    amountMicros: toMicros(50),
    reference: 'again',
    reason: null,
  });
  await watches.resumeDue();
  clock.advance(HOUR);
  await watches.resumeDue();
  await watches.resumeDue();
  const update = (n: number, side: string) => ({
    actor: 'key:k',
    accountId: `acc_${side}`,
    id: wat(n),
    by: 'caller' as const,
  });
  await watches.update({
    ...update(1, 'a'),
    name: 'renamed',
    everyMs: 2 * HOUR,
    isAuto: false,
    pagesMax: 5,
    runMostMicros: toMicros(77),
  });
  await watches.update({ ...update(1, 'b'), name: 'not mine' });
  await watches.update({ ...update(3, 'a'), totalBudgetMicros: toMicros(999) });
  await watches.update({ ...update(3, 'a'), totalBudgetMicros: toMicros(4_000) });
  await watches.update({ ...update(2, 'a'), monthBudgetMicros: toMicros(1_700), totalBudgetMicros: null });
  await watches.update({ ...update(1, 'a'), state: 'paused' });
  await watches.update({ ...update(1, 'a'), state: 'paused' });
  await watches.update({ ...update(1, 'a'), state: 'paused', by: 'operator' });
  await watches.update({ ...update(1, 'a'), state: 'active' });
  await watches.update({ ...update(1, 'a'), state: 'active', by: 'operator' });
  await claimDue(storage, 'watch', 'l-4');
  await pause(2, 'a', 'key', null);
  await watches.update({ ...update(2, 'a'), state: 'active', keyId: OTHER_KEY });
  await watches.update({ ...update(3, 'a'), state: 'ended' });
  await watches.update({ ...update(3, 'a'), state: 'ended' });
  await watches.update({ ...update(3, 'a'), state: 'active' });
  title('feeds');
  await watches.setFeed({ actor: 'key:k', by: 'key_k', accountId: 'acc_a', id: wat(1), hash: 'feed 1' });
  await watches.setFeed({ actor: 'key:k', by: 'key_k', accountId: 'acc_b', id: wat(1), hash: 'feed 2' });
  await watches.setFeed({ actor: 'key:k', by: 'key_k', accountId: 'acc_a', id: wat(3), hash: 'feed 3' });
  await watches.setFeed({ actor: 'key:k', by: 'key_k', accountId: 'acc_b', id: wat(5), hash: 'feed 5' });
  await watches.setFeed({ actor: 'key:k', by: 'key_k', accountId: 'acc_b', id: wat(5), hash: null });
  for (const hash of ['feed 1', 'feed 5']) await watches.findByFeed({ hash });
}

async function readWatches({ storage, title, clock }: Recorder): Promise<void> {
  const { watches, found, duties } = storage;
  title('watches are read');
  await watches.find({ id: wat(2) });
  await watches.find({ id: wat(2), accountId: 'acc_b' });
  await eachPage(watches.list, {}, 3);
  await eachPage(watches.list, { accountId: 'acc_a' }, 1);
  await watches.list({ keyId: keyIdOf('acc_a'), limit: 9, after: null });
  await watches.list({ state: 'ended', limit: 9, after: null });
  await watches.list({ dueBeforeMs: clock.nowMs(), limit: 9, after: null });
  await watches.runs({ id: wat(5) });
  await watches.lastRuns({ ids: [wat(1), wat(5), wat(9)] });
  await found.index({ owner: wat(5) });
  await found.read({ owner: wat(5), after: 2, limit: 1 });
  await eachPage(duties.list, {}, 3);
  await storage.events.list({ stream: 'acc_b', after: 0, limit: 50 });
  for (const accountId of ['acc_a', 'acc_b'])
    await eachPage(
      storage.calls.list,
      { accountId, requestPrefix: `w-${wat(accountId === 'acc_a' ? 1 : 5)}-` },
      2,
    );
}

async function endWatches({ storage, title, clock }: Recorder): Promise<void> {
  const { watches, accounts, gathered } = storage;
  title('watches are removed, purged, and end with their account');
  await watches.remove({ actor: 'key:k', accountId: 'acc_b', id: wat(2) });
  await watches.remove({ actor: 'key:k', accountId: 'acc_a', id: wat(2) });
  const keep = { keepMs: 30 * DAY, keepMsOf: { clips: 5 * DAY }, keepEndedMs: 20 * DAY };
  await watches.purge(keep);
  clock.advance(10 * DAY);
  await watches.purge(keep);
  await watches.purge(keep);
  clock.advance(20 * DAY);
  await watches.purge(keep);
  await watches.purge(keep);
  await watches.purge(keep);
  await accounts.close({ actor: 'admin', accountId: 'acc_a' });
  await watches.create(watchOf(7, 'a'));
  await storage.collections.list({ accountId: 'acc_a', limit: 9, after: null });
  await gathered.leftUndone();
  await gathered.catchUp({ accountId: 'acc_a' });
  await gathered.catchUp({ accountId: 'acc_b' });
  await watches.purge(keep);
  await watches.purge(keep);
}

export async function playWatches(recorder: Recorder): Promise<void> {
  await addOwners(recorder);
  await makeWatches(recorder);
  await runWatches(recorder);
  await pauseWatches(recorder);
  await readWatches(recorder);
  await endWatches(recorder);
}
