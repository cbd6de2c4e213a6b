// The Grafana dashboard: rows of panels as data, and the JSON that Grafana reads. Pure; `npm run reference` writes
// the file that operators import.
interface Query {
  expr: string;
  legend: string;
}

interface Panel {
  title: string;
  unit: string;
  queries: Query[];
  /** Shows a single figure in place of a curve. */
  isFigure?: true;
}

interface PanelRow {
  title: string;
  panels: Panel[];
}

const WIDTH = 24;
const FIGURE_HEIGHT = 4;
const CURVE_HEIGHT = 8;
const MICROS = 1_000_000;

const one = (expr: string, legend = ''): Query[] => [{ expr, legend }];
const quantiles = (of: (quantile: string) => string): Query[] =>
  ['0.5', '0.95', '0.99'].map((quantile) => ({ expr: of(quantile), legend: `p${Number(quantile) * 100}` }));
const money = (expr: string) => `${expr} / ${MICROS}`;

const FAILED =
  'outcome=~"UPSTREAM_ERROR|UPSTREAM_REFUSED|UPSTREAM_BUSY|UPSTREAM_TIMEOUT|OVERLOADED|STORAGE_UNAVAILABLE|INTERNAL"';

const ROWS: PanelRow[] = [
  {
    title: 'At a glance',
    panels: [
      {
        title: 'Calls per second',
        unit: 'reqps',
        isFigure: true,
        queries: one('sum(rate(reelgate_calls_total[5m]))'),
      },
      {
        title: 'Failed calls (not by the caller)',
        unit: 'percentunit',
        isFigure: true,
        queries: one(`sum(rate(reelgate_calls_total{${FAILED}}[5m])) / sum(rate(reelgate_calls_total[5m]))`),
      },
      {
        title: 'Within 2.5 s',
        unit: 'percentunit',
        isFigure: true,
        queries: one(
          'sum(rate(reelgate_call_duration_seconds_bucket{le="2.5"}[5m])) / sum(rate(reelgate_call_duration_seconds_count[5m]))',
        ),
      },
      {
        title: 'Charged in the last hour',
        unit: 'none',
        isFigure: true,
        queries: one(money('sum(increase(reelgate_charged_micros_total[1h]))')),
      },
      {
        title: 'Differences in the ledger',
        unit: 'none',
        isFigure: true,
        queries: one('max(reelgate_ledger_differences)'),
      },
      {
        title: 'Age of the last backup',
        unit: 's',
        isFigure: true,
        queries: one('time() - max(reelgate_backup_timestamp_seconds)'),
      },
    ],
  },
  {
    title: 'Calls',
    panels: [
      {
        title: 'By outcome',
        unit: 'reqps',
        queries: one('sum by (outcome) (rate(reelgate_calls_total[5m]))', '{{outcome}}'),
      },
      {
        title: 'Duration',
        unit: 's',
        queries: quantiles(
          (q) => `histogram_quantile(${q}, sum by (le) (rate(reelgate_call_duration_seconds_bucket[5m])))`,
        ),
      },
      {
        title: 'Waiting, running, refused',
        unit: 'none',
        queries: [
          { expr: 'sum(reelgate_calls_waiting)', legend: 'waiting' },
          { expr: 'sum(reelgate_calls_running)', legend: 'running' },
          { expr: 'sum(rate(reelgate_calls_shed_total[5m]))', legend: 'refused per second' },
        ],
      },
      {
        title: 'Answers from the cache',
        unit: 'percentunit',
        queries: one(
          'sum(rate(reelgate_cache_hits_total[5m])) / (sum(rate(reelgate_cache_hits_total[5m])) + sum(rate(reelgate_cache_misses_total[5m])))',
        ),
      },
    ],
  },
  {
    title: 'Money',
    panels: [
      {
        title: 'Charged and cost, per hour',
        unit: 'none',
        queries: [
          { expr: money('sum(increase(reelgate_charged_micros_total[1h]))'), legend: 'charged' },
          { expr: money('sum(increase(reelgate_provider_cost_micros_total[1h]))'), legend: 'cost' },
        ],
      },
      {
        title: 'Cost by provider, per hour',
        unit: 'none',
        queries: one(
          money('sum by (provider) (increase(reelgate_provider_cost_micros_total[1h]))'),
          '{{provider}}',
        ),
      },
      {
        title: 'Held, balances, refunded today',
        unit: 'none',
        queries: [
          { expr: money('max(reelgate_ledger_held_micros)'), legend: 'held' },
          { expr: money('max(reelgate_ledger_balance_micros)'), legend: 'balances' },
          { expr: money('max(reelgate_ledger_refunded_today_micros)'), legend: 'refunded today' },
        ],
      },
      {
        title: 'Expired holds',
        unit: 'none',
        queries: one('sum(increase(reelgate_holds_expired_total[15m]))'),
      },
    ],
  },
  {
    title: 'Providers',
    panels: [
      {
        title: 'Attempts by outcome',
        unit: 'reqps',
        queries: one(
          'sum by (provider, outcome) (rate(reelgate_provider_attempts_total[5m]))',
          '{{provider}} {{outcome}}',
        ),
      },
      {
        title: 'Not asked',
        unit: 'none',
        queries: [
          {
            expr: 'max by (provider) (reelgate_provider_state{state="open"})',
            legend: '{{provider}} ejected',
          },
          {
            expr: 'max by (provider) (reelgate_provider_suspended_seconds)',
            legend: '{{provider}} suspended, s',
          },
        ],
      },
    ],
  },
  {
    title: 'Events and duties',
    panels: [
      {
        title: 'Undelivered',
        unit: 'none',
        queries: one('max(reelgate_ledger_events_undelivered)', 'events that webhooks have not accepted'),
      },
      {
        title: 'Age of the oldest undelivered event',
        unit: 's',
        queries: one('max(reelgate_ledger_event_undelivered_age_seconds)', 'since it happened'),
      },
      {
        title: 'Late work',
        unit: 'none',
        queries: one('max by (kind) (reelgate_duties_late)', '{{kind}}'),
      },
      {
        title: 'Failing work',
        unit: 'none',
        queries: one('max by (kind) (reelgate_duties_failing)', '{{kind}}'),
      },
    ],
  },
  {
    title: 'Storage',
    panels: [
      {
        title: 'Duration of commits',
        unit: 's',
        queries: quantiles(
          (q) => `histogram_quantile(${q}, sum by (le) (rate(reelgate_commit_duration_seconds_bucket[5m])))`,
        ),
      },
      {
        title: 'Verbs in a commit',
        unit: 'none',
        queries: one('sum(rate(reelgate_commit_verbs_sum[5m])) / sum(rate(reelgate_commit_verbs_count[5m]))'),
      },
      {
        title: 'Dropped log lines and traces, per second',
        unit: 'none',
        queries: [
          { expr: 'sum(rate(reelgate_call_lines_dropped_total[5m]))', legend: 'lines' },
          { expr: 'sum(rate(reelgate_traces_dropped_total[5m]))', legend: 'traces' },
        ],
      },
      { title: 'CPU', unit: 'percentunit', queries: one('sum(rate(process_cpu_seconds_total[5m]))') },
    ],
  },
];

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

