// Keeps the alarms and the dashboard under deploy/observe/ correct: every expression parses by Prometheus' own
// grammar, every metric in it is in a scrape of a real gateway, and every alarm fires when its cause occurs and is
// silent before. Scrapes are made in both of Prometheus' formats, from gateways with and without traces.
// `npm run test:servers` uses a real Prometheus.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { systemClock, systemIntervals, systemRandom } from '../domain/clock.ts';
import { toMicros } from '../domain/money.ts';
import { STATUS } from '../http/answers/status.ts';
import { expireHolds, type JobDeps, startJobs, watchLedger } from '../jobs/jobs.ts';
import { createTestClock } from '../storage/contracts/storage.contract.ts';
import { openPostgresStorage } from '../storage/postgres/open-storage.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import { type Storage, StorageUnavailable } from '../storage/storage.ts';
import { addPayer, openHold, publishPrice } from '../storage/testing/payer.ts';
import { OtlpReceiver } from '../testing/otlp-receiver.ts';
import { startReplicatedServers } from '../testing/postgres-server.ts';
import { runStatement } from '../testing/postgres-template.ts';
import { durationMs, evaluate, metricsIn, syntaxErrors, type TimedScrape } from '../testing/promql.ts';
import { createShiftedClock } from '../testing/shifted-clock.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { dashboardExpressions, renderDashboard } from './dashboard.ts';
import { silentLog } from './log.ts';
import { createMetrics, type Metrics, type MetricsForm } from './metrics.ts';
import { readScrape } from './read-scrape.ts';

const OBSERVE = path.join(import.meta.dirname, '../../../../deploy/observe');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string };
}

const { groups } = parse(readFileSync(path.join(OBSERVE, 'rules.yaml'), 'utf8')) as {
  groups: { name: string; rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const ruleOf = (alert: string) => rules.find((rule) => rule.alert === alert)!;

/** What an older Prometheus accepts, and what every Prometheus since 2.5 prefers. */
const FORMS = [
  { form: 'text', accept: 'text/plain;version=0.0.4;q=1,*/*;q=0.1' },
  {
    form: 'openmetrics',
    accept: 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
  },
] as const;

/** Alarms that fired in a test, in each format. */
const fired = new Map<MetricsForm, Set<string>>(FORMS.map(({ form }) => [form, new Set()]));

/** True when the expression holds at every one of these moments, and they span the duration of `for`. */
function firesIn(form: MetricsForm, alert: string, scrapes: TimedScrape[], moments: number[]): boolean {
  const rule = ruleOf(alert);
  const isLong = moments.at(-1)! - moments[0]! >= durationMs(rule.for);
  const isFiring = isLong && moments.every((atMs) => evaluate(rule.expr, scrapes, atMs).length > 0);
  if (isFiring) fired.get(form)!.add(alert);
  return isFiring;
}

const scrapeAt = (atMs: number, text: string): TimedScrape => ({ atMs, ...readScrape(text) });

/** The same figures, scraped every minute from one moment to another. */
function scrapesFrom(fromMs: number, toMs: number, text: string): TimedScrape[] {
  const count = Math.floor((toMs - fromMs) / MINUTE) + 1;
  return Array.from({ length: count }, (_, i) => scrapeAt(fromMs + i * MINUTE, text));
}

test('every alarm has a name of its own, a severity and a sentence', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations } of rules) {
    expect(alert).toMatch(/^Reelgate[A-Z]/);
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary.length).toBeGreaterThan(10);
  }
});

test('the dashboard is the one that `npm run reference` writes', () => {
  expect(readFileSync(path.join(OBSERVE, 'dashboard.json'), 'utf8')).toBe(renderDashboard());
});

test('every expression is PromQL', () => {
  const all = [...rules.map(({ expr }) => expr), ...dashboardExpressions()];
  expect(all.flatMap((expr) => syntaxErrors(expr).map((error) => `${expr}: ${error}`))).toEqual([]);
  expect(syntaxErrors('sum(rate(x[5m])')).not.toEqual([]);
});

