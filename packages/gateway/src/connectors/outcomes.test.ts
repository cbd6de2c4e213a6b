// Holds what each connector makes of each sample, in full, to a committed file: the follow-ups that it sends, every field of every record,
// cursors, ends, totals, and each refusal with its reason and its pause. After an intended change: `npx vitest run FILE -u`, and
// read the difference.
import { describe, expect, test } from 'vitest';
import { OutcomeTexts, play, requestText } from '../testing/connector-outcomes.ts';
import { type AnyOperation, type AnySample, providerOf } from '../testing/replay-sample.ts';
import type { Connector } from './connector.ts';
import { connectors } from './index.ts';
import { connectorSamples } from './samples/index.ts';

function sampleText(connector: Connector, operation: AnyOperation, sample: AnySample, texts: OutcomeTexts) {
  const { sent, outcome } = play(operation, providerOf(connector), sample);
  const lines = [...sent.map((request) => `> ${requestText(request)}`), ...texts.lines(outcome)];
  return [`${sample.name}:`, ...lines.map((line) => `  ${line}`)].join('\n');
}

function connectorText(connector: Connector): string {
  const outcomes = new OutcomeTexts();
  return Object.entries(connector.operations)
    .map(([name, operation]) => {
      const samples = connectorSamples[connector.name]![name as keyof typeof connector.operations]!;
      const texts = (samples as readonly AnySample[]).map((sample) =>
        sampleText(connector, operation as unknown as AnyOperation, sample, outcomes),
      );
      return `# ${name}\n${texts.join('\n')}\n`;
    })
    .join('\n');
}

describe.each(connectors.map((connector) => [connector.name, connector] as const))(
  '%s',
  (name, connector) => {
    test('makes of every sample exactly what its golden file says', async () => {
      await expect(connectorText(connector)).toMatchFileSnapshot(`./fixtures/${name}/outcomes.txt`);
    });
  },
);
