// Owns `providers`: how every provider does right now. Only the running gateway knows, so the command asks its admin
// listener, as the local operator. It sends that credential nowhere unless a gateway runs on this data.
import type { ShownProvider } from '../features/providers/provider.admin.ts';
import { adminUrl } from './admin-url.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show, tableText } from './output.ts';
import { type Session, withSession } from './session.ts';
import type { Cell, Column } from './table.ts';
import { CliError } from './world.ts';

interface Answer {
  now: string;
  currency: string;
  processes: number;
  processes_answered: number;
  providers: ShownProvider[];
}

const right = (title: string): Column => ({ title, align: 'right' });
const COLUMNS: Column[] = [
  { title: 'provider' },
  { title: 'serves', canShrink: true },
  { title: 'status' },
  right('success 10 s'),
  right('attempts 10 s'),
  right('p50 ms'),
  right('p95 ms'),
  right('p99 ms'),
  right('in flight'),
  right('waiting'),
  right('retries'),
  right('hedges'),
  { title: 'last failure', canShrink: true },
];

const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;

function statusText({ status, health, gate }: ShownProvider): string {
  const leftMs = status === 'suspended' ? health.suspended_for_ms : health.ejected_for_ms;
  const notes = [
    leftMs > 0 ? `${status} ${seconds(leftMs)}` : status,
    health.demoted && 'second choice',
    // However well it does otherwise, the operator has to know, and to ask the platform.
    gate !== null && gate.unasked_answers > 0 && `${gate.unasked_answers} unasked answers`,
  ];
  return notes.filter(Boolean).join(', ');
}

function servesText({ platforms, mounts }: ShownProvider): string {
  return [...platforms.map(({ platform, position }) => `${platform} #${position}`), ...mounts].join(', ');
}

function lastFailureText(failure: ShownProvider['health']['last_failure']): string | null {
  if (failure === null) return null;
  const detail = failure.detail === null ? '' : `: ${failure.detail}`;
  return `${failure.at.slice(11, 19)} ${failure.kind}${detail}`;
}

/** Milliseconds in whole ones; below ten a tenth counts. */
const ms = (value: number | null) => value && (value < 10 ? value : Math.round(value));

/** Beside the others where there is any: most providers have none. */
const QUOTA = right('quota left');

function quotaText({ quota }: ShownProvider): string | null {
  if (quota === null) return null;
  const back = quota.resets_at === null ? '' : `, back ${quota.resets_at.slice(0, 16)}Z`;
  return `${quota.left ?? '?'} of ${quota.units}${back}`;
}

function tableOf(providers: readonly ShownProvider[]): { columns: Column[]; rows: Cell[][] } {
  if (providers.every(({ quota }) => quota === null)) return { columns: COLUMNS, rows: providers.map(cells) };
  return { columns: [...COLUMNS, QUOTA], rows: providers.map((row) => [...cells(row), quotaText(row)]) };
}

function cells(row: ShownProvider): Cell[] {
  const { health, gate } = row;
  return [
    row.name,
    servesText(row),
    statusText(row),
    health.success_rate === null ? null : `${Math.floor(health.success_rate * 100)} %`,
    health.attempts,
    ms(health.p50_ms),
    ms(health.p95_ms),
    ms(health.p99_ms),
    gate === null ? String(health.in_flight) : `${health.in_flight} of ${gate.in_flight_limit}`,
    gate?.waiting ?? 0,
    health.retries,
    health.hedges,
    lastFailureText(health.last_failure),
  ];
}

async function askGateway({ world }: Invocation, { config, deps }: Session): Promise<Answer> {
  // Loaded here, so that no other command waits for an HTTP client.
  const { GatewayClient } = await import('./gateway-client.ts');
  const client = new GatewayClient({ url: adminUrl(config), name: config.service.name });
  try {
    const token = await world.operatorToken(config, deps.storage);
    return (await client.admin('/admin/v1/providers', token)) as Answer;
  } finally {
    await client.close();
  }
}

export const providersCommand: CliCommand<[], object> = {
  name: 'providers',
  summary: 'Show how every provider does right now, as the running gateway sees it',
  notes:
    'Success, attempts, retries and hedges are those of the last 10 seconds, latencies those of the last 1,000 ' +
    'answers. "unasked answers" means that the provider sent bytes nobody asked for: its connections are no longer used again. With workers the figures are those of all of them. No token is needed: who can read the service secret is an operator. Exit code 3 when no gateway runs. "providers resume" ends a suspension.',
  examples: ['providers', 'providers --json'],
  run: (call) =>
    withSession(call, async (session) => {
      if ((await session.deps.storage.nodes()).length === 0) {
        throw new CliError('no gateway runs on this data, and only a running one knows how providers do');
      }
      const { now, currency, processes, processes_answered, providers } = await askGateway(call, session);
      const { columns, rows } = tableOf(providers);
      const text = () => tableText(call, columns, rows, 'No provider is configured.');
      show(call, { now, currency, processes, processes_answered, providers }, text);
      return undefined;
    }),
};
