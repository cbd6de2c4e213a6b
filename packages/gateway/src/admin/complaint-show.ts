// Owns looking at one complaint.

import { Nothing, verbOf } from '../domain/verb.ts';
import { AdminComplaintAnswer, adminComplaintView, complaintParams, noComplaint } from './complaint-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

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
  async run({ storage, currency }, { params }) {
    const complaint = await storage.complaints.find({ id: params.complaint });
    return complaint === null ? noComplaint : { complaint: adminComplaintView(complaint, currency) };
  },
});