test('calls count as failed exactly when their status blames the gateway or a platform', () => {
  const ours = Object.entries(STATUS).flatMap(([code, status]) => (status >= 500 ? [code] : []));
  const named = /outcome=~"([^"]+)"/.exec(ruleOf('ReelgateCallsFail').expr)![1]!.split('|');
  expect(named.sort()).toEqual(ours.sort());
  const shown = dashboardExpressions().find((expr) => expr.includes('outcome=~'))!;
  expect(shown).toContain(/outcome=~"[^"]+"/.exec(ruleOf('ReelgateCallsFail').expr)![0]);
});

const GATEWAYS = FORMS.flatMap(({ form, accept }) => [
  { form, accept, traces: 'without traces' },
  { form, accept, traces: 'with traces' },
]);

describe.each(GATEWAYS)('of a gateway $traces, asked for $form', ({ form, accept, traces }) => {
  let gateway: TestGateway;
  const clock = createShiftedClock();
  const collector = new OtlpReceiver();
  const hasTraces = traces === 'with traces';
  const scrape = () => gateway.metrics({ accept });
  const text = async () => (await scrape()).text;
  const fires = firesIn.bind(null, form);

  beforeAll(async () => {
    const observe = hasTraces ? `observe: { otlp: "${await collector.open()}", trace_share: 1 }` : '';
    gateway = await startTestGateway({
      ports: { clock, chance: () => 0 },
      settings: `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { scripted: [first], dear: [dear] }
providers: { first: { connector: scripted }, dear: { connector: scripted, cost: "1" } }
cache: { fresh_seconds: 0 }
${observe}
`,
    });
  });
  afterAll(async () => {
    await gateway.close();
    if (hasTraces) await collector.close();
  });

  /** Scrapes before and after some work: an hour of each, as Prometheus would have them. */
  async function around(work: () => Promise<void>): Promise<{ scrapes: TimedScrape[]; atMs: number }> {
    const before = scrapesFrom(0, HOUR, await text());
    await work();
    return {
      scrapes: [...before, ...scrapesFrom(HOUR + MINUTE, HOUR + 2 * MINUTE, await text())],
      atMs: HOUR + 2 * MINUTE,
    };
  }

  async function search(platform: string, times: number, status = 200): Promise<void> {
    for (let n = 0; n < times; n++) {
      expect((await gateway.search({ keyword: 'x' }, { platform })).status).toBe(status);
    }
  }

  test('every metric that an expression reads is in a scrape', async () => {
    await search('scripted', 1);
    // The ledger is read at the start, at the same time as everything else.
    await expect.poll(text).toContain('reelgate_ledger_differences');
    const names = new Set(readScrape(await text()).samples.map(({ name }) => name));
    const read = [...rules.map(({ expr }) => expr), ...dashboardExpressions()].flatMap(metricsIn);
    expect(read.length).toBeGreaterThan(20);
    // Prometheus itself writes `up` for each target.
    expect([...new Set(read)].filter((name) => !names.has(name))).toEqual(['up']);
  });

  test('OpenMetrics is used only where there are exemplars, and has the same series as the plain text', async () => {
    await search('scripted', 1);
    const isOpen = hasTraces && form === 'openmetrics';
    const scraped = await scrape();
    expect(scraped.headers.get('content-type')).toContain(isOpen ? 'openmetrics-text' : 'text/plain');
    expect(scraped.text.includes('# {trace_id=')).toBe(isOpen);
    const series = (of: string) =>
      readScrape(of)
        .samples.flatMap(({ name, labels }) =>
          name.startsWith('reelgate_') ? [JSON.stringify([name, labels])] : [],
        )
        .sort();
    // A job or a timer may add a series between two scrapes: only a scrape between two equal ones is compared.
    const plain = async () => series((await gateway.metrics()).text);
    for (;;) {
      const before = await plain();
      const between = series(await text());
      if (JSON.stringify(await plain()) !== JSON.stringify(before)) continue;
      expect(between).toEqual(before);
      return;
    }
  });

  test('ReelgateCallsFail: a platform that fails', async () => {
    gateway.script = () => ({ ids: ['1'], cursor: null });
    const good = await around(() => search('scripted', 3));
    expect(fires('ReelgateCallsFail', good.scrapes, [good.atMs])).toBe(false);
    gateway.script = () => ({ kind: 'refused', detail: 'no' });
    const bad = await around(() => search('scripted', 2, 502));
    expect(fires('ReelgateCallsFail', bad.scrapes, [bad.atMs])).toBe(true);
  });

  test('ReelgateCallsSlow: a slow platform', async () => {
    gateway.script = () => ({ ids: ['1'], cursor: null });
    const quick = await around(() => search('scripted', 2));
    const during = ({ atMs }: { atMs: number }) => [atMs, atMs + 5 * MINUTE];
    expect(fires('ReelgateCallsSlow', quick.scrapes, [quick.atMs])).toBe(false);
    gateway.script = () => {
      clock.advance(3_000);
      return { ids: ['1'], cursor: null };
    };
    const slow = await around(() => search('scripted', 2));
    const last = slow.scrapes.at(-1)!;
    // The same again five minutes later.
    await search('scripted', 2);
    slow.scrapes.push({ ...scrapeAt(last.atMs + 5 * MINUTE - 1, ''), samples: last.samples });
    slow.scrapes.push(scrapeAt(last.atMs + 5 * MINUTE, await text()));
    expect(fires('ReelgateCallsSlow', slow.scrapes, during(slow))).toBe(true);
  });

  test('ReelgateMarginNegative: a platform that costs more than its calls earn', async () => {
    gateway.script = () => ({ ids: ['1'], cursor: null });
    const cheap = await around(() => search('scripted', 2));
    expect(fires('ReelgateMarginNegative', cheap.scrapes, [cheap.atMs, cheap.atMs + 15 * MINUTE])).toBe(
      false,
    );
    const dear = await around(() => search('dear', 2));
    expect(fires('ReelgateMarginNegative', dear.scrapes, [dear.atMs, dear.atMs + 15 * MINUTE])).toBe(true);
  });

  test('ReelgateProviderOut: a platform that fails until it is no longer asked', async () => {
    const well = scrapesFrom(0, 10 * MINUTE, await text());
    expect(fires('ReelgateProviderOut', well, [0, 10 * MINUTE])).toBe(false);
    gateway.script = () => ({ kind: 'unavailable', detail: 'away' });
    await expect
      .poll(async () => {
        await gateway.search({ keyword: 'x' });
        return readScrape(await text()).samples.some(
          ({ name, labels, value }) =>
            name === 'reelgate_provider_state' && labels.state === 'open' && value === 1,
        );
      })
      .toBe(true);
    expect(fires('ReelgateProviderOut', scrapesFrom(0, 10 * MINUTE, await text()), [0, 10 * MINUTE])).toBe(
      true,
    );
  });

  test('ReelgateNodeGone: one of two nodes is not scraped any more', async () => {
    const shown = await text();
    const [both, one] = [
      [1, 1],
      [1, 0],
    ].map((up) => [0, 2 * MINUTE].map((atMs) => ({ atMs, samples: ofNodes(scrapeAt(atMs, shown), up) }))) as [
      TimedScrape[],
      TimedScrape[],
    ];
    expect(fires('ReelgateNodeGone', both, [0, 2 * MINUTE])).toBe(false);
    expect(fires('ReelgateNodeGone', one, [0, 2 * MINUTE])).toBe(true);
    // Without any node another alarm fires.
    const none = one.map(({ atMs, samples }) => ({
      atMs,
      samples: samples.filter(({ name }) => name === 'up'),
    }));
    expect(fires('ReelgateNodeGone', none, [0, 2 * MINUTE])).toBe(false);
  });

  /** What the first of several nodes shows, and `up` of each, as Prometheus labels them. */
  function ofNodes({ samples }: TimedScrape, up: readonly number[]): TimedScrape['samples'] {
    const labelled = samples.map((one) => ({ ...one, labels: { ...one.labels, job: 'r', instance: '0' } }));
    return [
      ...labelled,
      ...up.map((value, i) => ({ name: 'up', labels: { job: 'r', instance: String(i) }, value })),
    ];
  }

  test('ReelgateGone: nothing is scraped', async () => {
    const there = scrapesFrom(0, 2 * MINUTE, await text());
    expect(fires('ReelgateGone', there, [0, 2 * MINUTE])).toBe(false);
    expect(fires('ReelgateGone', there, [10 * MINUTE, 12 * MINUTE])).toBe(true);
  });
});

