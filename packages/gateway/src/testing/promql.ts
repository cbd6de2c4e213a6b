// A small evaluator of PromQL for the tests of our alarms: it parses expressions with Prometheus' own grammar and evaluates the part of the
// language that the alarms use, over a few scrapes. It refuses what it does not support. It differs from Prometheus in one way: rate and
// increase use the first and the last value in their window as they are, without extrapolation.
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import type { Scrape, ScrapeSample } from '../observe/read-scrape.ts';

export interface TimedScrape extends Scrape {
  atMs: number;
}

type Labels = Readonly<Record<string, string>>;
interface Value {
  labels: Labels;
  value: number;
}
type Result = number | Value[];

/** How old the last value of a series may be, as in Prometheus. */
const LOOK_BACK_MS = 5 * 60_000;

/** Parts of the text that the grammar rejects, with their position; empty when it parses. */
export function syntaxErrors(text: string): string[] {
  const errors: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) errors.push(`${from}: ${text.slice(from, to)}`);
    },
  });
  return errors;
}

/** Names of the metrics that an expression reads. */
export function metricsIn(text: string): string[] {
  const names = new Set<string>();
  parser.parse(text).iterate({
    enter: ({ name, node, from, to }) => {
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector') names.add(text.slice(from, to));
    },
  });
  return [...names];
}

export function evaluate(text: string, scrapes: readonly TimedScrape[], atMs: number): Value[] {
  const result = new Evaluation(text, scrapes, atMs).of(parser.parse(text).topNode.firstChild!);
  return typeof result === 'number' ? [{ labels: {}, value: result }] : result;
}

class Evaluation {
  readonly #text: string;
  readonly #scrapes: readonly TimedScrape[];
  readonly #atMs: number;

  constructor(text: string, scrapes: readonly TimedScrape[], atMs: number) {
    this.#text = text;
    this.#scrapes = scrapes.toSorted((a, b) => a.atMs - b.atMs);
    this.#atMs = atMs;
  }

