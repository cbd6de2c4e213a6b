// Renders what a connector makes of its samples as text for committed files: every request that it sends and every field of what it reads.
// A member without a value is left out, so that a record fits on a few lines.
import { createHash } from 'node:crypto';
import {
  type AttemptFailure,
  FOLLOW_UPS_MAX,
  type Provider,
  type UpstreamRequest,
} from '../connectors/connector.ts';
import type { AnyOperation, AnySample, GoodOutcome } from './replay-sample.ts';

type Outcome = GoodOutcome | AttemptFailure;

/** The follow-ups that were sent, and what came of it all. */
export interface Played {
  sent: UpstreamRequest[];
  outcome: Outcome;
}

const UNANSWERED: AttemptFailure = { kind: 'unavailable', detail: 'no further answer in the sample' };

/** As `replay`, and keeps the requests. */
export function play(operation: AnyOperation, provider: Provider, sample: AnySample): Played {
  const sent: UpstreamRequest[] = [];
  let parsed = operation.parse(sample.response, sample.input, provider);
  while (parsed.kind === 'follow_up') {
    if (sent.length >= FOLLOW_UPS_MAX) throw new Error('too many follow-ups');
    sent.push(parsed.request);
    parsed = parsed.parse(sample.followUps?.[sent.length - 1] ?? UNANSWERED);
  }
  return { sent, outcome: parsed };
}

/** Members that are null, undefined, or an object of such members are left out. */
export function withoutNulls(value: unknown): unknown {
  if (value instanceof Map) return withoutNulls(Object.fromEntries(value));
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .map(([name, member]) => [name, withoutNulls(member)] as const)
    .filter(([, member]) => member !== null && member !== undefined && !isEmptyObject(member));
  return Object.fromEntries(members);
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

const json = (value: unknown): string => JSON.stringify(withoutNulls(value));

export function requestText({ method, url, ...rest }: UpstreamRequest): string {
  return `${method} ${url} ${json(rest)}`;
}

/**
 * Outcomes of one file. A record that the file has had before is named by its number, and so is a list of missing fields, because samples
 * of one platform repeat them.
 */
export class OutcomeTexts {
  readonly #records = new Map<string, string>();
  readonly #missing = new Map<string, string>();

  /** One line for what is told about the answer as a whole, and one for each record. */
  lines(outcome: Outcome): string[] {
    if (outcome.kind === 'page') {
      const { items, ...page } = outcome;
      return [json(page), ...items.map((item) => this.#item(item))];
    }
    if (outcome.kind !== 'record') return [json(outcome)];
    const { record, raw, ...found } = outcome;
    return [json(found), this.#item({ record, raw })];
  }

  #item({ record, raw }: { record: object; raw: unknown }): string {
    const { missing, ...rest } = record as { missing?: unknown };
    const lists =
      missing === undefined ? '' : ` without ${this.#numbered(this.#missing, 'fields', json(missing))}`;
    // The raw form is what the sample says: a digest is enough to see that it changed.
    const whole = `${json(rest)}${lists} raw ${createHash('sha256').update(JSON.stringify(raw)).digest('hex').slice(0, 12)}`;
    return `- ${this.#numbered(this.#records, 'record', whole)}`;
  }

  #numbered(known: Map<string, string>, what: string, text: string): string {
    const before = known.get(text);
    if (before !== undefined) return before;
    const name = `${what} ${known.size + 1}`;
    known.set(text, name);
    return `${name} ${text}`;
  }
}

/** What an outcome says; the platform's own answer is left out. */
function said(outcome: Outcome): object {
  if (outcome.kind === 'page') {
    const { items, body: _, ...page } = outcome;
    return { ...page, items: items.map(({ record }) => record) };
  }
  return outcome.kind === 'record' ? { ...outcome, raw: undefined, body: undefined } : outcome;
}

/** Path and value of everything in it. */
function valuesOf(value: unknown, at = '', into = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value))
      valuesOf(member, at === '' ? name : `${at}.${name}`, into);
  } else if (value !== undefined) into.set(at, JSON.stringify(value));
  return into;
}

/** Changes that one line tells. */
const TOLD_MAX = 5;
/** Characters of a longer outcome that one line tells. */
const CHARACTERS_MAX = 160;

/** Tells in words what other outcomes have that `before` has not; '' for the same outcome. */
export function differencesFrom(before: Outcome): (after: Outcome) => string {
  const text = JSON.stringify(said(before));
  const values = valuesOf(said(before));
  return (after) => {
    if (JSON.stringify(said(after)) === text) return '';
    if (before.kind !== after.kind) return json(after).slice(0, CHARACTERS_MAX);
    if (before.kind === 'page' && after.kind === 'page' && before.items.length !== after.items.length) {
      const { items: _, ...page } = after;
      return `${before.items.length} → ${after.items.length} items ${json(page).slice(0, CHARACTERS_MAX)}`;
    }
    return differences(values, valuesOf(said(after)));
  };
}

function differences(one: Map<string, string>, two: Map<string, string>): string {
  const paths = [...new Set([...one.keys(), ...two.keys()])].filter(
    (path) => one.get(path) !== two.get(path),
  );
  const told = paths.slice(0, TOLD_MAX).map((path) => `${path}=${(two.get(path) ?? 'gone').slice(0, 80)}`);
  return [...told, ...(paths.length > TOLD_MAX ? [`${paths.length - TOLD_MAX} more`] : [])].join(' ');
}

/** Names with the same text, on one line each text: what differs stands out, and the file stays short. */
export function grouped(all: readonly (readonly [name: string, text: string])[]): string[] {
  const names = new Map<string, string[]>();
  for (const [name, text] of all) names.set(text, [...(names.get(text) ?? []), name]);
  return [...names].map(([text, same]) => `  ${same.join(' | ')}: ${text}`);
}
