// `status` asks a running gateway how well each operation of each platform works, as a caller does.
import type { Static } from 'typebox';
import { STATUS_CALLS_MIN } from '../domain/service-status.ts';
import { type StatusRowView, serviceStatus } from '../features/status/status.account.ts';
import { tableText } from '../terminal/output.ts';
import type { Columns } from '../terminal/table.ts';
import { callerCommand } from '../terminal/verb-command.ts';

type Row = Static<typeof StatusRowView>;

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** `95 %, 250 ms, 5 % refused`; a dash for too few calls. */
function windowText(window: Row['hour']): string {
  if (window === null) return '–';
  return [
    percent(window.success),
    ...(window.p95_ms === null ? [] : [`${window.p95_ms} ms`]),
    ...(window.refused === 0 ? [] : [`${percent(window.refused)} refused`]),
  ].join(', ');
}

const UNKNOWN_TEXT = `unknown: fewer than ${STATUS_CALLS_MIN} calls in a day\n`;

const STATUS_ROW: Columns<Row> = {
  platform: 'platform',
  operation: 'operation',
  state: ({ state, cause }) => (cause === null ? state : `${state} (${cause})`),
  hour: ({ hour }) => windowText(hour),
  day: ({ day }) => windowText(day),
  '30 days': ({ month }) => windowText(month),
};

export const statusCommand = callerCommand({
  words: 'status',
  summary: 'Show how well each operation works at a running gateway, as a customer sees it',
  verb: serviceStatus,
  withoutKey: 'operators see the state of providers with "reelgate providers", without a key',
  notes:
    'Free. Each window shows the share of calls that were answered, p95 and what the platform refused; a dash stands for fewer than 20 calls.',
  examples: ['status', 'status --json'],
  shows: ({ operations }, call) => {
    const table = tableText(call, STATUS_ROW, operations, 'This key may call no operation.');
    const isUnknown = operations.some(({ state }) => state === 'unknown');
    return isUnknown ? `${table}\n${UNKNOWN_TEXT}` : table;
  },
});
