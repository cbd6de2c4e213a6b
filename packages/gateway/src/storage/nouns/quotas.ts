// Units spent of the quotas of providers, counted once for all nodes. Units are taken before a provider is asked. Each provider and
// period has one row, changed by one query, so nodes that take units at the same time wait for each other and never take more than there
// are.
import { periodAt, type Quota } from '../../domain/quota.ts';
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

/** Takes all of these units, or none if fewer are left of `most`. */
export function* takeUnits(
  { provider, units, most, ...quota }: QuotaOf & { units: number; most: number },
  { nowMs }: WriteMoment,
): Writing<QuotaUse & { isTaken: boolean }> {
  const { startMs, endMs } = periodAt(nowMs, quota);
  const period = { startMs, leftMs: endMs - nowMs };
  if (units > most) return { isTaken: false, usedUnits: unitsIn(yield usedOf(provider, startMs)), ...period };
  const taken = yield {
    sql: `INSERT INTO provider_quotas AS q (provider, start_ms, used_units) VALUES ($1, $2, $3)
          ON CONFLICT (provider, start_ms) DO UPDATE SET used_units = q.used_units + excluded.used_units
            WHERE q.used_units + excluded.used_units <= $4
          RETURNING used_units`,
    values: [provider, startMs, units, most],
  };
  const usedUnits = taken[0]?.used_units as number | undefined;
  if (usedUnits === units) yield dropOld(provider, startMs);
  if (usedUnits !== undefined) return { isTaken: true, usedUnits, ...period };
  return { isTaken: false, usedUnits: unitsIn(yield usedOf(provider, startMs)), ...period };
}

/** Gives back units that were taken in this period and not spent. */
export function* giveBackUnits({
  provider,
  startMs,
  units,
}: {
  provider: string;
  startMs: number;
  units: number;
}): Writing<null> {
  yield {
    sql: 'UPDATE provider_quotas SET used_units = used_units - $3 WHERE provider = $1 AND start_ms = $2',
    values: [provider, startMs, units],
  };
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

function dropOld(provider: string, startMs: number) {
  const sql = 'DELETE FROM provider_quotas WHERE provider = $1 AND start_ms < $2';
  return { sql, values: [provider, startMs - KEPT_MS] };
}
