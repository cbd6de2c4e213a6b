// Notices that the gateway sends once after looking at its state: providers that cannot be asked, providers that cost more than
// they earn, keys that expire soon, prices that change. Several nodes look; the ledger records which notices were sent.
import { utcDay } from '../domain/clock.ts';
import { DAY_MS } from '../domain/duration.ts';
import { OPERATOR_STREAM } from '../domain/event.ts';
import { formatMoney, type Micros } from '../domain/money.ts';
import type { Storage } from '../storage/storage.ts';

/** Time to make another key and to deploy it. */
export const KEY_WARNING_MS = 7 * DAY_MS;
/** A pause of seconds is normal, so this many looks in a row must agree. */
const LOOKS = 3;
/** Transactions of one run; the rest waits for the next. */
const ROUNDS_MAX = 100;

/** The state of a provider at one look. */
export interface WatchedProvider {
  provider: string;
  breaker: 'closed' | 'open' | 'half_open';
  suspendedForMs: number;
  lastFailure: { kind: string } | null;
}
type Told = Pick<Storage, 'events'>;

/** Remembers what this process saw in its last looks. */
export function createProviderWatch(): (storage: Told, reports: readonly WatchedProvider[]) => Promise<void> {
  const seen = new Map<string, { isAway: boolean; looks: number }>();
  return async ({ events }, reports) => {
    for (const report of reports) {
      const isAway = report.breaker === 'open' || report.suspendedForMs > 0;
      const before = seen.get(report.provider);
      const looks = before?.isAway === isAway ? before.looks + 1 : 1;
      seen.set(report.provider, { isAway, looks });
      // Once for each such row of looks: the ledger is not asked while nothing changes.
      if (looks === LOOKS) await events.noteOnce(noticeOf(report, isAway));
    }
  };
}

function noticeOf({ provider, lastFailure }: WatchedProvider, isAway: boolean) {
  const type = isAway ? ('provider.suspended' as const) : ('provider.recovered' as const);
  const data = isAway ? { provider, failure: lastFailure?.kind ?? null } : { provider };
  return {
    name: `provider:${provider}`,
    state: isAway ? 'suspended' : 'ok',
    isUsual: !isAway,
    event: { stream: OPERATOR_STREAM, type, data },
  };
}

/** For yesterday (UTC), once that day is over. */
export async function tellMargins({ events, usage }: Told & Pick<Storage, 'usage'>, nowMs: number) {
  const day = utcDay(nowMs - DAY_MS);
  const sums = new Map<string, { chargedMicros: number; costMicros: number }>();
  for (const row of await usage.providers({ fromDay: day, toDay: day })) {
    const sum = sums.get(row.provider) ?? { chargedMicros: 0, costMicros: 0 };
    sum.chargedMicros += row.chargedMicros;
    sum.costMicros += row.costMicros;
    sums.set(row.provider, sum);
  }
  for (const [provider, { chargedMicros, costMicros }] of sums) {
    if (provider === '' || costMicros <= chargedMicros) continue;
    const money = (micros: number) => formatMoney(micros as Micros);
    const data = { provider, day, charged: money(chargedMicros), cost: money(costMicros) };
    await events.noteOnce({
      ...{ name: `margin:${provider}`, state: day, isUsual: false },
      event: { stream: OPERATOR_STREAM, type: 'margin.negative', data },
    });
  }
}

/** A few thousand accounts per run; the rest waits for the next. */
export async function tellPrices({ events }: Told): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const { isMore } = await events.notePriceChanges();
    if (!isMore) return;
  }
}

export async function warnOfKeys({ events }: Told): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const { noted } = await events.noteExpiringKeys({ withinMs: KEY_WARNING_MS });
    if (noted === 0) return;
  }
}
