// A real Prometheus scrapes real gateways, with and without traces, and reads the alarms and the dashboard.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dashboardExpressions } from '../src/observe/dashboard.ts';
import { OtlpReceiver } from '../src/testing/otlp-receiver.ts';
import { metricsIn } from '../src/testing/promql.ts';
import { startTestGateway, type TestGateway } from '../src/testing/test-gateway.ts';
import { programsFor } from './programs.ts';
import { ServerProgram } from './server-program.ts';

const RULES = path.join(import.meta.dirname, '../../../deploy/observe/rules.yaml');

const programs = programsFor('scrapes by a real Prometheus', 'Prometheus');

const settings = (observe: string) => `
service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }
platforms: { scripted: [first] }
providers: { first: { connector: scripted, cost: "1" } }
cache: { fresh_seconds: 0 }
${observe}
`;

interface QueryResult {
  metric: Record<string, string>;
  value: [number, string];
}

/** A Prometheus that scrapes one gateway every second, and the answers of its API. */
class RealPrometheus {
  readonly #server: ServerProgram;

  constructor({ adminUrl, adminToken }: TestGateway) {
    const target = new URL(adminUrl).host;
    this.#server = new ServerProgram({
      name: 'prometheus',
      program: programs!.prometheus!,
      args: ({ folder, port }) => {
        const config = this.#server.write('prometheus.yml', configOf(target, adminToken));
        const flags = {
          'config.file': config,
          'web.listen-address': `127.0.0.1:${port}`,
          'storage.tsdb.path': folder,
        };
        return Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
      },
    });
  }

  async start(): Promise<this> {
    await this.#server.start();
    return this;
  }

  async #ask<T>(question: string): Promise<T | null> {
    const answer = await fetch(`http://127.0.0.1:${this.#server.port}/api/v1/${question}`).catch(() => null);
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

  stop(): Promise<void> {
    return this.#server.remove();
  }
}

const configOf = (target: string, token: string) => `
global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: ["${RULES}"]
scrape_configs:
  - job_name: reelgate
    authorization: { credentials: "${token}" }
    static_configs: [{ targets: ["${target}"] }]
`;

describe.skipIf(programs === null)('in a real Prometheus', () => {
  describe.each(['without traces', 'with traces'])('a gateway %s', (traces) => {
    const collector = new OtlpReceiver();
    let prometheus: RealPrometheus;
    let gateway: TestGateway;

    beforeAll(async () => {
      const otlp = await collector.open();
      const observe = traces === 'with traces' ? `observe: { otlp: "${otlp}", trace_share: 1 }` : '';
      gateway = await startTestGateway({ settings: settings(observe), ports: { chance: () => 0 } });
      prometheus = await new RealPrometheus(gateway).start();
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
      const checked = spawnSync(programs!.promtool!, ['check', 'metrics'], {
        input: scraped.text,
        encoding: 'utf8',
      });
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
