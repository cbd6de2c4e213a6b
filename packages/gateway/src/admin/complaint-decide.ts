// Owns a person's decision about a complaint: a refund of what is left of the charge, or a no. Either has its reason, and the
// caller reads it. A decision is made once.

import { failure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { AdminComplaintAnswer, adminComplaintView, complaintParams, noComplaint } from './complaint-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { Words } from './fields.ts';

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
