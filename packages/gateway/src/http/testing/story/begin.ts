// The first chapter: an operator makes accounts and keys, with every limit that a key can have.
import { post, type World } from './world.ts';

export async function begin(world: World): Promise<void> {
  const { operate } = world;
  const make = async (name: string, amount: string, key: object = {}) => {
    await operate(`the operator makes the account ${name}`, '/admin/v1/accounts', post({ name }));
    const paid = { amount, reference: `first-${name}` };
    await operate(`${name} has paid`, `/admin/v1/accounts/${name}/topups`, post(paid));
    const body = { account: name, name: 'main', ...key };
    const { body: made } = await operate(`${name} gets a key`, '/admin/v1/keys', post(body));
    return { id: made.key.id as string, secret: made.secret as string };
  };
  const rich = await make('rich', '100');
  const other = await make('other', '20');
  const poor = await make('poor', '0.01');
  const body = { account: 'rich', name: 'narrow', platforms: ['scripted'], operations: ['video.search'] };
  const limits = { daily_cap: '1', monthly_cap: '2', total_cap: '3', max_call: '0.5' };
  const rate = { requests: 50, per_seconds: 60, concurrent: 5 };
  const { body: made } = await operate(
    'a key with every limit',
    '/admin/v1/keys',
    post({ ...body, ...limits, rate, groups: ['u1'], expires_at: '2027-01-01T00:00:00Z' }),
  );
  world.keys = { rich, other, poor, limited: { id: made.key.id, secret: made.secret } };
}
