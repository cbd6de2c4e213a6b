// Owns `call show`: one call, by its own id or by whatever else finds it.
import { callRead, idLookUp } from '../features/calls/call.admin.ts';
import { callText, type ShownCallDetail } from './call-view.ts';
import type { CliCommand } from './command.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { CliError, EXIT } from './world.ts';

interface Found {
  kind: string;
  id: string;
  account_name: string | null;
}

/** A request id may be one of several accounts. */
function onlyCall(found: readonly Found[], id: string): string {
  const calls = found.filter(({ kind }) => kind === 'call');
  if (calls.length === 1) return calls[0]!.id;
  if (calls.length === 0) throw new CliError(`there is no call ${id}`, EXIT.no);
  const names = calls.map(({ id, account_name }) => `${id} of ${account_name}`).join(', ');
  throw new CliError(`${id} is the request id of several calls: ${names}`, EXIT.usage);
}

export const callShowCommand: CliCommand<[string], object> = {
  name: 'call show',
  summary: 'Show one call: its hold, its attempts, its charge and what came after',
  arguments: [{ name: '<call>', summary: 'id of the call, or its request id' }],
  examples: ['call show call_8412', 'call show req_01JCB2'],
  run: (call) =>
    withSession(call, async (session) => {
      const { found } = (await session.run(idLookUp, { query: { id: call.args[0] } })) as { found: Found[] };
      const id = onlyCall(found, call.args[0]);
      const answer = await session.run(callRead, { params: { call: id } });
      show(call, answer, () => callText((answer as { call: ShownCallDetail }).call, call.world.columns));
      return EXIT.ok;
    }),
};
