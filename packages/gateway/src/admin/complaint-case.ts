// What a person needs to decide a complaint, in one look: who complains, about which call, whom the answer came from, and the answer
// itself while it is kept. Nowhere else do operators see an answer: here its buyer has asked them to look at it.
import { nullable } from '../account/fields.ts';
import { ReceiptView, receiptView } from '../account/receipt-view.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { KeptAnswer } from '../storage/storage.ts';
import { AdminComplaintView, adminComplaintView, complaintParams, noComplaint } from './complaint-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

/** Of the answer: more than a page of fifty records has. */
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