  of(node: SyntaxNode): Result {
    switch (node.name) {
      case 'ParenExpr':
        return this.of(node.firstChild!);
      case 'NumberDurationLiteral':
        return Number(this.#said(node));
      case 'VectorSelector':
        return this.#instant(node);
      case 'AggregateExpr':
        return this.#aggregate(node);
      case 'FunctionCall':
        return this.#call(node);
      case 'BinaryExpr':
        return this.#binary(node);
      default:
        throw new Error(`this evaluator does not know ${node.name}`);
    }
  }

  #said = (node: SyntaxNode) => this.#text.slice(node.from, node.to);

  #instant(node: SyntaxNode): Value[] {
    const last = this.#scrapes.findLast(({ atMs }) => atMs <= this.#atMs);
    if (last === undefined || this.#atMs - last.atMs > LOOK_BACK_MS) return [];
    return last.samples.filter(this.#matcher(node)).map(({ labels, value }) => ({ labels, value }));
  }

  #matcher(selector: SyntaxNode): (sample: ScrapeSample) => boolean {
    const name = this.#said(selector.getChild('Identifier')!);
    const matchers = (selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map(
      (one) => {
        const label = this.#said(one.getChild('LabelName')!);
        const operator = this.#said(one.getChild('MatchOp')!);
        const wanted = JSON.parse(this.#said(one.getChild('StringLiteral')!)) as string;
        const pattern = new RegExp(`^(?:${wanted})$`);
        return ({ labels }: ScrapeSample) => {
          const value = labels[label] ?? '';
          const isEqual = operator.includes('~') ? pattern.test(value) : value === wanted;
          return operator.startsWith('!') ? !isEqual : isEqual;
        };
      },
    );
    return (sample) => sample.name === name && matchers.every((isMet) => isMet(sample));
  }

  #call(node: SyntaxNode): Result {
    const name = this.#said(node.getChild('FunctionIdentifier')!);
    const argument = node.getChild('FunctionCallBody')?.firstChild ?? null;
    if (name === 'time') return this.#atMs / 1_000;
    if (name === 'absent') {
      return (this.of(argument!) as Value[]).length === 0 ? [{ labels: {}, value: 1 }] : [];
    }
    if (name === 'increase' || name === 'rate') return this.#increase(argument!, name === 'rate');
    throw new Error(`this evaluator does not know ${name}()`);
  }

  #increase(matrix: SyntaxNode, isRate: boolean): Value[] {
    const matches = this.#matcher(matrix.getChild('VectorSelector')!);
    const rangeMs = readDurationMs(this.#said(matrix.getChild('DurationExpr')!));
    const series = new Map<string, { labels: Labels; values: number[] }>();
    for (const { atMs, samples } of this.#scrapes) {
      if (atMs > this.#atMs || atMs <= this.#atMs - rangeMs) continue;
      for (const { labels, value } of samples.filter(matches)) {
        const known = series.get(labelsText(labels)) ?? { labels, values: [] };
        known.values.push(value);
        series.set(labelsText(labels), known);
      }
    }
    return [...series.values()]
      .filter(({ values }) => values.length > 1)
      .map(({ labels, values }) => {
        const grown = values.slice(1).reduce((sum, value, i) => sum + grownBy(values[i]!, value), 0);
        return { labels, value: isRate ? grown / (rangeMs / 1_000) : grown };
      });
  }

  #aggregate(node: SyntaxNode): Value[] {
    const operator = this.#said(node.getChild('AggregateOp')!);
    const modifier = node.getChild('AggregateModifier');
    const by = (modifier?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []).map(this.#said);
    const values = this.of(node.getChild('FunctionCallBody')!.firstChild!) as Value[];
    const groups = Map.groupBy(values, ({ labels }) => labelsText(only(labels, by)));
    return [...groups.values()].map((group) => ({
      labels: only(group[0]!.labels, by),
      value: AGGREGATES[operator]!(group.map(({ value }) => value)),
    }));
  }

  #binary(node: SyntaxNode): Result {
    const [left, operator, right] = [node.firstChild!, node.firstChild!.nextSibling!, node.lastChild!];
    const [a, b] = [this.of(left), this.of(right)];
    const said = this.#said(operator);
    if (said === 'and') return matched(a as Value[], b as Value[]).map(([value]) => value);
    const compute = OPERATORS[said];
    if (compute === undefined) throw new Error(`this evaluator does not know ${said}`);
    if (typeof a === 'number' && typeof b === 'number') return Number(compute(a, b));
    return pairs(a, b).flatMap(([value, x, y]) => {
      const result = compute(x, y);
      // A comparison keeps the values for which it holds.
      if (typeof result === 'boolean') return result ? [value] : [];
      return [{ labels: value.labels, value: result }];
    });
  }
}

const AGGREGATES: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((all, one) => all + one, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  count: (values) => values.length,
};

const OPERATORS: Record<string, (a: number, b: number) => number | boolean> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

/** Each value that has a partner, with both numbers. */
function pairs(a: Result, b: Result): [Value, number, number][] {
  if (typeof a === 'number') return (b as Value[]).map((one) => [one, a, one.value]);
  if (typeof b === 'number') return a.map((one) => [one, one.value, b]);
  return matched(a, b).map(([one, other]) => [one, one.value, other.value]);
}

function matched(a: Value[], b: Value[]): [Value, Value][] {
  return a.flatMap((one) => {
    const other = b.find(({ labels }) => labelsText(labels) === labelsText(one.labels));
    return other === undefined ? [] : [[one, other] as [Value, Value]];
  });
}

/** A counter that fell was reset to 0. */
const grownBy = (before: number, now: number) => (now >= before ? now - before : now);

const only = (labels: Labels, names: readonly string[]): Labels =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => names.includes(name)));

const labelsText = (labels: Labels) => JSON.stringify(Object.entries(labels).sort());

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function readDurationMs(text: string): number {
  const found = /^(\d+)([smhd])$/.exec(text);
  if (found === null) throw new Error(`this evaluator does not know the duration ${text}`);
  return Number(found[1]) * UNITS[found[2]!]!;
}

/** Reads `5m`, as in the `for` of a rule; 0 when it is absent. */
export const durationMs = (text: string | undefined) => (text === undefined ? 0 : readDurationMs(text));
