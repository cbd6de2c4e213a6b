// Owns the list of complaints, the oldest first: those that wait for a person, or any others.

import { NextCursor, nextCursor, pageQuery, readPage } from '../account/paging.ts';
import { COMPLAINT_STATES } from '../domain/complaint.ts';
import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { accountOrFailure } from './account-view.ts';
import { AdminComplaintView, adminComplaintView } from './complaint-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef } from './fields.ts';

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
  async run(deps, { query }) {
    const paging = readPage('complaints', query);
    if (isFailure(paging)) return paging;
    const account = query.account === undefined ? null : await accountOrFailure(deps, query.account);
    if (isFailure(account)) return account;
    const page = await deps.storage.complaints.list({
      ...paging,
      ...(account !== null && { accountId: account.id }),
      ...(query.state !== undefined && { state: query.state }),
    });
    const complaints = page.items.map((one) => adminComplaintView(one, deps.currency));
    return { complaints, next_cursor: nextCursor('complaints', page.next) };
  },
});
