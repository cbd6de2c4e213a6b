// Owns how a complaint looks to an operator: as the caller sees it, with the account, the path, the provider that gave the answer
// and what that answer cost.
import type { Static } from 'typebox';
import { complaintFields, complaintView } from '../account/complaint-view.ts';
import { MoneyText, nullable } from '../account/fields.ts';
import type { Complaint } from '../domain/complaint.ts';
import { failure } from '../domain/failure.ts';
import { formatMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { IdText } from './fields.ts';

export const AdminComplaintView = Type.Object(
  {
    ...complaintFields,
    account_id: Type.String(),
    path: Type.String(),
    provider: nullable(
      Type.String({
        description: 'Whose answer it was; null when nobody was asked for it, or several were.',
      }),
    ),
    providers: Type.Array(Type.String(), {
      description: 'Everybody who brought a part of the answer: several of a search over many platforms.',
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
