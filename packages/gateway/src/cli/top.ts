// Owns `top`: one screen of calls, money, providers and latencies of the running gateway, written over itself every few seconds. Without a
// terminal it is one look. It asks the admin listener, as `providers` does, and changes nothing.
import { setTimeout as pause } from 'node:timers/promises';
import { formatTime } from '../domain/clock.ts';
import { readScrape, type Scrape } from '../observe/read-scrape.ts';
import { adminUrl } from './admin-url.ts';
import { wholeNumber } from './arguments.ts';
import type { CliCommand, Invocation } from './command.ts';
import { show } from './output.ts';
import { type Session, withSession } from './session.ts';
import { type Column, renderTable } from './table.ts';
import { type TopFigures, topFigures } from './top-figures.ts';
import { CliError, type Screen } from './world.ts';

interface Options {
  every?: number;
}
type Call = Invocation<[], Options>;

/** Long enough for a figure to be read. */
const EVERY_SECONDS = 2;
/** What a single look waits for. */
const LOOK_SECONDS = 1;

// The other screen of the terminal, without a cursor, is given back as it was.
const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const LINE_END = '\u001b[K';
const REST = '\u001b[J';

const right = (title: string): Column => ({ title, align: 'right' });
const ms = (value: number | null) => (value === null ? '–' : `${value} ms`);

function frameText(
  { calls, money, storage, providers }: TopFigures,
  currency: string,
  width: number | null,
): string {
  const warnings = [
    ...(storage.up ? [] : ['THE LEDGER IS AWAY']),
    ...(money.differences === 0 ? [] : [`THE LEDGER HAS ${money.differences} DIFFERENCES`]),
  ];
  const lines = [
    `calls     ${calls.per_second}/s, ${calls.failed_per_second}/s fail; ${calls.running} run, ${calls.waiting} wait`,
    `latency   p50 ${ms(calls.p50_ms)}  p95 ${ms(calls.p95_ms)}  p99 ${ms(calls.p99_ms)}`,
    `money     ${money.charged_per_hour} ${currency}/h charged, ${money.cost_per_hour} cost; ${money.held} held`,
    `storage   ${storage.commits_per_second} commits/s of ${storage.verbs_per_commit ?? '–'} verbs, p95 ${ms(storage.p95_ms)}`,
    ...warnings,
  ];
  const columns = [
    { title: 'provider', canShrink: true },
    right('attempts/s'),
    right('failed/s'),
    right('cost/h'),
  ];
  const rows = providers.map((one) => [
    one.provider,
    one.attempts_per_second,
    one.failed_per_second,
    one.cost_per_hour,
  ]);
  return `${lines.join('\n')}\n\n${renderTable(columns, rows, width)}`;
}

/** What does not fit is left out at the bottom. */
function framed(text: string, { rows }: { rows: number }): string {
  const lines = text.split('\n').slice(0, Math.max(1, rows - 1));
  return HOME + lines.map((line) => `${line}${LINE_END}\n`).join('') + REST;
}

class Looks {
  readonly #look: () => Promise<string>;
  readonly #nowMs: () => number;
  #last: { scrape: Scrape; atMs: number } | null = null;

  constructor(look: () => Promise<string>, nowMs: () => number) {
    this.#look = look;
    this.#nowMs = nowMs;
  }

  /** Since the look before; null at the first. */
  async next(): Promise<TopFigures | null> {
    const before = this.#last;
    this.#last = { scrape: readScrape(await this.#look()), atMs: this.#nowMs() };
    if (before === null) return null;
    // Never none: a clock of tests may stand still.
    const seconds = Math.max(0.001, (this.#last.atMs - before.atMs) / 1_000);
    return topFigures(before.scrape, this.#last.scrape, seconds);
  }
}

async function lookOnce(call: Call, looks: Looks, currency: string): Promise<void> {
  await looks.next();
  await pause(LOOK_SECONDS * 1_000);
  const figures = (await looks.next())!;
  const now = formatTime(call.world.clock.nowMs());
  show(call, { now, currency, ...figures }, () => frameText(figures, currency, call.world.columns));
}

async function showLive(call: Call, screen: Screen, looks: Looks, currency: string): Promise<void> {
  const { world, options } = call;
  const stopped = new AbortController();
  void screen.stopped().then(() => stopped.abort());
  world.out(ENTER);
  try {
    for (let everyMs = LOOK_SECONDS * 1_000; !stopped.signal.aborted; ) {
      const figures = await looks.next();
      const size = screen.size();
      if (figures !== null) world.out(framed(frameText(figures, currency, size.columns), size));
      if (figures !== null) everyMs = (options.every ?? EVERY_SECONDS) * 1_000;
      await pause(everyMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  } finally {
    world.out(LEAVE);
  }
}

async function watch(call: Call, { config, deps }: Session): Promise<void> {
  const { world } = call;
  // Loaded here, so that no other command waits for an HTTP client.
  const { GatewayClient } = await import('./gateway-client.ts');
  const client = new GatewayClient({ url: adminUrl(config), name: config.service.name });
  try {
    const token = await world.operatorToken(config, deps.storage);
    const looks = new Looks(() => client.metrics(token), world.clock.monotonicMs);
    const { currency } = config.prices;
    if (call.json || world.screen === null) await lookOnce(call, looks, currency);
    else await showLive(call, world.screen, looks, currency);
  } finally {
    await client.close();
  }
}

export const topCommand: CliCommand<[], Options> = {
  name: 'top',
  summary: 'Watch calls, money, providers and latencies of the running gateway',
  options: [
    {
      flags: '--every <SECONDS>',
      summary: `seconds between two looks; ${EVERY_SECONDS} by default`,
      parse: wholeNumber(1, 3_600),
    },
  ],
  notes:
    'Ends by Ctrl-C. Without a terminal, or with --json, it looks once, for a second. Amounts are those of an hour at the speed of the moment. ' +
    'With workers the figures are those of all of them; other nodes on the same database have their own.',
  examples: ['top', 'top --every 5', 'top --json'],
  run: (call) =>
    withSession(call, async (session) => {
      if ((await session.deps.storage.nodes()).length === 0) {
        throw new CliError('no gateway runs on this data, and only a running one can be watched');
      }
      await watch(call, session);
      return undefined;
    }),
};
