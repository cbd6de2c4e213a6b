// Owns `complaint decide`: a person's refund or no, with its reason. It is final.
import { complaintDecide } from '../features/complaints/complaint.admin.ts';
import type { CliCommand } from './command.ts';
import { complaintText, type ShownComplaint } from './complaint-view.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const complaintDecideCommand: CliCommand<[string, 'refund' | 'refuse'], { reason: string }> = {
  name: 'complaint decide',
  summary: 'Decide a complaint that waits; the caller reads the reason',
  arguments: [
    { name: '<complaint>', summary: 'id of the complaint' },
    { name: '<decision>', summary: '"refund" what is left of the charge, or "refuse"' },
  ],
  options: [{ flags: '--reason <TEXT>', summary: 'why', isRequired: true }],
  examples: [
    'complaint decide cmp_4fQ2 refund --reason "empty results"',
    'complaint decide cmp_4fQ2 refuse --reason "the answer is what was asked for"',
  ],
  run: (call) =>
    withSession(call, async (session) => {
      const [complaint, decision] = call.args;
      const body = { decision, reason: call.options.reason };
      const answer = await session.run(complaintDecide, { params: { complaint }, body });
      show(call, answer, () => complaintText((answer as { complaint: ShownComplaint }).complaint));
      return EXIT.ok;
    }),
};
