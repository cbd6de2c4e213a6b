// Samples from recordings: what `reelgate connectors record` wrote, in a file `<connector>.recording.json` in the folder of its upstream. Each
// is a real answer whose names, ids and texts were replaced.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { OperationName, Sample } from '../connector.ts';
import type { RecordedSample, Recording } from '../recording/recording.ts';
import { RECEIVED_AT_MS } from './answer.ts';

export function sampleOf({ from, recorded_on }: Recording, recorded: RecordedSample): Sample<never, never> {
  const { operation, input, answers, expect } = recorded;
  const [response, ...followUps] = answers.map(({ status, headers, body, isFile }) => ({
    kind: 'response' as const,
    status,
    headers,
    receivedAtMs: RECEIVED_AT_MS,
    ...(isFile ? { body: '', bytes: new TextEncoder().encode(body) } : { body }),
  }));
  const name = `${input.platform} ${operation}, recorded on ${recorded_on}${from === null ? '' : ` from ${from}`}`;
  return { name, input: input as never, response: response!, followUps, expect: expect as never };
}

const FOLDER = path.join(import.meta.dirname, '..');

/** All recordings of this repository, by connector. */
export const recordings: ReadonlyMap<string, Recording> = new Map(
  globSync('*/*.recording.json', { cwd: FOLDER }).map((file) => {
    const recording = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Recording;
    return [recording.connector, recording];
  }),
);

export function recordedSamples(connector: string, operation: OperationName): Sample<never, never>[] {
  const recording = recordings.get(connector);
  const samples = recording?.samples.filter((sample) => sample.operation === operation) ?? [];
  return samples.map((sample) => sampleOf(recording!, sample));
}
