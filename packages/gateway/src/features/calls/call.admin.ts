// Calls for operators: lists, one call in full (without its answer), receipts, open holds, and the look-up of any id.

import type { Static } from 'typebox';
import { formatTime } from '../../domain/clock.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import type { GrantPart } from '../../domain/grant.ts';
import { formatMoney, toMicros } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import { type CallDetail, type CallFilter, type CallTotals, FOUND_KINDS } from '../../storage/storage.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import {
  AccountRef,
  Count,
  Currency,
  MoneyText,
  nullable,
  RequestIdText,
  TimeText,
  timeOrNull,
} from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { AdminEntryView, accountOrFailure, adminEntryView, onlyAccount } from '../accounts/account-views.ts';
import { AdminComplaintView, adminComplaintView } from '../complaints/complaint-views.ts';
import { paidFromView } from '../grants/grant-views.ts';
import { asSeenBy } from '../receipts/asked-view.ts';
import { ReceiptAnswer, ReceiptView, receiptView, withPaidFrom } from '../receipts/receipt-views.ts';
import { type CallQuery, callQuery, readCallFilter } from './call-filter.ts';
import { AdminCallView, adminCallView, callSeq } from './call-views.ts';

/** Calls that end at the same time are committed within this interval. So a request for newer calls returns the last five seconds again. */
const OVERLAP_MS = 5_000;

const CallTotalsView = Type.Object(
  {
    calls: Type.Integer({ minimum: 0, description: 'Answered, and charged.' }),
    failures: Type.Integer({
      minimum: 0,
      description: 'Calls that were opened but not answered; they cost nothing.',
    }),
    charged: MoneyText,
    cost: MoneyText,
    margin: Type.String({ description: 'Charged less cost; refunds are not taken off.' }),
    currency: Currency,
    counted_from: nullable(
      Type.String({
        description:
          'When there are too many calls to count, the sums cover calls since this time. null when all are counted.',
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
    counted_from: timeOrNull(countedFromMs),
  };
}

/** Restricts the list to calls that ended since the list that gave this cursor. */
function readNewer(filter: CallFilter, after: string | undefined): CallFilter | Failure {
  if (after === undefined) return filter;
  const read = readPage('newer calls', { cursor: after });
  const sinceMs = isFailure(read) ? null : Number(read.after);
  if (sinceMs === null) return invalid('after', 'was not given by this list');
  return { ...filter, fromMs: Math.max(sinceMs, filter.fromMs ?? 0) };
}

const callListQuery = {
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
  summary: 'Calls of all accounts: running calls first, then by end, newest first',
  tag: 'Calls',
  params: Nothing,
  query: Type.Object(callListQuery),
  body: Nothing,
  result: Type.Object({
    now: TimeText,
    calls: Type.Array(AdminCallView),
    next_cursor: NextCursor,
    newer_cursor: Type.String({
      description: 'Send it as `after` to get newer calls. A call may be listed twice, with the same id.',
    }),
    searched_to: nullable(
      Type.String({
        description:
          'A page reads a bounded number of calls, so it may be short or empty. No call that ended after this time is missing. null at the end of the list.',
      }),
    ),
    running: Count,
    totals: nullable(CallTotalsView),
  }),
  async run(deps, { query }, caller) {
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
      calls: page.items.map((call) => adminCallView(asSeenBy(caller, call), currency)),
      next_cursor: nextCursor('calls', page.next),
      newer_cursor: nextCursor('newer calls', String(nowMs - OVERLAP_MS))!,
      searched_to: timeOrNull(page.searchedToMs),
      running: page.items.filter(({ state }) => state === 'held').length,
      totals: totals && totalsView(totals, currency),
    };
  },
});

const CostedAttempt = Type.Object(
  {
    provider: Type.String(),
    platform: nullable(
      Type.String({ description: 'The platform of this attempt, in a call over several platforms.' }),
    ),
    started_ms: Type.Number({ description: 'Milliseconds after the hold.' }),
    duration_ms: Type.Number(),
    outcome: Type.String({
      description: '`ok`, `cancelled` when another attempt was faster, or the kind of failure.',
    }),
    bytes: Type.Integer({ minimum: 0 }),
    cost: MoneyText,
  },
  { $id: 'CostedAttempt' },
);

export const CallDetailView = Type.Object(
  {
    ...AdminCallView.properties,
    unit: ReceiptView.properties.unit,
    unit_price: ReceiptView.properties.unit_price,
    items: ReceiptView.properties.items,
    sum: ReceiptView.properties.sum,
    answer_kept: ReceiptView.properties.answer_kept,
    paid_from: ReceiptView.properties.paid_from,
    openings: Type.Integer({
      minimum: 1,
      description: 'How often this request id was begun: a call that failed may be sent again.',
    }),
    node: Type.String({ description: 'The process that began it last.' }),
    tried: Type.Array(CostedAttempt, { description: 'In the sequence in which they started.' }),
    entries: Type.Array(AdminEntryView, { description: 'Its charge and its refunds, oldest first.' }),
    refundable: Type.String({
      description: 'What can still be refunded of the charge.',
      examples: ['0.012000'],
    }),
    complaint: nullable(AdminComplaintView),
  },
  { $id: 'CallDetail', description: 'One call with everything that belongs to it.' },
);

function detailView(
  call: CallDetail,
  parts: readonly GrantPart[],
  currency: string,
): Static<typeof CallDetailView> {
  const { unit, unit_price, items, sum, answer_kept } = receiptView(call, currency, { showsProviders: true });
  return {
    ...adminCallView(call, currency),
    unit,
    unit_price,
    items,
    sum,
    answer_kept,
    ...(parts.length > 0 && { paid_from: paidFromView(parts) }),
    openings: call.epoch,
    node: call.node,
    tried: call.attempts.map((attempt) => ({
      provider: attempt.provider,
      platform: attempt.leg ?? null,
      started_ms: attempt.startedMs,
      duration_ms: attempt.durationMs,
      outcome: attempt.outcome,
      bytes: attempt.bytes,
      cost: formatMoney(attempt.costMicros),
    })),
    entries: call.entries.map((entry) => adminEntryView(entry, currency)),
    refundable: formatMoney((call.chargedMicros - call.refundedMicros) as typeof call.chargedMicros),
    complaint: call.complaint && adminComplaintView(call.complaint, currency),
  };
}

export const callRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetCall',
  method: 'GET',
  path: '/admin/v1/calls/{call}',
  summary: 'One call: its hold, its attempts and what each cost, its charge and what came after',
  tag: 'Calls',
  params: Type.Object({ call: Type.String({ minLength: 1, maxLength: 64, examples: ['call_8412'] }) }),
  query: Nothing,
  body: Nothing,
  result: Type.Object({ call: CallDetailView }),
  async run({ storage, currency }, { params }, caller) {
    const seq = callSeq(params.call);
    const call = seq === null ? null : await storage.calls.detail({ seq });
    if (call === null) return failure('NOT_FOUND', 'There is no such call.');
    const parts = await storage.grants.paidFor(call);
    const complaint = call.complaint && asSeenBy(caller, call.complaint);
    return { call: detailView({ ...asSeenBy(caller, call), complaint }, parts, currency) };
  },
});

