// Holds what each connector makes of each sample, in full, to a digest: the follow-ups that it sends, every field of every record,
// cursors, ends, totals, and each refusal with its reason and its pause.
import { describe, test } from 'vitest';
import {
  differencesFrom,
  grouped,
  OutcomeTexts,
  type Played,
  play,
  requestText,
} from '../testing/connector-outcomes.ts';
import { cursorsOf, questionsLike } from '../testing/connector-variants.ts';
import { type AnyOperation, type AnySample, providerOf, recordsOf } from '../testing/replay-sample.ts';
import { expectTold } from '../testing/told/told.ts';
import type { Connector, OperationName, Provider } from './connector.ts';
import { connectors } from './index.ts';
import { connectorSamples } from './samples/index.ts';

/** Cursors and names that each answer is tried with, beside its own. */
const [CURSORS_MAX, NAMES_MAX] = [2, 4];

interface Case {
  operation: AnyOperation;
  provider: Provider;
  samples: readonly AnySample[];
}

function sampleLines({ operation, provider }: Case, sample: AnySample, texts: OutcomeTexts): string[] {
  const { sent, outcome } = play(operation, provider, sample);
  return [...sent.map((request) => `> ${requestText(request)}`), ...texts.lines(outcome)];
}

/** Every name of what the samples find. */
function namesIn(outcomes: readonly Played['outcome'][]): string[] {
  const all = outcomes.flatMap(recordsOf).flatMap(({ record }) => {
    const { id, alt_ids = [], handle } = record as { id: string; alt_ids?: string[]; handle?: string };
    return [id, ...alt_ids, ...(typeof handle === 'string' ? [handle] : [])];
  });
  return [...new Set(all)].slice(0, NAMES_MAX);
}

/** What the answers mean when something else was asked: another place of the walk, or another name of the same thing. */
function otherwiseLines({ operation, provider, samples }: Case): string[] {
  const outcomes = samples.map((sample) => play(operation, provider, sample).outcome);
  const cursors = cursorsOf(outcomes).slice(-CURSORS_MAX);
  const names = [...namesIn(outcomes), 'another'];
  return samples.flatMap((sample, i) => {
    const differs = differencesFrom(outcomes[i]!);
    const effects = questionsLike(sample, cursors, names).map(
      ([what, input]) => [what, differs(play(operation, provider, { ...sample, input }).outcome)] as const,
    );
    const told = grouped(effects.filter(([, effect]) => effect !== ''));
    return told.length === 0 ? [] : [`${sample.name}, asked otherwise:`, ...told];
  });
}

function operationText(connector: Connector, name: OperationName, texts: OutcomeTexts): string {
  const samples = connectorSamples[connector.name]![name]! as readonly AnySample[];
  const operation = connector.operations[name] as unknown as AnyOperation;
  const one = { operation, provider: providerOf(connector), samples };
  const told = samples.flatMap((sample) => [
    `${sample.name}:`,
    ...sampleLines(one, sample, texts).map((line) => `  ${line}`),
  ]);
  return [`# ${name}`, ...told, ...otherwiseLines(one)].join('\n');
}

function connectorText(connector: Connector): string {
  const texts = new OutcomeTexts();
  const names = Object.keys(connector.operations) as OperationName[];
  return `${names.map((name) => operationText(connector, name, texts)).join('\n\n')}\n`;
}

describe.each(connectors.map((connector) => [connector.name, connector] as const))(
  '%s',
  (name, connector) => {
    test('makes of every sample exactly what its digest says', async () => {
      expectTold({ by: import.meta.filename, name, text: connectorText(connector), begins: /^# / });
    });
  },
);
