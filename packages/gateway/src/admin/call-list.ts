// Owns the list of calls as operators read it: newest first, with filters, sums, and a cheap way to ask what is new.
import { Count, Currency, MoneyText, nullable, TimeText } from '../account/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../account/paging.ts';
import { formatTime } from '../domain/clock.ts';
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { formatMoney, toMicros } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { CallFilter, CallTotals } from '../storage/storage.ts';
import { type CallQuery, callQuery, readCallFilter } from './call-filter.ts';
import { AdminCallView, adminCallView } from './call-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

/** Calls that end at the same time are committed within this; who asks for newer ones gets these once more. */
const OVERLAP_MS = 5_000;

export const CallTotalsView = Type.Object(
  {
    calls: Type.Integer({ minimum: 0, description: 'Answered, and charged.' }),
    failures: Type.Integer({ minimum: 0, description: 'Begun and not answered, free.' }),
    charged: MoneyText,
    cost: MoneyText,
    margin: Type.String({ description: 'Charged less cost; refunds are not taken off.' }),
    currency: Currency,
    counted_from: nullable(
      Type.String({
        description: 'There are too many to count: these are the sums since then. null when all are counted.',
      }),
    ),
  },
  {
    $id: 'CallTotals',
    description: 'Sums over every call that the filters let through, not only this page.',
  },
);

function totalsView(totals: CallTotals, currency: string) {
  const { calls, failures, chargedMicros, costMicros, countedFromMs } = totals;
  return {
    calls,
    failures,
    charged: formatMoney(chargedMicros),
    cost: formatMoney(costMicros),
    margin: formatMoney(toMicros(chargedMicros - costMicros)),
    currency,
    counted_from: countedFromMs === null ? null : formatTime(countedFromMs),
  };
}

/** Everything that ended since the list that gave it. */
function readNewer(filter: CallFilter, after: string | undefined): CallFilter | Failure {
  if (after === undefined) return filter;
  const read = readPage('newer calls', { cursor: after });
  const sinceMs = isFailure(read) ? null : Number(read.after);
  if (sinceMs === null) return invalid('after', 'was not given by this list');
  return { ...filter, fromMs: Math.max(sinceMs, filter.fromMs ?? 0) };
}

export const callListQuery = {
  ...callQuery,
  ...pageQuery,
  after: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'The `newer_cursor` of an earlier answer: only calls that ended since, or run.',
    }),
  ),
  totals: Type.Optional(Type.Boolean({ default: false, description: 'Adds the sums.' })),
};

export const callList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListCalls',
  method: 'GET',
  path: '/admin/v1/calls',
  summary: 'Calls of all accounts: those that run, then the latest end first',
  tag: 'Calls',
  params: Nothing,
  query: Type.Object(callListQuery),
  body: Nothing,
  result: Type.Object({
    now: TimeText,
    calls: Type.Array(AdminCallView),
    next_cursor: NextCursor,
    newer_cursor: Type.String({
      description: 'Give it back as `after` for what is new. A call may come twice: it has the same id.',
    }),
    searched_to: nullable(
      Type.String({
        description:
          'A page looks at a bounded number of calls, and may be short or empty: no call that ended later than this is missing. null when that was all.',
      }),
    ),
    running: Count,
    totals: nullable(CallTotalsView),
  }),
  async run(deps, { query }) {
    const { storage, clock, currency } = deps;
    const filter = await readCallFilter(deps, query as CallQuery);
    if (isFailure(filter)) return filter;
    const paging = readPage('calls', query);
    if (isFailure(paging)) return paging;
    const wanted = readNewer(filter, query.after);
    if (isFailure(wanted)) return wanted;
    const nowMs = clock.nowMs();
    const page = await storage.calls.list({ ...wanted, ...paging });
    const totals = query.totals === true ? await storage.calls.totals(filter) : null;
    return {
      now: formatTime(nowMs),
      calls: page.items.map((call) => adminCallView(call, currency)),
      next_cursor: nextCursor('calls', page.next),
      newer_cursor: nextCursor('newer calls', String(nowMs - OVERLAP_MS))!,
      searched_to: page.searchedToMs === null ? null : formatTime(page.searchedToMs),
      running: page.items.filter(({ state }) => state === 'held').length,
      totals: totals && totalsView(totals, currency),
    };
  },
});
