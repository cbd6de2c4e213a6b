// What complaints took back from each provider. For calls that one provider answered, the database adds it up. For calls over several
// platforms, each provider is assigned what its legs were charged and cost.
import type { Attempt } from '../../domain/call.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { type Micros, toMicros } from '../../domain/money.ts';
import { Conditions, type Reading, type Row } from '../steps/reading.ts';

/** What complaints took back from one provider on one path. */
export interface ProviderComplaints {
  path: string;
  provider: string;
  complaints: number;
  refundedMicros: Micros;
  costMicros: Micros;
}

export interface SumComplaints {
  accountId?: string;
  /** UTC days on which complaints ended, both included. */
  fromDay: string;
  toDay: string;
}

/** Limit on paths times providers; far more than a gateway has. */
const SUM_ROWS_MAX = 10_000;
/** Limit on refunded calls over several platforms, newest first: more than an operator can review in a year. */
const SEVERAL_MAX = 10_000;

/** Sums over complaints that ended in a refund on these days. */
export function* sumComplaints({ accountId, fromDay, toDay }: SumComplaints): Reading<ProviderComplaints[]> {
  const where = new Conditions()
    .addPlain("p.state = 'refunded'")
    .add('p.decided_at_ms >= ?', Date.parse(fromDay))
    .add('p.decided_at_ms < ?', Date.parse(toDay) + DAY_MS)
    .addGiven('p.account_id = ?', accountId);
  const { values } = where;
  const ofOne = yield {
    sql: `SELECT p.path, p.provider, count(*) AS complaints, CAST(sum(p.refunded_micros) AS bigint) AS refunded_micros,
                 CAST(sum(p.cost_micros) AS bigint) AS cost_micros
            FROM complaints p WHERE ${where} AND p.provider IS NOT NULL
           GROUP BY p.path, p.provider ORDER BY p.path, p.provider LIMIT ${SUM_ROWS_MAX}`,
    values,
  };
  const ofSeveral = yield {
    sql: `SELECT p.path, p.refunded_micros, c.charged_micros, c.attempts
            FROM complaints p JOIN calls c ON c.seq = p.call_seq
           WHERE ${where} AND p.provider IS NULL ORDER BY p.decided_at_ms DESC LIMIT ${SEVERAL_MAX}`,
    values,
  };
  return addUp([...ofOne.map(readProviderComplaints), ...ofSeveral.flatMap(complaintsOfLegs)]);
}

function readProviderComplaints(row: Row): ProviderComplaints {
  return {
    path: row.path as string,
    provider: row.provider as string,
    complaints: row.complaints as number,
    refundedMicros: row.refunded_micros as Micros,
    costMicros: row.cost_micros as Micros,
  };
}

/** One item for each provider that answered a leg. */
function complaintsOfLegs(row: Row): ProviderComplaints[] {
  const attempts = JSON.parse((row.attempts as string | null) ?? '[]') as Attempt[];
  const share = (row.refunded_micros as number) / Math.max(1, row.charged_micros as number);
  const parts = attempts
    .filter(({ outcome, leg }) => outcome === 'ok' && leg !== undefined)
    .map(({ provider, costMicros, earnedMicros = 0 }) => ({
      ...{ path: row.path as string, provider, complaints: 1, costMicros },
      refundedMicros: toMicros(Math.floor(earnedMicros * share)),
    }));
  // A provider counts the complaint once, even if it answered several legs.
  return addUp(parts).map((part) => ({ ...part, complaints: 1 }));
}

function addUp(parts: readonly ProviderComplaints[]): ProviderComplaints[] {
  const sums = new Map<string, ProviderComplaints>();
  for (const part of parts) {
    const name = `${part.path} ${part.provider}`;
    const sum = sums.get(name);
    sums.set(name, sum === undefined ? part : plus(sum, part));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
}

function plus(a: ProviderComplaints, b: ProviderComplaints): ProviderComplaints {
  return {
    ...a,
    complaints: a.complaints + b.complaints,
    refundedMicros: toMicros(a.refundedMicros + b.refundedMicros),
    costMicros: toMicros(a.costMicros + b.costMicros),
  };
}
