// Rules for showing collections and watches. Pure.
import type { Collection, Watch } from '../api/api-types.ts';
import type { Tone } from '../parts/Chip.tsx';

/** Also the fields of the views for operators. */
export type AnyCollection = Pick<
  Collection,
  | 'state'
  | 'waiting_for'
  | 'items'
  | 'items_max'
  | 'charged'
  | 'budget'
  | 'currency'
  | 'name'
  | 'query'
  | 'questions'
  | 'questions_unasked'
>;
export type AnyWatch = Pick<
  Watch,
  'state' | 'paused_for' | 'next_run_at' | 'spent' | 'budget' | 'currency' | 'name' | 'query' | 'has_gap'
>;

const ENDED: ReadonlySet<Collection['state']> = new Set(['done', 'stopped', 'failed']);

export function isEnded({ state }: Pick<Collection, 'state'>): boolean {
  return ENDED.has(state);
}

/** It ended before all questions were asked: what they would have brought is not in it. */
export function isCutShort(of: Pick<Collection, 'state' | 'questions' | 'questions_unasked'>): boolean {
  return isEnded(of) && of.questions > 1 && of.questions_unasked > 0;
}

export const COLLECTION_TONES: Record<Collection['state'], Tone> = {
  queued: 'plain',
  running: 'good',
  waiting: 'warn',
  done: 'good',
  stopped: 'warn',
  failed: 'bad',
};
export const WATCH_TONES: Record<Watch['state'], Tone> = { active: 'good', paused: 'warn', ended: 'plain' };

/** True while a run is due or takes place. */
export function isRunDue({ next_run_at: next }: Pick<Watch, 'next_run_at'>, nowMs: number): boolean {
  return next !== null && Date.parse(next) <= nowMs;
}

/** Parameters that name what is asked; the others narrow it. */
const SUBJECTS = new Set([
  ...['keyword', 'id', 'ids', 'url', 'author_id', 'handle', 'playlist_id', 'comment_id'],
]);

/** The question in one line: its subject, then its filters by name. */
export function questionWords(query: Record<string, unknown>): string {
  const all = Object.entries(query);
  const subjects = all.filter(([name]) => SUBJECTS.has(name)).map(([, value]) => String(value));
  const filters = all
    .filter(([name]) => !SUBJECTS.has(name))
    .map(([name, value]) => `${name}: ${String(value)}`);
  return [...subjects, ...filters].join(' · ');
}

const EVERY = /^(\d+)([mhd])$/;
const UNITS = { m: 'minutes', h: 'hours', d: 'days' } as const;

/** `6h` as a number and a unit; null for `auto`. */
export function readEvery(every: string): { count: number; unit: (typeof UNITS)[keyof typeof UNITS] } | null {
  const match = EVERY.exec(every);
  return match === null ? null : { count: Number(match[1]), unit: UNITS[match[2] as keyof typeof UNITS] };
}

/** The catalog path of pages and runs: they have prices of their own, and calls are listed by it. */
export function billedPath(path: string, purpose: 'collect' | 'watch'): string {
  return path.replace('/app/', `/${purpose}/`);
}
