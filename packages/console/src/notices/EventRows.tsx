import type { Event } from '../api/api-types.ts';
import { Chip, type Tone } from '../parts/Chip.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useFormat } from '../shell/use-format.ts';
import { useCommonText } from '../text/common.ts';
import { useNoticesText } from './text.ts';

const TONES: Record<string, Tone> = {
  'balance.low': 'warn',
  'balance.empty': 'bad',
  'topup.credited': 'good',
  'webhook.disabled': 'bad',
  'recharge.paid': 'good',
  'recharge.declined': 'bad',
  'recharge.paused': 'bad',
  'recharge.capped': 'warn',
  'dispute.withdrawn': 'bad',
  'dispute.reinstated': 'good',
  'payback.refused': 'bad',
  'ledger.difference': 'bad',
  'budget.warned': 'warn',
  'budget.reached': 'bad',
  'provider.suspended': 'warn',
  'margin.negative': 'bad',
  'collection.done': 'good',
  'collection.stopped': 'warn',
  'collection.waiting': 'warn',
  'watch.items': 'good',
  'watch.paused': 'warn',
  'watch.failing': 'bad',
};
const MOMENT = /^\d{4}-\d\d-\d\dT/;

function isShown(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function useDetails() {
  const text = useNoticesText();
  const format = useFormat();
  return (data: Event['data']): string =>
    Object.entries(data)
      .filter(([name, value]) => text.fields[name] !== undefined && isShown(value))
      .map(([name, value]) => {
        const shown = MOMENT.test(String(value)) ? format.time.moment(String(value)) : String(value);
        return `${text.fields[name]} ${shown}`;
      })
      .join(' · ');
}

export function EventRows({ events }: { events: readonly Event[] }) {
  const text = useNoticesText();
  const common = useCommonText();
  const details = useDetails();
  const columns: Column<Event>[] = [
    ['time', common.time, '', 'timestamp'],
    [
      'type',
      text.event,
      '',
      ({ type }) => <Chip tone={TONES[type] ?? 'plain'}>{text.types[type] ?? type}</Chip>,
    ],
    ['details', text.details, 'wraps', ({ data }) => details(data)],
    ['sequence', '#', 'right wide', ({ sequence }) => sequence],
  ];
  return <Table label={text.title} columns={columns} rows={events} empty={text.none} />;
}
