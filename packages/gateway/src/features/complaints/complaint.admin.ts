// Admin verbs on complaints.

import { COMPLAINT_STATES } from '../../domain/complaint.ts';
import { failure, isFailure } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import type { KeptAnswer } from '../../storage/storage.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AccountRef, nullable, Words } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { onlyAccount } from '../accounts/account-views.ts';
import { asSeenBy } from '../receipts/asked-view.ts';
import { ReceiptView, receiptView } from '../receipts/receipt-views.ts';
import {
  AdminComplaintAnswer,
  AdminComplaintView,
  adminComplaintView,
  complaintParams,
  noComplaint,
} from './complaint-views.ts';

/** Oldest first. */
export const complaintList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListComplaints',
  method: 'GET',
  path: '/admin/v1/complaints',
  summary: 'List complaints, of one account or of all',
  tag: 'Complaints',
  params: Nothing,
  query: Type.Object({
    ...pageQuery,
    account: Type.Optional(AccountRef),
    state: Type.Optional(Type.Enum([...COMPLAINT_STATES])),
  }),
  body: Nothing,
  result: Type.Object({ complaints: Type.Array(AdminComplaintView), next_cursor: NextCursor }),
  async run(deps, { query }, caller) {
    const paging = readPage('complaints', query);
    if (isFailure(paging)) return paging;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const page = await deps.storage.complaints.list({
      ...paging,
      ...only,
      ...(query.state !== undefined && { state: query.state }),
    });
    const complaints = page.items.map((one) => adminComplaintView(asSeenBy(caller, one), deps.currency));
    return { complaints, next_cursor: nextCursor('complaints', page.next) };
  },
});

export const complaintShow = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetComplaint',
  method: 'GET',
  path: '/admin/v1/complaints/{complaint}',
  summary: 'Show one complaint',
  tag: 'Complaints',
  params: complaintParams,
  query: Nothing,
  body: Nothing,
  result: AdminComplaintAnswer,
  async run({ storage, currency }, { params }, caller) {
    const complaint = await storage.complaints.find({ id: params.complaint });
    if (complaint === null) return noComplaint;
    return { complaint: adminComplaintView(asSeenBy(caller, complaint), currency) };
  },
});

/** Characters of the answer: more than a page of fifty records has. */
const ANSWER_CHARS_MAX = 262_144;

const KeptAnswerView = Type.Object(
  {
    text: Type.String({ description: 'As the caller got it; at most 262,144 characters.' }),
    bytes: Type.Integer({ minimum: 0, description: 'Of the whole answer.' }),
    is_cut: Type.Boolean({ description: 'True when there is more than is shown.' }),
  },
  { $id: 'KeptAnswer' },
);

function answerView({ body }: KeptAnswer) {
  const text = Buffer.from(body).toString();
  const shown = text.slice(0, ANSWER_CHARS_MAX);
  return { text: shown, bytes: body.length, is_cut: shown.length < text.length };
}

/** What a person needs to decide a complaint. Operators see an answer only here, because its buyer has asked them to look at it. */
export const complaintCase = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetComplaintCase',
  method: 'GET',
  path: '/admin/v1/complaints/{complaint}/case',
  summary: 'A complaint with its account, its call and the answer that it is about',
  tag: 'Complaints',
  params: complaintParams,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    complaint: AdminComplaintView,
    account: Type.Object({ id: Type.String(), name: Type.String() }),
    call: nullable(ReceiptView),
    answer: nullable(KeptAnswerView),
  }),
  needs: 'operator',
  async run({ storage, currency }, { params }) {
    const complaint = await storage.complaints.find({ id: params.complaint });
    if (complaint === null) return noComplaint;
    const { accountId, requestId } = complaint;
    const [account, call, kept] = await Promise.all([
      storage.accounts.find({ idOrName: accountId }),
      storage.calls.find({ accountId, requestId }),
      storage.calls.findAnswer({ accountId, requestId }),
    ]);
    return {
      complaint: adminComplaintView(complaint, currency),
      account: { id: accountId, name: account?.name ?? accountId },
      call: call && receiptView(call, currency, { showsProviders: true }),
      answer: kept && answerView(kept.answer),
    };
  },
});

/** Refunds the rest of the charge, or rejects. Both need a reason, which the caller reads. A decision is final. */
export const complaintDecide = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminDecideComplaint',
  method: 'POST',
  path: '/admin/v1/complaints/{complaint}/decision',
  summary: 'Decide a complaint that waits: refund it, or refuse it with a reason',
  tag: 'Complaints',
  params: complaintParams,
  query: Nothing,
  body: Type.Object(
    { decision: Type.Enum(['refund', 'refuse']), reason: Words },
    { additionalProperties: false },
  ),
  result: AdminComplaintAnswer,
  needs: 'operator',
  async run({ storage, currency }, { params, body }, caller) {
    const result = await storage.complaints.decide({
      actor: caller.actor,
      id: params.complaint,
      isRefunded: body.decision === 'refund',
      note: body.reason,
    });
    if (result.kind === 'not_found') return noComplaint;
    if (result.kind === 'ended')
      return failure('CONFLICT', `The complaint is ${result.complaint.state}, and that is final.`);
    if (result.kind === 'nothing_to_refund')
      return failure(
        'CONFLICT',
        'Nothing of the charge is left to refund. Refuse the complaint with that reason.',
      );
    return { complaint: adminComplaintView(result.complaint, currency) };
  },
});
