// Owns `complaint show`.
import { complaintShow } from '../features/complaints/complaint.admin.ts';
import type { CliCommand } from './command.ts';
import { complaintText, type ShownComplaint } from './complaint-view.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const complaintShowCommand: CliCommand<[string], object> = {
  name: 'complaint show',
  summary: 'Show one complaint',
  arguments: [{ name: '<complaint>', summary: 'id of the complaint' }],
  examples: ['complaint show cmp_4fQ2'],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await session.run(complaintShow, { params: { complaint: call.args[0] } });
      show(call, answer, () => complaintText((answer as { complaint: ShownComplaint }).complaint));
      return EXIT.ok;
    }),
};
