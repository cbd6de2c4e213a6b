// Owns how units of a provider's quota are taken and given back: one row for each provider and period, changed by one statement, so
// that nodes that take at the same time wait for each other and never take more than there is.
import { periodAt } from '../../domain/quota.ts';
import type { QuotaOf, QuotaUse, QuotaVerbs } from '../quota-verbs.ts';
import type { Reading } from '../reading/reading.ts';
import type { WriteMoment, Writing } from './writing.ts';

type Input<V extends keyof QuotaVerbs> = Parameters<QuotaVerbs[V]>[0];

/** Periods that are over are kept so long, for whoever wants to look; then the first unit of a new period drops them. */
const KEPT_MS = 100 * 86_400_000;

export function* takeUnits(
  { provider, units, most, ...quota }: Input<'take'>,
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

export function* giveBackUnits({ provider, startMs, units }: Input<'giveBack'>): Writing<null> {
  yield {
    sql: 'UPDATE provider_quotas SET used_units = used_units - $3 WHERE provider = $1 AND start_ms = $2',
    values: [provider, startMs, units],
  };
  return null;
}

export function* readUsed({ of }: Input<'used'>, nowMs: number): Reading<QuotaUse[]> {
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
