// Filing a complaint about a paid answer, and reading it. The rules judge the stored answer here; the ledger decides about the refund in
// the transaction that records the complaint.

import { answeredBy } from '../../domain/complaint.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { failure } from '../../domain/failure.ts';
import { makeId } from '../../domain/ids.ts';
import { Type } from '../../domain/schema.ts';
import { COMPLAINT_TEXT } from '../../domain/text/text-patterns.ts';
import { callerActor, keyHolder } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { RequestIdText } from '../../verb/fields.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { findBrokenRule } from './complaint-rules.ts';
import { ComplaintAnswer, complaintView } from './complaint-views.ts';

/** Later than this, the operator can no longer claim the cost from the provider. */
const COMPLAINT_DAYS_MAX = 30;
const Reason = Type.String({
  pattern: COMPLAINT_TEXT.pattern,
  description: 'What is wrong with the answer, in at most 1,000 characters.',
});

const shared = {
  path: '/api/account/v1/requests/{request_id}/complaint',
  tag: 'Account',
  params: Type.Object({ request_id: RequestIdText }),
  query: Nothing,
  result: ComplaintAnswer,
};

const noCall = failure('NOT_FOUND', 'Your account has no charged call with this request id.');

const nothingLeft = failure('CONFLICT', 'Nothing is left to refund: the call was free, or was refunded.');

export const complaintFile = verbOf<AccountDeps, AccountCaller>()({
  ...shared,
  name: 'fileComplaint',
  method: 'POST',
  summary: 'Complain about a paid answer, once: it ends with a refund, or with a rejection and its reason',
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  creates: true,
  async run({ storage, clock, random, complaintBounds }, { params, body }, caller) {
    const { account } = keyHolder(caller);
    const call = { accountId: account.id, requestId: params.request_id };
    // Judging reads up to twenty answers, so a repetition judges nothing again.
    const earlier = await storage.complaints.find(call);
    if (earlier !== null) return { complaint: complaintView(earlier, account.currency) };
    const evidence = await storage.complaints.evidence(call);
    if (evidence === null) return noCall;
    const { chargedMicros, refundedMicros } = evidence.call;
    if (chargedMicros <= refundedMicros) return nothingLeft;
    const ageMs = clock.nowMs() - (evidence.call.finishedAtMs ?? clock.nowMs());
    if (ageMs > COMPLAINT_DAYS_MAX * DAY_MS)
      return failure('CONFLICT', `The call is older than ${COMPLAINT_DAYS_MAX} days.`);
    const result = await storage.complaints.file({
      ...call,
      ...answeredBy(evidence.call.attempts),
      actor: callerActor(caller!),
      id: makeId('complaint', random),
      reason: body.reason,
      rule: findBrokenRule({ ...evidence, path: evidence.call.path }),
      ...complaintBounds(),
    });
    if (result.kind === 'not_found') return noCall;
    if (result.kind === 'nothing_to_refund') return nothingLeft;
    return { complaint: complaintView(result.complaint, account.currency) };
  },
});

export const complaintRead = verbOf<AccountDeps, AccountCaller>()({
  ...shared,
  name: 'getComplaint',
  method: 'GET',
  summary: 'The state of a complaint',
  body: Nothing,
  async run({ storage }, { params }, caller) {
    const { account } = keyHolder(caller);
    const of = { accountId: account.id, requestId: params.request_id };
    const complaint = await storage.complaints.find(of);
    if (complaint === null) return failure('NOT_FOUND', 'There is no complaint about this request id.');
    return { complaint: complaintView(complaint, account.currency) };
  },
});
