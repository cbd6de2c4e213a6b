// A race for a cap over real HTTP, for tests of processes: many concurrent calls on all nodes, with keys that one cap limits. The served
// calls use the cap exactly, and every other call is refused with the name of the cap.
import { expect } from 'vitest';
import { type Answer, type NodeGroup, PRICE_MICROS } from './node-group.ts';

const CALLS = 200;
const ROOM = 20;
const money = (micros: number) => (micros / 1e6).toFixed(6);
const CAP = money(ROOM * PRICE_MICROS);
const PATH = '/api/u1/v1/peertube/app/search_video_v2';

interface CapKind {
  scope: 'key' | 'project';
  field: 'daily_cap' | 'monthly_cap' | 'total_cap';
  window: 'day' | 'month' | 'total';
}

export const BUDGETS: readonly CapKind[] = (['key', 'project'] as const).flatMap((scope) => [
  { scope, field: 'daily_cap', window: 'day' } as const,
  { scope, field: 'monthly_cap', window: 'month' } as const,
  { scope, field: 'total_cap', window: 'total' } as const,
]);

interface Customer {
  name: string;
  keys: string[];
}

/** With enough money for all calls. */
async function makeCustomer(group: NodeGroup, { scope, field }: CapKind): Promise<Customer> {
  const name = `${scope}-${field}`;
  const limits = scope === 'key' ? { [field]: CAP } : {};
  const { secret } = await group.customer(name, CALLS, limits);
  if (scope === 'key') return { name, keys: [secret] };
  const { body } = await group.admin(1, 'projects', { account: name, name: 'p', [field]: CAP });
  const project = body.project.id as string;
  const make = async (key: string) =>
    (await group.admin(0, 'keys', { account: name, name: key, project })).body.secret as string;
  return { name, keys: [await make('one'), await make('two')] };
}

/** Each call uses the next node and the next key. */
function callAll(group: NodeGroup, { name, keys }: Customer): Promise<Answer[]> {
  const one = (i: number) =>
    untilDecided(group, i, { keyword: `${name} ${i}`, key: keys[i % keys.length]!, id: `${name}-${i}` });
  return Promise.all(Array.from({ length: CALLS }, (_, i) => one(i)));
}

/**
 * Repeats one id until the call is served or refused. On a slow machine a call may run out of time; then it has given its part of the cap
 * back, and takes it again. So the result does not depend on speed.
 */
export async function untilDecided(
  group: NodeGroup,
  n: number,
  { keyword, key, id }: { keyword: string; key: string; id: string },
): Promise<Answer> {
  for (;;) {
    const answer = await group.search(n, keyword, { key, id });
    if (answer.status < 500 && answer.status !== 409) return answer;
  }
}

/** Counts the answers by result. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = status === 200 ? 'served' : `${status} ${body.code}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

export async function expectSpentExactly(group: NodeGroup, kind: CapKind): Promise<void> {
  const customer = await makeCustomer(group, kind);
  const answers = await callAll(group, customer);
  expect(tally(answers)).toEqual({ served: ROOM, '402 SPEND_CAP_REACHED': CALLS - ROOM });
  const { account } = (await group.admin(2, `accounts/${customer.name}`)).body;
  const left = money((CALLS - ROOM) * PRICE_MICROS);
  expect(account).toMatchObject({ balance: left, held: '0.000000' });
  const spent = { scope: kind.scope, window: kind.window, limit: CAP, spent: CAP, left: '0.000000' };
  for (const key of customer.keys) {
    const { body } = await group.ask(1, `/api/pricing/v1/quote?path=${PATH}`, { key });
    expect(body.caps).toMatchObject([spent]);
  }
  const refused = answers.filter(({ status }) => status === 402);
  for (const { body } of refused) expect(body.cap).toMatchObject({ scope: kind.scope, limit: CAP });
}

export async function expectNoneAbove(group: NodeGroup): Promise<void> {
  const name = 'dear';
  const { secret } = await group.customer(name, CALLS, { max_call: money(PRICE_MICROS - 1) });
  expect(tally(await callAll(group, { name, keys: [secret] }))).toEqual({ '402 PRICE_CEILING': CALLS });
  const { account } = (await group.admin(1, `accounts/${name}`)).body;
  expect(account).toMatchObject({ balance: money(CALLS * PRICE_MICROS), held: '0.000000' });
}
