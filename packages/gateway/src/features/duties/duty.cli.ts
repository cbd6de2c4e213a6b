// The command that lists work that is due.
import type { Static } from 'typebox';
import type { AnyCommand } from '../../terminal/command.ts';
import { type Columns, right } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { dutyList } from './duty.admin.ts';

const DUTY_ROW: Columns<Static<typeof dutyList.result>['duties'][number]> = {
  due: 'due_at',
  kind: 'kind',
  id: 'id',
  account: 'account_id',
  state: ({ running, late }) => (running ? 'running' : late ? 'late' : 'waits'),
  failures: right('failures'),
};

export const dutyCommands: AnyCommand[] = [
  verbCommand({
    words: 'duties',
    summary: 'List work that is due now or later, the earliest first',
    verb: dutyList,
    flags: {
      kind: ['--kind <KIND>', 'only this kind of work'],
      late: ['--late', 'only what has been due for more than a minute without a node'],
    },
    limit: { shown: 50, max: 100_000 },
    examples: ['duties', 'duties --late', 'duties --kind webhook'],
    lists: ['duties', DUTY_ROW, 'Nothing is due.'],
  }),
];
