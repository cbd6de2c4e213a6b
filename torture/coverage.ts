// The pairs of operation and outcome that a run must have met. A run without one of them proves nothing about it and is vacuous, however
// clean it looks.
import type { ClientEvent } from './journal.ts';

/** From this length on, a run is long enough to have met everything. */
const REQUIRED_FROM_MS = 30_000;
/** Each pair must occur once more for each of these periods. */
const MS_PER_MORE = 120_000;

/** Operation → outcomes that a run needs. 5xx is any failure of the platform. */
const REQUIRED: Record<string, readonly string[]> = {
  buy: ['ok', '402', '404', '5xx', 'unknown'],
  bounded: ['ok', 'ceiling', 'unknown'],
  quote: ['ok'],
  quoted: ['ok', '402'],
  stolen: ['400'],
  dry: ['ok', 'ceiling'],
  capped: ['ok', 'cap'],
  walk: ['ok'],
  project: ['ok'],
  complain: ['ok', 'refunded', '404'],
  decide: ['ok', 'refunded'],
  again: ['ok', 'replayed', '402'],
  altered: ['422'],
  foreign: ['ok'],
  free: ['ok'],
  asked: ['ok', 'replayed', 'unknown'],
  topup: ['ok'],
  topup_again: ['duplicate'],
  topup_altered: ['409'],
  key: ['ok'],
  revoke: ['ok'],
  after_revoke: ['401'],
  publish: ['ok'],
  balance: ['ok'],
  entries: ['ok'],
  receipt: ['ok', '404'],
  fresh: ['ok'],
  exact: ['ok', '402'],
  limited: ['ok', '429'],
  exact_cap: ['ok', 'cap', 'ceiling'],
  exact_gifts: ['ok', '402'],
  collect: ['ok'],
  collect_altered: ['422'],
  rebudget: ['ok'],
  watch: ['ok'],
  state: ['ok'],
  items: ['ok'],
  export: ['ok'],
  run: ['ok'],
  pause: ['ok'],
  peek: ['404'],
};

/** Refusals that share their status with others. */
const BY_CODE: Record<string, string> = { PRICE_CEILING: 'ceiling', SPEND_CAP_REACHED: 'cap' };

function outcomeOf({ type, status, code, replayed, duplicate, state }: ClientEvent): string {
  if (type === 'info') return 'unknown';
  if (type === 'ok' && state === 'refunded') return state;
  if (type === 'ok') return replayed === true ? 'replayed' : duplicate === true ? 'duplicate' : 'ok';
  const named = BY_CODE[code ?? ''];
  if (named !== undefined) return named;
  return (status ?? 0) >= 500 ? '5xx' : String(status);
}

export function coverageOf(events: readonly ClientEvent[]): Record<string, number> {
  const seen: Record<string, number> = {};
  for (const event of events) {
    if (event.type === 'invoke') continue;
    const pair = `${event.op} ${outcomeOf(event)}`;
    seen[pair] = (seen[pair] ?? 0) + 1;
  }
  return seen;
}

/** The pairs that a run of this length should have met and did not. */
export function missingPairs(seen: Record<string, number>, chaosMs: number): string[] {
  if (chaosMs < REQUIRED_FROM_MS) return [];
  const least = 1 + Math.floor(chaosMs / MS_PER_MORE);
  const pairs = Object.entries(REQUIRED).flatMap(([op, outcomes]) => outcomes.map((each) => `${op} ${each}`));
  return pairs.filter((pair) => (seen[pair] ?? 0) < least);
}

/** The share of complete calls that were refused for lack of money. */
export function refusedShare(seen: Record<string, number>): number {
  const buys = Object.entries(seen).filter(([pair]) => pair.startsWith('buy '));
  const all = buys.reduce((sum, [, count]) => sum + count, 0);
  return all === 0 ? 0 : (seen['buy 402'] ?? 0) / all;
}
