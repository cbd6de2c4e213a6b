// Watches: their schedules, their runs, and what they may still spend.
import type { WriteMoment, Writing } from '../steps/writing.ts';
import type { RunFound, SettledFor } from './gathered.ts';

/** Records a settled run with its items. */
export function* moveRun(_found: RunFound, _settled: SettledFor, _moment: WriteMoment): Writing<void> {
  throw new Error('not built yet');
}
