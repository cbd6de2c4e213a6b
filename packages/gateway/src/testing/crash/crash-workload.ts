// The calls of a crash run: fixed, with chosen ids, one of every kind that moves or refuses money. They run against a process that may die
// at any moment. Every complete answer is kept.
import type { CrashChild, Serving } from './crash-child.ts';

export interface PlannedCall {
  id: string;
  keyword: string;
  payer: 'rich' | 'poor';
  platform: 'scripted' | 'failing' | 'all';
  action: 'search_video_v2' | 'search_video';
  /** It continues where the answer of this call ends. */
  after?: string;
}

export interface CallAnswer {
  status: number;
  text: string;
  charged: string | null;
  isReplay: boolean;
}

export interface Keys {
  rich: string;
  poor: string;
  admin: string;
}

function call(id: string, keyword: string, changes: Partial<PlannedCall> = {}): PlannedCall {
  return { id, keyword, payer: 'rich', platform: 'scripted', action: 'search_video_v2', ...changes };
}

const ECONOMY = { action: 'search_video' } as const;

/** Paid before the first kill; a rule refunds its answer. */
export const PAID = call('paid', 'bad paid');
/** Held by the process that was killed first. */
export const ORPHANS = [call('orphan-1', 'stuck one'), call('orphan-2', 'stuck two')] as const;

const GOOD = [call('good-1', 'good one'), call('good-2', 'good two'), call('good-3', 'good three', ECONOMY)];
const TWIN = call('twin', 'good twin');
const FAILING = call('fail-1', 'fail one', { platform: 'failing', ...ECONOMY });
const POOR = call('poor-1', 'good one', { payer: 'poor' });
/** The same keyword as good-1: served from the cache once that is answered. */
const CACHED = [call('cached-1', 'good one'), call('cached-2', 'good one')];
/** Two pages over both platforms, of which one fails at first. */
const ALL = [
  call('all-1', 'all one', { platform: 'all', ...ECONOMY }),
  call('all-2', 'all one', { platform: 'all', ...ECONOMY, after: 'all-1' }),
] as const;
/** An earlier id with another keyword. */
const REUSED = call('good-2', 'good other');

/** Every id and what it asks for, each once. */
export const CALLS: readonly PlannedCall[] = [
  PAID,
  ...ORPHANS,
  ...GOOD,
  TWIN,
  FAILING,
  POOR,
  ...CACHED,
  ...ALL,
];

/** null when the connection broke: the outcome is unknown. */
export async function ask(
  url: string,
  keys: Keys,
  { id, keyword, payer, platform, action }: PlannedCall,
  pcursor = '',
): Promise<CallAnswer | null> {
  const headers = { authorization: `Bearer ${keys[payer]}`, 'x-reelgate-request-id': id };
  const target = `${url}/api/u1/v1/${platform}/app/${action}?${new URLSearchParams({ keyword, pcursor })}`;
  return exchange(target, { headers });
}

/** The cursor of the page after this one. */
export function cursorIn({ text }: CallAnswer): string {
  return (JSON.parse(text) as { pcursor: string }).pcursor;
}

/** Complaints about the call that was paid before: the first is refunded, and every other gets the same answer. */
export async function complain(url: string, keys: Keys): Promise<CallAnswer | null> {
  const headers = { authorization: `Bearer ${keys.rich}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ reason: 'a page that turns me away' });
  return exchange(`${url}/api/account/v1/requests/${PAID.id}/complaint`, { method: 'POST', headers, body });
}

/** The call was refunded after a complaint: its answer is no longer given. */
export const isRefundedCall = ({ status, text }: CallAnswer) =>
  status === 409 && text.includes('REQUEST_REFUNDED');

async function exchange(target: string, init: RequestInit): Promise<CallAnswer | null> {
  try {
    const response = await fetch(target, init);
    const text = await response.text();
    return {
      status: response.status,
      text,
      charged: response.headers.get('x-reelgate-charged'),
      isReplay: response.headers.get('x-reelgate-replayed') === 'true',
    };
  } catch {
    return null;
  }
}

/** The answers that clients saw, by id. */
export type Seen = Map<string, CallAnswer[]>;
/** Used in place of an id, for answers to complaints. */
export const COMPLAINT = 'complaint';

export async function playWorkload(child: CrashChild, { url }: Serving, keys: Keys): Promise<Seen> {
  const seen: Seen = new Map();
  const keep = (id: string, answer: CallAnswer | null) => {
    if (answer !== null) seen.set(id, [...(seen.get(id) ?? []), answer]);
  };
  const play = async (planned: PlannedCall) => keep(planned.id, await ask(url, keys, planned));
  const playComplaint = async () => keep(COMPLAINT, await complain(url, keys));
  await Promise.all([...GOOD, TWIN, TWIN, FAILING, POOR, PAID].map(play));
  if (child.hasEnded) return seen;
  const complaints = [playComplaint(), playComplaint()];
  // If a busy database could not open the id, it is still unused, and the call with the other keyword would take it.
  const isTaken = seen.get(REUSED.id)?.some(({ status }) => status === 200) === true;
  const reused = isTaken ? [REUSED] : [];
  await Promise.all([...[...CACHED, CACHED[0]!, POOR, ...reused, GOOD[1]!].map(play), ...complaints]);
  if (child.hasEnded) return seen;
  const first = await ask(url, keys, ALL[0]);
  keep(ALL[0].id, first);
  if (first?.status === 200) keep(ALL[1].id, await ask(url, keys, ALL[1], cursorIn(first)));
  if (child.hasEnded) return seen;
  // Takes longer than its hold lasts: swept while the platform works on it, and swept again without effect.
  const stuck = play(ORPHANS[0]);
  if (await child.asked(ORPHANS[0].keyword)) {
    await child.tell('sweep');
    await child.tell('sweep');
    await child.tell('let go');
  }
  await stuck;
  return seen;
}
