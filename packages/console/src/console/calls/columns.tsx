// The columns of calls, on the page of calls and on the overview.
import type { AdminCall } from '../../api/api-types.ts';
import { Chip, type Tone } from '../../parts/Chip.tsx';
import { Money } from '../../parts/Money.tsx';
import type { Column } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { usePlatformName } from '../../shell/made-up.ts';
import { useFormat } from '../../shell/use-format.ts';
import { useCommonText } from '../../text/common.ts';
import { useCallsText } from './text.ts';

export function toneOfCall({ state, source }: AdminCall): Tone {
  if (state === 'held') return 'warn';
  if (state !== 'settled') return 'bad';
  return source === 'live' ? 'good' : 'plain';
}

function useAnswerWords() {
  const common = useCommonText();
  const text = useCallsText();
  return ({ state, source, failure }: AdminCall) => {
    if (state === 'held') return text.running;
    if (state === 'settled') return source === null ? common.states.settled : common.sources[source];
    return failure ?? common.states[state];
  };
}

export function useCallColumns(): Column<AdminCall>[] {
  const text = useCallsText();
  const common = useCommonText();
  const format = useFormat();
  const answer = useAnswerWords();
  const platformName = usePlatformName();
  return [
    {
      id: 'time',
      head: common.time,
      cell: (call) => <Time at={call.finished_at ?? call.opened_at} form="clock" />,
    },
    { id: 'account', head: text.account, wide: true, cell: (call) => call.account_name },
    {
      id: 'call',
      head: text.call,
      cell: (call) => (
        <a
          href={`#/calls?open=${call.id}`}
          onClick={(event) => event.preventDefault()}
        >{`${platformName(call.platform)} · ${call.operation}`}</a>
      ),
    },
    { id: 'answer', head: text.answer, cell: (call) => <Chip tone={toneOfCall(call)}>{answer(call)}</Chip> },
    {
      id: 'provider',
      head: common.provider,
      wide: true,
      cell: (call) =>
        call.providers.length === 0
          ? common.none
          : call.attempts > call.providers.length
            ? `${call.providers.join(', ')} (${call.attempts})`
            : call.providers.join(', '),
    },
    {
      id: 'took',
      head: common.took,
      right: true,
      wide: true,
      cell: (call) => (call.duration_ms === null ? common.none : format.ms(call.duration_ms)),
    },
    {
      id: 'charged',
      head: common.charged,
      right: true,
      cell: ({ charged, currency }) => <Money of={charged} currency={currency} />,
    },
    {
      id: 'margin',
      head: text.margin,
      right: true,
      wide: true,
      cell: ({ margin, state, currency }) =>
        state === 'settled' ? <Money of={margin} currency={currency} /> : common.none,
    },
  ];
}
