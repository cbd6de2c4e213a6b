// Which field of an answer becomes which field of a record: every field of every sample is taken away or replaced, one at a time, and what
// changes in the outcome is held to a digest.
import { describe, test } from 'vitest';
import { changedAnswers } from '../testing/changed-answers.ts';
import { differencesFrom, grouped, play } from '../testing/connector-outcomes.ts';
import { type AnyOperation, type AnySample, expectsRecords, providerOf } from '../testing/replay-sample.ts';
import { expectTold } from '../testing/told/told.ts';
import type { Connector, OperationName } from './connector.ts';
import { connectors } from './index.ts';
import { connectorSamples } from './samples/index.ts';

type Answer = AnySample['response'];
type Effect = readonly [change: string, effect: string];

/** What each change of an answer of the sample does, its follow-ups included. */
function effectsOf(name: string, connector: Connector, sample: AnySample, known: Set<string>): Effect[] {
  const provider = providerOf(connector);
  const operation = connector.operations[name as OperationName] as unknown as AnyOperation;
  const differs = differencesFrom(play(operation, provider, sample).outcome);
  const answers = [sample.response, ...(sample.followUps ?? [])];
  return answers.flatMap((answer, i) => {
    if (answer.kind !== 'response') return [];
    const place = i === 0 ? '' : `answer ${i + 1}: `;
    return [...changedAnswers(answer as Answer, `${name} ${place}`, known)].map((changed): Effect => {
      const [response, ...followUps] = answers.with(i, changed.answer) as [Answer];
      const { outcome } = play(operation, provider, { ...sample, response, followUps });
      return [`${place}${changed.change}`, differs(outcome) || 'nothing'];
    });
  });
}

function connectorText(connector: Connector): string {
  const known = new Set<string>();
  const texts = Object.keys(connector.operations).flatMap((name) => {
    const samples = connectorSamples[connector.name]![name as OperationName]! as readonly AnySample[];
    return samples.filter(expectsRecords).flatMap((sample) => {
      const effects = effectsOf(name, connector, sample, known);
      return effects.length === 0 ? [] : [`${name}, ${sample.name}`, ...grouped(effects)];
    });
  });
  return `${texts.join('\n')}\n`;
}

describe.each(connectors.map((connector) => [connector.name, connector] as const))(
  '%s',
  (name, connector) => {
    test('reads every field of an answer as its digest says, and whatever is not there as unknown', async () => {
      expectTold({ by: import.meta.filename, name, text: connectorText(connector), begins: /^\S/ });
    });
  },
);
