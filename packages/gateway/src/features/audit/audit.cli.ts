// The command that prints the audit log.
import type { Static } from 'typebox';
import type { AnyCommand } from '../../terminal/command.ts';
import { type Columns, long } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { auditList } from './audit.admin.ts';

const CHANGE_ROW: Columns<Static<typeof auditList.result>['rows'][number]> = {
  at: 'at',
  by: long('actor'),
  action: 'action',
  subject: 'subject',
  detail: long(({ detail }) => JSON.stringify(detail)),
};

export const auditCommands: AnyCommand[] = [
  verbCommand({
    words: 'audit',
    summary: 'Show changes made by operators, newest first',
    verb: auditList,
    flags: { subject: ['--subject <ID>', 'only changes of this account, key, token or catalog'] },
    limit: { shown: 50, max: 100_000 },
    examples: ['audit', 'audit --subject key_4fQ2 --limit 5'],
    lists: ['rows', CHANGE_ROW, 'Nothing was changed yet.'],
  }),
];
