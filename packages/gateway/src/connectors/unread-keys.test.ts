// Keys of answers that no parser reads: those whose loss or change alters no outcome of any sample. Each has a reason in unread-keys.txt, so
// that `missing` is no claim that nobody looked at, and a key that a platform adds to a sample is a decision.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changedAnswers } from '../testing/changed-answers.ts';
import { differencesFrom, play } from '../testing/connector-outcomes.ts';
import { type AnyOperation, type AnySample, expectsRecords, providerOf } from '../testing/replay-sample.ts';
import type { AttemptFailure, Connector, OperationName } from './connector.ts';
import { connectors } from './index.ts';
import { parseJson } from './parsing/json.ts';
import { connectorSamples } from './samples/index.ts';

type Answer = AnySample['response'];

/** As a changed answer is written: long numbers lose digits, which alone must make no difference. */
function roundTripped<Any extends Answer | AttemptFailure>(answer: Any): Any {
  if (answer.kind !== 'response') return answer;
  const json = parseJson(answer.body, false);
  return json === undefined ? answer : { ...answer, body: JSON.stringify(JSON.parse(answer.body)) };
}

/** Tries each key of the sample that nothing was read of before. */
function readIn(
  operation: AnyOperation,
  connector: Connector,
  sample: AnySample,
  read: Set<string>,
): string[] {
  const provider = providerOf(connector);
  const answers = [sample.response, ...(sample.followUps ?? [])].map(roundTripped);
  const [first, ...others] = answers as [Answer];
  const differs = differencesFrom(
    play(operation, provider, { ...sample, response: first, followUps: others }).outcome,
  );
  return answers.flatMap((answer, i) => {
    if (answer.kind !== 'response') return [];
    const changes = [...changedAnswers(answer as Answer, '', read)];
    const fields = [...new Set(changes.map(({ field }) => field))];
    for (const field of fields) read.delete(field);
    for (const { field, answer: changed } of changes) {
      if (read.has(field)) continue;
      const [response, ...followUps] = answers.with(i, changed) as [Answer];
      const { outcome } = play(operation, provider, { ...sample, response, followUps });
      if (differs(outcome) !== '') read.add(field);
    }
    return fields;
  });
}

/** A key by its name and that of the object around it; entries of lists have no names. */
const keyOf = (field: string) =>
  field
    .trim()
    .split('.')
    .filter((name) => !/^(\*|\d+)$/.test(name))
    .slice(-2)
    .join('.');

function unreadOf(connector: Connector): string[] {
  const read = new Set<string>();
  const tried = Object.entries(connector.operations).flatMap(([name, operation]) => {
    const samples = connectorSamples[connector.name]![name as OperationName]! as readonly AnySample[];
    return samples
      .filter(expectsRecords)
      .flatMap((sample) => readIn(operation as unknown as AnyOperation, connector, sample, read));
  });
  const known = new Set([...read].map(keyOf));
  const keys = [...new Set(tried.map(keyOf))];
  return keys.filter((key) => key !== '' && !known.has(key)).sort();
}

const lines = readFileSync(path.join(import.meta.dirname, 'unread-keys.txt'), 'utf8').split('\n');
const REASONS = lines.flatMap((line) => /^# (\w+): \S/.exec(line)?.[1] ?? []);
/** By connector: `reason: key | key`. */
const written = new Map<string, string[]>();
for (const line of lines) {
  const [, connector = '', reason = '', keys = ''] = /^([\w-]+) (\w+): (.*)$/.exec(line) ?? [];
  if (connector === '') continue;
  if (!REASONS.includes(reason)) throw new Error(`unread-keys.txt has no reason ${reason}`);
  written.set(connector, [...(written.get(connector) ?? []), ...keys.split(' | ')]);
}

test.each(connectors.map((connector) => [connector.name, connector] as const))(
  '%s reads every key of its samples, or unread-keys.txt says why not',
  (name, connector) => {
    expect(unreadOf(connector)).toEqual((written.get(name) ?? []).sort());
  },
);
