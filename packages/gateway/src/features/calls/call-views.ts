// How calls are shown to operators: with account, charge, refund, and cost to the operator.

import type { Static } from 'typebox';
import { GROUPS } from '../../domain/access/key.ts';
import type { Attempt } from '../../domain/call.ts';
import { ID_PREFIXES } from '../../domain/ids.ts';
import { formatMoney, type Micros, toMicros } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import type { ListedCall } from '../../storage/storage.ts';
import { type CsvCell, type CsvForm, csvHead, csvLines } from '../../verb/csv.ts';
import { Count, Currency, MoneyText, nullable, TimeText } from '../../verb/fields.ts';
import { AdminAskedField, askedView } from '../receipts/asked-view.ts';
import { timesView } from '../receipts/receipt-views.ts';

export const CALL_STATES = ['held', 'settled', 'released', 'expired'] as const;

export const AdminCallView = Type.Object(
  {
    id: Type.String({ description: 'Id of the call in this ledger.', examples: ['call_8412'] }),
    request_id: Type.String(),
    account_id: Type.String(),
    account_name: Type.String(),
    key_id: Type.String(),
    key_name: Type.String(),
    project_id: nullable(Type.String()),
    state: Type.Enum([...CALL_STATES]),
    path: Type.String(),
    asked: AdminAskedField,
    group: Type.Enum([...GROUPS]),
    platform: Type.String(),
    operation: Type.String(),
    variant: Type.Enum(['economy', 'stable']),
    catalog_version: Type.Integer(),
    price: Type.String({
      description: 'The most that the call could cost; this amount was held.',
      examples: ['0.012000'],
    }),
    charged: MoneyText,
    refunded: MoneyText,
    cost: Type.String({ description: 'What its attempts cost the operator.', examples: ['0.004000'] }),
    margin: Type.String({
      description: 'Charged, less what was refunded and what it cost.',
      examples: ['0.008000'],
    }),
    currency: Currency,
    source: nullable(Type.Enum(['live', 'cache', 'stale'])),
    failure: nullable(Type.String({ description: 'The code that the call ended with.' })),
    provider: nullable(
      Type.String({
        description:
          'The provider that answered, or was asked last. For a call over several platforms, the first.',
      }),
    ),
    providers: Type.Array(Type.String(), {
      description:
        'All providers that answered, one per platform. The provider that was asked last when none answered.',
      examples: [['tube', 'archive']],
    }),
    attempts: Count,
    resumed: Type.Boolean({
      description:
        'A walk went on at another provider, or without its former position, and repeated no item.',
    }),
    opened_at: TimeText,
    finished_at: nullable(TimeText),
    duration_ms: nullable(Type.Number()),
  },
  { $id: 'AdminCall', description: 'One call, as operators list it.' },
);
export type AdminCallView = Static<typeof AdminCallView>;

const callId = (seq: number) => `${ID_PREFIXES.call}${seq}`;

/** The sequence number in a call id; null when the text is not a call id. */
export function callSeq(id: string): number | null {
  const digits = /^call_([1-9][0-9]{0,14})$/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}

function costOf(attempts: readonly Attempt[]): Micros {
  return toMicros(attempts.reduce((sum, { costMicros }) => sum + costMicros, 0));
}

/** Each provider once, in the sequence of attempts. */
function providersOf(attempts: readonly Attempt[]): string[] {
  const answered = attempts.filter(({ outcome }) => outcome === 'ok');
  const named = answered.length > 0 ? answered : attempts.slice(-1);
  return [...new Set(named.map(({ provider }) => provider))];
}

export function adminCallView(call: ListedCall, currency: string): AdminCallView {
  const costMicros = costOf(call.attempts);
  const providers = providersOf(call.attempts);
  return {
    id: callId(call.seq),
    request_id: call.requestId,
    account_id: call.accountId,
    account_name: call.accountName,
    key_id: call.keyId,
    key_name: call.keyName,
    project_id: call.projectId,
    state: call.state,
    path: call.path,
    asked: askedView(call),
    group: call.group,
    platform: call.platform,
    operation: call.operation,
    variant: call.variant,
    catalog_version: call.catalogVersion,
    price: formatMoney(call.priceMicros),
    charged: formatMoney(call.chargedMicros),
    refunded: formatMoney(call.refundedMicros),
    cost: formatMoney(costMicros),
    margin: formatMoney(toMicros(call.chargedMicros - call.refundedMicros - costMicros)),
    currency,
    source: call.source,
    failure: call.failureCode,
    provider: providers[0] ?? null,
    providers,
    attempts: call.attempts.length,
    resumed: call.attempts.some(({ isResumed }) => isResumed === true),
    ...timesView(call),
  };
}

const CALL_FIELDS = [
  'id',
  'request_id',
  'opened_at',
  'finished_at',
  'state',
  'account_id',
  'account_name',
  'key_id',
  'key_name',
  'project_id',
  'path',
  'platform',
  'variant',
  'provider',
  'attempts',
  'source',
  'failure',
  'price',
  'charged',
  'refunded',
  'cost',
  'margin',
  'currency',
  'catalog_version',
  'duration_ms',
  'providers',
] as const satisfies readonly (keyof AdminCallView)[];

interface Calls {
  calls: AdminCallView[];
  next_cursor: string | null;
}

/** A table leaves the gateway, and what customers asked does not belong in it. */
const callRow = ({ asked: _, ...call }: AdminCallView): Record<string, CsvCell> => ({
  ...call,
  providers: call.providers.join(' '),
});

export const callsCsv: CsvForm = {
  head: () => csvHead(CALL_FIELDS),
  lines: (result) => csvLines(CALL_FIELDS, (result as Calls).calls.map(callRow)),
  next: (result) => (result as Calls).next_cursor,
};
