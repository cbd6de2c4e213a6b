// The type of a row of the bench: its own platforms and providers, so that no circuit breaker or retry tokens of another row affect it, and
// a run that returns what is printed and what is checked.
import type { Seen } from './behaviour.ts';
import type { Fakes } from './fakes.ts';
import type { Client, Outcome, Variant } from './load.ts';

export interface ProviderSettings {
  /** How many videos match any keyword; a few by default. */
  total?: number;
  inFlightMax?: number;
  timeoutMs?: number;
}

export interface World {
  client: Client;
  fakes: Fakes;
  /** Short and coarse, for a quick check; published figures come from a whole run. */
  isQuick: boolean;
}

export interface Check {
  what: string;
  found: string;
  isMet: boolean;
}

export interface Result {
  economy: string;
  stable: string;
  checks: Check[];
  /** The numbers behind the text. */
  figures: Record<string, number>;
}

export interface Row {
  name: string;
  faults: string;
  /** Platform → its providers in sequence. */
  platforms: Record<string, string[]>;
  providers: Record<string, ProviderSettings>;
  run(world: World): Promise<Result>;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share > 0.99 ? 2 : 1)} %`;
}

export function millis(ms: number): string {
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}

type Show = (value: number) => string;

export function atLeast(what: string, found: number, least: number, show: Show = String): Check {
  return { what: `${what} ≥ ${show(least)}`, found: show(found), isMet: found >= least };
}

export function atMost(what: string, found: number, most: number, show: Show = String): Check {
  return { what: `${what} ≤ ${show(most)}`, found: show(found), isMet: found <= most };
}

export function holds(what: string, isMet: boolean, found: string): Check {
  return { what, found, isMet };
}

export const two = (value: number): string => value.toFixed(2);
export const three = (value: number): string => value.toFixed(3);

/** What these providers saw since the last reading, sorted by arrival. */
export async function seenBy({ fakes }: World, providers: readonly string[]): Promise<Seen[]> {
  const journals = await Promise.all(providers.map((provider) => fakes.journal(provider)));
  return journals.flat().sort((a, b) => a.atMs - b.atMs);
}

/** Keywords begin with the variant that asks. */
export function attemptsPerCall(
  seen: readonly Seen[],
  outcomes: readonly Outcome[],
  variant: Variant,
): number {
  const attempts = seen.filter(({ keyword }) => keyword.startsWith(variant)).length;
  return attempts / outcomes.filter(({ shot }) => shot.variant === variant).length;
}

/** The error codes of all answers other than 200, each with its count. */
export function codesOf(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const { status, body } of outcomes) {
    if (status === 200) continue;
    const code = `${status} ${/"code":"(\w+)"/.exec(body)?.[1] ?? 'without code'}`;
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].map(([code, count]) => `${count} × ${code}`).join(', ') || 'no errors';
}
