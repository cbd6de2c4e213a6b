// The events that are reported to an account or to the operator: the closed list of types, with the data of each. The transaction that
// causes an event writes it, and it never changes. Ordinary calls write none.

/** The operator's stream. Ids of accounts never look like this. */
export const OPERATOR_STREAM = 'operator';

interface EventKind<Field extends string = string> {
  /** Which stream it is written to. */
  to: 'account' | 'operator';
  /** When it is written; shown in the documents. */
  text: string;
  /** Names of its data fields, in this order. */
  data: readonly Field[];
}

const account = <Field extends string>(text: string, ...data: readonly Field[]): EventKind<Field> => ({
  ...{ to: 'account', text, data },
});
const operator = <Field extends string>(text: string, ...data: readonly Field[]): EventKind<Field> => ({
  ...{ to: 'operator', text, data },
});

const ENTRY = ['amount', 'balance', 'entry_seq', 'reference', 'reason'] as const;
const DISPUTE = ['dispute', 'reference', 'taken', 'owed'] as const;
const BUDGET = ['scope', 'id', 'window', 'limit', 'spent', 'left', 'resets_at'] as const;
const PAYBACK = ['payback', 'amount', 'reference'] as const;
const WATCH = ['watch', 'name'] as const;
const KEY = ['key', 'name', 'prefix'] as const;
const COLLECTED = ['failure', 'items', 'charged', 'budget'] as const;
const ENDED = ['collection', 'name', 'state', 'end', 'expires_at', ...COLLECTED] as const;

/** A new type is a row here and a row in the guide. A new field has its schema in features/events/event-schemas.ts. */
export const EVENTS = {
  'balance.low': account(
    'A charge or adjustment took the balance below the limit of the account. It is reported again only after the balance was back at the limit.',
    'balance',
    'limit',
  ),
  'balance.empty': account('The balance no longer covers a call like the last one.', 'balance', 'limit'),
  'budget.warned': account('80 % of a cap of a key or a project is spent; once per window.', ...BUDGET),
  'budget.reached': account(
    'A cap of a key or a project no longer covers a call like the last one; once per window.',
    ...BUDGET,
  ),
  'price.changed': account(
    'A new version of the price list is in force and changes your price for a path that you used in the last 30 days or have an agreed price for.',
    'catalog_version',
    'effective_from',
    'changes',
    'change_count',
  ),
  'topup.credited': account('Money was paid in.', ...ENTRY),
  'refund.made': account('All or a part of a charge was given back.', ...ENTRY, 'request_id'),
  'grant.expired': account(
    'A grant expired; what was left of it was taken from the balance.',
    'grant',
    'kind',
    'amount',
  ),
  'account.renamed': account('The account has another name.', 'name', 'before'),
  'account.closed': account(
    'The account was closed: its keys stopped, its balance stays.',
    'name',
    'balance',
  ),
  'account.reopened': account('The account was opened again.', 'name', 'balance'),
  'key.created': account('A key was made.', ...KEY),
  'key.rotated': account('A key has a new secret.', ...KEY, 'previous_valid_until'),
  'key.revoked': account('A key was revoked, for good.', ...KEY),
  'key.expiring': account('A key ends within a week.', ...KEY, 'expires_at'),
  'statement.ready': account('A month was closed.', 'number', 'month', 'opening', 'closing'),
  'webhook.disabled': account(
    'A webhook failed for days and is no longer called. Its events are kept.',
    'webhook',
    'url',
    'failing_since',
  ),
  'recharge.paid': account('The saved card paid a recharge.', 'recharge', 'amount', 'reference'),
  'recharge.declined': account('The saved card was refused.', 'recharge', 'amount', 'failure'),
  'recharge.paused': account('Recharges stopped. Setting the recharge rule again resumes them.', 'reason'),
  'recharge.capped': account(
    'The monthly limit of the recharge rule is reached. The card is charged again next month.',
    'month_max',
    'until',
  ),
  'dispute.withdrawn': account(
    "The payer's bank took a payment back. What the balance did not cover is owed, and repaid by the next top-up.",
    ...DISPUTE,
  ),
  'dispute.reinstated': account('The bank returned a payment that it had taken back.', ...DISPUTE),
  'payback.made': account('A part of a payment went back to its card.', ...PAYBACK),
  'payback.refused': account(
    'A part of a payment could not go back to its card. It is in the balance again.',
    ...PAYBACK,
    'failure',
  ),
  'collection.done': account(
    'A collection has all items that it can get, or as many as it should.',
    ...ENDED,
  ),
  'collection.stopped': account(
    'A collection ended before it had all items: by its budget, its time, its owner or its key, or because the platform refused. Its items stay until it expires.',
    ...ENDED,
  ),
  'collection.waiting': account(
    'A collection waits for money, for a cap, for the platform or for its quota. It is written once for each cause until the next page.',
    ...['collection', 'name', 'state', 'waiting_for', 'next_try_at', ...COLLECTED],
  ),
  'watch.items': account(
    'A watch found new items. At most 50 records, and 64 kB of them, are in `items`; `more` leads to all.',
    ...WATCH,
    ...['run', 'gap', 'late_by_s', 'first_number', 'last_number', 'count', 'charged', 'items', 'more'],
  ),
  'watch.paused': account(
    'A watch stopped, and does not run until it is resumed.',
    ...WATCH,
    ...['paused_for', 'spent', 'resumes_at'],
  ),
  'watch.resumed': account(
    'Watches go on. At most 50 of them are in `watches`; `count` is the number of all.',
    ...['watches', 'count', 'paused_for'],
  ),
  'watch.failing': account(
    'Three runs of a watch in a row failed. It goes on.',
    ...WATCH,
    'failures',
    'failure',
  ),
  'watch.recovered': account('A watch works again after failures.', ...WATCH, 'failures'),
  'webhook.test': account('A test of a webhook was requested.', 'webhook'),
  'provider.suspended': operator(
    'A provider is not used for now: it failed too often, or asked for a pause.',
    'provider',
    'failure',
  ),
  'provider.recovered': operator('A provider can be used again after a pause.', 'provider'),
  'margin.negative': operator(
    'On this UTC day a provider cost more than its answers earned.',
    'provider',
    'day',
    'charged',
    'cost',
  ),
  'ledger.difference': operator('A check of the ledger found differences.', 'difference_count'),
} as const satisfies Record<string, EventKind>;

export type EventType = keyof typeof EVENTS;
export type EventField = (typeof EVENTS)[EventType]['data'][number];

export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** Event data as it is stored and shown: amounts and times are text. */
export type EventData = Record<string, unknown>;

export interface NewEvent {
  /** An account id, or `OPERATOR_STREAM`. */
  stream: string;
  type: EventType;
  data: EventData;
}

export interface StreamEvent extends NewEvent {
  id: string;
  /** 1, 2, 3 … within its stream, without gaps. */
  seq: number;
  atMs: number;
}

/** Covers a receiver that was down for a quarter of a year. */
export const EVENTS_KEPT_DAYS_DEFAULT = 90;
