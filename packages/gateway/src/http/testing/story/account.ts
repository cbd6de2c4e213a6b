// What a caller does with its account: keys, sessions, webhooks, complaints, payments, and what it reads of all that.
import { CARDS, type FakeStripe } from '../../../testing/fake-stripe.ts';
import { type Halves, post, SAME, type World, withId } from './world.ts';

const ACCOUNT = '/api/account/v1';
const SCRIPTED = '/api/u1/v1/scripted/app/search_video_v2';
const patch = (body: unknown) => ({ method: 'PATCH', body });
const remove = { method: 'DELETE' };

async function ownKeys({ ask, keys }: World): Promise<void> {
  await ask('checks a key', '/api/test/apikey', { ...post({ key: keys.rich.secret }), by: null });
  await ask('checks a limited key', '/api/test/apikey', { ...post({ key: keys.limited.secret }), by: null });
  await ask('checks no key', '/api/test/apikey', { ...post({ key: 'rgk_live_nobody' }), by: null });
  await ask('the own key', `${ACCOUNT}/key`);
  await ask('the limited key', `${ACCOUNT}/key`, { by: keys.limited.secret });
  const limits = {
    platforms: ['scripted'],
    daily_cap: '2',
    expires_at: '2026-12-24T00:00:00Z',
    addresses: ['127.0.0.0/8'],
  };
  const { body } = await ask('makes a key', `${ACCOUNT}/keys`, post({ name: 'laptop', ...limits }));
  const made = `${ACCOUNT}/keys/${body.key.id}`;
  await ask('renames it', made, patch({ name: 'desk' }));
  await ask('rotates it', `${made}/rotate`, post({ grace_seconds: 3_600 }));
  await ask('of another account it is not there', `${made}/rotate`, { ...post({}), by: keys.other.secret });
  await ask('revokes it', `${made}/revoke`, post());
  await ask('lists keys', `${ACCOUNT}/keys`);
  await ask('a limited key makes none', `${ACCOUNT}/keys`, {
    ...post({ name: 'x' }),
    by: keys.limited.secret,
  });
  await ask('a key without a name', `${ACCOUNT}/keys`, post({}));
}

export const halvesOf = ({ headers, body }: { headers: object; body: { page_secret: string } }): Halves => {
  const [cookie] = (headers as { 'set-cookie': string[] })['set-cookie'];
  return { ...SAME, cookie: cookie!.split(';')[0]!, 'x-reelgate-page': body.page_secret };
};

