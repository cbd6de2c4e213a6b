// `top` shows calls, money, providers and latencies of the running gateway on one screen, redrawn every few seconds. Without a terminal it
// prints one look. It reads the admin listener, as `providers` does, and changes nothing.

import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { formatTime } from '../../domain/clock.ts';
import { readScrape, type Scrape } from '../../observe/read-scrape.ts';
import { wholeNumber } from '../../terminal/arguments.ts';
import type { CliCommand, Invocation } from '../../terminal/command.ts';
import { adminUrl, withControlPlane } from '../../terminal/control-plane.ts';
import { show } from '../../terminal/output.ts';
import { type Columns, long, right, tableOf } from '../../terminal/table.ts';
import { fitText } from '../../terminal/text-width.ts';
import { CliError, EXIT, type Screen } from '../../terminal/world.ts';
import { type TopFigures, topFigures } from './top-figures.ts';

// The alternate screen of the terminal, without a cursor; the original screen is restored afterwards.
const ENTER_SCREEN = '\u001b[?1049h\u001b[?25l';
const LEAVE_SCREEN = '\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const LINE_END = '\u001b[K';
const REST = '\u001b[J';

const ms = (value: number | null) => (value === null ? '–' : `${value} ms`);

const PROVIDER_ROW: Columns<TopFigures['providers'][number]> = {
  provider: long('provider'),
  status: 'status',
  'attempts/s': right('attempts_per_second'),
  'failed/s': right('failed_per_second'),
  'cost/h': right('cost_per_hour'),
};

interface TopHeading {
  currency: string;
  /** Nodes on the database; null when the database cannot be read. */
  nodes: number | null;
}

function topText(figures: TopFigures, { currency, nodes }: TopHeading, width: number | null): string {
  const { calls, money, storage, providers } = figures;
  const lines = [
    `shows     ${shownText(nodes)}`,
    `calls     ${calls.per_second}/s, ${calls.failed_per_second}/s fail; ${calls.running} run, ${calls.waiting} wait`,
    `latency   p50 ${ms(calls.p50_ms)}  p95 ${ms(calls.p95_ms)}  p99 ${ms(calls.p99_ms)}`,
    `money     ${money.charged_per_hour} ${currency}/h charged, ${money.cost_per_hour} cost; ${money.held} held`,
    `storage   ${storage.commits_per_second} commits/s of ${storage.verbs_per_commit ?? '–'} verbs, p95 ${ms(storage.p95_ms)}`,
    ...warningsOf(figures),
  ];
  return `${lines.join('\n')}\n\n${tableOf(PROVIDER_ROW, providers, width)}`;
}

function shownText(nodes: number | null): string {
  if (nodes === null) return 'one node; how many there are is unknown, because the database does not answer';
  return nodes === 1 ? 'the only node' : `one node of ${nodes}`;
}

function warningsOf({ storage, money }: TopFigures): string[] {
  return [
    ...(storage.up ? [] : ['THE LEDGER IS AWAY']),
    ...(money.differences === 0 ? [] : [`THE LEDGER HAS ${money.differences} DIFFERENCES`]),
  ];
}

/** Cuts at the right and at the bottom: a wrapped line would shift all others. */
function framed(text: string, { columns, rows }: { columns: number; rows: number }): string {
  const lines = text.trimEnd().split('\n');
  const shown = lines.slice(0, Math.max(1, rows - 1));
  return HOME + shown.map((line) => `${fitText(line, columns)}${LINE_END}\n`).join('') + REST;
}

interface Options {
  every?: number;
}
type Call = Invocation<[], Options>;

/** Long enough to read a figure. */
const EVERY_SECONDS = 2;
/** The time between the two scrapes of a single look. */
const LOOK_SECONDS = 1;

const NOBODY_RUNS = 'no gateway runs on this data, and only a running one can be watched';
/** The longest that a look at the database may delay the first frame. */
const NODES_MS = 2_000;

class Looks {
  readonly #look: () => Promise<string>;
  readonly #nowMs: () => number;
  #last: { scrape: Scrape; atMs: number } | null = null;

  constructor(look: () => Promise<string>, nowMs: () => number) {
    this.#look = look;
    this.#nowMs = nowMs;
  }

  /** Figures since the previous look; null at the first. */
  async next(): Promise<TopFigures | null> {
    const before = this.#last;
    // After a failed look the next one starts anew: figures over an unknown time mean nothing.
    this.#last = null;
    this.#last = { scrape: readScrape(await this.#look()), atMs: this.#nowMs() };
    if (before === null) return null;
    // At least 1 ms: the clock of a test may stand still.
    const seconds = Math.max(0.001, (this.#last.atMs - before.atMs) / 1_000);
    return topFigures(before.scrape, this.#last.scrape, seconds);
  }
}

async function lookOnce(call: Call, looks: Looks, shown: TopHeading): Promise<void> {
  await looks.next();
  await pause(LOOK_SECONDS * 1_000);
  const figures = (await looks.next())!;
  const now = formatTime(call.world.clock.nowMs());
  show(call, { now, ...shown, ...figures }, () => topText(figures, shown, call.world.columns));
}

/** The text of the next frame. A gateway that answered before may stop and come back. */
async function nextFrame(looks: Looks, shown: TopHeading, width: number): Promise<string> {
  try {
    const figures = await looks.next();
    return figures === null ? 'The gateway answers again; looking …' : topText(figures, shown, width);
  } catch (error) {
    if (!(error instanceof CliError && error.exitCode === EXIT.unavailable)) throw error;
    return `${error.message}; asking again`;
  }
}

/** False when the user has stopped it meanwhile. */
function untilNextLook(seconds: number, signal: AbortSignal): Promise<boolean> {
  return pause(seconds * 1_000, true, { signal }).catch(() => false);
}

/** Redraws until the user stops it; a running look does not delay the stop. */
async function showLive(call: Call, screen: Screen, looks: Looks, shown: TopHeading): Promise<void> {
  const stopped = new AbortController();
  const stop = screen.stopped().then(() => stopped.abort());
  const draw = (text: string) => call.world.out(framed(text, screen.size()));
  call.world.out(ENTER_SCREEN);
  try {
    draw('Looking at the gateway …');
    await Promise.race([looks.next(), stop]);
    let seconds = LOOK_SECONDS;
    while (await untilNextLook(seconds, stopped.signal)) {
      const text = await Promise.race([nextFrame(looks, shown, screen.size().columns), stop]);
      if (text !== undefined) draw(text);
      seconds = call.options.every ?? EVERY_SECONDS;
    }
  } finally {
    call.world.out(LEAVE_SCREEN);
  }
}

async function watch(call: Call, config: Config, { token, nodes }: Way): Promise<void> {
  const { world } = call;
  // Imported here, so that other commands do not load an HTTP client.
  const { GatewayClient } = await import('../../terminal/gateway-client.ts');
  const client = new GatewayClient({ url: adminUrl(config), name: config.service.name });
  try {
    const looks = new Looks(() => client.metrics(token), world.clock.monotonicMs);
    const shown = { currency: config.prices.currency, nodes };
    if (call.json || world.screen === null) await lookOnce(call, looks, shown);
    else await showLive(call, world.screen, looks, shown);
  } finally {
    await client.close();
  }
}

/** How to reach the gateway, and how many nodes the database lists. */
interface Way {
  token: string;
  nodes: number | null;
}

async function wayByDatabase(call: Call): Promise<Way> {
  return withControlPlane(call, async ({ config, deps }) => {
    const nodes = (await deps.storage.nodes()).length;
    if (nodes === 0) throw new CliError(NOBODY_RUNS);
    return { token: await call.world.operatorToken(config, deps.storage), nodes };
  });
}

/** When the database cannot be read in time, the node on this machine is watched without it. */
async function wayOf(call: Call, config: Config): Promise<Way> {
  const token = call.world.watcherToken(config);
  const byDatabase = wayByDatabase(call);
  if (token === null) return byDatabase;
  const alone: Way = { token, nodes: null };
  const known = byDatabase.catch((error: unknown) => {
    if (!(error instanceof CliError) || error.exitCode !== EXIT.unavailable) throw error;
    if (error.message === NOBODY_RUNS) throw error;
    return alone;
  });
  return Promise.race([known, pause(NODES_MS, alone, { ref: false })]);
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
    'Ends by Ctrl-C, and goes on through a restart of the gateway. Without a terminal, or with --json, it looks once, for a second. Amounts are those of an hour at the speed of the moment. ' +
    'With workers the figures are those of all of them; other nodes on the same database have their own, and it says how many there are. ' +
    'While the database is away it still watches the node on this machine.',
  examples: ['top', 'top --every 5', 'top --json'],
  async run(call) {
    const config = call.world.config(call.configFile);
    await watch(call, config, await wayOf(call, config));
    return undefined;
  },
};
