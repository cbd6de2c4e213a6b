// The audit log for operators: who changed what, newest first.

import { AUDIT_ACTIONS } from '../../domain/audit-action.ts';
import { formatTime } from '../../domain/clock.ts';
import { isFailure } from '../../domain/failure.ts';
import { Type } from '../../domain/schema.ts';
import type { AuditRow } from '../../storage/storage.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { Currency, IdText, TimeText } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';

const AuditRowView = Type.Object(
  {
    id: Type.String(),
    at: TimeText,
    actor: Type.String(),
    action: Type.Enum([...AUDIT_ACTIONS]),
    subject: Type.String(),
    detail: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'AuditRow' },
);

function auditRowView(row: AuditRow) {
  const { actor, action, subject, detail } = row;
  return { id: String(row.id), at: formatTime(row.atMs), actor, action, subject, detail };
}

/** Three times the longest name of a session with its id. */
const ACTOR_CHARS_MAX = 200;

/** Ids that a row may contain: its subject, the token or key of its actor, and fields of its detail. */
function idsIn({ subject, actor, detail }: AuditRow): string[] {
  const fields = [...Object.values(detail), actor].filter((value) => typeof value === 'string');
  // `key:key_4f` and `admin:adm_2L` name a credential by its id.
  return [subject, ...fields.map((text) => text.slice(text.indexOf(':') + 1))];
}

export const auditList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListAudit',
  method: 'GET',
  path: '/admin/v1/audit',
  summary: 'Changes made by operators, newest first',
  tag: 'Audit',
  params: Nothing,
  query: Type.Object({
    ...pageQuery,
    subject: Type.Optional(IdText),
    action: Type.Optional(Type.Enum([...AUDIT_ACTIONS])),
    actor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: ACTOR_CHARS_MAX,
        description: 'As the rows name it, or the name of a person who signed in at the console.',
        examples: ['ada'],
      }),
    ),
  }),
  body: Nothing,
  result: Type.Object({
    rows: Type.Array(AuditRowView),
    currency: Currency,
    names: Type.Record(Type.String(), Type.String(), {
      description: 'Names of the accounts, keys, projects and tokens whose ids are in these rows, by id.',
    }),
    next_cursor: NextCursor,
  }),
  async run({ storage, currency, providerNames }, { query }) {
    const paging = readPage('audit', query);
    if (isFailure(paging)) return paging;
    // An account may be given by name; everything else is matched as an id. Customers choose names of accounts, so one that is called like a
    // provider must not hide what was done to the provider.
    const { subject } = query;
    const mayBeAccount = subject !== undefined && !providerNames().includes(subject);
    const account = mayBeAccount ? await storage.accounts.find({ idOrName: subject }) : null;
    const page = await storage.audit.list({
      ...paging,
      ...(subject !== undefined && { subject: account?.id ?? subject }),
      ...(query.action !== undefined && { action: query.action }),
      ...(query.actor !== undefined && { actor: query.actor }),
    });
    const names = await storage.audit.names({ ids: [...new Set(page.items.flatMap(idsIn))] });
    return {
      rows: page.items.map(auditRowView),
      currency,
      names: Object.fromEntries(names),
      next_cursor: nextCursor('audit', page.next),
    };
  },
});
