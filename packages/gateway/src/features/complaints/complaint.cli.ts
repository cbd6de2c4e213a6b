// Commands on complaints about paid answers. The caller's text was bounded and cleared of control characters when it was filed.
import type { Static } from 'typebox';
import { COMPLAINT_STATES } from '../../domain/complaint.ts';
import type { AnyCommand } from '../../terminal/command.ts';
import { type Columns, long, right } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { askedText } from '../receipts/asked-view.ts';
import { complaintDecide, complaintList, complaintShow } from './complaint.admin.ts';
import type { AdminComplaintView } from './complaint-views.ts';

type Complaint = Static<typeof AdminComplaintView>;

/** Null when no provider was asked. */
const providersOf = ({ providers }: Complaint) => providers.join(', ') || null;

const COMPLAINT: Columns<Complaint> = {
  id: 'id',
  account: 'account_id',
  call: 'call_id',
  path: 'path',
  asked: ({ asked }) => askedText(asked),
  provider: providersOf,
  reason: 'reason',
  state: 'state',
  'decided by': ({ decided_by, ground }) => (decided_by === null ? null : `${ground}, ${decided_by}`),
  note: 'note',
  charged: ({ charged, currency }) => `${charged} ${currency}`,
  refunded: ({ refunded, currency }) => `${refunded} ${currency}`,
  cost: ({ cost, currency }) => `${cost} ${currency}`,
  filed: 'filed_at',
  decided: 'decided_at',
};

/** Every state: no filter. */
const ALL = 'all';
const stateOrAll = {
  choices: [...COMPLAINT_STATES, ALL],
  absent: 'waiting',
  resolve: (state: string) => (state === ALL ? undefined : state),
};

export const complaintCommands: AnyCommand[] = [
  verbCommand({
    words: 'complaint list',
    summary: 'List complaints about paid answers, the oldest first',
    verb: complaintList,
    flags: {
      account: ['--account <ACCOUNT>', 'only this account (default: all)'],
      state: [
        '--state <STATE>',
        `those that wait for a person, that ended, or all (default: ${stateOrAll.absent})`,
        stateOrAll,
      ],
    },
    examples: ['complaint list', 'complaint list --account acme --state all'],
    lists: [
      'complaints',
      {
        id: 'id',
        account: 'account_id',
        filed: 'filed_at',
        state: 'state',
        ground: 'ground',
        charged: right('charged'),
        provider: providersOf,
        reason: long('reason'),
      },
      'There are no such complaints.',
    ],
  }),
  verbCommand({
    words: 'complaint show',
    summary: 'Show one complaint',
    verb: complaintShow,
    arguments: { complaint: 'id of the complaint' },
    examples: ['complaint show cmp_4fQ2'],
    fields: ['complaint', COMPLAINT],
  }),
  verbCommand({
    words: 'complaint decide',
    summary: 'Decide a complaint that waits; the caller reads the reason',
    verb: complaintDecide,
    arguments: {
      complaint: 'id of the complaint',
      decision: '"refund" what is left of the charge, or "refuse"',
    },
    flags: { reason: ['--reason <TEXT>', 'why'] },
    examples: [
      'complaint decide cmp_4fQ2 refund --reason "empty results"',
      'complaint decide cmp_4fQ2 refuse --reason "the answer is what was asked for"',
    ],
    fields: ['complaint', COMPLAINT],
  }),
];
