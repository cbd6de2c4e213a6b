// What a record says about a broadcast, and about its picture where the platform gives a ratio or a word instead of a size.
import type { LiveState, ParsedVideo } from '../../domain/video.ts';

type Live = NonNullable<ParsedVideo['live']>;

export function broadcast(state: LiveState, more: Partial<Omit<Live, 'state'>> = {}): Live {
  return { state, scheduled_at: more.scheduled_at ?? null, viewers: more.viewers ?? null };
}

/** `ratio` is width by height. */
export function orientationByRatio(ratio: unknown): ParsedVideo['orientation'] {
  if (typeof ratio !== 'number' || !(ratio > 0)) return null;
  return ratio === 1 ? 'square' : ratio > 1 ? 'landscape' : 'portrait';
}
