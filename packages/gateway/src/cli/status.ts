// `status` asks a running gateway how well each operation of each platform works, as a caller does.
import type { Static } from 'typebox';
import { STATUS_CALLS_MIN } from '../domain/service-status.ts';
import type { StatusRowView } from '../features/status/status.account.ts';
import type { CliCommand } from '../terminal/command.ts';
import { show, tableText } from '../terminal/output.ts';
import type { Columns } from '../terminal/table.ts';
import { EXIT } from '../terminal/world.ts';
import { CALLER_OPTIONS, type CallerOptions, callerKey, gatewayTarget } from './buying/caller-options.ts';

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

export const statusCommand: CliCommand<[], CallerOptions> = {
  name: 'status',
  summary: 'Show how well each operation works at a running gateway, as a customer sees it',
  options: [CALLER_OPTIONS.key, CALLER_OPTIONS.url],
  notes:
    'Free. Each window shows the share of calls that were answered, p95 and what the platform refused; a dash stands for fewer than 20 calls.',
  examples: ['status', 'status --json'],
  async run(call) {
    const { url, serviceName, hint } = gatewayTarget(call);
    const key = callerKey(
      call,
      'operators see the state of providers with "reelgate providers", without a key',
    );
    // Imported here, so that other commands do not load an HTTP client.
    const { GatewayClient } = await import('../terminal/gateway-client.ts');
    const client = new GatewayClient({ url, name: serviceName });
    try {
      const answer = (await client.send('/api/status/v1', { key, hint })) as { operations: Row[] };
      show(call, answer, () => {
        const table = tableText(call, STATUS_ROW, answer.operations, 'This key may call no operation.');
        const isUnknown = answer.operations.some(({ state }) => state === 'unknown');
        return isUnknown ? `${table}\n${UNKNOWN_TEXT}` : table;
      });
      return EXIT.ok;
    } finally {
      await client.close();
    }
  },
};
