// Owns one call as operators read it: what was held, what was tried, what was charged, and what came after. Never its answer.
import type { Static } from 'typebox';
import { MoneyText, nullable } from '../account/fields.ts';
import { paidFromView } from '../account/grant-view.ts';
import { ReceiptView, receiptView } from '../account/receipt-view.ts';
import { failure } from '../domain/failure.ts';
import type { GrantPart } from '../domain/grant.ts';
import { formatMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { CallDetail } from '../storage/storage.ts';
import { AdminEntryView, adminEntryView } from './account-view.ts';
import { AdminCallView, adminCallView, callSeq } from './call-view.ts';
import { AdminComplaintView, adminComplaintView } from './complaint-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

const CostedAttempt = Type.Object(
  {
    provider: Type.String(),
    platform: nullable(Type.String({ description: 'Of which platform, in a call over several.' })),
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
    tried: Type.Array(CostedAttempt, { description: 'In the order in which they began.' }),
    entries: Type.Array(AdminEntryView, { description: 'Its charge and its refunds, oldest first.' }),
    refundable: Type.String({
      description: 'What is left of the charge to give back.',
      examples: ['0.012000'],
    }),
    complaint: nullable(AdminComplaintView),
  },
  { $id: 'CallDetail', description: 'One call with all that hangs on it.' },
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
  async run({ storage, currency }, { params }) {
    const seq = callSeq(params.call);
    const call = seq === null ? null : await storage.calls.detail({ seq });
    if (call === null) return failure('NOT_FOUND', 'There is no such call.');
    const parts = await storage.grants.paidFor(call);
    return { call: detailView(call, parts, currency) };
  },
});
