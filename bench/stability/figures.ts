// The statistics of the bench. Pure.
import type { Outcome, Variant } from './load.ts';

/** The smallest value that at least this share of values does not exceed; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function msOf(outcomes: readonly Outcome[]): number[] {
  return outcomes.map(({ ms }) => ms);
}

export function ofVariant(outcomes: readonly Outcome[], variant: Variant): Outcome[] {
  return outcomes.filter(({ shot }) => shot.variant === variant);
}

/** From 0 to 1; NaN without outcomes. */
export function successShare(outcomes: readonly Outcome[]): number {
  return outcomes.filter(({ status }) => status === 200).length / outcomes.length;
}