/** Every expression on the dashboard. */
export function dashboardExpressions(): string[] {
  return ROWS.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries.map(({ expr }) => expr)));
}

export function renderDashboard(): string {
  return `${JSON.stringify(dashboard(), null, 2)}\n`;
}

function dashboard() {
  return {
    uid: 'reelgate',
    title: 'Reelgate',
    tags: ['reelgate'],
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' }],
    },
    panels: placed(),
  };
}

/** Panels from left to right and from top to bottom. Ids count up, so that changing one panel changes few lines. */
function placed(): object[] {
  const panels: object[] = [];
  let y = 0;
  for (const row of ROWS) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: WIDTH, h: 1 },
      panels: [],
    });
    y += 1;
    const h = row.panels.every(({ isFigure }) => isFigure === true) ? FIGURE_HEIGHT : CURVE_HEIGHT;
    const w = Math.floor(WIDTH / row.panels.length);
    for (const [i, panel] of row.panels.entries()) {
      panels.push({ id: panels.length + 1, ...panelOf(panel), gridPos: { x: i * w, y, w, h } });
    }
    y += h;
  }
  return panels;
}

function panelOf({ title, unit, queries, isFigure }: Panel): object {
  return {
    type: isFigure === true ? 'stat' : 'timeseries',
    title,
    datasource: DATASOURCE,
    fieldConfig: { defaults: { unit }, overrides: [] },
    targets: queries.map(({ expr, legend }, i) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + i),
      datasource: DATASOURCE,
      expr,
      legendFormat: legend,
      exemplar: !isFigure && expr.includes('reelgate_call_duration_seconds_bucket'),
    })),
  };
}
