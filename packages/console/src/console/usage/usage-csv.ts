// Owns the file of usage: exactly the rows on the screen.
import type { UsageSlice } from '../../api/api-types.ts';
import { csvText } from '../../money/csv.ts';

const FIGURES = ['calls', 'failures', 'charged', 'cost', 'margin'] as const;

export function slicesCsv(by: readonly string[], slices: readonly UsageSlice[]): string {
  const rows = slices.map((slice) => [
    ...by.map((_, at) => slice.names[at] ?? slice.groups[at] ?? ''),
    ...FIGURES.map((name) => slice[name]),
  ]);
  return csvText([...by, ...FIGURES], rows);
}
