// Units spent of the quotas of providers, counted once for all nodes. Units are taken before a provider is asked. Each provider and
// period has one row, changed by one query, so nodes that take units at the same time wait for each other and never take more than there
// are.
import { periodAt, type Quota } from '../../domain/limiting/quota.ts';
import type { Reading } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';

export interface QuotaOf extends Pick<Quota, 'per' | 'reset'> {
  provider: string;
}

/** How much of a quota is spent in the current period, by the ledger's clock. */
export interface QuotaUse {
  usedUnits: number;
  startMs: number;
  /** Milliseconds until the period ends. */
  leftMs: number;
}

/** Past periods are kept this long so that an operator can look at them. The first unit of a new period deletes older ones. */
const KEPT_MS = 100 * 86_400_000;

export interface TakeUnits extends QuotaOf {
  units: number;
  most: number;
  /** An account that shares these units with others. */
  sharer?: string;
}

/**
 * Takes all of these units, or none if fewer are left of `most`. What an account has taken as a sharer has a row of its own, and never
 * exceeds half of what the others leave (`isFair`). The row of all units is changed first, so that nodes decide this one after the other.
 */
export function* takeUnits(
  { provider, units, most, sharer, ...quota }: TakeUnits,
  { nowMs }: WriteMoment,
): Writing<QuotaUse & { isTaken: boolean }> {
  const { startMs, endMs } = periodAt(nowMs, quota);
  const period = { startMs, leftMs: endMs - nowMs };
  const used = units > most ? undefined : yield* addUnits({ provider, startMs, units, most });
  if (used === undefined)
    return { isTaken: false, usedUnits: unitsIn(yield usedOf(provider, startMs)), ...period };
  if (used === units) yield* dropOld(provider, startMs, sharer);
  if (sharer === undefined) return { isTaken: true, usedUnits: used, ...period };
  const name = sharerName(provider, sharer);
  const own = (yield* addUnits({ provider: name, startMs, units, most: Number.MAX_SAFE_INTEGER }))!;
  if (isFair({ own, units, others: used - own, most })) return { isTaken: true, usedUnits: used, ...period };
  yield* giveBackUnits({ provider, startMs, units, sharer });
  return { isTaken: false, usedUnits: used - units, ...period };
}

/** No account id has a slash. */
const sharerName = (provider: string, sharer: string) => `${provider}/${sharer}`;

/**
 * `own` and `others`: what the account and all others have taken, these units included. The first units of a period are always fair: where a
 * call takes more than half of what is left, an account may still make one.
 */
const isFair = ({ own, units, others, most }: Record<'own' | 'units' | 'others' | 'most', number>) =>
  own === units || 2 * own <= most - others;

/** The units that are used then; undefined when they do not all fit. */
function* addUnits({
  provider,
  startMs,
  units,
  most,
}: Pick<TakeUnits, 'provider' | 'units' | 'most'> & { startMs: number }): Writing<number | undefined> {
  const [taken] = yield {
    sql: `INSERT INTO provider_quotas AS q (provider, start_ms, used_units) VALUES ($1, $2, $3)
          ON CONFLICT (provider, start_ms) DO UPDATE SET used_units = q.used_units + excluded.used_units
            WHERE q.used_units + excluded.used_units <= $4
          RETURNING used_units`,
    values: [provider, startMs, units, most],
  };
  return taken?.used_units as number | undefined;
}

/** Gives back units that were taken in this period and not spent. */
export function* giveBackUnits({
  provider,
  startMs,
  units,
  sharer,
}: Pick<TakeUnits, 'provider' | 'units' | 'sharer'> & { startMs: number }): Writing<null> {
  for (const name of sharer === undefined ? [provider] : [provider, sharerName(provider, sharer)]) {
    yield {
      sql: 'UPDATE provider_quotas SET used_units = used_units - $3 WHERE provider = $1 AND start_ms = $2',
      values: [name, startMs, units],
    };
  }
  return null;
}

/** In the sequence of `of`. */
export function* readUsed({ of }: { of: readonly QuotaOf[] }, nowMs: number): Reading<QuotaUse[]> {
  const uses: QuotaUse[] = [];
  for (const one of of) uses.push(yield* readOne(one, nowMs));
  return uses;
}

function* readOne({ provider, ...quota }: QuotaOf, nowMs: number): Reading<QuotaUse> {
  const { startMs, endMs } = periodAt(nowMs, quota);
  return { usedUnits: unitsIn(yield usedOf(provider, startMs)), startMs, leftMs: endMs - nowMs };
}

function usedOf(provider: string, startMs: number) {
  const sql = 'SELECT used_units FROM provider_quotas WHERE provider = $1 AND start_ms = $2';
  return { sql, values: [provider, startMs] };
}

function unitsIn(rows: readonly { used_units?: unknown }[]): number {
  return (rows[0]?.used_units as number | undefined) ?? 0;
}

/** What each sharer took is of use only while the period lasts. */
function* dropOld(provider: string, startMs: number, sharer: string | undefined): Writing<void> {
  yield {
    sql: 'DELETE FROM provider_quotas WHERE provider = $1 AND start_ms < $2',
    values: [provider, startMs - KEPT_MS],
  };
  if (sharer === undefined) return;
  yield {
    // `0` is the character behind the slash.
    sql: 'DELETE FROM provider_quotas WHERE provider > $1 AND provider < $2 AND start_ms < $3',
    values: [sharerName(provider, ''), `${provider}0`, startMs],
  };
}