/** What an operator reads before a refund. */
export const accountRequest = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetRequest',
  method: 'GET',
  path: '/admin/v1/accounts/{account}/requests/{request_id}',
  summary: 'Receipt of one call',
  tag: 'Accounts',
  params: Type.Object({ account: AccountRef, request_id: RequestIdText }),
  query: Nothing,
  body: Nothing,
  result: ReceiptAnswer,
  async run(deps, { params }, caller) {
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const { calls, grants } = deps.storage;
    const of = { accountId: account.id, requestId: params.request_id };
    const [call, parts] = await Promise.all([calls.find(of), grants.paidFor(of)]);
    if (call === null) return failure('NOT_FOUND', 'The account has no call with this request id.');
    const receipt = receiptView(asSeenBy(caller, call), account.currency, { showsProviders: true });
    return { call: withPaidFrom(receipt, parts) };
  },
});

/** Money reserved for running calls. */
export const holdList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListHolds',
  method: 'GET',
  path: '/admin/v1/holds',
  summary: 'Open holds, the oldest first',
  tag: 'Calls',
  params: Nothing,
  query: Type.Object({ ...pageQuery, account: Type.Optional(AccountRef) }),
  body: Nothing,
  result: Type.Object({ holds: Type.Array(AdminCallView), next_cursor: NextCursor }),
  async run(deps, { query }, caller) {
    const paging = readPage('holds', query);
    if (isFailure(paging)) return paging;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const page = await deps.storage.calls.holds({ ...paging, ...only });
    const holds = page.items.map((call) => adminCallView(asSeenBy(caller, call), deps.currency));
    return { holds, next_cursor: nextCursor('holds', page.next) };
  },
});

const FoundView = Type.Object(
  {
    kind: Type.Enum([...FOUND_KINDS]),
    id: Type.String({ description: 'The id as the routes of its kind accept it.' }),
    name: Type.String({
      description: 'Its name; the request id of a call, the kind of an entry, the words of a complaint.',
    }),
    account_id: nullable(Type.String()),
    account_name: nullable(Type.String()),
    state: Type.String({ examples: ['settled'] }),
  },
  { $id: 'Found', description: 'Something with the id or name that was looked up.' },
);

export const idLookUp = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminLookUp',
  method: 'GET',
  path: '/admin/v1/lookup',
  summary:
    'What an id is: a call, a request id, an account, a key or its prefix, a project, a complaint, an entry, a token, a session',
  tag: 'Calls',
  params: Nothing,
  query: Type.Object({ id: RequestIdText }),
  body: Nothing,
  result: Type.Object({
    found: Type.Array(FoundView, { description: 'Empty when nothing has this id or name.' }),
  }),
  async run({ storage }, { query }) {
    const found = await storage.lookUp({ id: query.id });
    return {
      found: found.map(({ kind, id, name, accountId, accountName, state }) => ({
        kind,
        id,
        name,
        account_id: accountId,
        account_name: accountName,
        state,
      })),
    };
  },
});
