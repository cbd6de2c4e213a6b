// How a complaint is shown. Only operators see the provider and its cost.
import type { Static } from 'typebox';
import { formatTime } from '../../domain/clock.ts';
import { COMPLAINT_STATES, type Complaint, GROUNDS } from '../../domain/complaint.ts';
import { failure } from '../../domain/failure.ts';
import { formatMoney } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import { Currency, IdText, MoneyText, nullable, TimeText, timeOrNull } from '../../verb/fields.ts';
import { AdminAskedField, AskedField, askedView } from '../receipts/asked-view.ts';

const complaintFields = {
  id: Type.String(),
  // Not `request_id`: at the top of every answer that is the id of the answer itself.
  call_id: Type.String({ description: 'The request id of the call.' }),
  asked: AskedField,
  reason: Type.String(),
  state: Type.Enum([...COMPLAINT_STATES], { description: '`waiting`: a person has to decide.' }),
  ground: Type.Enum([...GROUNDS], {
    description: 'What decides: a rule about the stored answer, the allowance of the month, or a person.',
  }),
  note: Type.String({ description: 'Why it was decided this way, or why it waits.' }),
  charged: MoneyText,
  refunded: MoneyText,
  currency: Currency,
  filed_at: TimeText,
  decided_at: nullable(TimeText),
};

export const ComplaintView = Type.Object(complaintFields, {
  $id: 'Complaint',
  description: 'A complaint about a paid answer.',
});
export const ComplaintAnswer = Type.Object({ complaint: ComplaintView });

export function complaintView(complaint: Complaint, currency: string): Static<typeof ComplaintView> {
  return {
    id: complaint.id,
    call_id: complaint.requestId,
    asked: askedView(complaint),
    reason: complaint.reason,
    state: complaint.state,
    ground: complaint.ground,
    note: complaint.note,
    charged: formatMoney(complaint.chargedMicros),
    refunded: formatMoney(complaint.refundedMicros),
    currency,
    filed_at: formatTime(complaint.filedAtMs),
    decided_at: timeOrNull(complaint.decidedAtMs),
  };
}

export const AdminComplaintView = Type.Object(
  {
    ...complaintFields,
    asked: AdminAskedField,
    account_id: Type.String(),
    path: Type.String(),
    provider: nullable(
      Type.String({
        description: 'The provider of the answer; null when no provider was asked, or several were.',
      }),
    ),
    providers: Type.Array(Type.String(), {
      description:
        'All providers that delivered a part of the answer; several for a search over many platforms.',
    }),
    cost: MoneyText,
    decided_by: nullable(Type.String()),
  },
  { $id: 'AdminComplaint', description: 'A complaint, with what an operator needs to decide it.' },
);
export const AdminComplaintAnswer = Type.Object({ complaint: AdminComplaintView });
export const complaintParams = Type.Object({ complaint: IdText });

export const noComplaint = failure('NOT_FOUND', 'There is no such complaint.');

export function adminComplaintView(
  complaint: Complaint,
  currency: string,
): Static<typeof AdminComplaintView> {
  return {
    ...complaintView(complaint, currency),
    account_id: complaint.accountId,
    path: complaint.path,
    provider: complaint.providers.length === 1 ? complaint.providers[0]! : null,
    providers: [...complaint.providers],
    cost: formatMoney(complaint.costMicros),
    decided_by: complaint.decidedBy,
  };
}
