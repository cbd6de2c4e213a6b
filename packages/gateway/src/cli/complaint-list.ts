// Owns `complaint list`.

import { COMPLAINT_STATES, type ComplaintState } from '../domain/complaint.ts';
import { complaintList } from '../features/complaints/complaint.admin.ts';
import { type CliCommand, given } from './command.ts';
import { COMPLAINT_COLUMNS, complaintCells, type ShownComplaint } from './complaint-view.ts';
import { show, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

interface Options {
  account?: string;
  state?: ComplaintState | 'all';
}

export const complaintListCommand: CliCommand<[], Options> = {
  name: 'complaint list',
  summary: 'List complaints about paid answers, the oldest first',
  options: [
    { flags: '--account <ACCOUNT>', summary: 'only this account (default: all)' },
    {
      flags: '--state <STATE>',
      summary: 'those that wait for a person, that ended, or all (default: waiting)',
      choices: [...COMPLAINT_STATES, 'all'],
    },
  ],
  examples: ['complaint list', 'complaint list --account acme --state all'],
  run: (call) =>
    withSession(call, async (session) => {
      const { account, state = 'waiting' } = call.options;
      const only = given({ account, state: state === 'all' ? undefined : state });
      const complaints = await readAllPages(async (page) => {
        const answer = await session.run(complaintList, { query: { ...page, ...only } });
        const { complaints: rows, next_cursor } = answer as {
          complaints: ShownComplaint[];
          next_cursor: string | null;
        };
        return { rows, next: next_cursor };
      });
      show(call, { complaints }, () =>
        tableText(call, COMPLAINT_COLUMNS, complaints.map(complaintCells), 'There are no such complaints.'),
      );
      return EXIT.ok;
    }),
};
