// Rewrites connectors/recording/known-keys.ts from the samples of all connectors and from unread-keys.txt: npm run reference
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { OperationName } from '../connectors/connector.ts';
import { connectors } from '../connectors/index.ts';
import { keysOf } from '../connectors/recording/answer-keys.ts';
import { connectorSamples } from '../connectors/samples/index.ts';
import { simulations } from './platforms/index.ts';
import { askingOf, exchange } from './platforms/situations.ts';
import type { AnySample } from './replay-sample.ts';
import { expectsRecords } from './replay-sample.ts';

/** By connector, the keys that nothing reads. */
function unreadKeys(): Map<string, Set<string>> {
  const text = readFileSync(path.join(import.meta.dirname, '../connectors/unread-keys.txt'), 'utf8');
  const unread = new Map<string, Set<string>>();
  for (const [, connector = '', keys = ''] of text.matchAll(/^([\w-]+) \w+: (.*)$/gm))
    unread.set(connector, new Set([...(unread.get(connector) ?? []), ...keys.split(' | ')]));
  return unread;
}

function keysOfAnswers(answers: readonly object[]): Set<string> {
  const bodies = answers.flatMap((answer) => ('body' in answer ? [answer.body as string] : []));
  return new Set(bodies.flatMap((body) => [...keysOf(body)]));
}

/** Good answers of the simulation: what the connector cannot do without. */
function* simulatedAnswers(connector: string): Generator<readonly [row: string, keys: Set<string>]> {
  for (const simulation of simulations.filter((one) => one.connector === connector)) {
    const { lists = {}, things = {}, platform, idOf } = simulation;
    const asks = {
      'video.search': { ask: { keyword: 'cat' } },
      'video.get': { ask: { id: idOf(0) } },
      ...lists,
      ...things,
    };
    for (const [operation, { ask }] of Object.entries(asks)) {
      const how = askingOf(simulation, operation as OperationName);
      if (how === undefined || how.platforms?.includes(platform) === false) continue;
      const page =
        how.pageItemsMax === undefined ? {} : { count: 2, cursor: null, position: 0, sort: how.sorts?.[0] };
      const { answers, said } = exchange(simulation, operation as OperationName, { ...ask, ...page }, 3);
      const isGood = said.kind === 'record' || (said.kind === 'page' && said.items.length > 0);
      if (isGood) yield [`${connector} ${operation} ${platform}`, keysOfAnswers(answers)];
    }
  }
}

/** What the file must say. */
export function renderKnownKeys(): string {
  const unread = unreadKeys();
  const rows = connectors.flatMap(({ name }) => {
    const all = new Set<string>();
    const always = new Map<string, Set<string>>();
    const narrow = (row: string, keys: Set<string>) =>
      always.set(row, new Set([...keys].filter((key) => always.get(row)?.has(key) ?? true)));
    for (const [operation, samples] of Object.entries(connectorSamples[name] ?? {}))
      for (const sample of samples as readonly unknown[] as AnySample[]) {
        const keys = keysOfAnswers([sample.response, ...(sample.followUps ?? [])]);
        for (const key of keys) all.add(key);
        if (expectsRecords(sample) && keys.size > 0)
          narrow(`${name} ${operation} ${sample.input.platform}`, keys);
      }
    for (const [row, keys] of simulatedAnswers(name)) if (always.has(row)) narrow(row, keys);
    const own = unread.get(name) ?? new Set();
    for (const keys of always.values()) for (const key of own) keys.delete(key);
    const read = new Set([...all].filter((key) => !own.has(key)));
    return [[name, read] as const, [`${name} unread`, own] as const, ...always];
  });
  const lines = rows
    .filter(([, keys]) => keys.size > 0)
    .map(
      ([row, keys]) =>
        `${row}: ${[...keys]
          .filter((key) => KEY.test(key))
          .sort()
          .join(' ')}`,
    );
  return [
    '// Generated from the samples by write-known-keys.ts. Do not edit.',
    '/**',
    ' * A line a row: by connector the keys of its samples that are read, and those that are not; by connector, operation and platform those that',
    ' * are read and in every good answer.',
    ' */',
    `export const KNOWN_KEYS = \`\n${lines.join('\n')}\n\`;\n`,
  ].join('\n');
}

/** Others are data. */
const KEY = /^[^\s\\`$:]+$/;

if (import.meta.main)
  writeFileSync(path.join(import.meta.dirname, '../connectors/recording/known-keys.ts'), renderKnownKeys());
