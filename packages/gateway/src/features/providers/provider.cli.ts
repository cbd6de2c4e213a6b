// Commands on providers. Only the running gateway knows their current state, so `providers` asks its admin listener, as the local operator.
// The credential is sent only when a gateway runs on this data.
import type { Static } from 'typebox';
import type { AnyCommand, CliCommand, Invocation } from '../../terminal/command.ts';
import { adminUrl, type ControlPlane, withControlPlane } from '../../terminal/control-plane.ts';
import { show, tableText } from '../../terminal/output.ts';
import { type Columns, long, right } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { CliError } from '../../terminal/world.ts';
import { providerFault, providerList, providerResume, type ShownProvider } from './provider.admin.ts';

type Answer = Static<typeof providerList.result>;

const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;

function statusText({ status, health, gate, fault }: ShownProvider): string {
  const leftMs = status === 'suspended' ? health.suspended_for_ms : health.ejected_for_ms;
  const notes = [
    leftMs > 0 ? `${status} ${seconds(leftMs)}` : status,
    // Switched on by an operator: a provider that nobody asked since then is idle, and broken all the same.
    fault !== null && fault !== 'none' && `broken: ${fault}`,
    health.demoted && 'second choice',
    // Shown with every status: the operator should ask the platform why it sends bytes that were not asked for.
    gate !== null && gate.unasked_answers > 0 && `${gate.unasked_answers} unasked answers`,
  ];
  return notes.filter(Boolean).join(', ');
}

function servesText({ platforms, mounts }: ShownProvider): string {
  return [...platforms.map(({ platform, position }) => `${platform} #${position}`), ...mounts].join(', ');
}

function lastFailureText({ health: { last_failure: failure } }: ShownProvider): string | null {
  if (failure === null) return null;
  const detail = failure.detail === null ? '' : `: ${failure.detail}`;
  return `${failure.at.slice(11, 19)} ${failure.kind}${detail}`;
}

/** Whole milliseconds; below ten with one decimal. */
const ms = (value: number | null) => value && (value < 10 ? value : Math.round(value));

function quotaText({ quota }: ShownProvider): string | null {
  if (quota === null) return null;
  const back = quota.resets_at === null ? '' : `, back ${quota.resets_at.slice(0, 16)}Z`;
  return `${quota.left ?? '?'} of ${quota.units}${back}`;
}

const PROVIDER_ROW: Columns<ShownProvider> = {
  provider: 'name',
  serves: long(servesText),
  status: statusText,
  'success 10 s': right(({ health }) =>
    health.success_rate === null ? null : `${Math.floor(health.success_rate * 100)} %`,
  ),
  'attempts 10 s': right(({ health }) => health.attempts),
  'p50 ms': right(({ health }) => ms(health.p50_ms)),
  'p95 ms': right(({ health }) => ms(health.p95_ms)),
  'p99 ms': right(({ health }) => ms(health.p99_ms)),
  'in flight': right(({ health, gate }) =>
    gate === null ? String(health.in_flight) : `${health.in_flight} of ${gate.in_flight_limit}`,
  ),
  waiting: right(({ gate }) => gate?.waiting ?? 0),
  retries: right(({ health }) => health.retries),
  hedges: right(({ health }) => health.hedges),
  'last failure': long(lastFailureText),
};

/** The quota column appears only when some provider has a quota. */
function columnsFor(providers: readonly ShownProvider[]): Columns<ShownProvider> {
  const hasQuota = providers.some(({ quota }) => quota !== null);
  return hasQuota ? { ...PROVIDER_ROW, 'quota left': right(quotaText) } : PROVIDER_ROW;
}

async function askGateway({ world }: Invocation, { config, deps }: ControlPlane): Promise<Answer> {
  // Imported here, so that other commands do not load an HTTP client.
  const { GatewayClient } = await import('../../terminal/gateway-client.ts');
  const client = new GatewayClient({ url: adminUrl(config), name: config.service.name });
  try {
    const token = await world.operatorToken(config, deps.storage);
    return (await client.admin(providerList.path, token)) as Answer;
  } finally {
    await client.close();
  }
}

const providers: CliCommand<[], object> = {
  name: 'providers',
  summary: 'Show the current state of every provider, as the running gateway sees it',
  notes:
    'Success, attempts, retries and hedges are those of the last 10 seconds, latencies those of the last 1,000 ' +
    'answers. "unasked answers" means that the provider sent bytes that were not requested: its connections are no longer reused. With workers the figures are those of all of them. No token is needed: who can read the service secret is an operator. Exit code 3 when no gateway runs. "providers resume" ends a suspension.',
  examples: ['providers', 'providers --json'],
  run: (call) =>
    withControlPlane(call, async (control) => {
      if ((await control.deps.storage.nodes()).length === 0) {
        throw new CliError(
          'no gateway runs on this data, and only a running one knows the state of providers',
        );
      }
      const {
        now,
        currency,
        processes,
        processes_answered,
        providers: all,
      } = await askGateway(call, control);
      const text = () => tableText(call, columnsFor(all), all, 'No provider is configured.');
      show(call, { now, currency, processes, processes_answered, providers: all }, text);
      return undefined;
    }),
};

export const providerCommands: AnyCommand[] = [
  providers,
  verbCommand({
    words: 'providers fault',
    summary: 'Break a provider of the showcase, or mend it with "none"',
    verb: providerFault,
    arguments: { provider: 'a provider of the showcase', fault: 'none, slow, down, refusing or wrong' },
    notes:
      'Shows fail-over without a network: the next call moves to the other provider of the showcase, and a walk goes on there without ' +
      'a repeat. Every process on this data takes it up within 5 seconds. Other providers cannot be broken.',
    examples: ['providers fault showcase-north down', 'providers fault showcase-north none'],
    shows: ({ provider, fault }) =>
      fault === 'none' ? `${provider} answers again.\n` : `${provider} is broken now: ${fault}.\n`,
  }),
  verbCommand({
    words: 'providers resume',
    summary: 'Ask a provider again that is suspended or ejected',
    verb: providerResume,
    arguments: { provider: 'its name in the configuration' },
    notes:
      'Ends a pause that the provider asked for, such as a Retry-After of a day that was meant as a second, and its time out ' +
      'after failures. Every process on this data, on every machine, takes it up within 5 seconds. If the provider asks for a ' +
      'pause again, it gets it.',
    examples: ['providers resume framatube'],
    shows: (_answer, { args }) =>
      `${(args as string[])[0]} will be asked again, by every gateway on this data within 5 s.\n`,
  }),
];
