// The receipt in an answer: its schema, and its text up to the balance, which is known only in the ledger's transaction.
import type { Static } from 'typebox';
import type { AnswerText } from '../domain/answer.ts';
import type { Source } from '../domain/call.ts';
import { GRANT_KINDS } from '../domain/grant.ts';
import { type ChargeFigures, type LegFigures, UNITS } from '../domain/prices/terms.ts';
import { Type } from '../domain/schema.ts';

const Money = (description: string) => Type.String({ description, examples: ['0.012000'] });

const nullableItems = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
  description: 'How many items are charged for; null unless the unit is `item`.',
});

const GrantPaid = Money('What this grant paid.');

const TierBegin = Type.Integer({
  minimum: 0,
  description:
    'For a price with tiers: the number of units of the month after which the tier that applied begins. It was fixed when the call was opened.',
});

const ReceiptLeg = Type.Object({
  platform: Type.String(),
  unit: Type.Enum(['call', 'item'], { description: 'What one price pays for.' }),
  unit_price: Money('Price of one unit on this platform.'),
  tier: Type.Optional(TierBegin),
  items: Type.Integer({
    minimum: 0,
    description: 'Number of items that this platform delivered, for this page or for later ones.',
  }),
  charged: Money('What this leg took from the balance.'),
});

export const Receipt = Type.Object(
  {
    unit: Type.Enum([...UNITS], { description: 'What one price pays for.' }),
    unit_price: Money('Price of one unit; the sum of all legs for `leg`.'),
    tier: Type.Optional(TierBegin),
    items: nullableItems,
    sum: Type.String({
      description: 'How the charge was calculated, in words.',
      examples: ['17 x 0.001000', 'minimum 0.005000, for 2 x 0.001000'],
    }),
    legs: Type.Optional(
      Type.Array(ReceiptLeg, {
        description: 'For a search over many platforms: the platforms that delivered.',
      }),
    ),
    charged: Money('What this call took from the balance.'),
    currency: Type.String({ examples: ['USD'] }),
    source: Type.Union([Type.Literal('live'), Type.Literal('cache'), Type.Literal('stale')]),
    catalog_version: Type.Integer({ minimum: 1 }),
    trace_id: Type.Optional(
      Type.String({ description: 'Id of the trace that the call belongs to, if there is one.' }),
    ),
    balance: Money('Balance after this call.'),
    paid_from: Type.Optional(
      Type.Array(
        Type.Object({ grant: Type.String(), kind: Type.Enum([...GRANT_KINDS]), amount: GrantPaid }),
        {
          description:
            'The grants that paid; ordinary money paid the rest of the charge. Absent when no grant paid.',
        },
      ),
    ),
  },
  { $id: 'Receipt', description: 'What the call cost.' },
);

export type Receipt = Static<typeof Receipt>;

/** Without the fields that only the transaction of the charge determines. */
type BegunReceipt = Omit<Receipt, 'balance' | 'paid_from'>;

/** The figures of a receipt, except the balance. */
export interface ReceiptFigures extends ChargeFigures {
  requestId: string;
  charged: string;
  currency: string;
  catalogVersion: number;
  source: Source;
  traceId?: string;
}

/** The fields at the beginning of an answer. */
export interface AnswerLead {
  platform: string;
  /** The parameters, as the operation read them. */
  ask: Readonly<Record<string, string>>;
  /** Name of the field that holds the results. */
  resultName: string;
}

const tierOf = ({ tier }: { tier?: number }) => (tier === undefined ? {} : { tier });

const legOf = ({ platform, unit, unitPrice, items, charged, ...of }: LegFigures) => ({
  ...{ platform, unit, unit_price: unitPrice, ...tierOf(of), items, charged },
});

/** The whole answer: the parameters, the results and what follows them, and the receipt up to its balance. */
export function writeAnswer(
  { platform, ask, resultName }: AnswerLead,
  results: Uint8Array,
  figures: ReceiptFigures,
): AnswerText {
  const lead = JSON.stringify({ request_id: figures.requestId, platform, ...ask });
  // The closing bracket is cut off: the balance and the grants that paid are appended later.
  const begun = receiptText(figures).slice(0, -1);
  return {
    kind: 'text',
    head: [`${lead.slice(0, -1)},"${resultName}":`, results, `,"receipt":${begun},"balance":"`],
    tail: '"}}',
  };
}

/** The receipt as JSON, without what only the transaction of the charge determines. */
export function receiptText(figures: ReceiptFigures): string {
  const receipt: BegunReceipt = {
    unit: figures.unit,
    unit_price: figures.unitPrice,
    ...tierOf(figures),
    items: figures.items,
    sum: figures.sum,
    ...(figures.legs && { legs: figures.legs.map(legOf) }),
    charged: figures.charged,
    currency: figures.currency,
    source: figures.source,
    catalog_version: figures.catalogVersion,
    ...(figures.traceId !== undefined && { trace_id: figures.traceId }),
  };
  return JSON.stringify(receipt);
}
