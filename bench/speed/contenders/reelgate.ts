// Reelgate as it is measured: the real command with its own data folder, both upstreams as platforms, and callers of every kind: one that
// can pay, one that cannot, one over its limit, and one with an unknown key.

import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Contender, MANY_NAMES, type Upstream } from '../contender.ts';
import { type Counts, counted, countsOf } from '../counts/ask-probe.ts';
import { nodeProgram, portOf, Running } from '../processes.ts';
import { secretOf } from '../secrets.ts';
import { readsProc, treeUsage, type Usage } from '../usage.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** Of a clone, or of a folder into which the package was installed. */
const commandIn = (root: string) =>
  ['packages/gateway', 'node_modules/reelgate']
    .map((place) => path.join(root, place, 'bin/reelgate.js'))
    .find((file) => existsSync(file))!;
/** As much as an account may have: no run can spend it. */
const FUNDS = '900000000';
/** A well-formed secret that no fill creates. */
const UNKNOWN_KEY = secretOf(2 ** 45);

export interface ReelgateSettings {
  folder: string;
  upstream: Upstream;
  /** `sqlite`, or the address of a PostgreSQL database. */
  storage?: string;
  /** The process of the database server, so that its CPU is counted apart from the gateway's. */
  databasePid?: number | null;
  /** Further arguments of `serve`. */
  serveArgs?: string[];
  /** Arguments of Node itself, for a profile. */
  nodeArgs?: string[];
  /** Counts what each call is made of (`counts/probe.ts`). */
  isCounted?: boolean;
  /** The clone, or the folder of an installed package, whose gateway runs; this clone by default. */
  root?: string;
  /** Settings of traces and logs. */
  observe?: object;
  /** A filled database has its accounts already and needs no set-up. */
  isFilled?: boolean;
}

export interface Keys {
  payer: string;
  poor: string;
  limited: string;
  unknown: string;
}

const UNLIMITED = { requests: 1_000_000, per_seconds: 1, concurrent: 10_000 };

/** JSON is YAML. Limits that would end a measurement are as high as possible; everything else has its default. */
export function writeConfig({
  folder,
  upstream,
  storage = 'sqlite',
  observe = {},
}: ReelgateSettings): string {
  const provider = (base_url: string) => ({
    connector: 'peertube',
    base_url,
    allow_private: true,
    in_flight_max: 10_000,
  });
  const named = (value: (url: string, name: string) => unknown) =>
    Object.fromEntries(upstream.many.map((url, i) => [MANY_NAMES[i], value(url, MANY_NAMES[i]!)]));
  const file = path.join(folder, 'reelgate.yaml');
  const config = {
    service: { public: '127.0.0.1:0', admin: '127.0.0.1:0' },
    data: path.join(folder, 'data'),
    storage,
    platforms: { fast: ['fast'], slow: ['slow'], ...named((_, name) => [name]) },
    providers: { fast: provider(upstream.fast), slow: provider(upstream.slow), ...named(provider) },
    limits: { rate: UNLIMITED, free: UNLIMITED },
    // Longer than the run, so that the row "cached" stays cached.
    cache: { fresh_seconds: 3_600 },
    observe,
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

export class Reelgate implements Contender {
  readonly #running: Running;
  readonly #databasePid: number | null;
  readonly port: number;
  readonly keys: Keys;

  private constructor(running: Running, at: { port: number; keys: Keys; databasePid: number | null }) {
    this.#running = running;
    this.#databasePid = at.databasePid;
    this.port = at.port;
    this.keys = at.keys;
  }

  static async start(settings: ReelgateSettings): Promise<Reelgate> {
    const file = writeConfig(settings);
    const running = serve(file, settings);
    const [, url, admin] = await running.says(/serves (http:\S+) \(admin (http:\S+)\)[\s\S]*\n$/);
    const keys = settings.isFilled === true ? filledKeys() : await makeKeys(running.out, admin!);
    return new Reelgate(running, { port: portOf(url!), keys, databasePid: settings.databasePid ?? null });
  }

  usage(): Promise<Usage> {
    return this.#running.usage();
  }

  besideMicros(): number {
    return this.#databasePid === null || !readsProc ? 0 : treeUsage(this.#databasePid).cpuMicros;
  }

  counts(): Promise<Counts> {
    return countsOf(this.#running.child);
  }

  stop(): Promise<void> {
    return this.#running.stop();
  }
}

export function serve(
  file: string,
  { serveArgs = [], nodeArgs = [], root = ROOT, isCounted = false }: Partial<ReelgateSettings>,
): Running {
  const args = ['serve', '--config', file, ...serveArgs];
  return new Running(counted(nodeProgram(commandIn(root), args, nodeArgs), isCounted));
}

/** Runs another command of Reelgate to its end and returns its output. */
export async function command(args: string[]): Promise<string> {
  const running = new Running(nodeProgram(commandIn(ROOT), args));
  await running.ended;
  if (running.child.exitCode !== 0) throw new Error(`${args.join(' ')}: ${running.err}`);
  return running.out;
}

function filledKeys(): Keys {
  const payer = secretOf(0);
  return { payer, poor: payer, limited: payer, unknown: UNKNOWN_KEY };
}

/** The token that a first start printed opens the admin API; the keys are created there. */
async function makeKeys(out: string, admin: string): Promise<Keys> {
  const payer = /key +(rgk_\S+)/.exec(out)![1]!;
  const token = /admin +(rga_\S+)/.exec(out)![1]!;
  const post = async (at: string, body: object): Promise<{ secret: string }> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${admin}/admin/v1/${at}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { secret: string };
  };
  await post('accounts/demo/topups', { amount: FUNDS, reference: 'bench' });
  await post('accounts', { name: 'poor' });
  const rate = { requests: 1, per_seconds: 86_400, concurrent: 10_000 };
  const poor = await post('keys', { account: 'poor', name: 'poor' });
  const limited = await post('keys', { account: 'demo', name: 'limited', rate });
  return { payer, poor: poor.secret, limited: limited.secret, unknown: UNKNOWN_KEY };
}
