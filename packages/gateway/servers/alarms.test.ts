// The alarms in deploy/observe/ by `promtool`, the program of Prometheus itself: each fires beyond its threshold for as long as its rule
// demands, and is silent just below it and before that time. observe/alarms.test.ts makes their causes happen in real gateways.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { ALARM_CASES, type AlarmCase } from './alarm-cases.ts';
import { programsFor } from './programs.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const RULES = path.join(ROOT, 'deploy/observe/rules.yaml');

interface Rule {
  alert: string;
  labels: { severity: string };
}

const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

const programs = programsFor('the alarms by promtool', 'Prometheus');

describe.skipIf(programs === null)('by promtool', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'reelgate-promtool-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function promtool(
    what: readonly string[],
    name: string,
    text: string,
  ): { status: number | null; said: string } {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    const { status, stdout, stderr } = spawnSync(programs!.promtool!, [...what, file], { encoding: 'utf8' });
    return { status, said: stdout + stderr };
  }

  /** How often the rule fires at that time, with these series. */
  const testOf = (alert: string, series: object, at: string, labels: object | null) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [
      { eval_time: at, alertname: alert, exp_alerts: labels === null ? [] : [{ exp_labels: labels }] },
    ],
  });

  function testsOf(
    { alert, labels }: Rule,
    { fires, silent, at, tooSoon, labels: more }: AlarmCase,
  ): object[] {
    return [
      testOf(alert, fires, at, { ...labels, ...more }),
      testOf(alert, silent, at, null),
      ...(tooSoon === undefined ? [] : [testOf(alert, fires, tooSoon, null)]),
    ];
  }

  /** `test rules` compares annotations too. They are wording, which a test of thresholds leaves out. */
  function withoutAnnotations(): string {
    const plain = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: { annotations?: unknown }[] }[] };
    for (const rule of plain.groups.flatMap((group) => group.rules)) delete rule.annotations;
    return stringify(plain);
  }

  test('the rules are valid', () => {
    expect(promtool(['check', 'rules'], 'rules.yaml', readFileSync(RULES, 'utf8'))).toMatchObject({
      status: 0,
    });
  });

  test('the configuration in the guide is valid', () => {
    const guide = readFileSync(path.join(ROOT, 'docs/guides/observe.md'), 'utf8');
    const config = /```yaml\n(# prometheus\.yml\n[\s\S]*?)```/.exec(guide)![1]!;
    writeFileSync(path.join(folder, 'rules.yaml'), readFileSync(RULES, 'utf8'));
    // The token lies on the operator's machine.
    const named = config.replace(
      /credentials_file: \S+/,
      `credentials_file: ${path.join(folder, 'rules.yaml')}`,
    );
    const { status, said } = promtool(['check', 'config'], 'prometheus.yml', named);
    expect(status, said).toBe(0);
    expect(said).toContain(`${rules.length} rules found`);
  });

  test('every alarm has a case', () => {
    expect(Object.keys(ALARM_CASES).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  });

  test.each(rules)(
    '$alert fires beyond its threshold, and is silent below it and before its time',
    (rule) => {
      writeFileSync(path.join(folder, 'plain.yaml'), withoutAnnotations());
      const tests = {
        rule_files: ['plain.yaml'],
        evaluation_interval: '1m',
        tests: testsOf(rule, ALARM_CASES[rule.alert]!),
      };
      const { status, said } = promtool(['test', 'rules'], `${rule.alert}.yaml`, stringify(tests));
      expect(status, said).toBe(0);
    },
  );
});
