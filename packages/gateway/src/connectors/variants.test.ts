// Holds what each connector declares, asks and concludes to a digest: its facts; the request for every size, cursor, order and form of
// an answer, and under every setting; and what every status means, with every way to tell how long to wait.
import { describe, test } from 'vitest';
import { lineJson } from '../domain/text/line-json.ts';
import {
  differencesFrom,
  grouped,
  OutcomeTexts,
  type Played,
  play,
  requestText,
  withoutNulls,
} from '../testing/connector-outcomes.ts';
import {
  cursorsOf,
  goodSamples,
  inputsLike,
  providersLike,
  statusesOf,
  waitsOf,
} from '../testing/connector-variants.ts';
import { type AnyOperation, type AnySample, providerOf, recordsOf } from '../testing/replay-sample.ts';
import { expectTold } from '../testing/told/told.ts';
import type { Connector, Lookup, OperationName, UpstreamResponse } from './connector.ts';
import { connectors } from './index.ts';
import { connectorSamples } from './samples/index.ts';

/** The filters of a search may depend on the settings of its provider. */
const RANGE = { start_date: '20250101', end_date: '20250130' };

type Case = {
  connector: Connector;
  name: OperationName;
  operation: AnyOperation;
  samples: readonly AnySample[];
  /** Of the samples, in sequence. */
  outcomes: readonly Played['outcome'][];
  /** To which they lead. */
  cursors: readonly string[];
};

function casesOf(connector: Connector): Case[] {
  return Object.entries(connector.operations).map(([name, one]) => {
    const operation = one as unknown as AnyOperation;
    const samples = connectorSamples[connector.name]![name as OperationName]! as readonly AnySample[];
    const outcomes = samples.map((sample) => play(operation, providerOf(connector), sample).outcome);
    return {
      connector,
      name: name as OperationName,
      operation,
      samples,
      outcomes,
      cursors: cursorsOf(outcomes),
    };
  });
}

/** What is between the beginning and the end that a request shares with the first one, in whole members. */
function differentPart(first: string, other: string): string {
  if (first === other) return 'the same';
  let start = 0;
  while (start < other.length && first[start] === other[start]) start += 1;
  let end = 0;
  const room = Math.min(first.length, other.length) - start;
  while (end < room && first.at(-1 - end) === other.at(-1 - end)) end += 1;
  const before = other.slice(0, start).replace(/[^?&/{,]*$/, '');
  const after = other.slice(other.length - end).replace(/^[^&/},]*/, '');
  return `…${other.slice(before.length, other.length - after.length)}…`;
}

function declarationText(connector: Connector): string {
  const { ids, operations, ...declared } = connector;
  const provider = providerOf(connector);
  const platforms = connector.facts.platforms ?? ['any'];
  const about = Object.entries(operations).map(([name, operation]) => {
    const { filters, fileHosts, several, request, parse, ...rest } = operation as unknown as Record<
      string,
      unknown
    > & {
      filters?: (platform: string, options: object) => object;
      fileHosts?: (provider: object) => readonly string[];
      several?: { idsMax: number };
    };
    const tables = platforms.map((platform) => [
      platform,
      filters?.(platform, {}),
      filters?.(platform, RANGE),
    ]);
    return [
      name,
      { ...rest, tables: filters && tables, files: fileHosts?.(provider), idsMax: several?.idsMax },
    ];
  });
  return lineJson({ ...declared, ids: Object.keys(ids), operations: Object.fromEntries(about) }, 3);
}

function requestLines({ connector, operation, samples, cursors }: Case): string[] {
  const provider = providerOf(connector);
  return goodSamples(samples).flatMap((sample) => {
    const { input } = sample;
    const first = requestText(operation.request(input, provider));
    const asked = inputsLike(sample, operation, cursors).map(
      ([what, other]) =>
        [what, differentPart(first, requestText(operation.request(other, provider)))] as const,
    );
    const set = providersLike(provider, connector).map(
      ([what, other]) => [what, differentPart(first, requestText(operation.request(input, other)))] as const,
    );
    return [`${input.platform} asks ${first}`, ...grouped([...asked, ...set])];
  });
}

