// What operators do with the things of a caller, one by one: complaints, webhooks, watches, collections, recharges, tokens, sessions.
import { halvesOf } from './account.ts';
import { post, SAME, type World, withId } from './world.ts';

const ADMIN = '/admin/v1';
const SCRIPTED = '/api/u1/v1/scripted/app/search_video_v2';
const remove = { method: 'DELETE' };

async function complaint({ ask, operate, keys }: World): Promise<void> {
  await ask('a call', `${SCRIPTED}?keyword=bad`, { by: keys.other.secret, headers: withId('bad') });
  const path = '/api/account/v1/requests/bad/complaint';
  await ask('complains', path, { ...post({ reason: 'wrong' }), by: keys.other.secret });
  for (const id of ['bad-1', 'bad-2', 'bad-3', 'bad-4', 'bad-5']) {
    await ask(`a call ${id}`, `${SCRIPTED}?keyword=${id}`, { headers: withId(id) });
    await ask(`complains of ${id}`, `/api/account/v1/requests/${id}/complaint`, post({ reason: 'wrong' }));
  }
  const { body } = await operate('complaints', `${ADMIN}/complaints?state=waiting&account=rich`);
  const [{ id }] = body.complaints;
  await operate('one', `${ADMIN}/complaints/${id}`);
  await operate('its case', `${ADMIN}/complaints/${id}/case`);
  await operate(
    'decides',
    `${ADMIN}/complaints/${id}/decision`,
    post({ decision: 'refund', reason: 'right' }),
  );
  await operate('once', `${ADMIN}/complaints/${id}/decision`, post({ decision: 'refuse', reason: 'no' }));
}

async function webhook({ operate, still, hookUrl }: World): Promise<void> {
  const { body } = await operate(
    'makes a webhook',
    `${ADMIN}/webhooks`,
    post({ account: 'other', url: hookUrl }),
  );
  const one = `${ADMIN}/webhooks/${body.webhook.id}`;
  await operate('tests it', `${one}/test`, post());
  await still.settle();
  await operate('replays', `${one}/replay`, post({ after: 2 }));
  await still.settle();
  await operate('a new secret', `${one}/rotate`, post({}));
  await operate('removes it', one, remove);
}

async function gathered({ ask, operate, keys, still }: World): Promise<void> {
  const by = keys.other.secret;
  const asked = { path: SCRIPTED, query: { keyword: 'theirs' } };
  const watch = { ...asked, every: '1d', budget: { month: '1' } };
  const { body: made } = await ask('makes a watch', '/api/watches/v1', { ...post(watch, withId('o-1')), by });
  await still.settle();
  const one = `${ADMIN}/watches/${made.watch.id}`;
  await operate('the watch', one);
  await operate('pauses it', `${one}/pause`, post());
  const target = `/api/watches/v1/${made.watch.id}`;
  await ask('its caller does not resume it', target, { method: 'PATCH', body: { state: 'active' }, by });
  await operate('resumes it', `${one}/resume`, post());
  await operate('ends it', `${one}/end`, post());
  const collection = { ...post({ ...asked, budget: '1' }, withId('o-2')), by };
  const { body: started } = await ask('makes a collection', '/api/collections/v1', collection);
  await still.settle();
  await operate('the collection', `${ADMIN}/collections/${started.collection.id}`);
  await operate('stops it', `${ADMIN}/collections/${started.collection.id}/stop`, post());
}

async function operators({ operate, keys }: World): Promise<void> {
  await operate('a key', `${ADMIN}/keys/${keys.limited.id}`);
  const { body: projects } = await operate('projects', `${ADMIN}/projects`);
  await operate('a project', `${ADMIN}/projects/${projects.projects[0].id}`);
  await operate('prices', `${ADMIN}/catalog`);
  await operate('prices before', `${ADMIN}/catalog/versions/1`);
  const rule = { below: '2', up_to: '30', month_max: '90' };
  await operate('a recharge', `${ADMIN}/accounts/rich/recharge`, post(rule));
  await operate('no recharge', `${ADMIN}/accounts/rich/recharge`, remove);
  const { body: invited } = await operate('an invite', `${ADMIN}/invites`, post({}));
  await operate('is revoked', `${ADMIN}/invites/${invited.invite.id}/revoke`, post());
  const { body: token } = await operate(
    'a token',
    `${ADMIN}/tokens`,
    post({ name: 'third', role: 'operator' }),
  );
  await operate('may do this', `${ADMIN}/accounts?limit=1`, { by: token.secret });
  await operate('is revoked', `${ADMIN}/tokens/${token.token.id}/revoke`, post());
  await operate('may no longer', `${ADMIN}/accounts?limit=1`, { by: token.secret });
  const { body: code } = await operate('a code', `${ADMIN}/login-codes`, post({ role: 'viewer' }));
  const opening = { ...post({ code: code.code }, SAME), by: null };
  const opened = await operate('signs in', `${ADMIN}/session`, opening);
  const page = { by: null, headers: halvesOf(opened) };
  await operate('looks', `${ADMIN}/keys/${keys.rich.id}`, page);
  await operate('is revoked', `${ADMIN}/sessions/${opened.body.session.id}/revoke`, post());
  await operate('looks no longer', `${ADMIN}/keys/${keys.rich.id}`, page);
  // The whole text is in the chapter of the figures.
  await operate('metrics', '/metrics', { isDocument: true });
  await operate('metrics for a key', '/metrics', { by: keys.rich.secret });
}

export async function things(world: World): Promise<void> {
  await complaint(world);
  await webhook(world);
  await gathered(world);
  await operators(world);
}