async function sessions({ ask, keys }: World): Promise<void> {
  const opening = { ...post({ key: keys.rich.secret }, SAME), by: null };
  const opened = await ask('signs in', `${ACCOUNT}/session`, opening);
  const page = { by: null, headers: halvesOf(opened) };
  await ask('from elsewhere', `${ACCOUNT}/session`, {
    ...opening,
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  await ask('by a wrong key', `${ACCOUNT}/session`, { ...opening, body: { key: 'rgk_live_nobody' } });
  await ask('the session', `${ACCOUNT}/session`, page);
  await ask('without the secret of the page', `${ACCOUNT}/session`, {
    by: null,
    headers: { ...SAME, cookie: page.headers.cookie! },
  });
  await ask('by a page elsewhere', `${ACCOUNT}/balance`, {
    ...page,
    headers: { ...page.headers, 'sec-fetch-site': 'cross-site' },
  });
  await ask('goes on with its own key', `${ACCOUNT}/session`, { ...page, ...patch({ key: keys.rich.id }) });
  await ask('goes on with a lesser key', `${ACCOUNT}/session`, {
    ...page,
    ...patch({ key: keys.limited.id }),
  });
  await ask('signs out', `${ACCOUNT}/session`, { ...page, ...remove });
  await ask('is signed out', `${ACCOUNT}/balance`, page);
}

async function signUps({ ask, operate }: World): Promise<void> {
  const { body } = await operate('an invite', '/admin/v1/invites', post({ title: 'Guest', credit: '2' }));
  const invite = body.url.split('#invite=')[1];
  await ask('how to sign up', `${ACCOUNT}/signup`, { by: null });
  const asked = { name: 'guest', invite };
  await ask('signs up', `${ACCOUNT}/signup`, { ...post(asked, SAME), by: null });
  await ask('once', `${ACCOUNT}/signup`, { ...post(asked, SAME), by: null });
}

async function webhooks(world: World): Promise<void> {
  const { ask, keys, still } = world;
  const { body } = await ask('makes a webhook', `${ACCOUNT}/webhooks`, post({ url: world.hookUrl }));
  const made = `${ACCOUNT}/webhooks/${body.webhook.id}`;
  await ask('tests it', `${made}/test`, post());
  await still.settle();
  await ask('replays', `${made}/replay`, post({ after: 0 }));
  await still.settle();
  await ask('lists webhooks', `${ACCOUNT}/webhooks`);
  await ask('of another account', `${made}/test`, { ...post(), by: keys.other.secret });
  await ask('a new secret', `${made}/rotate`, post({ grace_seconds: 60 }));
  await ask('events', `${ACCOUNT}/events?limit=4`);
  await ask('events after one', `${ACCOUNT}/events?after=2&limit=1`);
  await ask('removes it', made, remove);
  await ask('is removed', made, remove);
}

async function complaints({ ask, keys }: World): Promise<void> {
  for (const [id, reason] of [
    ['first', 'wrong'],
    ['over', 'empty'],
  ])
    await ask(`complains of ${id}`, `${ACCOUNT}/requests/${id}/complaint`, post({ reason }));
  await ask('again', `${ACCOUNT}/requests/first/complaint`, post({ reason: 'wrong' }));
  await ask('the complaint', `${ACCOUNT}/requests/first/complaint`);
  await ask('of a stranger', `${ACCOUNT}/requests/over/complaint`, { by: keys.other.secret });
  await ask('the receipt after it', `${ACCOUNT}/requests/first`);
}

/** The payment provider tells that the order was paid. */
async function pay({ ask, stripe }: World, address: string, card: string = CARDS.good) {
  const intent = stripe.pay(address, card);
  const news = stripe.news('payment_intent.succeeded', intent);
  // The body is not written down: it has the address of the imitation.
  const told = { method: 'POST', body: news.body, headers: news.headers, by: null, isDocument: true };
  await ask('the payment provider tells of a payment', '/api/payments/v1/stripe', told);
  await ask('and once more', '/api/payments/v1/stripe', told);
  await ask('in other words', '/api/payments/v1/stripe', { ...told, body: `${news.body} ` });
  return intent;
}

async function payments(world: World): Promise<ReturnType<FakeStripe['pay']>> {
  const { ask, keys, still } = world;
  const { body } = await ask('orders a top-up', `${ACCOUNT}/topups`, post({ amount: '25', save_card: true }));
  await ask('too little', `${ACCOUNT}/topups`, post({ amount: '0.5' }));
  await ask('the order', `${ACCOUNT}/topups/${body.topup.id}`);
  await ask('of a stranger', `${ACCOUNT}/topups/${body.topup.id}`, { by: keys.other.secret });
  const intent = await pay(world, body.topup.address);
  await ask('orders', `${ACCOUNT}/topups`);
  await ask('no recharge', `${ACCOUNT}/recharge`);
  await ask('a recharge', `${ACCOUNT}/recharge`, post({ below: '1', up_to: '20', month_max: '100' }));
  await ask('another amount', `${ACCOUNT}/recharge`, post({ below: '500', up_to: '600', month_max: '700' }));
  await ask('a call that is followed by it', `${SCRIPTED}?keyword=recharge`);
  await still.settle();
  await ask('the recharge', `${ACCOUNT}/recharge`);
  await ask('without it', `${ACCOUNT}/recharge`, remove);
  await ask('none for a stranger', `${ACCOUNT}/recharge`, {
    ...post({ below: '1', up_to: '2', month_max: '3' }),
    by: keys.other.secret,
  });
  return intent;
}

async function reads({ ask, keys }: World): Promise<void> {
  const targets = [
    ...[
      'balance',
      'usage',
      'usage?by=key',
      'usage/by?by=platform',
      'usage/by?by=key',
      'runway',
      'price-changes',
    ],
    ...[
      'entries?limit=4',
      'entries?format=csv&kind=topup',
      'entries?from=2026-11-16',
      'grants',
      'statements',
      'keys',
    ],
  ];
  for (const target of targets) await ask(`reads ${target}`, `${ACCOUNT}/${target}`);
  for (const target of ['balance', 'usage', 'entries', 'usage/by?by=path'])
    await ask(`a limited key reads ${target}`, `${ACCOUNT}/${target}`, { by: keys.limited.secret });
  await ask('another account', `${ACCOUNT}/balance`, { by: keys.other.secret });
  for (const target of ['/api/status/v1', '/api/pricing/v1/platforms']) {
    await ask('with a key', target);
    await ask('a limited key', target, { by: keys.limited.secret });
    await ask('without one', target, { by: null });
  }
  await ask('a page of rows', `${ACCOUNT}/requests?limit=2&platform=scripted`);
  await ask('too large a page', `${ACCOUNT}/requests?limit=1000`);
  await ask('calls of a day', `${ACCOUNT}/requests?from=2026-11-15&to=2026-11-15&limit=1`);
  await ask('a parameter that is none', `${ACCOUNT}/balance?x=1`);
}

async function plain({ ask, operate }: World): Promise<void> {
  for (const target of ['/livez', '/readyz']) await ask(target, target, { by: null });
  for (const target of ['/docs', '/openapi.json', '/llms.txt', '/llms-full.txt', '/docs/errors/RATE_LIMITED'])
    await ask(target, target, { by: null, isDocument: true });
  for (const target of ['/', '/nothing', '/portal', '/status', '/robots.txt', '/favicon.ico'])
    await ask(target, target, { by: null, isDocument: true });
  await ask('a picture of a record', '/api/library/v1/thumbnails/sample-en-01.svg', {
    by: null,
    isDocument: true,
  });
  const made = '/api/showcase/v1/thumbnails/';
  await ask('a picture that was made up', `${made}showcase-cat-fr-2.svg`, { by: null, isDocument: true });
  await ask('a picture of none', '/api/library/v1/thumbnails/nothing.svg', { by: null });
  await ask('a foreign picture', '/api/pictures/v1/picture?of=nonsense', { by: null });
  const cors = { origin: 'https://page.example', 'access-control-request-method': 'GET' };
  await ask('a page elsewhere asks', `${ACCOUNT}/balance`, { method: 'OPTIONS', headers: cors, by: null });
  await ask('one way only', `${ACCOUNT}/balance`, { method: 'PUT', body: {} });
  await ask('a body that is none', `${ACCOUNT}/keys`, { method: 'POST', body: '{' });
  for (const target of ['/admin/docs', '/admin/openapi.json', '/', '/console'])
    await operate(target, target, { by: null, isDocument: true });
}

export async function account(world: World): Promise<void> {
  await ownKeys(world);
  await sessions(world);
  await signUps(world);
  await webhooks(world);
  await complaints(world);
  await payments(world);
  await reads(world);
  await plain(world);
  await world.ask('a call in the end', `${SCRIPTED}?keyword=end`, { headers: withId('end') });
}
