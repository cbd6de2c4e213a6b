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
    ['time', common.time, '', (call) => <Time at={call.finished_at ?? call.opened_at} form="clock" />],
    ['account', text.account, 'wide', (call) => call.account_name],
    [
      'call',
      text.call,
      '',
      (call) => (
        <a
          href={`#/calls?open=${call.id}`}
          onClick={(event) => event.preventDefault()}
        >{`${platformName(call.platform)} · ${call.operation}`}</a>
      ),
    ],
    ['answer', text.answer, '', (call) => <Chip tone={toneOfCall(call)}>{answer(call)}</Chip>],
    [
      'provider',
      common.provider,
      'wide',
      (call) =>
        call.providers.length === 0
          ? common.none
          : call.attempts > call.providers.length
            ? `${call.providers.join(', ')} (${call.attempts})`
            : call.providers.join(', '),
    ],
    [
      'took',
      common.took,
      'right wide',
      (call) => (call.duration_ms === null ? common.none : format.ms(call.duration_ms)),
    ],
    ['charged', common.charged, 'right'],
    [
      'margin',
      text.margin,
      'right wide',
      ({ margin, state, currency }) =>
        state === 'settled' ? <Money of={margin} currency={currency} /> : common.none,
    ],
  ];
}
