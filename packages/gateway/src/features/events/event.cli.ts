// Commands on events. With `--follow`, new events are printed as they come, one per line, until the command is stopped.

import { LIST_ITEMS_MAX } from '../../domain/limits.ts';
import { wholeNumber } from '../../terminal/arguments.ts';
import { type AnyCommand, type CliCommand, given, type Invocation } from '../../terminal/command.ts';
import { type ControlPlane, withControlPlane } from '../../terminal/control-plane.ts';
import { show, tableText } from '../../terminal/output.ts';
import { type Columns, cellsOf, long, right } from '../../terminal/table.ts';
import { EXIT } from '../../terminal/world.ts';
import { eventList } from './event.admin.ts';
import type { EventView } from './event-views.ts';

interface Options {
  after?: number;
  limit?: number;
  follow?: boolean;
}
type Call = Invocation<[string | undefined], Options>;

const EVENT_ROW: Columns<EventView> = {
  sequence: right('sequence'),
  at: 'timestamp',
  type: 'type',
  data: long(({ data }) => JSON.stringify(data)),
};

const EVENTS_SHOWN = 100;
/** How often new events are read: a person does not notice a shorter delay. */
const FOLLOW_MS = 1_000;

function read(control: ControlPlane, account: string | undefined, page: { after: number; limit: number }) {
  return control.run(eventList, { query: { ...given({ account }), ...page } });
}

async function follow(call: Call, control: ControlPlane, from: number): Promise<void> {
  let after = from;
  do {
    const { events, last_sequence } = await read(control, call.args[0], { after, limit: LIST_ITEMS_MAX });
    after = last_sequence;
    for (const event of events) {
      const line = call.json ? JSON.stringify(event) : cellsOf(EVENT_ROW, event).join('  ');
      call.world.out(`${line}\n`);
    }
  } while (await call.world.goesOn(FOLLOW_MS));
}

const list: CliCommand<[string | undefined], Options> = {
  name: 'events list',
  summary: 'Show events of an account, or those for the operator, the oldest first',
  arguments: [{ name: '[account]', summary: "id or name (default: the operator's own)" }],
  options: [
    {
      flags: '--after <SEQUENCE>',
      summary: 'only events after this number',
      parse: wholeNumber(0, Number.MAX_SAFE_INTEGER),
    },
    {
      flags: '--limit <N>',
      summary: `at most this many (default: ${EVENTS_SHOWN})`,
      parse: wholeNumber(1, LIST_ITEMS_MAX),
    },
    { flags: '--follow', summary: 'keep printing new events until stopped' },
  ],
  examples: ['events list', 'events list acme --after 12', 'events list acme --follow --json'],
  run: (call) =>
    withControlPlane(call, async (control) => {
      const { after = 0, limit = EVENTS_SHOWN } = call.options;
      if (call.options.follow) await follow(call, control, after);
      else {
        const answer = await read(control, call.args[0], { after, limit });
        show(call, answer, () => tableText(call, EVENT_ROW, answer.events, 'There are no such events.'));
      }
      return EXIT.ok;
    }),
};

export const eventCommands: AnyCommand[] = [list];