/** How the good answer of each platform is read when something else was asked for, or something else is set. */
function readingLines({ connector, operation, samples, cursors }: Case): string[] {
  const provider = providerOf(connector);
  return goodSamples(samples).flatMap((sample) => {
    const differs = differencesFrom(play(operation, provider, sample).outcome);
    const otherwise = (after: Played['outcome']) => differs(after) || 'the same';
    const asked = inputsLike(sample, operation, cursors).map(
      ([what, input]) => [what, otherwise(play(operation, provider, { ...sample, input }).outcome)] as const,
    );
    const set = providersLike(provider, connector).map(
      ([what, other]) => [what, otherwise(play(operation, other, sample).outcome)] as const,
    );
    return [`${sample.input.platform} reads`, ...grouped([...asked, ...set])];
  });
}

/** What was concluded, without the records and without the words for logs. */
function conclusion({ sent, outcome }: Played): string {
  const { kind, detail, ...rest } = { detail: undefined, ...outcome };
  const told =
    kind === 'page' || kind === 'record'
      ? `${kind} with ${recordsOf(outcome).length}`
      : JSON.stringify(withoutNulls({ kind, ...rest }));
  return sent.length === 0 ? told : `${told} after ${sent.length} more`;
}

function statusLines({ connector, operation, samples }: Case): string[] {
  const provider = providerOf(connector);
  const [sample] = goodSamples(samples) as [AnySample];
  const told = (response: UpstreamResponse) => conclusion(play(operation, provider, { ...sample, response }));
  const statuses = statusesOf(sample.response).map(([status, answers]) => {
    const all = answers.map(([body, response]) => [body, told(response)] as const);
    const first = all[0]![1];
    return [
      String(status),
      all.every(([, text]) => text === first) ? first : all.map((one) => one.join(': ')).join(', '),
    ] as const;
  });
  const waits = waitsOf(sample.response).map(([what, response]) => [what, told(response)] as const);
  return ['a status means', ...grouped(statuses), 'a time to wait means', ...grouped(waits)];
}

/** A look-up of several ids, which reads the same kind of answer as the lists of its platform. */
function severalLines({ connector, name, operation }: Case, all: readonly Case[]): string[] {
  const { several } = operation as unknown as Lookup;
  if (several === undefined) return [];
  const provider = providerOf(connector);
  const texts = new OutcomeTexts();
  const others = all.filter((one) => ['video.get', 'video.search'].includes(one.name));
  const samples = others.flatMap((one) =>
    one.samples.map((sample, i) => [one.name, sample, one.outcomes[i]!] as const),
  );
  const lines = samples.flatMap(([asked, sample, outcome]) => {
    const found = recordsOf(outcome).map(({ record }) => record.id);
    const { platform, wantsRaw } = sample.input;
    const input = { platform, wantsRaw, ids: [...found, 'unknown'] };
    const parsed = several.parse(sample.response, input, provider);
    if (parsed.kind !== 'records')
      return [`${asked} ${sample.name}: ${JSON.stringify(withoutNulls(parsed))}`];
    const results = [...parsed.found].flatMap(([id, result]) => [
      `  ${id}`,
      ...texts.lines(result).map((line) => `    ${line}`),
    ]);
    return [`${asked} ${sample.name}: ${requestText(several.request(input, provider))}`, ...results];
  });
  return [`${name} of several`, ...lines.map((line) => `  ${line}`)];
}

function connectorText(connector: Connector): string {
  const seen = new Map<string, string>();
  /** Most operations of a platform conclude the same: such a block is told once. */
  const once = (name: string, lines: string[]) => {
    const text = lines.join('\n');
    const before = seen.get(text);
    if (before !== undefined) return [`conclusions as at ${before}`];
    seen.set(text, name);
    return lines;
  };
  const cases = casesOf(connector);
  const operations = cases.map((one) => {
    const lines = [
      ...requestLines(one),
      ...readingLines(one),
      ...once(one.name, statusLines(one)),
      ...severalLines(one, cases),
    ];
    return [`# ${one.name}`, ...lines].join('\n');
  });
  return [declarationText(connector), ...operations, ''].join('\n\n');
}

describe.each(connectors.map((connector) => [connector.name, connector] as const))(
  '%s',
  (name, connector) => {
    test('declares, asks and concludes exactly what its digest says', async () => {
      expectTold({ by: import.meta.filename, name, text: connectorText(connector), begins: /^(?:# |\{)/ });
    });
  },
);
