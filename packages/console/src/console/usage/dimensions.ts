// The dimensions by which usage is grouped, as the address holds them.
import { textIn } from '../../shell/use-url-state.ts';

export const DIMENSIONS = [
  'day',
  'hour',
  'account',
  'key',
  'project',
  'platform',
  'path',
  'provider',
  'failure',
] as const;
export type DimensionName = (typeof DIMENSIONS)[number];
/** The gateway keeps usage by hour for eight days. */
export const DAYS = ['7', '30', '90'] as const;
export type Days = (typeof DAYS)[number];

function dimensionIn(search: Record<string, unknown>, name: string): DimensionName | undefined {
  const value = textIn(search, name) as DimensionName;
  return DIMENSIONS.includes(value) ? value : undefined;
}

export function readUsage(search: Record<string, unknown>) {
  const days = textIn(search, 'days') as Days;
  return {
    by: dimensionIn(search, 'by') ?? ('day' as DimensionName),
    second: dimensionIn(search, 'second'),
    days: DAYS.includes(days) ? days : ('7' as Days),
    account: textIn(search, 'account'),
  };
}
