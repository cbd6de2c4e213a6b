// Commands on calls, and the look-up of any id.
import type { Static } from 'typebox';
import type { AnyCommand, CliCommand } from '../../terminal/command.ts';
import { type ControlPlane, withControlPlane } from '../../terminal/control-plane.ts';
import { show } from '../../terminal/output.ts';
import { type Columns, extra, fieldsOf, long, right, tableOf } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { CliError, EXIT } from '../../terminal/world.ts';
import { askedText } from '../receipts/asked-view.ts';
import { type CallDetailView, callList, callRead, idLookUp } from './call.admin.ts';

type Call = Static<typeof CallDetailView>;

const CALL: Columns<Call> = {
  id: 'id',
  'request id': 'request_id',
  account: (call) => `${call.account_name} (${call.account_id})`,
  key: (call) => `${call.key_name} (${call.key_id})`,
  path: 'path',
  asked: ({ asked }) => askedText(asked),
  state: ({ failure, state }) => (failure === null ? state : `${state}, ${failure}`),
  held: (call) => `${call.price} ${call.currency}, price list ${call.catalog_version}`,
  charged: ({ sum, charged }) => sum ?? charged,
  refunded: 'refunded',
  cost: 'cost',
  margin: 'margin',
  source: 'source',
  opened: 'opened_at',
  finished: 'finished_at',
  openings: 'openings',
  complaint: ({ complaint }) => (complaint === null ? null : `${complaint.id}, ${complaint.state}`),
};

function callText(call: Call, columns: number | null): string {
  const fields = fieldsOf(CALL, call, columns);
  if (call.tried.length === 0) return fields;
  const attempts: Columns<Call['tried'][number]> = {
    platform: ({ platform }) => platform ?? call.platform,
    provider: 'provider',
    'began (ms)': right('started_ms'),
    'took (ms)': right('duration_ms'),
    outcome: 'outcome',
    cost: right('cost'),
  };
  return `${fields}\n${tableOf(attempts, call.tried, columns)}`;
}

/** The id of the call with this name. Several accounts may use the same request id. */
async function callIdOf(control: ControlPlane, name: string): Promise<string> {
  const { found } = await control.run(idLookUp, { query: { id: name } });
  const calls = found.filter(({ kind }) => kind === 'call');
  if (calls.length === 1) return calls[0]!.id;
  if (calls.length === 0) throw new CliError(`there is no call ${name}`, EXIT.no);
  const names = calls.map(({ id, account_name }) => `${id} of ${account_name}`).join(', ');
  throw new CliError(`${name} is the request id of several calls: ${names}`, EXIT.usage);
}

const callShow: CliCommand<[string], object> = {
  name: 'call show',
  summary: 'Show one call: its hold, its attempts, its charge and what came after',
  arguments: [{ name: '<call>', summary: 'id of the call, or its request id' }],
  examples: ['call show call_8412', 'call show req_01JCB2'],
  run: (call) =>
    withControlPlane(call, async (control) => {
      const params = { call: await callIdOf(control, call.args[0]) };
      const answer = await control.run(callRead, { params });
      show(call, answer, () => callText(answer.call, call.world.columns));
      return EXIT.ok;
    }),
};

export const callCommands: AnyCommand[] = [
  verbCommand({
    words: 'call list',
    summary: 'List calls: running calls first, then by end, newest first',
    verb: callList,
    flags: {
      account: ['--account <ACCOUNT>', 'only this account (default: all)'],
      key: ['--key <KEY>', 'only this key'],
      path: ['--path <PATH>', 'only this path'],
      platform: ['--platform <PLATFORM>', 'only this platform'],
      provider: ['--provider <PROVIDER>', 'only calls that asked this provider'],
      state: ['--state <STATE>', 'only in this state'],
      failure: ['--failure <CODE>', 'only those that ended with this code'],
      from: ['--from <TIME>', 'ended at this UTC day or RFC 3339 time, or later'],
      to: ['--to <TIME>', 'ended on this UTC day, or before this time'],
    },
    limit: { shown: 50, max: 100_000 },
    examples: ['call list', 'call list --account acme --failure UPSTREAM_TIMEOUT --from 2026-11-15'],
    lists: [
      'calls',
      {
        id: 'id',
        opened: 'opened_at',
        account: long('account_name'),
        'request id': { cell: 'request_id', canShrink: true, isExtra: true },
        path: long('path'),
        state: 'state',
        failure: 'failure',
        provider: extra(({ providers }: { providers: string[] }) => providers.join(', ') || null),
        charged: right('charged'),
        margin: { cell: 'margin', align: 'right', isExtra: true },
        ms: { cell: 'duration_ms', align: 'right', isExtra: true },
      },
      'There are no such calls.',
    ],
  }),
  callShow,
  verbCommand({
    words: 'lookup',
    summary:
      'Say what an id is: a call, a request id, an account, a key, a project, a complaint, an entry or a token',
    verb: idLookUp,
    arguments: { id: 'any id, name of an account, prefix of a key or request id' },
    examples: ['lookup req_01JCB2', 'lookup rgk_4fQ2xyz1'],
    lists: [
      'found',
      { kind: 'kind', id: 'id', name: long('name'), account: 'account_name', state: 'state' },
      'Nothing has this id or name.',
    ],
    exit: ({ found }) => (found.length === 0 ? EXIT.no : EXIT.ok),
  }),
];
