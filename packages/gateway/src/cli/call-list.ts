// Owns `call list`.
import { callList } from '../features/calls/call.admin.ts';
import { CALL_STATES } from '../features/calls/call-views.ts';
import { wholeNumber } from './arguments.ts';
import { CALL_COLUMNS_SHOWN, callCells, type ShownCall } from './call-view.ts';
import { type CliCommand, given } from './command.ts';
import { show, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

/** A screen; who wants more says so. */
const CALLS_SHOWN = 50;
const CALLS_MAX = 100_000;

interface Options {
  account?: string;
  key?: string;
  path?: string;
  platform?: string;
  provider?: string;
  state?: (typeof CALL_STATES)[number];
  failure?: string;
  from?: string;
  to?: string;
  limit?: number;
}

export const callListCommand: CliCommand<[], Options> = {
  name: 'call list',
  summary: 'List calls: those that run, then the latest end first',
  options: [
    { flags: '--account <ACCOUNT>', summary: 'only this account (default: all)' },
    { flags: '--key <KEY>', summary: 'only this key' },
    { flags: '--path <PATH>', summary: 'only this path' },
    { flags: '--platform <PLATFORM>', summary: 'only this platform' },
    { flags: '--provider <PROVIDER>', summary: 'only calls that asked this provider' },
    { flags: '--state <STATE>', summary: 'only in this state', choices: [...CALL_STATES] },
    { flags: '--failure <CODE>', summary: 'only those that ended with this code' },
    { flags: '--from <TIME>', summary: 'ended at this UTC day or RFC 3339 time, or later' },
    { flags: '--to <TIME>', summary: 'ended on this UTC day, or before this time' },
    {
      flags: '--limit <COUNT>',
      summary: `at most so many (default: ${CALLS_SHOWN})`,
      parse: wholeNumber(1, CALLS_MAX),
    },
  ],
  examples: ['call list', 'call list --account acme --failure UPSTREAM_TIMEOUT --from 2026-11-15'],
  run: (call) =>
    withSession(call, async (session) => {
      const { limit = CALLS_SHOWN, ...filter } = call.options;
      const calls = await readAllPages(async (page) => {
        const answer = await session.run(callList, { query: { ...page, ...given(filter) } });
        const { calls: rows, next_cursor } = answer as { calls: ShownCall[]; next_cursor: string | null };
        return { rows, next: next_cursor };
      }, limit);
      show(call, { calls }, () =>
        tableText(call, CALL_COLUMNS_SHOWN, calls.map(callCells), 'There are no such calls.'),
      );
      return EXIT.ok;
    }),
};
