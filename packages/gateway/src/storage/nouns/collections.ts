// Collections: how far each has come, and what it may still spend.
import type { WriteMoment, Writing } from '../steps/writing.ts';
import type { PageFound, SettledFor } from './gathered.ts';

/** Moves a collection on by one settled page. */
export function* movePage(_found: PageFound, _settled: SettledFor, _moment: WriteMoment): Writing<void> {
  throw new Error('not built yet');
}
