// Duties for operators: what is due, what is late and what fails, over all kinds of work.
import type { Static } from 'typebox';
import { formatTime } from '../../domain/clock.ts';
import { isFailure } from '../../domain/failure.ts';
import { DUTY_KINDS, type DutyKind, type ListedDuty } from '../../domain/gathering/duty.ts';
import { Type } from '../../domain/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { Count, TimeText } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';

const Kind = Type.Enum([...DUTY_KINDS], { description: 'The kind of work.' });

const DutyView = Type.Object(
  {
    kind: Kind,
    id: Type.String({ description: 'Of the webhook, recharge, payback, collection or watch.' }),
    account_id: Type.String({ description: '`operator` for work of the service itself.' }),
    due_at: TimeText,
    running: Type.Boolean({ description: 'A node works on it.' }),
    late: Type.Boolean({ description: 'It has been due for more than a minute, and no node works on it.' }),
    failures: Type.Integer({ minimum: 0, description: 'Tries in a row that failed.' }),
  },
  { $id: 'Duty' },
);

const dutyView = ({ kind, id, party, dueAtMs, isClaimed, isLate, failures }: ListedDuty) => ({
  ...{ kind, id, account_id: party, due_at: formatTime(dueAtMs) },
  ...{ running: isClaimed, late: isLate, failures },
});

export const DutyCountsView = Type.Object(
  {
    kind: Kind,
    due: Count,
    late: Type.Integer({ minimum: 0, description: 'Due for more than a minute, and no node works on it.' }),
    failing: Type.Integer({ minimum: 0, description: 'Whose last try failed.' }),
  },
  { $id: 'DutyCounts' },
);

/** One row for each kind. */
export async function dutyCounts({
  duties,
}: Pick<Storage, 'duties'>): Promise<Static<typeof DutyCountsView>[]> {
  const figures = await duties.figures();
  return DUTY_KINDS.map((kind) => ({ kind, ...figures[kind] }));
}

/** What each kind is called in sentences; plural. */
const NAMES: Record<DutyKind, string> = {
  webhook: 'webhooks',
  recharge: 'recharges',
  payback: 'paybacks',
  statements: 'closings of months',
  collection: 'collections',
  watch: 'watches',
};

/** Kinds of which something is late or fails, as words; empty when all is well. */
export function dutyTroubles(counts: readonly Static<typeof DutyCountsView>[]): string[] {
  return counts.flatMap(({ kind, late, failing }) => {
    const parts = [late > 0 && `${late} late`, failing > 0 && `${failing} failing`].filter(Boolean);
    return parts.length === 0 ? [] : [`${NAMES[kind]}: ${parts.join(', ')}`];
  });
}

export const dutyList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListDuties',
  method: 'GET',
  path: '/admin/v1/duties',
  summary: 'List work that is due now or later, the earliest first',
  tag: 'Status',
  params: Nothing,
  query: Type.Object({
    ...pageQuery,
    kind: Type.Optional(Kind),
    late: Type.Optional(
      Type.Boolean({ description: 'Only what has been due for more than a minute without a node.' }),
    ),
  }),
  body: Nothing,
  result: Type.Object({ duties: Type.Array(DutyView), next_cursor: NextCursor }),
  async run({ storage }, { query }) {
    const paging = readPage('duties', query);
    if (isFailure(paging)) return paging;
    const only = query.kind === undefined ? {} : { kind: query.kind };
    const page = await storage.duties.list({ ...paging, ...only, isLate: query.late === true });
    return { duties: page.items.map(dutyView), next_cursor: nextCursor('duties', page.next) };
  },
});
