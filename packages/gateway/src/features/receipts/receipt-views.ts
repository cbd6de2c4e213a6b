// How a call is shown as a receipt: what it cost and its attempts, never its answer.

import type { Static } from 'typebox';
import { GROUPS } from '../../domain/access/key.ts';
import { type CallRecord, sparedMsOf } from '../../domain/call.ts';
import { formatTime } from '../../domain/clock.ts';
import type { GrantPart } from '../../domain/grant.ts';
import { formatMoney } from '../../domain/money.ts';
import { chargeFigures, UNITS } from '../../domain/prices/terms.ts';
import { orderNames } from '../../domain/provider-status.ts';
import { Type } from '../../domain/schema.ts';
import { type CsvCell, type CsvForm, csvHead, csvLines } from '../../verb/csv.ts';
import { Count, Currency, MoneyText, nullable, TimeText, timeOrNull } from '../../verb/fields.ts';
import { PaidFrom, paidFromView } from '../grants/grant-views.ts';
import { AskedField, askedView } from './asked-view.ts';

const AttemptView = Type.Object(
  {
    provider: Type.String({
      description: 'The provider; a number such as `provider-1` where the operator hides the names.',
    }),
    started_ms: Type.Number({ description: 'Milliseconds after the call was admitted.' }),
    duration_ms: Type.Number(),
    outcome: Type.String({
      description: '`ok`, `cancelled` when another attempt was faster, or the kind of failure.',
    }),
    bytes: Count,
  },
  { $id: 'Attempt' },
);

export const ReceiptView = Type.Object(
  {
    request_id: Type.String(),
    key_id: Type.String({ description: 'The key that made the call, and whose caps it counts for.' }),
    state: Type.Enum(['held', 'settled', 'released', 'expired']),
    path: Type.String(),
    asked: AskedField,
    group: Type.Enum([...GROUPS]),
    platform: Type.String(),
    operation: Type.String(),
    variant: Type.Enum(['economy', 'stable']),
    unit: Type.Enum([...UNITS]),
    unit_price: MoneyText,
    tier: Type.Optional(
      Type.Integer({
        description: 'For a price with tiers: the number of units after which the applied tier starts.',
      }),
    ),
    price: Type.String({
      description: 'The most that the call could cost; this much was held.',
      examples: ['0.012000'],
    }),
    items: nullable(
      Type.Integer({ description: 'How many items are charged for; null unless the unit is `item`.' }),
    ),
    sum: nullable(
      Type.String({
        description: 'The calculation of the charge, for people; null when nothing was charged.',
      }),
    ),
    legs: Type.Optional(
      Type.Array(Type.Object({ platform: Type.String(), items: Type.Integer(), charged: MoneyText }), {
        description: 'Of a search over many platforms: those that delivered.',
      }),
    ),
    charged: MoneyText,
    refunded: MoneyText,
    paid_from: Type.Optional(PaidFrom),
    currency: Currency,
    catalog_version: Type.Integer(),
    source: nullable(Type.Enum(['live', 'cache', 'stale'])),
    failure: nullable(Type.String({ description: 'The code that the call ended with.' })),
    attempts: Type.Array(AttemptView),
    opened_at: TimeText,
    finished_at: nullable(TimeText),
    duration_ms: nullable(Type.Number()),
    answer_kept: Type.Boolean({
      description: 'True while the same request id still fetches the same answer.',
    }),
  },
  { $id: 'CallReceipt' },
);
export type ReceiptView = Static<typeof ReceiptView>;

/** Adds which grants paid. Unchanged when only ordinary money did. */
export function withPaidFrom(receipt: ReceiptView, parts: readonly GrantPart[]): ReceiptView {
  return parts.length === 0 ? receipt : { ...receipt, paid_from: paidFromView(parts) };
}

/** Nested, because `request_id` at the top of every answer is the id of that answer and not of the shown call. */
export const ReceiptAnswer = Type.Object({ call: ReceiptView });

/** Operators always see the names of providers. */
interface ReceiptReader {
  showsProviders: boolean;
}

function attemptsOf(call: CallRecord, { showsProviders }: ReceiptReader): ReceiptView['attempts'] {
  const names = call.attempts.map(({ provider }) => provider);
  const shown = showsProviders ? names : orderNames(names);
  return call.attempts.map((attempt, i) => ({
    provider: shown[i]!,
    started_ms: attempt.startedMs,
    duration_ms: attempt.durationMs,
    outcome: attempt.outcome,
    bytes: attempt.bytes,
  }));
}

/**
 * A call that got the answer of another account's call is told as one that began as much earlier as it was spared. Its end is true: it is
 * also the time of its charge.
 */
export function timesView({ openedAtMs, finishedAtMs, attempts }: CallRecord) {
  const beganMs = openedAtMs - sparedMsOf(attempts);
  return {
    opened_at: formatTime(beganMs),
    finished_at: timeOrNull(finishedAtMs),
    duration_ms: finishedAtMs === null ? null : finishedAtMs - beganMs,
  };
}

/** Items and sum are null before the end of the call, and when nothing was charged. */
function chargeView(
  call: CallRecord,
): Pick<ReceiptView, 'unit' | 'unit_price' | 'tier' | 'items' | 'sum' | 'legs'> {
  const terms = call.terms ?? { unit: 'call', priceMicros: call.priceMicros };
  const figures = chargeFigures(terms, call.delivered ?? { items: 0 }, call.chargedMicros);
  const isCharged = call.state === 'settled';
  return {
    unit: figures.unit,
    unit_price: figures.unitPrice,
    ...(figures.tier !== undefined && { tier: figures.tier }),
    items: isCharged ? figures.items : null,
    sum: isCharged ? figures.sum : null,
    ...(figures.legs && {
      legs: figures.legs.map(({ platform, items, charged }) => ({ platform, items, charged })),
    }),
  };
}

export function receiptView(call: CallRecord, currency: string, reader: ReceiptReader): ReceiptView {
  return {
    request_id: call.requestId,
    key_id: call.keyId,
    state: call.state,
    path: call.path,
    asked: askedView(call),
    group: call.group,
    platform: call.platform,
    operation: call.operation,
    variant: call.variant,
    ...chargeView(call),
    price: formatMoney(call.priceMicros),
    charged: formatMoney(call.chargedMicros),
    refunded: formatMoney(call.refundedMicros),
    currency,
    catalog_version: call.catalogVersion,
    source: call.source,
    failure: call.failureCode,
    attempts: attemptsOf(call, reader),
    ...timesView(call),
    answer_kept: call.answerKept,
  };
}

const RECEIPT_COLUMNS = [
  'request_id',
  'opened_at',
  'finished_at',
  'state',
  'path',
  'platform',
  'price',
  'charged',
  'refunded',
  'currency',
  'source',
  'failure',
  'duration_ms',
] as const satisfies readonly (keyof ReceiptView)[];

type Receipts = { calls: Record<(typeof RECEIPT_COLUMNS)[number], CsvCell>[]; next_cursor: string | null };

export const receiptsCsv: CsvForm = {
  head: () => csvHead(RECEIPT_COLUMNS),
  lines: (result) => csvLines(RECEIPT_COLUMNS, (result as Receipts).calls),
  next: (result) => (result as Receipts).next_cursor,
};
