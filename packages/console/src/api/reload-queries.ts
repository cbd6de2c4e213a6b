// Reads again what a change may have altered.
import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { inBackground } from '../shell/in-background.ts';

/**
 * A first read that is still on its way may bring what was there before the change. Invalidating alone would let it end and take its answer for the
 * new one, so it is cancelled and begun again.
 */
export function reloadQueries(queries: QueryClient, which: QueryFilters = {}): void {
  inBackground(queries.cancelQueries(which).then(() => queries.invalidateQueries(which)));
}
