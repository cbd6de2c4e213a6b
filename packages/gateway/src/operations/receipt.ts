// Owns the receipt in an answer: its definition, and its text around a balance that only the ledger's transaction knows.
import type { Static } from 'typebox';
import type { AnswerText } from '../domain/answer.ts';
import type { Source } from '../domain/call.ts';
import { GRANT_KINDS } from '../domain/grant.ts';
import { Type } from '../domain/schema.ts';
import { type ChargeFigures, type LegFigures, UNITS } from '../domain/terms.ts';

const Money = (description: string) => Type.String({ description, examples: ['0.012000'] });

const nullableItems = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
  description: 'How many items are charged for; null unless the unit is `item`.',
});

const GrantPaid = Money('What this grant paid.');

const TierBegin = Type.Integer({
  minimum: 0,
  description:
    'Of a price with tiers: the one that held begins after so many units of the month. It was fixed when the call was opened.',
});

const ReceiptLeg = Type.Object({
  platform: Type.String(),
  unit: Type.Enum(['call', 'item'], { description: 'What the price is for.' }),
  unit_price: Money('Price of one unit on this platform.'),
  tier: Type.Optional(TierBegin),
  items: Type.Integer({
    minimum: 0,
    description: 'Items that it delivered, on this page or for the next ones.',
  }),
  charged: Money('What this leg took from the balance.'),
});

export const Receipt = Type.Object(
  {
    unit: Type.Enum([...UNITS], { description: 'What the price is for.' }),
    unit_price: Money('Price of one unit; the sum of all legs for `leg`.'),
    tier: Type.Optional(TierBegin),
    items: nullableItems,
    sum: Type.String({
      description: 'How the charge came about, for people.',
      examples: ['17 x 0.001000', 'minimum 0.005000, for 2 x 0.001000'],
    }),
    legs: Type.Optional(
      Type.Array(ReceiptLeg, { description: 'Of a search over all platforms: those that delivered.' }),
    ),
    charged: Money('What this call took from the balance.'),
    currency: Type.String({ examples: ['USD'] }),
    source: Type.Union([Type.Literal('live'), Type.Literal('cache'), Type.Literal('stale')]),
    catalog_version: Type.Integer({ minimum: 1 }),
    trace_id: Type.Optional(
      Type.String({ description: 'Of the trace that the call is a part of, where there is one.' }),
    ),
    balance: Money('Balance after this call.'),
    paid_from: Type.Optional(
      Type.Array(
        Type.Object({ grant: Type.String(), kind: Type.Enum([...GRANT_KINDS]), amount: GrantPaid }),
        {
          description: 'Which grants paid; the rest of the charge was ordinary money. Absent where none did.',
        },
      ),
    ),
  },
  { $id: 'Receipt', description: 'What the call cost.' },
);

export type Receipt = Static<typeof Receipt>;

/** Without what only the transaction of the charge knows. */
type BegunReceipt = Omit<Receipt, 'balance' | 'paid_from'>;

/** The figures that an answer may show, all but the balance. */
export interface ReceiptFigures extends ChargeFigures {
  requestId: string;
  charged: string;
  currency: string;
  catalogVersion: number;
  source: Source;
  traceId?: string;
}

/** Fields that an answer begins with. */
export interface AnswerLead {
  platform: string;
  /** What was asked, as the operation reads it. */
  ask: Readonly<Record<string, string>>;
  /** Of the field that holds the results. */
  resultName: string;
}

const tierOf = ({ tier }: { tier?: number }) => (tier === undefined ? {} : { tier });

const legOf = ({ platform, unit, unitPrice, items, charged, ...of }: LegFigures) => ({
  ...{ platform, unit, unit_price: unitPrice, ...tierOf(of), items, charged },
});

/** The whole answer: what was asked, the results and what follows them, and the receipt up to its balance. */
export function writeAnswer(
  { platform, ask, resultName }: AnswerLead,
  results: Uint8Array,
  figures: ReceiptFigures,
): AnswerText {
  const lead = JSON.stringify({ request_id: figures.requestId, platform, ...ask });
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
  // The balance comes behind it, and which grants paid.
  const begun = JSON.stringify(receipt).slice(0, -1);
  return {
    kind: 'text',
    head: [`${lead.slice(0, -1)},"${resultName}":`, results, `,"receipt":${begun},"balance":"`],
    tail: '"}}',
  };
}
