// A real Prometheus scrapes real gateways, with and without traces, and reads the alarms and the dashboard. It needs
// `prometheus` and `promtool` (packages of most distributions); without them it is skipped with a message.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OtlpReceiver } from '../testing/otlp-receiver.ts';
import { metricsIn } from '../testing/promql.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { dashboardExpressions } from './dashboard.ts';

const RULES = path.join(import.meta.dirname, '../../../../deploy/observe/rules.yaml');

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;
const missing = ['prometheus', 'promtool'].filter((program) => !isThere(program));
if (missing.length > 0) {
  console.warn(`skipped: the alarms in a real Prometheus, because ${missing.join(' and ')} is not installed`);
}

const settings = (observe: string) => `
service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }
platforms: { scripted: [first] }
providers: { first: { connector: scripted, cost: "1" } }
cache: { fresh_seconds: 0 }
${observe}
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

interface QueryResult {
  metric: Record<string, string>;
  value: [number, string];
}

/** A Prometheus that scrapes one gateway every second, and the answers of its API. */
class RealPrometheus {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'reelgate-prometheus-'));
  #process: ChildProcess | null = null;
  #url = '';

  async start({ adminUrl, adminToken }: TestGateway): Promise<void> {
    const config = path.join(this.#folder, 'prometheus.yml');
    writeFileSync(
      config,
      `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: ["${RULES}"]
scrape_configs:
  - job_name: reelgate
    authorization: { credentials: "${adminToken}" }
    static_configs: [{ targets: ["${new URL(adminUrl).host}"] }]
`,
    );
    const address = `127.0.0.1:${await freePort()}`;
    this.#url = `http://${address}`;
    const flags = ['config.file', config, 'web.listen-address', address, 'storage.tsdb.path', this.#folder];
    const given = Array.from({ length: 3 }, (_, i) => `--${flags[2 * i]}=${flags[2 * i + 1]}`);
    this.#process = spawn('prometheus', given, { stdio: 'ignore' });
  }

  async #ask<T>(question: string): Promise<T | null> {
    const answer = await fetch(`${this.#url}/api/v1/${question}`).catch(() => null);
    return answer?.ok ? ((await answer.json()) as { data: T }).data : null;
  }

  async query(expr: string): Promise<QueryResult[]> {
    const data = await this.#ask<{ result: QueryResult[] }>(`query?${new URLSearchParams({ query: expr })}`);
    return data?.result ?? [];
  }

  /** The state of the rule with this name: `inactive`, `pending` or `firing`. */
  async stateOf(alert: string): Promise<string | undefined> {
    const data = await this.#ask<{ groups: { rules: { name: string; state: string }[] }[] }>(
      'rules?type=alert',
    );
    return data?.groups.flatMap(({ rules }) => rules).find(({ name }) => name === alert)?.state;
  }

  async stop(): Promise<void> {
    const ended = this.#process && once(this.#process, 'exit');
    this.#process?.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

describe.skipIf(missing.length > 0)('in a real Prometheus', () => {
  test('the rules are valid', () => {
    const checked = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' });
    expect(checked.status, checked.stderr).toBe(0);
  });

  describe.each(['without traces', 'with traces'])('a gateway %s', (traces) => {
    const collector = new OtlpReceiver();
    const prometheus = new RealPrometheus();
    let gateway: TestGateway;

    beforeAll(async () => {
      const otlp = await collector.open();
      const observe = traces === 'with traces' ? `observe: { otlp: "${otlp}", trace_share: 1 }` : '';
      gateway = await startTestGateway({ settings: settings(observe), ports: { chance: () => 0 } });
      await prometheus.start(gateway);
    });
    afterAll(async () => {
      await prometheus.stop();
      await gateway.close();
      await collector.close();
    });

    const search = () => gateway.search({ keyword: 'x' });
    /** Calls go on until it is seen: Prometheus only sees what rises between two scrapes. */
    const whileCallsFail = (look: () => Promise<unknown>) =>
      expect.poll(async () => {
        await search();
        return look();
      });

    test('a scrape has no fault and every metric of the dashboard', async () => {
      const scraped = await gateway.metrics();
      const checked = spawnSync('promtool', ['check', 'metrics'], { input: scraped.text, encoding: 'utf8' });
      // Exit code 3 is advice on the names of Node's own metrics; 1 is a text that does not parse.
      expect([0, 3], checked.stderr).toContain(checked.status);
      expect(checked.stderr.split('\n').filter((line) => line.startsWith('reelgate_'))).toEqual([]);
      await search();
      await expect.poll(() => prometheus.query('reelgate_ledger_differences')).not.toEqual([]);
      const names = new Set(dashboardExpressions().flatMap(metricsIn));
      for (const name of names) expect([name, await prometheus.query(name)]).not.toEqual([name, []]);
      expect(await prometheus.query('{__name__=~".+_total_total"}')).toEqual([]);
    });

    test('the alarm on failing calls is silent before they fail, and fires then', async () => {
      expect(await prometheus.stateOf('ReelgateCallsFail')).toBe('inactive');
      gateway.script = () => ({ kind: 'refused', detail: 'no' });
      await whileCallsFail(() => prometheus.stateOf('ReelgateCallsFail')).toBe('firing');
    });

    test('a negative margin is detected', async () => {
      gateway.script = () => ({ ids: ['1'], cursor: null });
      // It must last for a quarter of an hour before it fires.
      await whileCallsFail(() => prometheus.stateOf('ReelgateMarginNegative')).toBe('pending');
    });
  });
});
