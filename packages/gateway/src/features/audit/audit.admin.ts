// The audit log for operators: who changed what, newest first.

import { formatTime } from '../../domain/clock.ts';
import { isFailure } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import type { AuditRow } from '../../storage/storage.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { IdText, TimeText } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';

const AuditRowView = Type.Object(
  {
    id: Type.String(),
    at: TimeText,
    actor: Type.String(),
    action: Type.String(),
    subject: Type.String(),
    detail: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'AuditRow' },
);

function auditRowView(row: AuditRow) {
  const { actor, action, subject, detail } = row;
  return { id: String(row.id), at: formatTime(row.atMs), actor, action, subject, detail };
}

export const auditList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListAudit',
  method: 'GET',
  path: '/admin/v1/audit',
  summary: 'Changes made by operators, newest first',
  tag: 'Audit',
  params: Nothing,
  query: Type.Object({ ...pageQuery, subject: Type.Optional(IdText) }),
  body: Nothing,
  result: Type.Object({ rows: Type.Array(AuditRowView), next_cursor: NextCursor }),
  async run({ storage }, { query }) {
    const paging = readPage('audit', query);
    if (isFailure(paging)) return paging;
    // An account may be given by name; everything else is matched as an id.
    const account = query.subject && (await storage.accounts.find({ idOrName: query.subject }));
    const only = query.subject === undefined ? {} : { subject: account ? account.id : query.subject };
    const page = await storage.audit.list({ ...paging, ...only });
    return { rows: page.items.map(auditRowView), next_cursor: nextCursor('audit', page.next) };
  },
});
