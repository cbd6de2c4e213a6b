// A moment, in the form that fits its place. The full form with its zone is one hover away, and machines read the exact one.
import { useFormat } from '../shell/use-format.ts';

interface TimeProps {
  /** As the API writes it. */
  at: string;
  /** `moment` for lists, `full` for facts, `ago` for what is recent, `clock` for the newest, with the day unless that is today, `day` for what lasts. */
  form?: 'moment' | 'full' | 'clock' | 'day' | 'ago';
}

export function Time({ at, form = 'moment' }: TimeProps) {
  const { time } = useFormat();
  const isToday = time.day(at) === time.day(new Date().toISOString());
  const fitting = form === 'clock' && !isToday ? 'moment' : form;
  const shown = fitting === 'ago' ? time.ago(at, Date.now()) : time[fitting](at);
  return (
    <time dateTime={at} title={`${time.full(at)} ${time.zone}`}>
      {shown}
    </time>
  );
}