describe.each(FORMS)('of a ledger, as $form', ({ form }) => {
  const fires = firesIn.bind(null, form);
  const render = (of: Pick<Metrics, 'render'>) => of.render(null, form);
  const clock = createTestClock();
  let folder: string;
  let file: string;
  let storage: Storage;
  let metrics: Metrics;
  let deps: JobDeps;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'reelgate-alarms-'));
    file = path.join(folder, 'test.db');
    storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: true });
    await publishPrice(storage);
    await addPayer(storage, 'acc', 10);
  });
  afterAll(async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    metrics = createMetrics(() => 0, clock);
    deps = {
      ...{ storage, clock, log: silentLog, metrics },
      keepAnswersMs: () => 0,
      keepUsageMonths: () => 0,
      giveBackHolds: async () => {},
      onChange: async () => {},
    } as unknown as JobDeps;
  });

  /** The metrics after the job has read the ledger, for an hour and a minute from now on. */
  async function watched(): Promise<{ scrapes: TimedScrape[]; moments: number[] }> {
    await watchLedger(deps)(deps);
    const [fromMs, toMs] = [clock.nowMs(), clock.nowMs() + HOUR];
    const scrapes = scrapesFrom(fromMs, toMs, await render(metrics));
    metrics = createMetrics(() => 0, clock);
    deps = { ...deps, metrics };
    return { scrapes, moments: [fromMs, toMs] };
  }

  const edit = (sql: string) => {
    const db = new DatabaseSync(file, { timeout: 5_000 });
    db.exec(sql);
    db.close();
  };

  async function verify(): Promise<void> {
    const { entries, differenceCount } = await storage.ledger.verify();
    await storage.ledger.keepVerdict({ atMs: clock.nowMs(), entries, differences: differenceCount });
  }

  test('ReelgateLedgerUnverified and ReelgateBackupOld: never done, or long ago', async () => {
    for (const alert of ['ReelgateLedgerUnverified', 'ReelgateBackupOld']) {
      const { scrapes, moments } = await watched();
      expect(fires(alert, scrapes, moments)).toBe(true);
    }
    await verify();
    await storage.ledger.noteBackup({ atMs: clock.nowMs() });
    for (const alert of ['ReelgateLedgerUnverified', 'ReelgateBackupOld']) {
      const { scrapes, moments } = await watched();
      expect(fires(alert, scrapes, moments)).toBe(false);
    }
    clock.advance(49 * HOUR);
    for (const alert of ['ReelgateLedgerUnverified', 'ReelgateBackupOld']) {
      const { scrapes, moments } = await watched();
      expect(fires(alert, scrapes, moments)).toBe(true);
    }
  });

  test('ReelgateArchiveStopped: an archive that was written and is not any more', async () => {
    const late = ({ moments }: { moments: number[] }) => [moments[0]! + 6 * MINUTE, moments[0]! + 8 * MINUTE];
    const never = await watched();
    expect(fires('ReelgateArchiveStopped', never.scrapes, late(never))).toBe(false);
    await storage.ledger.noteArchive({ atMs: clock.nowMs() });
    const noted = await watched();
    const soon = [noted.moments[0]!, noted.moments[0]! + 5 * MINUTE];
    expect(fires('ReelgateArchiveStopped', noted.scrapes, soon)).toBe(false);
    expect(fires('ReelgateArchiveStopped', noted.scrapes, late(noted))).toBe(true);
  });

  test('ReelgateLedgerDifference: a balance that was changed by hand', async () => {
    await verify();
    const clean = await watched();
    expect(fires('ReelgateLedgerDifference', clean.scrapes, clean.moments)).toBe(false);
    edit("UPDATE accounts SET balance_micros = balance_micros + 1 WHERE id = 'acc'");
    await verify();
    const wrong = await watched();
    expect(fires('ReelgateLedgerDifference', wrong.scrapes, wrong.moments)).toBe(true);
    edit("UPDATE accounts SET balance_micros = balance_micros - 1 WHERE id = 'acc'");
  });

  test('ReelgateRechargeFails: a card that is declined', async () => {
    const none = await watched();
    expect(fires('ReelgateRechargeFails', none.scrapes, none.moments)).toBe(false);
    const nowMs = clock.nowMs();
    edit(
      `INSERT INTO recharges (id, account_id, state, wanted_at_ms, not_before_ms) VALUES ('r', 'acc', 'declined', ${nowMs}, ${nowMs})`,
    );
    const declined = await watched();
    expect(fires('ReelgateRechargeFails', declined.scrapes, declined.moments)).toBe(true);
  });

  test('ReelgateEventsUndelivered: a webhook that accepts nothing', async () => {
    const actor = 'test';
    const made = { actor, id: 'wh', stream: 'acc', url: 'https://a.example/', secret: 's', max: 1 };
    await storage.webhooks.create(made);
    await storage.accounts.topUp({
      ...{ actor, accountId: 'acc', reference: 'told', reason: null },
      amountMicros: toMicros(1),
    });
    const soon = await watched();
    expect(fires('ReelgateEventsUndelivered', soon.scrapes, soon.moments)).toBe(false);
    clock.advance(2 * HOUR);
    const late = await watched();
    expect(fires('ReelgateEventsUndelivered', late.scrapes, late.moments)).toBe(true);
    await storage.webhooks.remove({ actor, id: 'wh' });
    const removed = await watched();
    expect(fires('ReelgateEventsUndelivered', removed.scrapes, removed.moments)).toBe(false);
  });

  test('ReelgateDutiesLate: work that no node does', async () => {
    const share = { lease: 'l', leaseMs: 1, limit: 1, perParty: 1, held: {} };
    const [closing] = await storage.duties.claim({ kind: 'statements', ...share });
    const later = {
      kind: 'statements',
      id: closing!.id,
      lease: 'l',
      dueInMs: HOUR,
      isFailure: false,
    } as const;
    await storage.duties.postpone(later);
    const done = await watched();
    expect(fires('ReelgateDutiesLate', done.scrapes, done.moments)).toBe(false);
    clock.advance(HOUR + 59_000);
    const soon = await watched();
    expect(fires('ReelgateDutiesLate', soon.scrapes, soon.moments)).toBe(false);
    clock.advance(2_000);
    const late = await watched();
    expect(fires('ReelgateDutiesLate', late.scrapes, late.moments)).toBe(true);
  });

  test('ReelgateHoldsExpire: a hold whose process is gone', async () => {
    const before = await render(metrics);
    await openHold(storage, 'acc', 'lost');
    await expireHolds(deps);
    clock.advance(2 * MINUTE);
    const quiet = [...scrapesFrom(0, MINUTE, before), scrapeAt(2 * MINUTE, await render(metrics))];
    expect(fires('ReelgateHoldsExpire', quiet, [2 * MINUTE])).toBe(false);
    await expireHolds(deps);
    const expired = [...quiet, scrapeAt(3 * MINUTE, await render(metrics))];
    expect(fires('ReelgateHoldsExpire', expired, [3 * MINUTE])).toBe(true);
  });

  test('ReelgateStorageDown and ReelgateJobStuck: a ledger that does not answer', async () => {
    let isAway = false;
    const runs = Promise.withResolvers<void>();
    const answers = {
      watch: (input: { nowMs: number }) => {
        if (isAway) throw new StorageUnavailable('away');
        return storage.ledger.watch(input);
      },
    };
    const succeeded = metrics.jobSucceeded;
    const log = { ...silentLog, warn: () => runs.resolve() };
    const told = Promise.withResolvers<void>();
    const watching = {
      ...metrics,
      jobSucceeded: (job: string, atMs: number) => {
        succeeded(job, atMs);
        told.resolve();
      },
    };
    const start = (isDown: boolean) => {
      isAway = isDown;
      return startJobs({
        ...deps,
        intervals: systemIntervals,
        log,
        metrics: watching,
        storage: { ...storage, ledger: answers } as never,
      });
    };
    const stop = start(false);
    await told.promise;
    stop();
    const nowMs = clock.nowMs();
    const up = scrapesFrom(nowMs, nowMs + MINUTE, await render(metrics));
    expect(fires('ReelgateStorageDown', up, [nowMs, nowMs + MINUTE])).toBe(false);
    expect(fires('ReelgateJobStuck', up, [nowMs, nowMs + MINUTE])).toBe(false);
    // No job has succeeded since.
    const laterMs = nowMs + HOUR + MINUTE;
    const later = scrapesFrom(laterMs, laterMs + MINUTE, await render(metrics));
    expect(fires('ReelgateJobStuck', later, [laterMs, laterMs + MINUTE])).toBe(true);
    Object.assign(
      watching,
      createMetrics(() => 0, clock),
    );
    const stopAway = start(true);
    await runs.promise;
    const down = scrapesFrom(nowMs, nowMs + MINUTE, await render(watching));
    stopAway();
    expect(fires('ReelgateStorageDown', down, [nowMs, nowMs + MINUTE])).toBe(true);
  });
});

