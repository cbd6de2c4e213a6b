// Owns `lookup`: what an id is, and whose.
import { idLookUp } from '../features/calls/call.admin.ts';
import type { CliCommand } from './command.ts';
import { show, tableText } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

interface Found {
  kind: string;
  id: string;
  name: string;
  account_name: string | null;
  state: string;
}

const COLUMNS = [
  { title: 'kind' },
  { title: 'id' },
  { title: 'name', canShrink: true },
  { title: 'account' },
  { title: 'state' },
];

export const lookupCommand: CliCommand<[string], object> = {
  name: 'lookup',
  summary:
    'Say what an id is: a call, a request id, an account, a key, a project, a complaint, an entry or a token',
  arguments: [{ name: '<id>', summary: 'any id, name of an account, prefix of a key or request id' }],
  examples: ['lookup req_01JCB2', 'lookup rgk_4fQ2xyz1'],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await session.run(idLookUp, { query: { id: call.args[0] } });
      const { found } = answer as { found: Found[] };
      const cells = found.map(({ kind, id, name, account_name, state }) => [
        kind,
        id,
        name,
        account_name,
        state,
      ]);
      show(call, answer, () => tableText(call, COLUMNS, cells, 'Nothing goes by this name.'));
      return found.length === 0 ? EXIT.no : EXIT.ok;
    }),
};
