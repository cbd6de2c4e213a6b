// Owns `events list`, with `--follow`: what comes is printed as it comes, one event a line in JSON, until the command is stopped.

import { LIST_ITEMS_MAX } from '../domain/limits.ts';
import { eventList } from '../features/events/event.admin.ts';
import type { EventView } from '../features/events/event-views.ts';
import { wholeNumber } from './arguments.ts';
import { type CliCommand, given, type Invocation } from './command.ts';
import { EVENT_COLUMNS, eventCells } from './event-view.ts';
import { show, tableText } from './output.ts';
import { type Session, withSession } from './session.ts';
import { EXIT } from './world.ts';

interface Options {
  after?: number;
  limit?: number;
  follow?: boolean;
}

const EVENTS_SHOWN = 100;
/** A person sees no difference below it. */
const FOLLOW_MS = 1_000;

type Call = Invocation<[string | undefined], Options>;

async function page(session: Session, account: string | undefined, after: number, limit: number) {
  const query = { ...given({ account }), after, limit };
  return (await session.run(eventList, { query })) as { events: EventView[]; last_sequence: number };
}

async function follow(call: Call, session: Session, from: number): Promise<void> {
  let after = from;
  do {
    const { events, last_sequence } = await page(session, call.args[0], after, LIST_ITEMS_MAX);
    after = last_sequence;
    for (const event of events) {
      const line = call.json ? JSON.stringify(event) : eventCells(event).join('  ');
      call.world.out(`${line}\n`);
    }
  } while (await call.world.goesOn(FOLLOW_MS));
}

export const eventsListCommand: CliCommand<[string | undefined], Options> = {
  name: 'events list',
  summary: 'Show events of an account, or those for the operator, the oldest first',
  arguments: [{ name: '[account]', summary: "id or name (default: the operator's own)" }],
  options: [
    { flags: '--after <SEQUENCE>', summary: 'only events behind this number', parse: wholeNumber(0, 1e15) },
    {
      flags: '--limit <N>',
      summary: `at most so many (default: ${EVENTS_SHOWN})`,
      parse: wholeNumber(1, LIST_ITEMS_MAX),
    },
    { flags: '--follow', summary: 'go on with what comes, until stopped' },
  ],
  examples: ['events list', 'events list acme --after 12', 'events list acme --follow --json'],
  run: (call) =>
    withSession(call, async (session) => {
      const { after = 0, limit = EVENTS_SHOWN } = call.options;
      if (call.options.follow) {
        await follow(call, session, after);
        return EXIT.ok;
      }
      const answer = await page(session, call.args[0], after, limit);
      const rows = answer.events.map(eventCells);
      show(call, answer, () => tableText(call, EVENT_COLUMNS, rows, 'There are no such events.'));
      return EXIT.ok;
    }),
};