test('ReelgateStandbysMissing and ReelgateDatabaseRefused: a primary that loses its standby, and then the setting that names it', async () => {
  const { primary, standby } = await startReplicatedServers();
  const settings = { url: primary.url, clock: systemClock, random: systemRandom, serves: true };
  const storage = await openPostgresStorage({ ...settings, sync: 'required' });
  const metrics = createMetrics(() => 0, systemClock);
  metrics.watchStorage(
    () => false,
    () => storage.databaseState?.(),
  );
  const firing = async () => {
    const found: string[] = [];
    for (const { form } of FORMS) {
      const scrapes = scrapesFrom(0, MINUTE, await metrics.render(null, form));
      for (const alert of ['ReelgateStandbysMissing', 'ReelgateDatabaseRefused'])
        if (firesIn(form, alert, scrapes, [0, MINUTE])) found.push(alert);
    }
    return [...new Set(found)];
  };
  const isReady = () =>
    storage.ready().then(
      () => true,
      () => false,
    );
  await storage.ready();
  expect(await firing()).toEqual([]);
  await standby.crash();
  expect(await isReady()).toBe(false);
  expect(await firing()).toEqual(['ReelgateStandbysMissing']);
  await standby.start();
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
  expect(await firing()).toEqual([]);
  await runStatement(primary.url, "ALTER SYSTEM SET synchronous_standby_names = ''");
  await runStatement(primary.url, 'SELECT pg_reload_conf()');
  await expect.poll(isReady).toBe(false);
  // Its standby still follows, and no commit waits for it.
  await expect
    .poll(async () => [await isReady(), await firing()])
    .toEqual([false, ['ReelgateStandbysMissing', 'ReelgateDatabaseRefused']]);
  await storage.close();
  await primary.stop();
  await standby.stop();
}, 120_000);

test.each(FORMS)('every alarm has a test in which it fires, as $form', ({ form }) => {
  expect([...fired.get(form)!].sort()).toEqual(rules.map(({ alert }) => alert).sort());
});
